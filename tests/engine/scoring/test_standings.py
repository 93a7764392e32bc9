from dataclasses import replace

import pytest

from kit.builders import crosstable, value, with_player, with_scoring
from miai.domain.people.grade import Grade
from miai.domain.people.player import BarSide, PlayerId
from miai.domain.points import HALF, POINT, quarters
from miai.domain.rounds.round import Bonus
from miai.domain.settings.scoring_rules import Rulebook, Scoring
from miai.engine.scoring import standings
from miai.engine.scoring.places import CRITERIA
from miai.errors import InputError
from miai.messages import AnyOf, Message

EVENT = crosstable("A+B C+D E+ | A+C B+E D- | A+D B=C E-", start=10)


def order(text: str, *criteria: str) -> list[tuple[int, str]]:
    table = standings(crosstable(text), criteria=criteria)
    return [(row.place, str(row.player.id)) for row in table.rows]


def test_players_who_tie_on_everything_share_a_place() -> None:
    assert order("A+B C+D", "nbw") == [(1, "A"), (1, "C"), (3, "B"), (3, "D")]


def test_players_of_one_country_who_share_a_place_among_all_share_one_among_themselves() -> None:
    event = crosstable("A+B C+D E+F")
    for player in "BCDEF":
        event = with_player(event, player, country="FR")
    french = standings(event, criteria=["nbw"], among="country=FR")
    assert [(row.place, row.overall) for row in french.rows] == [(1, 1), (1, 1), (3, 4), (3, 4), (3, 4)]


def test_tied_players_are_listed_by_name_without_regard_to_case_and_accents() -> None:
    assert [name for _, name in order("é+Z b+a F+c", "nbw")][:3] == ["b", "é", "F"]


def test_opengothas_files_list_tied_players_by_code_units() -> None:
    event = with_scoring(crosstable("é+Z b+a F+c"), rulebook=Rulebook.GOTHA)
    assert [str(row.player.id) for row in standings(event, criteria=["nbw"]).rows][:3] == ["F", "b", "é"]


@pytest.mark.parametrize(
    ("policy", "sosm", "sososm"),
    [
        # C beat D (11, absent in round 2), lost to A (13), drew with B (11.5): no unplayed round of its own.
        # E: bye in round 1, lost to B (11.5), absent in round 3; own score 11.
        ("zero", 11.5, 37 + 0),
        ("start", 10 + 11.5 + 10, 37 + 60),
        ("own", 11 + 11.5 + 11, 37 + 2 * 33.5),
        ("macmahon", 10 + 11.5 + 10, None),
        ("dummy", 11.5, None),
        ("aga", 11.5 + 11.5 + 11.5, None),
        # Document 1, 4.2.2: "On a free round, when the players has no opponent, SOS is increased by the
        # player's own MMS"; of absences, and of SOSOS, it says nothing.
        ("epm", 11 + 11.5, 37 + 0),
    ],
)
def test_the_rule_for_an_unplayed_round_is_a_named_policy(
    policy: str, sosm: float, sososm: float | None
) -> None:
    assert value(EVENT, "E", "sosm", unplayed=policy) == sosm
    if sososm is not None:
        own_sos = value(EVENT, "B", "sosm", unplayed=policy)
        assert value(EVENT, "E", "sososm", unplayed=policy) == sososm - 37 + own_sos


def test_a_bye_under_macmahon_is_a_win_over_somebody_with_one_point_less() -> None:
    assert value(EVENT, "E", "sosm", unplayed="macmahon") == (11 - 1) + 11.5 + 10
    assert value(EVENT, "E", "sodosm", unplayed="macmahon") == 11 - 1
    own = value(EVENT, "E", "sosm", unplayed="macmahon")
    opponent = value(EVENT, "B", "sosm", unplayed="macmahon")
    assert value(EVENT, "E", "sososm", unplayed="macmahon") == own + opponent + 10 * 3


def test_a_dummy_bye_player_has_no_points_but_a_sos() -> None:
    event = crosstable("A+B C+ | A+C B+ | B+C A+", start=0)
    assert value(event, "C", "sosw", unplayed="dummy") == 0 + 3 + 2
    met_the_dummy = 3 + 2 + 1
    others = value(event, "A", "sosw", unplayed="dummy") + value(event, "B", "sosw", unplayed="dummy")
    assert value(event, "C", "sososw", unplayed="dummy") == met_the_dummy + others


