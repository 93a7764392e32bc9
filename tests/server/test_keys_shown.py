"""Keys are named as on the keyboard of the reader."""

import pytest

from kit.web_site import Site

MAC = "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5"
LINUX = "Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0"
WINDOWS = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0"


@pytest.mark.usefixtures("demo_id")
@pytest.mark.parametrize("system", [LINUX, WINDOWS, ""])
def test_alt_and_ctrl_off_the_mac(site: Site, system: str) -> None:
    players = site.get("/t/demo/players", **{"User-Agent": system}).text
    assert "<kbd>Alt X</kbd>" in players
    paper = site.get("/t/demo/print/standings", **{"User-Agent": system}).text
    assert "<kbd>Ctrl P</kbd>" in paper
    german = {"User-Agent": system, "Accept-Language": "de"}
    assert "<kbd>Strg P</kbd>" in site.get("/t/demo/print/standings", **german).text
    assert not {"⌥", "⌃", "⌘"} & {*players, *paper}


@pytest.mark.usefixtures("demo_id")
def test_the_keys_of_a_mac_on_a_mac(site: Site) -> None:
    assert "<kbd>⌥ X</kbd>" in site.get("/t/demo/players", **{"User-Agent": MAC}).text
    assert "<kbd>⌘ P</kbd>" in site.get("/t/demo/print/standings", **{"User-Agent": MAC}).text


def test_a_typed_grade_is_shown_beside_the_new_name(site: Site, demo_id: str) -> None:
    shown = site.get(f"/t/{demo_id}/players/find?q=Anna+M%C3%BCller&grade=2k").text
    assert "surname Müller, first name Anna, <b>2k</b>" in " ".join(shown.split()).replace(
        "</span>, <b>", ", <b>"
    )
    assert "New player “Anna Müller 2k”" in shown
    assert "name=Anna+M%C3%BCller+2k" in shown or "name=Anna%20M%C3%BCller%202k" in shown
