"""Othello rules and results of the running program against OpenSpiel.

Random games: the same legal moves at every step (`gogui-rules_legal_moves`) and the same score at
the end. A game of the program against itself: every `genmove` legal.
"""

import random
import sys

import pyspiel

from pipe import Gtp

GAME = pyspiel.load_game("othello")
PASS = 64


def name(action):
    return "pass" if action == PASS else "abcdefgh"[action % 8] + str(action // 8 + 1)


def action(text):
    text = text.lower()
    return PASS if text == "pass" else (int(text[1]) - 1) * 8 + "abcdefgh".index(text[0])


def color(state):
    return "b" if state.current_player() == 0 else "w"


def same_moves(engine, state):
    ours = {action(text) for text in engine.ask("gogui-rules_legal_moves").split()}
    theirs = set() if state.is_terminal() else set(state.legal_actions())
    assert ours == theirs, f"{state}\nours {sorted(map(name, ours))}, OpenSpiel {sorted(map(name, theirs))}"


def same_result(engine, state):
    text = engine.ask("final_score")
    returns = state.returns()[0]
    ours = {"B": 1, "W": -1, "0": 0}[text[0]]
    assert ours == returns, f"{text} but OpenSpiel says {returns} for black"
    return text


def random_game(engine, chance):
    engine.ask("clear_board")
    state = GAME.new_initial_state()
    while not state.is_terminal():
        same_moves(engine, state)
        move = chance.choice(state.legal_actions())
        # gtp-rhino and many GUIs never send a pass: the next move of the same side implies it.
        if move != PASS or chance.random() < 0.5:
            engine.ask(f"play {color(state)} {name(move)}")
        state.apply_action(move)
        if move == PASS:
            follow = chance.choice(state.legal_actions())
            engine.ask(f"play {color(state)} {name(follow)}")
            state.apply_action(follow)
    same_moves(engine, state)
    same_result(engine, state)


def own_game(engine):
    engine.ask("clear_board")
    state = GAME.new_initial_state()
    while not state.is_terminal():
        text = engine.ask(f"genmove {color(state)}")
        assert action(text) in state.legal_actions(), f"illegal {text}\n{state}"
        state.apply_action(action(text))
    return same_result(engine, state)


def main():
    engine = Gtp([sys.argv[1], "gtp", "--game", "othello"])
    assert "Othello" in engine.ask("list_games").split("\n")
    engine.ask("set_game Othello")
    engine.ask("time_settings 0 1 10")
    chance = random.Random(5)
    for _ in range(60):
        random_game(engine, chance)
    result = own_game(engine)
    assert engine.close() == 0
    print(f"60 random games agree; own game {result}")


main()
