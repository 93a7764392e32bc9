"""Pages of a damaged tournament, and the page that restores it."""

import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path

import pytest
from sqlalchemy import create_engine, text
from starlette.testclient import TestClient

from kit.riverside import open_riverside
from kit.web_site import Site
from miai.desk.live_state import Desk
from miai.features.hosting.check_data import check_data
from miai.features.hosting.running_store import check_all
from miai.messages import Message
from miai.serving.repair import Repair
from miai.store.location import Site as DatabaseSite
from miai.store.protocol import Damaged


@pytest.fixture
def damaged(desk: Desk, demo_id: str, tmp_path: Path) -> str:
    """The Riverside Open with a bad byte in a player's name, beside another tournament that is intact."""
    open_riverside(desk, id="other")
    desk.store.backup("draw")
    damage(
        tmp_path,
        "UPDATE entries SET about = CAST(x'7bff7d' AS TEXT) WHERE tournament = 'demo' AND number = 3",
    )
    desk.forget(demo_id)
    return demo_id


def damage(folder: Path, step: str) -> None:
    engine = create_engine(DatabaseSite.at(folder).url)
    with engine.begin() as connection:
        connection.execute(text("DROP TRIGGER IF EXISTS entries_are_never_changed"))
        connection.execute(text(step))
    engine.dispose()


def test_the_pages_of_a_damaged_tournament_say_so_and_others_go_on(site: Site, damaged: str) -> None:
    for path in (f"/t/{damaged}", f"/t/{damaged}/results", f"/p/{damaged}"):
        answer = site.get(path)
        assert answer.status_code == 503
        said = unescape(answer.text)
        assert "The log of the tournament 'demo' is damaged: entry 3 is not what was written." in said
        assert 'href="/backups"' in said
    assert site.get("/t/other/results").status_code == 200
    assert site.get("/").status_code == 200
    phone = site.browser(base_url="http://192.168.1.2:8000", address="192.168.1.3")
    assert "/p/other" in phone.get("/").text
    answer = phone.get(f"/p/{damaged}")
    assert answer.status_code == 503
    assert "The director has to restore it from a backup" in answer.text
    assert 'href="/backups"' not in answer.text


def test_an_open_page_of_a_damaged_or_deleted_tournament_is_told_what_happened(
    site: Site, damaged: str
) -> None:
    said = site.get(f"/t/{damaged}/live/version?since=5").json()
    assert said == {"gone": "This tournament is damaged: the director has to restore it from a backup."}
    site.post("/t/other/settings/delete")
    assert site.get("/t/other/live/version?since=5").json()["gone"].startswith("This tournament was deleted.")


def test_backups_are_named_by_their_time_and_size_with_the_file_as_a_detail(site: Site, damaged: str) -> None:
    page = site.get("/backups").text
    head = page[page.index("<thead>") : page.index("</thead>")]
    assert re.findall(r"<th[^>]*>([^<]+)", head) == ["Made", "Size", "File"]
    option = re.search(r'<option\s+value="([^"]+)">([^<]+)</option>', page[page.index('name="file"') :])
    assert option
    assert re.fullmatch(r"\d+ \w+ \d{4} \d\d:\d\d, [\d,]+ kB", unescape(option[2]))


def test_a_bad_byte_in_the_list_of_tournaments_is_no_fault_of_the_page(
    site: Site, desk: Desk, demo_id: str, tmp_path: Path
) -> None:
    damage(tmp_path, "UPDATE tournaments SET name = CAST(x'44ff' AS TEXT)")
    assert site.get("/").status_code == 200
    answer = site.get(f"/t/{demo_id}")
    assert answer.status_code == 503
    assert "its line in the list of tournaments is not what was written" in unescape(answer.text)


def test_the_director_sees_what_is_damaged_and_restores_it(site: Site, desk: Desk, damaged: str) -> None:
    check_all(desk)
    assert "Something is damaged or missing." in site.get("/").text
    page = unescape(site.get("/backups").text)
    assert "entry 3 is not what was written" in page
    answer = site.post("/backups/restore", page="/backups", at="/backups", tournament=damaged)
    assert (answer.status_code, answer.headers["location"]) == (303, "/backups")
    page = unescape(site.get("/backups").text)
    assert "Nothing that was checked is damaged or missing." in page
    assert "is restored from miai-000001-" in page
    assert site.get(f"/t/{damaged}/results").status_code == 200
    assert site.post("/backups/check", page="/backups", at="/backups").status_code == 303
    assert "Everything is intact, the backups too" in site.get("/backups").text


