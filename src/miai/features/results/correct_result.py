"""Preview what the correction of an earlier result would change."""

from collections.abc import Sequence
from dataclasses import dataclass

from miai.desk.live_state import Desk, State
from miai.domain.log import events
from miai.domain.people.player import Player
from miai.domain.rounds.game import Result
from miai.domain.tournament import Tournament
from miai.features.consequences.confirm import NeedsConfirmation, ways_of
from miai.features.consequences.moves import PartMoves, TableMoves
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


@dataclass(frozen=True, slots=True, kw_only=True)
class Correction:
    """What a correction changes; later draws stay as they are. `mark` confirms exactly this."""

    scores: tuple[RowChange, ...] = ()
    places: tuple[RowChange, ...] = ()
    tiebreaks: int = 0
    later_draws: tuple[int, ...] = ()
    published_after: tuple[int, ...] = ()
    mark: str = ""
    asked: NeedsConfirmation | None = None


def correction(desk: Desk, tournament_id: str, *, round: int, table: int, result: Result) -> Correction:
    """Compare the tournament before and after another result; nothing is written."""

    def decide(state: State) -> Sequence[events.Event]:
        board = board_on_screen(state.tournament, round, table)
        return entering(state.tournament, round, board, result)

    state = desk.state(tournament_id)
    proposal = desk.propose(tournament_id, decide, by="")
    ways = ways_of((proposal,))
    later = _later_draws(state.tournament, round)
    if not ways:
        return Correction(later_draws=later)
    option = ways[0].option
    stage = state.id.partition("~")[2]
    part = next((each for each in option.moves.parts if each.stage == stage), PartMoves())
    leading = part.leading
    rows = _rows(desk, state, leading) if leading and not leading.of_teams else {}
    moved = [move.id for move in leading.scores] if leading else []
    tied = {*leading.tiebreaks} - {move.name for move in leading.scores} if leading else ()
    return Correction(
        scores=tuple(row for each, row in rows.items() if each in moved),
        places=tuple(row for row in rows.values() if row.place_before != row.place_after),
        tiebreaks=len(tied),
        later_draws=later,
        published_after=tuple(each.standings_after for each in part.tables if each.published),
        mark=option.mark,
        asked=NeedsConfirmation(ways),
    )


def _later_draws(tournament: Tournament, number: int) -> tuple[int, ...]:
    """The rounds after this one that were drawn by the results of the time."""
    return tuple(drawn.number for drawn in tournament.rounds if drawn.number > number and drawn.boards)


def _rows(desk: Desk, state: State, leading: TableMoves) -> dict[str, RowChange]:
    """The players whose score or place moves, best first by their new places."""
    scores = {move.id: move for move in leading.scores}
    places = {move.id: move for move in leading.places}
    table = standings_of(desk, state, after=leading.standings_after)
    main = table.criteria[0] if table.criteria else ""
    found = {}
    for row in table.rows:
        each = str(row.player.id)
        if each not in scores and each not in places:
            continue
        score, place = scores.get(each), places.get(each)
        known = row.values.get(main, 0)
        found[each] = RowChange(
            player=row.player,
            score_before=known,
            score_after=score.after or 0 if score else known,
            place_before=row.place,
            place_after=place.after or 0 if place else row.place,
        )
    return dict(sorted(found.items(), key=lambda item: item[1].place_after))
