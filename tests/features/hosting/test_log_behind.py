"""An event that lacks entries of a copy: its red line, its refusals, and the decision."""

from html import unescape
from pathlib import Path

import pytest

from kit.api_program import Program, kind_of
from kit.web_site import Site
from miai.desk.live_state import Desk
from miai.domain.log import events
from miai.domain.log.history import Entry
from miai.domain.rounds.game import Result
from miai.features.hosting.running_store import check_all
from miai.features.programs.tokens import Scope
from miai.store.backups.log_copies import line_of
from miai.store.database import Database
from miai.store.log_rows import rows_of
from miai.store.tournament_id import TournamentId


@pytest.fixture
def behind(desk: Desk, demo_id: str, tmp_path: Path) -> str:
    """The demo, whose journal has two results more than the database."""
    _add_to_journal(desk, demo_id, tmp_path, Result.WHITE_WINS)
    check_all(desk)
    return demo_id


def _add_to_journal(desk: Desk, demo_id: str, folder: Path, result: Result) -> None:
    log = desk.store.log(TournamentId(demo_id)) if isinstance(desk.store, Database) else None
    assert log is not None
    added = [
        Entry(
            number=log.version + number,
            event=events.ResultEntered(round=1, table=number, result=result),
            by="Ana",
            at="2026-11-14T10:02:00Z",
        )
        for number in (1, 2)
    ]
    [journal] = (folder / "journal").glob(f"{demo_id}-*.jsonl")
    with journal.open("ab") as file:
        for row in rows_of(added, before=log.rows[-1]["hash"]):
            file.write(line_of(row) + b"\n")


def test_its_pages_and_the_start_page_say_what_the_journal_has(site: Site, desk: Desk, behind: str) -> None:
    version = desk.state(behind).version
    said = f"This event has {version} entries, its journal has {version + 2}, the last one “"
    for path in (f"/t/{behind}/results", f"/t/{behind}/players", "/"):
        page = unescape(site.get(path).text)
        assert said in page
        assert 'href="/backups">Decide…</a>' in page
    page = unescape(site.get(f"/t/{behind}/results").text)
    assert "Nothing can be entered until it is decided which entries count." in page
    assert "only-reads" in page
    assert "Some entries of this event are missing here" in site.get(f"/p/{behind}").text


def test_an_entry_is_refused_and_kept_on_the_screen(site: Site, desk: Desk, behind: str) -> None:
    version = desk.state(behind).version
    answer = site.post(f"/t/{behind}/settings/details", name="Other")
    assert answer.status_code == 503
    assert f"this event has {version} entries here" in unescape(answer.text).lower()
    assert desk.state(behind).version == version


@pytest.mark.parametrize(("choice", "more"), [("take", 2), ("merge", 2), ("keep", 0)])
def test_the_director_decides(site: Site, desk: Desk, behind: str, choice: str, more: int) -> None:
    version = desk.state(behind).version
    answer = site.post("/backups/choose", page="/backups", at="/backups", tournament=behind, choice=choice)
    assert answer.status_code == 303
    assert desk.state(behind).version == version + more
    page = unescape(site.get("/backups").text)
    assert "Nothing that was checked is damaged or missing." in page
    if choice == "keep":
        assert "2 entries of it are not brought back" in page
    assert 'id="held"' not in site.get(f"/t/{behind}/results").text
    assert check_all(desk) == 0
    assert desk.findings == ()


def test_an_unknown_decision_is_refused(site: Site, desk: Desk, behind: str) -> None:
    answer = site.post("/backups/choose", page="/backups", at="/backups", tournament=behind, choice="both")
    assert answer.status_code == 422
    version = desk.state(behind).version
    site.post("/backups/choose", page="/backups", at="/backups", tournament=behind, choice="keep")
    answer = site.post("/backups/choose", page="/backups", at="/backups", tournament=behind, choice="keep")
    assert answer.status_code == 422
    assert "holds an entry that it lacks" in unescape(answer.text)
    assert desk.state(behind).version == version


def test_programs_get_the_facts_and_decide(desk: Desk, behind: str) -> None:
    version = desk.state(behind).version
    program = Program(desk, Scope.ADMIN)
    answer = program.ask("PATCH", f"/tournaments/{behind}", {"place": "Elsewhere"})
    assert (answer.status_code, kind_of(answer)) == (503, "behind")
    facts = answer.json()["behind"]
    assert (facts["entries"], facts["entries_of_copy"], facts["common"]) == (version, version + 2, version)
    assert facts["copy"].endswith(".jsonl")
    assert facts["at"] == "2026-11-14T10:02:00Z"
    done = program.ask("POST", "/backups/choose", {"tournament": behind, "choice": "take"})
    assert done.status_code == 200
    assert desk.state(behind).version == version + 2
    again = program.ask("POST", "/backups/choose", {"tournament": behind, "choice": "keep"})
    assert again.status_code == 422
