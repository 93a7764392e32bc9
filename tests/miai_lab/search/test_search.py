"""The search for settings: what is kept, what dominates, what is held out."""

from collections.abc import Callable
from dataclasses import replace
from math import sqrt

import numpy as np
import pytest
from scipy import stats

from kit.search_cases import TINY_SEARCH, small_event
from miai.domain.settings.event_settings import Settings
from miai.domain.settings.preset_weights import PRESET_WEIGHTS
from miai.engine.pairing.presets import plan_for
from miai.engine.pairing.pricing.kaniuk import Kaniuk
from miai.engine.pairing.rules import rules_for
from miai.engine.pairing.simulation import Scheme
from miai.engine.rating.strengths import fitted
from miai.errors import InputError
from miai.messages import Message
from miai_lab.entries import CLUB_EVENING, CONGRESS, Event
from miai_lab.probe.points import Point, axes_of, shares_of
from miai_lab.search.config import Search, parse_search
from miai_lab.search.fields import RealFields, drawn_from, real_fields
from miai_lab.search.halving import close_points, order_points, survivors
from miai_lab.search.judging import Judgement, dominance, kind_faults
from miai_lab.search.playing import FieldSpan, PlayedKind, PlayTask, played, preset_points, scheme_at
from miai_lab.search.study import SearchRun, run_search
from miai_lab.task_runner import Place


def no_fields(folder: str) -> RealFields:
    raise InputError(Message("%(folder)s is not there", folder=folder))


def tiny(text: str = TINY_SEARCH, read: Callable[[str], RealFields] = no_fields) -> Search:
    return parse_search(text, read)


def quick() -> SearchRun:
    return SearchRun(place=Place(threads=1), progress=lambda what, done, total: None)


def sums(*settings: list[list[tuple[float, float]]]) -> np.ndarray:
    """Sums by setting and field, each field a (above, below) for every quality."""
    return np.array(
        [[[[q[side] for q in field] for side in (0, 1)] for field in fields] for fields in settings]
    )


# Two qualities, faults of the first less those of the second setting, each with half of its interval.
@pytest.mark.parametrize(
    ("differences", "reaches", "expected"),
    [
        ([-0.02, 0.0], [0.01, 0.01], True),
        ([-0.02, 0.005], [0.01, 0.01], True),  # worse in the second, but not surely
        ([-0.02, 0.02], [0.01, 0.01], False),  # surely worse in the second
        ([-0.005, -0.005], [0.01, 0.01], False),  # better in both, but not surely
        ([0.0, 0.0], [0.0, 0.0], False),
    ],
)
def test_a_setting_dominates_that_is_surely_better_in_something_and_surely_worse_in_nothing(
    differences: list[float], reaches: list[float], *, expected: bool
) -> None:
    assert bool(dominance(np.array(differences), np.array(reaches))) is expected


def test_the_best_of_each_set_of_priorities_go_on() -> None:
    first, second = np.array([0.9, 0.5, 0.1, 0.0]), np.array([0.0, 0.2, 0.1, 0.8])
    scores = [np.array([standing, standing]) for standing in (first, second)]
    assert survivors([first, second], scores, 1) == [0, 3]
    assert survivors([first, second], scores, 2) == [0, 1, 3]


def test_of_settings_that_stand_alike_the_better_mean_goes_on() -> None:
    # Both beat nobody on one kind; the second is better on the other.
    standing = np.array([0.0, 0.0, 0.0])
    scores = np.array([[0.1, 0.1, 0.1], [0.2, 0.6, 0.4]])
    assert survivors([standing], [scores], 1) == [1]


def test_every_order_of_tiers_is_tried_once() -> None:
    orders = [point.order for point in order_points(tiny())]
    assert len(orders) == len(set(orders)) == 6
    assert all(set(order) == {"score", "geography", "seeding"} for order in orders)


def test_close_settings_lie_a_step_away_inside_the_ranges_and_tiers_have_none() -> None:
    search = tiny()
    start = Point(
        role="probe",
        number=0,
        weights=(("score", 1000, 0.5), ("geography", 100, 0.3), ("seeding", 10, 0.3)),
    )
    tiers = Point(role="order", number=0, order=("score", "geography", "seeding"))
    close = close_points(search, [start, tiers], each=3, step=0.05, first=7)
    assert [point.number for point in close] == [7, 8, 9]
    shares = shares_of(search, [start, *close])
    away = np.sqrt(((shares[1:] - shares[0]) ** 2).mean(axis=1))
    assert away == pytest.approx([0.05] * 3)
    assert len({point.weights for point in close}) == 3
    assert len(axes_of(search)) == 3
    assert ((shares >= 0) & (shares <= 1)).all()


