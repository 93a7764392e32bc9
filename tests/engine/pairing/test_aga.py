"""The AGA's protocol, step by step."""

from dataclasses import replace
from itertools import combinations
from typing import Any

import numpy as np
import pytest

import miai
from kit.builders import crosstable, with_player
from miai.domain.people.grade import Grade
from miai.domain.people.player import Player, PlayerId
from miai.domain.points import quarters
from miai.domain.rounds.director_constraints import ByeVolunteer
from miai.domain.rounds.game import Board, Result
from miai.domain.rounds.round import Round
from miai.domain.settings.event_settings import Settings
from miai.domain.settings.handicap_rules import Handicapping
from miai.domain.settings.pairing_rules import ColourRule, PairingRules
from miai.domain.tournament import Tournament
from miai.engine.kernel.matching import ABSENT
from miai.engine.pairing.aga.joined_groups import fewest_breaches, sections_of
from miai.engine.pairing.protocol import Constraints, Draw
from miai.engine.pairing.view import build_view
from miai.errors import NoPairingError


def field(scores: dict[str, float], met: list[tuple[str, str]] = [], *, rounds: int = 6) -> Tournament:  # noqa: B006
    """Players with these scores, the first rated highest; each of `met` in a round of its own as a jigo."""
    names = list(scores)
    count = dict.fromkeys(names, 0)
    played = []
    for number, (a, b) in enumerate(met, start=1):
        count[a] += 1
        count[b] += 1
        board = Board(table=1, white=PlayerId(a), black=PlayerId(b), result=Result.JIGO, handicap=1)
        played.append(Round(number=number, boards=(board,)))
    players = tuple(
        Player(
            id=PlayerId(name),
            surname=name,
            grade=Grade.parse("1d"),
            rating=2500.0 - place,
            start=quarters(scores[name] - count[name] / 2),
        )
        for place, name in enumerate(names)
    )
    settings = Settings(system="aga", rounds=max(rounds, len(played) + 6))
    return Tournament(players=players, rounds=tuple(played), settings=settings)


def pairs(draw: Draw) -> set[frozenset[str]]:
    return {frozenset((str(b.white.id), str(b.black.id))) for b in draw.boards}


def drawn(event: Tournament, **constraints: object) -> Draw:
    return miai.pair(event, round=event.rounds_played + 1, constraints=Constraints(**constraints))  # type: ignore[arg-type]


@pytest.mark.requirement("A31", "A32")
def test_eight_players_who_have_not_met_are_split_and_shifted() -> None:
    names = [f"Player{i}" for i in range(1, 9)]
    draw = drawn(field(dict.fromkeys(names, 0.0)))
    assert pairs(draw) == {frozenset((f"Player{i}", f"Player{i + 4}")) for i in range(1, 5)}
    assert draw.notes == ()


@pytest.mark.requirement("A38", "A39")
def test_the_merged_group_of_the_document() -> None:
    scores = dict.fromkeys("ABCDEF", 1.0) | dict.fromkeys("GHIJ", 0.0)
    draw = drawn(field(scores, list(combinations("ABCD", 2))))
    assert pairs(draw) == {frozenset(pair) for pair in ("AE", "BF", "CG", "DH", "IJ")}
    assert tuple(map(str, draw.notes)) == ("score 1 cannot be paired alone and joins score 0",)


@pytest.mark.requirement("A33", "A37")
def test_a_transposition_of_the_lowest_comes_before_any_other_change() -> None:
    scores = dict.fromkeys("ABCDEFGH", 0.0)
    assert pairs(drawn(field(scores, [("D", "H")]))) == {frozenset(p) for p in ("AE", "BF", "CH", "DG")}
    # Of the changes that part A and E, the one with the lowest players.
    assert pairs(drawn(field(scores, [("A", "E")]))) == {frozenset(p) for p in ("AH", "BF", "CG", "DE")}


@pytest.mark.requirement("A34")
def test_a_switch_is_made_only_where_no_transposition_helps() -> None:
    scores = dict.fromkeys("ABCD", 0.0)
    # A has met both of the lower half.
    draw = drawn(field(scores, [("A", "C"), ("A", "D")]))
    assert pairs(draw) == {frozenset("AB"), frozenset("CD")}


@pytest.mark.requirement("A29", "A31")
def test_the_strongest_of_the_next_group_floats_up() -> None:
    scores = dict.fromkeys("ABC", 1.0) | dict.fromkeys("DEF", 0.0)
    draw = drawn(field(scores))
    assert pairs(draw) == {frozenset("AC"), frozenset("BD"), frozenset("EF")}


