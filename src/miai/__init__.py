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
    from miai.app.draw.pair import pair as pair
    from miai.app.library.entering import player as player
    from miai.app.library.entering import tournament as tournament
    from miai.app.library.entering import with_draw as with_draw
    from miai.app.library.entering import with_games as with_games
    from miai.app.library.entering import with_players as with_players
    from miai.app.library.entering import with_results as with_results
    from miai.app.library.entering import with_team as with_team
    from miai.app.library.files import read as read
    from miai.app.library.files import write as write
    from miai.app.library.matching import match as match
    from miai.app.library.studying import explain as explain
    from miai.app.library.studying import forecast as forecast
    from miai.app.library.studying import quality as quality
    from miai.app.library.studying import rate as rate
    from miai.app.library.studying import simulate as simulate
    from miai.app.library.studying import why_not as why_not
    from miai.domain.game import Result as Result
    from miai.domain.grade import Grade as Grade
    from miai.domain.player import Player as Player
    from miai.domain.tournament import Tournament as Tournament
    from miai.errors import InputError as InputError
    from miai.errors import MiaiError as MiaiError
    from miai.errors import NoPairingError as NoPairingError
    from miai.pairing.protocol import Constraints as Constraints
    from miai.pairing.protocol import Draw as Draw
    from miai.scoring import Standings as Standings
    from miai.scoring import standings as standings
    from miai.scoring import team_standings as team_standings

# Loaded on first use: reading a file must not load what only pairing needs. No package has the name of a
# function here, because it would take the function's place when it is loaded.
_HOMES = {
    "Constraints": "miai.pairing.protocol",
    "Draw": "miai.pairing.protocol",
    "Grade": "miai.domain.grade",
    "InputError": "miai.errors",
    "MiaiError": "miai.errors",
    "NoPairingError": "miai.errors",
    "Player": "miai.domain.player",
    "Result": "miai.domain.game",
    "Standings": "miai.scoring",
    "Tournament": "miai.domain.tournament",
    "explain": "miai.app.library.studying",
    "forecast": "miai.app.library.studying",
    "match": "miai.app.library.matching",
    "pair": "miai.app.draw.pair",
    "player": "miai.app.library.entering",
    "quality": "miai.app.library.studying",
    "rate": "miai.app.library.studying",
    "read": "miai.app.library.files",
    "simulate": "miai.app.library.studying",
    "standings": "miai.scoring",
    "team_standings": "miai.scoring",
    "tournament": "miai.app.library.entering",
    "why_not": "miai.app.library.studying",
    "with_draw": "miai.app.library.entering",
    "with_games": "miai.app.library.entering",
    "with_players": "miai.app.library.entering",
    "with_results": "miai.app.library.entering",
    "with_team": "miai.app.library.entering",
    "write": "miai.app.library.files",
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
