"""GoDraw: chance inside the right part of the right group."""

from dataclasses import replace

import numpy as np
import pytest

from kit.builders import crosstable, with_player
from miai.domain.people.player import PlayerId
from miai.domain.points import quarters
from miai.domain.tournament import Tournament
from miai.engine.pairing.protocol import Draw
from miai.engine.pairing.systems.guided_random import GuidedRandom, drawn_down_and_won
from miai.engine.pairing.view import build_view

EIGHT = replace(crosstable("A?B C?D E?F G?H", start=20), rounds=())
SEEDS = range(40)


def games(draw: Draw) -> set[frozenset[str]]:
    return {frozenset((str(b.white.id), str(b.black.id))) for b in draw.boards}


def draws(event: Tournament, number: int, system: GuidedRandom | None = None) -> list[Draw]:
    chosen = system or GuidedRandom()
    return [chosen.draw(build_view(event, number, seed=seed), seed) for seed in SEEDS]


def started(event: Tournament, **starts: float) -> Tournament:
    for name, start in starts.items():
        event = with_player(event, name, start=quarters(start))
    return event


def coming(event: Tournament, number: int, players: str) -> Tournament:
    """The same event, in which only these players come to a round."""
    return replace(
        event,
        players=tuple(
            p if str(p.id) in players else replace(p, absent_rounds=p.absent_rounds | {number})
            for p in event.players
        ),
    )


def crossing(draw: Draw, upper: str) -> tuple[str, str]:
    """The one player of the upper group who meets a lower one, and the opponent."""
    (game,) = (game for game in games(draw) if len(game & set(upper)) == 1)
    (down,), (up,) = game & set(upper), game - set(upper)
    return down, up


def said(draw: Draw, name: str) -> str:
    board = next(b for b in draw.boards if name in (b.white.id, b.black.id))
    return str(board.reasons[0].text)


# Document 1, 5.3.1: "The players to pair down are usually the ones who have lost their previous game. The
# players to pair up are the ones who have been paired down and won. [...] For example a player who was paired
# down and won on the previous round, belongs to this subgroup."


@pytest.mark.requirement("V47", "V48")
def test_a_player_who_lost_goes_down_to_one_who_was_drawn_down_and_won() -> None:
    # After round 1 the group of 21 is A (started there and lost), B and C (who won); the group of 20 is D, E
    # and G: D lost, E won against an equal, G was drawn down and won.
    event = crosstable("X+A B+P C+Q Y+D E+R G+S", start=0)
    event = started(event, X=21, A=21, B=20, P=20, C=20, Q=20, Y=20, D=20, E=19, R=19, G=19, S=18)
    for draw in draws(coming(event, 2, "ABCDEG"), 2):
        assert frozenset("AG") in games(draw)
        assert said(draw, "A") == (
            "A is drawn down from the group of 21 points as the only one who lost the last game; "
            "G is drawn up from the group of 20 points as the only one who was drawn down in round 1 and won"
        )


@pytest.mark.requirement("V48")
def test_only_drawn_down_or_only_a_win_is_not_enough_to_go_up() -> None:
    # All have 20 points after round 2. D was drawn down and lost, E won twice against equals, J was drawn
    # down and won in round 1 only, O lost; F was drawn down in round 2 and won.
    event = crosstable("E+P J+Q U+F V+D | X+A B+K C+L S+D E+R F+T J+M Z+O", start=0)
    event = started(event, E=18, P=18, J=18, Q=17, U=19, F=19, V=20, D=20, X=21, A=21, B=20, K=20, C=20, L=20)
    event = started(event, S=19, R=19, T=18, M=19, Z=20, O=20)
    found = {crossing(draw, "ABC") for draw in draws(coming(event, 3, "ABCDEFJO"), 3)}
    assert found == {("A", "F")}


@pytest.mark.requirement("V48")
def test_where_nobody_was_drawn_down_and_won_anybody_of_the_next_group_goes_up() -> None:
    event = crosstable("E+P V+D | X+A B+K C+L S+D E+R Z+O", start=0)
    event = started(event, E=18, P=18, V=20, D=20, X=21, A=21, B=20, K=20, C=20, L=20)
    event = started(event, S=19, R=19, Z=20, O=20)
    for draw in (drawn := draws(coming(event, 3, "ABCDEO"), 3)):
        assert "because nobody there was drawn down in the previous round and won" in said(draw, "A")
    assert {crossing(draw, "ABC") for draw in drawn} == {("A", "D"), ("A", "E"), ("A", "O")}


@pytest.mark.requirement("V47")
def test_who_missed_a_round_goes_down_for_the_last_game_that_was_played() -> None:
    event = crosstable("X+A | A- B+K C+L S+D E+R Z+O", start=0)
    event = started(event, X=21, A=21, B=20, K=20, C=20, L=20, S=20, D=20, E=19, R=19, Z=20, O=20)
    assert {crossing(draw, "ABC")[0] for draw in draws(coming(event, 3, "ABCDEO"), 3)} == {"A"}


@pytest.mark.requirement("V47", "V48")
def test_players_with_the_same_number_of_points_are_a_group_half_points_included() -> None:
    # 3.4: "The players having the same number of points are called a group." A has half a point more than B.
    event = started(EIGHT, A=20.5, C=20.5, D=20.5)
    for draw in draws(event, 1):
        down, up = crossing(draw, "ACD")
        assert f"{down} is drawn down from the group of 20.5 points" in said(draw, down)
        assert f"{up} is drawn up from the group of 20 points" in said(draw, down)
    won = build_view(started(crosstable("A+B", start=20), A=20.5), 2, seed=0)
    assert [str(won.players[i].id) for i in np.flatnonzero(drawn_down_and_won(won))] == ["A"]


