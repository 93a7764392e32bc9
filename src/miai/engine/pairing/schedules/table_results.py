"""What the rounds of a tournament say about a table: games count in whatever round they were played."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from miai.domain.people.player import Player
from miai.domain.rounds.game import Board
from miai.domain.tournament import Tournament
from miai.engine.pairing.schedules.bracket import (
    Bracket,
    Ending,
    Match,
    MatchId,
    MatchOutcome,
    NotPlayed,
    advance,
)
from miai.engine.pairing.schedules.played_bracket import outcome_of
from miai.engine.pairing.schedules.wishes import Pair, PairWishes, pair_of
from miai.engine.scoring.withdrawals import SettledGames, settled_games
from miai.messages import Message

# The round in which a game was played, and its board.
PlayedGame = tuple[int, Board]


def with_results(plan: Bracket, tournament: Tournament, wishes: PairWishes, *, after: int) -> Bracket:
    """A table with the games of the rounds up to `after`; what a drawn round did not have was missed."""
    games = _games_of_matches(plan, tournament, after)
    settled = settled_games(tournament)
    matches: list[Match] = []
    endings: dict[MatchId, Ending] = {}
    for match in plan.matches:
        if match.pair is None:
            matches.append(match)
            continue
        upper, lower = match.pair
        drawn = tournament.round(match.round)
        was_drawn = match.round <= after and bool(drawn.boards or drawn.byes)
        number, board = games.get(match.id, (match.round, None))
        found = replace(match, played_in=None if number == match.round else number)
        ending = _ending(board, upper) if board else None
        if settled.annuls(upper.id, lower.id):
            found = replace(found, not_played=NotPlayed.ANNULLED)
        elif board is None and pair_of(upper, lower) in wishes.apart:
            found = replace(found, not_played=NotPlayed.KEPT_APART)
        elif ending is None and was_drawn and _is_settled(board, upper, lower, number):
            ending = _award(settled, upper, lower)
        if board is None and was_drawn and not (ending or found.not_played):
            found = replace(found, not_played=NotPlayed.MISSED)
        if ending:
            endings[match.id] = ending
        matches.append(found)
    return advance(replace(plan, matches=tuple(matches)), endings)


def _ending(board: Board, upper: Player) -> Ending | None:
    """How a game ended, as far as it has."""
    if not board.result.known:
        return None
    return Ending(outcome=outcome_of(board, upper), walkover=board.result.by_default)


def _is_settled(board: Board | None, upper: Player, lower: Player, number: int) -> bool:
    """True if a game is not to be played: it has no board, or one of the two is away from it."""
    return board is None or not (upper.attends(number) and lower.attends(number))


def _award(settled: SettledGames, upper: Player, lower: Player) -> Ending | None:
    """The end of a game that is awarded because one of the two has left."""
    winner = settled.winner(upper.id, lower.id)
    if winner is None:
        return None
    outcome = MatchOutcome.UPPER_WON if winner == upper.id else MatchOutcome.LOWER_WON
    return Ending(outcome=outcome, walkover=True)


def missed_matches(bracket: Bracket) -> tuple[Match, ...]:
    """The matches that were missed and can be made up."""
    return tuple(match for match in bracket.matches if match.not_played is NotPlayed.MISSED)


def table_notes(bracket: Bracket) -> Iterator[Message]:
    """Which games of a table were missed, moved to another round, or are left out."""
    for match in bracket.matches:
        if match.pair is None:
            continue
        values: dict[str, Any] = {"a": match.pair[0].name, "b": match.pair[1].name, "round": match.round}
        if match.not_played is NotPlayed.KEPT_APART:
            yield Message(
                "%(a)s and %(b)s should never meet: their game of round %(round)s is left out", **values
            )
        elif match.not_played is NotPlayed.ANNULLED and match.ending:
            yield Message("%(a)s – %(b)s of round %(round)s is annulled: one of them has left", **values)
        elif match.not_played is NotPlayed.MISSED:
            yield Message(
                "%(a)s – %(b)s was missed in round %(round)s: nobody has points for it until it is made up",
                **values,
            )
        elif match.played_in:
            yield Message(
                "%(a)s – %(b)s belongs to round %(round)s and is played in round %(played)s",
                played=match.played_in,
                **values,
            )


def _games_of_matches(plan: Bracket, tournament: Tournament, after: int) -> Mapping[MatchId, PlayedGame]:
    """The game of each match: the one of its own round, else the first of the two that is left."""
    games: dict[Pair, list[PlayedGame]] = {}
    for drawn in tournament.rounds:
        for board in drawn.boards if drawn.number <= after else ():
            games.setdefault(frozenset((board.white, board.black)), []).append((drawn.number, board))
    matches: dict[Pair, list[Match]] = {}
    for match in plan.matches:
        if match.pair:
            matches.setdefault(pair_of(*match.pair), []).append(match)
    return {
        match_id: game
        for pair, own in matches.items()
        if pair in games
        for match_id, game in _assigned(own, games[pair])
    }


def _assigned(matches: Sequence[Match], games: Sequence[PlayedGame]) -> Iterator[tuple[MatchId, PlayedGame]]:
    rounds = {match.round for match in matches}
    numbers = {number for number, _ in games}
    yield from ((match.id, game) for match in matches for game in games if game[0] == match.round)
    others = [match.id for match in matches if match.round not in numbers]
    yield from zip(others, (game for game in games if game[0] not in rounds), strict=False)
