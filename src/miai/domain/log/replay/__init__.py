"""Build a tournament from the events of its log."""

from miai.domain.log.replay import entrants as _entrants
from miai.domain.log.replay import organisation as _organisation
from miai.domain.log.replay import rounds as _rounds
from miai.domain.log.replay.apply_events import apply, apply_all, replay

# Importing a module makes its events known.
TOPICS = (_entrants, _rounds, _organisation)

__all__ = ["apply", "apply_all", "replay"]
