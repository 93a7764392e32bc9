"""Who gets which prize, and how much money."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Generic, TypeVar

from miai.domain.money import Cents
from miai.domain.people.player import PlayerId
from miai.domain.people.player_filter import Among
from miai.domain.points import NOTHING, POINT, Quarters
from miai.domain.settings.prizes import Prize, PrizeKind
from miai.engine.scoring.places import Standings, StandingsRow, narrowed
from miai.engine.scoring.scores import scores
from miai.features.stages.overall_standings import whole_table, wins_in_all

Row = TypeVar("Row")


@dataclass(frozen=True, slots=True, kw_only=True)
class SharedPrize(Generic[Row]):
    """A prize and who gets it; a prize for a number of wins each gets whole, any other they share."""

    prize: Prize
    winners: tuple[Row, ...]

    @property
    def shared(self) -> bool:
        """Whether several have to share it."""
        return self.prize.kind is not PrizeKind.WINS and len(self.winners) > 1

    @property
    def share(self) -> Cents:
        """The money that each of them gets: equal parts, rounded down to whole cents."""
        return Cents(self.prize.amount // len(self.winners)) if self.shared else self.prize.amount

    @property
    def rest(self) -> Cents:
        """The cents that cannot be shared equally and stay with the organiser."""
        return Cents(self.prize.amount % len(self.winners)) if self.shared else Cents(0)

    @property
    def paid_out(self) -> Cents:
        """The money that all of them get."""
        return Cents(self.share * len(self.winners))


GivenPrize = SharedPrize[StandingsRow]

# The prizes for the same people are one list, those for most wins another one.
_PrizeList = tuple[Among, bool]


def prizes_given(table: Standings, *, whole: bool = True) -> tuple[GivenPrize, ...]:
    """Give the prizes of the settings by a table, in the order in which they are listed.

    An event with stages gives them by the places over all stages and by the wins in all of them, unless not
    the `whole` is meant.

    Those who tie share all the prizes of their places. If the settings say so, whoever has a prize of one
    list gets none of another, so that the first in the order counts: the other goes to the next in line.
    Prizes for a number of wins are given beside them.
    """
    settings = table.tournament.settings
    if whole and table.tournament.stages:
        table = whole_table(table.tournament)
        wins = wins_in_all(table.tournament)
    else:
        scored = scores(table.tournament, after=table.after_round)
        wins = {player.id: won for player, won in zip(scored.players, scored.wins, strict=True)}
    lists: dict[PlayerId, _PrizeList] = {}
    given = []
    for prize in settings.prizes:
        rows = narrowed(table, prize.among).rows
        if prize.kind is PrizeKind.WINS:
            winners = [row for row in rows if wins[row.player.id] >= prize.wins * POINT]
        else:
            own = _list_of(prize)
            taken = {player for player, earlier in lists.items() if earlier != own}
            winners = _winners(prize, rows, wins, taken if settings.one_prize_each else set())
            lists |= {row.player.id: own for row in winners if row.player.id not in lists}
        given.append(SharedPrize(prize=prize, winners=tuple(winners)))
    return tuple(given)


def prize_money(given: Sequence[GivenPrize]) -> dict[PlayerId, Cents]:
    """The prize money of everybody who gets some."""
    money: dict[PlayerId, Cents] = {}
    for each in given:
        for row in each.winners if each.share else ():
            money[row.player.id] = Cents(money.get(row.player.id, 0) + each.share)
    return money


def _list_of(prize: Prize) -> _PrizeList:
    meant = prize.among
    same = replace(meant, country=meant.country.casefold(), club=meant.club.casefold())
    return same, prize.kind is PrizeKind.MOST_WINS


def _winners(
    prize: Prize, rows: Sequence[StandingsRow], wins: Mapping[PlayerId, Quarters], taken: set[PlayerId]
) -> list[StandingsRow]:
    if prize.kind is PrizeKind.PLACE:
        return _in_line(prize.place, rows, taken)
    free = [row for row in rows if row.player.id not in taken]
    most = max((wins[row.player.id] for row in free), default=NOTHING)
    return [row for row in free if most > NOTHING and wins[row.player.id] == most]


def _in_line(place: int, rows: Sequence[StandingsRow], taken: set[PlayerId]) -> list[StandingsRow]:
    """Those who tie for a place, or the next below who have no prize yet."""
    last = 0
    for _, tied in groupby(rows, key=lambda row: row.place):
        group = list(tied)
        last += len(group)
        free = [row for row in group if row.player.id not in taken]
        if last >= place and free:
            return free
    return []
