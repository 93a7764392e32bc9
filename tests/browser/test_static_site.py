"""The public pages as files, opened from the file system."""

from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

from playwright.sync_api import Browser, expect

from kit.riverside import open_riverside
from miai.desk.live_state import Desk
from miai.serving.static_site.build import site_files
from miai.serving.static_site.folder import write_site
from miai.store.database import open_store


def written(folder: Path) -> Path:
    with closing(open_store(folder / "data")) as store:
        desk = Desk(store)
        open_riverside(desk, id="demo")
        write_site(folder / "site", site_files(desk, event="demo"))
    return folder / "site"


def test_the_pages_work_from_the_file_system(browser: Browser, tmp_path: Path) -> None:
    # The browser has an event loop in this thread.
    with ThreadPoolExecutor(1) as aside:
        folder = aside.submit(written, tmp_path).result()
    page = browser.new_page()
    faults: list[str] = []
    page.on("console", lambda message: faults.append(message.text))
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.goto((folder / "index.html").as_uri())
    page.wait_for_url("**/demo/index.html")
    rows = page.locator("#list tbody tr")
    everybody = rows.count()
    name = rows.nth(5).locator("a.name").inner_text()
    page.locator("[data-filter]").fill(name)
    expect(page.locator("#list tbody tr:visible")).to_have_count(1)
    assert everybody > 10
    assert page.locator("nav.tabs svg").first.bounding_box()
    page.locator("#list tbody tr:visible a.name").click()
    expect(page.locator("h1")).to_contain_text(name.split()[0])
    page.get_by_role("link", name="Standings").click()
    expect(page.locator("h1")).to_have_text("Standings")
    assert faults == []
    page.close()
