"""A number of rounds that the field cannot play is warned of before a round is drawn."""

from pathlib import Path

import pytest

from kit.command import Run
from kit.console import console
from kit.web_site import Site
from miai.domain.log.document import write_history
from miai.features.draw.round_warnings import most_rounds, rounds_warning

FOUR = "Ada 3d, Bo 2d, Cy 1d, Dan 1k"
SAID = "Rounds planned: 5. 4 players can play 3 without meeting again"


@pytest.mark.parametrize(("entrants", "most"), [(2, 1), (3, 3), (4, 3), (5, 5), (6, 5)])
def test_an_odd_field_plays_one_round_for_each_player(entrants: int, most: int) -> None:
    assert most_rounds(entrants) == most


@pytest.mark.parametrize("system", ["swiss", "mcmahon", "random"])
def test_four_players_cannot_play_five_rounds(system: str) -> None:
    assert str(rounds_warning(console(FOUR, rounds=5, system=system).event)) == SAID
    assert rounds_warning(console(FOUR, rounds=3, system=system).event) is None
    assert rounds_warning(console("", rounds=5, system=system).event) is None


def test_a_system_that_plans_all_rounds_has_its_own_number() -> None:
    assert rounds_warning(console(FOUR, rounds=3, system="knockout").event) is None
    assert "needs 3" in str(rounds_warning(console(FOUR, rounds=2, system="round_robin").event))


def test_settings_draw_and_the_new_tournament_say_so() -> None:
    at = console(FOUR, rounds=5, system="swiss")
    site = Site(at.desk)
    assert SAID in site.get(f"/t/{at.id}/settings").text
    assert SAID in site.get(f"/t/{at.id}/draw?round=1").text
    assert "There are too many rounds" not in site.get(f"/t/{at.id}").text
    at.draw(1)
    at.play(1)
    assert "There are too many rounds" in site.get(f"/t/{at.id}").text
    assert "have more players than rounds" in site.get("/new").text


def test_the_command_notes_it(run: Run, tmp_path: Path) -> None:
    document = tmp_path / "event.miai"
    document.write_bytes(write_history(console(FOUR, rounds=3, system="swiss").state.history))
    assert SAID not in run("rules", document)[2]
    assert SAID in run("rules", document, "--set", "rounds=5")[2]
