"""Where the pages of a static site stand: the address on a server, and the file in the folder."""

import re
from dataclasses import dataclass
from posixpath import relpath
from urllib.parse import parse_qsl, urlencode, urlsplit

# The parts of a query that lead to a page of its own; others, such as a search, need a server.
_VARIANTS = ("by", "round", "sort", "stage", "view")
# What stands below the address of an event, apart from its pages of players.
_PAGES = ("", "me", "schedule", "standings", "timetable.ics")
_PLAYER = re.compile(r"player/[^/]+(/timetable\.ics)?")
_ODD = re.compile(r"[^A-Za-z0-9_.~-]")


@dataclass(frozen=True, slots=True)
class SiteAddress:
    """A page on the server by its path and the part of its query that matters."""

    path: str
    query: tuple[tuple[str, str], ...] = ()

    def __str__(self) -> str:
        return f"{self.path}?{urlencode(self.query)}" if self.query else self.path


class SiteMap:
    """The pages of some events that a static site has, and their files."""

    def __init__(self, events: frozenset[str], assets: str) -> None:
        self._events, self._assets = events, assets
        self._files: dict[SiteAddress, str] = {}
        self._taken: set[str] = set()

    def page(self, link: str) -> SiteAddress | None:
        """The page that a link leads to; None where the site has no such page."""
        parts = urlsplit(link)
        if parts.scheme or parts.netloc or not parts.path.startswith("/"):
            return None
        if parts.path == "/":
            return SiteAddress("/")
        head, _, rest = parts.path.removeprefix("/p/").partition("/")
        known = parts.path.startswith("/p/") and head in self._events
        if not known or not (rest in _PAGES or _PLAYER.fullmatch(rest)):
            return None
        query = sorted((name, value) for name, value in parse_qsl(parts.query) if name in _VARIANTS)
        return SiteAddress(parts.path.rstrip("/"), tuple(query))

    def asset(self, link: str) -> str | None:
        """The file among our styles and pictures that a link leads to."""
        path = link.partition("#")[0]
        return path.removeprefix(self._assets) if path.startswith(self._assets) else None

    def file(self, address: SiteAddress) -> str:
        """The file of a page; no two have names that some file system takes for the same."""
        if address not in self._files:
            stem, ending = _file_name(address)
            name, count = f"{stem}{ending}", 2
            while name.lower() in self._taken:
                name, count = f"{stem}-{count}{ending}", count + 1
            self._taken.add(name.lower())
            self._files[address] = name
        return self._files[address]


def relative(target: str, page: str) -> str:
    """The link from one file of the site to another."""
    return relpath(target, page.rpartition("/")[0] or ".")


def _file_name(address: SiteAddress) -> tuple[str, str]:
    """The name of a page's file and its ending."""
    if address.path == "/":
        return "index", ".html"
    head, _, rest = address.path.removeprefix("/p/").partition("/")
    path, ending = rest or "index", ".html"
    if rest.endswith("timetable.ics"):
        path, ending = rest.removesuffix(".ics").replace("/timetable", "-timetable"), ".ics"
    variant = "".join(f"-{name}-{_plain(value)}" for name, value in address.query)
    return f"{_plain(head)}/{'/'.join(map(_plain, path.split('/')))}{variant}", ending


def _plain(text: str) -> str:
    """A text that every file system takes as a name."""
    return _ODD.sub(lambda sign: f"_{ord(sign[0]):x}", text) or "_"