def test_a_quality_is_the_sums_divided_and_its_interval_is_over_fields() -> None:
    # Three fields of ten games; 5, 7 and 9 of them on equal scores: the ideal is that all are.
    found = kind_faults(sums([[(5, 10)], [(7, 10)], [(9, 10)]]), ["even"])
    assert found.values[0, 0] == pytest.approx(0.7)
    assert found.faults[0, 0] == pytest.approx(0.3)
    judged = Judgement([sums([[(5, 10)], [(7, 10)], [(9, 10)]])], ["even"], {"all": [1.0]}, [0])
    wide = stats.t.ppf(0.975, 2) * 0.2 / sqrt(3)
    assert judged.reach(found)[0, 0] == pytest.approx(wide)
    assert judged.mean_reach[0, 0] == pytest.approx(wide)


def test_settings_are_compared_on_the_same_fields() -> None:
    # The second has one game more on equal scores in every field, and fields differ much.
    two = sums([[(1, 10)], [(5, 10)], [(9, 10)]], [[(2, 10)], [(6, 10)], [(10, 10)]])
    judged = Judgement([two], ["even"], {"all": [1.0]}, [0, 1])
    differences, reaches = judged.differences
    assert differences[0, 1, 0] == pytest.approx(0.1)
    assert reaches[0, 1, 0] == pytest.approx(0, abs=1e-9)
    assert judged.dominates.tolist() == [[False, False], [True, False]]


def test_faults_of_kinds_are_averaged_and_of_a_distance_a_small_one_is_good() -> None:
    school = sums([[(6, 10), (30, 10)], [(6, 10), (30, 10)]])
    congress = sums([[(80, 100), (100, 100)], [(80, 100), (100, 100)]])
    judged = Judgement([school, congress], ["even", "grade_gap"], {"all": [1.0, 1.0]}, [0])
    assert judged.faults[0] == pytest.approx([(0.4 + 0.2) / 2, (3 + 1) / 2])


def test_priorities_decide_who_stands_first() -> None:
    # Many games on equal scores and many clubmates, few of both, and between.
    found = sums(
        [[(9, 10), (2, 10)]] * 2, [[(2, 10), (9, 10)]] * 2, [[(6, 10), (6, 10)]] * 2, [[(1, 10), (1, 10)]] * 2
    )
    judged = Judgement([found], ["even", "area"], {"scores": [3.0, 1.0], "clubs": [1.0, 3.0]}, [0, 1, 2, 3])
    assert judged.standing("scores").argmax() == 0
    assert judged.standing("clubs").argmax() == 1
    assert judged.standing("scores").argmin() == judged.standing("clubs").argmin() == 3
    low, high = judged.standing_intervals("scores", seed=1)
    assert (low == judged.standing("scores")).all()  # all fields are alike
    assert (high == low).all()


def test_the_kind_that_likes_a_setting_least_decides_its_standing() -> None:
    evening = sums([[(9, 10)]] * 2, [[(5, 10)]] * 2, [[(7, 10)]] * 2)
    congress = sums([[(5, 10)]] * 2, [[(9, 10)]] * 2, [[(7, 10)]] * 2)
    judged = Judgement([evening, congress], ["even"], {"all": [1.0]}, [0, 1, 2])
    assert judged.standing("all") == pytest.approx([0, 0, 1 / 3])


def test_real_players_are_drawn_from_one_event_or_from_more_where_one_has_too_few() -> None:
    events = [small_event("Small", "A", 12), small_event("Other", "B", 12)]
    pool = real_fields(events)
    evening = replace(CLUB_EVENING, fewest=12, most=12)
    event = drawn_from(pool, evening, seed=1, number=0)
    assert len(set(event.entry.clubs)) == 1
    assert sorted(event.entry.grades) == list(range(-12, 0))
    both = drawn_from(pool, replace(evening, fewest=20, most=20), seed=1, number=0)
    assert len(both.entry.grades) == 20
    assert set(both.entry.clubs) == {0, 1}
    # There are no more players than these.
    assert len(drawn_from(pool, CONGRESS, seed=1, number=0).entry.grades) == 24


def same(a: Event, b: Event) -> bool:
    return a.entry == b.entry and bool((a.present == b.present).all())


def test_a_field_depends_on_seed_and_number_alone() -> None:
    pool = real_fields([small_event("Small", "A", 40)])
    first = drawn_from(pool, CLUB_EVENING, seed=1, number=3)
    assert same(first, drawn_from(pool, CLUB_EVENING, seed=1, number=3))
    assert not same(first, drawn_from(pool, CLUB_EVENING, seed=2, number=3))
    assert not same(first, drawn_from(pool, CLUB_EVENING, seed=1, number=4))


def test_true_strengths_vary_around_ratings_as_those_of_real_players() -> None:
    pool = real_fields([small_event("Large", "A", 18)])
    kind = replace(CLUB_EVENING, fewest=18, most=18)
    off = []
    for number in range(400):
        entry = drawn_from(pool, kind, seed=5, number=number).entry
        off.append(np.array(entry.strengths) - np.array(entry.ratings))
    model, grades = fitted().model, np.arange(-12, 6)
    expected = model.spread**2 + model.grade_spread**2 * grades.var()
    assert np.var(off) == pytest.approx(expected, rel=0.1)