def test_an_unknown_policy_or_criterion_or_round_is_named() -> None:
    with pytest.raises(InputError, match="'never' is not a rule for unplayed rounds"):
        standings(EVENT, unplayed="never")
    with pytest.raises(InputError, match="'sosx' is not a criterion") as unknown:
        standings(EVENT, criteria=["sosx"])
    assert unknown.value.problems[0].what == Message(
        "'%(key)s' is not a criterion; did you mean %(near)s?",
        key="sosx",
        near=AnyOf((Message("SOS"), Message("SOS (wins)"))),
    )
    with pytest.raises(InputError, match="there is no round 9: 3 have been played"):
        standings(EVENT, after=9)


def test_every_criterion_has_names_and_a_description_of_its_own() -> None:
    for part in ("title", "name", "says"):
        texts = {str(getattr(each, part)).lower() for each in CRITERIA.values()}
        assert len(texts) == len(CRITERIA), part


@pytest.mark.parametrize("named", ["MMS,SOS", "mms, sosm", "McMahon score,sum of opponents’ scores"])
def test_criteria_are_known_by_heading_key_and_name_in_any_case(named: str) -> None:
    assert standings(EVENT, criteria=named).criteria == ("mms", "sosm")
    assert standings(EVENT, criteria=named.upper()).criteria == ("mms", "sosm")


def test_no_name_stands_for_two_criteria() -> None:
    for key, each in CRITERIA.items():
        for text in (key, str(each.title), str(each.name)):
            assert standings(EVENT, criteria=[text]).criteria == (key,), text


def test_nothing_of_later_rounds_leaks_in() -> None:
    early = replace(EVENT, rounds=EVENT.rounds[:2])
    for row, again in zip(
        standings(EVENT, after=2, criteria="all").rows, standings(early, criteria="all").rows, strict=True
    ):
        assert (row.player, row.values, row.results) == (again.player, again.values, again.results)


def test_before_the_first_round_everybody_stands_at_the_start() -> None:
    table = standings(EVENT, after=0, criteria=["mms", "sosm"])
    assert {row.place for row in table.rows} == {1}
    assert all(row.values == {"mms": 10, "sosm": 0} and row.results == () for row in table.rows)


@pytest.mark.requirement("V33", "A3")
@pytest.mark.parametrize(
    ("grade", "start"), [("5d", 32), ("3d", 32), ("2d", 31), ("1k", 29), ("25k", 10), ("20k", 10), ("2p", 32)]
)
def test_starting_scores_lie_between_floor_and_bar(grade: str, start: int) -> None:
    event = crosstable("A?B", start=None, scoring=Scoring(bar=Grade.parse("3d"), floor=Grade.parse("20k")))
    assert value(with_player(event, "A", grade=Grade.parse(grade)), "A", "mms", after=0) == start


@pytest.mark.requirement("A4")
def test_single_players_are_moved_across_the_bar_and_corrected() -> None:
    event = crosstable("A?B", start=None, scoring=Scoring(bar=Grade.parse("3d"), zero=Grade.parse("20k")))
    assert value(event, "A", "mms", after=0) == 20
    assert value(with_player(event, "A", bar_side=BarSide.ABOVE), "A", "mms", after=0) == 22
    strong = with_player(event, "A", grade=Grade.parse("6d"), bar_side=BarSide.BELOW)
    assert value(strong, "A", "mms", after=0) == 21
    assert value(with_player(event, "A", correction=quarters(-1.5)), "A", "mms", after=0) == 18.5


@pytest.mark.requirement("V32")
def test_points_for_absence_are_pooled_before_they_are_rounded_down() -> None:
    event = crosstable("A+B C- | A+B C- | A+C B+")
    rounded = with_scoring(event, absent_points=HALF)
    exact = with_scoring(event, absent_points=HALF, round_down=False)
    assert [value(rounded, "C", "mms", after=n) for n in (1, 2)] == [0, 1]
    assert [value(exact, "C", "mms", after=n) for n in (1, 2)] == [0.5, 1]
    assert value(rounded, "C", "nbw", after=2) == 0


