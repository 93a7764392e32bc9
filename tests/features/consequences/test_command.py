"""Commands show what moves, and ask at a terminal or take --force."""

from pathlib import Path

import pytest
import typer

from kit.command import Run
from kit.riverside import RIVERSIDE
from kit.staged_event import LEAGUE, open_league, play_groups
from miai.desk.live_state import Desk
from miai.domain.log.document import read_history, write_history
from miai.domain.log.events import BonusGiven, PlayersChanged, ReasonGiven, SettingsChanged
from miai.domain.people.grade import Grade
from miai.domain.people.rating_list_entry import ListedPlayer, ListSource, PlayerList
from miai.domain.tournament import Tournament
from miai.store.people.player_lists import PlayerLists


@pytest.fixture
def document(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The Riverside Open, and a list of the EGF that has a player of it with another grade."""
    monkeypatch.setenv("MIAI_DATA", str(tmp_path / "data"))
    path = tmp_path / "event.miai"
    path.write_bytes(RIVERSIDE.read_bytes())
    weiss = next(player for player in event_of(path).players if player.surname == "Weiss")
    listed = ListedPlayer(
        source=ListSource.EGF,
        surname=weiss.surname,
        first_name=weiss.first_name,
        grade=Grade.parse("9k"),
        rating=1200.0,
        country=weiss.country,
        club=weiss.club,
        egf_pin=weiss.egf_pin or "10000001",
    )
    (tmp_path / "data").mkdir()
    with PlayerLists(tmp_path / "data", create=True) as opened:
        opened.replace(PlayerList(source=ListSource.EGF, players=(listed,)))
    return path


def event_of(path: Path) -> Tournament:
    return read_history(path.read_bytes()).tournament()


def entries(path: Path) -> list[object]:
    return [entry.event for entry in read_history(path.read_bytes()).entries]


BAR = ("rules", "--set", "scoring.bar=1d")
BONUS = ("bonus", "--to", "Quinn", "--round", "2")
GRADES = ("list", "update", "--grades", "--by-name", "--apply")
BANDS = ("bands", "--build")


def call(run: Run, words: tuple[str, ...], document: Path, *more: str) -> tuple[int, str, str]:
    place = 2 if words[0] == "list" else 1
    return run(*words[:place], document, *words[place:], "-o", document, *more)


@pytest.mark.parametrize("words", [BAR, BONUS, GRADES, BANDS], ids=["bar", "bonus", "grade", "bands"])
def test_a_script_writes_nothing_that_moves_the_past_without_force(
    run: Run, document: Path, words: tuple[str, ...]
) -> None:
    before = document.read_bytes()
    status, _, error = call(run, words, document)
    assert status == 2
    assert "this changes what was played or published; --force writes it" in error
    assert "miai: Places" in error
    assert document.read_bytes() == before
    status, _, notes = call(run, words, document, "--force")
    assert status == 0, notes
    assert "Places" in notes
    assert document.read_bytes() != before


def test_a_new_grade_of_a_list_keeps_the_starting_score(run: Run, document: Path) -> None:
    old = next(player for player in event_of(document).players if player.surname == "Weiss")
    status, _, notes = call(run, GRADES, document, "--force")
    assert status == 0, notes
    assert "Places: no player moves" in notes
    new = event_of(document).player(old.id)
    assert (str(new.grade), new.start) == ("9k", 128)
    assert isinstance(entries(document)[-1], PlayersChanged)


def at_a_terminal(monkeypatch: pytest.MonkeyPatch, *, choice: int = 1, agrees: bool = True) -> None:
    monkeypatch.setattr("sys.stdin.isatty", lambda: True)
    monkeypatch.setattr(typer, "confirm", lambda *_, **__: agrees)
    monkeypatch.setattr(typer, "prompt", lambda *_, **__: choice)


def test_at_a_terminal_somebody_is_asked(run: Run, document: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = document.read_bytes()
    at_a_terminal(monkeypatch, agrees=False)
    status, _, shown = call(run, BAR, document)
    assert (status, document.read_bytes()) == (1, before)
    assert "Places after round 4: 12 players move" in shown
    at_a_terminal(monkeypatch)
    assert call(run, BAR, document)[0] == 0
    assert isinstance(entries(document)[-1], SettingsChanged)
    assert call(run, BONUS, document)[0] == 0
    assert isinstance(entries(document)[-1], BonusGiven)


def test_at_a_terminal_the_starting_score_can_move_too(
    run: Run, document: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    at_a_terminal(monkeypatch, choice=2)
    assert call(run, GRADES, document)[0] == 0
    weiss = next(player for player in event_of(document).players if player.surname == "Weiss")
    assert (str(weiss.grade), weiss.start) == ("9k", None)


def test_what_moves_nothing_is_written_without_a_question(run: Run, document: Path) -> None:
    assert run("rules", document, "--set", "clock.basic_minutes=50", "-o", document)[0] == 0
    assert isinstance(entries(document)[-1], SettingsChanged)


def test_another_format_asks_as_well(run: Run, document: Path, tmp_path: Path) -> None:
    xml, out = tmp_path / "event.xml", tmp_path / "out.xml"
    run("convert", document, xml)
    assert run("rules", xml, "--set", "scoring.bar=1d", "-o", out)[0] == 2
    assert not out.exists()
    assert run("rules", xml, "--set", "scoring.bar=1d", "-o", out, "--force")[0] == 0
    assert out.exists()


# Rounds, stages and tables of players -----------------------------------------------------------------


def test_drawing_an_earlier_round_shows_what_goes_with_the_later_ones(run: Run, document: Path) -> None:
    words = ("pair", document, "--round", "2", "-o", document)
    before = document.read_bytes()
    status, _, error = run(*words)
    assert (status, document.read_bytes()) == (2, before)
    assert "round 2: 12 results are dropped with the draw." in error
    assert "round 4: 13 results are dropped with the draw." in error
    assert "the standings after round 4 are no longer possible" in error
    assert "change for players" not in error
    assert run(*words, "--force")[0] == 0
    assert event_of(document).rounds_played == 2


def test_drawing_the_last_round_again_drops_its_results_only_with_force(run: Run, document: Path) -> None:
    words = ("pair", document, "--round", "4", "-o", document)
    before = document.read_bytes()
    assert (run(*words)[0], document.read_bytes()) == (2, before)
    assert run(*words, "--force")[0] == 0
    assert not any(board.result.known for board in event_of(document).round(4).boards)


def test_another_format_asks_before_it_loses_later_rounds(run: Run, document: Path, tmp_path: Path) -> None:
    xml, out = tmp_path / "event.xml", tmp_path / "out.miai"
    run("convert", document, xml)
    status, _, error = run("pair", xml, "--round", "3", "-o", out)
    assert (status, out.exists()) == (2, False)
    assert "round 3: 13 results are dropped with the draw." in error
    assert run("pair", xml, "--round", "3", "-o", out, "--force")[0] == 0


def test_the_next_round_is_drawn_without_a_question(run: Run, document: Path) -> None:
    assert run("pair", document, "-o", document)[0] == 0
    assert run("pair", document, "--round", "5", "--seed", "7", "-o", document)[0] == 0
    assert event_of(document).rounds_played == 5


def test_a_stage_that_has_been_played_is_removed_only_with_force(
    run: Run, desk: Desk, tmp_path: Path
) -> None:
    open_league(desk)
    play_groups(desk)
    file = tmp_path / "league.miai"
    file.write_bytes(write_history(desk.state(LEAGUE).history))
    assert run("stage", "remove", file, "final", "-o", file)[0] == 0
    status, _, error = run("stage", "remove", file, "group-a", "-o", file)
    assert status == 2
    assert "Group A goes with 6 results" in error
    assert [stage.event.name for stage in event_of(file).stages] == ["Group A", "Group B"]
    assert run("stage", "remove", file, "group-a", "-o", file, "--force")[0] == 0
    assert [stage.event.name for stage in event_of(file).stages] == ["Group B"]


def test_players_of_a_table_are_added_to_the_history_of_a_document(
    run: Run, document: Path, tmp_path: Path
) -> None:
    table = tmp_path / "late.csv"
    table.write_text("Surname,First name,Grade\nLate,Lena,2d\n", encoding="utf-8")
    before = read_history(document.read_bytes())
    assert run("players", table, "--into", document, "-o", document)[0] == 0
    after = read_history(document.read_bytes())
    assert after.entries[: len(before.entries)] == before.entries
    assert [player.surname for player in after.tournament().players][-1] == "Late"


def test_a_command_keeps_its_reason_in_the_history(run: Run, document: Path) -> None:
    """In either order of the two options."""
    for more in (("--force", "--reason", "typed twice"), ("--reason", "typed twice", "--force")):
        before = len(entries(document))
        assert call(run, BONUS, document, *more)[0] == 0
        given = entries(document)[-1]
        assert isinstance(given, ReasonGiven)
        assert (given.entries, given.reason) == ((before + 1,), "typed twice")
