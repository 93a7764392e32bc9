"""The places over all stages keep their criteria for players until standings are published again."""

from dataclasses import replace
from pathlib import Path

import pytest

from kit.memory_store import MemoryStore
from kit.staged_event import GROUP_A, GROUP_B, LEAGUE, open_league, play_groups
from kit.web_site import Site
from miai.desk.asking import asking
from miai.desk.live_state import Desk
from miai.domain.log.document import read_history, write_history
from miai.domain.log.events import StageRemoved
from miai.domain.log.history import History
from miai.domain.log.replay import apply
from miai.domain.rounds.round_in_progress import StageCriteria
from miai.domain.stages import StageId
from miai.features.consequences.confirm import NeedsConfirmation, settle
from miai.features.consequences.wording import lines_of
from miai.features.publish.publish_round import publish_standings
from miai.features.settings.change_settings import change_rules
from miai.features.stages.overall_standings import published_whole_standings, whole_standings


@pytest.fixture
def league() -> Desk:
    """Two groups that are over, in which the first names have won, with the whole table published."""
    desk = Desk(MemoryStore())
    open_league(desk)
    play_groups(desk)
    publish_standings(desk, LEAGUE, after=0, by="test")
    return desk


def shown(desk: Desk) -> list[tuple[int, str]]:
    whole = published_whole_standings(desk.state(LEAGUE).tournament)
    assert whole
    return [(row.place, row.player.name) for row in whole.rows]


def own(desk: Desk) -> list[tuple[int, str]]:
    return [(row.place, row.player.name) for row in whole_standings(desk.state(LEAGUE).tournament).rows]


def reverse(desk: Desk, *stages: str) -> None:
    """Order groups by SOS first: players who lost have more of it."""
    for stage in stages or (GROUP_A, GROUP_B):
        change_rules(desk, stage, {"criteria": ("sosw", "nbw")}, by="test")


def test_the_whole_table_of_players_keeps_the_criteria_of_its_publication(league: Desk) -> None:
    before = shown(league)
    assert before == own(league)
    reverse(league)
    assert own(league) != before
    assert shown(league) == before
    publish_standings(league, LEAGUE, after=0, by="test")
    assert shown(league) == own(league) != before


def test_the_pages_of_players_show_the_published_places(league: Desk, tmp_path: Path) -> None:
    site = Site(league, data=tmp_path)
    before = site.get(f"/p/{LEAGUE}/standings").text
    section = before[before.index('id="whole-h"') :]
    first = section[: section.index("</table>")]
    reverse(league)
    after = site.get(f"/p/{LEAGUE}/standings").text
    assert first in after
    assert first not in site.get(f"/t/{LEAGUE}/standings?view=whole").text


def test_publishing_the_whole_table_by_other_criteria_asks_first(league: Desk) -> None:
    reverse(league)
    with asking(settle), pytest.raises(NeedsConfirmation) as found:
        publish_standings(league, LEAGUE, after=0, by="test")
    moves = found.value.usual.option.moves
    assert moves.whole
    assert moves.whole.places
    words = {str(line.label): str(line.text) for line in lines_of(moves)}
    assert words["Whole event"] == "the published places of the whole event change for players"


def test_the_criteria_of_the_stages_are_read_back_with_the_table(league: Desk) -> None:
    reverse(league, GROUP_B)
    event = league.state(LEAGUE).tournament
    (table,) = event.tables_shown
    assert table.stage_criteria == (
        StageCriteria(stage=StageId("group-a"), criteria=("nbw", "sodosw", "dc")),
        StageCriteria(stage=StageId("group-b"), criteria=("nbw", "sodosw", "dc")),
        StageCriteria(stage=StageId("final"), criteria=("cps", "nbw")),
    )
    assert read_history(write_history(league.state(LEAGUE).history)).tournament() == event
    assert History.of_tournament(event).tournament() == event


def test_a_stage_that_is_removed_leaves_the_published_table(league: Desk) -> None:
    event = apply(league.state(LEAGUE).tournament, StageRemoved(stage=StageId("final")))
    (table,) = event.tables_shown
    assert [each.stage for each in table.stage_criteria] == ["group-a", "group-b"]


def test_a_stage_of_later_has_the_criteria_of_its_own_publication(league: Desk) -> None:
    event = league.state(LEAGUE).tournament
    (table,) = event.tables_shown
    publish_standings(league, GROUP_A, after=3, by="test")
    publish_standings(league, GROUP_B, after=3, by="test")
    reverse(league)
    event = league.state(LEAGUE).tournament
    late = replace(event, tables_shown=(replace(table, stage_criteria=()),))
    whole = published_whole_standings(late)
    assert whole
    assert [(row.place, row.player.name) for row in whole.rows] == shown(league)