def test_bonus_points_are_exact_fractions() -> None:
    bonus = (Bonus(player=PlayerId("B"), points=quarters(0.25)), Bonus(player=PlayerId("B"), points=HALF))
    rounds = (replace(EVENT.rounds[0], bonuses=bonus), *EVENT.rounds[1:])
    assert value(replace(EVENT, rounds=rounds), "B", "mms") == 11.5 + 0.75
    assert value(replace(EVENT, rounds=rounds), "A", "sosm", after=1) == 10.75


def test_handicap_stones_count_for_white_and_against_black() -> None:
    event = crosstable("A+B/3 C+D", start=10)
    assert value(event, "A", "sosm") == 10 + 3
    assert value(event, "B", "sosm") == 11 - 3
    assert value(event, "A", "sosw") == 0


def test_jigo_halves_the_defeated_opponents_score_exactly() -> None:
    event = crosstable("A=B C+D | A=C B+D")
    assert value(event, "B", "sodosm") == 0.5 * 1 + 0
    assert value(event, "A", "sodosm") == 0.5 * 1.5 + 0.5 * 1.5


def test_sums_without_the_lowest_drop_the_worst_opponents() -> None:
    event = crosstable("A+B C+D | A+C D+B | A+D C+B")
    assert value(event, "A", "sosw") == 0 + 2 + 1
    assert value(event, "A", "sosw-1") == 2 + 1
    assert value(event, "A", "sosm-2") == 2
    assert value(event, "A", "sosm-2", after=2) == 0


def test_only_opengothas_files_forget_sosm_1_after_round_2() -> None:
    event = crosstable("A+B C+D | A+C B+D")
    assert value(event, "A", "sosm-1") == 1
    assert value(with_scoring(event, rulebook=Rulebook.GOTHA), "A", "sosm-1") == 0


def test_strasbourg_points_need_an_unbeaten_start_from_the_bar() -> None:
    scoring = Scoring(bar=Grade.parse("1d"))
    event = crosstable("A+B C+D | A+C B+D | A+D B+C", start=None, scoring=scoring)
    assert [value(event, "A", "sts", after=n) for n in (1, 2, 3)] == [31 + 2, 32 + 4, 33 + 4]
    corrected = with_player(event, "A", correction=POINT)
    assert value(corrected, "A", "sts", after=2) == 33 + 4
    # OpenGotha tests a bare total, so a correction costs the bonus.
    gotha = replace(
        corrected, settings=replace(corrected.settings, scoring=replace(scoring, rulebook=Rulebook.GOTHA))
    )
    assert value(gotha, "A", "sts", after=2) == 33


def test_direct_confrontation_follows_wins_over_later_criteria() -> None:
    text = "A+B C+D | B+C D+A | A+C B+D"
    assert [name for _, name in order(text, "nbw", "dc")] == ["A", "B", "C", "D"]
    assert [name for _, name in order(text, "nbw", "sdc")] == ["A", "B", "C", "D"]


def test_a_cycle_of_wins_decides_nothing() -> None:
    assert order("A+B C+ | B+C A+ | C+A B+", "nbw", "dc") == [(1, "A"), (1, "B"), (1, "C")]


def test_two_wins_over_the_same_player_count_unless_the_file_is_opengothas() -> None:
    event = crosstable("A+B C+D | A+B C+D | B+C D+A | B+D C+A")
    assert value(with_player(event, "A", start=0), "A", "nbw") == 2

    def direct(rulebook: Rulebook) -> list[tuple[int, str]]:
        table = standings(with_scoring(event, rulebook=rulebook), criteria=["nbw", "dc"])
        return [(row.place, str(row.player.id)) for row in table.rows if row.player.id in ("A", "B")]

    assert direct(Rulebook.MIAI) != direct(Rulebook.GOTHA)


def test_a_game_beside_a_bye_still_counts_between_the_two() -> None:
    event = crosstable("B+A A+", start=0)
    assert [str(row.player.id) for row in standings(event, criteria=["mms", "sdc"]).rows] == ["B", "A"]


@pytest.mark.requirement("A64")
def test_criteria_may_be_a_text_with_commas() -> None:
    assert standings(EVENT, criteria="mms, SOSM").criteria == ("mms", "sosm")
    assert set(standings(EVENT, criteria="ALL").rows[0].values) == set(CRITERIA)


