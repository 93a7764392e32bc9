"""The order of alternatives that the AGA protocol promises, checked by trying every pairing."""

from dataclasses import replace

import pytest

from kit.builders import crosstable, with_player
from miai.domain.people.player import PlayerId
from miai.domain.points import quarters
from miai.domain.tournament import Tournament
from miai.engine.judging import judge_aga
from miai.engine.judging.aga_promises import groups_of
from miai.engine.judging.referee import case_of
from miai.engine.pairing.protocol import Constraints, Draw
from miai.features.draw.pair import pair


def ranked(text: str, names: str, *, start: float = 0) -> Tournament:
    """A tournament whose players are rated in the order of the names, the strongest first."""
    event = crosstable(text, start=start, system="aga")
    for number, name in enumerate(names):
        event = with_player(event, name, rating=2900.0 - 100 * number)
    return event


def seated(event: Tournament, draw: Draw, *pairs: str) -> Draw:
    """The draw with other pairs."""
    boards = tuple(
        replace(
            draw.boards[number],
            white=event.player(PlayerId(pair[0])),
            black=event.player(PlayerId(pair[1])),
        )
        for number, pair in enumerate(pairs)
    )
    return replace(draw, boards=boards)


def rules(event: Tournament, draw: Draw, constraints: Constraints | None = None) -> list[str]:
    return [violation.rule for violation in judge_aga(event, draw, constraints=constraints)]


def with_rounds(event: Tournament, rounds: int) -> Tournament:
    return replace(event, settings=replace(event.settings, rounds=rounds))


@pytest.fixture
def eight() -> Tournament:
    return replace(ranked("A?B C?D E?F G?H", "ABCDEFGH"), rounds=())


def test_split_and_shift_is_best(eight: Tournament) -> None:
    draw = pair(eight, round=1)
    assert rules(eight, draw) == []
    assert rules(eight, seated(eight, draw, "AE", "BF", "CG", "DH")) == []


@pytest.mark.parametrize(
    "worse", [("AE", "BF", "CH", "DG"), ("AB", "EF", "CG", "DH"), ("AH", "BG", "CF", "DE")]
)
def test_a_needless_change_is_found(eight: Tournament, worse: tuple[str, ...]) -> None:
    assert rules(eight, seated(eight, pair(eight, round=1), *worse)) == ["aga_order"]


def played_already(text: str) -> Tournament:
    return with_rounds(ranked(f"{text} | ", "ABCDEFGH"), 9)


def test_the_change_comes_as_late_as_possible() -> None:
    event = played_already("AxF BxC ExH DxG")
    draw = pair(event, round=2)
    assert rules(event, draw) == []
    met = played_already("BxF AxD CxH ExG")
    draw = pair(met, round=2)
    assert rules(met, draw) == []
    assert rules(met, seated(met, draw, "AE", "BH", "CG", "DF")) == []
    # The second changed board comes earlier, then the first.
    assert rules(met, seated(met, draw, "AE", "BG", "CF", "DH")) == ["aga_order"]
    assert rules(met, seated(met, draw, "AF", "BE", "CG", "DH")) == ["aga_order"]


def test_a_switch_where_a_transposition_is_enough_is_found() -> None:
    met = played_already("BxF AxD CxH ExG")
    draw = pair(met, round=2)
    assert rules(met, seated(met, draw, "AE", "BC", "FG", "DH")) == ["aga_order"]


def test_who_the_director_paired_or_gave_the_bye_is_left_alone(eight: Tournament) -> None:
    hand = Constraints(forced=((PlayerId("A"), PlayerId("B")),))
    draw = pair(eight, round=1, constraints=hand)
    assert rules(eight, draw, hand) == []
    assert rules(eight, draw) == ["aga_order"]


@pytest.mark.requirement("A43", "A44")
def test_clubmates_are_kept_apart_in_the_first_half_only() -> None:
    event = replace(ranked("A?B C?D", "ABCD", start=-20), rounds=())
    for name in "AC":
        event = with_player(event, name, club="Ulm")
    early, late = with_rounds(event, 2), with_rounds(event, 1)
    draw = pair(early, round=1)
    assert rules(early, draw) == []
    assert rules(early, seated(early, draw, "AC", "BD")) == ["aga_order"]
    assert rules(late, seated(late, draw, "AC", "BD")) == []
    assert rules(late, seated(late, draw, "AD", "BC")) == ["aga_order"]


def test_a_fourth_game_with_one_colour_is_found_where_it_can_be_avoided() -> None:
    text = "AxE BxF GxC HxD | AxF BxG HxC ExD | AxG BxH ExC FxD | "
    event = with_rounds(ranked(text, "ACBDEFGH"), 10)
    for name in "ABCD":
        event = with_player(event, name, start=quarters(5))
    draw = pair(event, round=4)
    assert rules(event, draw) == []
    assert rules(event, seated(event, draw, "AB", "CD", "EG", "FH")) == ["aga_order"]


@pytest.mark.requirement("A38")
def test_joined_groups_keep_scores_as_close_as_they_can() -> None:
    event = ranked("AxB CxF DxE | ", "ABCDEF")
    for name, start in zip("ABCD", (2, 2, 1, 1), strict=True):
        event = with_player(event, name, start=quarters(start))
    draw = pair(event, round=2)
    assert rules(event, draw) == []
    assert rules(event, seated(event, draw, "AC", "BE", "DF")) == ["aga_joined_groups"]
    groups = list(groups_of(case_of(event, draw)))
    assert [(len(group.players), group.merged) for group in groups] == [(4, True), (2, False)]


def test_a_floater_belongs_to_the_group_above_and_the_bye_to_the_last() -> None:
    event = replace(ranked("A?B C?D E?F G?H", "ABCDEFGH"), rounds=())
    event = replace(event, players=event.players[:7])
    for name in "ABC":
        event = with_player(event, name, start=quarters(3))
    draw = pair(event, round=1)
    groups = list(groups_of(case_of(event, draw)))
    names = ["".join(player.surname for player in group.players) for group in groups]
    assert names == ["ABCD", "EF"]
    assert draw.bye is not None
    assert rules(event, draw) == []


def test_groups_of_more_than_eight_and_other_systems_are_not_judged(eight: Tournament) -> None:
    more = tuple(replace(p, id=PlayerId(p.id * 2), surname=p.surname * 2) for p in eight.players)
    event = replace(eight, players=(*eight.players, *more))
    turned = seated(event, pair(event, round=1), "AH", "BG", "CF", "DE")
    assert rules(event, replace(turned, boards=(*turned.boards, *pair(event, round=1).boards[4:]))) == []
    worse = seated(eight, pair(eight, round=1), "AH", "BG", "CF", "DE")
    assert rules(eight, replace(worse, system="mcmahon")) == []


def test_a_float_by_half_a_point_is_a_float() -> None:
    # C, half a point above G, was drawn down in round 1, and is drawn down again to F in round 2.
    event = with_rounds(ranked("AxE BxD CxG FxH | ", "ABCDEFGH"), 9)
    for number, name in enumerate("ABCDEFGH"):
        event = with_player(event, name, start=quarters(5.5 if number < 5 else 5))
    assert rules(event, pair(event, round=2)) == []
