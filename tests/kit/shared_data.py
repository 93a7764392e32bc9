"""Where the real tournaments are, if they are there at all."""

from pathlib import Path

import pytest

from kit.places import ROOT

DATA = ROOT.parent / "shared" / "data"


def paths(folder: str, pattern: str) -> list[Path]:
    """The real files; none where they are not beside the project."""
    return sorted((DATA / folder).glob(pattern))


def files(folder: str, pattern: str, *, kind: str = "") -> list[object]:
    """The real files as test parameters; one skipped parameter, with the reason, where there are none.

    With a `kind` that is the first of two parameters, the file the second.
    """
    before = (kind,) if kind else ()
    found = paths(folder, pattern)
    if not found:
        missing = pytest.mark.skip(reason=f"no {folder} data beside the project")
        return [pytest.param(*before, None, marks=missing)]
    return [pytest.param(*before, path, id="-".join((*before, path.stem))) for path in found]
