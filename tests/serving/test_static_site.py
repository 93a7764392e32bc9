"""The public pages as files: all that is published and nothing else, every link works, no server needed."""

import io
import json
import re
import zipfile
from html.parser import HTMLParser
from pathlib import Path
from posixpath import dirname, join, normpath
from urllib.parse import unquote

import pytest

from conftest import SOAK
from kit.shared_data import DATA
from kit.staged_event import LEAGUE, open_league, play_groups
from kit.web_site import Site
from miai.desk.live_state import Desk
from miai.errors import InputError
from miai.features.draw.draw_round import draw_round
from miai.features.publish.command import _desk as desk_of_file
from miai.features.publish.publish_round import publish_round, publish_standings
from miai.features.verify.log_head import published_head
from miai.serving.static_site.build import SiteFile, site_files
from miai.serving.static_site.folder import write_site

LARGEST = DATA / "interop" / "pairgoth" / "event-040f7fb4c4.tour"


class Links(HTMLParser):
    """The links of a page, and the places in it that a link can lead to."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.links: list[str] = []
        self.places: set[str] = set()
        self.tags: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self.tags.append(tag)
        self.places.add(given.get("id") or "")
        self.links += [value for name in ("href", "src", "action") if (value := given.get(name)) is not None]
        if given.get("http-equiv") == "refresh":
            self.links.append((given["content"] or "").partition("url=")[2])


def broken_links(files: tuple[SiteFile, ...]) -> list[tuple[str, str]]:
    """Every link of every page that leads nowhere."""
    pages = {file.path: Links(file.data.decode()) for file in files if file.path.endswith(".html")}
    there = {file.path for file in files}
    broken = []
    for path, page in pages.items():
        for link in page.links:
            target, _, place = link.partition("#")
            file = normpath(join(dirname(path), unquote(target))) if target else path
            if file not in there or (place and place not in pages[file].places):
                broken.append((path, link))
    return broken


def text_of(files: tuple[SiteFile, ...], path: str) -> str:
    return next(file.data.decode() for file in files if file.path == path)


def test_every_link_of_the_site_leads_to_a_file_of_it(desk: Desk, demo_id: str) -> None:
    files = site_files(desk, event=demo_id)
    assert broken_links(files) == []
    players = {f"demo/player/{each.id}.html" for each in desk.state(demo_id).tournament.players}
    assert players <= {file.path for file in files}
    assert {"index.html", "demo/index.html", "demo/standings.html", "demo/schedule.html"} <= {
        file.path for file in files
    }


def test_no_page_needs_a_server(desk: Desk, demo_id: str) -> None:
    for file in site_files(desk, event=demo_id):
        if not file.path.endswith(".html"):
            continue
        text = file.data.decode()
        assert 'type="module"' not in text
        assert 'method="post"' not in text
        assert "csrf" not in text
        assert "data-version" not in text


def test_a_draft_is_in_no_file_until_it_is_published(desk: Desk, demo_id: str) -> None:
    before = site_files(desk, event=demo_id)
    draw_round(desk, demo_id, round=5, by="director")
    assert site_files(desk, event=demo_id) == before
    publish_round(desk, demo_id, round=5, by="director")
    assert "Round 5" in text_of(site_files(desk, event=demo_id), "demo/index.html")


def test_the_pages_are_those_of_the_server(desk: Desk, demo_id: str) -> None:
    def rows(text: str) -> list[str]:
        return re.findall(r'<tr[^>]*data-name="([^"]+)"', text)

    server = Site(desk).get(f"/p/{demo_id}?by=table&round=2").text
    site = text_of(site_files(desk, event=demo_id), "demo/index-by-table-round-2.html")
    assert rows(site) == rows(server) != []


def test_pages_of_stages_lead_to_each_other(desk: Desk) -> None:
    open_league(desk)
    play_groups(desk)
    files = site_files(desk)
    assert broken_links(files) == []
    assert any(file.path.startswith(f"{LEAGUE}~") for file in files)


def test_a_site_can_be_in_french_and_lead_to_a_server(desk: Desk, demo_id: str) -> None:
    files = site_files(desk, event=demo_id, language="fr", server="https://go.example.org")
    text = text_of(files, "demo/index.html")
    assert '<html lang="fr">' in text
    assert f'href="https://go.example.org/p/{demo_id}/check?round=4"' in text


def test_nothing_published_is_no_site(desk: Desk) -> None:
    with pytest.raises(InputError, match="nothing is published yet"):
        site_files(desk)


def test_the_next_run_writes_only_what_changed_and_removes_what_is_gone(tmp_path: Path) -> None:
    first = [SiteFile(path="index.html", data=b"1"), SiteFile(path="a/b.html", data=b"2")]
    assert write_site(tmp_path, first).changed == 2
    assert write_site(tmp_path, first).changed == 0
    second = write_site(tmp_path, [SiteFile(path="index.html", data=b"3")])
    assert (second.changed, second.removed) == (1, 1)
    assert (tmp_path / "index.html").read_bytes() == b"3"
    assert not (tmp_path / "a" / "b.html").exists()


def test_files_of_others_stay_as_they_are(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text("my home page")
    with pytest.raises(InputError, match=r"“index\.html” that is not of a site by Miai"):
        write_site(tmp_path, [SiteFile(path="index.html", data=b"1"), SiteFile(path="new.html", data=b"2")])
    assert (tmp_path / "index.html").read_text() == "my home page"
    assert not (tmp_path / "new.html").exists()


def test_a_folder_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(InputError, match="cannot be written"):
        write_site(tmp_path / "file" / "site", [SiteFile(path="index.html", data=b"1")])


def test_the_director_downloads_the_pages(site: Site, demo_id: str) -> None:
    publish_standings(site.desk, demo_id, after=4, by="director")
    answer = site.get(f"/t/{demo_id}/publish/site")
    assert answer.headers["content-type"] == "application/zip"
    names = zipfile.ZipFile(io.BytesIO(answer.content)).namelist()
    assert "demo/standings.html" in names


@pytest.mark.skipif(not (SOAK and LARGEST.is_file()), reason="a long run: make soak")
def test_the_site_of_the_largest_real_file_has_no_broken_link() -> None:
    with desk_of_file(LARGEST, None, None, lenient=False) as desk:
        files = site_files(desk)
    assert len([file for file in files if "/player/" in file.path]) > 700
    assert broken_links(files) == []


def test_every_page_carries_the_head_of_the_last_publication(desk: Desk, demo_id: str) -> None:
    head = published_head(desk, desk.state(demo_id))
    assert head is not None
    pages = [
        file.data.decode()
        for file in site_files(desk, event=demo_id)
        if file.path.endswith(".html") and b"http-equiv" not in file.data
    ]
    assert pages
    for page in pages:
        assert head.text in page
        # A file has nothing to compare with: only the server's pages do.
        assert "data-check-head" not in page
        assert 'id="head-words"' not in page


def test_the_public_log_is_there_as_files(desk: Desk, demo_id: str) -> None:
    draw_round(desk, demo_id, round=5, by="director")
    publish_round(desk, demo_id, round=5, by="director")
    files = site_files(desk, event=demo_id)
    index = json.loads(text_of(files, "demo/log.json"))
    pieces = [json.loads(text_of(files, f"demo/log/{each['piece']}.json")) for each in index["pieces"]]
    assert [each["entries"][-1]["hash"] for each in pieces] == [each["hash"] for each in index["pieces"]]
    assert index["entries"] == desk.state(demo_id).version
