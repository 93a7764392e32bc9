"""Criteria that change after publication: players see the old table until it is published again."""

import re
from dataclasses import replace

import pytest

from kit.api_program import Program, kind_of
from kit.web_site import Site, marks_in
from miai.desk.asking import asking
from miai.desk.live_state import Desk
from miai.domain.log.document import read_history, write_history
from miai.domain.log.history import History
from miai.domain.people.grade import Grade
from miai.engine.scoring import standings
from miai.features.consequences.confirm import NeedsConfirmation, settle
from miai.features.draw.change_draw import swap_colours
from miai.features.draw.draw_round import draw_round
from miai.features.history.undo import undo
from miai.features.players.change_player import change_player
from miai.features.publish.publish_round import publish_round
from miai.features.settings.change_settings import change_rules

TABLE = "/p/demo/standings"


def heads(site: Site) -> list[str]:
    return re.findall(r'popovertarget="means-[^"]*" title="[^"]*">([^<]+)<', site.get(TABLE).text)


def test_a_published_table_keeps_its_criteria_until_it_is_published_again(pages: Site) -> None:
    before, names = heads(pages), places(pages)
    change_rules(pages.desk, "demo", {"criteria": ("nbw", "rating")}, by="director")
    assert (heads(pages), places(pages)) == (before, names)
    asked = pages.post("/t/demo/publish/standings", page="/t/demo/standings", enhanced=True, after="4")
    assert asked.status_code == 409
    assert "standings after round 4 change for players" in asked.text
    pages.post(
        "/t/demo/publish/standings", page="/t/demo/standings", enhanced=True, after="4",
        confirm=marks_in(asked)[0],
    )  # fmt: skip
    assert heads(pages) != before
    assert places(pages) != names


def test_the_api_asks_before_the_table_is_published_by_other_criteria(program: Program) -> None:
    change_rules(program.desk, "demo", {"criteria": ("nbw", "rating")}, by="director")
    path, body = "/tournaments/demo/standings/publish", {"after": 4}
    refused = program.ask("POST", path, body)
    assert kind_of(refused) == "needs-confirmation"
    (part,) = refused.json()["options"][0]["moves"]["parts"]
    assert [table["published"] for table in part["tables"]] == [True]
    mark = refused.json()["options"][0]["confirm"]
    assert program.ask("POST", f"{path}?confirm={mark}", body).status_code == 200


def test_publishing_by_the_same_criteria_asks_nothing(pages: Site) -> None:
    answer = pages.post("/t/demo/publish/standings", page="/t/demo/standings", enhanced=True, after="4")
    assert answer.status_code == 200


def test_the_criteria_of_a_publication_are_read_back(played: Desk) -> None:
    change_rules(played, "demo", {"criteria": ("nbw", "rating")}, by="director")
    event = played.state("demo").tournament
    (table,) = event.tables_shown
    assert table.criteria == ("mms", "sosm", "sososm")
    assert read_history(write_history(played.state("demo").history)).tournament() == event
    assert History.of_tournament(event).tournament().tables_shown == event.tables_shown


def places(site: Site) -> list[str]:
    return re.findall(r'<a class="name" [^>]*>([^<]+)', site.get(TABLE).text)


def test_a_published_draw_changes_by_an_undo_only_after_a_question(played: Desk) -> None:
    draw_round(played, "demo", round=5, by="director")
    again = swap_colours(played, "demo", round=5, table=1, by="director").state.version
    publish_round(played, "demo", round=5, by="director")
    shown = played.state("demo").tournament.round(5).shown
    with asking(settle), pytest.raises(NeedsConfirmation) as found:
        undo(played, "demo", again, by="director")
    assert [each.round for each in found.value.usual.option.moves.parts[0].draws if each.changed] == [5]
    assert played.state("demo").tournament.round(5).shown == shown


def test_an_undo_after_the_publication_leaves_it_and_asks_nothing(played: Desk) -> None:
    draw_round(played, "demo", round=5, by="director")
    publish_round(played, "demo", round=5, by="director")
    again = swap_colours(played, "demo", round=5, table=1, by="director").state.version
    with asking(settle):
        undo(played, "demo", again, by="director")


@pytest.mark.parametrize("several", [False, True])
def test_undoing_a_grade_asks_if_it_moves_what_players_see(played: Desk, *, several: bool) -> None:
    leader = standings(played.state("demo").tournament).rows[0].player
    weaker = replace(leader, grade=Grade.parse("20k"))
    last = changed = change_player(played, "demo", leader.id, lambda _: weaker, by="director").state.version
    if several:
        moved = change_player(played, "demo", leader.id, lambda old: replace(old, club="Ulm"), by="director")
        last = moved.state.version
    with asking(settle), pytest.raises(NeedsConfirmation) as found:
        undo(played, "demo", changed, last=last, by="director")
    assert any(each.id == leader.id for each in found.value.usual.option.moves.parts[0].starts)
