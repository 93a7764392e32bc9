"""A tournament system: neighbours of one score meet, and nothing else counts."""

from typing import ClassVar

from miai.extend import (
    Abilities,
    EqualScore,
    Message,
    Plan,
    RoundView,
    Seeding,
    SeedMethod,
    Tiers,
    WeighedRound,
)  # fmt: skip


class Neighbours:
    """Equal scores, then neighbours by rating, at the least cost."""

    key: ClassVar[str] = "neighbours"
    name: ClassVar[Message] = Message("Neighbours")
    how: ClassVar[Message] = Message("it pairs neighbours of one score")
    abilities: ClassVar[Abilities] = Abilities(weighs_pairs=True)

    def analyse(self, view: RoundView, seed: int) -> WeighedRound:
        """Look at a round."""
        rules = (EqualScore(), Seeding(method=SeedMethod.ADJACENT))
        return WeighedRound(view, Plan(system=self.key, preset="", seed=seed, rules=rules, pricing=Tiers()))
