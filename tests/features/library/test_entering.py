"""Tournaments made in a program: grades in words, points in points, ids that are checked."""

from dataclasses import replace
from typing import Any

import pytest

import miai
from miai.domain.people.grade import Grade
from miai.domain.people.player import BarSide, Member, Player, PlayerId
from miai.domain.points import quarters


def field(count: int) -> list[miai.Player]:
    return [miai.player("P", f"N{number}", grade=f"{number + 1}k") for number in range(count)]


def test_a_bye_of_one_point_is_one_point() -> None:
    event = miai.tournament("Cup", players=field(3), bye_points=1, rounds=2)
    event = miai.with_games(event, 1, [("N0", "N1", "white")], byes=["N2"])
    starts = {row.player.surname: row.values["mms"] for row in miai.standings(event, after=0).rows}
    after = {row.player.surname: row.values["mms"] for row in miai.standings(event).rows}
    assert {name: after[name] - starts[name] for name in after} == {"N0": 1, "N1": 0, "N2": 1}


def test_half_a_point_for_an_absence_counts_for_wins_too() -> None:
    players = [*field(2), miai.player("P", "Away", grade="9k", absent=[1])]
    event = miai.tournament(
        "Cup", system="swiss", players=players, absent_points=0.5, rules={"scoring.round_down": False}
    )
    event = miai.with_games(event, 1, [("N0", "N1", "white")])
    assert [row.values["nbw"] for row in miai.standings(event, criteria=["nbw"]).rows] == [1, 0.5, 0]


def test_details_are_given_in_words_and_points() -> None:
    made = miai.player(
        " Anna ",
        "Example",
        grade=Grade.parse("3d"),
        start=2.5,
        bar_side="above",
        highest_grade="4d",
        country="SE",
    )
    assert made.first_name == "Anna"
    assert (made.start, made.bar_side, made.highest_grade) == (
        quarters(2.5),
        BarSide.ABOVE,
        Grade.parse("4d"),
    )


@pytest.mark.parametrize(
    ("details", "sentence"),
    [
        ({"grade": "3x"}, "Example Anna: grade: 3x is not a grade. Use 50k to 1k"),
        ({"grade": "3d", "rating": 99_999}, "Example Anna: rating: 99999 is not between"),
        ({"grade": "3d", "start": 0.3}, "Example Anna: start: only halves and quarters of a point"),
        ({"grade": "3d", "sigma": [80]}, r"Example Anna: sigma: \[80\] is not a number"),
        ({"grade": "3d", "correction": "none"}, "Example Anna: correction: none is not a number"),
        ({"grade": "3d", "sex": "m"}, "Example Anna: sex: 'm' is not possible: female or male"),
        ({"grade": "3d", "clubb": "Lund"}, "Example Anna: a player has no 'clubb'; did you mean club"),
    ],
)
def test_a_player_who_cannot_be_is_refused_by_name(details: dict[str, Any], sentence: str) -> None:
    with pytest.raises(miai.InputError, match=sentence):
        miai.player("Anna", "Example", **details)


def test_who_has_no_surname_is_refused() -> None:
    with pytest.raises(miai.InputError, match="a player needs a surname"):
        miai.player("Anna", " ", grade="3d")


@pytest.mark.parametrize(
    ("rules", "sentence"),
    [
        ({"system": "swis"}, "'swis' is not a system"),
        ({"preset": "mia"}, "'mia' is not a preset"),
        ({"rounds": 0}, "rounds: 0 is not between 1 and 999"),
        ({"name": ""}, "the tournament needs a name"),
        ({"begin": "4 May"}, "First day: '4 May' is not a day: write it as 2026-12-31"),
        ({"bar": "3x"}, "3x is not a grade"),
        ({"bar": "3k", "floor": "3d"}, "the floor is above the bar"),
        ({"bye_points": 0.3}, "only halves and quarters of a point"),
        ({"criteria": ["MMS", "SOSS"]}, "'SOSS' is not a criterion; did you mean"),
        ({"rules": {"scoring.bare": 1}}, "scoring.bare: there is no such rule"),
    ],
)
def test_rules_that_cannot_be_are_refused(rules: dict[str, Any], sentence: str) -> None:
    with pytest.raises(miai.InputError, match=sentence):
        miai.tournament(**{"name": "Cup", **rules})


def test_new_ids_leave_out_those_that_are_taken() -> None:
    event = miai.tournament("Cup", players=[*field(2), miai.player("P", "Own", grade="1d", id="p7")])
    assert [player.id for player in event.players] == ["p8", "p9", "p7"]
    assert [player.id for player in miai.with_players(event, field(1)).players][-1] == "p10"


