"""What boards and teams get from a match, by OpenGotha's rules and by Miai's own."""

import pytest

from kit.team_events import team_event, with_line_up
from miai.domain.points import plain
from miai.domain.tournament import Tournament
from miai.engine.scoring.teams.matches import TeamMatch, matches_of

_FOUR = {"A": "a1 a2 a3 a4", "B": "b1 b2 b3 b4"}


def _match(event: Tournament) -> TeamMatch:
    [match] = matches_of(event, 1)
    return match


def _points(event: Tournament) -> tuple[float, float, float, float]:
    """Board points of both teams, then team points of both."""
    match = _match(event)
    shown = (match.white_points, match.black_points, match.white_team_points, match.black_team_points)
    one, other, white, black = map(plain, shown)
    return one, other, white, black


def test_the_result_of_a_board_is_told_by_team_not_by_colour() -> None:
    match = _match(team_event(_FOUR, "a1+b1 b2+a2 a3=b3 b4xa4", "A-B"))
    assert [board.text for board in match.boards] == ["1-0", "0-1", "½-½", "0-0"]
    assert [(board.white, board.black) for board in match.boards][1] == ("a2", "b2")


def test_by_default_counts_like_played() -> None:
    event = team_event(_FOUR, "a1+b1! b2+a2 a3+b3! b4-a4", "A-B", opengotha=True)
    assert _points(event) == (3, 1, 2, 0)
    assert _match(event).boards[0].text == "1-0!"


@pytest.mark.parametrize(
    ("games", "expected"),
    [
        ("a1+b1 a2+b2 a3-b3 a4?b4", (2, 1, 1, 0)),
        ("a1+b1 a2+b2 a3-b3 a4-b4", (2, 2, 1, 1)),
        ("a1+b1 a2+b2 a3+b3 a4?b4", (3, 0, 2, 0)),
        ("a1?b1 a2?b2 a3?b3 a4?b4", (0, 0, 0, 0)),
    ],
)
def test_opengotha_wants_half_of_all_boards(games: str, expected: tuple[float, ...]) -> None:
    assert _points(team_event(_FOUR, games, "A-B", opengotha=True)) == expected


def test_opengotha_gives_nothing_for_one_each_of_three_with_one_open() -> None:
    event = team_event({"A": "a1 a2 a3", "B": "b1 b2 b3"}, "a1+b1 a2-b2 a3?b3", "A-B", opengotha=True)
    assert _points(event) == (1, 1, 0, 0)


def test_opengotha_gives_nothing_for_an_empty_seat() -> None:
    event = team_event(_FOUR | {"B": "b1 b2 b3"}, "a1+b1 a2-b2 a3-b3", "A-B", opengotha=True)
    assert _points(event) == (1, 2, 0, 1)
    assert _match(event).boards[3].text == ""


def test_by_opengothas_rules_whites_player_counts_a_game_against_somebody_else() -> None:
    event = team_event(_FOUR, "a1+b1 a2+b3 a3?x b2+y a4-z", "A-B", opengotha=True)
    match = _match(event)
    assert [board.text for board in match.boards] == ["1-0", "1-0~", "0-0?~", "0-0~"]
    assert (plain(match.white_points), plain(match.black_points)) == (2, 0)


def test_opengotha_counts_boards_beyond_the_size_for_the_match() -> None:
    games = "a1+b1 a2-b2 a3+b3"
    event = team_event({"A": "a1 a2", "B": "b1 b2"}, games, "A-B", opengotha=True)
    event = with_line_up(event, "A", 1, ["a1", "a2", "a3"])
    event = with_line_up(event, "B", 1, ["b1", "b2", "b3"])
    assert _points(event) == (2, 1, 2, 0)


def test_by_miais_rules_an_empty_seat_loses_its_board() -> None:
    event = team_event(_FOUR | {"B": "b1 b2 b3"}, "a1+b1 a2-b2 a3-b3", "A-B")
    assert _points(event) == (2, 2, 1, 1)
    assert _match(event).boards[3].text == "1-0!"


def test_by_miais_rules_players_who_did_not_meet_do_not_count() -> None:
    match = _match(team_event(_FOUR, "a1+b1 a2+x b2+y a3+b3 a4-b4", "A-B"))
    assert [board.text for board in match.boards] == ["1-0", "", "1-0", "0-1"]


@pytest.mark.parametrize(
    ("games", "expected"),
    [
        ("a1+b1 a2?b2 a3?b3 a4?b4", (1, 0, 0, 0)),
        ("a1+b1 a2+b2 a3+b3 a4?b4", (3, 0, 2, 0)),
        ("a1+b1 a2+b2 a3-b3 a4?b4", (2, 1, 0, 0)),
        ("a1+b1 a2-b2 a3=b3 a4=b4", (2, 2, 1, 1)),
        ("a1+b1 a2-b2 a3=b3 a4xb4", (1.5, 1.5, 1, 1)),
        ("a1xb1 a2xb2 a3xb3 a4xb4", (0, 0, 0, 0)),
    ],
)
def test_by_miais_rules_a_match_counts_as_soon_as_nothing_can_change_it(
    games: str, expected: tuple[float, ...]
) -> None:
    event = team_event(_FOUR, games, "A-B")
    assert _points(event) == expected
    assert _match(event).decided is ("?" not in games)


def test_a_round_without_matches_has_none() -> None:
    assert matches_of(team_event(_FOUR, "a1+b1", ""), 1) == ()
    assert matches_of(team_event(_FOUR, "a1+b1", "A-B"), 2) == ()
