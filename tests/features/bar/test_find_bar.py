"""The entry of a bar: in one line, or from a tournament."""

from dataclasses import replace
from typing import Any

import pytest

from miai.domain.people.grade import Grade
from miai.domain.people.player import BarSide, Player, PlayerId, Registration
from miai.domain.points import quarters
from miai.domain.settings.event_settings import Settings
from miai.domain.settings.scoring_rules import Scoring
from miai.domain.tournament import Tournament
from miai.engine.bar import trial
from miai.engine.bar.study import margin
from miai.errors import InputError
from miai.features.bar.find_bar import entry_of, read_entry, steady_pairings, study_bar


def event(*players: Player, bar: str = "3d", system: str = "mcmahon") -> Tournament:
    scoring = Scoring(bar=Grade.parse(bar), floor=Grade.parse("20k"))
    return Tournament(players=players, settings=Settings(rounds=3, scoring=scoring, system=system))


def player(name: str, grade: str, **facts: Any) -> Player:
    return Player(id=PlayerId(name), surname=name, grade=Grade.parse(grade), **facts)


def test_an_entry_is_read_in_one_line_professionals_among_the_dans() -> None:
    assert read_entry(" 1p:1, 7d:1, 4 dan:2 ,2k:0,1k:1", 3).grades == (6, 6, 3, 3, -1)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("4d:4,4q:2", "entry, part 2: '4q' is not a grade"),
        ("4d", "entry, part 1: '4d' is not a grade, a colon and a number"),
        ("4d:four", "entry, part 1: 'four' is not a number of players"),
        ("4d:-4", "'-4' is not a number of players"),
        ("4d:99999999999", "is not a number of players"),
        ("4d:4,3d:2,4d:1", "entry, part 3: 4d was given before"),
        ("4d:4,", "entry, part 2"),
    ],
)
def test_an_unreadable_entry_says_what_and_where(text: str, sentence: str) -> None:
    with pytest.raises(InputError, match=sentence):
        read_entry(text, 3)


def test_every_fault_of_an_entry_is_told() -> None:
    with pytest.raises(InputError) as caught:
        read_entry("4q:1,3d:x", 3)
    assert len(caught.value.problems) == 2


def test_registered_players_count_who_play_at_least_one_round() -> None:
    entry = entry_of(
        event(
            player("A", "4d"),
            player("B", "3d", absent_rounds=frozenset((1, 2))),
            player("C", "2d", absent_rounds=frozenset((1, 2, 3))),
            player("D", "1d", registration=Registration.PRELIMINARY),
        )
    )
    assert entry.grades == (3, 2)
    assert [str(note) for note in entry.notes] == ["left out, not registered or never present: 2"]


def test_before_anybody_is_registered_everybody_counts() -> None:
    early = [player(name, "2d", registration=Registration.PRELIMINARY) for name in "AB"]
    entry = entry_of(event(*early))
    assert entry.grades == (1, 1)
    assert "everybody is counted" in str(entry.notes[0])


def test_the_present_bar_is_the_lowest_grade_that_starts_on_top() -> None:
    entry = entry_of(event(player("A", "5d"), player("B", "4d"), player("C", "2d"), bar="3d"))
    assert (entry.present, entry.present_population) == (3, 2)


@pytest.mark.parametrize(("bar", "present"), [("6d", 4), ("3d", 3), ("2d", 1)])
def test_a_bar_where_nobody_is_keeps_the_grade_that_it_is_set_to(bar: str, present: int) -> None:
    entry = entry_of(event(player("A", "5d"), player("B", "4d"), player("C", "2d"), bar=bar))
    assert (entry.set_at, entry.present) == (Grade.parse(bar).number, present)


def test_players_put_above_the_bar_by_hand_count_but_do_not_move_it() -> None:
    raised = player("C", "2d", bar_side=BarSide.ABOVE)
    entry = entry_of(event(player("A", "5d"), player("B", "4d"), raised, player("D", "1d"), bar="4d"))
    assert (entry.present, entry.present_population) == (3, 3)


def test_one_corrected_player_does_not_move_the_bar() -> None:
    corrected = player("C", "4d", correction=quarters(1))
    entry = entry_of(event(player("A", "5d"), player("B", "4d"), corrected, player("D", "1d"), bar="4d"))
    assert (entry.present, entry.present_population) == (3, 3)


def test_starts_that_ignore_grades_show_no_bar() -> None:
    starts = [player(name, grade, start=quarters(start)) for name, grade, start in
              (("A", "5d", 0), ("B", "4d", 1), ("C", "3d", 0))]  # fmt: skip
    assert entry_of(event(*starts)).present is None


def test_a_swiss_has_no_bar_and_says_so() -> None:
    entry = entry_of(event(player("A", "5d"), player("B", "4d"), system="swiss"))
    assert entry.present is None
    assert [str(note) for note in entry.notes] == ["the tournament's system, swiss, has no bar"]


def test_a_study_tells_how_many_of_its_tournaments_are_played(monkeypatch: pytest.MonkeyPatch) -> None:
    # Tournaments are played a few at a time, as those of large fields are.
    monkeypatch.setattr(trial, "_BATCH_PAIRS", 1)
    told: list[tuple[int, int]] = []
    entry = replace(read_entry("5d:2,4d:2,3d:2,2d:2,1d:4,1k:4", 2), present=-1)
    in_parts = study_bar(entry, pairings=30, progress=lambda done, total: told.append((done, total)))
    # Four bars and the tournament's own; a quarter of the four once more by two other fits of the model.
    assert {total for _, total in told} == {150 + 2 * 4 * 7}
    done = [each for each, _ in told]
    assert done == sorted(set(done))
    assert done[-1] == 150 + 2 * 4 * 7
    assert len(done) > 5
    monkeypatch.undo()
    assert study_bar(entry, pairings=30) == in_parts


@pytest.mark.parametrize(
    ("share", "trials", "low", "high"),
    # Wilson's interval: 0 to 39.0 % for 0 of 6, 18.8 to 81.2 % for 3 of 6, 46.9 to 53.1 % for 500 of 1000.
    [(0.0, 6, 0.39, 0.391), (0.5, 6, 0.312, 0.313), (1.0, 6, 0.39, 0.391), (0.5, 1000, 0.0309, 0.0310)],
)
def test_how_precise_a_share_of_few_trials_is(share: float, trials: int, low: float, high: float) -> None:
    assert low < margin(share, trials) < high


def test_large_fields_are_tried_less_often() -> None:
    assert steady_pairings([1] * 40 + [0] * 10, 5) == 1000
    assert 100 <= steady_pairings([1] * 100 + [0] * 100, 5) < 500
    # Five thousand would take minutes with as many as a thousand have.
    for each in (400, 500):
        assert steady_pairings([grade for grade in range(10) for _ in range(each)], 9) == 12
