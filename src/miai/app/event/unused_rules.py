"""Rules that make no difference under the other rules chosen, each with the reason.

The page of the rules and `miai rules` say so beside the rule: nothing that a director sets is ignored in
silence.
"""

from collections.abc import Iterable, Iterator

from miai.domain.preset_weights import PRESET_WEIGHTS
from miai.domain.presets import base_preset, preset_name
from miai.domain.setting_fields import setting_fields
from miai.domain.settings import ALL_PLAY_ALL, Overtime, Settings
from miai.messages import Message
from miai.pairing.registry import abilities_of, name_of

_SEEDING = ("pairing.first_seeding.", "pairing.later_seeding.")
_METHODS = tuple(f"{each}method" for each in _SEEDING)
_FLOAT_PLACES = ("pairing.float_down_from", "pairing.float_up_from")
_FLOATS = (*_FLOAT_PLACES, "pairing.compensate_floats")
_KIN = ("pairing.same_", "clubs_groups")
_EXEMPT = (
    "pairing.exempt_at_bar",
    "pairing.exempt_half_won",
    "pairing.exempt_from",
    "pairing.exempt_last_half",
    "pairing.relief_for_large_clubs",
)
_ZONES = ("pairing.far_time_zones", "pairing.hours_in_reach")
_WISHES = ("pairing.small_handicaps", "pairing.grading_information")
_WEIGHTS = ("pairing.weights.", "pairing.kaniuk.")
_CATEGORIES = ("pairing.keep_categories_apart",)
_ALL_SEEDING = (*_SEEDING, "pairing.first_seeding_rounds")
# What a preset does not use, by the beginnings of the paths.
_NOT_IN_PRESET: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(PRESET_WEIGHTS, _WEIGHTS),
    "miai": _WEIGHTS,
    "gotha": (
        "pairing.kaniuk.",
        "pairing.first_seeding.by_standings",
        "pairing.later_seeding.by_standings",
        "pairing.same_state",
        "pairing.same_city",
        "pairing.exempt_last_half",
        "pairing.relief_for_large_clubs",
        *_ZONES,
        *_CATEGORIES,
        *_WISHES,
    ),
    "kaniuk": ("pairing.weights.",),
    "aga": (*_WEIGHTS, *_METHODS, *_FLOAT_PLACES),
}
# What a system of its own does not use.
_NOT_IN_SYSTEM: dict[str, tuple[str, ...]] = {
    "aga": (*_ALL_SEEDING, *_FLOATS, *_CATEGORIES, "pairing.grading_information"),
    "backtracking": ("pairing.compensate_floats",),
    "guided_random": (*_METHODS, *_FLOATS, *_KIN, *_EXEMPT, *_ZONES, *_CATEGORIES, *_WISHES),
    "accelrat": (*_ALL_SEEDING, *_FLOATS, *_ZONES, *_CATEGORIES, *_WISHES),
    "entropy": (*_ALL_SEEDING, *_FLOATS, *_KIN, *_EXEMPT, *_ZONES, *_CATEGORIES, *_WISHES),
    "random": (*_ALL_SEEDING, *_FLOATS, *_KIN, *_EXEMPT, *_ZONES, *_CATEGORIES, *_WISHES),
    "roommates": (*_ALL_SEEDING, *_FLOATS, *_CATEGORIES, *_WISHES),
}
_NOT_IN_A_PLAN = (
    *_ALL_SEEDING,
    *_FLOATS,
    *_KIN,
    *_EXEMPT,
    *_ZONES,
    *_CATEGORIES,
    *_WISHES,
    "handicapping.",
)
_BRACKETS = {
    "pairing.bracket_by_lot": ("knockout", "double_elimination"),
    "pairing.redraw_losers": ("double_elimination",),
}
_WITHOUT_GAME = (
    "scoring.bye_",
    "scoring.absent_",
    "scoring.round_down",
    "scoring.absence_for_place",
)
_NOT_BY_WINS = (
    "scoring.bar",
    "scoring.floor",
    "scoring.zero",
    "scoring.bands",
    "handicapping.by_score",
    "handicapping.none_above_bar",
    "pairing.exempt_at_bar",
    "pairing.exempt_from",
)
_OVERTIMES = {
    Overtime.BYO_YOMI: ("clock.byo_yomi_seconds", "clock.byo_yomi_periods"),
    Overtime.CANADIAN: ("clock.canadian_seconds", "clock.canadian_moves"),
    Overtime.FISCHER: ("clock.fischer_seconds",),
}


