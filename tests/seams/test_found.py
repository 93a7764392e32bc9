"""What the machine found, each as a test of its own that says what was wrong.

Found as well: a draw of the other laptop with a player who left here (`test_parted_logs.py`).
"""

from kit.console import Console, console
from miai.domain.log.history import History
from miai.domain.rounds.round_in_progress import DelayedGame, DelayKind
from miai.features.draw import change_draw
from miai.features.overview.show_overview import overview
from miai.features.schedule.delay_game import delay_game

BY = "Anneke"


def _reads_back(at: Console) -> bool:
    return History.of_tournament(at.event).tournament() == at.event


def test_a_postponed_game_follows_its_board_when_the_colours_are_turned() -> None:
    at = console("Ada 3d, Bo 1k", rounds=2)
    (board,) = at.draw(1).boards
    delay_game(*at.at, round=1, table=1, kind=DelayKind.POSTPONED, by=BY)
    change_draw.swap_colours(*at.at, round=1, table=1, by=BY)
    assert at.event.round(1).delayed == (
        DelayedGame(white=board.black, black=board.white, kind=DelayKind.POSTPONED),
    )
    assert _reads_back(at)


def test_a_bracket_whose_boards_were_all_unpaired_still_has_an_overview() -> None:
    at = console("Ada 3d, Bo 1k, Cy 2k", rounds=2, system="knockout")
    for board in at.draw(1).boards:
        change_draw.unpair(*at.at, round=1, table=board.table, by=BY)
    assert overview(at.event).done >= 0
