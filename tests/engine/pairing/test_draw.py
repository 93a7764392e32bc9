"""Whole draws: byes, colours, handicaps, tables, constraints, and what cannot be paired."""

from dataclasses import replace
from itertools import combinations, pairwise

import pytest

import miai
from kit.builders import crosstable, with_player
from kit.riverside import riverside
from miai.domain.people.grade import Grade
from miai.domain.people.player import PlayerId, Registration
from miai.domain.points import quarters
from miai.domain.rounds.game import Board
from miai.domain.rounds.round import Bye, Round
from miai.domain.settings.event_settings import Settings
from miai.domain.settings.gotha_weights import Weights
from miai.domain.settings.handicap_rules import Handicapping
from miai.domain.settings.pairing_rules import PairingRules
from miai.domain.settings.scoring_rules import Scoring
from miai.domain.settings.seeding import SeedingChoice, SeedMethod
from miai.engine.pairing import manual_changes as hand
from miai.engine.pairing.presets import PRESETS, seeding_for
from miai.engine.pairing.pricing.tiers import Tiers
from miai.engine.pairing.protocol import Constraints, Draw
from miai.errors import InputError, NoPairingError
from miai.features.draw.draw_words import summary_lines
from miai.features.draw.explain import explain_round, explain_why_not
from miai.features.draw.pair import pair_rest, prepare, round_of, with_draw

A, B, C, D, E, F = (PlayerId(name) for name in "ABCDEF")
FOUR = crosstable("A+B C+D", start=20)


def games(draw: Draw) -> set[frozenset[str]]:
    return {frozenset((str(board.white.id), str(board.black.id))) for board in draw.boards}


def meet(draw: Draw, a: str, b: str) -> bool:
    return frozenset((a, b)) in games(draw)


@pytest.mark.parametrize("preset", PRESETS)
def test_winners_meet_winners(preset: str) -> None:
    draw = miai.pair(FOUR, round=2, preset=preset)
    assert games(draw) == {frozenset("AC"), frozenset("BD")}
    assert draw.optimal


@pytest.mark.requirement("V62")
@pytest.mark.parametrize("preset", ["miai", "kaniuk", "aga"])
def test_nobody_meets_the_same_opponent_twice(preset: str) -> None:
    event = crosstable("A+B C+D | A+C B+D", start=0)
    assert games(miai.pair(event, round=3, preset=preset)) == {frozenset("AD"), frozenset("BC")}


def test_family_never_meets() -> None:
    event = with_player(with_player(FOUR, "A", family="Ito"), "C", family="ito")
    assert not meet(miai.pair(event, round=2), "A", "C")


def test_what_the_file_holds_of_the_round_and_later_is_ignored() -> None:
    longer = crosstable("A+B C+D | A+D B+C | A+C B+D", start=20)
    assert games(miai.pair(longer, round=2)) == games(miai.pair(FOUR, round=2))


def test_the_seed_chooses_among_equally_good_pairings_and_repeats_itself() -> None:
    field = crosstable(" ".join(f"P{i}?P{i + 1}" for i in range(0, 16, 2)), start=20)
    blank = replace(field, rounds=())
    draws = [games(miai.pair(blank, round=1, seed=seed)) for seed in range(6)]
    assert any(draw != draws[0] for draw in draws)
    assert games(miai.pair(blank, round=1, seed=3)) == draws[3]


def test_the_order_of_the_file_does_not_matter() -> None:
    event = crosstable("A+B C+D E+F G+H I+ | A+C E+G B+D F+H I-", start=20)
    for preset in PRESETS:
        first = miai.pair(event, round=3, preset=preset, seed=7)
        mixed = replace(event, players=(*event.players[4:], *event.players[:4][::-1]))
        second = miai.pair(mixed, round=3, preset=preset, seed=7)
        assert [(b.white.id, b.black.id, b.table) for b in first.boards] == [
            (b.white.id, b.black.id, b.table) for b in second.boards
        ]
        assert first.total == second.total