@pytest.mark.requirement("A54")
def test_face_to_face_decides_among_tied_players_who_all_met() -> None:
    assert order("B+A", "mms", "f2f") == [(1, "B"), (2, "A")]
    assert order("A+C B+D", "nbw", "f2f") == [(1, "A"), (1, "B"), (3, "C"), (3, "D")]


@pytest.mark.requirement("A55")
def test_the_draw_by_lot_depends_on_the_seed_and_not_on_the_order_of_the_file() -> None:
    event = crosstable("A?B C?D E?F G?H")
    shuffled = replace(event, players=event.players[::-1])

    def lots(seed: int) -> list[str]:
        seeded = replace(
            shuffled if seed > 100 else event, settings=replace(event.settings, draw_seed=seed % 100)
        )
        return [str(row.player.id) for row in standings(seeded, criteria=["draw"]).rows]

    assert lots(7) == lots(107)
    assert len({tuple(lots(seed)) for seed in range(8)}) > 1


def test_the_cup_counts_rounds_survived() -> None:
    event = crosstable("A+B C+D | A+C B- D-")
    assert [value(event, name, "cps") for name in "ABCD"] == [2, 0, 1, 0]


def test_exploits_weigh_stronger_opponents_more() -> None:
    event = crosstable("A+B C+D | A-C B+D")
    event = with_player(with_player(event, "A", grade=Grade.parse("1k")), "C", grade=Grade.parse("3d"))
    assert value(event, "A", "exr") == 2 * 1
    assert value(event, "A", "ext") == 2 * 1 + 3 * 2


def test_categories_come_from_the_limits_or_by_hand() -> None:
    event = crosstable("A?B", category_limits=(Grade.parse("5d"), Grade.parse("1d")))
    assert value(event, "A", "cat") == -1
    assert value(with_player(event, "A", category=2), "A", "cat") == -2
    assert value(with_player(event, "A", grade=Grade.parse("9k")), "A", "cat") == -2


def test_players_among_one_country_share_places_too() -> None:
    event = crosstable("A+B C+D")
    for name in ("A", "B", "C"):
        event = with_player(event, name, country="FR")
    rows = standings(event, criteria="nbw", among="country=FR").rows
    assert [(row.player.surname, row.place, row.tied) for row in rows] == [
        ("A", 1, False),
        ("C", 1, True),
        ("B", 3, False),
    ]
    # The opponent of C is not in the table.
    assert [row.cells[0].line for row in rows] == [3, 0, 1]


def test_all_criteria_are_shown_while_the_tournaments_own_order_the_table() -> None:
    table = standings(EVENT, criteria="all")
    assert table.criteria == ("mms", "sosm", "sososm")
    assert set(table.rows[0].values) == set(CRITERIA)
    assert [row.values["dc"] for row in table.rows] == [0] * 5


def test_results_name_the_opponents_line() -> None:
    event = crosstable("A+B/2 C+D! E+ | A=C B?D E-")
    rows = {str(row.player.id): row.results for row in standings(event, criteria=["mms"]).rows}
    lines = {str(row.player.id): n for n, row in enumerate(standings(event, criteria=["mms"]).rows, start=1)}
    assert rows["A"] == (f"{lines['B']}+/w2", f"{lines['C']}=/w")
    assert rows["D"] == (f"{lines['C']}-!b", f"{lines['B']}?/b")
    assert rows["E"] == ("0+", "0-")


def test_ratings_order_and_fall_back_on_the_grade() -> None:
    event = with_player(crosstable("A?B"), "B", rating=2101.5)
    assert [str(row.player.id) for row in standings(event, criteria=["rating"]).rows] == ["B", "A"]
    assert value(event, "A", "rating") == 2100
    assert value(event, "B", "rating") == 2101.5


def test_half_points_for_unplayed_rounds_count_for_opponents_only() -> None:
    event = with_scoring(EVENT, unplayed_is_half_for_opponents=True)
    assert value(event, "E", "mms") == 11
    assert value(event, "B", "sosm") == 13 + (10 + 0.5 + 0 + 0.5) + 11.5
