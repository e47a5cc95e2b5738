"""`sanqi match` plays whole games against the packaged programs: no illegal move, no forfeit, and
outside rules agree with every result.

The program must finish each game properly; it need not win.
"""

import json
import pathlib
import shutil
import subprocess
import sys

PROGRAM, OUT = sys.argv[1], pathlib.Path(sys.argv[2])
REJUDGE = pathlib.Path(__file__).resolve().parents[2] / "scripts" / "rejudge"

# name, game, the opponent's command, protocol and pace, further arguments
MATCHES = [
    ("go-gnugo", "go", "gnugo --mode gtp --level 1 --chinese-rules", "gtp", "free", ["--size", "9", "--komi", "7.5"]),
    ("othello-rhino", "othello", "gtp-rhino -l 1", "gtp", "free", []),
    ("xiangqi-fairy", "xiangqi", "fairy-stockfish", "uci", "100ms/move", []),
    ("xiangqi-hoi", "xiangqi", "hoixiangqi", "cecp", "depth=4", []),
    ("xiangqi-maxqi", "xiangqi", "maxqi", "cecp", "depth=4", []),
]
BAD_ENDS = {"illegal move", "crash", "time"}


def run(name, game, opponent, protocol, pace, extra):
    folder = OUT / name
    shutil.rmtree(folder, ignore_errors=True)
    own = {"go": "gtp", "othello": "gtp --game othello", "xiangqi": "ucci"}[game]
    command = [
        PROGRAM, "match", "--game", game,
        "--engine", f"name=sanqi proto={own.split()[0]} cmd='{PROGRAM} {own}'",
        "--engine", f"name=other proto={protocol} tc={pace} cmd='{opponent}'",
        "--tc", "100ms/move", "--games", "2", "--out", str(folder), *extra,
    ]
    subprocess.run(command, check=True, timeout=500)
    summary = json.loads((folder / "summary.json").read_text())
    games = summary["games"]
    assert len(games) == 2, f"{name}: {len(games)} games"
    for played in games:
        assert played["reason"] not in BAD_ENDS, f"{name}: {played}"
    subprocess.run([sys.executable, str(REJUDGE), str(folder)], check=True)
    return f"{name} " + ",".join(str(played["result"]) for played in games)


def main():
    print("; ".join(run(*match) for match in MATCHES))


main()