def test_the_events_of_the_search_and_those_held_out_are_others() -> None:
    pool = real_fields([small_event(name, name) for name in "ABCDE"])
    searched, held = pool.halves()
    clubs = [{entrant.club for event in half.events for entrant in event} for half in (searched, held)]
    assert clubs == [{0, 2, 4}, {1, 3}]


def test_the_preset_miai_is_played_with_its_own_tiers() -> None:
    point = next(each for each in preset_points() if each.label == "miai")
    scheme = scheme_at(point, Scheme(rounds=3, bar=0))
    own = [rule.key for rule in rules_for(Settings(), 1, 0) if rule.key != "chance"]
    assert [rule.key for rule in scheme.rules] == own


def test_the_preset_kaniuk_is_played_with_its_own_weights() -> None:
    point = next(each for each in preset_points() if each.label == "kaniuk")
    scheme = scheme_at(point, Scheme(rounds=3, bar=0))
    assert isinstance(scheme.pricing, Kaniuk)
    for rule in scheme.rules:
        assert scheme.pricing.weight_of(rule.key) == Kaniuk().weight_of(rule.key)


@pytest.mark.parametrize("preset", ["kaniuk", *PRESET_WEIGHTS])
def test_a_preset_is_played_as_it_draws(preset: str) -> None:
    point = next(each for each in preset_points() if each.label == preset)
    pricing = scheme_at(point, Scheme(rounds=3, bar=0)).pricing
    own = plan_for(Settings(), round_number=1, preset=preset, seed=0).pricing
    assert isinstance(pricing, Kaniuk)
    assert isinstance(own, Kaniuk)
    assert (pricing.psi, pricing.halves_apart) == (own.psi, own.halves_apart)
    assert set(pricing.weights) <= set(own.weights)


def test_fields_played_later_are_those_that_were_left_out_before() -> None:
    kind = PlayedKind(kind=replace(CLUB_EVENING, fewest=8, most=8, rounds=2), plays=2)

    def counted(begin: int, end: int) -> np.ndarray:
        span = FieldSpan(played=kind, begin=begin, end=end)
        return played(PlayTask(point=preset_points()[0], spans=(span,), keys=("even",), seed=1))[0]

    assert (counted(0, 4) == np.concatenate([counted(0, 1), counted(1, 4)])).all()
    assert counted(0, 4)[:, 1, 0].min() > 0


def test_a_search_ends_with_the_best_and_checks_them_on_tournaments_held_out() -> None:
    search = tiny()
    found = run_search(search, quick())
    # 10 drawn and 6 orders of tiers on 2 fields, 3 times each; then as many as each set keeps, with one
    # close to each that is no order of tiers, on 4 fields.
    assert found.stages[0].tournaments == 16 * 2 * 3
    assert found.stages[1].fields == (4,)
    assert 2 <= found.stages[1].settings <= 8
    finalists = [each for each in found.held_out.settings if each.finalist]
    assert 2 <= len(finalists) <= 4
    presets = [each.name for each in found.held_out.settings if each.point.role == "preset"]
    assert {"miai", "kaniuk"} <= set(presets)
    assert found.tournaments_held_out == len(found.held_out.settings) * 4 * 3
    # Somebody is always not dominated, and nobody dominates itself.
    assert any(not each.dominated_by for each in found.held_out.settings)
    assert all(at not in each.dominated_by for at, each in enumerate(found.held_out.settings))
    again = run_search(search, quick())
    assert again.held_out.settings == found.held_out.settings


def test_the_seed_held_out_changes_only_the_check() -> None:
    found = run_search(tiny(), quick())
    other = run_search(tiny(TINY_SEARCH.replace("held_out_seed = 4", "held_out_seed = 5")), quick())
    names = [each.name for each in found.held_out.settings]
    assert [each.name for each in other.held_out.settings] == names
    assert [e.finalist for e in other.held_out.settings] == [e.finalist for e in found.held_out.settings]
    assert any(
        one.means != two.means
        for one, two in zip(found.held_out.settings, other.held_out.settings, strict=True)
    )


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        ("held_out_seed = 4", "held_out_seed = 3", "must be another seed than that of the search"),
        ("cloud = 10", "cloud = 11", "is more than the 10 points"),
        ("cloud = 10", 'cloud = 10\nreal_fields = "away"', "away is not there"),
        ('name = "school"\nplayers = [8, 10]', 'name = "school"', "'players' is not given"),
        ("keep = 2", "kept = 2", "there is no such key"),
        ("even = 1", "evens = 1", "there is no such key"),
        ("points = 10", "points = [", "this is not TOML"),
    ],
)
def test_a_wrong_configuration_is_refused(before: str, after: str, expected: str) -> None:
    with pytest.raises(InputError, match=expected):
        tiny(TINY_SEARCH.replace(before, after, 1))


def test_too_few_events_are_refused() -> None:
    text = TINY_SEARCH.replace("cloud = 10", 'cloud = 10\nreal_fields = "here"')
    three = real_fields([small_event(name, name) for name in "ABC"])
    with pytest.raises(InputError, match="fewer than 4 events"):
        tiny(text, lambda folder: three)
