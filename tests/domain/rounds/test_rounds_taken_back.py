"""A draw that is taken back leaves nothing of itself, and all that was stated before it."""

from collections.abc import Iterator
from dataclasses import MISSING, fields, is_dataclass, replace
from typing import Any

import pytest

from kit.builders import crosstable
from miai.domain.log import events
from miai.domain.log.history import History
from miai.domain.log.reconstruction import events_leading_to
from miai.domain.log.replay import apply, apply_all
from miai.domain.people.player import PlayerId
from miai.domain.people.team import LineUp, Match, Team, TeamId
from miai.domain.points import HALF
from miai.domain.rounds.director_constraints import ByeVolunteer, WantedGame, Wishes
from miai.domain.rounds.game import Board, Result
from miai.domain.rounds.result_reports import redrawn
from miai.domain.rounds.round import Bonus, Bye, HandChange, Pairings, Round
from miai.domain.rounds.round_in_progress import DelayKind, RoundClock
from miai.domain.rounds.round_selection import only_rounds
from miai.domain.stages import StageId, StagePlan
from miai.domain.tournament import Tournament

A, B, C, D, E = (PlayerId(name) for name in "ABCDE")
NORTH, SOUTH, WEST = (TeamId(name) for name in ("north", "south", "west"))
BEFORE = replace(
    crosstable("A+B C-D E+"),
    teams=(
        Team(id=NORTH, name="North", number=1, members=(A, C)),
        Team(id=SOUTH, name="South", number=2, members=(B, D)),
        Team(id=WEST, name="West", number=3, members=(E,)),
    ),
)
DRAWN = Pairings(
    number=2,
    boards=(Board(table=1, white=A, black=C), Board(table=2, white=B, black=D)),
    byes=(Bye(player=E),),
)
DRAW = events.RoundDrawn(round=DRAWN)
DELETED = events.RoundDeleted(round=2)
FRESH = apply(BEFORE, DRAW)
MATCHED = events.RoundDrawn(
    round=replace(DRAWN, matches=(Match(white=NORTH, black=SOUTH),), resting=(WEST,)), again=True
)

# How each field of a round comes to hold something; a new field needs a line here.
STATED: dict[str, events.InTournament] = {
    "boards": events.ResultEntered(round=2, table=1, result=Result.WHITE_WINS),
    "byes": events.DrawChanged(round=2, how=HandChange.LOCKED, byes=(Bye(player=E, locked=True),)),
    "bonuses": events.BonusGiven(round=2, bonus=Bonus(player=A, points=HALF)),
    "matches": MATCHED,
    "resting": MATCHED,
    "shown": events.RoundPublished(round=2),
    "claims": events.ResultClaimed(round=2, table=2, claimed_by=B, result=Result.WHITE_WINS),
    "contests": events.ResultContested(round=2, table=1, white=A, black=C, result=Result.JIGO),
    "delayed": events.GameDelayed(round=2, table=2, white=B, black=D, kind=DelayKind.POSTPONED),
}
# What lies beside the rounds and still comes from the draw of one.
BESIDE = {"tables_shown": events.StandingsPublished(after_round=2, final=True)}
# What a director states of the event, or of a round before it is drawn: no draw takes it away.
OUTLIVES_A_DRAW = {
    *("name", "short_name", "place", "country", "director", "begin", "end", "extras", "is_congress", "lot"),
    *("settings", "players", "teams", "stages", "congress", "sign_up", "phones", "leader", "around"),
    # Wanted games and offers to sit out are made for a round to come, and its start and deadline are planned.
    *("wishes", "clocks"),
    # While a table is final no round can be deleted, and places that a file prints go with the first change.
    *("final", "corrections", "published_places"),
}


def left_of(after: Tournament, fresh: Tournament = FRESH) -> list[str]:
    """The fields in which a tournament differs from one whose round 2 was drawn only once."""
    found = [
        each.name for each in fields(Tournament) if getattr(after, each.name) != getattr(fresh, each.name)
    ]
    drawn, wanted = after.round(2), fresh.round(2)
    return found + [
        each.name for each in fields(Round) if getattr(drawn, each.name) != getattr(wanted, each.name)
    ]


def in_stage(change: events.Change) -> events.Change:
    return events.in_stage(StageId("cup"), change)


def test_every_field_of_a_round_and_of_a_tournament_is_known_here() -> None:
    assert STATED.keys() == {each.name for each in fields(Round)} - {"number"}
    assert {each.name for each in fields(Tournament)} == OUTLIVES_A_DRAW | BESIDE.keys() | {"rounds"}


@pytest.mark.parametrize("name", [*STATED, *BESIDE])
def test_nothing_of_a_draw_is_left_when_it_is_taken_back_and_made_again(name: str) -> None:
    stated = apply(FRESH, (STATED | BESIDE)[name])
    assert name in left_of(stated)
    gone = apply(stated, DELETED)
    assert gone == replace(BEFORE, published_places=())
    assert left_of(apply(gone, DRAW)) == []


