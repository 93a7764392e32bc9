"""The commands with --demo, whatever the demo is: its last round is to be drawn."""

import json

from kit.command import Run
from miai.features.tournament.demo import demo

EVENT = demo().tournament
PLAYED, ROUNDS = EVENT.rounds_played, EVENT.settings.rounds


def test_all_rounds_but_the_last_are_played(run: Run) -> None:
    status, out, _ = run("show", "--demo", "--json")
    shown = json.loads(out)
    assert status == 0
    assert (shown["tournament"], shown["rounds_played"]) == (EVENT.name, shown["rounds"] - 1)
    assert [each["unknown_results"] for each in shown["round_details"]] == [0] * shown["rounds_played"]


def test_everybody_has_a_place_after_the_last_round_played(run: Run) -> None:
    status, out, _ = run("standings", "--demo", "--json")
    table = json.loads(out)
    assert (status, table["after_round"]) == (0, PLAYED)
    assert {row["player"] for row in table["rows"]} == {player.id for player in EVENT.players}


def test_the_last_round_is_drawn_and_the_draw_is_proved_optimal(run: Run) -> None:
    status, out, _ = run("pair", "--demo", "--json")
    draw = json.loads(out)
    assert (status, draw["round"], draw["optimal"]) == (0, ROUNDS, True)
    assert run("pair", "--demo")[1].startswith(f"Round {ROUNDS}: ")


def test_the_last_round_is_explained_board_by_board(run: Run) -> None:
    status, out, _ = run("explain", "--demo", "--json")
    explained = json.loads(out)
    assert (status, explained["round"]) == (0, ROUNDS)
    assert [board["table"] for board in explained["boards"]] == [
        board["table"] for board in json.loads(run("pair", "--demo", "--json")[1])["boards"]
    ]
    assert "proved optimal" in run("explain", "--demo")[1].splitlines()[-1]
