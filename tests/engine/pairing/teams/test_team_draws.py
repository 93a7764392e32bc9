"""Teams as entrants of the systems for players: strength, results, absences, boards."""

from dataclasses import replace
from typing import Any

import pytest

from kit.team_events import team_event, with_line_up
from miai.domain.people.grade import Grade
from miai.domain.people.player import PlayerId
from miai.domain.rounds.game import Result
from miai.domain.settings.handicap_rules import Handicapping
from miai.domain.settings.pairing_rules import ColourRule, PairingRules
from miai.domain.settings.side_rules import MeanRounding, SideRules
from miai.domain.table_numbers import TableRange, Tables
from miai.domain.tournament import Tournament
from miai.engine.pairing.protocol import Draw
from miai.engine.scoring.teams.entrants import entrants_of
from miai.errors import InputError
from miai.features.draw.pair import pair, round_of, with_draw, with_line_ups_of


def graded(event: Tournament, grades: dict[str, str]) -> Tournament:
    players = tuple(
        replace(player, grade=Grade.parse(grades[player.id]), start=None) if player.id in grades else player
        for player in event.players
    )
    return replace(event, players=players)


def upcoming(teams: dict[str, str], **rules: Any) -> Tournament:
    event = team_event(teams, "", "", **rules)
    return replace(event, rounds=(), settings=replace(event.settings, rounds=3))


def results(event: Tournament, number: int = 1) -> list[Result]:
    return [board.result for board in entrants_of(event, number + 1).round(number).boards]


def test_a_team_starts_by_the_mean_grade_of_those_who_play() -> None:
    event = graded(upcoming({"A": "a1 a2 a3", "B": "b1 b2"}, size=2), {"a1": "3d", "a2": "2d", "a3": "9k"})
    assert str(entrants_of(event, 1).players[0].grade) == "2d"
    event = replace(event, settings=replace(event.settings, sides=SideRules(rounding=MeanRounding.STRONGER)))
    assert str(entrants_of(event, 1).players[0].grade) == "3d"
    with_reserve = with_line_up(event, "A", 1, ["a1", "a3"])
    assert str(entrants_of(with_reserve, 1).players[0].grade) == "3k"


def test_substitutes_do_not_change_the_start_of_a_team_that_has_played() -> None:
    teams = {"A": "a1 a2 a3", "B": "b1 b2"}
    event = graded(team_event(teams, "a1+b1 b2+a2", "A-B", size=2), {"a1": "3d", "a2": "3d", "a3": "9k"})
    event = with_line_up(event, "A", 2, ["a3", "a1"])
    assert str(entrants_of(event, 2).players[0].grade) == "3d"


def test_a_match_is_won_drawn_or_open() -> None:
    teams = {"A": "a1 a2 a3", "B": "b1 b2 b3"}
    assert results(team_event(teams, "a1+b1 b2-a2 a3-b3", "A-B")) == [Result.WHITE_WINS]
    assert results(team_event(teams, "a1-b1 b2+a2 a3?b3", "A-B")) == [Result.BLACK_WINS]
    assert results(team_event(teams, "a1+b1 b2+a2 a3?b3", "A-B")) == [Result.UNKNOWN]
    assert results(team_event(teams, "a1+b1 b2+a2 a3=b3", "A-B")) == [Result.JIGO]
    assert results(team_event(teams, "a1xb1 b2xa2 a3xb3", "A-B")) == [Result.BOTH_LOSE]


def test_a_match_that_nobody_played_is_won_by_default() -> None:
    teams = {"A": "a1 a2", "B": "b1 b2"}
    event = with_line_up(team_event(teams, "a1+b1!", "A-B"), "B", 1, ["b1", "-"])
    assert results(event) == [Result.WHITE_WINS_BY_DEFAULT]


def test_only_a_knock_out_decides_a_drawn_match_by_its_first_boards() -> None:
    event = team_event({"A": "a1 a2", "B": "b1 b2"}, "a1-b1 b2-a2", "A-B")
    assert results(event) == [Result.JIGO]
    knock_out = replace(event, settings=replace(event.settings, system="knockout"))
    assert results(knock_out) == [Result.BLACK_WINS]


