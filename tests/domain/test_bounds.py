"""Every number that an entry of the log can hold has bounds, and whatever is beyond them is refused."""

import types
from collections.abc import Iterator
from dataclasses import is_dataclass, replace
from typing import Annotated, Any, Union, get_args, get_origin

import pytest

from kit.console import console
from miai.domain.bounds import bounds_of, out_of_bounds
from miai.domain.field_facts import field_hints
from miai.domain.log import events
from miai.domain.numbers import Between
from miai.domain.people.grade import Grade
from miai.domain.people.player import Player, PlayerId
from miai.domain.points import Quarters
from miai.domain.rounds.round_in_progress import RoundClock
from miai.domain.settings.clock import Clock
from miai.domain.settings.event_settings import Settings
from miai.domain.table_numbers import TableRange
from miai.errors import InputError
from miai.features.players.change_player import change_player, withdraw
from miai.features.schedule.set_clock import set_clock

# Numbers of entries, which have to be numbers of the same log; grades and tables check themselves.
FREE = {"Undone.entry", "Redone.entry", "ReasonGiven.entries"}


def numbers_without_bounds(hint: Any, name: str) -> Iterator[str]:
    """The fields inside a type that are numbers and have no bounds."""
    if hint in (int, float, Quarters):
        yield name
    elif get_origin(hint) in (Union, types.UnionType, tuple, frozenset):
        for each in get_args(hint):
            yield from numbers_without_bounds(each, name)
    elif isinstance(hint, type) and is_dataclass(hint) and hint not in (Grade, TableRange):
        for field, kind in field_hints(hint).items():
            yield from numbers_without_bounds(kind, f"{hint.__name__}.{field}")


def test_every_number_of_an_entry_has_bounds() -> None:
    assert set(numbers_without_bounds(events.Event, "")) == FREE
    assert set(numbers_without_bounds(Annotated[int, Between(0, 1)], "")) == set()


def test_values_beyond_their_bounds_are_found_wherever_they_are() -> None:
    player = Player(id=PlayerId("p1"), surname="A", grade=Grade.parse("1d"))
    odd = replace(
        player, rating=float("inf"), correction=Quarters(4 * 10**25), absent_rounds=frozenset((3, 10**9))
    )
    found = {each.path for each in out_of_bounds(events.PlayersChanged(players=(player, odd)))}
    assert {path.partition("rounds[")[0] for path in found} == {
        ".players[1].rating", ".players[1].correction", ".players[1].absent_"
    }  # fmt: skip
    assert list(out_of_bounds(events.PlayerChanged(player=player))) == []


@pytest.mark.parametrize(
    "text", ["tomorrow", "0001-01-01T00:00+00:00", "9999-12-31T23:59:59-12:00", "10000-01-01"]
)
def test_a_moment_with_which_clocks_cannot_count_is_out_of_bounds(text: str) -> None:
    clock = RoundClock(round=1, starts_at=text)
    assert [each.path for each in out_of_bounds(clock)] == [".starts_at"]
    assert list(out_of_bounds(RoundClock(round=1, starts_at="2026-11-16T10:00:00+00:00"))) == []


def test_the_bounds_of_a_field_are_found_by_its_path() -> None:
    assert (
        bounds_of(Settings, "clock.basic_minutes") == bounds_of(Clock, "basic_minutes") == Between(0, 9_999)
    )
    with pytest.raises(TypeError):
        bounds_of(Settings, "system")


def test_no_entry_with_a_number_beyond_its_bounds_is_written() -> None:
    """A clock of 10^18 minutes once broke all public pages, a correction of 10^25 the draw."""
    opened = console("Ada 3d, Bo 1k", rounds=3)
    version = opened.state.version
    with pytest.raises(InputError, match="Minutes of the clock: 1000000000000000000 is not between 0 and"):
        set_clock(*opened.at, round=1, minutes=10**18, by="Anneke")
    with pytest.raises(InputError, match="Correction: 1000000000000000000000000"):
        change_player(
            *opened.at,
            opened.who("Bo"),
            lambda player: replace(player, correction=Quarters(4 * 10**25)),
            by="Anneke",
        )
    with pytest.raises(InputError, match="round"):
        withdraw(*opened.at, opened.who("Bo"), from_round=-(10**9), by="Anneke")
    assert opened.state.version == version
