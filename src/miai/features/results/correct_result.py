"""Preview what the correction of an earlier result would change."""

from dataclasses import dataclass
from functools import reduce

from miai.desk.live_state import Desk
from miai.domain.log.replay import apply
from miai.domain.people.player import Player
from miai.domain.rounds.game import Result
from miai.domain.tournament import Tournament
from miai.engine.scoring.places import StandingsRow, standings
from miai.features.publish.publish_round import board_on_screen
from miai.features.results.enter_result import entering
from miai.features.standings.standings_view import standings_of


@dataclass(frozen=True, slots=True, kw_only=True)
class RowChange:
    """A player's score and place before and after the correction."""

    player: Player
    score_before: float
    score_after: float
    place_before: int
    place_after: int

    @property
    def score_changes(self) -> bool:
        """True if the correction changes the score."""
        return self.score_before != self.score_after

    @property
    def place_changes(self) -> bool:
        """True if the correction changes the place."""
        return self.place_before != self.place_after


@dataclass(frozen=True, slots=True, kw_only=True)
class Consequences:
    """What a correction changes; later draws stay as they are."""

    scores: tuple[RowChange, ...]
    places: tuple[RowChange, ...]
    tiebreaks: int
    later_draws: tuple[int, ...]
    published_after: tuple[int, ...]


def consequences(
    desk: Desk,
    tournament_id: str,
    *,
    round: int,
    table: int,
    result: Result,
) -> Consequences:
    """Compare the present standings with those after the correction; nothing is written."""
    state = desk.state(tournament_id)
    board = board_on_screen(state.tournament, round, table)
    corrected = reduce(apply, entering(state.tournament, round, board, result), state.tournament)
    before = {row.player.id: row for row in standings_of(desk, state).rows}
    after = standings(corrected).rows
    main = state.tournament.settings.criteria[0] if state.tournament.settings.criteria else ""
    changes = [_row_change(before[row.player.id], row, main) for row in after]
    same_score = [row for row, each in zip(after, changes, strict=True) if not each.score_changes]
    return Consequences(
        scores=tuple(each for each in changes if each.score_changes),
        places=tuple(each for each in changes if each.place_changes),
        tiebreaks=sum(before[row.player.id].values != row.values for row in same_score),
        later_draws=_later_draws(state.tournament, round),
        published_after=tuple(
            shown.after_round for shown in state.tournament.tables_shown if shown.after_round >= round
        ),
    )


def _later_draws(tournament: Tournament, number: int) -> tuple[int, ...]:
    """The rounds after this one that were drawn by the results of the time."""
    return tuple(drawn.number for drawn in tournament.rounds if drawn.number > number and drawn.boards)


def _row_change(old: StandingsRow, new: StandingsRow, main: str) -> RowChange:
    return RowChange(
        player=new.player,
        score_before=_score(old, main),
        score_after=_score(new, main),
        place_before=old.place,
        place_after=new.place,
    )


def _score(row: StandingsRow, main: str) -> float:
    return row.values.get(main, 0)