@pytest.mark.requirement("A26")
def test_who_floated_up_in_the_last_round_does_not_float_up_again() -> None:
    event = crosstable("A+B C+D E+F G+ | A+C E=D B=F G-", start=0)
    event = replace(event, settings=replace(event.settings, system="aga", rounds=8))
    view = build_view(event, 3, seed=0)
    floated = [str(view.players[i].id) for i in range(len(view)) if view.last_floats[i] == 1]
    assert "D" in floated
    draw = drawn(event)
    place = {player.id: i for i, player in enumerate(view.players)}
    for board in draw.boards:
        low, high = sorted((place[board.white.id], place[board.black.id]), key=lambda i: view.scores[i])
        if view.scores[low] < view.scores[high]:
            assert view.last_floats[low] != 1 or any("relaxed" in str(note) for note in draw.notes)


@pytest.mark.requirement("A26")
def test_at_the_end_of_the_tournament_floats_may_repeat() -> None:
    event = crosstable("A+B C+D E+F | A+C E=D B=F", start=0)
    last = replace(event, settings=replace(event.settings, system="aga", rounds=3))
    assert not any("floats are relaxed" in str(note) for note in drawn(last).notes)


@pytest.mark.requirement("A27")
def test_nobody_has_the_same_colour_four_times_in_a_row() -> None:
    event = crosstable("A+X B+Y | A+Y B+X | A+Z B+W", start=None)
    order = {"A": 40.0, "C": 30.0, "B": 20.0, "D": 10.0}
    newcomers = tuple(replace(event.players[0], id=PlayerId(name), surname=name) for name in "CD")
    players = tuple(
        replace(
            p,
            start=quarters(1 if p.id in "AB" else 4 if p.id in "CD" else -9),
            rating=2000 + order.get(p.id, 0),
        )
        for p in (*event.players, *newcomers)
    )
    event = replace(event, players=players, settings=replace(event.settings, system="aga", rounds=12))
    view = build_view(event, 4, seed=0)
    streaks = {str(view.players[i].id): int(view.streaks[i]) for i in range(len(view))}
    assert (streaks["A"], streaks["B"], streaks["C"]) == (3, 3, 0)
    # Split and shift would pair A with B.
    assert {frozenset("AD"), frozenset("BC")} <= pairs(drawn(event))


@pytest.mark.requirement("A25", "A30", "A66")
def test_the_lowest_rated_of_the_lowest_group_has_the_bye_but_not_twice() -> None:
    scores = dict.fromkeys("ABCD", 1.0) | {"E": 0.0}
    draw = drawn(field(scores))
    assert draw.bye is not None
    assert draw.bye.id == "E"
    event = crosstable("A+B C+D E+", start=0)
    event = with_player(
        replace(event, settings=replace(event.settings, system="aga")), "E", start=quarters(-5)
    )
    again = drawn(event)
    assert again.bye is not None
    assert again.bye.id != "E"


@pytest.mark.requirement("A21", "A41", "A42")
def test_a_volunteer_takes_the_bye_and_the_director_forces_and_prohibits() -> None:
    scores = dict.fromkeys("ABCDE", 0.0)
    draw = drawn(field(scores), bye=PlayerId("A"), forced=((PlayerId("C"), PlayerId("B")),))
    assert draw.bye is not None
    assert draw.bye.id == "A"
    assert pairs(draw) == {frozenset("BC"), frozenset("DE")}
    kept = drawn(field(dict.fromkeys("ABCD", 0.0)), forbidden=((PlayerId("A"), PlayerId("C")),))
    assert frozenset("AC") not in pairs(kept)


@pytest.mark.requirement("A21")
def test_who_volunteered_before_the_draw_sits_out_if_the_field_is_odd() -> None:
    def volunteering(names: str) -> Draw:
        event = field(dict.fromkeys(names, 0.0) | {"A": 1.0})
        offers = (ByeVolunteer(round=1, player=PlayerId("A")), ByeVolunteer(round=2, player=PlayerId("B")))
        return miai.pair(replace(event, wishes=replace(event.wishes, volunteers=offers)), round=1)

    draw = volunteering("ABCDE")
    assert draw.bye is not None
    assert draw.bye.id == "A"
    assert [str(reason.text) for reason in draw.bye_reasons] == ["A volunteered to sit out"]
    assert pairs(draw) == {frozenset("BD"), frozenset("CE")}
    assert volunteering("ABCD").bye is None