@pytest.mark.requirement("V63")
def test_the_bye_goes_to_the_lowest_score_and_not_twice_to_the_same_player() -> None:
    event = crosstable("A+B C+D E+ | A+C B+D E-", start=20)
    low = with_player(event, "E", start=quarters(10))
    for preset in PRESETS:
        draw = miai.pair(low, round=3, preset=preset)
        assert draw.bye is not None
        assert draw.bye.id != "E"


def test_the_choice_of_the_bye_is_part_of_the_optimum() -> None:
    # D is the last, but without D the others (who have all met) could not be paired.
    event = crosstable("A+B C+D E+ | B+C A+D E- | C+A B+ D- E-", start=20)
    draw = miai.pair(event, round=4)
    assert draw.optimal
    assert len(draw.boards) == 2


def test_who_has_the_bye_cannot_be_forced_to_play() -> None:
    event = crosstable("A+B C+D E-", start=20)
    with pytest.raises(InputError, match="A cannot have the bye and a forced game"):
        miai.pair(event, round=2, constraints=Constraints(bye=A, forced=((A, D),)))


def test_a_forced_pair_may_leave_the_bye_to_somebody_who_had_one() -> None:
    event = crosstable("C+ A=B", start=20)
    draw = miai.pair(event, round=2, constraints=Constraints(forced=((A, B),)))
    assert draw.bye is not None
    assert draw.bye.id == "C"


def test_a_bye_beside_a_game_does_not_hide_the_game() -> None:
    event = crosstable("A+B C+D A+", start=20)
    assert games(miai.pair(event, round=2)) in (
        {frozenset("AC"), frozenset("BD")},
        {frozenset("AD"), frozenset("BC")},
    )
    assert not meet(miai.pair(event, round=2), "A", "B")


def test_nearest_changes_nothing_where_a_pairing_exists() -> None:
    for preset in PRESETS:
        assert miai.pair(FOUR, round=2, preset=preset, nearest=True) == miai.pair(
            FOUR, round=2, preset=preset
        )


def test_any_whole_number_is_a_seed() -> None:
    assert games(miai.pair(FOUR, round=2, seed=-1)) == games(miai.pair(FOUR, round=2, seed=2**70))


def test_weights_too_large_for_the_field_are_refused_in_a_sentence() -> None:
    rules = PairingRules(weights=Weights(duplicate=10**17))
    event = replace(FOUR, settings=replace(FOUR.settings, pairing=rules))
    met = replace(event, rounds=(*event.rounds, replace(event.rounds[0], number=2)))
    with pytest.raises(InputError, match="too large for 4 players"):
        miai.pair(met, round=3, preset="gotha")


def test_a_round_that_held_only_a_bye_can_be_followed() -> None:
    event = crosstable("A+B C+ | C+", start=20)
    assert miai.pair(event, round=3).round == 3


def test_unknown_players_in_constraints_are_named() -> None:
    stranger = PlayerId("Zoe")
    for how in ({"only": [stranger]}, {"constraints": Constraints(forbidden=((A, stranger),))}):
        with pytest.raises(InputError, match="there is no player 'Zoe'"):
            miai.pair(FOUR, round=2, **how)
    with pytest.raises(InputError, match="there is no table 0"):
        miai.pair(FOUR, round=2, constraints=Constraints(fixed_tables=((A, 0),)))


def test_a_volunteer_takes_the_bye_and_an_even_field_has_none() -> None:
    event = crosstable("A+B C+D E-", start=20)
    draw = miai.pair(event, round=2, constraints=Constraints(bye=A))
    assert draw.bye is not None
    assert draw.bye.id == "A"
    with pytest.raises(InputError, match="even field"):
        miai.pair(FOUR, round=2, constraints=Constraints(bye=A))


