"""Files of events with stages: the whole event as one tournament, read back with the same games."""

from collections.abc import Callable
from pathlib import Path

import pytest

import miai
from kit.console import Console
from kit.groups_and_cup import all_games, cup_beside_main, four_groups_and_a_cup, games_of
from miai.features.stages.overall_standings import whole_standings
from miai.features.uploads.event_in_file import event_in_file
from miai.formats.registry import WRITTEN

MAKERS = (four_groups_and_a_cup, cup_beside_main)
TABLES = [key for key, form in WRITTEN.items() if not form.holds_stages]


# Pairgoth has no word for a forfeit.
@pytest.mark.parametrize("make", MAKERS)
@pytest.mark.parametrize("key", [key for key in TABLES if key != "pairgoth"])
def test_the_file_of_a_whole_event_has_every_game_once(key: str, make: Callable[[], Console]) -> None:
    event = make().event
    form = WRITTEN[key]
    back = form.read(form.write(event_in_file(event, key).tournament)).tournament
    assert games_of(back) == all_games(event)
    assert back.name.startswith("Open")
    assert len(back.players) == len(event.players)


@pytest.mark.parametrize("key", ["h9", "tou", "aga"])
def test_lines_are_in_the_order_of_the_overall_standings(key: str) -> None:
    event = four_groups_and_a_cup().event
    form = WRITTEN[key]
    back = form.read(form.write(event_in_file(event, key).tournament)).tournament
    rows = whole_standings(event).rows
    assert [player.surname for player in back.players] == [row.player.surname for row in rows]


def test_the_line_of_the_winner_has_a_column_for_each_round_of_groups_and_cup() -> None:
    event = four_groups_and_a_cup().event
    text = WRITTEN["h9"].write(event_in_file(event, "h9").tournament).decode("ascii")
    first = next(line for line in text.splitlines() if line.startswith("1 "))
    results = first.split()[10:]
    assert len(results) == 8
    # The opponent of round 3 had withdrawn, and round 1 of the cup was a forfeit.
    assert [number for number, each in enumerate(results, start=1) if each == "0-"] == [3]
    assert [number for number, each in enumerate(results, start=1) if "!" in each] == [6]
    assert sum("+" in each for each in results) == 7
    assert "; EV[Open]" in text
    assert "; PC[FR, Lyon]" in text
    assert "; DT[2026-10-03,2026-10-04]" in text


def test_a_document_keeps_the_stages() -> None:
    event = four_groups_and_a_cup().event
    assert event_in_file(event, "miai").tournament is event
    assert len(WRITTEN["miai"].read(WRITTEN["miai"].write(event)).tournament.stages) == 5


@pytest.mark.parametrize("key", TABLES)
def test_what_a_file_of_a_whole_event_cannot_hold_is_about_its_stages(key: str, tmp_path: Path) -> None:
    lost = list(map(str, miai.write(cup_beside_main().event, tmp_path / "out", format=key)))
    assert "which games belong to which stage" in lost
    assert "systems and criteria of the stages" in lost
    wrong = ("the stage", "Criteria", "System", "Rounds missed")
    assert not [each for each in lost if each.startswith(wrong)]