@pytest.mark.parametrize("value", ["3d", 2, None])
def test_a_grade_that_is_no_grade_is_refused_where_a_player_is_made(value: Any) -> None:
    for made in (
        lambda: Player(id=PlayerId("p1"), surname="Example", grade=value),
        lambda: Member(surname="Example", grade=value),
        lambda: replace(field(1)[0], grade=value),
    ):
        with pytest.raises(miai.InputError, match="is not a Grade"):
            made()


def test_a_name_alone_is_no_player() -> None:
    with pytest.raises(miai.InputError, match=r"'Anna' is not a player \(make one with miai\.player\)"):
        miai.tournament("Cup", players=["Anna"])  # type: ignore[list-item]


@pytest.mark.parametrize("system", ["mcmahon", "swiss", "round_robin", "knockout", "entropy", "random"])
def test_players_with_one_id_are_not_paired(system: str) -> None:
    same = tuple(replace(player, id=PlayerId("x")) for player in field(4))
    event = replace(miai.tournament("Cup", system=system), players=same)
    for asked in (lambda: miai.pair(event, round=1), lambda: miai.standings(event)):
        with pytest.raises(miai.InputError, match="two players have the id 'x'"):
            asked()


def test_a_draw_of_another_tournament_is_refused() -> None:
    event = miai.tournament("Cup", players=field(4))
    strangers = [miai.player("S", "One", grade="1d", id="s1"), miai.player("S", "Two", grade="1d", id="s2")]
    draw = miai.pair(miai.tournament("Elsewhere", players=strangers), round=1)
    with pytest.raises(miai.InputError, match=r"round 1.*s[12]"):
        miai.with_draw(event, draw)


def test_players_are_named_in_the_same_ways_everywhere() -> None:
    event = miai.tournament("Cup", players=field(4))
    for one, other in (("N0", "N1"), ("P N0", "N1 P"), ("p1", "p2")):
        assert miai.why_not(event, one, other, round=1) == miai.why_not(event, "N0 P", "N1 P", round=1)
        game = miai.with_games(event, 1, [(one, other)]).rounds[0].boards[0]
        assert (game.white, game.black) == ("p1", "p2")


def test_results_and_games_name_what_is_not_there() -> None:
    event = miai.tournament("Cup", players=field(4))
    with pytest.raises(miai.InputError, match="round 1 is not drawn yet"):
        miai.with_results(event, 1, {1: "white"})
    event = miai.with_draw(event, miai.pair(event, round=1))
    with pytest.raises(miai.InputError, match="“won” is not a result: unknown, white, black, jigo, "):
        miai.with_results(event, 1, {1: "won"})
    with pytest.raises(miai.InputError, match="nobody called 'Nemo' is entered"):
        miai.with_games(event, 1, [("N0", "Nemo")])
    with pytest.raises(miai.InputError, match="round 1: N0 P is paired twice"):
        miai.with_games(event, 1, [("N0", "N1"), ("N0", "N2")])


def test_many_simulated_tournaments_are_the_same_for_a_seed_and_follow_the_strengths() -> None:
    event = miai.tournament("Cup", system="swiss", rounds=2, players=field(4))
    one, again = (miai.simulate(event, count=50, seed=3) for _ in range(2))
    assert (one.scores == again.scores).all()
    assert one.scores.sum(axis=1).tolist() == [4.0] * 50
    # So much stronger than the others that nobody else wins a game against them.
    strong = miai.simulate(event, count=50, seed=3, model="egf-logistic", strengths=[-60, -60, -60, 60])
    best = [player.surname for player in strong.players].index("N3")
    assert (strong.scores[:, best] == 2).all()
    with pytest.raises(miai.InputError, match="there are 1 strengths for 4 players"):
        miai.simulate(event, strengths=[1.0])


def test_what_the_simulation_does_not_play_is_said() -> None:
    event = miai.tournament("Cup", system="knockout", players=field(4))
    with pytest.raises(miai.InputError, match="this event cannot be simulated: the system 'knockout'"):
        miai.simulate(event)


def test_games_of_another_program_come_with_their_stones() -> None:
    event = miai.with_games(
        miai.tournament("Cup", players=field(4)), 1, [("N0", "N3", "black", 2), ("N1", "N2")]
    )
    given, open_game = event.round(1).boards
    assert (given.handicap, given.komi, given.result) == (2, 0.5, miai.Result.BLACK_WINS)
    assert (open_game.handicap, open_game.komi, open_game.result) == (0, 6.5, miai.Result.UNKNOWN)


def test_a_round_that_the_event_does_not_have_cannot_be_missed() -> None:
    with pytest.raises(miai.InputError, match="Example Anna misses round 9, but the event has rounds 1 to 4"):
        miai.tournament("Cup", rounds=4, players=[miai.player("Anna", "Example", grade="3d", absent=[2, 9])])
