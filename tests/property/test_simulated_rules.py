"""The simulation plays what `pairing` would draw, under each rule of an event and under all at once."""

import os
from dataclasses import dataclass, fields
from typing import Any

import numpy as np
import pytest

from kit.event_changes import (
    APART,
    MCMAHON,
    NO_ORIGIN,
    ORIGINS,
    UNEVEN,
    Change,
    in_turn,
    with_part,
    with_players,
    with_settings,
)
from kit.simulated_events import MODEL, PRESETS, compare_event, random_players, random_settings
from miai.domain.people.grade import Grade
from miai.domain.people.player import Player, PlayerId
from miai.domain.points import HALF, NOTHING, POINT, Quarters
from miai.domain.settings.event_settings import ClubsGroup, Settings
from miai.domain.settings.handicap_rules import Handicapping
from miai.domain.settings.handicaps import usual_handicap_table
from miai.domain.settings.kaniuk_weights import KaniukWeights, RuleWeight
from miai.domain.settings.pairing_rules import ColourRule, GroupEnd, PairingRules
from miai.domain.settings.preset_weights import PRESET_WEIGHTS
from miai.domain.settings.scoring_rules import Rulebook, StartBand, Unplayed
from miai.domain.settings.seeding import SeedingChoice, SeedMethod
from miai.domain.settings.weights_edition import WeightsEdition
from miai.domain.tournament import Tournament
from miai.engine.pairing.event_simulation import event_now, event_simulation, why_not_simulated
from miai.engine.pairing.pricing.kaniuk import PSI
from miai.engine.pairing.pricing.price_matrix import SIMULATED
from miai.engine.pairing.rules import RULES as ALL_RULES
from miai.engine.scoring.direct import DIRECT
from miai.engine.scoring.tiebreaks import TIEBREAKS

SOAK = bool(os.environ.get("MIAI_SOAK"))
MANY = 10_000 if SOAK else 400
EVENTS = 100 if SOAK else 2
# A rule that changes no draw of so many events is not tried at all.
ENOUGH = 60
SIMULATED_CRITERIA = (
    "cat", "mms", "rank", "rating", "sosw", "sosw-1", "sosw-2", "sodosw", "sososw", "cussw", "sosm", "sosm-1",
    "sosm-2", "sodosm", "sososm", "cussm", "ext", "exr", "cps", "soms", "sodoms",
)  # fmt: skip
GRADE = Grade.of_number(-4)


