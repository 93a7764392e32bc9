"""Measures how far presets keep choices that most events leave out, and what that costs in other qualities.

It makes docs/explanation/choices.md: python tools/choices.py
"""

import sys
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from itertools import product
from pathlib import Path

import numpy as np

from miai.domain.settings.event_settings import Settings
from miai.domain.settings.kaniuk_weights import KaniukWeights
from miai.domain.settings.pairing_rules import GroupEnd, PairingRules
from miai.domain.settings.preset_weights import PRESET_WEIGHTS
from miai.domain.settings.seeding import SeedingChoice, SeedMethod
from miai.domain.settings.weights_edition import WeightsEdition
from miai.engine.judging.measures import MEASURES
from miai.engine.kernel.event import PlayedRounds
from miai.engine.kernel.grading import NOBODY_BEATEN, NOBODY_LOST_TO, game_surplus, wanted_grades
from miai.engine.kernel.jit import in_python
from miai.engine.kernel.qualities import COUNTS, Games, count_many
from miai.engine.pairing.grades_in_question import expected_share
from miai.engine.pairing.presets import plan_for
from miai.engine.pairing.pricing.price_matrix import SimulatedPricing
from miai.engine.pairing.rules.float_place import ENDS
from miai.engine.pairing.simulation import Scheme, Simulation, prices_of, terms_of
from miai.engine.rating.win_models import DEFAULT, MODELS
from miai.formats.registry import read_file
from miai_lab.entries import WEEKEND, Event, drawn
from miai_lab.probe.played_fields import prepared
from miai_lab.search.fields import RealFields, drawn_from, real_fields

_ROOT = Path(__file__).parent.parent
PAGE = _ROOT / "docs/explanation/choices.md"
_REAL = _ROOT.parent / "shared/data/opengotha"
PRESETS = (*PRESET_WEIGHTS, "miai", "kaniuk")
SEED = 101
FIELDS, PLAYS = 24, 8
# The qualities of the page, with what they are called there.
QUALITIES = {
    "even": "Games on the same score",
    "far_apart": "Games over more than one point",
    "grade_gap": "Grades between the players",
    "area": "Games between strangers",
    "up_down_balance": "Games up and down out of balance",
    "seed_split": "Games across the halves",
}
ENDS_CHOSEN = tuple(product((GroupEnd.TOP, GroupEnd.BOTTOM), repeat=2))
_surplus, _wanted = in_python(game_surplus), in_python(wanted_grades)


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """The qualities of played weekends, games of players in question, and games that tell of their grades."""

    qualities: dict[str, float]
    in_question: int
    telling: int
    places_off: float

    @property
    def share(self) -> float:
        """The share of the games that tell of the grade."""
        return self.telling / max(1, self.in_question)


@cache
def _real_fields(folder: Path) -> RealFields:
    return real_fields([read_file(each, lenient=True).tournament for each in sorted(folder.glob("*.xml"))])


def _weekends(fields: int) -> Iterator[Event]:
    for number in range(fields):
        yield drawn(WEEKEND, seed=SEED, number=number)
        if _REAL.is_dir():
            yield drawn_from(_real_fields(_REAL), WEEKEND, seed=SEED, number=number)


def outcome(preset: str, rules: PairingRules, *, fields: int = FIELDS, plays: int = PLAYS) -> Outcome:
    """Play weekends under a preset with some rules; the same fields and chance for all of them."""
    settings = Settings(preset=preset, pairing=rules)
    plan = plan_for(settings, round_number=1, preset=preset, seed=0)
    if not isinstance(plan.pricing, SimulatedPricing):
        raise TypeError(f"{preset} cannot be simulated")
    method = rules.later_seeding.method
    counts = np.zeros((plays, COUNTS))
    in_question = telling = 0
    off: list[float] = []
    for number, event in enumerate(_weekends(fields)):
        scheme = Scheme(
            rounds=event.rounds,
            bar=event.bar,
            no_stones_from=0,
            first_seeding=method,
            later_seeding=method,
            rules=tuple(plan.rules),
            pricing=plan.pricing,
        )
        field, entrants = prepared(event, scheme, MODELS[DEFAULT])
        terms = terms_of(scheme)._replace(
            down_from=ENDS[rules.float_down_from], up_from=ENDS[rules.float_up_from]
        )
        simulation = Simulation(field=field, prices=prices_of(scheme), terms=terms)
        played = simulation.play(seed=SEED, count=plays, first=number * plays)
        own = np.zeros((plays, COUNTS))
        count_many(Games(*(getattr(played, name) for name in Games._fields)), entrants, own)
        counts += own
        asked, told = _told_of_grades(played, event.entry.grades)
        in_question, telling = in_question + asked, telling + told
        off += _places_off(played, rules)
    total = counts.sum(axis=0)
    return Outcome(
        qualities={
            key: float(
                total[list(MEASURES[key].numerator)].sum() / total[list(MEASURES[key].denominator)].sum()
            )
            for key in QUALITIES
        },
        in_question=in_question,
        telling=telling,
        places_off=sum(off) / len(off),
    )


