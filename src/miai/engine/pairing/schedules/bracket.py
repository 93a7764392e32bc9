"""Brackets: every match of a schedule as a value, and how results carry players from one to the next."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from typing import NewType

from miai.domain.people.player import Player, PlayerId
from miai.domain.rounds.game import Colour
from miai.errors import InputError, InternalError
from miai.messages import Message

MatchId = NewType("MatchId", int)


class Side(Enum):
    """The part of a schedule that a match belongs to."""

    TABLE = "table"
    WINNERS = "winners"
    LOSERS = "losers"
    FINAL = "final"
    THIRD_PLACE = "third place"


class MatchOutcome(Enum):
    """How a match ended, seen from its two slots."""

    UPPER_WON = "upper won"
    LOWER_WON = "lower won"
    JIGO = "jigo"
    BOTH_LOST = "both lost"
    BOTH_WON = "both won"


class NotPlayed(Enum):
    """Why a match of a table does not count.

    It can be made up, the director forbids it, or it is annulled because one of the two has left.
    """

    MISSED = "missed"
    KEPT_APART = "kept apart"
    ANNULLED = "annulled"


@dataclass(frozen=True, slots=True, kw_only=True)
class Ending:
    """The outcome of a match; a walkover needed no game."""

    outcome: MatchOutcome
    walkover: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Nobody:
    """An empty slot: whoever stands against it goes on without a game."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Fallen:
    """A player who lost together with the opponent, and goes down with the next loser of the branch."""

    player: Player


@dataclass(frozen=True, slots=True, kw_only=True)
class WinnerOf:
    """Whoever wins a match."""

    match: MatchId


@dataclass(frozen=True, slots=True, kw_only=True)
class LoserOf:
    """Whoever loses a match."""

    match: MatchId


@dataclass(frozen=True, slots=True, kw_only=True)
class ToBeDrawn:
    """Whoever is drawn when the round comes."""


Slot = Player | Nobody | WinnerOf | LoserOf | ToBeDrawn
Arrival = Player | Nobody | Fallen | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Match:
    """Two slots as planned, who has arrived in them by now, and how it ended when that is known.

    `upper_colour` and `table` are set where the schedule lays them down beforehand. A match of a table may be
    played in another round than its own: that is `played_in`. An annulled one keeps how it ended.
    """

    id: MatchId
    round: int
    side: Side
    upper: Slot
    lower: Slot
    arrivals: tuple[Arrival, Arrival] = (None, None)
    ending: Ending | None = None
    upper_colour: Colour | None = None
    table: int | None = None
    played_in: int | None = None
    not_played: NotPlayed | None = None

    @property
    def players(self) -> tuple[Player, ...]:
        """Those who have arrived and may play."""
        return tuple(each for each in self.arrivals if isinstance(each, Player))

    @property
    def pair(self) -> tuple[Player, Player] | None:
        """Both players, once they are known."""
        upper, lower = self.arrivals
        return (upper, lower) if isinstance(upper, Player) and isinstance(lower, Player) else None

    @property
    def winner(self) -> Player | None:
        """The one player who won."""
        won = {MatchOutcome.UPPER_WON: 0, MatchOutcome.LOWER_WON: 1}
        if self.ending is None or self.ending.outcome not in won:
            return None
        arrival = self.arrivals[won[self.ending.outcome]]
        return arrival if isinstance(arrival, Player) else None

    @property
    def beaten(self) -> tuple[Player, ...]:
        """Those who take a loss from the match; an empty slot beats nobody."""
        if self.ending is None:
            return ()
        if self.ending.outcome is MatchOutcome.BOTH_LOST:
            return self.players
        if self.pair is None:
            return ()
        upper, lower = self.pair
        lost = {MatchOutcome.UPPER_WON: (lower,), MatchOutcome.LOWER_WON: (upper,)}
        return lost.get(self.ending.outcome, ())


@dataclass(frozen=True, slots=True, kw_only=True)
class Bracket:
    """A whole schedule: its entrants in order, and its matches, each after those that feed it.

    A player is out after `out_after` losses; where it is None, everybody plays on to the end. Places are by
    seed, or drawn `by_lot`; with `losers_drawn` the losers' bracket is drawn anew in each round. `notes` say
    what the plan could not do and what the results have made of it.
    """

    title: str
    entrants: tuple[Player, ...]
    matches: tuple[Match, ...]
    out_after: int | None = None
    by_lot: bool = False
    losers_drawn: bool = False
    notes: tuple[Message, ...] = ()

    @property
    def rounds(self) -> int:
        """The number of rounds, one that may not be needed included."""
        return max((match.round for match in self.matches), default=0)

    @property
    def over(self) -> bool:
        """Whether every match has ended; one that was missed is not waited for."""
        return all(match.ending is not None or match.not_played for match in self.matches)

    @property
    def champion(self) -> Player | None:
        """Who won the last final; a single entrant has won already, and a round robin has no final."""
        finals = [match for match in self.matches if match.side is Side.FINAL]
        if finals:
            arrival = _winner(self, finals[-1], self.losses())
            return arrival if isinstance(arrival, Player) else None
        alone = self.out_after is not None and len(self.entrants) == 1
        return self.entrants[0] if alone else None

    def match(self, match_id: MatchId) -> Match:
        """The match with that id."""
        for match in self.matches:
            if match.id == match_id:
                return match
        raise InputError(_no_match(match_id))

    def of_round(self, number: int) -> tuple[Match, ...]:
        """The matches of a round."""
        return tuple(match for match in self.matches if match.round == number)

    def losses(self) -> Counter[PlayerId]:
        """How often each player has lost so far."""
        return Counter(player.id for match in self.matches for player in match.beaten)


