"""The events that a decision writes, and the tournament after them; an event that is not possible raises."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from miai.desk.asking import Proposal
from miai.desk.stage_changes import with_stages_in_step
from miai.domain.log import events
from miai.domain.log.history import Entry, History
from miai.domain.log.nothing_dangling import demand_nothing_dangles
from miai.domain.log.one_place import demand_one_place
from miai.domain.log.replay import apply_all
from miai.domain.log.standings_lock import demand_places_kept
from miai.domain.problems import author_problems, bound_problems, demand_none
from miai.domain.tournament import Tournament
from miai.errors import InputError
from miai.messages import Message

if TYPE_CHECKING:
    from miai.desk.live_state import State


def last_number(history: History) -> int:
    """The number of the last entry; 0 if there is none."""
    return history.entries[-1].number if history.entries else 0


def state_after(state: "State", fresh: Sequence[Entry], tournament: Tournament | None = None) -> "State":
    """The state after entries that follow it; `tournament` is what they lead to, if that is known."""
    if not fresh:
        return state
    history = state.history.extended(fresh)
    if tournament is None:
        tournament = _tournament_after(state.tournament, history, [entry.event for entry in fresh])
    return replace(state, history=history, tournament=tournament, version=last_number(history))


def state_as_of(state: "State", version: int) -> "State":
    """The state right after an earlier entry."""
    if version == state.version:
        return state
    history = state.history.until(version)
    tournament = history.tournament() if history.entries else Tournament()
    return replace(state, history=history, tournament=tournament, version=version)


def proposal_of(
    state: "State",
    decided: Sequence[events.Event],
    by: str,
    losses: "Callable[[State], Sequence[Message]]" = lambda _: (),
) -> Proposal:
    """What was decided, with what its stages follow, and where it leads."""
    chosen = tuple(with_stages_in_step(state.tournament, decided))
    after = checked(state, chosen, by) if chosen else state.tournament
    return proposed(state, chosen, after, by, tuple(losses(state)) if chosen else ())


def proposed(
    state: "State",
    chosen: Sequence[events.Event],
    after: Tournament,
    by: str,
    losses: tuple[Message, ...],
) -> Proposal:
    """A change that is possible, for those who are asked about it."""
    return Proposal(
        log=state.id,
        before=state.tournament,
        history=state.history,
        events=tuple(chosen),
        after=after,
        apply=partial(checked, state, by=by),
        losses=losses,
    )


def checked(state: "State", chosen: Sequence[events.Event], by: str) -> Tournament:
    """The tournament after the events; one that is not possible raises before anything is written."""
    numbered = tuple(
        Entry(number=number, event=event) for number, event in enumerate(chosen, start=state.version + 1)
    )
    longer = state.history.extended(numbered)
    demand_none(author_problems(by))
    demand_none(problem for event in chosen for problem in bound_problems(event))
    try:
        after = _tournament_after(state.tournament, longer, chosen)
        demand_nothing_dangles(lambda: state.tournament, after, chosen)
        demand_places_kept(state.tournament, after, chosen)
        demand_one_place(lambda: state.tournament, after)
        return after
    except InputError as error:
        match chosen[0]:
            case events.Undone(entry=number):
                raise longer.undo_refused(number, error) from error
            case events.Redone(entry=number):
                raise InputError(
                    Message(
                        "entry %(number)s cannot be redone: %(reason)s", number=number, reason=error.reasons
                    )
                ) from error
        raise


def _tournament_after(
    tournament: Tournament, history: History, happened: Sequence[events.Event]
) -> Tournament:
    changes = [event for event in happened if not isinstance(event, events.Undone | events.Redone)]
    return apply_all(tournament, changes) if len(changes) == len(happened) else history.tournament()