@pytest.mark.requirement("A21", "A24")
def test_a_volunteer_without_whom_the_others_cannot_be_paired_plays() -> None:
    event = field(dict.fromkeys("ABC", 0.0), [("B", "C")])
    draw = drawn(event, volunteers=(PlayerId("A"),))
    assert draw.bye is not None
    assert draw.bye.id == "C"
    assert "A volunteered to sit out, but without them the others cannot be paired" in map(str, draw.notes)


def test_a_bye_is_found_among_those_who_are_not_in_forced_games() -> None:
    event = crosstable("A+ F+G D+E | B+ F-D G+E | C+ F+E D+G", start=0)
    event = replace(event, settings=replace(event.settings, system="aga", rounds=6))
    d, e, f, g = (PlayerId(name) for name in "DEFG")
    draw = drawn(event, forced=((d, f), (e, g)))
    assert draw.bye is not None
    assert draw.bye.id in "ABC"


@pytest.mark.requirement("A43", "A44")
def test_clubmates_are_kept_apart_by_transposing_in_the_first_half_only() -> None:
    event = field(dict.fromkeys("ABCDEFGH", 0.0), rounds=6)
    for name in "AE":
        event = with_player(event, name, club="Ithaca", country="US")
    assert frozenset("AE") not in pairs(drawn(event))
    late = replace(event, settings=replace(event.settings, rounds=1))
    assert frozenset("AE") in pairs(drawn(late))


@pytest.mark.requirement("A46")
@pytest.mark.parametrize(("correction", "ceiling", "given"), [(0, 9, 5), (1, 9, 4), (2, 9, 3), (0, 0, 0)])
def test_full_minus_one_minus_two_and_no_handicap_are_settings(
    correction: int, ceiling: int, given: int
) -> None:
    event = field({"A": 0, "B": 0})
    event = with_player(with_player(event, "A", grade=Grade.parse("3k")), "B", grade=Grade.parse("8k"))
    stones = Handicapping(by_score=False, correction=correction, ceiling=ceiling)
    event = replace(event, settings=replace(event.settings, handicapping=stones))
    assert drawn(event).boards[0].handicap == given


@pytest.mark.requirement("A27")
def test_colours_keep_the_promise_of_a_pair_before_they_balance() -> None:
    # A had Black and then White three times each, B had White four times in six games.
    event = crosstable("C+A B+X | D+A B+Y | E+A Z+B | A+F B+W | A+G V+B | A+H B+U", start=0)
    event = with_player(with_player(event, "A", start=quarters(101)), "B", start=quarters(100))
    event = replace(event, settings=replace(event.settings, system="aga", rounds=9))
    board = next(board for board in drawn(event).boards if board.white.id in "AB")
    assert (board.white.id, board.black.id) == ("B", "A")


@pytest.mark.requirement("A36")
def test_colours_are_relaxed_on_no_more_boards_than_must_be() -> None:
    # A, B, D and E have had White three times; one game between two of them cannot be avoided.
    event = crosstable("A=W B=X D=Y E=Z | A=X B=Y D=Z E=W | A=Y B=Z D=W E=X", start=0)
    event = replace(event, settings=replace(event.settings, system="aga", rounds=12))
    newcomers = tuple(replace(event.players[0], id=PlayerId(name), surname=name) for name in "CF")
    event = replace(event, players=(*event.players, *newcomers))
    for place, name in enumerate("ABCDEF"):
        event = with_player(event, name, rating=2500 - place, start=quarters(9 if name in "CF" else 7.5))
    draw = drawn(event)
    # Split and shift has A against D and B against E: the lower board is changed.
    assert {frozenset(pair) for pair in ("AD", "BF", "CE")} <= pairs(draw)
    relaxed = [str(note) for note in draw.notes if "criterion 4" in str(note)]
    assert [note for note in relaxed if "A" in note or "B" in note] == [
        "criterion 4 (colours) is relaxed for A against D"
    ]


@pytest.mark.requirement("A36")
def test_the_float_criterion_is_relaxed_on_no_more_boards_than_must_be() -> None:
    breaches = np.array([[ABSENT, 1, 0, 0], [1, ABSENT, 1, 1], [0, 1, ABSENT, 0], [0, 1, 0, ABSENT]])
    assert fewest_breaches(breaches) == 1


