"""Who meets whom inside a group."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

from miai.domain.settings.seeding import SeedMethod
from miai.engine.kernel import deviations
from miai.engine.pairing.matrix import blank, nothing
from miai.engine.pairing.protocol import Ints, RoundView, Rule, SmallInts
from miai.messages import Message

METHODS = {
    SeedMethod.FOLD: deviations.FOLD,
    SeedMethod.DOUBLE_FOLD: deviations.DOUBLE_FOLD,
    SeedMethod.SLIP: deviations.SLIP,
    SeedMethod.ADJACENT: deviations.ADJACENT,
    SeedMethod.SPLIT_AND_RANDOM: deviations.CROSS,
    SeedMethod.RANDOM: deviations.ANY,
}
_WORDS = {
    SeedMethod.FOLD: Message("first against last"),
    SeedMethod.DOUBLE_FOLD: Message("first against last in each half"),
    SeedMethod.SLIP: Message("upper half against lower half in order"),
    SeedMethod.ADJACENT: Message("neighbours"),
    SeedMethod.SPLIT_AND_RANDOM: Message("upper half against lower half by chance"),
    SeedMethod.RANDOM: Message("anybody by chance"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Seeding:
    """Players of one group meet by the method that the settings name.

    The prices are such that the cheapest pairing of those who stay in the group is the method's own, whoever
    floats or sits out: `kernel.deviations.seeding_distance`. With `halves_apart` fold and slip draw two of
    the same half only if little else is possible.
    """

    key: ClassVar[str] = "seeding"
    title: ClassVar[Message] = Message("Seeding in the group")
    fault: ClassVar[Message] = Message("games off the seeding")
    says: ClassVar[str] = "Distance from the pair that the method wants, by the places in the whole group."
    clause: ClassVar[str] = "V40"
    method: SeedMethod = SeedMethod.SLIP
    halves_apart: bool = False

    def deviation(self, view: RoundView) -> SmallInts:
        """0 for the ideal pairs and for floats."""
        out = blank(view, deviations.WIDEST_SEEDING)
        deviations.fill_seeding(
            view.groups, view.places, view.sizes, METHODS[self.method], int(self.halves_apart), out
        )
        return out

    def for_bye(self, view: RoundView) -> Ints:
        """The order of the bye decides within a group."""
        return nothing(view)

    def explain(self, view: RoundView, i: int, j: int) -> Message:
        """The places of the two in their group."""
        if view.groups[i] != view.groups[j]:
            return Message("different groups are not seeded")
        first, second = sorted((int(view.places[i]) + 1, int(view.places[j]) + 1))
        return Message(
            "places %(a)s and %(b)s of %(size)s; %(method)s",
            a=first,
            b=second,
            size=int(view.sizes[i]),
            method=_WORDS[self.method],
        )


def keeping_halves_apart(rules: Sequence[Rule]) -> tuple[Rule, ...]:
    """The rules with a seeding that keeps the halves of a group apart."""
    return tuple(replace(rule, halves_apart=True) if isinstance(rule, Seeding) else rule for rule in rules)
