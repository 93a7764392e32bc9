"""A round of a knock-out as a draw: boards, colours, byes and walkovers, with a message for each."""

import hashlib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import Any

from miai.domain.people.participants import participants
from miai.domain.people.player import Player, PlayerId
from miai.domain.rounds.game import Colour
from miai.domain.settings.handicaps import has_handicap
from miai.domain.table_numbers import Tables
from miai.domain.tournament import Tournament
from miai.engine.pairing.private_reasons import WANTED_IN_ROUND
from miai.engine.pairing.protocol import Draw, Pairing, Reason
from miai.engine.pairing.schedules.bracket import (
    Bracket,
    LoserOf,
    Match,
    MatchId,
    Side,
    Slot,
    WinnerOf,
    feeders,
)
from miai.engine.pairing.schedules.played_bracket import PlayedBack
from miai.engine.pairing.schedules.wishes import PairWishes
from miai.errors import InputError
from miai.messages import Clauses, Message

WANTED = Message(WANTED_IN_ROUND)


@dataclass(frozen=True, slots=True, kw_only=True)
class Seating:
    """What becomes of the matches of one round."""

    boards: list[tuple[Match, tuple[Player, Player]]] = field(default_factory=list)
    free: list[Player] = field(default_factory=list)
    why_free: list[Message] = field(default_factory=list)
    problems: list[Message] = field(default_factory=list)


def demand_ready(played: PlayedBack, *, round: int) -> None:  # noqa: A002 - the players' word
    """Refuse a round whose players are not known yet, and one after the end."""
    bracket = played.bracket
    ahead = [match for match in bracket.matches if match.round >= round or round > bracket.rounds]
    if all(match.ending for match in ahead):
        winner = bracket.champion
        if winner is None:
            raise InputError(Message("the event is over: nobody won"))
        raise InputError(Message("the event is over: %(name)s won", name=winner.name))
    missing = _missing(played, bracket.of_round(round) or ahead, before=round)
    if missing:
        raise InputError(played.obstacles[match_id] for match_id in sorted(missing))


def _missing(played: PlayedBack, asked: Iterable[Match], *, before: int) -> set[MatchId]:
    """The earlier matches without a result that decide who plays in these."""
    bracket = played.bracket
    missing = {found.id for match in asked for found in _open(bracket, match, before=before)}
    if not bracket.losers_drawn:
        return missing
    # Everybody who has lost once must be known.
    missing |= {match.id for match in bracket.matches if match.round < before and not match.ending}
    return missing & played.obstacles.keys()


def draw_from(
    bracket: Bracket,
    tournament: Tournament,
    *,
    system: str,
    round: int,  # noqa: A002 - the players' word
    seed: int,
) -> Draw:
    """Seat the matches of a round."""
    seating = _seating(bracket, round)
    colours = ColoursSoFar.before(tournament, round)
    numbers = {player.id: number for number, player in enumerate(bracket.entrants, start=1)}
    boards = []
    for table, (match, pair) in enumerate(seating.boards, start=1):
        white, black = colours.white_and_black(match, pair, seed=seed, number=round)
        boards.append(
            Pairing(
                table=table,
                white=white,
                black=black,
                handicap=0,
                komi=tournament.settings.komi,
                reasons=(plan_reason(system, _why(bracket, match, numbers)),),
            )
        )
    return Draw(
        round=round,
        system=system,
        preset="",
        seed=seed,
        boards=tuple(boards),
        bye=seating.free[0] if seating.free else None,
        also_free=tuple(seating.free[1:]),
        total=0,
        optimal=True,
        problems=tuple(seating.problems),
        notes=tuple(_waiting(bracket, round)),
        bye_reasons=tuple(plan_reason(system, text) for text in seating.why_free),
    )


def at_tables(draw: Draw, tables: Tables) -> Draw:
    """The draw at the tables of the event, the lowest numbers first.

    The plan is read from round 1: there a game that is not played leaves its table empty.
    """
    boards = sorted(draw.boards, key=lambda board: board.table)
    places = [board.table for board in boards] if draw.round == 1 else range(1, len(boards) + 1)
    numbers = list(islice(tables.ascending.free(), max(places, default=0)))
    placed = (replace(board, table=numbers[place - 1]) for board, place in zip(boards, places, strict=True))
    return replace(draw, boards=tuple(placed))


