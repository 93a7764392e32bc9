"""Knock-out, or cup: whoever loses is out (document 1, section 3.2)."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from miai.domain.player import Player
from miai.domain.tournament import Tournament
from miai.pairing.protocol import Draw
from miai.pairing.schedules.bracket import Bracket, LoserOf, Match, Side, WinnerOf, bracket_of
from miai.pairing.schedules.elimination import add, draw_elimination, first_slots, play_back, stages_for
from miai.pairing.schedules.field import in_order


@dataclass(frozen=True, slots=True, kw_only=True)
class Knockout:
    """Seeded by rating, or by lot where it is `drawn`; the top seeds are free in round 1.

    The losers of the semi-finals play for the third place beside the final.
    """

    key: ClassVar[str] = "knockout"
    title: ClassVar[str] = "knock-out"
    drawn: bool = False
    third_place: bool = True

    def plan(self, entrants: Sequence[Player], seed: int) -> Bracket:
        """Every match from round 1 to the final."""
        return self._arrange(in_order(entrants, drawn=self.drawn, seed=seed))

    def bracket(self, tournament: Tournament, *, after: int, seed: int) -> Bracket:
        """The bracket as round 1 was drawn, with the results up to a round."""
        played, _ = play_back(
            tournament, arrange=self._arrange, title=self.title, drawn=self.drawn, after=after, seed=seed
        )
        return played.bracket

    def draw(self, tournament: Tournament, *, round: int, seed: int) -> Draw:  # noqa: A002 - the players' word
        """The matches of a round, by the results of those before."""
        return draw_elimination(
            tournament,
            system=self.key,
            arrange=self._arrange,
            title=self.title,
            drawn=self.drawn,
            round=round,
            seed=seed,
        )

    def _arrange(self, order: Sequence[Player]) -> Bracket:
        matches: list[Match] = []
        last = stages_for(len(order))
        side = Side.FINAL if last == 1 else Side.WINNERS
        alive = [add(matches, 1, side, *slots) for slots in first_slots(order)] if last else []
        for number in range(2, last + 1):
            before = alive
            side = Side.FINAL if number == last else Side.WINNERS
            pairs = list(zip(before[::2], before[1::2], strict=True))
            alive = [add(matches, number, side, WinnerOf(match=a), WinnerOf(match=b)) for a, b in pairs]
            if side is Side.FINAL and self.third_place and len(order) > 3:
                (semis,) = pairs
                add(matches, number, Side.THIRD_PLACE, *(LoserOf(match=semi) for semi in semis))
        return bracket_of(self.title, order, matches, out_after=1)