@pytest.mark.requirement("A19")
def test_who_is_absent_or_only_preliminarily_registered_is_not_paired() -> None:
    event = with_player(FOUR, "A", absent_rounds=frozenset({2}))
    event = with_player(event, "B", registration=Registration.PRELIMINARY)
    draw = miai.pair(event, round=2, nearest=True)
    seated = {seat for game in games(draw) for seat in game}
    assert seated == {"C", "D"}


def test_if_nobody_is_registered_finally_everybody_plays_with_a_warning() -> None:
    players = tuple(replace(p, registration=Registration.PRELIMINARY) for p in FOUR.players)
    draw = miai.pair(replace(FOUR, players=players), round=2)
    assert len(draw.boards) == 2
    assert tuple(map(str, draw.problems)) == (
        "nobody is registered finally: everybody registered preliminarily plays",
    )


def test_a_game_that_goes_on_counts_as_a_jigo_with_a_warning() -> None:
    event = crosstable("A+B C?D", start=20)
    draw = miai.pair(event, round=2)
    assert tuple(map(str, draw.problems)) == (
        "round 1, table 2, C against D, has no result yet: a jigo for this draw",
    )
    gaps = [str(reason.text) for board in draw.boards for reason in board.reasons if reason.rule == "score"]
    assert all(text.endswith("0.5 apart") for text in gaps)


def test_white_goes_to_the_player_with_fewer_whites() -> None:
    event = crosstable("A+B C+D | A+D C+B", start=0)
    draw = miai.pair(event, round=3)
    for board in draw.boards:
        assert board.white.id in ("B", "D") or {board.white.id, board.black.id} == {"A", "C"}


@pytest.mark.requirement("V3", "V67", "V68")
def test_the_stronger_gives_stones_has_white_and_komi_is_half_a_point() -> None:
    event = crosstable("A?B", start=None, handicapping=Handicapping(by_score=False, correction=1, ceiling=4))
    for grade, stones, komi in (
        ("1d", 0, 6.5),
        ("1k", 0, 6.5),
        ("2k", 1, 0.5),
        ("5k", 4, 0.5),
        ("20k", 4, 0.5),
    ):
        board = miai.pair(with_player(event, "B", grade=Grade.parse(grade)), round=1).boards[0]
        assert (board.handicap, board.komi) == (stones, komi)
        if stones:
            assert board.white.id == "A"


def test_handicaps_follow_the_score_where_the_settings_say_so() -> None:
    event = crosstable("A?B", start=None, scoring=Scoring(bar=Grade.parse("9d")))
    event = with_player(with_player(event, "A", start=quarters(25)), "B", start=quarters(20))
    assert miai.pair(event, round=1).boards[0].handicap == 4


def test_above_the_bar_nobody_gives_stones_and_above_the_threshold_fewer() -> None:
    bar = Scoring(bar=Grade.parse("5k"))
    handicap = Handicapping(by_score=False, correction=0, none_from=Grade.parse("3d"), none_above_bar=True)
    event = crosstable("A?B", start=None, scoring=bar, handicapping=handicap)
    event = with_player(event, "B", grade=Grade.parse("4k"))
    assert miai.pair(event, round=1).boards[0].handicap == 0
    strong = replace(
        event, settings=replace(event.settings, handicapping=replace(handicap, none_above_bar=False))
    )
    strong = with_player(strong, "A", grade=Grade.parse("7d"))
    assert miai.pair(strong, round=1).boards[0].handicap == 2 - -4


@pytest.mark.requirement("V58")
def test_leaders_sit_at_the_first_tables() -> None:
    event = crosstable("A+B C+D E+F G+H", start=20)
    scores = [
        max(str(r.text) for r in b.reasons if r.rule == "score") for b in miai.pair(event, round=2).boards
    ]
    assert scores == [
        "both have 21 points",
        "both have 21 points",
        "both have 20 points",
        "both have 20 points",
    ]