@pytest.mark.parametrize("name", [*STATED, *BESIDE])
def test_a_single_field_that_was_kept_would_be_noticed(name: str) -> None:
    stated, again = apply(FRESH, (STATED | BESIDE)[name]), apply_all(FRESH, [DELETED, DRAW])
    if name in BESIDE:
        mutant = replace(again, **{name: getattr(stated, name)})
    else:
        kept: Any = {name: getattr(stated.round(2), name)}
        mutant = replace(again, rounds=(again.round(1), replace(again.round(2), **kept)))
    assert name in left_of(mutant)


def test_all_of_it_goes_at_once_also_in_a_stage() -> None:
    everything = [*STATED.values(), *BESIDE.values()]
    assert left_of(apply_all(FRESH, [*everything, DELETED, DRAW])) == []
    opened = apply_all(
        Tournament(),
        [
            events.StageOpened(plan=StagePlan(id=StageId("cup"))),
            *map(in_stage, events_leading_to(BEFORE)),
            in_stage(DRAW),
        ],
    )
    after = apply_all(opened, map(in_stage, [*everything, DELETED, DRAW]))
    assert left_of(after.stages[0].event, opened.stages[0].event) == []


@pytest.mark.parametrize("name", [*STATED, *BESIDE])
def test_undoing_that_a_draw_was_taken_back_restores_all_of_it(name: str) -> None:
    history = History.of_tournament(BEFORE).append(DRAW).append((STATED | BESIDE)[name])
    stated = history.tournament()
    deleted = history.append(DELETED)
    assert deleted.undo(deleted.entries[-1].number).tournament() == stated
    # Undone one by one, the last entry first, nothing of the draw is left either.
    undone = history.undo(history.entries[-1].number).undo(history.entries[-2].number)
    assert undone.tournament() == apply_all(Tournament(), events_leading_to(BEFORE))


def test_what_was_stated_before_a_draw_outlives_it() -> None:
    absent = replace(BEFORE.players[0], absent_rounds=frozenset({3}))
    line_up = replace(BEFORE.teams[0], line_ups=(LineUp(round=2, players=(C, A)),))
    planned = apply_all(
        BEFORE,
        [
            events.ClockSet(clock=RoundClock(round=2, starts_at="2026-11-14T12:00:00+00:00", minutes=60)),
            events.WishesChanged(
                wishes=Wishes(
                    games=(WantedGame(round=2, white=A, black=C),),
                    volunteers=(ByeVolunteer(round=2, player=E),),
                )
            ),
            events.PlayerChanged(player=absent),
            events.TeamsChanged(teams=(line_up,)),
        ],
    )
    assert apply_all(planned, [DRAW, *STATED.values(), *BESIDE.values(), DELETED]) == planned


def test_only_named_fields_outlive_a_draw_that_is_changed() -> None:
    full = apply_all(FRESH, STATED.values()).round(2)
    empty = Pairings(number=2, byes=tuple(Bye(player=each) for each in (A, B, C, D, E)))
    kept = redrawn(replace(full, boards=DRAWN.boards), empty)
    assert kept == replace(Round.of(empty), bonuses=full.bonuses, shown=full.shown)


def _numbers(value: object) -> Iterator[int]:
    """The round numbers anywhere in a value."""
    if isinstance(value, tuple):
        for each in value:
            yield from _numbers(each)
    elif is_dataclass(value) and not isinstance(value, type):
        for each in fields(value):
            inner = getattr(value, each.name)
            yield from [inner] if each.name in ("number", "round") else _numbers(inner)


def test_a_round_takes_all_it_has_to_its_new_number() -> None:
    full = apply_all(FRESH, STATED.values()).round(2)
    assert all(
        getattr(full, each.name) != each.default for each in fields(Round) if each.default is not MISSING
    )
    assert set(_numbers(full)) == {2}
    assert set(_numbers(full.numbered(7))) == {7}


def test_what_is_stated_of_a_round_is_numbered_with_it() -> None:
    north = replace(
        BEFORE.teams[0],
        line_ups=(LineUp(round=1, players=(A, C)), LineUp(round=2, players=(C, A))),
        absent_rounds=frozenset({1, 2}),
    )
    wishes = Wishes(games=(WantedGame(round=1, white=A, black=B), WantedGame(round=2, white=A, black=C)))
    delayed = events.GameDelayed(round=2, table=2, white=B, black=D, kind=DelayKind.POSTPONED)
    whole = apply_all(
        FRESH, [events.TeamsChanged(teams=(north,)), events.WishesChanged(wishes=wishes), delayed]
    )
    part = only_rounds(whole, (2,))
    assert [(each.round, each.players) for each in part.teams[0].line_ups] == [(1, (C, A))]
    assert part.teams[0].absent_rounds == {1}
    assert part.wishes.games == (WantedGame(round=1, white=A, black=C),)
    assert part.round(1).delayed == whole.round(2).delayed != ()
    assert only_rounds(whole, (1,)).round(1).delayed == ()
