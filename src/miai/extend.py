"""The door for plug-ins: everything of Miai that criteria, rules, systems, formats and ratings are made of.

>>> from miai.extend import POINT, NewTiebreak
>>> WINS = NewTiebreak(title="Won", name="games won", says="Games won.", compute=lambda table: table.wins)

How to write a plug-in: docs/how-to/write-a-plug-in.md. What is not here is internal and may move.
"""

# ruff: noqa: PLC0414 - an alias tells type checkers that a name is offered

from typing import TYPE_CHECKING, Any

from miai._exports import exported

if TYPE_CHECKING:
    from miai.domain.game import Colour as Colour
    from miai.domain.game import Result as Result
    from miai.domain.languages import Language as Language
    from miai.domain.player import Player as Player
    from miai.domain.points import POINT as POINT
    from miai.domain.points import quarters as quarters
    from miai.domain.settings import Scoring as Scoring
    from miai.domain.settings import SeedMethod as SeedMethod
    from miai.domain.settings import Settings as Settings
    from miai.domain.tournament import Tournament as Tournament
    from miai.errors import InputError as InputError
    from miai.formats.reading import Reading as Reading
    from miai.formats.registry import Format as Format
    from miai.kernel.arrays import Flags as Flags
    from miai.kernel.arrays import Ints as Ints
    from miai.kernel.arrays import SmallInts as SmallInts
    from miai.messages import Message as Message
    from miai.pairing.abilities import Abilities as Abilities
    from miai.pairing.analysis import RedrawnRound as RedrawnRound
    from miai.pairing.analysis import WeighedRound as WeighedRound
    from miai.pairing.plan import Plan as Plan
    from miai.pairing.pricing.kaniuk import Kaniuk as Kaniuk
    from miai.pairing.pricing.tiers import Tiers as Tiers
    from miai.pairing.protocol import Constraints as Constraints
    from miai.pairing.protocol import Draw as Draw
    from miai.pairing.protocol import Pairing as Pairing
    from miai.pairing.protocol import Reason as Reason
    from miai.pairing.protocol import RoundView as RoundView
    from miai.pairing.protocol import Rule as Rule
    from miai.pairing.rules.category import Category as Category
    from miai.pairing.rules.chance import Chance as Chance
    from miai.pairing.rules.colour import ColourBalance as ColourBalance
    from miai.pairing.rules.geography import Geography as Geography
    from miai.pairing.rules.score import EqualScore as EqualScore
    from miai.pairing.rules.seeding import Seeding as Seeding
    from miai.pairing.system import Analysis as Analysis
    from miai.pairing.system import PairingSystem as PairingSystem
    from miai.rating.protocol import Change as Change
    from miai.rating.protocol import Entrant as Entrant
    from miai.rating.protocol import GameChange as GameChange
    from miai.rating.protocol import RatedEvent as RatedEvent
    from miai.rating.protocol import RatedGame as RatedGame
    from miai.rating.protocol import RatingSystem as RatingSystem
    from miai.rating.protocol import games_of as games_of
    from miai.scoring.scores import PlayerRound as PlayerRound
    from miai.scoring.scores import Scores as Scores
    from miai.scoring.tiebreaks import NewTiebreak as NewTiebreak

_HOMES = {
    # The words of every plug-in
    "Message": "miai.messages",
    "InputError": "miai.errors",
    "Tournament": "miai.domain.tournament",
    "Player": "miai.domain.player",
    "Settings": "miai.domain.settings",
    "Scoring": "miai.domain.settings",
    "Colour": "miai.domain.game",
    "Result": "miai.domain.game",
    "POINT": "miai.domain.points",
    "quarters": "miai.domain.points",
    # Criteria
    "NewTiebreak": "miai.scoring.tiebreaks",
    "Scores": "miai.scoring.scores",
    "PlayerRound": "miai.scoring.scores",
    # Rules and systems
    "RoundView": "miai.pairing.protocol",
    "Rule": "miai.pairing.protocol",
    "Draw": "miai.pairing.protocol",
    "Pairing": "miai.pairing.protocol",
    "Reason": "miai.pairing.protocol",
    "Constraints": "miai.pairing.protocol",
    "Ints": "miai.kernel.arrays",
    "SmallInts": "miai.kernel.arrays",
    "Flags": "miai.kernel.arrays",
    "Abilities": "miai.pairing.abilities",
    "Analysis": "miai.pairing.system",
    "PairingSystem": "miai.pairing.system",
    "WeighedRound": "miai.pairing.analysis",
    "RedrawnRound": "miai.pairing.analysis",
    "Plan": "miai.pairing.plan",
    "Tiers": "miai.pairing.pricing.tiers",
    "Kaniuk": "miai.pairing.pricing.kaniuk",
    "Category": "miai.pairing.rules.category",
    "EqualScore": "miai.pairing.rules.score",
    "Geography": "miai.pairing.rules.geography",
    "ColourBalance": "miai.pairing.rules.colour",
    "Seeding": "miai.pairing.rules.seeding",
    "Chance": "miai.pairing.rules.chance",
    "SeedMethod": "miai.domain.settings",
    # Formats
    "Format": "miai.formats.registry",
    "Reading": "miai.formats.reading",
    # Rating systems
    "RatingSystem": "miai.rating.protocol",
    "RatedEvent": "miai.rating.protocol",
    "RatedGame": "miai.rating.protocol",
    "Entrant": "miai.rating.protocol",
    "Change": "miai.rating.protocol",
    "GameChange": "miai.rating.protocol",
    "games_of": "miai.rating.protocol",
    # Languages
    "Language": "miai.domain.languages",
}
__all__ = [*_HOMES]  # noqa: PLE0604 - the keys are names


def __getattr__(name: str) -> Any:
    return exported(__name__, _HOMES, name)


def __dir__() -> list[str]:
    return sorted(__all__)
