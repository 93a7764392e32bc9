"""Where the real tournaments are, if they are there at all."""

from pathlib import Path

import pytest

DATA = Path(__file__).resolve().parents[2] / "shared" / "data"


def files(folder: str, pattern: str) -> list[object]:
    """The real files as test parameters; one skipped parameter, with the reason, where there are none."""
    found = sorted((DATA / folder).glob(pattern))
    if not found:
        return [pytest.param(None, marks=pytest.mark.skip(reason=f"no {folder} data beside the project"))]
    return [pytest.param(path, id=path.stem) for path in found]
