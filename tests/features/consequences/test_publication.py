"""Criteria that change after publication: players see the old table until it is published again."""

import re

from kit.api_program import Program, kind_of
from kit.web_site import Site, marks_in
from miai.desk.live_state import Desk
from miai.domain.log.document import read_history, write_history
from miai.domain.log.history import History
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
