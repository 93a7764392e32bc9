"""Brackets and the grid of a table, laid out for a page."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from miai.domain.people.player import Player, PlayerId
from miai.domain.points import plain
from miai.engine.pairing.schedules.bracket import (
    Bracket,
    Fallen,
    LoserOf,
    Match,
    MatchOutcome,
    Nobody,
    NotPlayed,
    Side,
    ToBeDrawn,
    WinnerOf,
)
from miai.engine.pairing.schedules.placing import placing
from miai.engine.scoring import Standings
from miai.engine.scoring.scores import scores
from miai.features.stages.planned import is_seat
from miai.server.words import gettext as _

_SIGNS = {
    MatchOutcome.UPPER_WON: ("+", "−"),
    MatchOutcome.LOWER_WON: ("−", "+"),
    MatchOutcome.JIGO: ("=", "="),
    MatchOutcome.BOTH_LOST: ("−", "−"),
    MatchOutcome.BOTH_WON: ("+", "+"),
}
# A game of a table that was missed, one that the director forbids, and one of a player who left.
_NOT_PLAYED = {NotPlayed.MISSED: "×", NotPlayed.KEPT_APART: "∅", NotPlayed.ANNULLED: "( )"}


@dataclass(frozen=True, slots=True, kw_only=True)
class BracketSlot:
    """A slot of a match: who is in it or where they will come from, and whether they won."""

    text: str
    player: Player | None = None
    won: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class BracketMatch:
    """A match; a `blank` one only fills the place of a match that is not played."""

    number: int
    places: tuple[BracketSlot, BracketSlot]
    blank: bool
    walkover: bool
    needless: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class BracketStage:
    """The matches of one round in one part of the bracket.

    `leads` says how it goes on: "halving" where two matches lead to one, "straight" where one does.
    """

    title: str
    leads: str
    meetings: tuple[BracketMatch, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class BracketPart:
    """Winners, losers, or the match for the third place."""

    title: str
    stages: tuple[BracketStage, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class GridLine:
    """A player of a table: what happened against each other one, or the round in which they meet."""

    place: int
    player: Player
    cells: tuple[str, ...]
    points: float


def parts(bracket: Bracket) -> list[BracketPart]:
    """A knock-out from the left to the right; the final ends the part of the winners."""
    titles = {
        Side.WINNERS: _("Winners’ bracket") if bracket.out_after == 2 else _("Bracket"),
        Side.LOSERS: _("Losers’ bracket, drawn anew each round")
        if bracket.losers_drawn
        else _("Losers’ bracket"),
        Side.THIRD_PLACE: _("Third place"),
    }
    found = []
    for side, title in titles.items():
        sides = (Side.WINNERS, Side.FINAL) if side is Side.WINNERS else (side,)
        matches = [match for match in bracket.matches if match.side in sides]
        stages = tuple(_stages(bracket, matches))
        if stages:
            found.append(BracketPart(title=title, stages=stages))
    return found


def champions(bracket: Bracket) -> list[tuple[int, list[Player]]]:
    """The places so far, those who share one together."""
    places, line = [], 1
    for group in placing(bracket):
        places.append((line, group))
        line += len(group)
    return places


def grid(bracket: Bracket, table: Standings) -> list[GridLine]:
    """Everybody against everybody, in the order and with the places and wins of the standings."""
    entered = {player.id for player in bracket.entrants}
    rows = [row for row in table.rows if row.player.id in entered]
    scored = scores(table.tournament, after=table.after_round)
    wins = {player.id: plain(won) for player, won in zip(scored.players, scored.wins, strict=True)}
    signs: dict[tuple[PlayerId, PlayerId], str] = {}
    for match in bracket.matches:
        if match.pair is None:
            continue
        upper, lower = match.pair
        both = _SIGNS[match.ending.outcome] if match.ending else None
        for one, other, at in ((upper, lower, 0), (lower, upper, 1)):
            sign = both[at] if both else _to_come(match)
            signs[one.id, other.id] = f"({both[at]})" if both and match.not_played else sign
    return [
        GridLine(
            place=row.place,
            player=row.player,
            cells=tuple(signs.get((row.player.id, other.player.id), "") for other in rows),
            points=wins[row.player.id],
        )
        for row in rows
    ]


def _to_come(match: Match) -> str:
    """The round in which two will meet, or a sign where they did not."""
    if match.not_played:
        return _NOT_PLAYED[match.not_played]
    return _("R%(number)s", number=match.played_in or match.round)


def _stages(bracket: Bracket, matches: list[Match]) -> Iterator[BracketStage]:
    rounds = [
        [match for match in matches if match.round == number]
        for number in sorted({match.round for match in matches})
    ]
    for own, following in pairwise([*rounds, []]):
        yield BracketStage(
            title=_title(bracket, own),
            leads=_leads(bracket, own, following),
            meetings=tuple(_meeting(match) for match in own),
        )


def _leads(bracket: Bracket, own: list[Match], following: list[Match]) -> str:
    """How a stage goes on; where it is drawn anew, no line says who meets whom."""
    if not following or (bracket.losers_drawn and own[0].side is Side.LOSERS):
        return ""
    return "straight" if len(following) == len(own) else "halving"


def _title(bracket: Bracket, own: list[Match]) -> str:
    """Finals have names in a knock-out; everything else has a number."""
    values = {"number": own[0].round}
    if own[0].side is Side.FINAL:
        if _is_repeated(own[0]):
            return _("Second final, round %(number)s", **values)
        return _("Final, round %(number)s", **values)
    if own[0].side is Side.WINNERS and bracket.out_after == 1:
        names = {
            2: _("Semi-finals, round %(number)s", **values),
            4: _("Quarter-finals, round %(number)s", **values),
        }
        return names.get(len(own), _("Round %(number)s", **values))
    return _("Round %(number)s", **values)


def _is_repeated(final: Match) -> bool:
    """Whether both who meet in a final come from the final before."""
    match final.upper, final.lower:
        case WinnerOf(match=won), LoserOf(match=lost):
            return won == lost
    return False


def _meeting(match: Match) -> BracketMatch:
    empty = all(isinstance(arrival, Nobody) for arrival in match.arrivals)
    won = (
        {MatchOutcome.UPPER_WON: 0, MatchOutcome.LOWER_WON: 1}.get(match.ending.outcome)
        if match.ending
        else None
    )
    return BracketMatch(
        number=match.id,
        places=(_place(match, 0, won=won == 0), _place(match, 1, won=won == 1)),
        blank=empty,
        walkover=bool(match.pair and match.ending and match.ending.walkover),
        needless=match.side is Side.FINAL and match.ending is not None and match.pair is None,
    )


def _place(match: Match, at: int, *, won: bool) -> BracketSlot:
    slot, arrival = (match.upper, match.lower)[at], match.arrivals[at]
    match arrival:
        case Player() if is_seat(arrival):
            return BracketSlot(text=arrival.surname)
        case Player():
            return BracketSlot(text=arrival.name, player=arrival, won=won)
        case Fallen():
            return BracketSlot(text=_("%(name)s, lost", name=arrival.player.name))
        case Nobody():
            return BracketSlot(text=_("free") if isinstance(slot, Nobody) else _("nobody"))
    match slot:
        case WinnerOf(match=number):
            return BracketSlot(text=_("winner of match %(number)s", number=number))
        case LoserOf(match=number):
            return BracketSlot(text=_("loser of match %(number)s", number=number))
        case Player():
            return BracketSlot(text=slot.name, player=slot)
        case ToBeDrawn():
            return BracketSlot(text=_("drawn later"))
    return BracketSlot(text=_("free"))