def _told_of_grades(played: PlayedRounds, grades: tuple[int, ...]) -> tuple[int, int]:
    """The games of players whose grade is in question, and those against an opponent who tells of it."""
    asked = told = 0
    for opponents, before, final in zip(played.opponents, played.before, played.final, strict=True):
        surplus = [0] * len(grades)
        beaten, lost_to = [NOBODY_BEATEN] * len(grades), [NOBODY_LOST_TO] * len(grades)
        after = [*before[1:], final]
        for met, start, end in zip(opponents, before, after, strict=True):
            wanted = [_wanted(*each) for each in zip(surplus, beaten, lost_to, strict=True)]
            for i, j in enumerate(met.tolist()):
                if j < 0:
                    continue
                low, high = wanted[i]
                asked += low <= high
                told += low <= grades[j] <= high
                points = int(end[i] - start[i])
                surplus[i] += _surplus(points, expected_share(grades[i], grades[j]))
                if points == 4:
                    beaten[i] = max(beaten[i], grades[j])
                elif points < 2:
                    lost_to[i] = min(lost_to[i], grades[j])
    return asked, told


def _places_off(played: PlayedRounds, rules: PairingRules) -> list[float]:
    """How far each floater of a group of three or more is from the wanted part, 0 to 1."""
    groups = played.before // 4
    found = []
    for t, r, i in np.argwhere(played.opponents >= 0).tolist():
        own, other = groups[t, r, i], groups[t, r, played.opponents[t, r, i]]
        size, place = int(played.sizes[t, r, i]), int(played.places[t, r, i])
        if own != other and size > 2:
            end = rules.float_down_from if own > other else rules.float_up_from
            share = place / (size - 1)
            found.append({GroupEnd.TOP: share, GroupEnd.BOTTOM: 1 - share}.get(end, abs(2 * share - 1)))
    return found


# The page ------------------------------------------------------------------------------


def table(head: list[str], rows: list[list[str]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def _change(key: str, after: Outcome, before: Outcome) -> str:
    difference = after.qualities[key] - before.qualities[key]
    # Added to nothing, a rounded zero has no sign of its own.
    if key == "grade_gap":
        return f"{round(difference, 2) + 0.0:+.2f}"
    return f"{round(100 * difference, 1) + 0.0:+.1f} %"


def grading_row(preset: str) -> list[str]:
    """The line of a preset in the table of games about grades."""
    without = outcome(preset, PairingRules())
    first, second = (
        outcome(preset, PairingRules(grading_information=True, edition=edition)) for edition in WeightsEdition
    )
    shares = [f"{100 * each.share:.0f} %" for each in (without, first, second)]
    return [f"`{preset}`", *shares, *(_change(key, second, without) for key in QUALITIES)]


def _float_rows() -> list[list[str]]:
    rows = []
    for preset, method in product(PRESETS, (SeedMethod.SLIP, SeedMethod.FOLD, SeedMethod.DOUBLE_FOLD)):
        seeding = SeedingChoice(method=method)
        both = [
            [
                outcome(
                    preset,
                    PairingRules(
                        later_seeding=seeding, float_down_from=down, float_up_from=up, edition=edition
                    ),
                    fields=FIELDS // 2,
                    plays=PLAYS // 2,
                )
                for down, up in ENDS_CHOSEN
            ]
            for edition in WeightsEdition
        ]
        first, second = (_mean(each) for each in both)
        rows.append(
            [
                f"`{preset}`, {method.value}",
                f"{first.places_off:.2f}",
                f"{second.places_off:.2f}",
                *(_change(key, second, first) for key in QUALITIES),
            ]
        )
    return rows


def _mean(found: list[Outcome]) -> Outcome:
    """The mean over several choices."""
    return replace(
        found[0],
        qualities={key: sum(each.qualities[key] for each in found) / len(found) for key in QUALITIES},
        places_off=sum(each.places_off for each in found) / len(found),
    )


def page() -> str:
    """The page with all tables."""
    names = list(QUALITIES.values())
    kaniuk = next(each for each in KaniukWeights().rules if each.rule == "float_place")
    heads = (
        ["Preset, seeding", "Off, first", "Off, second", *names],
        ["Preset", "Without", "First edition", "Second edition", *names],
    )
    rows = (_float_rows(), [grading_row(preset) for preset in PRESETS])
    floats, grading = (table(head, lines) for head, lines in zip(heads, rows, strict=True))
    template = (_ROOT / "tools/choices_page.md").read_text(encoding="utf-8")
    return template.format(
        seed=SEED, weight=kaniuk.weight, scale=kaniuk.scale, floats=floats, grading=grading
    )


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
    sys.stdout.write(f"{PAGE.relative_to(_ROOT)}\n")