@pytest.mark.requirement("A41", "A42")
def test_the_director_forbids_forces_and_fixes_tables() -> None:
    event = crosstable("A+B C+D E+F G+H", start=20)
    constraints = Constraints(
        forbidden=((A, C), (A, E)),
        forced=((B, A),),
        fixed_tables=((D, 9),),
        excluded_tables=((C, 1), (C, 2)),
    )
    draw = miai.pair(event, round=2, constraints=constraints)
    assert next((b.white.id, b.black.id) for b in draw.boards if "A" in (b.white.id, b.black.id)) == (
        "B",
        "A",
    )
    tables = {str(seat.id): board.table for board in draw.boards for seat in (board.white, board.black)}
    assert tables["D"] == 9
    assert tables["C"] not in (1, 2)


def test_a_weaker_player_whom_the_director_gives_white_gives_no_stones() -> None:
    event = crosstable("A?B", start=None, handicapping=Handicapping(by_score=False, correction=1))
    event = replace(with_player(event, "A", grade=Grade.parse("9k")), rounds=())
    turned = miai.pair(event, round=1, constraints=Constraints(forced=((A, B),))).boards[0]
    assert (turned.white.id, turned.handicap, turned.komi) == ("A", 0, 6.5)
    usual = miai.pair(event, round=1, constraints=Constraints(forced=((B, A),))).boards[0]
    assert (usual.white.id, usual.handicap) == ("B", 8)


@pytest.mark.parametrize(
    ("constraints", "complaint"),
    [
        (Constraints(forced=((A, B), (A, C))), "forced into two games"),
        (Constraints(forced=((A, PlayerId("Z")),)), "there is no player 'Z'"),
        (Constraints(forced=((A, C),), fixed_tables=((A, 1), (C, 2))), "fixed to different tables"),
        (
            Constraints(forced=((A, C),), fixed_tables=((A, 1), (B, 1), (D, 1))),
            "table 1 is fixed for two boards",
        ),
    ],
)
def test_constraints_that_contradict_each_other_are_named(constraints: Constraints, complaint: str) -> None:
    with pytest.raises(InputError, match=complaint):
        miai.pair(FOUR, round=2, constraints=constraints)


def test_part_of_the_field_can_be_paired_alone() -> None:
    assert games(miai.pair(FOUR, round=2, only=[A, D])) == {frozenset("AD")}


def test_locked_boards_stay_when_the_rest_is_paired_again() -> None:
    event = crosstable("A+B C+D E+F G+H", start=20)
    drawn = round_of(miai.pair(event, round=2))
    kept = hand.lock(drawn, 2)
    again = pair_rest(with_draw(event, kept), round=2, seed=5)
    assert again.boards[1] == kept.boards[1]
    assert {seat for b in again.boards for seat in (b.white, b.black)} == {p.id for p in event.players}
    everything = Round(number=2, boards=tuple(replace(b, locked=True) for b in drawn.boards))
    assert pair_rest(with_draw(event, everything), round=2).boards == everything.boards


def test_a_withdrawal_and_a_late_entry_disturb_only_the_rest() -> None:
    event = crosstable("A+B C+D E+F G+H", start=20)
    drawn = round_of(miai.pair(event, round=2))
    gone = drawn.boards[3].white
    locked = Round(number=2, boards=tuple(replace(b, locked=b.table < 4) for b in drawn.boards))
    absent = with_player(with_draw(event, locked), str(gone), absent_rounds=frozenset({2}))
    late = replace(event.players[0], id=PlayerId("Late"), surname="Late", absent_rounds=frozenset({1}))
    event = replace(absent, players=(*absent.players, late))
    again = pair_rest(event, round=2)
    assert again.boards[:3] == locked.boards[:3]
    assert {again.boards[3].white, again.boards[3].black} == {drawn.boards[3].black, PlayerId("Late")}


