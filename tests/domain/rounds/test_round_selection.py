"""Some rounds of an event, as they are sent to a federation."""

import pytest

from kit.builders import crosstable
from miai.domain.rounds.round_selection import choose_rounds, only_rounds, rounds_text
from miai.engine.scoring import standings
from miai.errors import InputError

EVENT = crosstable("A+B C+D | A+C B+D | A+D C+ B-", system="swiss", criteria=("nbw",))


@pytest.mark.parametrize(
    ("rounds", "without", "chosen"),
    [
        ("", "", (1, 2, 3)),
        ("1-2", "", (1, 2)),
        ("3", "", (3,)),
        ("1, 3", "", (1, 3)),
        ("2 – 3", "", (2, 3)),
        ("", "2", (1, 3)),
        ("1-3", "1,3", (2,)),
        ("1,1-2", "", (1, 2)),
    ],
)
def test_rounds_are_a_range_or_a_list_less_those_that_are_discarded(
    rounds: str, without: str, chosen: tuple[int, ...]
) -> None:
    assert choose_rounds(EVENT, rounds, without) == chosen


@pytest.mark.parametrize(
    ("rounds", "without", "why"),
    [
        ("4", "", "there is no round 4: the last round played is round 3"),
        ("", "9", "there is no round 9"),
        ("2-1", "", "'2-1' are not rounds such as 1-5 or 1-2, 4-6"),
        ("0", "", "'0' are not rounds"),
        ("one", "", "'one' are not rounds"),
        ("2", "2", "no round is left"),
    ],
)
def test_rounds_that_make_no_sense_are_refused(rounds: str, without: str, why: str) -> None:
    with pytest.raises(InputError, match=why):
        choose_rounds(EVENT, rounds, without)


def test_the_rounds_that_are_left_are_numbered_from_1_with_the_scores_of_these_rounds() -> None:
    part = only_rounds(EVENT, (1, 3))
    assert part.settings.rounds == 2
    assert [drawn.number for drawn in part.rounds] == [1, 2]
    assert part.round(2).boards == EVENT.round(3).boards
    assert sorted(part.player(EVENT.players[1].id).absent_rounds) == [2]
    assert {row.player.surname: row.values["nbw"] for row in standings(part).rows} == {
        "A": 2, "C": 2, "B": 0, "D": 0,
    }  # fmt: skip


def test_all_rounds_are_the_whole_event() -> None:
    assert only_rounds(EVENT, (1, 2, 3)) is EVENT


def test_rounds_are_written_in_short() -> None:
    assert rounds_text((1, 2, 4, 6, 7)) == "1-2, 4, 6-7"
