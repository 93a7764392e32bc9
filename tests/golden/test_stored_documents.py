"""Documents that earlier versions wrote; these files are added to and never changed, and open for ever."""

from contextlib import closing
from pathlib import Path
from typing import get_args

import pytest

from miai.domain import events
from miai.domain.document import read_history, write_history
from miai.domain.game import Result
from miai.domain.grade import Grade
from miai.domain.history import History
from miai.domain.player import PlayerId
from miai.domain.points import quarters
from miai.domain.problems import problems
from miai.store.database import open_store

DOCUMENTS = sorted((Path(__file__).parent / "documents").glob("*.miai"))


def opened(name: str) -> History:
    return read_history((Path(__file__).parent / "documents" / f"{name}.miai").read_bytes())


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.stem)
def test_an_old_document_opens_and_goes_through_the_store_unchanged(path: Path, tmp_path: Path) -> None:
    history = read_history(path.read_bytes())
    assert problems(history.tournament()) == []
    with closing(open_store(tmp_path)) as store:
        assert store.history(store.create(history)) == history
    assert read_history(write_history(history)) == history


def test_every_kind_of_event_is_in_an_old_document() -> None:
    found = {type(entry.event) for path in DOCUMENTS for entry in read_history(path.read_bytes()).entries}
    assert found == set(get_args(events.Event)), "add a document with the new kind to tests/golden/documents"


def test_the_first_version_says_what_it_said_then() -> None:
    history = opened("version-1")
    event = history.tournament()
    assert (history.entries[12].by, history.entries[12].at) == ("desk", "2026-10-03T11:00:00Z")
    assert history.undone == {14}
    assert (event.name, event.place, event.settings.rounds) == ("Autumn Cup", "Łódź", 4)
    assert [player.name for player in event.players] == [
        "Kowalska Ewa", "Müller Jörg", "李 伟", "Nguyen", "O'Brien Pat",
    ]  # fmt: skip
    ewa, nguyen = event.player(PlayerId("p1")), event.player(PlayerId("p4"))
    assert (ewa.grade, ewa.rating, ewa.start) == (Grade.parse("4d"), 2310.5, quarters(22))
    assert nguyen.attends(2)
    assert not nguyen.attends(3)
    first, second = event.rounds
    assert [(b.table, b.white, b.handicap, b.result) for b in first.boards] == [
        (1, "p2", 0, Result.WHITE_WINS),
        (2, "p3", 4, Result.JIGO),
    ]
    assert [board.result for board in second.boards] == [Result.BLACK_WINS_BY_DEFAULT]
    assert [bonus.points for bonus in second.bonuses] == [quarters(0.25), quarters(1.5)]
    assert event.published_places == ("2", "1", "3", "4", "5")


def test_a_running_tournament_of_the_first_version_says_what_it_said_then() -> None:
    event = opened("version-1-running").tournament()
    assert (event.settings.preset, [prize.wins for prize in event.settings.prizes]) == ("kaniuk", [0, 3])
    assert event.wishes.apart == (("a", "b"),)
    first, second = event.rounds
    assert [(board.table, board.black, board.result) for board in first.boards] == [(1, "c", Result.UNKNOWN)]
    assert [bye.player for bye in first.byes] == ["b", "d"]
    assert [board.result for board in second.boards] == [Result.WHITE_WINS, Result.UNKNOWN]
    assert [(claim.player, claim.result) for claim in event.claims] == [
        ("c", Result.BLACK_WINS),
        ("a", Result.WHITE_WINS),
    ]
    assert [[board.black for board in shown.boards] for shown in event.shown] == [["d", "c"]]
    assert [(table.after_round, table.final) for table in event.tables_shown] == [(1, True)]
    assert [clock.minutes for clock in event.clocks] == [60]
