"""GoDraw: chance inside the right part of the right group."""

from dataclasses import replace

import pytest

from builders import crosstable, with_player
from miai.domain.points import quarters
from miai.domain.tournament import Tournament
from miai.pairing.protocol import Draw
from miai.pairing.systems.guided_random import GuidedRandom
from miai.pairing.view import build_view

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


@pytest.mark.requirement("V47")
def test_a_player_who_lost_goes_down_to_one_who_was_drawn_down_and_won() -> None:
    # After round 1 the group of 21 is A (started above and lost), B and C; the group of 20 is D, E and G:
    # G was drawn down and won.
    event = crosstable("X+A B+P C+Q Y+D E+R G+S", start=0)
    event = started(event, X=21, A=21, B=20, P=20, C=20, Q=20, Y=20, D=20, E=19, R=19, G=19, S=18)
    event = replace(
        event,
        players=tuple(
            replace(p, absent_rounds=frozenset({2} if p.id in set("PQRSXY") else ())) for p in event.players
        ),
    )
    for draw in draws(event, 2):
        assert frozenset("AG") in games(draw)
        board = next(b for b in draw.boards if "A" in (b.white.id, b.black.id))
        assert "A is drawn down and G up by lot" in str(board.reasons[0].text)


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
    assert tuple(map(str, draw.notes)) == ("the group of 10 points could not be kept together",)


def test_the_bye_is_drawn_from_the_lowest_score_without_a_bye() -> None:
    event = replace(crosstable("A?B C?D E?F G+", start=20), rounds=())
    event = started(event, E=10, F=10, G=10)
    byes = {draw.bye.id for draw in draws(event, 1) if draw.bye}
    assert byes == {"E", "F", "G"}