@pytest.mark.requirement("V61")
def test_where_everybody_has_met_the_error_names_them_and_the_nearest_draw_is_offered() -> None:
    event = crosstable("A+B C+D | A+C B+D | A+D B+C", start=20)
    with pytest.raises(NoPairingError) as caught:
        miai.pair(event, round=4)
    assert "A, B, C and D cannot be paired" in str(caught.value)
    assert "A and B met in round 1" in str(caught.value)
    draw = miai.pair(event, round=4, nearest=True)
    assert len(draw.boards) == 2
    told = {str(reason.text) for board in draw.boards for reason in board.reasons if reason.rule == "broken"}
    assert all("met in round" in text for text in told)


def test_where_one_player_is_forbidden_everybody_the_error_says_so() -> None:
    constraints = Constraints(forbidden=tuple((A, other) for other in (B, C, D)))
    with pytest.raises(NoPairingError, match="the director forbade"):
        miai.pair(FOUR, round=2, constraints=constraints)


@pytest.mark.requirement("V61")
def test_where_too_few_are_left_to_meet_the_error_names_both_sides() -> None:
    ban = tuple(combinations((A, B, C), 2))
    ban += tuple((a, b) for a in (A, B, C) for b in (E, F))
    event = replace(crosstable("A+D B+E C+F", start=20), rounds=())
    with pytest.raises(NoPairingError, match=r"A, B and C can only meet D, and that is not enough"):
        miai.pair(event, round=1, constraints=Constraints(forbidden=ban))


def test_rounds_that_cannot_be_paired_are_named() -> None:
    with pytest.raises(InputError, match="round: 0 is not between 1 and 999"):
        miai.pair(FOUR, round=0)
    with pytest.raises(InputError, match="round 5 cannot be paired before round 2"):
        miai.pair(FOUR, round=5)
    with pytest.raises(InputError, match="'chess' is not a system"):
        miai.pair(FOUR, round=2, system="chess")
    with pytest.raises(InputError, match="'cheap' is not a preset"):
        miai.pair(FOUR, round=2, preset="cheap")
    absent = replace(FOUR, players=tuple(replace(p, absent_rounds=frozenset({2})) for p in FOUR.players))
    with pytest.raises(InputError, match="nobody plays in round 2"):
        miai.pair(absent, round=2)


@pytest.mark.requirement("V29")
def test_a_swiss_pairs_by_wins_whatever_the_grades() -> None:
    event = crosstable("A+B C+D", start=None)
    for name, grade in zip("ABCD", ("5d", "20k", "20k", "5d"), strict=True):
        event = with_player(event, name, grade=Grade.parse(grade))
    assert games(miai.pair(event, round=2, system="swiss")) == {frozenset("AC"), frozenset("BD")}
    assert games(miai.pair(event, round=2, system="mcmahon")) == {frozenset("AD"), frozenset("BC")}


def test_tiers_let_a_rule_outweigh_as_many_boards_as_fit() -> None:
    keys = ["score", "floats", "geography", "colour", "float_place", "seeding", "chance"]
    widest = [2304, 4, 3, 4, 8, 100, 7]
    factors = {n: Tiers().weights(keys, widest, n)[1] for n in (20, 100, 500, 1000, 2998)}
    assert factors[20] == 10  # all boards
    assert factors[1000] >= 6
    assert factors[2998] >= 3
    for n, factor in factors.items():
        steps, _, weights = Tiers().weights(keys, widest, n)
        assert set(steps) == {1}
        below = [sum(w * m for w, m in zip(weights[k + 1 :], widest[k + 1 :], strict=True)) for k in range(7)]
        assert weights[0] > n // 2 * below[0]
        assert all(weights[k] > factor * below[k] for k in range(1, 7))


def test_a_field_too_large_for_its_rules_is_refused_in_a_sentence() -> None:
    with pytest.raises(InputError, match="too many rules for a field of 90000 players"):
        Tiers().weights(["score", *"abcdefgh"], [5_000_000] * 9, 90_000)


