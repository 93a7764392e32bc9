"""Who can still meet in a bracket, and what that means for the director's wishes."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from miai.domain.people.player import Player, PlayerId
from miai.domain.rounds.director_constraints import WantedGame
from miai.domain.tournament import Tournament
from miai.engine.pairing.schedules.bracket import (
    Arrival,
    Bracket,
    Fallen,
    LoserOf,
    Match,
    MatchId,
    Nobody,
    Side,
    Slot,
    WinnerOf,
)
from miai.engine.pairing.schedules.wishes import Pair, PairWishes
from miai.messages import Message

Meetings = dict[Pair, set[int]]


def possible_meetings(bracket: Bracket) -> Meetings:
    """The rounds in which two players may still meet; matches that have ended are not among them."""
    inside: dict[MatchId, set[PlayerId]] = {}
    found: Meetings = {}
    for match in bracket.matches:
        upper, lower = _candidates(match, inside)
        inside[match.id] = upper | lower
        # A losers' bracket that is drawn anew keeps pairs apart itself.
        if match.ending is None and not (bracket.losers_drawn and match.side is Side.LOSERS):
            for one in upper:
                for other in lower - {one}:
                    found.setdefault(frozenset((one, other)), set()).add(match.round)
    return found


def wish_notes(bracket: Bracket, tournament: Tournament, wishes: PairWishes) -> Iterator[Message]:
    """When players can meet who should not, and whether wanted games can come about."""
    if not (wishes.apart or wishes.family or wishes.games):
        return
    meetings = possible_meetings(bracket)
    names = tournament.names
    for values in _earliest_meetings(wishes.apart, meetings, names):
        yield Message(
            "%(a)s and %(b)s should never meet: this bracket keeps them apart until round %(round)s", **values
        )
    for values in _earliest_meetings(wishes.family, meetings, names):
        yield Message(
            "%(a)s and %(b)s are family: this bracket keeps them apart until round %(round)s", **values
        )
    decided = {match.round for match in bracket.matches if match.ending and match.pair}
    for game in wishes.games:
        if game.round not in decided and game.round <= bracket.rounds:
            yield _wanted_game(game, meetings, names)


def _earliest_meetings(
    pairs: Iterable[Pair], meetings: Meetings, names: Mapping[PlayerId, str]
) -> Iterator[dict[str, Any]]:
    """The names of pairs that can meet, each with the first round of that."""
    for pair in sorted(pairs, key=sorted):
        if pair in meetings:
            a, b = sorted(names[player] for player in pair)
            yield {"a": a, "b": b, "round": min(meetings[pair])}


def _wanted_game(game: WantedGame, meetings: Meetings, names: Mapping[PlayerId, str]) -> Message:
    values: dict[str, Any] = {"a": names[game.white], "b": names[game.black], "round": game.round}
    if game.round in meetings.get(frozenset((game.white, game.black)), ()):
        return Message(
            "the game %(a)s – %(b)s wanted in round %(round)s is played if both get there", **values
        )
    return Message("the game %(a)s – %(b)s wanted in round %(round)s is not in this bracket", **values)


def _candidates(match: Match, inside: dict[MatchId, set[PlayerId]]) -> tuple[set[PlayerId], set[PlayerId]]:
    upper, lower = match.arrivals
    return _of_slot(match.upper, upper, inside), _of_slot(match.lower, lower, inside)


def _of_slot(slot: Slot, arrival: Arrival, inside: dict[MatchId, set[PlayerId]]) -> set[PlayerId]:
    match arrival if arrival is not None else slot:
        case Player(id=player) | Fallen(player=Player(id=player)):
            return {player}
        case WinnerOf(match=feeder) | LoserOf(match=feeder):
            return inside[feeder]
        case Nobody():
            return set()
    return set()