def with_wanted_games(draw: Draw, tournament: Tournament, wishes: PairWishes) -> Draw:
    """The draw with the colours of wanted games, and with those of players who have no match in the round.

    Round 1 is what the bracket is read from later: it has only matches.
    """
    seated = {player.id for board in draw.boards for player in (board.white, board.black)}
    seated |= {player.id for player in draw.free}
    players = {player.id: player for player in participants(tournament) if player.attends(draw.round)}
    colours = {(game.white, game.black) for game in wishes.wanted(draw.round)}
    boards = [
        replace(board, white=board.black, black=board.white)
        if (board.black.id, board.white.id) in colours
        else board
        for board in draw.boards
    ]
    for game in wishes.wanted(draw.round) if draw.round > 1 else ():
        if {game.white, game.black} <= players.keys() - seated:
            reasons = (plan_reason(draw.system, WANTED),)
            boards.append(
                Pairing(
                    table=len(boards) + 1,
                    white=players[game.white],
                    black=players[game.black],
                    handicap=0,
                    komi=tournament.settings.komi,
                    reasons=reasons,
                )
            )
    return replace(draw, boards=tuple(boards))


def _open(bracket: Bracket, match: Match, *, before: int) -> Iterator[Match]:
    """The matches before a round that must end before this one can be played."""
    if match.pair and match.ending is None and match.round < before:
        yield match
    for feeder in feeders(bracket, match):
        yield from _open(bracket, feeder, before=before)


def _seating(bracket: Bracket, number: int) -> Seating:
    seating = Seating()
    for match in bracket.of_round(number):
        there = [player for player in match.players if player.attends(number)]
        away = [player for player in match.players if not player.attends(number)]
        if match.pair and not away:
            seating.boards.append((match, match.pair))
            continue
        if away and not match.pair:
            seating.problems.append(
                Message(
                    "%(name)s is away in round %(round)s and loses by walkover",
                    name=away[0].name,
                    round=number,
                )
            )
        if there:
            seating.free.append(there[0])
            seating.why_free.append(_why_free(bracket, match, there[0], away))
        if match.pair:
            seating.problems.append(_walkover(number, there, away))
    return seating


def _walkover(number: int, there: list[Player], away: list[Player]) -> Message:
    if there:
        return Message(
            "%(name)s is away in round %(round)s: %(winner)s wins by walkover",
            name=away[0].name,
            round=number,
            winner=there[0].name,
        )
    return Message(
        "%(a)s and %(b)s are away in round %(round)s: both lose by walkover",
        a=away[0].name,
        b=away[1].name,
        round=number,
    )


def _why_free(bracket: Bracket, match: Match, player: Player, away: list[Player]) -> Message:
    name = player.name
    if away:
        return Message("%(name)s: %(opponent)s is away", name=name, opponent=away[0].name)
    if match.round == 1 and bracket.by_lot:
        return Message("%(name)s: free in round 1 by lot", name=name)
    if match.round == 1:
        return _why_free_by_seed(bracket, player)
    return Message("%(name)s: nobody has come to meet them in match %(match)s", name=name, match=match.id)


def _why_free_by_seed(bracket: Bracket, player: Player) -> Message:
    """The empty places of the bracket are opposite its first numbers, unless a wish moved somebody."""
    number = bracket.entrants.index(player) + 1
    places, players = 2 * len(bracket.of_round(1)), len(bracket.entrants)
    values: dict[str, Any] = {"name": player.name, "number": number, "places": places, "players": players}
    if number <= places - players:
        return Message(
            "%(name)s: free in round 1 as number %(number)s of the seeding, because %(players)s players do "
            "not fill the %(places)s places of the bracket and the first numbers have the byes",
            **values,
        )
    return Message(
        "%(name)s: number %(number)s of the seeding is free in round 1, because %(players)s players do not "
        "fill the %(places)s places of the bracket",
        **values,
    )