@pytest.mark.requirement("A38")
def test_joined_groups_first_keep_scores_close_then_equal_scores_together() -> None:
    # 2-0 and 1-1 differ by as much in total as 2-1 and 1-0, but one game is between equals.
    scores = np.array([8, 4, 4, 0])
    free = np.where(np.eye(4) > 0, ABSENT, 0)
    assert [section.players for section in sections_of(scores, free)] == [(1, 2), (0, 3)]


@pytest.mark.requirement("A38", "A39")
def test_in_joined_groups_transpositions_and_switches_follow_the_same_order() -> None:
    scores = dict.fromkeys("ABCDEF", 1.0) | dict.fromkeys("GHIJ", 0.0)
    met = list(combinations("ABCD", 2))
    # B against F is no longer possible: A and B still stay, and their opponents change places.
    assert pairs(drawn(field(scores, [*met, ("B", "F")]))) == {
        frozenset(pair) for pair in ("AF", "BE", "CG", "DH", "IJ")
    }
    # B has met both whom B could meet at the same score, and goes down instead of C.
    assert pairs(drawn(field(scores, [*met, ("B", "E"), ("B", "F")]))) == {
        frozenset(pair) for pair in ("AE", "CF", "BG", "DH", "IJ")
    }
    # H has met everybody who could float down, and I floats up instead.
    tired = [(name, "H") for name in "ABCDEF"]
    assert pairs(drawn(field(scores, [*met, *tired]))) == {
        frozenset(pair) for pair in ("AE", "BF", "CG", "DI", "HJ")
    }


@pytest.mark.requirement("A30")
def test_the_bye_stays_in_the_lowest_score_group_when_groups_are_joined() -> None:
    # A and B, weaker than C to E, have met and join the group below.
    scores = {"C": 0.0, "D": 0.0, "E": 0.0, "A": 1.0, "B": 1.0}
    draw = drawn(field(scores, [("A", "B")]))
    assert draw.bye is not None
    assert draw.bye.id == "E"


@pytest.mark.requirement("A28")
def test_with_nigiri_colours_do_not_decide_who_meets() -> None:
    event = crosstable("A=W C=X | A=X C=W | A=Y C=Z", start=0)
    for place, name in enumerate("ABCD"):
        if name in "BD":
            event = replace(
                event,
                players=(*event.players, replace(event.players[0], id=PlayerId(name), surname=name)),
            )
        event = with_player(event, name, rating=2500 - place, start=quarters(7.5 if name in "AC" else 9))
    settings = replace(event.settings, system="aga", rounds=12)
    assert frozenset("AC") not in pairs(drawn(replace(event, settings=settings)))
    nigiri = replace(settings, pairing=PairingRules(colours=ColourRule.NIGIRI))
    assert frozenset("AC") in pairs(drawn(replace(event, settings=nigiri)))


def in_common(what: str, **rules: Any) -> Tournament:
    """Eight players of one score, of whom A and E, who should meet, have something in common."""
    pairing = PairingRules(**{"same_club": 0, "same_clubs_group": 0, "same_country": 0} | rules)
    event = field(dict.fromkeys("ABCDEFGH", 0.0), rounds=6)
    for name in "AE":
        event = with_player(event, name, **{what: "Ithaca"})
    return replace(event, settings=replace(event.settings, pairing=pairing))


@pytest.mark.requirement("A43", "A44", "A63")
@pytest.mark.parametrize(
    ("what", "rule"),
    [("club", "same_club"), ("country", "same_country"), ("state", "same_state"), ("city", "same_city")],
)
def test_area_is_avoided_as_the_settings_say_in_the_first_half(what: str, rule: str) -> None:
    avoided = in_common(what, **{rule: 1})
    assert pairs(drawn(avoided)) == {frozenset(pair) for pair in ("AH", "BF", "CG", "DE")}
    assert frozenset("AE") in pairs(drawn(in_common(what)))
    last = replace(avoided, settings=replace(avoided.settings, rounds=1))
    assert frozenset("AE") in pairs(drawn(last))


@pytest.mark.requirement("A43", "A44")
def test_families_are_kept_apart_inside_a_score_group_only_and_not_in_the_last_half() -> None:
    event = in_common("family")
    assert frozenset("AE") not in pairs(drawn(event))
    allowed = replace(
        event, settings=replace(event.settings, pairing=replace(event.settings.pairing, family_apart=False))
    )
    assert frozenset("AE") in pairs(drawn(allowed))
    alone = replace(event, players=tuple(player for player in event.players if player.id in "AE"))
    assert frozenset("AE") in pairs(drawn(alone))
    last = replace(event, settings=replace(event.settings, rounds=1))
    assert frozenset("AE") in pairs(drawn(last))


