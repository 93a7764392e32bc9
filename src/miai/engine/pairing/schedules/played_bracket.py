"""A bracket played back: what the rounds of a tournament say about its matches."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from miai.domain.people.player import Player
from miai.domain.rounds.game import Board, Colour, Result
from miai.domain.rounds.round import ByeKind, Round
from miai.domain.tournament import Tournament
from miai.engine.pairing.schedules.bracket import Bracket, Ending, MatchId, MatchOutcome, advance
from miai.errors import Problem
from miai.messages import Message


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayedBack:
    """A bracket after some rounds, and why those of its matches are open that should have ended."""

    bracket: Bracket
    obstacles: dict[MatchId, Problem] = field(default_factory=dict)


def played_back(plan: Bracket, tournament: Tournament, *, after: int) -> PlayedBack:
    """Advance a knock-out by the rounds up to `after`; a match without a result stays open."""
    bracket = plan
    obstacles: dict[MatchId, Problem] = {}
    for number in range(1, min(after, plan.rounds) + 1):
        results, found = results_of_round(bracket, number, tournament)
        obstacles |= found
        bracket = advance(bracket, results)
    return PlayedBack(bracket=bracket, obstacles=obstacles)


def results_of_round(
    bracket: Bracket, number: int, tournament: Tournament
) -> tuple[dict[MatchId, Ending], dict[MatchId, Problem]]:
    """How the matches of a round ended, and why some are open."""
    results: dict[MatchId, Ending] = {}
    obstacles: dict[MatchId, Problem] = {}
    for match in bracket.of_round(number):
        if match.pair and match.ending is None:
            found = _found(match.pair, tournament.round(number))
            if isinstance(found, Ending):
                results[match.id] = found
            else:
                obstacles[match.id] = found
    return results, obstacles


def walkover(upper_there: bool, lower_there: bool) -> Ending | None:  # noqa: FBT001 - one for each slot
    """How a match ends when not both are there."""
    if upper_there and lower_there:
        return None
    if not upper_there and not lower_there:
        return Ending(outcome=MatchOutcome.BOTH_LOST, walkover=True)
    return Ending(outcome=MatchOutcome.UPPER_WON if upper_there else MatchOutcome.LOWER_WON, walkover=True)


def _found(pair: tuple[Player, Player], drawn: Round) -> Ending | Problem:
    upper, lower = pair
    names = {"a": upper.name, "b": lower.name}
    board = drawn.board_of(upper.id)
    if board is None or board.opponent_of(upper.id) != lower.id:
        missing = Problem(
            where=Message("round %(round)s", round=drawn.number),
            what=Message("%(a)s – %(b)s has not been drawn", **names),
        )
        return _without_board(pair, drawn) or missing
    where = Message("round %(round)s, table %(table)s", round=drawn.number, table=board.table)
    if not board.result.known:
        return Problem(where=where, what=Message("%(a)s – %(b)s has no result yet", **names))
    ending = Ending(outcome=outcome_of(board, upper), walkover=board.result.by_default)
    if ending.outcome is MatchOutcome.JIGO:
        jigo = Message("%(a)s – %(b)s ended in jigo: a replay or a decision is needed", **names)
        return Problem(where=where, what=jigo)
    if ending.outcome is MatchOutcome.BOTH_WON:
        both = Message("%(a)s – %(b)s ended in a win for both: a replay or a decision is needed", **names)
        return Problem(where=where, what=both)
    return ending


def _without_board(pair: Sequence[Player], drawn: Round) -> Ending | None:
    """A walkover, by the bye that one of the two was given or because somebody was away."""
    byes = [drawn.bye_of(player.id) for player in pair]
    free = [bye is not None and bye.kind is ByeKind.FORCED for bye in byes]
    if any(free):
        return None if all(free) else walkover(*free)
    here = [player.attends(drawn.number) and bye is None for player, bye in zip(pair, byes, strict=True)]
    return walkover(*here)


def outcome_of(board: Board, upper: Player) -> MatchOutcome:
    """How a board ended, seen from the player in the upper slot."""
    won = {Colour.WHITE: Result.WHITE_WINS, Colour.BLACK: Result.BLACK_WINS}
    colour = board.colour_of(upper.id)
    outcomes = {
        won[colour]: MatchOutcome.UPPER_WON,
        won[colour.other]: MatchOutcome.LOWER_WON,
        Result.JIGO: MatchOutcome.JIGO,
        Result.BOTH_LOSE: MatchOutcome.BOTH_LOST,
        Result.BOTH_WIN: MatchOutcome.BOTH_WON,
    }
    return outcomes[board.result.played]