@pytest.mark.parametrize(
    "step",
    [
        "UPDATE entries SET about = CAST(x'7bff7d' AS TEXT) WHERE tournament = 'demo' AND number = 3",
        "UPDATE tournaments SET identity = 'x' WHERE id = 'demo'",
    ],
)
def test_a_damaged_tournament_is_deleted_after_a_question_and_what_was_there_is_kept(
    site: Site, desk: Desk, demo_id: str, tmp_path: Path, step: str
) -> None:
    open_riverside(desk, id="other")
    desk.store.backup("draw")
    entries = desk.state(demo_id).version
    damage(tmp_path, step)
    desk.forget(demo_id)
    check_all(desk)
    assert "/backups/delete?tournament=demo" in site.get("/backups").text
    assert "is damaged" in site.get("/backups/delete?tournament=demo").text
    answer = site.post("/backups/delete", page="/backups", at="/backups", tournament=demo_id)
    assert (answer.status_code, answer.headers["location"]) == (303, "/backups")
    page = site.get("/backups").text
    assert "Nothing that was checked is damaged or missing." in page
    assert [each.id for each in desk.store.tournaments()] == ["other"]
    assert site.get(f"/t/{demo_id}").status_code == 404
    [aside] = (tmp_path / "set-aside").iterdir()
    assert any(path.suffix == ".jsonl" for path in aside.iterdir())
    assert (aside / "miai.db").exists()
    assert check_all(desk) == 0
    assert desk.findings == ()
    [document] = (tmp_path / "backups").glob("deleted-*.miai")
    site.post("/backups/restore", page="/backups", at="/backups", tournament=demo_id, file=document.name)
    assert desk.state(demo_id).version == entries


def test_an_intact_tournament_is_not_deleted_by_the_page_for_damaged_ones(
    site: Site, desk: Desk, demo_id: str
) -> None:
    answer = site.post("/backups/delete", page="/backups", at="/backups", tournament=demo_id)
    assert answer.status_code == 422
    assert "is not damaged: delete it in its settings" in unescape(answer.text)
    assert desk.state(demo_id)


def test_a_backup_is_made_and_a_tournament_comes_back_from_a_certain_one(
    site: Site, desk: Desk, demo_id: str, tmp_path: Path
) -> None:
    entries = desk.state(demo_id).version
    assert site.post("/backups/now", page="/backups", at="/backups").status_code == 303
    [backup] = (tmp_path / "backups").glob("*.db")
    desk.store.delete(desk.state(demo_id).id)
    desk.forget(demo_id)
    assert site.get(f"/t/{demo_id}").status_code == 404
    answer = site.post(
        "/backups/restore", page="/backups", at="/backups", tournament=demo_id, file=backup.name
    )
    assert answer.status_code == 303
    assert desk.state(demo_id).version == entries
    answer = site.post("/backups/restore", page="/backups", at="/backups", tournament=demo_id, file="../x")
    assert answer.status_code == 422


def test_backups_are_for_the_director(site: Site) -> None:
    stranger = site.browser(base_url="http://192.168.1.2:8000", address="192.168.1.3")
    assert stranger.get("/backups").status_code in (303, 403)


# The repair page ---------------------------------------------------------------


@pytest.fixture
def repair(desk: Desk, demo_id: str, tmp_path: Path) -> Iterator[Repair]:
    """The page for a database that no longer is one."""
    del demo_id
    desk.store.backup("draw")
    desk.store.close()
    place = DatabaseSite.at(tmp_path)
    for path in place.files:
        path.unlink(missing_ok=True)
    (tmp_path / "miai.db").write_bytes(b"no database" * 1000)
    yield Repair(site=place, problem=Damaged(Message("the database file is damaged")))


def test_the_repair_page_restores_everything(repair: Repair, tmp_path: Path) -> None:
    browser = TestClient(repair.app(), base_url="http://127.0.0.1:8000", client=("127.0.0.1", 50_000))
    page = browser.get("/t/demo").text
    assert "The database file is damaged." in page
    [backup] = re.findall('<option value="(miai-000001-.*?)"', page)
    old = browser.post("/restore", data={"csrf": "of an earlier start", "file": backup})
    assert (old.status_code, "The database file is damaged." in old.text) == (200, True)
    assert not repair.restored
    token = re.findall('name="csrf" value="(.*?)"', page)[0]
    answer = browser.post("/restore", data={"csrf": token, "file": backup})
    assert (answer.status_code, repair.restored) == (200, True)
    assert f"is restored from {backup}" in answer.text
    assert not check_data(tmp_path).findings


def test_the_repair_page_speaks_the_language_of_the_browser(repair: Repair) -> None:
    repair.problem = Damaged(
        Message(
            "the database file %(file)s is damaged; there is no backup; nothing was changed", file="miai.db"
        )
    )
    browser = TestClient(repair.app(), base_url="http://127.0.0.1:8000", client=("127.0.0.1", 50_000))
    page = browser.get("/", headers={"Accept-Language": "de"}).text
    assert "Die Datenbankdatei miai.db ist beschädigt" in page
    assert "is damaged" not in page


def test_other_machines_are_told_who_repairs(repair: Repair) -> None:
    phone = TestClient(repair.app(), base_url="http://192.0.2.1:8000", client=("192.0.2.7", 50_000))
    for answer in (phone.get("/"), phone.post("/restore", data={"file": "miai-000001.db"})):
        assert answer.status_code == 403
        assert "on the machine that runs Miai" in answer.text
        assert "<form" not in answer.text
    assert not repair.restored
