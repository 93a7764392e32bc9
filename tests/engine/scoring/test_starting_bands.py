"""Starting scores by bands, and who is on top."""

from dataclasses import replace

import pytest

from kit.builders import crosstable, with_player
from miai.domain.people.grade import Grade
from miai.domain.people.player import BarSide, Player, PlayerId
from miai.domain.points import plain, quarters
from miai.domain.problems import problems
from miai.domain.settings.event_settings import Settings
from miai.domain.settings.handicap_rules import Handicapping
from miai.domain.settings.scoring_rules import Scoring, StartBand
from miai.domain.starting_bands import band_of
from miai.domain.tournament import Tournament
from miai.engine.judging.referee import judge
from miai.engine.pairing.handicapping import handicap_matrix
from miai.engine.pairing.view import build_view
from miai.engine.scoring.scores import start_of
from miai.engine.verify.recount import starting_score
from miai.features.draw.pair import pair


def band(weakest: str, score: float, *members: str) -> StartBand:
    return StartBand(
        weakest=Grade.parse(weakest),
        score=quarters(score),
        members=tuple(PlayerId(member) for member in members),
    )


BANDS = (band("4d", 0), band("1d", -2, "K"), band("5k", -3))


def player(name: str, grade: str, **more: object) -> Player:
    return Player(id=PlayerId(name), surname=name, grade=Grade.parse(grade), **more)  # type: ignore[arg-type]


@pytest.mark.requirement("A10", "A13", "A16")
@pytest.mark.parametrize(
    ("who", "start"),
    [
        (player("A", "7d"), 0),
        (player("A", "4d"), 0),
        # Nobody of this grade was entered when the bands were built.
        (player("A", "3d"), -2),
        (player("A", "5k"), -3),
        # Weaker than the lowest band: below it, not above the 7d at 0.
        (player("A", "6k"), -4),
        (player("A", "30k"), -4),
        # Put into a band by hand, or above or below the bar.
        (player("K", "8k"), -2),
        (player("A", "3d", bar_side=BarSide.ABOVE), 0),
        (player("A", "6d", bar_side=BarSide.BELOW), -2),
        (player("K", "8k", bar_side=BarSide.ABOVE), -2),
        # A score of their own counts before any band, and a correction beside it.
        (player("K", "8k", start=quarters(1)), 1),
        (player("A", "7d", correction=quarters(-1)), -1),
    ],
)
def test_players_start_by_their_band(who: Player, start: float) -> None:
    scoring = Scoring(bands=BANDS)
    assert plain(start_of(who, scoring)) == start
    assert float(starting_score(who, scoring)) == start


def test_a_player_below_the_lowest_band_is_in_none() -> None:
    assert band_of(player("A", "9k"), BANDS) is None
    assert band_of(player("A", "9k", bar_side=BarSide.BELOW), BANDS[:1]) is None
    assert band_of(player("A", "9k", bar_side=BarSide.ABOVE), ()) is None


def event(grades: dict[str, str], settings: Settings) -> Tournament:
    return Tournament(players=tuple(player(name, grade) for name, grade in grades.items()), settings=settings)


def stones(tournament: Tournament, one: str, other: str) -> int:
    view = build_view(tournament, 1, seed=0)
    index = {str(each.id): i for i, each in enumerate(view.players)}
    return int(handicap_matrix(view)[index[one], index[other]])


FULL = Handicapping(by_score=False, correction=0, none_above_bar=True, none_from=Grade.parse("9d"))


@pytest.mark.requirement("A47")
def test_all_games_with_a_player_of_the_top_band_are_even() -> None:
    settings = Settings(system="aga", scoring=Scoring(bands=BANDS), handicapping=FULL)
    field = event({"A": "7d", "B": "4d", "C": "1d", "D": "5k"}, settings)
    assert stones(field, "A", "B") == stones(field, "A", "C") == stones(field, "A", "D") == 0
    assert stones(field, "C", "D") == 5
    more = replace(field, settings=replace(settings, handicapping=replace(FULL, none_above_bar=False)))
    assert stones(more, "A", "B") == 3
    draw = pair(field, round=1)
    assert judge(field, draw) == []


@pytest.mark.requirement("A47")
def test_starts_set_by_hand_have_their_own_top() -> None:
    field = event({"A": "7d", "B": "4d", "C": "1d", "D": "5k"}, Settings(system="aga", handicapping=FULL))
    for name, start in zip("ABCD", (0, 0, -2, -3), strict=True):
        field = with_player(field, name, start=quarters(start))
    assert stones(field, "A", "B") == stones(field, "B", "D") == 0
    assert stones(field, "C", "D") == 5
    assert judge(field, pair(field, round=1)) == []


@pytest.mark.requirement("A47")
def test_one_start_by_hand_does_not_move_the_bar() -> None:
    field = event({"A": "7d", "B": "5d", "C": "1d", "D": "5k"}, Settings(system="aga", handicapping=FULL))
    field = with_player(field, "C", start=quarters(99))
    assert stones(field, "A", "B") == stones(field, "A", "D") == 0
    only = with_player(field, "C", start=quarters(20))
    assert stones(only, "A", "D") == 0
    assert stones(only, "C", "D") == 5


def test_with_bands_stones_follow_the_grade() -> None:
    # Scores 0 to -3 are no grades.
    by_score = replace(FULL, by_score=True, none_above_bar=False)
    settings = Settings(scoring=Scoring(bands=BANDS), handicapping=by_score)
    field = event({"A": "7d", "B": "4d", "C": "1d", "D": "5k"}, settings)
    assert stones(field, "C", "D") == 5
    assert judge(field, pair(field, round=1)) == []


def test_bands_that_do_not_go_down_are_a_fault() -> None:
    wrong = (band("4d", 0, "A"), band("5d", 0, "A"))
    said = [str(each.what) for each in problems(Tournament(settings=Settings(scoring=Scoring(bands=wrong))))]
    assert said == [
        "band 2 does not reach below band 1",
        "band 2 does not start below band 1",
        "player 'A' is put into two bands",
    ]


def test_a_table_counts_from_the_band() -> None:
    played = crosstable("A+B", start=None)
    played = with_player(with_player(played, "A", grade=Grade.parse("7d")), "B", grade=Grade.parse("9k"))
    played = replace(played, settings=replace(played.settings, scoring=Scoring(bands=BANDS)))
    view = build_view(played, 2, seed=0)
    assert {str(p.id): int(score) for p, score in zip(view.players, view.scores, strict=True)} == {
        "A": 4,
        "B": -16,
    }
