"""The rounds and tables that were published, and when."""

from miai.desk.live_state import State
from miai.domain.log.events import Event, StandingsPublished
from miai.domain.rounds.round import Round
from miai.domain.tournament import Tournament
from miai.features.draw.proof import publication_of
from miai.features.publish.publish_round import public_round


def shown_rounds(event: Tournament) -> list[Round]:
    """Every round that players can see, the first one first."""
    found = [public_round(event, number) for number in sorted(shown.number for shown in event.shown)]
    return [drawn for drawn in found if drawn is not None]


def pairings_shown_at(state: State, number: int) -> str:
    """When the pairings of a round were last published."""
    entry = publication_of(state, number)
    return entry.at if entry else ""


def table_shown_at(state: State, after: int) -> str:
    """When the standings after a round were last published."""
    return _last(
        state, StandingsPublished(after_round=after), StandingsPublished(after_round=after, final=True)
    )


def _last(state: State, *wanted: Event) -> str:
    entries = reversed(state.history.effective_entries)
    return next((each.at for each in entries if each.event in wanted), "")
