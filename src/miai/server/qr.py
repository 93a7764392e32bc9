"""QR codes: as SVG inside the page, sharp at every size, with no image to fetch; as text on a terminal."""

from functools import lru_cache

import segno
from markupsafe import Markup

# Two rows of a code make one line of text: by whether the upper and the lower one are dark.
_HALVES = {(0, 0): " ", (1, 0): "▀", (0, 1): "▄", (1, 1): "█"}


@lru_cache(maxsize=32)
def qr(text: str, label: str) -> Markup:
    """The code of a text, black on white with its quiet zone, also in dark mode and on paper.

    The size is that of the element around it. `label` is what screen readers say.
    """
    code = segno.make(text, error="m", micro=False)
    drawn = code.svg_inline(
        border=4,
        dark="#000",
        light="#fff",
        title=label,
        omitsize=True,
        svgclass="qr",
        lineclass=None,
    )
    # Segno escapes the title.
    return Markup(drawn.replace("<svg ", '<svg role="img" shape-rendering="crispEdges" ', 1))  # noqa: S704


def qr_lines(text: str) -> list[str]:
    """The code of a text in lines of half blocks, to be shown dark on light, with its quiet zone."""
    rows = [*segno.make(text, error="m", micro=False).matrix_iter(border=4)]
    pairs = zip(rows[::2], [*rows[1::2], [0] * len(rows)], strict=False)
    return [
        "".join(_HALVES[bool(top), bool(below)] for top, below in zip(*pair, strict=True)) for pair in pairs
    ]
