"""How many rounds a plan still needs, and how many sit out of the next one."""

import pytest

from kit.console import console
from miai.domain.rounds.game import Result
from miai.features.draw.bracket import byes_to_come, last_round
from miai.features.overview.show_overview import Stage, overview


def test_a_double_elimination_that_is_decided_offers_no_further_round() -> None:
    hall = console("Ada 6d, Bo 5d, Cy 4d, Di 3d", system="double_elimination", rounds=7)
    while (number := overview(hall.event).next_round) is not None:
        for board in hall.draw(number).boards:
            # Ada never loses, so that no second final is needed.
            lost = board.white != hall.who("Ada") and (board.black == hall.who("Ada") or board.table % 2)
            result = Result.BLACK_WINS if lost else Result.WHITE_WINS
            hall.result(number, board.table, result)
    assert overview(hall.event).stage is Stage.FINISHED
    assert last_round(hall.event) == hall.event.rounds_played < 7


@pytest.mark.parametrize(
    ("system", "players", "byes"),
    [("knockout", 11, 5), ("knockout", 8, 0), ("round_robin", 11, 1), ("mcmahon", 11, 1), ("mcmahon", 10, 0)],
)
def test_the_byes_of_a_round_are_as_many_as_its_draw_gives(system: str, players: int, byes: int) -> None:
    hall = console(", ".join(f"P{i} 1d" for i in range(players)), system=system, rounds=4)
    assert byes_to_come(hall.event, 1, field=players) == byes
    assert len(hall.draw(1).byes) == byes
