"""cchess (a Chinese GUI library) drives the program over UCCI and UCI."""

import sys
import time

import cchess
from cchess.engine import UcciEngine, UciEngine


def wait_for(engine, wanted, seconds=30):
    end = time.monotonic() + seconds
    seen = []
    while time.monotonic() < end:
        action = engine.get_action()
        if action is None:
            time.sleep(0.01)
            continue
        seen.append(action)
        if action["action"] == wanted:
            return action, seen
    raise AssertionError(f"no {wanted} within {seconds} s, got {[a['action'] for a in seen]}")


def play(engine_class, path, plies):
    engine = engine_class()
    assert engine.load(path), "did not load"
    assert engine.wait_for_ready(), "not ready"
    assert "name" in engine.ids, engine.ids
    board = cchess.ChessBoard(cchess.FULL_INIT_FEN)
    for _ in range(plies):
        assert engine.go_from(board.to_fen(), {"depth": 4})
        best, seen = wait_for(engine, "bestmove")
        assert any("score" in action for action in seen), "no score was understood"
        start, end = cchess.iccs2pos(best["move"])
        assert board.is_valid_move(start, end), f"{best['move']} on {board.to_fen()}"
        board.move(start, end)
        board.next_turn()
    mated = "3k5/9/9/9/9/9/9/9/r8/r3K4 w"
    assert engine.go_from(mated, {"depth": 3})
    wait_for(engine, "dead")
    engine.quit()


def main():
    for engine_class in (UcciEngine, UciEngine):
        play(engine_class, sys.argv[1], plies=24)
    print("cchess played 24 plies over UCCI and 24 over UCI")


main()
