"""Writes a static site to a folder or to an archive."""

import io
import zipfile
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from miai.errors import InputError
from miai.messages import Message
from miai.serving.static_site.build import SiteFile

# Lists the files that we wrote, so that the next time those that are no longer needed can be removed.
_LIST = ".miai-site"


@dataclass(frozen=True, slots=True, kw_only=True)
class Written:
    """How many files a site has, how many of them were changed or new, and how many were removed."""

    files: int
    changed: int
    removed: int


def write_site(folder: Path, files: Iterable[SiteFile]) -> Written:
    """Write the files of a site; files that Miai did not write are never touched."""
    new = {file.path: file.data for file in files}
    own = _own(folder)
    taken = sorted(path for path in new if path not in own and (folder / path).exists())
    if taken:
        raise InputError(
            Message(
                "%(folder)s has a file “%(file)s” that is not of a site by Miai: choose another folder",
                folder=str(folder),
                file=taken[0],
            )
        )
    try:
        return _write(folder, new, own)
    except OSError as error:
        raise InputError(
            Message(
                "%(folder)s cannot be written: %(reason)s",
                folder=str(folder),
                reason=error.strerror or str(error),
            )
        ) from error


def site_archive(files: Iterable[SiteFile]) -> bytes:
    """The files of a site as a zip archive."""
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as zipped:
        for file in files:
            zipped.writestr(file.path, file.data)
    return archive.getvalue()


def _write(folder: Path, new: dict[str, bytes], own: frozenset[str]) -> Written:
    folder.mkdir(parents=True, exist_ok=True)
    # First the list, so that an interrupted run leaves nothing behind that the next one does not know.
    _replace(folder / _LIST, "\n".join(sorted({*own, *new})).encode() + b"\n")
    changed = 0
    # The pages that lead to others come last: a reader in the middle finds no link to a file that is missing.
    for path, data in reversed(new.items()):
        target = folder / path
        if target.is_file() and target.read_bytes() == data:
            continue
        target.parent.mkdir(parents=True, exist_ok=True)
        _replace(target, data)
        changed += 1
    gone = [folder / path for path in own - new.keys()]
    for each in gone:
        each.unlink(missing_ok=True)
    _replace(folder / _LIST, "\n".join(sorted(new)).encode() + b"\n")
    return Written(files=len(new), changed=changed, removed=len(gone))


def _own(folder: Path) -> frozenset[str]:
    """The files that we wrote before; a path that leads out of the folder is not ours."""
    listed = folder / _LIST
    if not listed.is_file():
        return frozenset()
    paths = listed.read_text(encoding="utf-8", errors="replace").splitlines()
    inside = folder.resolve()
    return frozenset(path for path in paths if path and (inside / path).resolve().is_relative_to(inside))


def _replace(path: Path, data: bytes) -> None:
    """Write a file so that a reader finds the old one or the new one, never a part."""
    fresh = path.with_name(f".{path.name}.new")
    fresh.write_bytes(data)
    fresh.replace(path)
