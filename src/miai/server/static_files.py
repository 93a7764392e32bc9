"""Styles, scripts and icons: their address changes with their content, so browsers may keep them for good."""

import hashlib
from functools import cache
from importlib.resources import files
from pathlib import Path

from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

FOLDER = Path(str(files("miai.server").joinpath("static")))


class Assets:
    """The static files and the mark of their content."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        content = hashlib.sha256()
        for path in sorted(folder.rglob("*")):
            if path.is_file():
                content.update(path.relative_to(folder).as_posix().encode() + b"\0" + path.read_bytes())
        self.mark = content.hexdigest()[:12]

    def url(self, path: str) -> str:
        """Where a browser finds a file; modules and sheets find each other by relative addresses."""
        return f"/static/{self.mark}/{path}"

    def app(self) -> StaticFiles:
        """What serves them."""
        return _Kept(directory=self._folder, mark=self.mark)


@cache
def package_assets() -> Assets:
    """The static files of this package, read once."""
    return Assets(FOLDER)


class _Kept(StaticFiles):
    def __init__(self, *, directory: Path, mark: str) -> None:
        super().__init__(directory=directory)
        self._mark = mark

    async def get_response(self, path: str, scope: Scope) -> Response:
        mark, _, rest = path.partition("/")
        response = await super().get_response(rest, scope)
        # A page that was open during an update asks by an old mark: it gets the new file but may not keep it.
        fresh = mark == self._mark and response.status_code == 200
        response.headers["Cache-Control"] = "public, max-age=31536000, immutable" if fresh else "no-cache"
        return response