@pytest.mark.parametrize("preset", (*PRESETS, *PRESET_WEIGHTS))
def test_simulation_and_pairing_agree_whatever_the_rules(
    preset: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    compared = case = 0
    # The presets that are weights differ from `kaniuk` in their numbers, and keep the halves of groups apart.
    while compared < (MANY // 8 if preset in PRESET_WEIGHTS else MANY):
        tournament = _event(preset, case)
        compared += compare_event(tournament, case, monkeypatch).rounds
        case += 1


def _event(preset: str, case: int) -> Tournament:
    dice = np.random.default_rng((6, (*PRESETS, *PRESET_WEIGHTS).index(preset), case))
    settings = random_settings(dice, preset)
    return Tournament(settings=settings, players=random_players(dice, settings.rounds))


@dataclass(frozen=True, kw_only=True)
class Rule:
    """A rule as a change of an event, what there is instead of it, and the presets that know it."""

    on: Change
    off: Change
    presets: tuple[str, ...] = PRESETS


def _pairing(
    on: dict[str, Any], off: dict[str, Any], *also: Change, presets: tuple[str, ...] = PRESETS
) -> Rule:
    """A rule of the settings for pairing, in an event that is changed in other ways too."""
    with_it, without_it = with_part("pairing", **on), with_part("pairing", **off)
    return Rule(on=in_turn(*also, with_it), off=in_turn(*also, without_it), presets=presets)


# OpenGotha's weights know countries, clubs and groups of clubs, but no states, cities or time zones.
MIAIS = ("miai", "kaniuk", "aga")
# The AGA's penalty splits and shifts whatever the settings say, and does not mind where floaters come from.
SEEDED = ("miai", "kaniuk", "gotha")
FREE = {"absent_points": NOTHING, "absent_wins": NOTHING, "bye_points": POINT}
LOW_BAR = with_part("scoring", bar=GRADE, bands=())
FROM_30_KYU = with_part("scoring", zero=Grade.of_number(-30))


def _seeding(choice: SeedingChoice) -> dict[str, Any]:
    return {"first_seeding": choice, "later_seeding": choice}


def _another(than: Any, *choices: Any) -> Any:
    return next(each for each in choices if each is not than)


def _kaniuk(psi: str, factor: float) -> KaniukWeights:
    weights = (
        RuleWeight(rule=each.rule, weight=factor * each.weight, scale=0.8 * each.scale)
        for each in KaniukWeights().rules
    )
    return KaniukWeights(psi=psi, rules=tuple(weights))


def _seeded_by(criterion: str) -> Change:
    return with_part(
        "pairing", **_seeding(SeedingChoice(method=SeedMethod.FOLD, criteria=("mms", criterion)))
    )


RULES: dict[str, Rule] = {
    **{
        f"Kaniuk's weights with {psi}": _pairing(
            {"kaniuk": _kaniuk(psi, 1.7)}, {"kaniuk": KaniukWeights()}, presets=("kaniuk",)
        )
        for psi in PSI
    },
    **{
        f"floaters from the {end.value} go {way}": _pairing(
            {f"float_{way}_from": end},
            {f"float_{way}_from": _another(end, GroupEnd.TOP, GroupEnd.BOTTOM)},
            presets=SEEDED,
        )
        for end in GroupEnd
        for way in ("down", "up")
    },
    "floats are made up for": _pairing({"compensate_floats": True}, {"compensate_floats": False}),
    **{
        f"seeding by {method.value}": _pairing(
            _seeding(SeedingChoice(method=method)),
            _seeding(SeedingChoice(method=_another(method, SeedMethod.SLIP, SeedMethod.FOLD))),
            presets=SEEDED,
        )
        for method in SeedMethod
    },
    "seeding by grade": _pairing(
        _seeding(SeedingChoice(method=SeedMethod.FOLD, by="rank")),
        _seeding(SeedingChoice(method=SeedMethod.FOLD, by="rating")),
        presets=("gotha",),
    ),
    "another seeding in later rounds": _pairing(
        {
            "first_seeding": SeedingChoice(method=SeedMethod.SLIP),
            "later_seeding": SeedingChoice(method=SeedMethod.ADJACENT),
            "first_seeding_rounds": 2,
        },
        _seeding(SeedingChoice(method=SeedMethod.SLIP)),
        presets=SEEDED,
    ),
    "categories by grade": Rule(
        on=with_settings(category_limits=(GRADE,)), off=with_settings(category_limits=())
    ),
    "categories by hand": Rule(
        on=in_turn(
            with_settings(category_limits=(GRADE, Grade.of_number(-8))),
            with_players(category=lambda i: i % 3),
        ),
        off=with_settings(category_limits=()),
    ),
    "categories that meet": _pairing(
        {"keep_categories_apart": False},
        {"keep_categories_apart": True},
        with_settings(category_limits=(GRADE,)),
        presets=MIAIS,
    ),
    "countries": _pairing(NO_ORIGIN | {"same_country": 3}, NO_ORIGIN, ORIGINS),
    "states": _pairing(NO_ORIGIN | {"same_state": 3}, NO_ORIGIN, ORIGINS, presets=MIAIS),
    "cities": _pairing(NO_ORIGIN | {"same_city": 3}, NO_ORIGIN, ORIGINS, presets=MIAIS),
    "clubs": _pairing(NO_ORIGIN | {"same_club": 3}, NO_ORIGIN, ORIGINS),
    "groups of clubs": _pairing(
        NO_ORIGIN | {"same_club": 4, "same_clubs_group": 3},
        NO_ORIGIN | {"same_club": 4},
        ORIGINS,
        with_settings(clubs_groups=(ClubsGroup(name="both", clubs=("Elms", "Oaks")),)),
    ),
    "time zones": _pairing(
        NO_ORIGIN | {"far_time_zones": 3, "hours_in_reach": 5}, NO_ORIGIN, presets=MIAIS
    ),
    "families": _pairing(
        {"family_apart": True},
        {"family_apart": False},
        with_players(family=lambda i: ("Kim", "Park", "")[i % 3]),
    ),
    "exempt at the bar": _pairing(
        NO_ORIGIN | APART | {"exempt_at_bar": True}, NO_ORIGIN | APART, ORIGINS, MCMAHON, LOW_BAR
    ),
    "exempt from a grade on": _pairing(
        NO_ORIGIN | APART | {"exempt_from": GRADE}, NO_ORIGIN | APART, ORIGINS, MCMAHON
    ),
    "exempt with half of the rounds won": _pairing(
        NO_ORIGIN | APART | {"exempt_half_won": True}, NO_ORIGIN | APART, ORIGINS
    ),
    "exempt in the last half": _pairing(
        NO_ORIGIN | APART | {"exempt_last_half": True}, NO_ORIGIN | APART, ORIGINS, presets=MIAIS
    ),
    "large clubs": _pairing(
        NO_ORIGIN | APART | {"relief_for_large_clubs": True},
        NO_ORIGIN | APART,
        # Whether the club holds more than 40 % of those who play changes from round to round.
        with_players(
            club=lambda i: "Elms" if i % 5 < 2 else f"{i} Oaks",
            absent_rounds=lambda i: frozenset((1 + i % 4, 2 + i % 3)) if i % 3 == 0 else frozenset(),
        ),
        presets=MIAIS,
    ),
    "handicaps by score": Rule(
        on=in_turn(MCMAHON, with_part("handicapping", by_score=True, ceiling=9, table=())),
        off=in_turn(MCMAHON, with_part("handicapping", by_score=False, ceiling=9, table=())),
    ),
    "handicaps by grade": Rule(
        on=in_turn(MCMAHON, with_part("handicapping", by_score=False, ceiling=9, correction=1)),
        off=in_turn(MCMAHON, with_part("handicapping", ceiling=0, table=())),
    ),
    "handicaps by komi": Rule(
        on=with_part("handicapping", komi_per_grade=4.0, ceiling=5, by_score=False, table=()),
        off=with_part("handicapping", ceiling=0, table=()),
    ),
    "handicaps by a table": Rule(
        on=with_part("handicapping", table=usual_handicap_table(13)[2:], by_score=False),
        off=with_part("handicapping", ceiling=0, table=()),
    ),
    "even games above the bar": Rule(
        on=in_turn(MCMAHON, LOW_BAR, with_part("handicapping", none_above_bar=True, by_score=False)),
        off=in_turn(MCMAHON, LOW_BAR, with_part("handicapping", none_above_bar=False, by_score=False)),
    ),
    "small handicaps": _pairing(
        {"small_handicaps": True},
        {"small_handicaps": False},
        with_part("handicapping", ceiling=9, by_score=False, none_from=Grade.of_number(5)),
        presets=MIAIS,
    ),
    "grading information": _pairing(
        {"grading_information": True}, {"grading_information": False}, presets=MIAIS
    ),
    "the edition of the weights": _pairing(
        {"edition": WeightsEdition.SECOND, "grading_information": True},
        {"edition": WeightsEdition.FIRST, "grading_information": True},
        presets=("miai",),
    ),
    "nigiri": _pairing(
        {"colours": ColourRule.NIGIRI},
        {"colours": ColourRule.BALANCE},
        with_part("handicapping", ceiling=0, table=()),
        # Where no colours are known, none can be made up for: the same draw, but other colours.
        presets=(),
    ),
    **{
        f"seeding by {criterion}": _pairing(
            _seeding(SeedingChoice(method=SeedMethod.FOLD, criteria=("nbw", criterion))),
            _seeding(SeedingChoice(method=SeedMethod.FOLD, criteria=("nbw", "draw"))),
            UNEVEN,
            presets=SEEDED,
        )
        for criterion in SIMULATED_CRITERIA
    },
    **{
        f"unplayed rounds count {rule.value} in {criterion}": Rule(
            on=in_turn(UNEVEN, _seeded_by(criterion), with_part("scoring", unplayed=rule)),
            off=in_turn(
                UNEVEN,
                _seeded_by(criterion),
                with_part("scoring", unplayed=_another(rule, Unplayed.ZERO, Unplayed.START)),
            ),
            # Only these two call a bye the defeat of somebody.
            presets=SEEDED if criterion == "sososm" or rule in (Unplayed.AGA, Unplayed.MACMAHON) else (),
        )
        for rule in Unplayed
        for criterion in ("sososm", "sodosm")
    },
    "unplayed rounds are half for opponents": Rule(
        on=in_turn(
            UNEVEN,
            _seeded_by("sosm"),
            with_part("scoring", unplayed_is_half_for_opponents=True, **FREE),
        ),
        off=in_turn(
            UNEVEN,
            _seeded_by("sosm"),
            with_part("scoring", unplayed_is_half_for_opponents=False, **FREE),
        ),
        presets=SEEDED,
    ),
    **{
        f"scores as {book.value} has them": Rule(
            on=in_turn(
                UNEVEN, MCMAHON, _seeded_by("sosm-1"), FROM_30_KYU, with_part("scoring", rulebook=book)
            ),
            off=in_turn(
                UNEVEN,
                MCMAHON,
                _seeded_by("sosm-1"),
                FROM_30_KYU,
                with_part("scoring", rulebook=_another(book, *Rulebook)),
            ),
            # The rulebooks differ in what hardly ever happens; see the cases above for the rest.
            presets=(),
        )
        for book in Rulebook
    },
    "bands": Rule(
        on=in_turn(
            MCMAHON,
            with_part(
                "scoring",
                bands=(
                    StartBand(weakest=GRADE, score=Quarters(2 * POINT)),
                    StartBand(weakest=Grade.of_number(-8), score=Quarters(POINT)),
                ),
            ),
        ),
        off=in_turn(MCMAHON, with_part("scoring", bands=())),
    ),
    "starts by hand": Rule(
        on=in_turn(MCMAHON, with_players(start=lambda i: Quarters(HALF * (20 + i % 5)))), off=MCMAHON
    ),
}  # fmt: skip


# What only schedules do, and weights that only say how much the rules below cost.
NOT_DRAWN_BY = {"bracket_by_lot", "redraw_losers", "third_place", "weights"}


def test_every_setting_for_pairing_and_every_criterion_of_seeding_is_tried() -> None:
    event, tried, criteria = _event("gotha", 0), set(), set()
    for rule in RULES.values():
        on, off = rule.on(event).settings.pairing, rule.off(event).settings.pairing
        tried |= {each.name for each in fields(on) if getattr(on, each.name) != getattr(off, each.name)}
        criteria |= {*on.later_seeding.criteria, *off.later_seeding.criteria}
    assert {each.name for each in fields(PairingRules)} - NOT_DRAWN_BY == tried
    assert {key for key in (*TIEBREAKS, *DIRECT) if _is_simulated(key)} == criteria
    assert set(SIMULATED) == {each.key for each in ALL_RULES}


def _is_simulated(criterion: str) -> bool:
    event = with_part("pairing", **_seeding(SeedingChoice(criteria=(criterion,))))(_event("miai", 0))
    return why_not_simulated(event, event.settings.rounds) is None


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("colours", ColourRule)
def test_with_nigiri_nobody_makes_up_for_a_colour(preset: str, colours: ColourRule) -> None:
    players = tuple(
        Player(id=PlayerId(str(i)), surname=f"P{i}", grade=GRADE, rating=1700.0 + i) for i in range(8)
    )
    rules, even = PairingRules(colours=colours), Handicapping(ceiling=0)
    settings = Settings(rounds=2, preset=preset, pairing=rules, handicapping=even)
    event = event_now(Tournament(settings=settings, players=players))
    played = event_simulation(event, rounds=2, model=MODEL).play(seed=1, count=50)
    first, second = played.colours[:, 0], played.colours[:, 1]
    others_first = np.take_along_axis(first, played.opponents[:, 1], axis=1)
    white_again = (first == 1) & (others_first == -1) & (second == 1)
    assert white_again.any() == (colours is ColourRule.NIGIRI)


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("name", RULES)
def test_simulation_and_pairing_agree_on_each_rule(
    name: str, preset: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    rule = RULES[name]
    differing = case = 0
    while case < EVENTS or (preset in rule.presets and not differing):
        assert case < ENOUGH, "the rule changes no draw"
        event = _event(preset, case)
        found = compare_event(rule.on(event), case, monkeypatch, otherwise=rule.off(event))
        differing += found.differing
        case += 1