@pytest.mark.requirement("V47")
def test_who_goes_down_is_chosen_so_that_the_groups_below_can_be_paired_too() -> None:
    # B and C have met: if anybody but one of them is drawn up, they would have to leave their group.
    event = started(crosstable("B=C D=E F=G", start=0), B=19.5, C=19.5, D=18.5, E=18.5, F=18.5, G=18.5)
    late = replace(event.players[0], id=PlayerId("A"), surname="A", start=quarters(21))
    event = replace(event, players=(*event.players, late))
    for draw in draws(coming(event, 2, "ABCD"), 2):
        assert games(draw) in ({frozenset("AB"), frozenset("CD")}, {frozenset("AC"), frozenset("BD")})
        assert draw.notes == ()


@pytest.mark.requirement("V47", "V48")
def test_of_those_who_lost_goes_down_who_can_meet_one_drawn_down_and_won() -> None:
    # A and B lost; only G was drawn down and won, and A has met G.
    event = crosstable("A+G | X+A Y+B C+L G+T S+D E+R", start=0)
    event = started(event, A=20, G=19, X=21, Y=21, B=21, C=20, L=20, T=18, S=20, D=20, E=19, R=19)
    assert {crossing(draw, "ABC") for draw in draws(coming(event, 3, "ABCGDE"), 3)} == {("B", "G")}


@pytest.mark.requirement("V47")
def test_where_nobody_lost_yet_anybody_of_the_group_may_go_down() -> None:
    event = started(EIGHT, A=21, B=21, C=21)
    down = {
        next(iter(game & set("ABC")))
        for d in draws(event, 1)
        for game in games(d)
        if len(game & set("ABC")) == 1
    }
    assert down == set("ABC")


@pytest.mark.requirement("V49")
def test_compatriots_do_not_meet_while_the_two_largest_countries_can_be_paired() -> None:
    event = EIGHT
    for name, country in zip("ABCDEFGH", ("FI", "FI", "FI", "FI", "GB", "GB", "DE", "FR"), strict=True):
        event = with_player(event, name, country=country)
    for draw in draws(event, 1):
        assert all(board.white.country != board.black.country for board in draw.boards)
    loose = draws(event, 1, GuidedRandom(countries_apart=False))
    assert any(board.white.country == board.black.country for draw in loose for board in draw.boards)


@pytest.mark.requirement("V49")
def test_among_compatriots_clubs_are_kept_apart() -> None:
    event = EIGHT
    for name, club in zip(
        "ABCDEFGH", ("Oulu", "Oulu", "Oulu", "Oulu", "Turku", "Turku", "Vaasa", "Kemi"), strict=True
    ):
        event = with_player(event, name, country="FI", club=club)
    for draw in draws(event, 1):
        assert all(board.white.club != board.black.club for board in draw.boards)
    loose = draws(event, 1, GuidedRandom(clubs_apart=False))
    assert any(board.white.club == board.black.club for draw in loose for board in draw.boards)


@pytest.mark.requirement("V50")
def test_players_who_are_due_opposite_colours_meet() -> None:
    event = crosstable("A=B C=D E=F G=H", start=20)
    whites = set("ACEG")
    for draw in draws(event, 2):
        assert all(len(game & whites) == 1 for game in games(draw))
    loose = draws(event, 2, GuidedRandom(opposite_colours=False))
    assert any(len(game & whites) != 1 for draw in loose for game in games(draw))


def test_groups_are_kept_together_where_a_thoughtless_choice_would_break_them() -> None:
    # In the upper group A may only meet B: whoever is drawn first, C and D meet.
    event = crosstable("A=C B=E D=F | A=D E=C F=B", start=0)
    event = started(event, A=10, B=10, C=10, D=10, E=0, F=0)
    for draw in draws(event, 3):
        assert {frozenset("AB"), frozenset("CD"), frozenset("EF")} == games(draw)
        assert draw.notes == ()


def test_a_group_that_cannot_be_kept_together_is_named() -> None:
    event = started(crosstable("A=B C=D", start=0), A=10, B=10)
    draw = draws(event, 2)[0]
    assert tuple(map(str, draw.notes)) == ("the players with 10.5 points could not be kept together",)


def test_the_bye_is_drawn_from_the_lowest_score_without_a_bye() -> None:
    event = replace(crosstable("A?B C?D E?F G+", start=20), rounds=())
    event = started(event, E=10, F=10, G=10)
    byes = {draw.bye.id for draw in draws(event, 1) if draw.bye}
    assert byes == {"E", "F", "G"}


@pytest.mark.requirement("V49")
def test_the_first_player_is_of_the_largest_country_and_meets_the_second_largest() -> None:
    # "The players of the largest two groups": with 4 Finns, 3 Britons and a German, somebody of FI meets GB
    # three times, and only the last Finn meets the German.
    event = EIGHT
    for name, country in zip("ABCDEFGH", ("FI",) * 4 + ("GB",) * 3 + ("DE",), strict=True):
        event = with_player(event, name, country=country)
    for draw in draws(event, 1):
        met = sorted(tuple(sorted((b.white.country, b.black.country))) for b in draw.boards)
        assert met == [("DE", "FI"), *[("FI", "GB")] * 3]
