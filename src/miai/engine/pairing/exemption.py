"""From when on a player may meet compatriots and clubmates."""

from dataclasses import replace

import numpy as np

from miai.domain.points import POINT
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


def gotha_exempt_limits(settings: Settings, rounds: int) -> Ints:
    """The same as OpenGotha has it: who has won all rounds is exempt as well."""
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
