"""Who took which file is noted beside the log, so that a change names the files that it makes wrong."""

from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from kit.api_program import Program
from kit.console import Console, console
from kit.web_site import Site
from miai.desk.asking import asking
from miai.desk.handed_out import NOT_KNOWN, HandedOut, files_handed_out
from miai.desk.live_state import Desk
from miai.domain.log.document import write_history
from miai.domain.log.history import History
from miai.domain.people.grade import Grade
from miai.domain.rounds.game import Result
from miai.errors import InputError
from miai.features.consequences.confirm import NeedsConfirmation, Option, settle
from miai.features.consequences.wording import lines_of
from miai.features.files.hand_out import hand_out
from miai.features.players.change_player import change_player
from miai.features.programs.tokens import Scope
from miai.features.results.enter_result import enter_result
from miai.features.tournament.create_tournament import create_tournament
from miai.messages import Message
from miai.store.database import open_store


@pytest.fixture
def hall() -> Console:
    """Two rounds played."""
    opened = console("Ada 3d, Bo 2d, Cy 1d, Dan 1k")
    for number in (1, 2):
        opened.draw(number)
        opened.play(number)
    return opened


def known(hall: Console) -> tuple[HandedOut, ...]:
    found = files_handed_out(hall.desk.store, hall.state.history.identity)
    assert found.complete
    return found.files


def corrected(hall: Console) -> Option:
    """The question about another result of round 1."""
    board = hall.event.board_at(1, 1)
    result = Result.BLACK_WINS if board.result is Result.WHITE_WINS else Result.WHITE_WINS
    with asking(settle), pytest.raises(NeedsConfirmation) as found:
        enter_result(*hall.at, round=1, table=1, result=result, by="Anneke")
    return found.value.usual.option


def said_of_files(option: Option) -> str:
    return next((str(line.text) for line in lines_of(option.moves) if str(line.label) == "Files"), "")


def test_pages_and_programs_note_who_took_which_file_and_the_log_stays(hall: Console) -> None:
    head = hall.state.head
    assert Site(hall.desk).get(f"/t/{hall.id}/save?to=h9&rounds=1").status_code == 200
    program = Program(hall.desk, Scope.DIRECT, hall.id)
    assert program.ask("GET", f"/tournaments/{hall.id}/files/opengotha").status_code == 200
    assert Site(hall.desk).get(f"/t/{hall.id}/save").status_code == 200
    assert hall.state.head == head
    noted = [(file.format, file.rounds, file.by, file.version) for file in known(hall)]
    assert noted == [("h9", "1", "director", head.version), ("opengotha", "", "program", head.version)]


def test_the_latest_file_of_a_kind_counts(hall: Console) -> None:
    hand_out(*hall.at, to="h9", by="Ana")
    hand_out(*hall.at, to="tou", by="Ana")
    change_player(*hall.at, hall.who("Ada"), lambda old: replace(old, club="Oslo"), by="x")
    hand_out(*hall.at, to="h9", by="Ben")
    assert [(file.format, file.by) for file in known(hall)] == [("tou", "Ana"), ("h9", "Ben")]


def test_a_change_names_a_file_only_if_it_was_handed_out_and_is_different_then(hall: Console) -> None:
    assert said_of_files(corrected(hall)) == "none that was handed out changes"
    hand_out(*hall.at, to="h9", rounds="2", by="Ana")
    assert said_of_files(corrected(hall)) == "none that was handed out changes"
    version = hall.state.version
    hand_out(*hall.at, to="h9", by="Ana")
    option = corrected(hall)
    assert [(file.format, file.rounds) for file in option.moves.files] == [("h9", "")]
    assert said_of_files(option).startswith("Result table for the European Go Database, handed out on ")
    assert said_of_files(option).endswith(f" after entry {version}, would be different now")


def test_of_an_event_that_was_not_created_here_earlier_files_are_not_known(hall: Console) -> None:
    there = Console()
    there.id = there.desk.create(History(entries=hall.state.history.entries)).id
    assert files_handed_out(there.desk.store, there.state.history.identity) == NOT_KNOWN
    assert "result files sent before, if any, have the old games" in said_of_files(corrected(there))
    hand_out(*there.at, to="h9", by="Ana")
    assert not files_handed_out(there.desk.store, there.state.history.identity).complete
    both = said_of_files(corrected(there))
    assert "handed out on" in both
    assert "result files sent before, if any, have the old games" in both


def test_a_machine_that_may_not_write_gives_the_file_and_notes_nothing(
    hall: Console, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(*_: object) -> None:
        raise InputError(Message("this machine keeps a copy"))

    monkeypatch.setattr(hall.desk.store, "change_value", refused)
    assert hand_out(*hall.at, to="h9", by="Ana").data
    assert known(hall) == ()


def test_the_notes_are_in_the_database_and_not_in_the_document(tmp_path: Path) -> None:
    with closing(open_store(tmp_path / "data")) as store:
        desk = Desk(store)
        event = create_tournament(desk, name="Spring Cup", by="Ana")
        document = write_history(event.history)
        hand_out(desk, event.id, to="opengotha", by="Ana")
    with closing(open_store(tmp_path / "data")) as store:
        history = store.history(event.id)
        found = files_handed_out(store, history.identity)
        assert [(file.format, file.by, file.version) for file in found.files] == [("opengotha", "Ana", 1)]
        assert found.complete
        assert write_history(history) == document
        store.set_value(f"files handed out: {history.identity}", None)
        assert files_handed_out(store, history.identity) == NOT_KNOWN


def test_the_api_lists_the_files_of_a_question(hall: Console) -> None:
    hand_out(*hall.at, to="h9", by="Ana")
    program = Program(hall.desk, Scope.DIRECT, hall.id)
    path = f"/tournaments/{hall.id}/players/{hall.who('Ada')}"
    asked = program.ask("PATCH", path, {"grade": str(Grade.parse("9k"))})
    assert asked.status_code == 409
    moves = asked.json()["options"][-1]["moves"]
    assert moves["files_known"] is True
    assert [(file["format"], file["by"]) for file in moves["files"]] == [("h9", "Ana")]
