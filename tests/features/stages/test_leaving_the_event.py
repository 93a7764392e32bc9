"""A player who leaves an event leaves the group that is being played; each rule for the games is shown."""

from pathlib import Path

import pytest

from kit.api_program import Program
from kit.command import Run
from kit.console import Console
from kit.staged_hall import GROUP_A, groups_of, hall_of, inside, stage_event, strong_wins
from kit.web_site import Site, marks_in
from miai.domain.log.document import read_history, write_history
from miai.domain.people.withdrawal import left_before
from miai.domain.settings.scoring_rules import Withdrawal
from miai.domain.tournament import Tournament
from miai.engine.scoring import standings
from miai.features.players.change_player import come_back, withdraw
from miai.features.programs.tokens import Scope
from miai.features.stages.groups import open_groups


@pytest.fixture
def hall() -> Console:
    """Two groups of six after two rounds of the first; the lower number wins."""
    hall = groups_of(12, 2)
    strong_wins(inside(hall, GROUP_A), last=2)
    return hall


def rules(event: Tournament) -> list[Withdrawal]:
    return [stage.event.settings.scoring.withdrawal for stage in event.stages]


def wins(event: Tournament) -> dict[str, float]:
    return {row.player.surname: row.values["nbw"] for row in standings(event).rows}


def test_the_page_shows_each_rule_with_what_it_moves_in_the_group(hall: Console, tmp_path: Path) -> None:
    site = Site(hall.desk, data=tmp_path)
    own = f"/t/{hall.id}/players/{hall.who('P1')}"
    assert "Leaves the event" in site.get(own).text
    shown = site.post(f"{own}/withdraw", from_round="1")
    assert "P1 has played 2 of 5 games" in shown.text
    assert "Group A: Places" in shown.text
    assert len(set(marks_in(shown))) == 4
    site.post(f"{own}/withdraw", from_round="1", confirm=marks_in(shown)[3])
    # One rule for all groups that are played side by side.
    assert rules(hall.event) == [Withdrawal.ANNUL, Withdrawal.ANNUL]
    assert wins(stage_event(hall, GROUP_A))["P1"] == 0
    drawn = inside(hall, GROUP_A).draw(3)
    assert drawn.board_of(hall.who("P1")) is None


def test_the_page_lets_a_player_who_left_the_event_play_again(hall: Console, tmp_path: Path) -> None:
    site = Site(hall.desk, data=tmp_path)
    withdraw(*hall.at, hall.who("P1"), from_round=1, by="A")
    own = f"/t/{hall.id}/players/{hall.who('P1')}"
    assert "Let the player play again" in site.get(own).text
    shown = site.post(f"{own}/back")
    marks = marks_in(shown)
    if marks:
        site.post(f"{own}/back", confirm=marks[0])
    assert inside(hall, GROUP_A).draw(3).board_of(hall.who("P1"))


def test_a_program_names_the_rule_for_the_groups(hall: Console, tmp_path: Path) -> None:
    program = Program(hall.desk, Scope.DIRECT, hall.id, data=tmp_path)
    path = f"/tournaments/{hall.id}/players/{hall.who('P1')}/withdraw"
    asked = program.ask("POST", path, {"from_round": 1})
    assert [each["choice"] for each in asked.json()["options"]] == [
        "annul or award games",
        "keep games",
        "award games",
        "annul games",
    ]
    answer = program.ask("POST", path, {"from_round": 1, "games": "award"})
    assert answer.status_code == 200, answer.text
    assert rules(hall.event) == [Withdrawal.AWARD, Withdrawal.AWARD]
    assert left_before(stage_event(hall, GROUP_A).player(hall.who("P1")), 5) == 3


def test_the_command_shows_what_moves_in_the_group(hall: Console, tmp_path: Path, run: Run) -> None:
    path = tmp_path / "event.miai"
    path.write_bytes(write_history(hall.state.history))
    words = ("withdraw", path, "--player", "P1", "-o", path)
    status, _, said = run(*words)
    assert status == 2
    assert "Group A: Places" in said
    assert run(*words, "--games", "keep")[0] == 0
    event = read_history(path.read_bytes()).tournament()
    assert rules(event) == [Withdrawal.KEEP, Withdrawal.KEEP]
    assert left_before(event.stage(GROUP_A).event.player(hall.who("P1")), 5) == 3


def test_a_player_leaves_between_a_qualifier_and_its_final(tmp_path: Path) -> None:
    hall = hall_of(8, rounds=1)
    strong_wins(hall)
    open_groups(*hall.at, count=2, by="A")
    site = Site(hall.desk, data=tmp_path)
    own = f"/t/{hall.id}/players/{hall.who('P2')}"
    assert "Leaves the event" in site.get(own).text
    site.post(f"{own}/withdraw", from_round="2")
    strong_wins(inside(hall, GROUP_A))
    strong_wins(inside(hall, "group-b"))
    assert all(
        drawn.board_of(hall.who("P2")) is None for stage in hall.event.stages for drawn in stage.event.rounds
    )
    come_back(*hall.at, hall.who("P2"), by="A")
    assert all(player.attends(20) for player in hall.event.players)


def test_a_player_leaves_a_group_that_has_more_rounds_than_a_withdrawal_lasted() -> None:
    hall = groups_of(46, 2)
    withdraw(*hall.at, hall.who("P1"), from_round=1, by="A")
    event = stage_event(hall, GROUP_A)
    assert event.settings.rounds > 20
    assert left_before(event.player(hall.who("P1")), event.settings.rounds) == 1
