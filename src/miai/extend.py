"""The door for plug-ins: everything of Miai that criteria, rules, systems, formats and ratings are made of.

>>> from miai.extend import POINT, NewTiebreak
>>> WINS = NewTiebreak(title="Won", name="games won", says="Games won.", compute=lambda table: table.wins)

How to write a plug-in: docs/how-to/write-a-plug-in.md. What is not here is internal and may move.
"""

# ruff: noqa: PLC0414 - an alias tells type checkers that a name is offered

from typing import TYPE_CHECKING, Any

from miai._exports import exported

if TYPE_CHECKING:
    from miai.domain.languages import Language as Language
    from miai.domain.people.player import Player as Player
    from miai.domain.points import POINT as POINT
    from miai.domain.points import quarters as quarters
    from miai.domain.rounds.game import Colour as Colour
    from miai.domain.rounds.game import Result as Result
    from miai.domain.settings.event_settings import Settings as Settings
    from miai.domain.settings.scoring_rules import Scoring as Scoring
    from miai.domain.settings.seeding import SeedMethod as SeedMethod
    from miai.domain.tournament import Tournament as Tournament
    from miai.engine.kernel.arrays import Flags as Flags
    from miai.engine.kernel.arrays import Ints as Ints
    from miai.engine.kernel.arrays import SmallInts as SmallInts
    from miai.engine.pairing.abilities import Abilities as Abilities
    from miai.engine.pairing.analysis import RedrawnRound as RedrawnRound
    from miai.engine.pairing.analysis import WeighedRound as WeighedRound
    from miai.engine.pairing.draw_plan import Plan as Plan
    from miai.engine.pairing.pricing.kaniuk import Kaniuk as Kaniuk
    from miai.engine.pairing.pricing.tiers import Tiers as Tiers
    from miai.engine.pairing.protocol import Constraints as Constraints
    from miai.engine.pairing.protocol import Draw as Draw
    from miai.engine.pairing.protocol import Pairing as Pairing
    from miai.engine.pairing.protocol import Reason as Reason
    from miai.engine.pairing.protocol import RoundView as RoundView
    from miai.engine.pairing.protocol import Rule as Rule
    from miai.engine.pairing.rule_sets import RuleSet as RuleSet
    from miai.engine.pairing.rules.category import Category as Category
    from miai.engine.pairing.rules.chance import Chance as Chance
    from miai.engine.pairing.rules.colour import ColourBalance as ColourBalance
    from miai.engine.pairing.rules.geography import Geography as Geography
    from miai.engine.pairing.rules.score import EqualScore as EqualScore
    from miai.engine.pairing.rules.seeding import Seeding as Seeding
    from miai.engine.pairing.system import Analysis as Analysis
    from miai.engine.pairing.system import PairingSystem as PairingSystem
    from miai.engine.rating.protocol import Change as Change
    from miai.engine.rating.protocol import Entrant as Entrant
    from miai.engine.rating.protocol import GameChange as GameChange
    from miai.engine.rating.protocol import RatedEvent as RatedEvent
    from miai.engine.rating.protocol import RatedGame as RatedGame
    from miai.engine.rating.protocol import RatingSystem as RatingSystem
    from miai.engine.rating.protocol import games_of as games_of
    from miai.engine.scoring.scores import PlayerRound as PlayerRound
    from miai.engine.scoring.scores import Scores as Scores
    from miai.engine.scoring.tiebreaks import NewTiebreak as NewTiebreak
    from miai.errors import InputError as InputError
    from miai.formats.reading import Reading as Reading
    from miai.formats.registry import Format as Format
    from miai.messages import Message as Message

_HOMES = {
    # The words of every plug-in
    "Message": "miai.messages",
    "InputError": "miai.errors",
    "Tournament": "miai.domain.tournament",
    "Player": "miai.domain.people.player",
    "Settings": "miai.domain.settings.event_settings",
    "Scoring": "miai.domain.settings.scoring_rules",
    "Colour": "miai.domain.rounds.game",
    "Result": "miai.domain.rounds.game",
    "POINT": "miai.domain.points",
    "quarters": "miai.domain.points",
    # Criteria
    "NewTiebreak": "miai.engine.scoring.tiebreaks",
    "Scores": "miai.engine.scoring.scores",
    "PlayerRound": "miai.engine.scoring.scores",
    # Rules and systems
    "RoundView": "miai.engine.pairing.protocol",
    "Rule": "miai.engine.pairing.protocol",
    "Draw": "miai.engine.pairing.protocol",
    "Pairing": "miai.engine.pairing.protocol",
    "Reason": "miai.engine.pairing.protocol",
    "Constraints": "miai.engine.pairing.protocol",
    "Ints": "miai.engine.kernel.arrays",
    "SmallInts": "miai.engine.kernel.arrays",
    "Flags": "miai.engine.kernel.arrays",
    "Abilities": "miai.engine.pairing.abilities",
    "RuleSet": "miai.engine.pairing.rule_sets",
    "Analysis": "miai.engine.pairing.system",
    "PairingSystem": "miai.engine.pairing.system",
    "WeighedRound": "miai.engine.pairing.analysis",
    "RedrawnRound": "miai.engine.pairing.analysis",
    "Plan": "miai.engine.pairing.draw_plan",
    "Tiers": "miai.engine.pairing.pricing.tiers",
    "Kaniuk": "miai.engine.pairing.pricing.kaniuk",
    "Category": "miai.engine.pairing.rules.category",
    "EqualScore": "miai.engine.pairing.rules.score",
    "Geography": "miai.engine.pairing.rules.geography",
    "ColourBalance": "miai.engine.pairing.rules.colour",
    "Seeding": "miai.engine.pairing.rules.seeding",
    "Chance": "miai.engine.pairing.rules.chance",
    "SeedMethod": "miai.domain.settings.seeding",
    # Formats
    "Format": "miai.formats.registry",
    "Reading": "miai.formats.reading",
    # Rating systems
    "RatingSystem": "miai.engine.rating.protocol",
    "RatedEvent": "miai.engine.rating.protocol",
    "RatedGame": "miai.engine.rating.protocol",
    "Entrant": "miai.engine.rating.protocol",
    "Change": "miai.engine.rating.protocol",
    "GameChange": "miai.engine.rating.protocol",
    "games_of": "miai.engine.rating.protocol",
    # Languages
    "Language": "miai.domain.languages",
}
__all__ = [*_HOMES]  # noqa: PLE0604 - the keys are names


def __getattr__(name: str) -> Any:
    return exported(__name__, _HOMES, name)


def __dir__() -> list[str]:
    return sorted(__all__)
