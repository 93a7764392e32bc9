"""GoDraw's guided random: chance decides, but only inside the right part of the group."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any, ClassVar

import numpy as np

from miai.domain.points import HALF, POINT
from miai.domain.settings.pairing_rules import ColourRule
from miai.engine.pairing.analysis import RedrawnRound
from miai.engine.pairing.draw_plan import Pair
from miai.engine.pairing.drawing import Reasons
from miai.engine.pairing.following_groups import FollowingGroups
from miai.engine.pairing.protocol import Draw, Flags, Ints, Reason, RoundView
from miai.engine.pairing.rules.colour import ColourBalance
from miai.engine.pairing.rules.geography import Geography
from miai.engine.pairing.rules.score import EqualScore
from miai.engine.pairing.rules.speaking import rule_reasons
from miai.engine.pairing.stepwise_pairing import Remaining, WhyBye, dice, drawn, everybody, sit_out
from miai.messages import Clauses, Message, Score, counted


@dataclass(frozen=True, slots=True, kw_only=True)
class GuidedRandom:
    """GoDraw's guided random, with the wishes that guide it.

    Document 1, 5.3. Drawn down is somebody who lost the last game, drawn up somebody of the next group who
    was drawn down in the previous round and won; where there is no such player, anybody of the group.
    Inside a group a player of the largest country meets one of the second largest (compatriots: of clubs),
    if possible one who is due the other colour. Where such a choice would leave others without an opponent,
    the next best is taken, so the draw always ends.
    """

    key: ClassVar[str] = "guided_random"
    how: ClassVar[Message] = Message("it draws by lot inside the score groups")
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
        groups = _groups(view)
        said, notes = _pair_down(view, field, groups, chance)
        guide = self._guide(view, chance)
        for members in groups:
            if not field.keep_together(members):
                notes.append(
                    Message(
                        "the players with %(points)s points could not be kept together",
                        points=_points(view, members[0]),
                    )
                )
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
            scores=view.scores,
            countries=np.unique(countries, return_inverse=True)[1],
            homes=np.unique(np.stack((countries, clubs)), axis=1, return_inverse=True)[1].reshape(-1),
            due=due,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class _Guide:
    """What chance is guided by: scores, countries, homes (a club of a country), the colours that are due."""

    scores: Ints
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
        lots = chance.permutation(len(self.scores))
        subgroup = np.where(same_country, lots[home], lots[country])
        colour = self.due[others] == self.due[first]
        gap = np.abs(self.scores[others] - self.scores[first])
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
    """The first pass: one of every odd group is drawn down, from the topmost group on.

    Returns what is said of these games, and a note for each group that sends nobody down.
    """
    said: dict[frozenset[int], Message] = {}
    notes: list[Message] = []
    lost, rising = lost_last_game(view), drawn_down_and_won(view)
    for upper in range(len(groups) - 1):
        waiting = field.waiting_of(groups[upper])
        if len(waiting) % 2 == 0:
            continue
        lower = [there for members in groups[upper + 1 :] if (there := field.waiting_of(members))]
        made = _drawn_between(field, waiting, lower, _Wanted(down=lost, up=rising), chance)
        if made is None:
            points = _points(view, waiting[0])
            notes.append(Message("nobody with %(points)s points could be drawn down", points=points))
            continue
        there = next(members for members in lower if made[1] in members)
        reasons = _why_down(view, made[0], waiting, lost), _why_up(view, made[1], there, rising)
        said[frozenset(made)] = Message("%(text)s", text=Clauses(reasons))
    return said, notes


@dataclass(frozen=True, slots=True, kw_only=True)
class _Wanted:
    """Who should be drawn down, and who up."""

    down: Flags
    up: Flags


def _drawn_between(
    field: Remaining,
    members: Sequence[int],
    lower: Sequence[Sequence[int]],
    wanted: _Wanted,
    chance: np.random.Generator,
) -> Pair | None:
    """Pair somebody of an odd group with somebody of the next one, or of the first below where that can be.

    First comes a choice after which all groups can be paired inside, with one game between an odd group and
    the next; of these one between the wanted subgroups.
    """
    downs = _wanted_first(members, wanted.down, chance)
    for at, there in enumerate(lower):
        ups = _wanted_first(there, wanted.up, chance)
        if at == 0:
            groups = FollowingGroups(field.may_meet, (members, *lower))
            kept = (pair for pair in _choices(downs, ups, wanted) if groups.can_follow(*pair))
            made = next((pair for pair in kept if field.pair(*pair)), None)
            if made is not None:
                return made
        made = next((pair for pair in _choices(field.leavers(downs), ups, wanted) if field.pair(*pair)), None)
        if made is not None:
            return made
    return None


def _choices(downs: Sequence[int], ups: Sequence[int], wanted: _Wanted) -> Iterator[Pair]:
    """Who goes down with who goes up, in this order; pairs of both wanted subgroups come first."""
    for _, alike in groupby(downs, key=lambda down: bool(wanted.down[down])):
        subgroup = list(alike)
        for _, others in groupby(ups, key=lambda up: bool(wanted.up[up])):
            opponents = list(others)
            yield from ((down, up) for down in subgroup for up in opponents)


def lost_last_game(view: RoundView) -> Flags:
    """Those who should be drawn down: who lost the last game that they played."""
    return np.asarray((view.last_points >= 0) & (view.last_points < HALF))


def drawn_down_and_won(view: RoundView) -> Flags:
    """Those who should be drawn up: who was drawn down in the previous round and won."""
    return np.asarray((view.last_floats < 0) & (view.last_points == POINT))


def _wanted_first(members: Sequence[int], wanted: Flags, chance: np.random.Generator) -> list[int]:
    """A group in random order, the wanted first; where nobody is wanted, all are alike."""
    lot = chance.permutation(len(members))
    return [members[k] for k in sorted(range(len(members)), key=lambda k: (not wanted[members[k]], lot[k]))]


def _why_down(view: RoundView, down: int, members: Sequence[int], lost: Flags) -> Message:
    """Why this player of an odd group meets somebody of a lower one."""
    facts = _name_and_group(view, down)
    losers = int(lost[members].sum())
    if losers == 0:
        return Message(
            "%(name)s is drawn down from the group of %(points)s points by lot, because nobody there lost "
            "their last game",
            **facts,
        )
    if not lost[down]:
        return Message(
            "%(name)s is drawn down from the group of %(points)s points, because none of those who lost "
            "their last game can be",
            **facts,
        )
    return counted(
        "%(name)s is drawn down from the group of %(points)s points as the only one who lost the last game",
        "%(name)s is drawn down from the group of %(points)s points by lot from %(num)s who lost their last "
        "game",
        losers,
        **facts,
    )


def _why_up(view: RoundView, up: int, members: Sequence[int], rising: Flags) -> Message:
    """Why this player meets somebody of a higher group."""
    facts = _name_and_group(view, up) | {"round": view.round - 1}
    wanted = int(rising[members].sum())
    if wanted == 0:
        return Message(
            "%(name)s is drawn up from the group of %(points)s points by lot, because nobody there was drawn "
            "down in the previous round and won",
            **facts,
        )
    if not rising[up]:
        return Message(
            "%(name)s is drawn up from the group of %(points)s points, because nobody who was drawn down in "
            "round %(round)s and won can be",
            **facts,
        )
    return counted(
        "%(name)s is drawn up from the group of %(points)s points as the only one who was drawn down in "
        "round %(round)s and won",
        "%(name)s is drawn up from the group of %(points)s points by lot from %(num)s who were drawn down in "
        "round %(round)s and won",
        wanted,
        **facts,
    )


def _name_and_group(view: RoundView, i: int) -> dict[str, Any]:
    return {"name": view.name(i), "points": _points(view, i)}


def _points(view: RoundView, i: int) -> Score:
    return Score(int(view.scores[i]))


def _groups(view: RoundView) -> list[list[int]]:
    """The groups from the top: those with the same number of points (document 1, 3.4)."""
    return [np.flatnonzero(view.scores == score).tolist() for score in np.unique(view.scores)[::-1]]


def _due_colours(view: RoundView, chance: np.random.Generator) -> Ints:
    """1 for who should have White, -1 for Black; by lot for who has had both alike."""
    by_lot = chance.choice(np.array([-1, 1], np.int64), len(view))
    return np.where(view.balances == 0, by_lot, -np.sign(view.balances))
