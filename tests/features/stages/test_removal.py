"""A stage is removed after a question about what goes with it, by the page and by the API."""

from html import unescape
from pathlib import Path

import pytest

from kit.api_program import Program, kind_of
from kit.staged_event import GROUP_B, LEAGUE, open_league, play_groups, play_round
from kit.web_site import Site, marks_in
from miai.desk.live_state import Desk
from miai.domain.stages import StageId
from miai.features.programs.tokens import Scope
from miai.features.stages.opening import remove_stage

REMOVE = f"/t/{LEAGUE}/stages/group-b/remove"


@pytest.fixture
def league(desk: Desk) -> Desk:
    """Two groups, without the final for which players of both qualify."""
    open_league(desk)
    remove_stage(desk, LEAGUE, StageId("final"), by="test")
    return desk


def stages(desk: Desk) -> list[str]:
    return [str(stage.id) for stage in desk.state(LEAGUE).tournament.stages]


def test_the_api_asks_before_results_go_with_a_stage(league: Desk, tmp_path: Path) -> None:
    play_groups(league)
    program = Program(league, Scope.DIRECT, LEAGUE, data=tmp_path)
    path, before = f"/tournaments/{LEAGUE}/stages/group-b", league.state(LEAGUE).version
    asked = program.ask("DELETE", path)
    assert kind_of(asked) == "needs-confirmation"
    [option] = asked.json()["options"]
    assert any(line.startswith("Removed: Group B goes with 6 results") for line in option["lines"])
    assert league.state(LEAGUE).version == before
    done = program.ask("DELETE", f"{path}?confirm={option['confirm']}")
    assert done.status_code == 200, done.text
    assert "group-b" not in stages(league)


def test_a_stage_without_games_is_removed_without_a_question(league: Desk, tmp_path: Path) -> None:
    program = Program(league, Scope.DIRECT, LEAGUE, data=tmp_path)
    assert program.ask("DELETE", f"/tournaments/{LEAGUE}/stages/group-b").status_code == 200
    assert "group-b" not in stages(league)


def test_the_form_of_the_page_confirms_what_the_page_shows(league: Desk) -> None:
    play_groups(league)
    site = Site(league)
    assert "Group B goes with 6 results" in unescape(site.get(REMOVE).text)
    fields = site.form(REMOVE, REMOVE)
    assert site.post(REMOVE, confirm=fields["confirm"]).status_code == 303
    assert "group-b" not in stages(league)


def test_what_was_played_since_the_page_was_loaded_is_asked_about(league: Desk) -> None:
    play_round(league, GROUP_B, 1)
    site = Site(league)
    seen = site.form(REMOVE, REMOVE)["confirm"]
    play_round(league, GROUP_B, 2)
    asked = site.post(REMOVE, confirm=seen, enhanced=True)
    assert asked.status_code == 409
    assert "Something else was saved in the meantime" in unescape(asked.text)
    assert "Group B goes with 4 results" in unescape(asked.text)
    assert "group-b" in stages(league)
    [mark] = marks_in(asked)
    assert site.post(REMOVE, confirm=mark, enhanced=True).status_code == 200
    assert "group-b" not in stages(league)
