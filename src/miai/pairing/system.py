"""What a tournament system is: a name, what it can do, and its analysis of one round."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import ClassVar, Protocol

from miai.domain.round import Round
from miai.domain.settings import Settings
from miai.messages import Message
from miai.pairing.evaluation import Evaluation, WhyNot
from miai.pairing.pricing.priced import Priced
from miai.pairing.protocol import Draw, RoundView
from miai.pairing.rules.forbidding import Ban
from miai.rating.protocol import RatingSystem


@dataclass(frozen=True, slots=True, kw_only=True)
class Abilities:
    """What a system can do, so that nobody has to ask for it by name.

    One that `plans_rounds` has a bracket and draws whole rounds; where `everybody_plays_on`, nobody goes out.
    One that `weighs_pairs` has prices: it can compare draws, say what a swap costs and why two players do not
    meet. One that is `by_preset` takes the preset of the settings. One that `promises_colours` keeps them in
    every game that it draws. `ratings_inside` is the rating system, by the settings of the event, that
    updates ratings by the rounds so far.
    """

    plans_rounds: bool = False
    everybody_plays_on: bool = False
    weighs_pairs: bool = False
    by_preset: bool = False
    promises_colours: bool = False
    ratings_inside: Callable[[Settings], RatingSystem] | None = None


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

    `name` is what people call it, `how` what it does, in one sentence.
    """

    key: ClassVar[str]
    name: ClassVar[Message]
    how: ClassVar[Message]
    abilities: ClassVar[Abilities]

    def analyse(self, view: RoundView, seed: int) -> Analysis:
        """Look at a round."""


class RoundSystem(PairingSystem, Protocol):
    """A system that draws one round at a time from what it sees."""

    def draw(self, view: RoundView, seed: int) -> Draw:
        """Draw the round."""