def _why(bracket: Bracket, match: Match, numbers: Mapping[PlayerId, int]) -> Message:
    """Why the two of a match meet; `numbers` are the seeds or lots."""
    if bracket.losers_drawn and match.side is Side.LOSERS and match.pair:
        return _why_drawn(bracket, match, match.pair)
    upper, lower = (_origin(bracket, slot, numbers) for slot in (match.upper, match.lower))
    sides: dict[str, Any] = {"a": upper, "b": lower}
    match match.side:
        case Side.LOSERS:
            return Message("losers' bracket: %(a)s against %(b)s", **sides)
        case Side.THIRD_PLACE:
            return Message("third place: %(a)s against %(b)s", **sides)
        case Side.FINAL:
            return Message("final: %(a)s against %(b)s", **sides)
    return Message("%(a)s against %(b)s", **sides)


def _why_drawn(bracket: Bracket, match: Match, pair: tuple[Player, Player]) -> Message:
    """Why two who have lost once are drawn against each other."""
    earlier = [each.pair for each in bracket.matches if each.round < match.round and each.pair]
    if any(set(each) == set(pair) for each in earlier):
        return Message(
            "losers' bracket, drawn anew: %(a)s and %(b)s meet again because no draw of this round has fewer "
            "rematches",
            a=pair[0].name,
            b=pair[1].name,
        )
    return Message("losers' bracket, drawn anew among those who have lost once")


def _origin(bracket: Bracket, slot: Slot, numbers: Mapping[PlayerId, int]) -> Message:
    """Where a player comes from: the list of seeds, or an earlier match."""
    match slot:
        case Player() if bracket.by_lot:
            return Message("lot %(number)s", number=numbers[slot.id])
        case Player():
            return Message("number %(number)s", number=numbers[slot.id])
        case WinnerOf() | LoserOf():
            return _from_match(bracket.match(slot.match), won=isinstance(slot, WinnerOf))
    return Message("nobody")


def _from_match(match: Match, *, won: bool) -> Message:
    names = [player.name for player in match.players]
    if len(names) < 2:
        return Message("%(name)s, who was free", name=names[0]) if names else Message("nobody")
    both = {"a": names[0], "b": names[1]}
    return Message("winner of %(a)s–%(b)s", **both) if won else Message("loser of %(a)s–%(b)s", **both)


def _waiting(bracket: Bracket, number: int) -> Iterator[Message]:
    """Those who are still in and have no match this time."""
    losses = bracket.losses()
    busy = {player.id for match in bracket.of_round(number) for player in match.players}
    waiting = [
        player.name
        for player in bracket.entrants
        if player.id not in busy and losses[player.id] < (bracket.out_after or 0)
    ]
    if waiting:
        names = Clauses(tuple(waiting), ", ")
        yield Message("without a match in round %(round)s: %(names)s", round=number, names=names)


def plan_reason(system: str, text: Message) -> Reason:
    """What the plan says of a board or a bye."""
    return Reason(rule=system, title=Message("Plan of the system"), text=text)


@dataclass(frozen=True, slots=True, kw_only=True)
class ColoursSoFar:
    """Whites less blacks, and the last colour, in even games so far."""

    balances: Counter[PlayerId]
    last: dict[PlayerId, int]

    @classmethod
    def before(cls, tournament: Tournament, number: int) -> "ColoursSoFar":
        """Count the colours of the rounds before."""
        colours = cls(balances=Counter(), last={})
        for drawn in tournament.rounds:
            for board in drawn.boards if drawn.number < number else ():
                even = not has_handicap(tournament.settings, board)
                if board.colours_known and even and not board.result.by_default:
                    for player, sign in ((board.white, 1), (board.black, -1)):
                        colours.balances[player] += sign
                        colours.last[player] = sign
        return colours

    def white_and_black(
        self, match: Match, pair: tuple[Player, Player], *, seed: int, number: int
    ) -> tuple[Player, Player]:
        """As planned; else White to who had fewer whites, then to who had Black last, then by lot."""
        upper, lower = pair
        if match.upper_colour:
            return (upper, lower) if match.upper_colour is Colour.WHITE else (lower, upper)
        for due in (self.balances, self.last):
            first, second = due.get(upper.id, 0), due.get(lower.id, 0)
            if first != second:
                return (upper, lower) if first < second else (lower, upper)
        one, other = sorted(pair, key=lambda player: player.name)
        text = f"{seed}\0{number}\0{one.name}\0{other.name}"
        heads = hashlib.sha256(text.encode()).digest()[0] % 2
        return (one, other) if heads else (other, one)
