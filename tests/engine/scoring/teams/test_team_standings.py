"""The table of teams: each criterion, their order, and places."""

from dataclasses import replace
from typing import Any

import pytest

from kit.builders import with_player
from kit.team_events import team_event, with_line_up
from miai.domain.people.grade import Grade
from miai.domain.points import quarters
from miai.domain.settings.criterion_names import TEAM_CRITERION_NAMES
from miai.domain.tournament import Tournament
from miai.engine.scoring.teams.criteria import TEAM_TIEBREAKS
from miai.engine.scoring.teams.table import TeamTable, team_standings
from miai.errors import InputError

# Round 1: A 2-1 B, C 3-0 D. Round 2: A 1.5-1.5 C, D 0-3 B. Team points: A 3, B 2, C 3, D 0.
FOUR = {"A": "a1 a2 a3", "B": "b1 b2 b3", "C": "c1 c2 c3", "D": "d1 d2 d3"}
EVENT = team_event(
    FOUR,
    "a1+b1 b2+a2 a3+b3 c1+d1 d2-c2 c3+d3 | c1+a1 a2+c2 c3=a3 d1-b1 b2+d2 d3-b3",
    "A-B C-D | C-A D-B",
)
# Three teams, of whom one rests in each round.
REST = team_event(
    {"A": "a1 a2", "B": "b1 b2", "C": "c1 c2"},
    "a1+b1 b2+a2 | a1+c1 a2+c2 | b1+c1 c2-b2",
    "A-B | A-C | B-C",
    resting="C | B | A",
)


def _column(event: Tournament, key: str, **how: Any) -> dict[str, float]:
    table = team_standings(event, criteria=[key], **how)
    return {row.team.name: row.values[key] for row in sorted(table.rows, key=lambda row: row.team.number)}


def _places(table: TeamTable) -> list[tuple[int, str]]:
    return [(row.place, row.team.name) for row in table.rows]


def test_a_won_match_gives_two_team_points_and_a_drawn_one_gives_one() -> None:
    assert _column(EVENT, "teamp") == {"A": 3, "B": 2, "C": 3, "D": 0}


def test_opponents_team_points_are_those_of_now() -> None:
    assert _column(EVENT, "sost") == {"A": 5, "B": 3, "C": 3, "D": 5}
    assert _column(EVENT, "sost", after=1) == {"A": 0, "B": 2, "C": 0, "D": 2}


def test_board_points_on_all_and_on_the_first_boards() -> None:
    assert _column(EVENT, "bdw") == {"A": 3.5, "B": 4, "C": 4.5, "D": 0}
    assert _column(EVENT, "bdw1u") == {"A": 1, "B": 1, "C": 2, "D": 0}
    assert _column(EVENT, "bdw2u") == {"A": 2, "B": 3, "C": 3, "D": 0}
    assert _column(EVENT, "bdw9u") == _column(EVENT, "bdw")


def test_board_points_stop_at_the_size_of_a_team() -> None:
    event = team_event({"A": "a1", "B": "b1"}, "a1-b1 a2+b2 a3+b3", "A-B", opengotha=True)
    event = with_line_up(event, "A", 1, ["a1", "a2", "a3"])
    event = with_line_up(event, "B", 1, ["b1", "b2", "b3"])
    assert _column(event, "bdw") == _column(event, "bdw9u") == {"A": 0, "B": 1}
    assert _column(event, "teamp") == {"A": 2, "B": 0}


def test_the_mean_rating_is_that_of_the_first_line_up_by_the_size_of_a_team() -> None:
    event = team_event({"A": "a1 a2 a3", "B": "b1 b2"}, "a1+b1 | a3+b1", "A-B | A-B", size=3)
    ratings = {"a1": 2000.0, "a2": 1801.0, "a3": -1000.0, "b1": 2100.0, "b2": 3000.0}
    for name, rating in ratings.items():
        event = with_player(event, name, rating=rating)
    event = with_line_up(event, "A", 1, ["a1", "a2", "-"])
    # (2000 + 1801) / 3; (2100 + 2949) / 3, whatever the later line-ups are.
    assert _column(event, "mnr") == {"A": 1267, "B": 1683}
    assert _column(with_line_up(event, "A", 2, ["a1", "a2", "a3"]), "mnr") == {"A": 1267, "B": 1683}


def test_the_mean_rating_is_rounded_towards_zero_and_ratings_are_held_to_30_kyu() -> None:
    event = team_event({"A": "a1 a2 a3", "B": "b1 b2"}, "a1+b1", "A-B", size=3)
    for name, rating in {"a1": -5000.0, "a2": -1.0, "a3": 0.0}.items():
        event = with_player(event, name, rating=rating)
    assert _column(event, "mnr")["A"] == -300
    assert _column(with_player(event, "a2", rating=-2.0), "mnr")["A"] == -300


def test_criteria_of_miais_own() -> None:
    assert _column(EVENT, "matches") == {"A": 1, "B": 1, "C": 1, "D": 0}
    assert _column(EVENT, "sobdw") == {"A": 8.5, "B": 3.5, "C": 3.5, "D": 8.5}
    assert _column(EVENT, "sodost") == {"A": 3.5, "B": 0, "C": 1.5, "D": 0}
    assert _column(EVENT, "cusst") == {"A": 5, "B": 2, "C": 5, "D": 0}