def bracket_of(
    title: str, entrants: Sequence[Player], matches: Sequence[Match], *, out_after: int | None = None
) -> Bracket:
    """A bracket in which all that follows from byes has happened."""
    bracket = Bracket(title=title, entrants=tuple(entrants), matches=tuple(matches), out_after=out_after)
    return advance(bracket, {})


def advance(bracket: Bracket, results: Mapping[MatchId, Ending]) -> Bracket:
    """The bracket with some results more; winners and losers move on, and walkovers follow by themselves.

    A result that is given again is corrected: later matches whose players change lose their results.
    """
    unknown = results.keys() - {match.id for match in bracket.matches}
    if unknown:
        raise InputError(_no_match(min(unknown)))
    done: dict[MatchId, Match] = {}
    losses: Counter[PlayerId] = Counter()
    for match in bracket.matches:
        arrivals = (
            _arrival(bracket, match, match.upper, done, losses),
            _arrival(bracket, match, match.lower, done, losses),
        )
        now = match
        if arrivals != match.arrivals or match.id in results:
            seated = replace(match, arrivals=arrivals)
            now = replace(seated, ending=_ending(bracket, seated, results.get(match.id)))
        losses.update(player.id for player in now.beaten)
        done[match.id] = now
    return replace(bracket, matches=tuple(done.values()))


def _no_match(match_id: MatchId) -> Message:
    return Message("there is no match %(match)s", match=match_id)


def feeders(bracket: Bracket, match: Match) -> Iterator[Match]:
    """The matches that the two slots wait for."""
    for slot, arrival in zip((match.upper, match.lower), match.arrivals, strict=True):
        if arrival is None and isinstance(slot, WinnerOf | LoserOf):
            yield bracket.match(slot.match)


def _ending(bracket: Bracket, match: Match, given: Ending | None) -> Ending | None:
    if match.pair is None:
        # Who is away without an opponent loses to nobody.
        if given and given.outcome is MatchOutcome.BOTH_LOST and None not in match.arrivals:
            return given
        if given:
            raise InputError(Message("match %(match)s does not have two players yet", match=match.id))
        return _walkover(*match.arrivals)
    if (
        given
        and bracket.out_after is not None
        and given.outcome in (MatchOutcome.JIGO, MatchOutcome.BOTH_WON)
    ):
        upper, lower = match.pair
        raise InputError(
            Message(
                "%(a)s – %(b)s needs a replay or a decision: somebody must go on", a=upper.name, b=lower.name
            )
        )
    return given


def _walkover(upper: Arrival, lower: Arrival) -> Ending | None:
    """How a match without two players ends; it waits while one of them is not known."""
    if upper is None or lower is None:
        return None
    # A player goes on before one who has fallen, and anybody before nobody.
    ranks = {Player: 0, Fallen: 1, Nobody: 2}
    first = ranks[type(upper)] <= ranks[type(lower)]
    return Ending(outcome=MatchOutcome.UPPER_WON if first else MatchOutcome.LOWER_WON, walkover=True)


def _arrival(
    bracket: Bracket, match: Match, slot: Slot, done: Mapping[MatchId, Match], losses: Counter[PlayerId]
) -> Arrival:
    match slot:
        case WinnerOf():
            arrival = _winner(bracket, done[slot.match], losses)
        case LoserOf():
            arrival = _loser(bracket, done[slot.match])
        case ToBeDrawn():
            return None
        case _:
            return slot
    if match.side is Side.FINAL and bracket.out_after is not None:
        # Whoever reaches a final plays it, unless they are out: then it need not be played again.
        arrival = arrival.player if isinstance(arrival, Fallen) else arrival
        out = isinstance(arrival, Player) and losses[arrival.id] >= bracket.out_after
        return Nobody() if out else arrival
    return arrival


def _winner(bracket: Bracket, match: Match, losses: Counter[PlayerId]) -> Arrival:
    if match.ending is None:
        return None
    match match.ending.outcome:
        case MatchOutcome.UPPER_WON:
            return match.arrivals[0]
        case MatchOutcome.LOWER_WON:
            return match.arrivals[1]
        case MatchOutcome.BOTH_LOST:
            return _left_of_two_losers(bracket, match, losses)
        case _:
            raise InternalError(f"match {match.id} has no winner")


def _left_of_two_losers(bracket: Bracket, match: Match, losses: Counter[PlayerId]) -> Arrival:
    """Who takes the winner's way when both lost: nobody, unless one of them may lose once more."""
    limit = bracket.out_after or 0
    staying = [player for player in match.players if losses[player.id] < limit]
    if not staying or match.side is Side.LOSERS or (bracket.losers_drawn and match.side is Side.WINNERS):
        return Nobody()
    return staying[0] if match.side is Side.FINAL else Fallen(player=staying[0])


def _loser(bracket: Bracket, match: Match) -> Arrival:
    if match.ending is None:
        return None
    match match.ending.outcome:
        case MatchOutcome.UPPER_WON:
            loser = match.arrivals[1]
        case MatchOutcome.LOWER_WON:
            loser = match.arrivals[0]
        case _:
            # In a knock-out both are out; else the other of the two waits for the next way down.
            loser = match.arrivals[1] if bracket.out_after != 1 else Nobody()
    return loser.player if isinstance(loser, Fallen) else loser
