"""GoDraw's guided random: chance decides, but only inside the right part of the group."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from miai.domain.points import HALF
from miai.domain.settings import ColourRule
from miai.domain.system_names import SYSTEM_NAMES
from miai.messages import Message
from miai.pairing.analysis import RedrawnRound
from miai.pairing.drawing import Reasons
from miai.pairing.plan import Pair
from miai.pairing.protocol import Draw, Flags, Ints, Reason, RoundView
from miai.pairing.remaining import Remaining, WhyBye, dice, drawn, everybody, sit_out
from miai.pairing.rules.colour import ColourBalance
from miai.pairing.rules.geography import Geography
from miai.pairing.rules.score import EqualScore
from miai.pairing.rules.speaking import rule_reasons
from miai.pairing.system import Abilities
from miai.pairing.systems.backtracking import none_drawn_down, not_kept_together, score_groups


@dataclass(frozen=True, slots=True, kw_only=True)
class GuidedRandom:
    """Odd groups send one player down at random, then each group is drawn between its largest subgroups.

    Document 1, 5.3. Down goes somebody who loses, up somebody who was drawn down or wins; inside a group a
    player of the largest country meets one of the second largest (compatriots: of clubs), if possible one
    who is due the other colour. Where such a choice would leave others without an opponent, the next best
    is taken, so the draw always ends.
    """

    key: ClassVar[str] = "guided_random"
    name: ClassVar[Message] = SYSTEM_NAMES["guided_random"]
    how: ClassVar[Message] = Message("it draws by lot inside the score groups")
    abilities: ClassVar[Abilities] = Abilities()
    countries_apart: bool = True
    clubs_apart: bool = True
    opposite_colours: bool = True

    def analyse(self, view: RoundView, seed: int) -> RedrawnRound:
        """Look at a round by drawing lots again."""
        return RedrawnRound(view, seed, draw=self.draw, how=self.how, reasons=_rules_of)

    def draw(self, view: RoundView, seed: int) -> Draw:
        """Draw the round by lot; nothing is weighed, so the total is 0."""
        chance = dice(view, seed, 5, 3)
        field = everybody(view)
        lot = chance.permutation(len(view))
        sit_out(field, np.lexsort((lot, view.scores)).tolist())
        groups = score_groups(view)
        said, notes = _pair_down(view, field, groups, chance)
        guide = self._guide(view, chance)
        for members in groups:
            if not field.keep_together(members):
                notes.append(not_kept_together(view, members))
            _pair_inside(field, members, guide, chance)
        return drawn(
            view,
            field,
            system=self.key,
            seed=seed,
            reasons=_with_lots(view, said),
            why_bye=WhyBye.LOWEST_BY_LOT,
            notes=notes,
        )

    def _guide(self, view: RoundView, chance: np.random.Generator) -> "_Guide":
        countries = view.countries if self.countries_apart else np.zeros_like(view.countries)
        clubs = view.clubs if self.clubs_apart else np.zeros_like(view.clubs)
        balanced = self.opposite_colours and view.settings.pairing.colours is ColourRule.BALANCE
        due = _due_colours(view, chance) if balanced else np.zeros_like(view.balances)
        return _Guide(
            groups=view.groups,
            countries=np.unique(countries, return_inverse=True)[1],
            homes=np.unique(np.stack((countries, clubs)), axis=1, return_inverse=True)[1].reshape(-1),
            due=due,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class _Guide:
    """What chance is guided by: groups, countries, homes (a club of a country), the colours that are due."""

    groups: Ints
    countries: Ints
    homes: Ints
    due: Ints

    def first(self, waiting: Ints, chance: np.random.Generator) -> int:
        """Somebody of the largest country, and where all are compatriots of the largest club."""
        codes = self.countries
        if len(np.unique(codes[waiting])) == 1:
            codes = self.homes
        sizes, lots = _sizes(codes, waiting), chance.permutation(len(codes))
        lot = chance.permutation(len(waiting))
        return int(waiting[np.lexsort((lot, lots[codes[waiting]], -sizes[codes[waiting]]))[0]])

    def opponents(self, first: int, others: Ints, waiting: Ints, chance: np.random.Generator) -> list[int]:
        """All opponents, the wanted first: the largest other country, else other club; the other colour."""
        country, home = self.countries[others], self.homes[others]
        same_country = country == self.countries[first]
        kin = same_country.astype(np.int64) + (home == self.homes[first])
        sizes = np.where(
            same_country, _sizes(self.homes, waiting)[home], _sizes(self.countries, waiting)[country]
        )
        lots = chance.permutation(len(self.groups))
        subgroup = np.where(same_country, lots[home], lots[country])
        colour = self.due[others] == self.due[first]
        gap = np.abs(self.groups[others] - self.groups[first])
        lot = chance.permutation(len(others))
        return [int(i) for i in others[np.lexsort((lot, colour, subgroup, -sizes, kin, gap))]]


def _sizes(codes: Ints, waiting: Ints) -> Ints:
    return np.bincount(codes[waiting], minlength=len(codes) + 1)


def _pair_inside(
    field: Remaining, members: Sequence[int], guide: _Guide, chance: np.random.Generator
) -> None:
    """Pair who is left of a group, one after another from the largest subgroup."""
    while left := field.waiting_of(members):
        waiting = np.array(left)
        first = guide.first(waiting, chance)
        for other in guide.opponents(first, field.opponents(first), waiting, chance):
            if field.pair(first, other):
                break


def _rules_of(view: RoundView) -> Reasons:
    """What the rules that GoDraw has in mind say of a pair."""
    return rule_reasons(view, (EqualScore(), Geography(), ColourBalance()))


def _with_lots(view: RoundView, said: dict[frozenset[int], Message]) -> Reasons:
    """What chance was guided by, and what came out."""
    rules = _rules_of(view)
    by_lot = Message("drawn by lot")

    def reasons(view: RoundView, i: int, j: int) -> tuple[Reason, ...]:
        text = said.get(frozenset((i, j)), by_lot)
        return (Reason(rule="guided_random", title=Message("Chance"), text=text), *rules(view, i, j))

    return reasons


def _pair_down(
    view: RoundView, field: Remaining, groups: Sequence[Sequence[int]], chance: np.random.Generator
) -> tuple[dict[frozenset[int], Message], list[Message]]:
    """The first pass: one of every odd group is drawn down, from the topmost group on."""
    said: dict[frozenset[int], Message] = {}
    notes: list[Message] = []
    for upper, members in enumerate(groups):
        waiting = field.waiting_of(members)
        if len(waiting) % 2 == 0 or upper == len(groups) - 1:
            continue
        downs = field.leavers(_first_of(waiting, goes_down(view, waiting), chance))
        made = None
        for lower in groups[upper + 1 :]:
            there = field.waiting_of(lower)
            ups = _first_of(there, goes_up(view, there), chance)
            made = _first_pair(field, downs, ups)
            if made is not None:
                break
        if made is None:
            notes.append(none_drawn_down(view, members))
        else:
            down, up = (view.name(i) for i in made)
            said[frozenset(made)] = Message(
                "%(down)s is drawn down and %(up)s up by lot, to make their groups even", down=down, up=up
            )
    return said, notes


def _first_pair(field: Remaining, downs: Sequence[int], ups: Sequence[int]) -> Pair | None:
    for down in downs:
        for up in ups:
            if field.pair(down, up):
                return down, up
    return None


def goes_down(view: RoundView, members: Sequence[int]) -> Flags:
    """Those of a group who should be drawn down: who lost their last game, or, if nobody did, all."""
    last = view.last_points[members]
    lost = np.asarray((last >= 0) & (last < HALF))
    return lost if lost.any() else np.ones(len(members), np.bool_)


def goes_up(view: RoundView, members: Sequence[int]) -> Flags:
    """Those of a group who should be drawn up: who was drawn down just now, or ever, else who wins most."""
    wins = view.wins[members]
    just_down = np.asarray(view.last_floats[members] < 0)
    was_down = np.asarray(view.downs[members] > view.ups[members])
    wins_most = np.asarray(wins == wins.max(initial=-1))
    return next((who for who in (just_down & wins_most, just_down, was_down) if who.any()), wins_most)


def _first_of(members: Sequence[int], wanted: Flags, chance: np.random.Generator) -> list[int]:
    """A group in random order, the wanted first."""
    lot = chance.permutation(len(members))
    return [members[k] for k in sorted(range(len(members)), key=lambda k: (not wanted[k], lot[k]))]


def _due_colours(view: RoundView, chance: np.random.Generator) -> Ints:
    """1 for who should have White, -1 for Black; by lot for who has had both alike."""
    by_lot = chance.choice(np.array([-1, 1], np.int64), len(view))
    return np.where(view.balances == 0, by_lot, -np.sign(view.balances))