def test_no_field_below_3000_is_refused_whatever_rules_are_on() -> None:
    keys = [
        "broken", "category", "score", "floats", "geography", "colour", "grading", "handicap", "float_place",
        "seeding", "chance",
    ]  # fmt: skip
    widest = [3, 3, 6400, 4, 3, 4, 18, 9, 8, 100, 7]
    for n in (40, 300, 600, 2000, 3000):
        steps, factor, weights = Tiers(strict=("broken", "score")).weights(keys, widest, n)
        assert factor >= 2
        assert steps[2] == 1
        most = sum(w * -(-m // s) for w, m, s in zip(weights, widest, steps, strict=True))
        assert n * most <= 2**62


def test_the_draw_costs_what_its_reasons_add_up_to() -> None:
    event = crosstable("A+B C+D E+F G+H | A+C E+G B+D F+H", start=20)
    for preset in ("miai", "aga"):
        draw = miai.pair(event, round=3, preset=preset)
        assert draw.total == sum(reason.cost for board in draw.boards for reason in board.reasons)


def test_a_manual_swap_is_compared_with_the_optimum() -> None:
    event = crosstable("A+B C+D E+F G+H", start=20, preset="miai")
    task = prepare(event, round=2)
    best = round_of(miai.pair(event, round=2))
    same = task.explain(best)
    assert same.best
    assert same.comparison is not None
    assert str(same.comparison.words).startswith("this costs nothing")
    upper, lower = best.boards[0].white, best.boards[3].white
    changed = task.explain(hand.swap_players(best, upper, lower))
    worse = changed.comparison
    assert worse is not None
    assert worse.total > worse.best_total
    assert str(worse.words).startswith("this costs: 2 more games across one point")
    assert [each.own for each in changed.boards] == [False, True, True, False]


def test_a_comparison_names_the_games_that_make_the_difference() -> None:
    event = crosstable("A+B C+D E+F G+H", start=20, preset="miai")
    best = round_of(miai.pair(event, round=2))
    upper, lower = best.boards[0], best.boards[3]
    changed = prepare(event, round=2).explain(hand.swap_players(best, upper.white, lower.white))
    assert changed.comparison is not None
    score = changed.comparison.worse[0]
    assert sorted(str(game) for game in score.games) == sorted(
        f"{' – '.join(pair)}: {points}, 1 apart"
        for pair, points in (
            ((lower.white, upper.black), "20 points against 21"),
            ((upper.white, lower.black), "21 points against 20"),
        )
    )
    assert score.instead == ()


def test_a_rule_that_likes_as_many_boards_says_how_much_worse_it_fares() -> None:
    """The handbook promises who would get a worse opponent, by which rule, and how much."""
    found = explain_why_not(riverside(), 5, "Okafor Chidi", "Molnar Zsófia")
    floats = next(change for change in found.comparison.worse if change.rule == "floats")
    assert (str(floats.text), floats.boards) == ("Floats: worse", 0)
    assert [str(game) for game in floats.games] == [
        "Dolezal – Eriksen: Dolezal Vít is drawn down again, Eriksen Maja is drawn up again"
    ]
    assert [str(game) for game in floats.instead] == [
        "Eriksen – Molnar: Eriksen Maja is drawn down after being drawn up, Molnar Zsófia is drawn up again"
    ]


def test_of_many_games_only_the_worst_are_named() -> None:
    event = crosstable("A+B C+D E+F G+H I+J K+L M+N O+P", start=20, preset="miai")
    best = round_of(miai.pair(event, round=2))
    upper, lower = best.boards[:3], best.boards[-3:]
    moved = best
    for high, low in zip(upper, lower, strict=True):
        moved = hand.swap_players(moved, high.white, low.white)
    compared = prepare(event, round=2).explain(moved).comparison
    assert compared is not None
    assert len(compared.worse[0].games) == 4
    assert str(compared.worse[0].games[-1]) == "and 3 more games"


def test_why_not_names_the_best_draw_that_contains_the_pair_and_its_price() -> None:
    event = crosstable("A+B C+D E+F G+H", start=20)
    found = explain_why_not(event, 2, "a", "D")
    assert found.forbidden == ()
    assert "more games across one point" in str(found.comparison.words)
    assert {"A", "D"} in [{one.name, other.name} for one, other in found.games]
    met = explain_why_not(event, 2, "A", "B")
    assert [str(text) for text in met.forbidden] == ["A and B met in round 1"]
    with pytest.raises(InputError, match="nobody called 'Zoe'"):
        explain_why_not(event, 2, "Zoe", "A")
    with pytest.raises(InputError, match="cannot meet themselves"):
        explain_why_not(event, 2, "A", "A")


def test_the_draw_as_a_whole_is_summed_up() -> None:
    evaluation = explain_round(FOUR, 2).evaluation
    assert "Equal score: no games between players of different scores" in summary_lines(evaluation)


class TestHand:
    """The director's changes to a drawn round."""

    drawn = Round(number=2, boards=(Board(table=1, white=A, black=B), Board(table=2, white=C, black=D)))

    def test_players_swap_places(self) -> None:
        swapped = hand.swap_players(self.drawn, A, D)
        assert [(b.white, b.black) for b in swapped.boards] == [(D, B), (C, A)]

    def test_a_player_swaps_with_the_bye(self) -> None:
        with_bye = replace(self.drawn, byes=(Bye(player=E),))
        swapped = hand.swap_players(with_bye, B, E)
        assert (swapped.boards[0].black, swapped.byes[0].player) == (E, B)

    def test_colours_terms_and_tables_change(self) -> None:
        assert hand.swap_colours(self.drawn, 1).boards[0].white == B
        board = hand.set_terms(self.drawn, 2, handicap=3, komi=0.5).boards[1]
        assert (board.handicap, board.komi) == (3, 0.5)
        moved = hand.set_table(self.drawn, 1, 2)
        assert [(b.table, b.white) for b in moved.boards] == [(1, C), (2, A)]

    def test_boards_are_taken_away_and_made(self) -> None:
        less = hand.unpair(self.drawn, 1)
        assert [b.table for b in less.boards] == [2]
        again = hand.pair_up(less, B, A)
        assert (again.boards[0].table, again.boards[0].white) == (1, B)
        assert hand.pair_up(less, B, A, table=7).boards[1].table == 7

    @pytest.mark.parametrize(
        ("change", "complaint"),
        [
            (lambda d: hand.swap_players(d, A, F), "'F' is not in the draw"),
            (lambda d: hand.swap_players(hand.lock(d, 1), A, C), "table 1 is locked"),
            (lambda d: hand.unpair(hand.lock(d, 2), 2), "table 2 is locked"),
            (lambda d: hand.swap_colours(d, 9), "has no table 9"),
            (lambda d: hand.set_terms(d, 1, handicap=12), "12 stones"),
            (lambda d: hand.pair_up(d, A, F), "'A' is paired already"),
            (lambda d: hand.pair_up(d, E, F, table=2), "table 2 is taken"),
        ],
    )
    def test_what_cannot_be_done_is_said(self, change: object, complaint: str) -> None:
        with pytest.raises(InputError, match=complaint):
            change(self.drawn)  # type: ignore[operator]


def test_players_are_seeded_by_any_criterion() -> None:
    event = replace(crosstable("A?B C?D", start=20), rounds=())
    for name, rating in zip("ABCD", (2000.0, 1900.0, 1800.0, 1700.0), strict=True):
        event = with_player(event, name, rating=rating, grade=Grade.parse(f"{int(rating) % 7 + 1}k"))
    by_rating = SeedingChoice(method=SeedMethod.FOLD, criteria=("rating",))
    by_grade = SeedingChoice(method=SeedMethod.FOLD, criteria=("rank",))
    for choice in (by_rating, by_grade):
        rules = PairingRules(first_seeding=choice)
        seeded = replace(event, settings=replace(event.settings, pairing=rules))
        key = {"rating": lambda p: p.rating, "rank": lambda p: p.grade.number}[choice.criteria[0]]
        ordered = sorted(seeded.players, key=key, reverse=True)
        assert meet(miai.pair(seeded, round=1), str(ordered[0].id), str(ordered[3].id))


def test_rules_can_be_switched_on_by_the_settings() -> None:
    event = crosstable("A+B C+D", start=20)
    rules = PairingRules(
        small_handicaps=True, grading_information=True, same_country=0, same_clubs_group=0, same_club=0
    )
    everything = replace(
        event, settings=replace(event.settings, pairing=rules, category_limits=(Grade.parse("1k"),))
    )
    told = {reason.rule for reason in miai.pair(everything, round=2).boards[0].reasons}
    assert told == {
        "category",
        "score",
        "floats",
        "colour",
        "grading",
        "handicap",
        "float_place",
        "seeding",
        "chance",
    }


@pytest.mark.requirement("V59")
@pytest.mark.parametrize("number", [1, 3, 5])
def test_by_default_no_round_is_seeded_by_what_breaks_ties(number: int) -> None:
    order = seeding_for(Settings(), round_number=number, preset="miai")
    assert {*order.criteria, *order.then}.isdisjoint(Settings().criteria[1:])


@pytest.mark.requirement("V59")
def test_the_director_may_seed_by_the_standings_all_the_same() -> None:
    asked = PairingRules(later_seeding=SeedingChoice(by_standings=True))
    order = seeding_for(Settings(pairing=asked), round_number=3, preset="miai")
    assert order.criteria == Settings().criteria


def drawn_by_chance(names: str, method: SeedMethod, preset: str) -> list[frozenset[frozenset[str]]]:
    """The pairs of one group under sixty seeds; the first is rated highest."""
    event = replace(crosstable(" ".join(f"{a}?{b}" for a, b in pairwise(names))), rounds=())
    for place, name in enumerate(names):
        event = with_player(event, name, rating=2000.0 - 10 * place)
    rules = PairingRules(first_seeding=SeedingChoice(method=method))
    event = replace(event, settings=replace(event.settings, pairing=rules))
    draws = [miai.pair(event, round=1, preset=preset, seed=seed) for seed in range(60)]
    return [
        frozenset(frozenset((str(board.white.id), str(board.black.id))) for board in draw.boards)
        for draw in draws
    ]


@pytest.mark.requirement("V43")
@pytest.mark.parametrize("preset", ["miai", "kaniuk"])
def test_random_lets_anybody_of_the_group_meet_anybody(preset: str) -> None:
    drawn = drawn_by_chance("ABCDEF", SeedMethod.RANDOM, preset)
    met = {pair for pairs in drawn for pair in pairs}
    assert len(met) == 15
    # There are 15 pairings, and none is drawn much more often than the others.
    assert len(set(drawn)) >= 13
    assert max(map(drawn.count, drawn)) <= 12


@pytest.mark.requirement("V43")
@pytest.mark.parametrize("preset", ["miai", "kaniuk"])
@pytest.mark.parametrize("names", ["ABCDEF", "ABCDEFG"])
def test_random_between_halves_lets_anybody_meet_anybody_of_the_other_half(names: str, preset: str) -> None:
    drawn = drawn_by_chance(names, SeedMethod.SPLIT_AND_RANDOM, preset)
    # G sits out of the odd field.
    assert {pair for pairs in drawn for pair in pairs} == {frozenset((a, b)) for a in "ABC" for b in "DEF"}
    assert len(set(drawn)) == 6
    assert max(map(drawn.count, drawn)) <= 24
