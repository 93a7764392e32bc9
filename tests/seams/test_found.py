"""What the machine found, each as a test of its own that says what was wrong.

Found as well: a draw of the other laptop with a player who left here (`test_parted_logs.py`).
"""

import pytest

from kit.console import Console, console
from miai.desk.live_state import stage_address
from miai.domain.log.events import InStage, StageOpened, TournamentCreated
from miai.domain.log.history import History
from miai.domain.rounds.round_in_progress import DelayedGame, DelayKind
from miai.engine.bar.bands import BandPlan
from miai.errors import InputError
from miai.features.bands.change_bands import build, move
from miai.features.draw import change_draw
from miai.features.draw.wishes import want_game
from miai.features.history.undo import redo, undo
from miai.features.overview.show_overview import overview
from miai.features.players.change_player import check_in, withdraw
from miai.features.schedule.delay_game import delay_game
from miai.features.stages.groups import open_groups
from miai.features.stages.plans import EventPlan, open_plan
from miai.features.tournament.create_tournament import copy_tournament

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


@pytest.mark.parametrize("system", ["round_robin", "knockout"])
def test_a_game_with_a_player_who_is_not_here_is_not_drawn_though_it_is_wanted(system: str) -> None:
    at = console("Ada 3d, Bo 1k, Cy 2k, Di 3k, Ed 4k, Fay 5k", rounds=3, system=system)
    check_in(*at.at, at.who("Fay"), here=False, by=BY)
    at.draw(1)
    at.play(1)
    want_game(*at.at, round=2, white=at.who("Ed"), black=at.who("Fay"), by=BY)
    assert at.draw(2).board_of(at.who("Fay")) is None


def test_rules_are_copied_without_the_people_of_bands() -> None:
    at = console("Ada 3d, Bo 1k, Cy 1k, Di 5k, Ed 6k", rounds=2)
    build(*at.at, BandPlan(smallest=2), by=BY)
    move(*at.at, at.who("Cy"), 1, by=BY)
    copied = copy_tournament(*at.at, name="Next year", by=BY).tournament
    assert not any(band.members for band in copied.settings.scoring.bands)
    again = copy_tournament(*at.at, name="Later", by=BY, with_players=True).tournament
    assert again.settings.scoring.bands == at.event.settings.scoring.bands


def test_a_bracket_whose_boards_were_all_unpaired_still_has_an_overview() -> None:
    at = console("Ada 3d, Bo 1k, Cy 2k", rounds=2, system="knockout")
    for board in at.draw(1).boards:
        change_draw.unpair(*at.at, round=1, table=board.table, by=BY)
    assert overview(at.event).done >= 0


def test_a_stage_without_a_name_is_not_left_by_an_undo() -> None:
    at = console("Ada 3d, Bo 1k, Cy 1k, Di 5k", rounds=2)
    saved = open_plan(*at.at, EventPlan(groups=2, each=1), by=BY)
    made = [entry.number for entry in saved.entries]
    creation = next(
        entry.number
        for entry in saved.entries
        if isinstance(entry.event, InStage) and isinstance(entry.event.change, TournamentCreated)
    )
    with pytest.raises(InputError, match="without a name and rules"):
        undo(*at.at, creation, by=BY)
    undo(*at.at, made[0], last=made[-1], by=BY)
    assert at.event.stages == ()
    opened = next(entry.number for entry in saved.entries if isinstance(entry.event, StageOpened))
    with pytest.raises(InputError, match="without a name and rules"):
        redo(*at.at, opened, by=BY)


def test_a_drawn_round_of_a_stage_is_drawn_again_without_a_player_who_left_the_event() -> None:
    at = console("Ada 3d, Bo 1k, Cy 1k, Di 5k", rounds=2, system="swiss")
    open_groups(*at.at, count=2, by=BY)
    group = Console(store=at.store, id=stage_address(at.id, at.event.stages[0].id))
    group.desk = at.desk
    (board,) = group.draw(1).boards
    withdraw(*at.at, board.white, from_round=1, by=BY)
    assert not group.event.player(board.white).attends(1)


def test_a_swap_below_a_lock_is_not_undone_alone() -> None:
    """The lock states the board with its players, so that one of them would have had a bye too."""
    at = console("Ada 3d, Bo 2d, Cy 1d, Di 1k, Ed 2k", rounds=3)
    drawn = at.draw(1)
    board, bye = drawn.boards[0], drawn.byes[0]
    change_draw.swap(*at.at, round=1, a=board.black, b=bye.player, by=BY)
    swapped = at.state.version
    change_draw.lock(*at.at, round=1, table=board.table, by=BY)
    with pytest.raises(InputError, match="would have a game and a bye in round 1"):
        undo(*at.at, swapped, by=BY)
    undo(*at.at, swapped, last=swapped + 1, by=BY)
    assert at.event.round(1).boards == drawn.boards
