"""The standings with what people ask about them: missing results, publication, corrections."""

from collections.abc import Sequence
from dataclasses import dataclass

from miai.desk.live_state import Desk, State
from miai.domain.log import events
from miai.domain.people.player_filter import EVERYBODY, Among
from miai.domain.rounds.game import Board
from miai.domain.rounds.round_in_progress import ShownTable
from miai.domain.tournament import Tournament
from miai.engine.scoring.places import Standings, narrowed, standings


@dataclass(frozen=True, slots=True, kw_only=True)
class Correction:
    """Why and when a final table was reopened."""

    reason: str
    at: str


@dataclass(frozen=True, slots=True, kw_only=True)
class StandingsView:
    """A table, the boards without a result, if it was published, and why it was reopened."""

    table: Standings
    waiting: tuple[tuple[int, Board], ...]
    published: ShownTable | None
    corrections: tuple[Correction, ...] = ()

    @property
    def provisional(self) -> bool:
        """Whether results are missing; such games show "?" and count nothing."""
        return bool(self.waiting)

    @property
    def final(self) -> bool:
        """Whether the table is fixed, or was published as final."""
        return self.table.final or bool(self.published and self.published.final)


def standings_view(
    desk: Desk,
    tournament_id: str,
    *,
    after: int | None = None,
    criteria: Sequence[str] | None = None,
    among: Among = EVERYBODY,
) -> StandingsView:
    """The standings after a round, the last one drawn by default."""
    state = desk.state(tournament_id)
    table = standings_of(desk, state, after=after, criteria=criteria, among=among)
    waiting = tuple(
        (drawn.number, board)
        for drawn in state.tournament.rounds
        if drawn.number <= table.after_round
        for board in drawn.boards
        if not board.result.known
    )
    published = next(
        (each for each in state.tournament.tables_shown if each.after_round == table.after_round), None
    )
    return StandingsView(
        table=table,
        waiting=waiting,
        published=published,
        corrections=corrections(state) if state.tournament.corrections else (),
    )


def corrections(state: State) -> tuple[Correction, ...]:
    """Why final tables were reopened, the first one first."""
    return tuple(
        Correction(reason=entry.event.reason, at=entry.at)
        for entry in state.history.effective_entries
        if isinstance(entry.event, events.StandingsReopened)
    )


def standings_of(
    desk: Desk,
    state: State,
    *,
    after: int | None = None,
    criteria: Sequence[str] | None = None,
    among: Among = EVERYBODY,
) -> Standings:
    """The table, worked out once for each version of the tournament."""
    wanted = None if criteria is None else tuple(criteria)

    def work_out() -> Standings:
        return standings(state.tournament, after=after, criteria=wanted)

    return narrowed(desk.recall(state, ("standings", after, wanted), work_out), among)


def published_standings(desk: Desk, state: State, *, after: int, among: Among = EVERYBODY) -> Standings:
    """The table as players see it: by the criteria that counted when it was published."""
    return standings_of(
        desk, state, after=after, criteria=published_criteria(state.tournament, after), among=among
    )


def published_criteria(tournament: Tournament, after: int) -> tuple[str, ...] | None:
    """The criteria of a published table; None if they are those of today."""
    shown = next((each for each in tournament.tables_shown if each.after_round == after), None)
    return shown.criteria if shown and shown.criteria != tournament.settings.criteria else None


def published_team_criteria(tournament: Tournament, after: int) -> tuple[str, ...] | None:
    """The criteria of teams in a published table; None if they are those of today."""
    shown = next((each for each in tournament.tables_shown if each.after_round == after), None)
    today = tournament.settings.teams.criteria
    return shown.team_criteria if shown and shown.team_criteria != today else None
