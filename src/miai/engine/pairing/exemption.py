"""From when on a player may meet compatriots and clubmates."""

from dataclasses import replace

import numpy as np

from miai.domain.points import POINT
from miai.domain.pricing_version import FIRST_PRICING
from miai.domain.settings.event_settings import Settings
from miai.domain.settings.scoring_rules import Rulebook, Scoring
from miai.engine.kernel.deviations import NEVER, is_exempt
from miai.engine.kernel.jit import in_python
from miai.engine.pairing.protocol import Flags, Ints, RoundView
from miai.engine.scoring.scores import bar_start, grade_start

_is_exempt = in_python(is_exempt)


def exempt(view: RoundView, limits: Ints) -> Flags:
    """Who has reached one of three limits: of the start, of the wins, of the score."""
    known = zip(view.starts, view.wins, view.scores, strict=True)
    return np.array([_is_exempt(start, wins, score, limits) for start, wins, score in known], np.bool_)


def both_exempt(view: RoundView, i: int, j: int, limits: Ints) -> bool:
    """Whether both of a pair have reached one of the limits."""
    return all(_is_exempt(view.starts[k], view.wins[k], view.scores[k], limits) for k in (i, j))


def exempt_limits(settings: Settings, round_number: int, rounds: int) -> Ints:
    """The limits that the settings set for a round of an event of so many rounds."""
    rules = settings.pairing
    if rules.exempt_last_half and 2 * round_number > rounds:
        return np.array([-NEVER, NEVER, NEVER], np.int64)
    wins = POINT * rounds // 2 if rules.exempt_half_won else NEVER
    return _limits(settings, settings.scoring, wins=wins)


def gotha_exempt(view: RoundView) -> Flags:
    """Players past a threshold of OpenGotha, which knows them in every system."""
    if view.source.pricing == FIRST_PRICING:
        return exempt(view, _first_gotha_limits(view.settings, view.rounds))
    limits = gotha_exempt_limits(view.settings, view.rounds)
    known = zip(view.starts, view.wins, gotha_level(view.grades, view.wins), strict=True)
    return np.array([_is_exempt(start, wins, level, limits) for start, wins, level in known], np.bool_)


def gotha_level(grades: Ints, wins: Ints) -> Ints:
    """The grades and the wins together, which OpenGotha compares with the grade of a threshold."""
    return POINT * grades + wins


def gotha_exempt_limits(settings: Settings, rounds: int) -> Ints:
    """The limits of OpenGotha: of the start, of the wins (all, if half are not enough), and of the level."""
    rules = settings.pairing
    return np.array(
        [
            bar_start(settings.scoring) if rules.exempt_at_bar else NEVER,
            POINT * rounds // 2 if rules.exempt_half_won else POINT * rounds,
            NEVER if rules.exempt_from is None else POINT * rules.exempt_from.number,
        ],
        np.int64,
    )


def _first_gotha_limits(settings: Settings, rounds: int) -> Ints:
    """The limits of version 1: of the score instead of the level, and in McMahon only."""
    wins = POINT * rounds // 2 if settings.pairing.exempt_half_won else POINT * rounds
    return _limits(settings, replace(settings.scoring, rulebook=Rulebook.GOTHA), wins=wins)


def _limits(settings: Settings, scoring: Scoring, *, wins: int) -> Ints:
    start = score = NEVER
    if not settings.by_wins:
        if settings.pairing.exempt_at_bar:
            start = bar_start(scoring)
        if settings.pairing.exempt_from is not None:
            score = grade_start(settings.pairing.exempt_from, scoring)
    return np.array([start, wins, score], np.int64)
