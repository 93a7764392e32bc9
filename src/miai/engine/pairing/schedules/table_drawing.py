"""A round of a table as a draw: its games, what is missed, and what is made up."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from miai.domain.people.participants import participants
from miai.domain.people.player import Player, PlayerId
from miai.domain.rounds.director_constraints import WantedGame
from miai.domain.rounds.game import Colour
from miai.domain.tournament import Tournament
from miai.engine.pairing.match import Blocked, match
from miai.engine.pairing.protocol import Draw, Pairing
from miai.engine.pairing.schedules.bracket import Bracket, Match, NotPlayed
from miai.engine.pairing.schedules.drawing import WANTED, ColoursSoFar, at_tables, plan_reason
from miai.engine.pairing.schedules.table_results import missed_matches
from miai.engine.pairing.schedules.wishes import (
    Pair,
    PairWishes,
    broken_pairs,
    pair_of,
    unkept_games,
    unkept_seats,
)
from miai.engine.scoring.withdrawals import settled_games
from miai.messages import Message


def draw_table_round(
    bracket: Bracket,
    tournament: Tournament,
    wishes: PairWishes,
    *,
    system: str,
    round: int,  # noqa: A002 - the players' word
    seed: int,
) -> Draw:
    """Seat a round; two who are there without a game make up one that they missed, if there is one."""
    colours = ColoursSoFar.before(tournament, round)
    found = _TableRound(tournament=tournament, number=round, system=system, seed=seed, colours=colours)
    planned = bracket.of_round(round)
    wanted = found.wanted_games(wishes)
    busy = found.seat_wanted(wanted, planned)
    for each in planned:
        found.seat(each, wanted, busy)
    beyond = [] if planned else [player for player in bracket.entrants if player.id not in busy]
    idle = [*found.idle, *(player for player in beyond if player.attends(round))]
    found.make_up(_made_up(missed_matches(bracket), idle))
    draw = at_tables(found.draw(), tournament.settings.tables)
    pairs = [(board.white, board.black) for board in draw.boards]
    said = (
        *found.problems,
        *broken_pairs(pairs, wishes, round),
        *unkept_games(tournament, draw),
        *unkept_seats(tournament, draw),
    )
    return replace(draw, problems=said)


def _made_up(missed: Sequence[Match], idle: Sequence[Player]) -> list[Match]:
    """As many missed games as can be played at the same time, early ones before late ones."""
    there = {player.id for player in idle}
    possible = [each for each in missed if each.pair and there.issuperset(pair_of(*each.pair))]
    if not possible:
        return []
    index = {player.id: at for at, player in enumerate(idle)}
    # Nobody has to play: a game is worth one, and a little more if it was missed early.
    last = max(each.round for each in possible) + 1
    costs = np.zeros((len(idle), len(idle)), np.int64)
    matches: dict[Pair, Match] = {}
    for each in reversed(possible):
        if each.pair:
            i, j = (index[player.id] for player in each.pair)
            costs[i, j] = costs[j, i] = -(last * len(idle)) - (last - each.round)
            matches[pair_of(*each.pair)] = each
    found = match(costs, np.zeros(len(idle), np.int64))
    pairs = () if isinstance(found, Blocked) else found.pairs
    chosen = [matches.get(pair_of(idle[i], idle[j])) for i, j in pairs]
    return sorted((each for each in chosen if each), key=lambda each: each.id)


@dataclass(frozen=True, slots=True, kw_only=True)
class _TableRound:
    """One round of a table while it is seated; those who are `idle` are there and have no game."""

    tournament: Tournament
    number: int
    system: str
    seed: int
    colours: ColoursSoFar
    boards: list[Pairing] = field(default_factory=list)
    free: list[Player] = field(default_factory=list)
    sits_out: list[Player] = field(default_factory=list)
    idle: list[Player] = field(default_factory=list)
    problems: list[Message] = field(default_factory=list)
    notes: list[Message] = field(default_factory=list)

    def wanted_games(self, wishes: PairWishes) -> dict[Pair, WantedGame]:
        """The games wanted in this round that can be played."""
        there = {player.id for player in participants(self.tournament) if player.attends(self.number)}
        games = {frozenset((game.white, game.black)): game for game in wishes.wanted(self.number)}
        return {pair: game for pair, game in games.items() if there.issuperset(pair)}

    def seat_wanted(self, wanted: dict[Pair, WantedGame], planned: Sequence[Match]) -> set[PlayerId]:
        """Give tables to wanted games that are not in the plan of this round; who plays them is busy.

        Round 1 is what seats are read from later: it has only games of the plan.
        """
        own = {pair_of(*each.pair) for each in planned if each.pair}
        extra = [game for pair, game in wanted.items() if pair not in own and self.number > 1]
        # Tables of the plan keep their numbers.
        for table, game in enumerate(extra, start=len(planned) + 1):
            self._add(table, self._player(game.white), self._player(game.black), WANTED)
        return {seat for game in extra for seat in (game.white, game.black)}

    def seat(self, planned: Match, wanted: dict[Pair, WantedGame], busy: set[PlayerId]) -> None:
        """Seat a match of the plan, or say why it is not played now."""
        if planned.pair is None:
            self._seat_free(planned.players[0], busy)
            return
        upper, lower = planned.pair
        game = wanted.get(pair_of(upper, lower))
        why_not = None if game else self._why_not(planned, upper, lower, busy)
        if why_not:
            self.problems.append(why_not)
            resting = [player for player in planned.pair if player.id not in busy]
            self.sits_out.extend(resting)
            self.idle.extend(player for player in resting if player.attends(self.number))
        elif game:
            self._add(planned.table or 1, self._player(game.white), self._player(game.black), WANTED)
        else:
            white, black = (upper, lower) if planned.upper_colour is Colour.WHITE else (lower, upper)
            text = Message("round %(round)s of the table's rotation", round=self.number)
            self._add(planned.table or 1, white, black, text)

    def _seat_free(self, player: Player, busy: set[PlayerId]) -> None:
        """Give the free seat, which counts the same for everybody, also to somebody who is away."""
        if player.id in busy:
            return
        self.free.append(player)
        if not player.attends(self.number):
            self.notes.append(
                Message(
                    "%(name)s is away in round %(round)s and has the free seat: no game is missed",
                    name=player.name,
                    round=self.number,
                )
            )

    def _why_not(self, planned: Match, upper: Player, lower: Player, busy: set[PlayerId]) -> Message | None:
        away = [player.name for player in (upper, lower) if not player.attends(self.number)]
        values: dict[str, Any] = {"a": upper.name, "b": lower.name, "round": self.number}
        if planned.not_played is NotPlayed.ANNULLED or self._is_awarded(upper, lower):
            return self._left(upper, lower)
        if planned.ending or planned.played_in:
            return Message("%(a)s and %(b)s have met already: they sit out round %(round)s", **values)
        if planned.not_played is NotPlayed.KEPT_APART:
            return Message(
                "%(a)s and %(b)s should never meet: their game of round %(round)s is left out", **values
            )
        if len(away) == 2:
            return Message("%(a)s and %(b)s both miss their game of round %(round)s", **values)
        if away:
            there = lower if away[0] == upper.name else upper
            return Message(
                "%(name)s misses the game against %(opponent)s in round %(round)s: nobody has points for it "
                "until it is made up",
                name=away[0],
                opponent=there.name,
                round=self.number,
            )
        if busy & {upper.id, lower.id}:
            return Message("%(a)s – %(b)s is put off: one of them plays a wanted game", **values)
        return None

    def _is_awarded(self, upper: Player, lower: Player) -> bool:
        settled = settled_games(self.tournament)
        away = not (upper.attends(self.number) and lower.attends(self.number))
        return away and settled.winner(upper.id, lower.id) is not None

    def _left(self, upper: Player, lower: Player) -> Message:
        """That a game is not played because one of the two has left, and what becomes of its point."""
        settled = settled_games(self.tournament)
        winner = settled.winner(upper.id, lower.id)
        if winner is None:
            gone, other = (upper, lower) if upper.id in settled.annulled else (lower, upper)
            return Message(
                "%(name)s has left: the game against %(opponent)s in round %(round)s is annulled",
                name=gone.name,
                opponent=other.name,
                round=self.number,
            )
        gone, other = (lower, upper) if winner == upper.id else (upper, lower)
        return Message(
            "%(name)s has left: %(opponent)s has the point of their game in round %(round)s",
            name=gone.name,
            opponent=other.name,
            round=self.number,
        )

    def make_up(self, matches: Sequence[Match]) -> None:
        """Give tables to games that were missed in earlier rounds."""
        for each in matches:
            if each.pair is None:
                continue
            white, black = self.colours.white_and_black(
                replace(each, upper_colour=None), each.pair, seed=self.seed, number=self.number
            )
            text = Message("makes up the game that was missed in round %(round)s", round=each.round)
            self._add(self._free_table(), white, black, text)
            for player in each.pair:
                if player in self.sits_out:
                    self.sits_out.remove(player)

    def draw(self) -> Draw:
        """The round as it is seated."""
        reasons = [
            Message(
                "%(name)s: the free seat in round %(round)s of the table's rotation",
                name=player.name,
                round=self.number,
            )
            for player in self.free
        ]
        return Draw(
            round=self.number,
            system=self.system,
            preset="",
            seed=self.seed,
            boards=tuple(sorted(self.boards, key=lambda board: board.table)),
            bye=self.free[0] if self.free else None,
            also_free=tuple(self.free[1:]),
            sits_out=tuple(self.sits_out),
            total=0,
            optimal=True,
            notes=tuple(self.notes),
            bye_reasons=tuple(plan_reason(self.system, reason) for reason in reasons),
        )

    def _player(self, player: PlayerId) -> Player:
        return self.tournament.player(player)

    def _free_table(self) -> int:
        used = {board.table for board in self.boards}
        return next(table for table in range(1, len(used) + 2) if table not in used)

    def _add(self, table: int, white: Player, black: Player, text: Message) -> None:
        self.boards.append(
            Pairing(
                table=table,
                white=white,
                black=black,
                handicap=0,
                komi=self.tournament.settings.komi,
                reasons=(plan_reason(self.system, text),),
            )
        )
