"""Who gets which prize."""

from dataclasses import dataclass
from itertools import groupby

from miai.domain.grade import Grade
from miai.domain.player import Player, PlayerId
from miai.domain.points import POINT
from miai.domain.prizes import Prize, PrizeKind
from miai.standings.places import Standings, StandingsRow
from miai.standings.scores import scores
from miai.standings.tiebreaks import TIEBREAKS


@dataclass(frozen=True, slots=True, kw_only=True)
class GivenPrize:
    """A prize and who gets it; several share one prize for a place, and each gets one for wins."""

    prize: Prize
    winners: tuple[StandingsRow, ...]

    @property
    def shared(self) -> bool:
        """Whether several have to share it."""
        return self.prize.kind is PrizeKind.PLACE and len(self.winners) > 1


# Whom a prize is meant for; the prizes for the same people are one list.
_Meant = tuple[Grade | None, Grade | None, int | None, str]


def prizes_given(table: Standings) -> tuple[GivenPrize, ...]:
    """Give the prizes of the settings by a table, in the order in which they are listed.

    Those who tie share all the prizes of their places. If the settings say so, whoever has a prize of one
    list gets none of another: it goes to the next in line.
    """
    settings = table.tournament.settings
    scored = scores(table.tournament, after=table.after_round)
    wins = {player.id: won for player, won in zip(scored.players, scored.wins, strict=True)}
    categories = {
        player.id: int(-value)
        for player, value in zip(scored.players, TIEBREAKS["cat"].compute(scored), strict=True)
    }
    lists: dict[PlayerId, _Meant] = {}
    given = []
    for prize in settings.prizes:
        meant = (prize.strongest, prize.weakest, prize.category, prize.country.casefold())
        rows = [row for row in table.rows if _is_meant(prize, row.player, categories[row.player.id])]
        if prize.kind is PrizeKind.WINS:
            winners = [row for row in rows if wins[row.player.id] >= prize.wins * POINT]
        else:
            taken = {player for player, earlier in lists.items() if earlier != meant}
            winners = _in_line(prize.place, rows, taken if settings.one_prize_each else set())
            lists |= {row.player.id: meant for row in winners if row.player.id not in lists}
        given.append(GivenPrize(prize=prize, winners=tuple(winners)))
    return tuple(given)


def _is_meant(prize: Prize, player: Player, category: int) -> bool:
    return (
        (prize.strongest is None or player.grade <= prize.strongest)
        and (prize.weakest is None or player.grade >= prize.weakest)
        and prize.category in (None, category)
        and (not prize.country or prize.country.casefold() == player.country.casefold())
    )


def _in_line(place: int, rows: list[StandingsRow], taken: set[PlayerId]) -> list[StandingsRow]:
    """Those who tie for a place, or the next below who have no prize yet."""
    last = 0
    for _, tied in groupby(rows, key=lambda row: row.place):
        group = list(tied)
        last += len(group)
        free = [row for row in group if row.player.id not in taken]
        if last >= place and free:
            return free
    return []
