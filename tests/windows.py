"""The windows that pages must fit: every width, light and dark."""

import pytest

_WIDTHS = {"wide": 1440, "laptop": 1024, "narrow": 390, "smallest": 320}
# Each width once, and both looks; a soak tries all.
_ALWAYS = {("wide", False), ("laptop", True), ("narrow", False), ("smallest", True)}

in_every_window = pytest.mark.parametrize(
    ("width", "dark"),
    [
        pytest.param(
            width,
            dark,
            id=f"{name}-{'dark' if dark else 'light'}",
            marks=() if (name, dark) in _ALWAYS else pytest.mark.soak,
        )
        for name, width in _WIDTHS.items()
        for dark in (False, True)
    ],
)
