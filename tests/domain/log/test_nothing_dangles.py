"""What is removed is gone: everything that names it goes with it, or the removal is refused."""

import pytest

from kit.console import Console, console
from miai.domain.log import events
from miai.domain.log.document import read_history, write_history
from miai.domain.log.history import History
from miai.domain.log.mentions import Named, dangling, mentions
from miai.domain.people.congress import EventEntry, PersonEntries
from miai.domain.people.player import PlayerId
from miai.domain.people.team import TeamId
from miai.domain.points import POINT
from miai.domain.rounds.director_constraints import NO_WISHES, WantedGame, Wishes
from miai.domain.rounds.final_table import FinalRow, FinalTable, FinalTeamRow
from miai.domain.rounds.game import Result
from miai.domain.stages import Qualification, StageId, StagePlan
from miai.engine.bar.bands import BandPlan
from miai.errors import InputError
from miai.features.bands.change_bands import build, move
from miai.features.draw import wishes
from miai.features.draw.force_game import force_game
from miai.features.history.undo import redo, undo
from miai.features.players.change_player import remove_player, set_attendance
from miai.features.stages.groups import open_groups
from miai.features.standings.bonus import give_bonus

BY = "Anneke"


def _read_back(at: Console) -> None:
    """The event's own files give the same event: with its history, and made from its state."""
    assert read_history(write_history(at.state.history)).tournament() == at.event
    assert History.of_tournament(at.event).tournament() == at.event
    assert dangling(at.event) == frozenset()


def test_a_late_entrant_with_a_bonus_is_removed_with_it() -> None:
    at = console("Ada 3d, Bo 1k", rounds=2)
    at.draw(1)
    late = at.enter("Cy")
    give_bonus(*at.at, round=1, player=late, points=POINT, by=BY)
    remove_player(*at.at, late, by=BY)
    assert at.event.round(1).bonuses == ()
    _read_back(at)


def test_fixed_table_apart_wish_and_volunteering_go_with_a_player() -> None:
    at = console("Ada 3d, Bo 1k, Cy 1k", rounds=2, system="swiss")
    cy, ada = at.who("Cy"), at.who("Ada")
    wishes.fix_table(*at.at, player=cy, table=2, by=BY)
    wishes.keep_off_table(*at.at, player=cy, table=1, by=BY)
    wishes.never_pair(*at.at, a=ada, b=cy, by=BY)
    wishes.want_game(*at.at, round=1, white=at.who("Bo"), black=cy, by=BY)
    wishes.offer_bye(*at.at, round=1, player=cy, by=BY)
    wishes.fix_table(*at.at, player=ada, table=1, by=BY)
    remove_player(*at.at, cy, by=BY)
    assert at.event.wishes == Wishes(tables=((ada, 1),))
    _read_back(at)
    undo(*at.at, at.state.version, by=BY)
    assert len(at.event.wishes.tables) == 2, "an undone removal brings everything back"


def test_a_place_in_a_band_goes_with_a_player_in_the_event_and_in_its_stages() -> None:
    at = console("Ada 3d, Bo 1k, Cy 1k, Di 5k, Ed 6k", rounds=2)
    build(*at.at, BandPlan(smallest=2), by=BY)
    move(*at.at, at.who("Cy"), 1, by=BY)
    assert any(at.who("Cy") in band.members for band in at.event.settings.scoring.bands)
    open_groups(*at.at, count=2, players=[at.who(name) for name in ("Ada", "Bo", "Di", "Ed")], by=BY)
    remove_player(*at.at, at.who("Cy"), by=BY)
    for each in (at.event, *(stage.event for stage in at.event.stages)):
        assert {band.members for band in each.settings.scoring.bands} <= {()}
    _read_back(at)


def test_a_forced_game_is_saved_with_its_draw_or_not_at_all() -> None:
    at = console("Ada 3d, Bo 1k, Cy 1k, Di 2k", rounds=2)
    at.draw(1)
    board, other = at.event.round(1).boards
    at.result(1, board.table, Result.WHITE_WINS)
    version = at.state.version
    with pytest.raises(InputError, match="has a result"):
        force_game(*at.at, round=1, white=board.white, black=other.black, by=BY)
    assert at.state.version == version, "what is refused is not written"
    at.result(1, board.table, Result.UNKNOWN)
    force_game(*at.at, round=1, white=board.white, black=other.black, by=BY)
    assert at.event.round(1).board_of(board.white) == at.event.round(1).board_of(other.black)


def test_an_entry_that_a_wish_depends_on_is_not_undone() -> None:
    at = console("Ada 3d, Bo 1k", rounds=2)
    entered = at.state.version
    wishes.fix_table(*at.at, player=at.who("Bo"), table=2, by=BY)
    with pytest.raises(InputError, match="Bo is still named in the wishes for draws"):
        undo(*at.at, entered, by=BY)
    undo(*at.at, at.state.version, by=BY)
    undo(*at.at, entered, by=BY)
    with pytest.raises(InputError, match="cannot be redone"):
        redo(*at.at, entered + 1, by=BY)


def test_an_entry_that_names_a_stranger_is_refused() -> None:
    at = console("Ada 3d, Bo 1k", rounds=2)
    stranger = Wishes(tables=((PlayerId("p82"), 1),))
    version = at.state.version
    with pytest.raises(InputError, match="'p82' does not exist here"):
        at.desk.change(at.id, lambda _: [events.WishesChanged(wishes=stranger)], by=BY)
    assert at.state.version == version


def test_what_an_older_miai_left_behind_stops_no_other_change() -> None:
    at = console("Ada 3d, Bo 1k", rounds=2)
    left = events.WishesChanged(wishes=Wishes(tables=((PlayerId("p82"), 1),)))
    at.store.append(at.state.id, [left], expected=at.state.version, by=BY)
    set_attendance(*at.at, at.who("Ada"), round=1, plays=False, by=BY)
    wishes.fix_table(*at.at, player=at.who("Ada"), table=2, by=BY)
    remove_player(*at.at, at.who("Bo"), by=BY)
    undo(*at.at, at.state.version, by=BY)


def test_what_every_kind_of_field_names_is_found() -> None:
    one, other = PlayerId("p1"), PlayerId("p2")
    named = {(Named.PLAYER, "p1"), (Named.PLAYER, "p2")}
    pairs = Wishes(apart=((one, other),))
    games = Wishes(games=(WantedGame(round=1, white=one, black=other),))
    assert mentions(events.WishesChanged(wishes=pairs)) == named
    assert mentions(events.WishesChanged(wishes=games)) == named
    table = FinalTable(
        after_round=1,
        rows=(FinalRow(player=one, place=1), FinalRow(player=other, place=2)),
        teams=(FinalTeamRow(team=TeamId("t1"), place=1),),
    )
    assert mentions(events.StandingsFinalised(table=table)) == {*named, (Named.TEAM, "t1")}
    plan = StagePlan(id=StageId("final"), sources=(Qualification(stage=StageId("a")), Qualification()))
    assert mentions(events.StageOpened(plan=plan)) == {(Named.STAGE, "final"), (Named.STAGE, "a")}
    # The player of an entry is one of another tournament.
    entries = PersonEntries(person=one, entries=(EventEntry(event="open", player=PlayerId("p9")),))
    assert mentions(events.EntriesChanged(entries=(entries,))) == {(Named.PLAYER, "p1")}
    assert mentions(events.WishesChanged(wishes=NO_WISHES)) == frozenset()
