"""Bonus points: given for a round, counted like points won, undone one by one."""

import pytest

from kit.console import Console, console
from miai.domain.points import HALF, POINT, Quarters
from miai.engine.scoring import standings
from miai.engine.scoring.bonuses import bonuses
from miai.errors import InputError
from miai.features.draw.draw_round import take_back_round
from miai.features.history.show_history import history_view, player_history
from miai.features.history.undo import undo
from miai.features.standings.bonus import bonuses_with_entries, give_bonus


@pytest.fixture
def hall() -> Console:
    hall = console("Ada 1d, Bo 1d, Cy 1d, Di 1d")
    hall.draw(1)
    hall.play(1)
    return hall


def score(hall: Console, name: str) -> float:
    rows = standings(hall.event, after=1, criteria="mms").rows
    return next(row.values["mms"] for row in rows if row.player.surname == name)


@pytest.mark.requirement("V51")
def test_a_bonus_counts_like_points_won_and_can_be_undone_alone(hall: Console) -> None:
    before = score(hall, "Ada")
    give_bonus(*hall.at, round=1, player=hall.who("Ada"), points=HALF, by="bar")
    give_bonus(*hall.at, round=1, player=hall.who("Ada"), points=POINT, by="bar")
    assert score(hall, "Ada") == before + 1.5
    first, second = bonuses_with_entries(hall.state, 1)
    assert [str(each.message) for each in bonuses(hall.event)] == ["Ada 0.5 in round 1", "Ada 1 in round 1"]
    assert first.entry is not None
    undo(*hall.at, first.entry, by="Anneke")
    assert bonuses_with_entries(hall.state, 1) == (second,)
    assert score(hall, "Ada") == before + 1


def test_the_history_names_who_earned_how_much(hall: Console) -> None:
    give_bonus(*hall.at, round=1, player=hall.who("Ada"), points=HALF, by="bar")
    assert str(history_view(hall.state)[0].what) == "Bonus for Ada: 0.5"
    assert str(player_history(hall.state, hall.who("Ada"))[0].what) == "Round 1: Bonus for Ada: 0.5"
    assert "Bonus" not in str(player_history(hall.state, hall.who("Bo"))[0].what)


def test_the_bonus_of_a_round_goes_with_its_draw(hall: Console) -> None:
    give_bonus(*hall.at, round=1, player=hall.who("Ada"), points=HALF, by="bar")
    take_back_round(*hall.at, round=1, by="Anneke")
    hall.draw(1)
    assert bonuses_with_entries(hall.state, 1) == bonuses(hall.event) == ()


@pytest.mark.parametrize("points", [0, 4000])
def test_an_impossible_bonus_is_refused(hall: Console, points: int) -> None:
    with pytest.raises(InputError, match="is not possible"):
        give_bonus(*hall.at, round=1, player=hall.who("Ada"), points=Quarters(points), by="bar")
    with pytest.raises(InputError, match="round 2 is not drawn yet"):
        give_bonus(*hall.at, round=2, player=hall.who("Ada"), points=HALF, by="bar")
