"""A GTP referee with gomill's manners: sanqi against gnugo, and whether they agree on the score.

Like gomill's ringmaster it reads one byte first, asks `known_command` before anything optional,
forwards every move, and compares the two `final_score`s; sgfmill's board is the third opinion.
"""

import sys

from sgfmill import boards

from pipe import Gtp, GtpError

SIZE, KOMI, MOST = 9, 7.5, 250


def vertex(text):
    if text.lower() == "pass":
        return None
    column = "ABCDEFGHJKLMNOPQRSTUVWXYZ".index(text[0].upper())
    return int(text[1:]) - 1, column


def play(players, seed_moves):
    """Plays to two passes or a resignation. Returns the moves and who resigned."""
    for player in players.values():
        for command in (f"boardsize {SIZE}", "clear_board", f"komi {KOMI}"):
            player.ask(command)
    board = boards.Board(SIZE)
    passes, color = 0, "b"
    moves = []
    while passes < 2 and len(moves) < MOST:
        mover, other = players[color], players["w" if color == "b" else "b"]
        if len(moves) < len(seed_moves):
            move = seed_moves[len(moves)]
            mover.ask(f"play {color} {move}")
        else:
            move = mover.ask(f"genmove {color}")
        if move.lower() == "resign":
            return moves, color, board
        other.ask(f"play {color} {move}")
        point = vertex(move)
        if point is None:
            passes += 1
        else:
            passes = 0
            assert board.get(*point) is None, f"{move} is occupied"
            board.play(*point, color)
        moves.append(move)
        color = "w" if color == "b" else "b"
    return moves, None, board


def same_stones(sanqi, board):
    for color, name in (("b", "black"), ("w", "white")):
        ours = {vertex(v) for v in sanqi.ask(f"list_stones {name}").split()}
        theirs = {point for stone, point in board.list_occupied_points() if stone == color}
        assert ours == theirs, f"{name}: only ours {ours - theirs}, only sgfmill {theirs - ours}"


def winner(score):
    return score.strip()[0]


def main():
    # Fixed playouts and seeds: the same games every time, whatever else the machine does.
    first = Gtp([sys.argv[1], "gtp", "--set", "Seed=7", "--set", "MoveNodes=2000"])
    first.send("name")
    assert first.process.poll() is None
    head = first.until(lambda line: line == "")[0]
    assert head.startswith("= "), f"the first response was {head!r}"
    assert first.ask("protocol_version") == "2"
    assert not first.knows("no-such-command")
    results = []
    for sanqi_color in ("b", "w"):
        sanqi = first
        gnugo = Gtp(["gnugo", "--mode", "gtp", "--level", "1", "--chinese-rules", "--seed", "3"])
        if sanqi.knows("kgs-rules"):
            sanqi.ask("kgs-rules chinese")
        players = {sanqi_color: sanqi, "w" if sanqi_color == "b" else "b": gnugo}
        moves, resigned, board = play(players, ["E5", "G5"])
        same_stones(sanqi, board)
        if resigned is None:
            ours, theirs = sanqi.ask("final_score"), gnugo.ask("final_score")
            assert winner(ours) == winner(theirs), f"we say {ours}, gnugo says {theirs}: {moves}"
            results.append(f"{ours} (gnugo {theirs}, {len(moves)} moves)")
        else:
            results.append(f"{resigned} resigned after {len(moves)} moves")
        try:
            sanqi.ask("play b Z99")
            raise AssertionError("Z99 was accepted")
        except GtpError:
            pass
        gnugo.close()
    assert first.close() == 0
    print("; ".join(results))


main()
