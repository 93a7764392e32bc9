"""The pages of players as a director reads them."""

import html
import re

import httpx

from kit.console import Console
from kit.web_site import Site
from miai.domain.people.player import Player

Hall = tuple[Console, Site, str]


def known(at: Console, name: str) -> Player:
    return at.event.player(at.who(name))


def texts(answer: httpx.Response) -> str:
    """What a page says, without its tags."""
    plain = re.sub(r"<[^>]+>", " ", answer.text)
    return " ".join(html.unescape(plain).split())


def rows(answer: httpx.Response) -> list[str]:
    """The names in the list of players, from top to bottom."""
    return [html.unescape(name) for name in re.findall(r'<td class="name"><a[^>]*>([^<]+)</a>', answer.text)]


def history(answer: httpx.Response) -> list[str]:
    """The entries of a player's own history, the latest first."""
    entries = re.findall(r"</time>\s*<span>(.*?)</span>", answer.text)
    return [html.unescape(re.sub(r"<[^>]+>", "", entry)) for entry in entries]


def follow(site: Site, answer: httpx.Response) -> httpx.Response:
    assert answer.status_code == 303, texts(answer)
    return site.get(answer.headers["location"])
