"""A player who leaves a round robin: each rule is shown with what it moves, and can be chosen."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from kit.api_program import Program, kind_of
from kit.command import Run
from kit.console import Console, console
from kit.round_robins import entered, played
from kit.web_site import Site, marks_in
from miai.desk.asking import asking
from miai.domain.log.document import read_history, write_history
from miai.domain.log.events import SettingsChanged
from miai.domain.log.history import History
from miai.domain.people.player import PlayerId
from miai.domain.rounds.game import Result
from miai.domain.settings.scoring_rules import Withdrawal
from miai.domain.tournament import Tournament
from miai.engine.scoring import standings
from miai.features.consequences.confirm import NeedsConfirmation, settle
from miai.features.players.change_player import withdraw
from miai.features.programs.tokens import Scope
from miai.features.results.enter_result import enter_result
from miai.formats.registry import FORMATS

NAMES = "Ada 5d, Bo 4d, Cy 3d, Di 2d, Ed 1d, Fi 1k"


@pytest.fixture
def hall() -> Console:
    """Six players who meet everybody, after two rounds."""
    opened = console(NAMES, system="round_robin", rounds=5)
    for number in (1, 2):
        opened.draw(number)
        opened.play(number)
    return opened


def wins(event: Tournament) -> dict[str, float]:
    return {row.player.surname: row.values["nbw"] for row in standings(event).rows}


def winners_against(hall: Console, name: str) -> list[str]:
    """The opponents who beat a player; White wins every game of the kit."""
    player = hall.who(name)
    boards = [drawn.board_of(player) for drawn in hall.event.rounds]
    return [hall.event.player(board.white).surname for board in boards if board and board.white != player]


def rule_of(hall: Console) -> Withdrawal:
    return hall.event.settings.scoring.withdrawal


@pytest.fixture
def program(hall: Console, tmp_path: Path) -> Program:
    return Program(hall.desk, Scope.DIRECT, hall.id, data=tmp_path)


def asked(program: Program, hall: Console, **body: Any) -> Any:
    path = f"/tournaments/{hall.id}/players/{hall.who('Ada')}/withdraw"
    answer = program.ask("POST", path, {"from_round": 3, **body})
    assert kind_of(answer) == "needs-confirmation"
    return {option["choice"]: option for option in answer.json()["options"]}


def test_the_api_lists_what_each_rule_moves_and_writes_nothing(program: Program, hall: Console) -> None:
    before = hall.state.version
    options = asked(program, hall)
    assert list(options) == ["annul or award games", "keep games", "award games", "annul games"]
    assert options["keep games"]["moves"]["parts"] == []
    moved = options["annul games"]["moves"]["parts"][0]["tables"][0]
    lost = {move["name"]: move["after"] - move["before"] for move in moved["scores"]}
    own = wins(hall.event)["Ada"]
    expected = dict.fromkeys(winners_against(hall, "Ada"), -1.0)
    assert lost == (expected | {"Ada": -own} if own else expected)
    assert options["annul or award games"]["moves"] == options["annul games"]["moves"]
    assert hall.state.version == before


@pytest.mark.parametrize(
    ("choice", "rule"),
    [
        ("keep games", Withdrawal.KEEP),
        ("annul or award games", Withdrawal.HALF),
        ("award games", Withdrawal.AWARD),
        ("annul games", Withdrawal.ANNUL),
    ],
)
def test_the_rule_that_is_confirmed_becomes_that_of_the_event(
    program: Program, hall: Console, choice: str, rule: Withdrawal
) -> None:
    mark = asked(program, hall)[choice]["confirm"]
    path = f"/tournaments/{hall.id}/players/{hall.who('Ada')}/withdraw?confirm={mark}"
    assert program.ask("POST", path, {"from_round": 3}).status_code == 200
    assert rule_of(hall) is rule
    assert not hall.event.player(hall.who("Ada")).attends(3)


def test_a_rule_that_is_named_in_the_request_is_asked_about_alone(program: Program, hall: Console) -> None:
    assert list(asked(program, hall, games="annul")) == ["as entered"]
    path = f"/tournaments/{hall.id}/players/{hall.who('Ada')}/withdraw"
    # Awarding moves no table yet: the rounds of these games are to come.
    answer = program.ask("POST", path, {"from_round": 3, "games": "award"})
    assert answer.status_code == 200, answer.text
    assert rule_of(hall) is Withdrawal.AWARD


def test_only_a_round_robin_has_a_rule_for_games_of_players_who_leave(tmp_path: Path) -> None:
    hall = console("Ada 3d, Bo 1k", system="swiss")
    program = Program(hall.desk, Scope.DIRECT, hall.id, data=tmp_path)
    path = f"/tournaments/{hall.id}/players/{hall.who('Ada')}/withdraw"
    refused = program.ask("POST", path, {"from_round": 1, "games": "award"})
    assert refused.status_code == 422
    assert "only a round robin of players" in refused.text
    assert program.ask("POST", path, {"from_round": 1}).status_code == 200


def test_the_page_shows_the_rules_with_the_places_and_saves_the_one_that_is_chosen(
    hall: Console, tmp_path: Path
) -> None:
    site = Site(hall.desk, data=tmp_path)
    own = f"/t/{hall.id}/players/{hall.who('Ada')}"
    shown = site.post(f"{own}/withdraw", from_round="3")
    for text in (
        "Annul all games after fewer than half, else award the rest",
        "The rule of this event. Ada has played 2 of 5 games",
        "Keep the results as they are",
        "Award the games not played to the opponents",
        "Annul all games of the player",
        "It becomes the rule of this event.",
    ):
        assert text in shown.text, text
    marks = marks_in(shown)
    assert len(set(marks)) == 4
    site.post(f"{own}/withdraw", from_round="3", confirm=marks[1])
    assert rule_of(hall) is Withdrawal.KEEP
    assert "annulled" not in site.get(f"/t/{hall.id}/standings").text


def test_the_standings_of_the_page_have_annulled_games_in_brackets(hall: Console, tmp_path: Path) -> None:
    site = Site(hall.desk, data=tmp_path)
    own = f"/t/{hall.id}/players/{hall.who('Ada')}"
    marks = marks_in(site.post(f"{own}/withdraw", from_round="3"))
    site.post(f"{own}/withdraw", from_round="3", confirm=marks[3])
    assert wins(hall.event)["Ada"] == 0
    assert 'class="annulled"' in site.get(f"/t/{hall.id}/standings").text


def test_a_group_of_three_that_a_player_leaves_can_be_played_to_its_end(tmp_path: Path) -> None:
    hall = console("Ada 5d, Bo 4d, Cy 3d", system="round_robin", rounds=3)
    hall.draw(1)
    hall.play(1)
    site = Site(hall.desk, data=tmp_path)
    gone = next(name for name in ("Ada", "Bo", "Cy") if hall.event.round(1).board_of(hall.who(name)))
    own = f"/t/{hall.id}/players/{hall.who(gone)}"
    marks = marks_in(site.post(f"{own}/withdraw", from_round="2"))
    site.post(f"{own}/withdraw", from_round="2", confirm=marks[0])
    for number in (2, 3):
        hall.draw(number)
        hall.play(number)
    for page in ("", "/draw", "/results", "/standings", "/print"):
        assert site.get(f"/t/{hall.id}{page}").status_code == 200, page
    assert sum(wins(hall.event).values()) == 3
    assert hall.event.rounds_played == 3


def test_a_withdrawal_in_another_system_is_not_asked_about(tmp_path: Path) -> None:
    hall = console(NAMES, system="swiss", rounds=5)
    hall.draw(1)
    hall.play(1)
    program = Program(hall.desk, Scope.DIRECT, hall.id, data=tmp_path)
    path = f"/tournaments/{hall.id}/players/{hall.who('Ada')}/withdraw"
    assert program.ask("POST", path, {"from_round": 2}).status_code == 200


def test_a_first_result_of_a_player_who_has_left_is_asked_about(hall: Console) -> None:
    """With half of the games played all count again, so that tables of earlier rounds move."""
    settings = hall.event.settings
    settings = replace(settings, scoring=replace(settings.scoring, withdrawal=Withdrawal.HALF))
    hall.desk.change(hall.id, lambda _: [SettingsChanged(settings=settings)], by="A")
    hall.draw(3)
    withdraw(*hall.at, hall.who("Ada"), from_round=3, by="A")
    board = hall.event.round(3).board_of(hall.who("Ada"))
    assert board
    assert rule_of(hall) is Withdrawal.HALF
    with asking(settle), pytest.raises(NeedsConfirmation):
        enter_result(*hall.at, round=3, table=board.table, result=Result.WHITE_WINS, by="A")


# The command, and files ----------------------------------------------------------------------------------


@pytest.fixture
def document(tmp_path: Path) -> Path:
    path = tmp_path / "event.miai"
    path.write_bytes(write_history(History.of_tournament(played(entered(), 2))))
    return path


def event_in(path: Path) -> Tournament:
    return read_history(path.read_bytes()).tournament()


def test_the_command_shows_the_rule_of_the_event_and_writes_with_force(run: Run, document: Path) -> None:
    words = ("withdraw", document, "--player", "A", "-o", document)
    status, _, said = run(*words)
    assert status == 2
    assert "Places" in said
    assert event_in(document).player(PlayerId("A")).attends(3)
    status, told, _ = run(*words, "--force")
    assert status == 0
    assert "A leaves before round 3" in told
    assert wins(event_in(document))["A"] == 0


def test_the_command_takes_a_rule(run: Run, document: Path) -> None:
    words = ("withdraw", document, "--player", "A", "--games", "keep", "-o", document)
    assert run(*words)[0] == 0
    assert event_in(document).settings.scoring.withdrawal is Withdrawal.KEEP
    assert wins(event_in(document))["A"] == 2


@pytest.mark.parametrize("key", ["h9", "tou"])
def test_result_files_have_the_games_as_they_were_played(run: Run, document: Path, key: str) -> None:
    run("withdraw", document, "--player", "A", "--force", "-o", document)
    text = FORMATS[key].write(event_in(document)).decode()
    line = next(line for line in text.splitlines() if " A " in line)
    assert "(" not in line
    assert line.count("+") == 2


def test_every_document_before_the_setting_keeps_its_results() -> None:
    folder = Path(__file__).parents[2] / "golden" / "documents"
    for path in folder.glob("version-*.miai"):
        event = read_history(path.read_bytes()).tournament()
        assert event.settings.scoring.withdrawal is Withdrawal.KEEP, path.name
