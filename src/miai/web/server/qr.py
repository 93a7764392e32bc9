"""QR codes as SVG inside the page: sharp at every size, and no image is fetched."""

from functools import lru_cache

import segno
from markupsafe import Markup


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