def test_in_a_mcmahon_event_teams_start_by_the_mean_of_their_grades() -> None:
    event = replace(EVENT, settings=replace(EVENT.settings, system="mcmahon"))
    for name in ("a1", "a2", "a3"):
        event = with_player(event, name, grade=Grade.parse("3d"))
    # A 3d starts at 32 and a 1d at 30; a won match is a point, a drawn one half a point.
    assert _column(event, "mms") == {"A": 33.5, "B": 31, "C": 31.5, "D": 30}
    assert _column(event, "sosm") == {"A": 62.5, "B": 63.5, "C": 63.5, "D": 62.5}
    assert _column(event, "mms", after=0) == {"A": 32, "B": 30, "C": 30, "D": 30}
    assert sorted(_column(event, "draw").values()) == [0, 1, 2, 3]


def test_direct_comparison_counts_the_match_between_tied_teams() -> None:
    event = team_event(
        {"A": "a1 a2", "B": "b1 b2", "C": "c1 c2", "D": "d1 d2"},
        "a1+b1 a2+b2 c1+d1 c2+d2 | a1-c1 a2+c2 b1+d1 b2+d2 | a1-d1 a2-d2 b1+c1 b2+c2",
        "A-B C-D | A-C B-D | A-D B-C",
    )
    # A and C have 3 points and drew; B has 4; D beat A and has 2.
    assert _column(event, "teamp") == {"A": 3, "B": 4, "C": 3, "D": 2}
    assert _places(team_standings(event, criteria="teamp,direct"))[1:3] == [(2, "A"), (2, "C")]
    early = team_standings(event, after=2, criteria=["matches", "direct"])
    assert {row.team.name: row.values["direct"] for row in early.rows} == dict.fromkeys("ABCD", 0)


def test_direct_comparison_parts_two_tied_teams_that_met() -> None:
    event = team_event(
        {"B": "b1 b2", "A": "a1 a2"}, "a1+b1 a2=b2 | a1-b1 a2-b2 | a1+b1 a2=b2", "A-B | A-B | A-B"
    )
    assert _column(event, "bdw") == {"B": 3, "A": 3}
    assert _places(team_standings(event, criteria="bdw, direct")) == [(1, "A"), (2, "B")]


def test_a_resting_team_gets_what_the_rules_say() -> None:
    assert _column(REST, "teamp") == {"A": 5, "B": 5, "C": 2}
    assert _column(REST, "bdw") == {"A": 4, "B": 4, "C": 1}
    assert _column(REST, "bdw1u") == {"A": 2.5, "B": 1.5, "C": 0.5}
    assert _column(REST, "sost") == {"A": 7, "B": 7, "C": 10}
    nothing = replace(REST.settings.teams, bye_points=quarters(0), bye_boards=quarters(0))
    event = replace(REST, settings=replace(REST.settings, teams=nothing))
    assert _column(event, "teamp") == {"A": 3, "B": 3, "C": 0}
    assert _column(event, "bdw") == {"A": 3, "B": 3, "C": 0}


def test_equal_teams_share_a_place_and_stand_by_number() -> None:
    assert _places(team_standings(EVENT, criteria=["teamp"])) == [(1, "A"), (1, "C"), (3, "B"), (4, "D")]
    later = replace(EVENT.teams[0], number=9)
    renumbered = replace(EVENT, teams=(later, *EVENT.teams[1:]))
    assert _places(team_standings(renumbered, criteria="teamp"))[:2] == [(1, "C"), (1, "A")]


def test_criteria_decide_in_their_order() -> None:
    assert _places(team_standings(EVENT)) == [(1, "C"), (2, "A"), (3, "B"), (4, "D")]
    assert [name for _, name in _places(team_standings(EVENT, criteria="sost,teamp"))] == ["A", "D", "C", "B"]


def test_the_results_name_the_line_of_the_opponents_and_the_boards() -> None:
    table = team_standings(EVENT)
    assert [row.results for row in table.rows] == [
        ("4+ 3:0", "2= 1.5:1.5"),
        ("3+ 2:1", "1= 1.5:1.5"),
        ("2- 1:2", "4+ 3:0"),
        ("1- 0:3", "3- 0:3"),
    ]
    assert team_standings(REST).rows[2].results[0] == "0+"
    opening = team_event({"A": "a1 a2", "B": "b1 b2"}, "a1+b1 a2?b2", "A-B")
    assert team_standings(opening).rows[0].results == ("2? 1:0",)


def test_rounds_that_are_planned_but_not_played_count_nothing() -> None:
    planned = replace(EVENT, settings=replace(EVENT.settings, rounds=5))
    assert _places(team_standings(planned, after=5)) == _places(team_standings(EVENT))
    assert team_standings(planned, after=5).rows[0].results[2:] == ("0-", "0-", "0-")


def test_what_cannot_be_asked_for_is_said() -> None:
    with pytest.raises(InputError, match="there is no round 9: 2 have been played"):
        team_standings(EVENT, after=9)
    with pytest.raises(InputError, match="'bdw3' is not a criterion; did you mean"):
        team_standings(EVENT, criteria="bdw3")
    with pytest.raises(InputError, match="there are no teams"):
        team_standings(replace(EVENT, teams=()))


def test_every_criterion_has_names_and_a_description_of_its_own() -> None:
    assert dict(TEAM_CRITERION_NAMES) == TEAM_TIEBREAKS
    for part in ("title", "name", "says"):
        texts = {str(getattr(each, part)).lower() for each in TEAM_TIEBREAKS.values()}
        assert len(texts) == len(TEAM_TIEBREAKS), part


def test_criteria_are_known_by_heading_key_and_name_in_any_case() -> None:
    for key, each in TEAM_TIEBREAKS.items():
        for text in (key, key.upper(), str(each.title), str(each.name)):
            assert team_standings(EVENT, criteria=[text]).criteria == (key,), text
    assert set(team_standings(EVENT, criteria="all").rows[0].values) == set(TEAM_TIEBREAKS)
