"""Two programs on one database delete, create, enter and undo at random: every tournament can be opened."""

from collections.abc import Iterator
from contextlib import closing, suppress
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from conftest import SOAK
from kit.builders import crosstable
from kit.postgresql import new_database
from miai.desk.live_state import Desk, State
from miai.domain.log import events
from miai.domain.log.history import History
from miai.domain.rounds.game import Result
from miai.errors import InputError
from miai.features.history.undo import undo
from miai.features.tournament.create_tournament import delete_tournament
from miai.store.database import Database, open_store

ID = "cup"
# Both have as many entries, so that the number of the last one does not tell them apart.
FIELDS = tuple(
    History.of_tournament(replace(crosstable(field), name="Cup")) for field in ("A?B C?D", "E?F G?H")
)
LAST = len(FIELDS[0].entries)
ACTIONS = st.tuples(
    st.integers(0, 1), st.sampled_from(("create", "delete", "enter", "undo", "overtaken")), st.integers(0, 3)
)


@cache
def server() -> str:
    return new_database()


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("two")


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def stores(request: pytest.FixtureRequest, folder: Path) -> Iterator[tuple[Database, Database]]:
    url = server() if request.param == "postgresql" else None
    with closing(open_store(folder, url)) as here, closing(open_store(folder, url)) as there:
        yield here, there


def act(desks: tuple[Desk, Desk], which: int, action: str, choice: int) -> None:
    desk, other = desks[which], desks[1 - which]
    if action == "create":
        desk.create(FIELDS[choice % 2], id=ID)
    elif action == "delete":
        delete_tournament(desk, ID)
    elif action == "undo":
        undo(desk, ID, desk.state(ID).version, by="Ana")
    else:
        overtaking = ["once"] if action == "overtaken" else []

        def decide(_: State) -> list[events.Event]:
            if overtaking:
                overtaking.clear()
                replace_or_enter(other, choice)
            return [events.ResultEntered(round=1, table=1 + choice % 2, result=Result.WHITE_WINS)]

        desk.change(ID, decide, by="Ana")


def replace_or_enter(other: Desk, choice: int) -> None:
    """What the other program does between the decision and the entry."""
    with suppress(InputError):
        if choice % 2:
            delete_tournament(other, ID)
            other.create(FIELDS[choice // 2], id=ID)
        else:
            other.store.append(
                other.state(ID).id,
                [events.DetailsChanged(name="Cup")],
                expected=other.state(ID).version,
                by="Ben",
            )


@settings(max_examples=300 if SOAK else 12)
@given(actions=st.lists(ACTIONS, min_size=2, max_size=12))
def test_no_tournament_is_left_that_cannot_be_opened(
    stores: tuple[Database, Database], actions: list[tuple[int, str, int]]
) -> None:
    for each in stores[0].tournaments():
        stores[0].delete(each.id)
    desks = Desk(stores[0]), Desk(stores[1])
    for which, action, choice in actions:
        # A refusal is an answer; anything else is a fault.
        with suppress(InputError):
            act(desks, which, action, choice)
        for each in stores[0].tournaments():
            assert desks[0].state(each.id).head == desks[1].state(each.id).head
    for each in stores[0].tournaments():
        fresh = Desk(stores[0]).state(each.id)
        assert [desk.state(each.id) for desk in desks] == [fresh, fresh]
        players = {player.surname for player in fresh.tournament.players}
        assert players in ({"A", "B", "C", "D"}, {"E", "F", "G", "H"})
    assert stores[0].damages() == ()
