"""Unpublish pairings or standings: players see at once what was published before, or nothing."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from miai.desk.live_state import Desk, Saved, State
from miai.domain.log import events
from miai.domain.log.history import Entry
from miai.domain.tournament import Tournament
from miai.errors import InputError
from miai.messages import Message


@dataclass(frozen=True, slots=True, kw_only=True)
class Unpublished:
    """What was written, and the publication that players saw last: redoing it shows the same again."""

    saved: Saved
    last: int


def unpublish_round(desk: Desk, tournament_id: str, *, round: int, by: str) -> Unpublished:
    """Hide the pairings of a round from the players; the draw and its results stay as they are.

    The publications are undone, so that the history can redo them. A proof belongs to its publication:
    it is no longer given out, and publishing again makes a new one.
    """
    return _unpublish(desk, tournament_id, lambda state: round_publications(state, round), by=by)


def unpublish_standings(desk: Desk, tournament_id: str, *, after: int, by: str) -> Unpublished:
    """Hide the standings after a round from the players."""
    return _unpublish(desk, tournament_id, lambda state: _table_publications(state, after), by=by)


def round_publications(state: State, number: int) -> tuple[Entry, ...]:
    """The publications of the pairings of a round that count, since it was drawn first."""
    found = tuple(
        entry
        for entry in state.history.entries_of_draw(number)
        if isinstance(entry.event, events.RoundPublished) and entry.event.round == number
    )
    if not found:
        raise InputError(Message("the pairings of round %(round)s are not published", round=number))
    return found


def unpublished_at(state: State, number: int) -> str:
    """When pairings that players cannot see were unpublished; empty where they never were published."""
    if state.tournament.round(number).shown:
        return ""
    published = {
        entry.number
        for entry in state.history.entries
        if isinstance(entry.event, events.RoundPublished) and entry.event.round == number
    }
    for entry in reversed(state.history.entries):
        match entry.event:
            case events.Undone(entry=undone) if undone in published:
                return entry.at
            case events.RoundDeleted(round=deleted) if deleted == number:
                return ""
    return ""


def without_pairings(tournament: Tournament, number: int) -> Iterator[Message]:
    """What players see once the pairings of a round are unpublished, and what stays, in sentences."""
    yield Message(
        "Players no longer see the pairings of round %(round)s, on phones and on the projector.", round=number
    )
    others = [shown.number for shown in tournament.shown if shown.number != number]
    if others:
        yield Message("The last pairings they see are those of round %(round)s.", round=max(others))
    else:
        yield Message("They see no pairings at all.")
    yield Message(
        "Players cannot report results of this round until it is published again. The draw and the results"
        " that are in stay as they are."
    )
    yield Message(
        "The proof of this draw is not given out any more. Publishing the round again makes a new one."
    )
    tables = [table.after_round for table in tournament.tables_shown if table.after_round >= number]
    if tables:
        yield Message(
            "The standings after round %(round)s are published and show the games of this round: unpublish"
            " them too if nobody should see these.",
            round=max(tables),
        )


def without_standings(tournament: Tournament, after: int) -> Iterator[Message]:
    """What players see once the standings after a round are unpublished, in sentences."""
    yield Message(
        "Players no longer see the standings after round %(round)s, on phones and on the projector.",
        round=after,
    )
    others = [table.after_round for table in tournament.tables_shown if table.after_round != after]
    if others:
        yield Message("The last standings they see are those after round %(round)s.", round=max(others))
    else:
        yield Message("They see no standings at all.")
    yield Message("Results stay as they are.")


def _table_publications(state: State, after: int) -> tuple[Entry, ...]:
    found = tuple(
        entry
        for entry in state.history.entries_of_draw(after)
        if isinstance(entry.event, events.StandingsPublished) and entry.event.after_round == after
    )
    if not found:
        raise InputError(Message("the standings after round %(round)s are not published", round=after))
    return found


def _unpublish(
    desk: Desk, tournament_id: str, publications: Callable[[State], tuple[Entry, ...]], *, by: str
) -> Unpublished:
    def decide(state: State) -> list[events.Event]:
        return [events.Undone(entry=entry.number) for entry in reversed(publications(state))]

    saved = desk.change(tournament_id, decide, by=by)
    undone = [entry.event.entry for entry in saved.entries if isinstance(entry.event, events.Undone)]
    return Unpublished(saved=saved, last=max(undone))
