"""Xiangqi moves of the running program against Fairy-Stockfish's rules (pyffish).

Hundreds of positions from random play: the same legal moves. Whole games of the program against
itself: every move legal, and the game ends where pyffish says that no move is left.
"""

import random
import re
import sys

import pyffish

from pipe import Pipe

START = pyffish.start_fen("xiangqi")
GAMES, EVERY = 30, 7


def zero_based(move):
    """a1..i10 to a0..i9."""
    squares = re.fullmatch(r"([a-i])(\d+)([a-i])(\d+)", move).groups()
    return f"{squares[0]}{int(squares[1]) - 1}{squares[2]}{int(squares[3]) - 1}"


def legal_by_program(engine, moves):
    engine.send("position startpos" + (" moves " + " ".join(moves) if moves else ""))
    engine.send("go perft 1")
    lines = engine.until(lambda line: line.lower().startswith("nodes searched"))
    return {line.split(":")[0] for line in lines if re.match(r"[a-i]\d[a-i]\d: 1$", line)}


def compare_random_positions(engine, seed):
    positions = 0
    chance = random.Random(seed)
    for _ in range(GAMES):
        moves = []
        for ply in range(160):
            legal = pyffish.legal_moves("xiangqi", START, moves)
            if not legal:
                break
            if ply % EVERY == 0:
                played = [zero_based(move) for move in moves]
                expected = {zero_based(move) for move in legal}
                found = legal_by_program(engine, played)
                assert found == expected, (
                    f"after {' '.join(played)}: only ours {found - expected}, only pyffish {expected - found}"
                )
                positions += 1
            moves.append(chance.choice(legal))
    return positions


def play_itself(engine, nodes, most):
    """A whole game; returns its length."""
    moves = []
    engine.send("ucinewgame")
    while len(moves) < most:
        legal = {zero_based(m): m for m in pyffish.legal_moves("xiangqi", START, moves)}
        played = [zero_based(move) for move in moves]
        engine.send("position startpos" + (" moves " + " ".join(played) if moves else ""))
        engine.send(f"go nodes {nodes}")
        best = engine.until(lambda line: line.startswith("bestmove"))[-1].split()[1]
        if not legal:
            assert best in ("(none)", "none", "0000"), f"{best} in a finished game"
            break
        assert best in legal, f"illegal {best} after {' '.join(played)}"
        moves.append(legal[best])
    return len(moves)


def main():
    engine = Pipe([sys.argv[1]])
    engine.send("uci")
    engine.until(lambda line: line == "uciok")
    engine.send("isready")
    engine.until(lambda line: line == "readyok")
    positions = compare_random_positions(engine, seed=20)
    plies = [play_itself(engine, nodes, 300) for nodes in (500, 3000)]
    assert engine.close() == 0
    print(f"{positions} positions agree; games of {plies} plies, every move legal")


main()
