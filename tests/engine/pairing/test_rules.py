"""What each rule wants, and how it says so."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from kit.builders import crosstable, with_player
from miai.domain.people.grade import Grade
from miai.domain.settings.event_settings import ClubsGroup
from miai.domain.settings.handicap_rules import Handicapping
from miai.domain.settings.pairing_rules import GroupEnd, PairingRules
from miai.domain.settings.scoring_rules import Scoring
from miai.domain.settings.seeding import SeedMethod
from miai.domain.tournament import Tournament
from miai.engine.kernel import deviations
from miai.engine.kernel.deviations import CITY, STATE
from miai.engine.pairing.protocol import RoundView, Rule
from miai.engine.pairing.rules import RULES
from miai.engine.pairing.rules.category import Category
from miai.engine.pairing.rules.chance import Chance
from miai.engine.pairing.rules.colour import ColourBalance
from miai.engine.pairing.rules.float_place import FloatPlace
from miai.engine.pairing.rules.floats import Floats
from miai.engine.pairing.rules.forbidding import Family
from miai.engine.pairing.rules.geography import Geography
from miai.engine.pairing.rules.grading import GradingInformation
from miai.engine.pairing.rules.handicap import Handicap
from miai.engine.pairing.rules.rematch import Rematch
from miai.engine.pairing.rules.score import EqualScore
from miai.engine.pairing.rules.seeding import METHODS, Seeding
from miai.engine.pairing.view import build_view


def seen(event: Tournament) -> RoundView:
    return build_view(event, event.rounds_played + 1, seed=0)


def at(view: RoundView, name: str) -> int:
    return [str(player.id) for player in view.players].index(name)


def deviation(rule: Rule, view: RoundView, a: str, b: str) -> int:
    matrix = rule.deviation(view)
    assert (matrix == matrix.T).all()
    return int(matrix[at(view, a), at(view, b)])


def sentence(rule: Rule, view: RoundView, a: str, b: str) -> str:
    return str(rule.explain(view, at(view, a), at(view, b)))


def with_rules(event: Tournament, **rules: Any) -> Tournament:
    return replace(event, settings=replace(event.settings, pairing=PairingRules(**rules)))


def test_one_wide_gap_of_scores_is_worse_than_two_narrow_ones() -> None:
    view = seen(crosstable("A+B C+D | A+C B=D"))
    assert deviation(EqualScore(), view, "A", "B") > 2 * deviation(EqualScore(), view, "C", "B")
    assert sentence(EqualScore(), view, "A", "B") == "2 points against 0.5, 1.5 apart"
    assert sentence(EqualScore(), view, "B", "D") == "both have 0.5 points"
    assert EqualScore().for_bye(view)[at(view, "D")] == 0


@pytest.mark.requirement("A65")
def test_who_was_drawn_down_is_not_drawn_down_again_but_up() -> None:
    # A (2 wins) met C (1 win) in round 3 and floated down.
    view = seen(crosstable("A+B C+D E+F | A+C B+D E- F- | A+F E+B C+D"))
    assert view.downs[at(view, "A")] == 1
    assert view.ups[at(view, "F")] == 1
    assert "is drawn down again" in sentence(Floats(), view, "A", "D")
    assert deviation(Floats(), view, "A", "D") > deviation(Floats(), view, "E", "D")
    assert deviation(Floats(), view, "C", "E") == 0
    assert sentence(Floats(), view, "C", "E") == "nobody floats"


@pytest.mark.parametrize(("end", "best"), [(GroupEnd.TOP, 0), (GroupEnd.MIDDLE, 2), (GroupEnd.BOTTOM, 4)])
def test_floaters_come_from_the_wanted_part_of_the_group(end: GroupEnd, best: int) -> None:
    names = "A+Z B+Y C+X D+W E+V"
    event = crosstable(names)
    for rank, name in enumerate("ABCDE"):
        event = with_player(event, name, rating=2000.0 - rank)
    view = seen(event)
    rule = FloatPlace(down_from=end)
    costs = [deviation(rule, view, name, "Z") for name in "ABCDE"]
    assert costs.index(min(costs)) == best
    assert f"(wanted: {end.value})" in sentence(rule, view, "A", "Z")


IDEALS = {
    SeedMethod.FOLD: [(0, 7), (1, 6), (2, 5), (3, 4)],
    SeedMethod.DOUBLE_FOLD: [(0, 3), (1, 2), (4, 7), (5, 6)],
    SeedMethod.SLIP: [(0, 4), (1, 5), (2, 6), (3, 7)],
    SeedMethod.ADJACENT: [(0, 1), (2, 3), (4, 5), (6, 7)],
    SeedMethod.SPLIT_AND_RANDOM: [(0, 6), (1, 4), (2, 7), (3, 5)],
}


def test_any_pair_of_a_group_will_do_where_chance_decides_in_the_whole_group() -> None:
    out = np.empty((8, 8), np.int64)
    method = METHODS[SeedMethod.RANDOM]
    deviations.fill_seeding(np.zeros(8, np.int64), np.arange(8), np.full(8, 8), method, 0, out)
    assert not out.any()


@pytest.mark.parametrize("method", IDEALS)
def test_the_ideal_pairs_of_each_way_of_seeding_cost_nothing(method: SeedMethod) -> None:
    places = np.arange(8)
    out = np.empty((8, 8), np.int64)
    deviations.fill_seeding(np.zeros(8, np.int64), places, np.full(8, 8), METHODS[method], 0, out)
    assert [out[pair] for pair in IDEALS[method]] == [0, 0, 0, 0]
    assert out[0, 2] > 0


@pytest.mark.parametrize("size", [8, 16])
def test_folding_and_translating_clean_groups_is_as_document_1_has_it(size: int) -> None:
    players = range(1, size // 2 + 1)
    ideals = {
        deviations.FOLD: [size - x + 1 for x in players],
        deviations.SLIP: [x + size // 2 for x in players],
    }
    for method, partners in ideals.items():
        out = np.empty((size, size), np.int64)
        one_group, sizes = np.zeros(size, np.int64), np.full(size, size)
        deviations.fill_seeding(one_group, np.arange(size), sizes, method, 0, out)
        for x, partner in zip(players, partners, strict=True):
            row = out[x - 1] + 10_000 * (np.arange(size) == x - 1)
            assert int(np.argmin(row)) + 1 == partner
            assert row.min() == 0


def test_double_folding_16_players_is_as_document_1_has_it() -> None:
    out = np.empty((16, 16), np.int64)
    deviations.fill_seeding(
        np.zeros(16, np.int64), np.arange(16), np.full(16, 16), deviations.DOUBLE_FOLD, 0, out
    )
    ideal = {
        tuple(sorted((x + 1, int(np.argmin(out[x] + 10_000 * (np.arange(16) == x))) + 1))) for x in range(16)
    }
    assert ideal == {(1, 8), (2, 7), (3, 6), (4, 5), (9, 16), (10, 15), (11, 14), (12, 13)}


def test_large_groups_keep_their_ideal_and_their_order_within_the_widest_deviation() -> None:
    n = 300
    out = np.empty((n, n), np.int64)
    deviations.fill_seeding(np.zeros(n, np.int64), np.arange(n), np.full(n, n), deviations.FOLD, 0, out)
    assert out[0, n - 1] == 0 < out[0, n - 2] <= out[0, n - 40] <= deviations.WIDEST_SEEDING
    assert (np.diff(out[0, 1:]) <= 0).all()


def test_seeding_tells_the_places() -> None:
    view = seen(crosstable("A?B C?D", start=10))
    assert "of 4; upper half against lower half in order" in sentence(Seeding(), view, "A", "B")


def test_two_who_both_had_white_twice_should_not_meet() -> None:
    view = seen(crosstable("A+X B+Y C+Z | A+Y B+Z X+C"))
    assert deviation(ColourBalance(), view, "A", "B") > deviation(ColourBalance(), view, "A", "Y") == 0
    assert sentence(ColourBalance(), view, "A", "X") == (
        "A has had 2 more games with White, White last; X has had both colours alike, White last"
    )


def test_a_handicap_game_has_its_colours_already() -> None:
    event = crosstable("A+X B+Y", start=None, handicapping=Handicapping(by_score=False, correction=0))
    for name, grade in (("A", "5k"), ("B", "9k")):
        event = with_player(event, name, grade=Grade.parse(grade))
    assert deviation(ColourBalance(), seen(event), "A", "B") == 0


def test_clubmates_cost_more_than_compatriots_and_neighbours_in_between() -> None:
    groups = (ClubsGroup(name="Lyon", clubs=("69Ly", "69Vi")),)
    event = crosstable("A?B C?D", start=10, clubs_groups=groups)
    for name, country, club in (
        ("A", "FR", "69Ly"),
        ("B", "fr", "69Ly"),
        ("C", "FR", "69Vi"),
        ("D", "FR", "75Pa"),
    ):
        event = with_player(event, name, country=country, club=club)
    view = seen(with_rules(event, exempt_at_bar=False, exempt_from=None))
    assert [deviation(Geography(), view, "A", other) for other in "BCD"] == [3, 2, 1]
    assert sentence(Geography(), view, "A", "B") == "both play for 69Ly"
    assert sentence(Geography(), view, "A", "C") == "69Ly and 69Vi belong together"
    assert sentence(Geography(), view, "A", "D") == "both come from FR"


@pytest.mark.requirement("A43", "A63")
def test_state_and_city_can_be_avoided_and_the_dearest_thing_in_common_counts() -> None:
    event = crosstable("A?B C?D E?F", start=10)
    for name, state, city in (
        ("A", "NY", "Troy"),
        ("B", "ny", "Troy"),
        ("C", "NY", "Rome"),
        ("D", "MI", "Troy"),
        ("E", "", ""),
    ):
        event = with_player(event, name, country="US", state=state, city=city)
    event = with_rules(event, exempt_at_bar=False, exempt_from=None)
    view = seen(event)
    rule = Geography(country=1, state=4, city=2)
    assert [deviation(rule, view, "A", other) for other in "BCDEF"] == [4, 4, 1, 1, 0]
    assert deviation(Geography(country=0, state=0, city=2), view, "A", "B") == 2
    assert sentence(rule, view, "A", "C") == "both come from NY"
    assert sentence(Geography(country=0, city=2), view, "A", "B") == "both come from Troy"
    assert not Geography.of(view.settings.pairing).prices[[STATE, CITY]].any()


@pytest.mark.parametrize(("members", "club_counts"), [(4, True), (5, False)])
def test_members_of_a_club_that_holds_more_than_40_percent_may_meet(
    members: int, *, club_counts: bool
) -> None:
    names = "ABCDEFGHIJ"
    event = crosstable(" ".join(f"{a}?{b}" for a, b in zip(names[::2], names[1::2], strict=True)), start=10)
    for name in names[:members]:
        event = with_player(event, name, club="Host")
    rules = {"exempt_at_bar": False, "exempt_from": None}
    assert deviation(Geography(), seen(with_rules(event, **rules)), "A", "B") == 3
    relieved = seen(with_rules(event, relief_for_large_clubs=True, **rules))
    assert deviation(Geography(), relieved, "A", "B") == (3 if club_counts else 0)
    assert sentence(Geography(), relieved, "A", "B") == (
        "both play for Host" if club_counts else "both play for Host, which holds more than 40 % of the field"
    )


@pytest.mark.requirement("A43")
def test_families_may_meet_where_the_director_allows_it() -> None:
    event = crosstable("A?B C?D")
    for name in "AB":
        event = with_player(event, name, family="Smith")
    assert Family().forbids(seen(event)).any()
    assert not Family().forbids(seen(with_rules(event, family_apart=False))).any()


def test_an_empty_club_is_nobodys_clubmate() -> None:
    assert deviation(Geography(), seen(crosstable("A?B")), "A", "B") == 0


@pytest.mark.parametrize(
    ("rules", "start", "free"),
    [
        ({"exempt_at_bar": True, "exempt_from": None}, 34, True),
        ({"exempt_at_bar": True, "exempt_from": None}, 32, False),
        ({"exempt_at_bar": False, "exempt_from": Grade.parse("1k")}, 30, True),
        ({"exempt_at_bar": False, "exempt_from": Grade.parse("5d")}, 30, False),
        ({"exempt_at_bar": False, "exempt_from": None, "exempt_last_half": True}, 10, True),
        ({"exempt_at_bar": False, "exempt_from": None, "exempt_half_won": True}, 10, True),
        ({"exempt_at_bar": False, "exempt_from": None}, 10, False),
    ],
)
def test_near_the_top_and_in_the_end_clubmates_may_meet(
    rules: dict[str, Any], start: float, *, free: bool
) -> None:
    event = crosstable("A+X B+Y", start=start, scoring=Scoring(bar=Grade.parse("4d")))
    event = with_player(with_player(event, "A", club="Jena"), "B", club="Jena")
    view = seen(with_rules(event, **rules))
    assert (deviation(Geography(), view, "A", "B") == 0) is free
    assert ("no longer matters" in sentence(Geography(), view, "A", "B")) is free


def test_handicap_and_category_are_plain_differences() -> None:
    event = crosstable(
        "A?B", category_limits=(Grade.parse("1d"),), handicapping=Handicapping(by_score=False, correction=1)
    )
    event = with_player(event, "B", grade=Grade.parse("6k"))
    view = seen(event)
    assert deviation(Category(), view, "A", "B") == 1
    assert sentence(Category(), view, "A", "B") == "categories 1 and 2"
    assert deviation(Handicap(), view, "A", "B") == 5
    assert sentence(Handicap(), view, "A", "B") == "1d against 6k for the handicap"


def test_a_6_kyu_who_beats_everybody_should_meet_a_3_kyu() -> None:
    event = crosstable("A+B C+D | A+C B+D | A+E B+C D+F")
    for name, grade in zip("ABCDEF", ("6k", "6k", "5k", "8k", "4k", "3k"), strict=True):
        event = with_player(event, name, grade=Grade.parse(grade))
    view = seen(event)
    rule = GradingInformation()
    assert deviation(rule, view, "A", "F") == 0
    assert deviation(rule, view, "A", "D") > 0
    assert "A (6k) should meet a 3k to 1k" in sentence(rule, view, "A", "F")


def test_a_rematch_is_told() -> None:
    view = seen(crosstable("A+B C+D"))
    assert deviation(Rematch(), view, "A", "B") == 1
    assert sentence(Rematch(), view, "A", "B") == "they met in round 1"


def test_chance_depends_on_the_seed_and_on_nothing_else() -> None:
    view = seen(crosstable("A?B C?D E?F"))
    first, again, other = (Chance(seed=seed).deviation(view) for seed in (1, 1, 2))
    assert (first == again).all()
    assert (first != other).any()


def test_every_rule_has_a_key_a_fault_and_a_sentence() -> None:
    view = seen(crosstable("A+B C+D", start=20))
    keys = {rule.key for rule in RULES}
    assert len(keys) == len(RULES)
    for rule in RULES:
        made = rule()
        assert made.explain(view, 0, 1)
        assert made.fault
        assert made.for_bye(view).shape == (4,)
        assert (made.deviation(view) >= 0).all()
