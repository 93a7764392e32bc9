"""The presets: what each is for, and which one a tournament has that names none."""

from dataclasses import replace

import numpy as np
import pytest

from kit.builders import crosstable
from kit.old_documents import NEWEST_STORED
from kit.places import TESTS
from miai.domain.log.document import read_history
from miai.domain.people.grade import Grade
from miai.domain.people.player import Player, PlayerId
from miai.domain.settings.event_settings import DEFAULT_PRESET, Settings
from miai.domain.settings.preset_weights import PRESET_WEIGHTS
from miai.domain.settings.scoring_rules import Scoring
from miai.domain.tournament import Tournament
from miai.engine.pairing.presets import PRESETS, demand_preset, plan_for
from miai.engine.pairing.pricing.kaniuk import Kaniuk
from miai.engine.pairing.registry import system_of
from miai.engine.pairing.systems.mcmahon import McMahon
from miai.engine.pairing.systems.swiss import Swiss
from miai.errors import InputError
from miai.features.draw.pair import pair

DOCUMENTS = TESTS / "golden" / "documents"


def paired(players: str, preset: str) -> set[frozenset[str]]:
    """Who meets in round 1; players such as "A 3d Lund, B 1k Lund", everybody below the bar."""
    field = []
    for each in players.split(", "):
        name, grade, club = each.split()
        field.append(
            Player(id=PlayerId(name), surname=name, grade=Grade.parse(grade), club=club, country="SE")
        )
    event = Tournament(
        players=tuple(field), settings=Settings(preset=preset, scoring=Scoring(bar=Grade.parse("7d")))
    )
    return {frozenset((game.white.surname, game.black.surname)) for game in pair(event, round=1).boards}


# Two of each grade and club: A and B are clubmates on equal scores, and so are C and D, a point below.
ONE_POINT = "A 3k Lund, B 3k Lund, C 4k Ulm, D 4k Ulm"
TWO_POINTS = ONE_POINT.replace("4k", "5k")
THREE_POINTS = ONE_POINT.replace("4k", "6k")
CLUBMATES = {frozenset("AB"), frozenset("CD")}


@pytest.mark.parametrize(
    ("preset", "avoid"),
    [
        ("miai", set()),
        ("equal-scores", set()),
        ("near-grades", set()),
        ("balanced", {ONE_POINT}),
        ("clubs-apart", {ONE_POINT, TWO_POINTS, THREE_POINTS}),
    ],
)
def test_clubmates_are_kept_apart_at_the_price_that_the_presets_name_promises(
    preset: str, avoid: set[str]
) -> None:
    for field in (ONE_POINT, TWO_POINTS, THREE_POINTS):
        assert (paired(field, preset) != CLUBMATES) is (field in avoid)


# One game on equal scores and one over three points, or one over one point and one over two.
def test_equal_scores_are_worth_a_wide_game_and_near_grades_avoid_it() -> None:
    field = "A 1k X, B 2k Y, C 2k Z, D 4k W"
    assert paired(field, "equal-scores") == {frozenset("BC"), frozenset("AD")}
    for preset in ("near-grades", "miai"):
        assert paired(field, preset) == {frozenset("AB"), frozenset("CD")}


@pytest.mark.parametrize("preset", PRESET_WEIGHTS)
def test_no_board_is_given_up_a_game_over_ten_points_costs_more_than_ten_over_three(preset: str) -> None:
    pricing = plan_for(Settings(), round_number=1, preset=preset, seed=1).pricing
    assert isinstance(pricing, Kaniuk)
    # Deviations are squares of half points.
    three, ten, thirty = pricing.forgone("score", np.array([6**2, 20**2, 60**2]))
    assert ten > 10 * three
    assert thirty > 5 * ten
    # And a game between categories costs more than any difference of scores.
    assert pricing.forgone("category", np.array([1]))[0] > pricing.forgone("score", np.array([320**2]))[0]


@pytest.mark.parametrize("preset", PRESET_WEIGHTS)
def test_a_preset_of_weights_has_its_own_and_not_those_of_the_settings(preset: str) -> None:
    settings = Settings(preset=preset)
    light = replace(
        settings.pairing.kaniuk,
        psi="gaussian",
        rules=tuple(replace(each, weight=1.0) for each in settings.pairing.kaniuk.rules),
    )
    changed = replace(settings, pairing=replace(settings.pairing, kaniuk=light))
    own = plan_for(settings, round_number=1, preset=preset, seed=1).pricing
    assert isinstance(own, Kaniuk)
    assert plan_for(changed, round_number=1, preset=preset, seed=1).pricing == own


def test_what_names_no_preset_has_the_default_everywhere() -> None:
    assert DEFAULT_PRESET in PRESETS
    for made in (McMahon(), Swiss(), system_of("mcmahon"), system_of("swiss")):
        assert isinstance(made, McMahon | Swiss)
        assert made.preset == DEFAULT_PRESET
    assert Settings().preset == DEFAULT_PRESET
    assert pair(crosstable("A+B C+D"), round=2).preset == DEFAULT_PRESET


@pytest.mark.parametrize("version", range(1, NEWEST_STORED + 1))
def test_old_documents_with_the_defaults_of_their_time_are_drawn_by_miai(version: int) -> None:
    event = read_history((DOCUMENTS / f"version-{version}-defaults.miai").read_bytes()).tournament()
    assert event.settings.preset == "miai"
    assert plan_for(event.settings, round_number=1, preset=event.settings.preset, seed=1).preset == "miai"


def test_a_document_of_version_1_that_says_nothing_of_presets_is_drawn_by_miai() -> None:
    path = DOCUMENTS / "version-1-defaults.miai"
    assert b"preset" not in path.read_bytes()
    assert read_history(path.read_bytes()).tournament().settings.preset == "miai"


def test_a_plus_without_a_rule_is_not_taken_for_a_plug_in_that_is_missing() -> None:
    with pytest.raises(InputError, match=r"'miai\+' is not a preset; did you mean miai\?"):
        demand_preset("miai+")
