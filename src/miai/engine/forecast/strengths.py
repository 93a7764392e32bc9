"""How strong the players of a forecast are: as rated, or as what is known and has happened makes likely.

By the fitted model every simulated tournament has strengths of its own, drawn from what grades, ratings and
results leave open, and figures of its own, drawn from what the fit leaves open.
"""

from functools import cached_property
from typing import ClassVar, Protocol

import numpy as np

from miai.domain.settings.event_settings import Settings
from miai.domain.settings.handicaps import head_start, scale_of
from miai.engine.forecast.event_games import believed_after, event_games
from miai.engine.kernel.arrays import Floats
from miai.engine.pairing.event_simulation import EventNow
from miai.engine.pairing.simulation import with_handicap
from miai.engine.rating.strengths import FITTED_NAMES, FittedFigures, StrengthModel
from miai.engine.rating.win_models import WinModel, table

# The stream of a seed that strengths are drawn from.
_STRENGTHS = 21
# So many fits are taken in turn.
_FITS = 40


class Chances(Protocol):
    """Who wins in one simulated tournament."""

    def even(self) -> Floats:
        """The chances of every player against every other in an even game."""

    def with_handicap(self, settings: Settings) -> Floats:
        """White's chances by the size of the handicap."""

    def game(self, white: int, black: int, worth: float) -> float:
        """White's chance against Black with a head start of so many grades."""


class Strengths(Protocol):
    """The strengths of all simulated tournaments; `alike` where they are the same in each."""

    alike: ClassVar[bool]

    def of(self, t: int) -> Chances:
        """Those of one, by its number."""

    def figures(self, count: int) -> Floats:
        """What the fit leaves open, in the first tournaments: a line each, and nothing where all is alike."""


class AsRated:
    """Players are as strong as their ratings, whatever happens; one model decides."""

    alike: ClassVar[bool] = True

    def __init__(self, model: WinModel, strengths: tuple[float, ...]) -> None:
        self._model, self._strengths = model, strengths

    def of(self, t: int) -> Chances:
        """The same in every tournament."""
        return self

    def figures(self, count: int) -> Floats:
        """Nothing varies."""
        return np.empty((count, 0))

    @cached_property
    def _table(self) -> Floats:
        return table(self._model, self._strengths)

    def even(self) -> Floats:
        """The chances of every player against every other in an even game."""
        return self._table

    def with_handicap(self, settings: Settings) -> Floats:
        """White's chances by the size of the handicap."""
        return with_handicap(self._model, self._strengths, settings)

    def game(self, white: int, black: int, worth: float) -> float:
        """White's chance against Black with a head start of so many grades."""
        return self._model.chance(self._strengths[white], self._strengths[black] + worth)


class Learnt:
    """What grades, ratings and the results so far leave open, by a model fitted to real games."""

    alike: ClassVar[bool] = False

    def __init__(self, now: EventNow, figures: FittedFigures, *, seed: int, learns: bool = True) -> None:
        self._models = figures.others[:_FITS] or (figures.model,)
        self._seed = seed
        self._event = event_games(now.tournament)
        self._after = None if learns else 0
        self._rows = np.array(now.rows, np.int64)
        self._laws: dict[int, tuple[Floats, Floats]] = {}

    def of(self, t: int) -> Chances:
        """Strengths as they may be."""
        which = t % len(self._models)
        if which not in self._laws:
            believed = believed_after(self._models[which], self._event, self._after)
            self._laws[which] = believed.mean[self._rows], believed.root[self._rows]
        mean, root = self._laws[which]
        dice = np.random.default_rng((self._seed % 2**64, _STRENGTHS, t))
        return _Drawn(self._models[which], mean + root @ dice.standard_normal(root.shape[1]))

    def figures(self, count: int) -> Floats:
        """The figures of the first tournaments."""
        lines = np.array([[getattr(model, name) for name in FITTED_NAMES] for model in self._models])
        return np.asarray(lines[np.arange(count) % len(lines)])


class _Drawn:
    """Strengths that are taken for true."""

    def __init__(self, model: StrengthModel, strengths: Floats) -> None:
        self._model, self._strengths = model, strengths
        self._ahead = strengths[:, None] - strengths

    def even(self) -> Floats:
        return self._model.chances(self._ahead)

    def with_handicap(self, settings: Settings) -> Floats:
        sizes = range(1, scale_of(settings.handicapping).most + 1)
        found = [self._model.chances(self._ahead - self._worth(head_start(settings, size))) for size in sizes]
        return np.array(found) if found else np.empty((0, 0, 0))

    def game(self, white: int, black: int, worth: float) -> float:
        return float(self._model.chances(self._ahead[white, black] - self._worth(worth)))

    def _worth(self, grades: float) -> float:
        return self._model.stone * grades