@pytest.mark.requirement("A43")
def test_an_area_never_moves_anybody_to_another_score_group() -> None:
    event = field(dict.fromkeys("AB", 1.0) | dict.fromkeys("CD", 0.0))
    for name in "AB":
        event = with_player(event, name, club="Ithaca")
    assert pairs(drawn(event)) == {frozenset("AB"), frozenset("CD")}


@pytest.mark.requirement("A45")
def test_handicap_games_are_avoided_by_transposing_where_the_settings_say_so() -> None:
    event = field(dict.fromkeys("ABCDEFGH", 0.0))
    for name in "ADEF":
        event = with_player(event, name, grade=Grade.parse("5k" if name in "AF" else "9k"))
    for name in "BCGH":
        event = with_player(event, name, grade=Grade.parse("5k"))
    stones = Handicapping(by_score=False, correction=0)

    def games(*, small: bool) -> set[frozenset[str]]:
        rules = PairingRules(small_handicaps=small)
        settings = replace(event.settings, pairing=rules, handicapping=stones)
        return pairs(drawn(replace(event, settings=settings)))

    assert {frozenset("AE"), frozenset("DH")} <= games(small=False)
    assert games(small=True) == {frozenset(pair) for pair in ("AH", "BF", "CG", "DE")}


def reasons_of(draw: Draw, name: str) -> list[str]:
    board = next(board for board in draw.boards if name in (board.white.id, board.black.id))
    return [str(reason.text) for reason in board.reasons]


@pytest.mark.requirement("A29", "A35")
def test_a_float_is_explained_by_the_protocol() -> None:
    scores = dict.fromkeys("ABC", 1.0) | dict.fromkeys("DEF", 0.0)
    assert "D floats up: the strongest of score 0" in reasons_of(drawn(field(scores)), "D")
    # Without D, E and F would have to meet again; with E nobody of the group can be met.
    alternate = drawn(field(scores, [("E", "F"), ("A", "E"), ("B", "E"), ("C", "E")]))
    assert (
        "F floats up: the strongest of score 0 who allows a pairing "
        "(without D the players below cannot be paired; with E the group cannot be paired)"
        in reasons_of(alternate, "F")
    )


@pytest.mark.requirement("A26", "A29")
def test_a_passed_floater_is_explained_by_criterion_3() -> None:
    # E floated up in round 1 and may not do so again.
    event = crosstable("AxE BxC FxX GxY", start=1)
    event = replace(event, settings=replace(event.settings, system="aga", rounds=8))
    for place, name in enumerate("ABCEFGXY"):
        start = {"X": -8, "Y": -8}.get(name, 1.0 if name in "ABC" else 0.0)
        event = with_player(event, name, rating=2500 - place, start=quarters(start))
    assert (
        "F floats up: the strongest of score 0 who allows a pairing "
        "(with E somebody would float the same way twice in a row)" in reasons_of(drawn(event), "F")
    )


def test_a_changed_board_says_what_it_replaces_and_why() -> None:
    draw = drawn(field(dict.fromkeys("ABCDEFGH", 0.0), [("A", "E")]))
    assert reasons_of(draw, "A") == [
        "a transposition: places 1 and 8 of 8 at score 0",
        "instead of A against E: A and E met in round 1",
    ]
    assert reasons_of(draw, "D") == [
        "a transposition: places 4 and 5 of 8 at score 0",
        "D and H give way so that other boards can be paired",
    ]


@pytest.mark.requirement("A24")
def test_where_nobody_is_left_to_meet_the_error_says_so() -> None:
    event = crosstable("A+B C+D | A+C B+D | A+D B+C", start=0)
    event = replace(event, settings=replace(event.settings, system="aga"))
    with pytest.raises(NoPairingError, match="met in round"):
        drawn(event)


@pytest.mark.requirement("A40")
def test_a_higher_group_is_paired_otherwise_when_the_rest_would_be_stuck() -> None:
    # Were A to meet B, C and D would have to meet again.
    scores = {"A": 1.0, "B": 1.0, "C": 0.0, "D": 0.0}
    draw = drawn(field(scores, [("C", "D")]))
    assert frozenset("CD") not in pairs(draw)


def test_a_large_group_is_paired_quickly_and_split_and_shifted() -> None:
    event = field({f"P{i:03}": 0.0 for i in range(120)})
    draw = drawn(event)
    assert pairs(draw) == {frozenset((f"P{i:03}", f"P{i + 60:03}")) for i in range(60)}
