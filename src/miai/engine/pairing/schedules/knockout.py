"""Knock-out, or cup: whoever loses is out (document 1, section 3.2)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

from miai.domain.people.player import Player
from miai.domain.settings.pairing_rules import PairingRules
from miai.domain.tournament import Tournament
from miai.engine.pairing.schedules.bracket import Bracket, LoserOf, Match, Side, WinnerOf, bracket_of
from miai.engine.pairing.schedules.elimination import Elimination, add, first_slots
from miai.engine.pairing.schedules.placement import stages_for
from miai.engine.pairing.schedules.played_bracket import PlayedBack


@dataclass(frozen=True, slots=True, kw_only=True)
class Knockout(Elimination):
    """A knock-out bracket, with or without a game for the third place.

    The losers of the semi-finals play for the third place beside the final.
    """

    key: ClassVar[str] = "knockout"
    title: ClassVar[str] = "knock-out"
    third_place: bool = True

    def stage_of_rounds(self, players: int, rules: PairingRules) -> Mapping[int, int]:
        """Every round is a stage."""
        return {number: number for number in range(1, stages_for(players) + 1)}

    def play(
        self,
        order: Sequence[Player],
        tournament: Tournament,
        *,
        after: int,
        drawing: int | None,
    ) -> PlayedBack:
        """The bracket with the game for the third place only if the rules of the event want it."""
        own = replace(self, third_place=self.third_place and tournament.settings.pairing.third_place)
        return Elimination.play(own, order, tournament, after=after, drawing=drawing)

    def arrange(self, order: Sequence[Player]) -> Bracket:
        """Every match, with the entrants in their order."""
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