def test_a_team_that_nobody_can_play_for_is_absent_and_one_that_rested_is_not() -> None:
    teams = {"A": "a1 a2", "B": "b1 b2", "C": "c1"}
    event = team_event(teams, "a1+b1 b2+a2 c1-", "A-B", size=2)
    found = {player.id: player for player in entrants_of(event, 2).players}
    assert found[PlayerId("C")].absent_rounds == frozenset({1})
    assert found[PlayerId("A")].absent_rounds == frozenset()
    rested = team_event(teams, "a1+b1 b2+a2", "A-B", resting="C", size=2)
    assert entrants_of(rested, 2).round(1).free == ("C",)


def test_a_team_is_of_the_country_and_club_that_all_share() -> None:
    event = upcoming({"A": "a1 a2", "B": "b1 b2"})
    about = {"a1": ("FR", "Lyon"), "a2": ("FR", "Nice"), "b1": ("DE", "Ulm"), "b2": ("DE", "Ulm")}
    players = tuple(
        replace(player, country=about[player.id][0], club=about[player.id][1]) for player in event.players
    )
    found = entrants_of(replace(event, players=players), 1).players
    assert [(team.country, team.club) for team in found] == [("FR", ""), ("DE", "Ulm")]


def test_a_round_that_was_not_played_by_teams_counts_as_drawn() -> None:
    event = team_event({"A": "a1 a2", "B": "b1 b2"}, "a1+a2 b1+b2", "")
    assert {match.white for match in pair(event, round=2).matches} <= {"A", "B"}


def test_of_several_matches_in_a_round_the_first_counts_for_pairing() -> None:
    teams = {"A": "a1 a2", "B": "b1 b2", "C": "c1 c2", "D": "d1 d2"}
    event = team_event(teams, "a1+b1 a2+c2 c1+d1", "A-B A-C C-D")
    assert [(board.white, board.black) for board in entrants_of(event, 2).round(1).boards] == [
        ("A", "B"),
        ("C", "D"),
    ]
    assert len(pair(event, round=2).matches) == 2


class TestBoards:
    """From matches to boards."""

    def drawn(self, event: Tournament, **settings: Any) -> Draw:
        return pair(replace(event, settings=replace(event.settings, **settings)), round=1)

    def test_tables_follow_the_settings_and_skip_what_is_left_out(self) -> None:
        event = upcoming({"A": "a1 a2", "B": "b1 b2", "C": "c1 c2", "D": "d1 d2"})
        tables = Tables(ranges=(TableRange(11),), left_out=(TableRange(12, 12),))
        assert [board.table for board in self.drawn(event, tables=tables).boards] == [11, 13, 14, 15]

    def test_who_gives_stones_has_white_and_boards_are_even_otherwise(self) -> None:
        event = graded(
            upcoming({"A": "a1 a2", "B": "b1 b2"}, handicaps=True),
            {"a1": "1k", "a2": "1k", "b1": "1k", "b2": "5k"},
        )
        boards = self.drawn(event, handicapping=Handicapping(by_score=False)).boards
        assert [board.handicap for board in boards] == [0, 3]
        assert boards[1].white.id == "a2"
        assert boards[1].komi == 0.5
        even = replace(
            event, settings=replace(event.settings, teams=replace(event.settings.teams, handicaps=False))
        )
        assert [board.handicap for board in self.drawn(even).boards] == [0, 0]

    def test_captains_settle_the_colours_where_the_event_says_so(self) -> None:
        event = upcoming({"A": "a1 a2", "B": "b1 b2"})
        boards = self.drawn(event, pairing=PairingRules(colours=ColourRule.NIGIRI)).boards
        assert [board.colours_known for board in boards] == [False, False]

    def test_nobody_plays_for_two_teams(self) -> None:
        event = upcoming({"A": "a1 a2", "B": "a1 b2"})
        with pytest.raises(InputError, match="a1 is in the line-ups of A and B: state who they play for"):
            pair(event, round=1)

    def test_an_empty_seat_leaves_its_opponent_without_a_game(self) -> None:
        event = with_line_up(upcoming({"A": "a1 a2", "B": "b1 b2"}), "A", 1, ["-", "a1"])
        draw = pair(event, round=1)
        assert [{board.white.id, board.black.id} for board in draw.boards] == [{"a1", "b2"}]

    def test_white_on_board_1_is_balanced_over_the_event(self) -> None:
        teams = {name: f"{name.lower()}1 {name.lower()}2" for name in "ABCD"}
        event = upcoming(teams)
        whites = dict.fromkeys(teams, 0)
        for number in (1, 2, 3):
            draw = pair(event, round=number)
            for match in draw.matches:
                whites[match.white] += 1
            event = with_draw(with_line_ups_of(event, draw), round_of(draw))
        assert set(whites.values()) <= {1, 2}
