"""What a tournament system is: its analysis of one round."""

from collections.abc import Sequence
from typing import ClassVar, Protocol

from miai.domain.rounds.round import Round
from miai.engine.pairing.evaluation import Evaluation, WhyNot
from miai.engine.pairing.pricing.price_matrix import Priced
from miai.engine.pairing.protocol import Draw, RoundView
from miai.engine.pairing.rules.forbidding import Ban
from miai.messages import Message


class Analysis(Protocol):
    """All that a system says about one round, from one view: nothing is priced or solved twice."""

    @property
    def view(self) -> RoundView:
        """What the system sees."""

    @property
    def bans(self) -> Sequence[Ban]:
        """The rules that forbid pairs."""

    @property
    def prices(self) -> Priced | None:
        """What every pair costs, where the system weighs them."""

    def draw(self) -> Draw:
        """Draw the round, or say in a `NoPairingError` who blocks whom."""

    def nearest(self) -> "Analysis":
        """The same round where no draw keeps all rules: as few bans are broken as there must be."""

    def explain(self, drawn: Round) -> Evaluation:
        """Evaluate a round, as this system drew it or changed since."""

    def why_not(self, a: int, b: int) -> WhyNot:
        """What it would cost if two players met; an `InputError` from systems that do not weigh pairs."""


class PairingSystem(Protocol):
    """A tournament system; it is the frozen dataclass of its own settings.

    `how` says what it does, in one sentence; name and abilities are in `pairing.registry`.
    """

    key: ClassVar[str]
    how: ClassVar[Message]

    def analyse(self, view: RoundView, seed: int) -> Analysis:
        """Look at a round."""


class RoundSystem(PairingSystem, Protocol):
    """A system that draws one round at a time from what it sees."""

    def draw(self, view: RoundView, seed: int) -> Draw:
        """Draw the round."""
