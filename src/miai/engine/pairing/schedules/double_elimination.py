"""Double elimination: whoever loses twice is out (document 1, section 3.2.1)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from miai.domain.people.player import Player
from miai.domain.settings.pairing_rules import PairingRules
from miai.domain.tournament import Tournament
from miai.engine.pairing.schedules.bracket import (
    Bracket,
    LoserOf,
    Match,
    MatchId,
    Side,
    Slot,
    WinnerOf,
    bracket_of,
)
from miai.engine.pairing.schedules.elimination import Elimination, add, first_slots
from miai.engine.pairing.schedules.placement import stages_for
from miai.engine.pairing.schedules.played_bracket import PlayedBack, played_back
from miai.engine.pairing.schedules.redrawn_losers import RedrawnLosers
from miai.engine.pairing.schedules.wishes import pair_wishes


@dataclass(frozen=True, slots=True, kw_only=True)
class DoubleElimination(Elimination):
    """Two brackets and their final, or two finals.

    With `reset_final`, a champion of the winners' bracket who loses the final plays it once more; without,
    one final decides, and its loser may have lost only once. The settings may have the losers' bracket drawn
    anew in each round.
    """

    key: ClassVar[str] = "double_elimination"
    title: ClassVar[str] = "double elimination"
    reset_final: bool = True

    def stage_of_rounds(self, players: int, rules: PairingRules) -> Mapping[int, int]:
        """The winners' bracket plays every other round from 2 on; beside losers drawn anew, every one."""
        stages = range(1, stages_for(players) + 1)
        if rules.redraw_losers:
            return {stage: stage for stage in stages}
        return {max(1, 2 * (stage - 1)): stage for stage in stages}

    def play(
        self,
        order: Sequence[Player],
        tournament: Tournament,
        *,
        after: int,
        drawing: int | None,
    ) -> PlayedBack:
        """The bracket with the results up to a round; with `drawing`, a seed, the next one is drawn."""
        if not tournament.settings.pairing.redraw_losers:
            return played_back(self.arrange(order), tournament, after=after)
        built = RedrawnLosers(self.title, order, tournament, pair_wishes(tournament))
        return built.played(after=after, drawing=drawing, reset_final=self.reset_final)

    def arrange(self, order: Sequence[Player]) -> Bracket:
        """Every match of both brackets, and the finals."""
        matches: list[Match] = []
        stages = stages_for(len(order))
        if stages:
            champions = _both_brackets(matches, order, stages)
            final = add(matches, 2 * stages, Side.FINAL, *champions)
            if self.reset_final:
                again = (WinnerOf(match=final), LoserOf(match=final))
                add(matches, 2 * stages + 1, Side.FINAL, *again)
        return bracket_of(self.title, order, matches, out_after=2)


def _both_brackets(matches: list[Match], order: Sequence[Player], stages: int) -> tuple[Slot, Slot]:
    """Lay out both brackets round by round, and say where their champions come from.

    From round 2 on the winners' bracket plays every other round, so that nobody waits for two in a row.
    """
    crossings = crossings_for(stages)
    winners = [[add(matches, 1, Side.WINNERS, *slots) for slots in first_slots(order)]]
    losers: list[MatchId] = []
    for number in range(2, 2 * stages):
        beaten = winners[-1]
        if number % 2 == 0:
            pairs = zip(beaten[::2], beaten[1::2], strict=True)
            winners.append(
                [add(matches, number, Side.WINNERS, WinnerOf(match=a), WinnerOf(match=b)) for a, b in pairs]
            )
            slots: list[Slot] = [WinnerOf(match=each) for each in losers]
            slots = slots or [LoserOf(match=each) for each in beaten]
            meetings = list(zip(slots[::2], slots[1::2], strict=True))
        else:
            crossing = crossings[len(winners) - 2]
            meetings = [
                (LoserOf(match=beaten[at ^ crossing]), WinnerOf(match=each)) for at, each in enumerate(losers)
            ]
        losers = [add(matches, number, Side.LOSERS, *meeting) for meeting in meetings]
    (last,) = winners[-1]
    return WinnerOf(match=last), WinnerOf(match=losers[0]) if losers else LoserOf(match=last)


def crossings_for(stages: int) -> list[int]:
    """How far across the losers of the second, third … round of the winners' bracket come down.

    A loser of branch b joins branch b ^ crossing of the losers' bracket. Those who lost in branch b before
    wait in the branches that earlier crossings gave: the new one keeps away from them as far as it can, and
    from the latest of them first.
    """
    crossings: list[int] = []
    for stage in range(2, stages + 1):
        # Branches were half as wide with every stage since.
        taken = [0] + [crossing >> (stage - 2 - at) for at, crossing in enumerate(crossings)]

        def apart(crossing: int, taken: list[int] = taken) -> tuple[int, ...]:
            steps = [(crossing ^ other).bit_length() for other in reversed(taken)]
            return (min(steps), *steps)

        crossings.append(max(range(1 << (stages - stage)), key=apart))
    return crossings