def unused_rules(settings: Settings) -> dict[str, Message]:
    """The paths of the rules that make no difference, with the reason."""
    found: dict[str, Message] = {}
    for beginnings, why in (*_by_system(settings), *_by_others(settings), *_by_sides(settings)):
        for path in setting_fields():
            if path.startswith(tuple(beginnings)):
                found.setdefault(path, why)
    return found


def _by_system(settings: Settings) -> Iterator[tuple[Iterable[str], Message]]:
    key, abilities = settings.system, abilities_of(settings.system)
    system = name_of(key)
    if not abilities.by_preset:
        why = Message("%(system)s has its own way of pairing and takes no preset", system=system)
        yield ("preset", *_WEIGHTS), why
    if abilities.plans_rounds:
        why = Message("%(system)s follows a plan for all rounds and does not use this", system=system)
        yield _NOT_IN_A_PLAN, why
    why = Message("%(system)s does not use this", system=system)
    yield _NOT_IN_SYSTEM.get(key, ()), why
    yield [path for path, systems in _BRACKETS.items() if key not in systems], why
    if key in ALL_PLAY_ALL:
        yield _WITHOUT_GAME, Message("%(system)s gives no points for a round without a game", system=system)
    if settings.by_wins:
        yield _NOT_BY_WINS, Message("%(system)s counts wins only: everybody starts equal", system=system)
    if abilities.by_preset:
        preset = preset_name(settings.preset)
        why = Message("the pairing rules “%(preset)s” do not use this", preset=preset)
        yield _NOT_IN_PRESET.get(base_preset(settings.preset), ()), why


def _by_others(settings: Settings) -> Iterator[tuple[Iterable[str], Message]]:
    """What another rule makes idle."""
    rules = settings.pairing
    if not settings.category_limits:
        yield _CATEGORIES, Message("there are no categories")
    kept_apart = ("country", "state", "city", "clubs_group", "club")
    if not any(getattr(rules, f"same_{each}") for each in kept_apart):
        yield _EXEMPT, Message("nobody is kept apart by country or club")
    if rules.far_time_zones == 0:
        yield ("pairing.hours_in_reach",), Message("players in time zones far apart may meet")
    if rules.same_clubs_group == 0:
        yield ("clubs_groups",), Message("groups of clubs are not kept apart")
    if rules.first_seeding_rounds == 0:
        yield ("pairing.first_seeding.",), Message("no round is seeded as a first round")
    elif rules.first_seeding_rounds >= settings.rounds:
        yield ("pairing.later_seeding.",), Message("all rounds are seeded as first rounds")
    for begin, choice in zip(_SEEDING, (rules.first_seeding, rules.later_seeding), strict=True):
        if choice.criteria:
            yield (f"{begin}by_standings",), Message("the seeding has criteria of its own")
    if settings.scoring.bands:
        by_grade = ("scoring.bar", "scoring.floor", "scoring.zero", "handicapping.by_score")
        yield by_grade, Message("players start by bands")
    if settings.fees.junior_since is None:
        yield ("fees.for_juniors",), Message("no year is given from which players are juniors")
    yield from _by_handicaps(settings)
    for overtime, paths in _OVERTIMES.items():
        if settings.clock.overtime is not overtime:
            yield paths, Message("the overtime is another one")


def _by_handicaps(settings: Settings) -> Iterator[tuple[Iterable[str], Message]]:
    """What a table of handicaps, handicaps by komi or even games make idle."""
    given = settings.handicapping
    if given.table:
        of_grades = ("handicapping.correction", "handicapping.ceiling", "handicapping.komi_per_grade")
        yield of_grades, Message("the table says the handicap for each difference")
    elif given.ceiling == 0:
        other = ("by_score", "correction", "none_", "komi_per_grade")
        yield (*(f"handicapping.{each}" for each in other), *_WISHES[:1]), Message("all games are even")


def _by_sides(settings: Settings) -> Iterator[tuple[Iterable[str], Message]]:
    """What only sides of several people and teams use."""
    if settings.sides.people == 1 and settings.teams.size == 0:
        yield ("sides.rounding",), Message("everybody plays alone")
    if settings.teams.size == 0:
        of_teams = [path for path in setting_fields() if path.startswith("teams.") and path != "teams.size"]
        yield of_teams, Message("there are no teams")
