"""A page of the server as a file: its links lead to files, and what needs a server is left out."""

from collections.abc import Callable
from html import escape
from html.parser import HTMLParser

from miai.serving.static_site.addresses import SiteAddress, SiteMap, relative

_VOID = frozenset("area base br col embed hr img input link meta source track wbr".split())
# These follow the server, or say that the connection to it is lost.
_NEED_SERVER = frozenset(("lost", "gone", "queue", "toasts", "notices", "lines", "witness", "head-words"))
_LINKS = frozenset(("href", "src", "action"))
_Attributes = list[tuple[str, str | None]]


class PageRewriter(HTMLParser):
    """Rewrites one page; `found` are the pages and `assets` the files it leads to.

    Scripts are left out: browsers load no modules from the file system. `script` is the one file that takes
    their place. `server` is the address of a server where one is known; what only it can do leads there.
    """

    def __init__(
        self, site: SiteMap, file: str, *, script: str, icons: Callable[[str], str], server: str
    ) -> None:
        super().__init__(convert_charrefs=False)
        self._site, self._file, self._script, self._icons = site, file, script, icons
        self._server = server.rstrip("/")
        self._out: list[str] = []
        self._left_out = 0
        self._symbols: dict[str, None] = {}
        self._body = 0
        self.found: list[SiteAddress] = []
        self.assets: list[str] = []

    def rewritten(self, text: str) -> str:
        """The text of the file."""
        self.feed(text)
        self.close()
        if self._symbols:
            drawn = "".join(map(self._icons, self._symbols))
            self._out.insert(self._body, f'<svg class="sr" aria-hidden="true">{drawn}</svg>')
        return "".join(self._out)

    def handle_starttag(self, tag: str, attrs: _Attributes) -> None:
        """Write a tag with its links, or leave its element out."""
        if self._left_out:
            self._left_out += tag not in _VOID
            return
        given = dict(attrs)
        if self._is_left_out(tag, given):
            self._left_out = int(tag not in _VOID)
            return
        if tag == "body":
            attrs = [(name, value) for name, value in attrs if not name.startswith("data-")]
        self._out.append(self._tag(tag, attrs))
        if tag == "body":
            self._body = len(self._out)

    def handle_startendtag(self, tag: str, attrs: _Attributes) -> None:
        """Write an element of a picture that has no content."""
        if not self._left_out:
            self._out.append(self._tag(tag, attrs).removesuffix(">") + "/>")

    def handle_endtag(self, tag: str) -> None:
        """End an element."""
        if self._left_out:
            self._left_out -= 1
            return
        if tag == "head":
            self._out.append(f'<script src="{relative(self._script, self._file)}" defer></script>')
        self._out.append(f"</{tag}>")

    def handle_data(self, data: str) -> None:
        """Write text as it stands."""
        self._write(data)

    def handle_entityref(self, name: str) -> None:
        """Write a sign by its name."""
        self._write(f"&{name};")

    def handle_charref(self, name: str) -> None:
        """Write a sign by its number."""
        self._write(f"&#{name};")

    def handle_decl(self, decl: str) -> None:
        """Write the kind of the document."""
        self._write(f"<!{decl}>")

    def _write(self, text: str) -> None:
        if not self._left_out:
            self._out.append(text)

    def _is_left_out(self, tag: str, given: dict[str, str | None]) -> bool:
        if tag in ("script", "noscript") or given.get("id") in _NEED_SERVER:
            return True
        if tag == "form":
            searches = given.get("role") == "search"
            return not searches
        return tag == "a" and self._target(given.get("href") or "") is None

    def _tag(self, tag: str, attrs: _Attributes) -> str:
        if tag == "use":
            return self._icon(attrs)
        written = [tag]
        for name, value in attrs:
            if value is None:
                written.append(name)
                continue
            new = (self._target(value) if name in _LINKS else value) or ""
            written.append(f'{name}="{escape(new)}"')
        return f"<{' '.join(written)}>"

    def _icon(self, attrs: _Attributes) -> str:
        """An icon drawn in the page itself: browsers draw none of another file in the file system."""
        name = (dict(attrs).get("href") or "").partition("#")[2]
        self._symbols[name] = None
        return f'<use href="#{escape(name)}">'

    def _target(self, link: str) -> str | None:
        """Where a link leads in the site; None where there is no such place."""
        asset = self._site.asset(link)
        if asset is not None:
            self.assets.append(asset)
            return relative(f"static/{asset}", self._file)
        if not link.startswith("/"):
            return link
        path, sign, part = link.partition("#")
        page = self._site.page(path)
        if page is None:
            return f"{self._server}{link}" if self._server else None
        self.found.append(page)
        return relative(self._site.file(page), self._file) + sign + part
