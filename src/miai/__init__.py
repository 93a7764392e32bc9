"""Miai pairs, runs and studies Go tournaments.

>>> import miai
>>> event = miai.tournament("Club evening", system="swiss", rounds=3, players=players)
>>> event = miai.with_draw(event, miai.pair(event, round=1))
>>> event = miai.with_results(event, 1, {1: "white", 2: "black"})
>>> [row.player.name for row in miai.standings(event).rows[:2]]
['Example Anna', 'Fifth Emil']

What each name does: docs/how-to/use-miai-from-python.md.
"""

import warnings
from importlib import import_module
from typing import TYPE_CHECKING, Any

from miai._exports import exported_and_checked
from miai.version import __version__ as __version__

if TYPE_CHECKING:
    from miai.domain.people.grade import Grade as Grade
    from miai.domain.people.player import Player as Player
    from miai.domain.rounds.game import Result as Result
    from miai.domain.tournament import Tournament as Tournament
    from miai.engine.pairing.protocol import Constraints as Constraints
    from miai.engine.pairing.protocol import Draw as Draw
    from miai.engine.scoring import Standings as Standings
    from miai.engine.scoring import standings as standings
    from miai.engine.scoring import team_standings as team_standings
    from miai.errors import InputError as InputError
    from miai.errors import MiaiError as MiaiError
    from miai.errors import NoPairingError as NoPairingError
    from miai.features.draw.pair import pair as pair
    from miai.features.library.entering import player as player
    from miai.features.library.entering import tournament as tournament
    from miai.features.library.entering import with_draw as with_draw
    from miai.features.library.entering import with_games as with_games
    from miai.features.library.entering import with_players as with_players
    from miai.features.library.entering import with_results as with_results
    from miai.features.library.entering import with_team as with_team
    from miai.features.library.files import read as read
    from miai.features.library.files import write as write
    from miai.features.library.matching import match as match
    from miai.features.library.studying import explain as explain
    from miai.features.library.studying import forecast as forecast
    from miai.features.library.studying import quality as quality
    from miai.features.library.studying import rate as rate
    from miai.features.library.studying import simulate as simulate
    from miai.features.library.studying import why_not as why_not

# Loaded on first use: reading a file must not load what only pairing needs. No package has the name of a
# function here, because it would take the function's place when it is loaded.
_HOMES = {
    "Constraints": "miai.engine.pairing.protocol",
    "Draw": "miai.engine.pairing.protocol",
    "Grade": "miai.domain.people.grade",
    "InputError": "miai.errors",
    "MiaiError": "miai.errors",
    "NoPairingError": "miai.errors",
    "Player": "miai.domain.people.player",
    "Result": "miai.domain.rounds.game",
    "Standings": "miai.engine.scoring",
    "Tournament": "miai.domain.tournament",
    "explain": "miai.features.library.studying",
    "forecast": "miai.features.library.studying",
    "match": "miai.features.library.matching",
    "pair": "miai.features.draw.pair",
    "player": "miai.features.library.entering",
    "quality": "miai.features.library.studying",
    "rate": "miai.features.library.studying",
    "read": "miai.features.library.files",
    "simulate": "miai.features.library.studying",
    "standings": "miai.engine.scoring",
    "team_standings": "miai.engine.scoring",
    "tournament": "miai.features.library.entering",
    "why_not": "miai.features.library.studying",
    "with_draw": "miai.features.library.entering",
    "with_games": "miai.features.library.entering",
    "with_players": "miai.features.library.entering",
    "with_results": "miai.features.library.entering",
    "with_team": "miai.features.library.entering",
    "write": "miai.features.library.files",
}
# These were here up to version 0.2.
_MOVED = {
    "Decisions": "miai.stages",
    "Problem": "miai.errors",
    "whole_standings": "miai.stages",
    "with_groups": "miai.stages",
    "with_losers_settled": "miai.stages",
    "with_stage": "miai.stages",
    "with_stage_event": "miai.stages",
    "with_stage_filled": "miai.stages",
}
__all__ = [*_HOMES, "__version__"]  # noqa: PLE0604 - the keys are names


def __getattr__(name: str) -> Any:
    if name in _MOVED:
        return _moved(name)
    return exported_and_checked(__name__, _HOMES, name)


def _moved(name: str) -> Any:
    home = _MOVED[name]
    warnings.warn(f"miai.{name} is now {home}.{name}", DeprecationWarning, stacklevel=3)
    return getattr(import_module(home), name)


def __dir__() -> list[str]:
    return sorted(__all__)
