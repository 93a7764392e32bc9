"""The facts that a draw rests on, as they were when the round was drawn."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from miai.domain.log import events
from miai.domain.log.history import Entry, History
from miai.domain.people.player import Player
from miai.domain.people.team import Team
from miai.domain.stages import StageId
from miai.domain.tournament import Tournament
from miai.features.draw.entries import draw_entries

# Entries that change nothing that a draw rests on.
_HARMLESS = (events.RoundPublished, events.StandingsPublished, events.ClockSet)
# Entries of other parts of the event after which players have met others there.
_MOVES_GAMES = (
    events.RoundDrawn,
    events.RoundDeleted,
    events.DrawChanged,
    events.BoardChanged,
    events.Undone,
    events.Redone,
    events.StageRemoved,
)


def as_drawn(history: History, tournament: Tournament, number: int, *, published: bool = False) -> Tournament:
    """The tournament with rules, players and earlier rounds as they were when a round was drawn last.

    The round itself and the attendance of its players are as they are now, because people may have changed
    the draw by hand since. So are players who came later, and wishes until the round is `published`.
    """
    entry = _entry_of_draw(history, number)
    if entry is None or _nothing_moved(history, entry, number):
        return tournament
    then = history.until(entry.number).tournament()
    if then.settings.by_teams != tournament.settings.by_teams:
        return tournament
    drawn = tournament.round(number)
    return replace(
        tournament,
        begin=then.begin,
        settings=then.settings,
        players=tuple(_players(then, tournament, number)),
        teams=tuple(_teams(then, tournament)),
        rounds=(
            *(earlier for earlier in then.rounds if earlier.number < number),
            *(later for later in tournament.rounds if later.number >= number),
        ),
        wishes=then.wishes if published or drawn.shown else tournament.wishes,
        stages=then.stages,
        around=then.around,
    )


def before_draw(history: History, number: int) -> Tournament | None:
    """The event right before a round was drawn last; nothing if the log has no draw of it."""
    entry = _entry_of_draw(history, number)
    if entry is None:
        return None
    then = history.until(entry.number - 1).tournament()
    return replace(then, rounds=tuple(each for each in then.rounds if each.number < number))


def _nothing_moved(history: History, entry: Entry, number: int) -> bool:
    """True if nothing that the draw rests on can have changed since, here or in other parts of the event."""
    if not all(_is_harmless(later.event, number) for later in history.since(entry.number)):
        return False
    elsewhere = history.whole.since(entry.number) if history.whole else ()
    return not any(_moves_games(later.event, history.stage) for later in elsewhere)


def _moves_games(event: events.Event, stage: StageId) -> bool:
    """True if an event changes who meets whom in another part of the event."""
    if isinstance(event, events.InStage):
        return event.stage != stage and isinstance(event.change, _MOVES_GAMES)
    return isinstance(event, _MOVES_GAMES)


def _entry_of_draw(history: History, number: int) -> Entry | None:
    drafts = [entry for entry in draw_entries(history, number) if isinstance(entry.event, events.RoundDrawn)]
    return drafts[-1] if drafts else None


def _is_harmless(event: Any, number: int) -> bool:
    """True if an event is about this round or a later one, or about nothing that is drawn by."""
    if isinstance(event, _HARMLESS):
        return True
    if isinstance(event, events.RoundDrawn):
        return event.round.number >= number
    round_number = getattr(event, "round", None)
    return isinstance(round_number, int) and round_number >= number


def _players(then: Tournament, now: Tournament, number: int) -> Iterable[Player]:
    known = {player.id: player for player in then.players}
    for player in now.players:
        old = known.get(player.id, player)
        missed = (old.absent_rounds - {number}) | (player.absent_rounds & {number})
        yield replace(old, registration=player.registration, absent_rounds=missed)


def _teams(then: Tournament, now: Tournament) -> Iterable[Team]:
    known = {team.id: team for team in then.teams}
    return (known.get(team.id, team) for team in now.teams)
