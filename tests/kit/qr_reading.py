"""Reads a QR code from its SVG or its text, without the library that drew it; no damage is corrected."""

import re
from collections.abc import Callable, Iterator

# How many error correction words each block has, and how many blocks there are, by version and level.
_BLOCKS = {
    "L": ((7, 1), (10, 1), (15, 1), (20, 1), (26, 1), (18, 2), (20, 2), (24, 2)),
    "M": ((10, 1), (16, 1), (26, 1), (18, 2), (24, 2), (16, 4), (18, 4), (22, 4)),
    "Q": ((13, 1), (22, 1), (18, 2), (26, 2), (18, 4), (24, 4), (18, 6), (22, 6)),
    "H": ((17, 1), (28, 1), (22, 2), (16, 4), (22, 4), (28, 4), (26, 5), (26, 6)),
}
_LEVELS = {1: "L", 0: "M", 3: "Q", 2: "H"}
_MASKS: tuple[Callable[[int, int], int], ...] = (
    lambda y, x: (x + y) % 2,
    lambda y, x: y % 2,
    lambda y, x: x % 3,
    lambda y, x: (x + y) % 3,
    lambda y, x: (y // 2 + x // 3) % 2,
    lambda y, x: x * y % 2 + x * y % 3,
    lambda y, x: (x * y % 2 + x * y % 3) % 2,
    lambda y, x: ((x + y) % 2 + x * y % 3) % 2,
)


def qr_texts(html: str) -> list[str]:
    """The texts of all QR codes in a page."""
    return [read_qr(svg) for svg in re.findall(r'<svg role="img"[^>]* class="qr".*?</svg>', html, re.DOTALL)]


def read_qr(svg: str) -> str:
    """The text of a QR code."""
    return _decoded(*_modules(svg))


def read_qr_lines(lines: list[str]) -> str:
    """The text of a QR code that is drawn with half blocks, two rows in a line, in a quiet zone of four."""
    halves = {" ": (), "▀": (0,), "▄": (1,), "█": (0, 1)}
    dark = {
        (2 * at + half - 4, column - 4)
        for at, line in enumerate(lines)
        for column, sign in enumerate(line)
        for half in halves[sign]
    }
    size = len(lines[0]) - 8
    assert all(0 <= line < size and 0 <= column < size for line, column in dark), "the quiet zone is not"
    return _decoded(dark, size)


def _decoded(dark: set[tuple[int, int]], size: int) -> str:
    """The text of a code of version 1 to 8 in bytes."""
    version = (size - 17) // 4
    # The first copy of the format: level and mask, hidden by a fixed pattern.
    places = [*((8, x) for x in (0, 1, 2, 3, 4, 5, 7, 8)), (7, 8), *((y, 8) for y in (5, 4, 3, 2, 1, 0))]
    form = int("".join(str(int(place in dark)) for place in places), 2) ^ 0b101010000010010
    level, mask = _LEVELS[form >> 13], _MASKS[form >> 10 & 7]
    bits = "".join(
        str(int((place in dark) != (mask(*place) == 0))) for place in _way(size) if not _fixed(size, *place)
    )
    words = [int(bits[at : at + 8], 2) for at in range(0, len(bits) - 7, 8)]
    data = _in_order(words, *_BLOCKS[level][version - 1])
    stream = "".join(f"{word:08b}" for word in data)
    assert stream[:4] == "0100", "not in bytes"
    count = int(stream[4:12], 2)
    return bytes(int(stream[at : at + 8], 2) for at in range(12, 12 + 8 * count, 8)).decode()


def _modules(svg: str) -> tuple[set[tuple[int, int]], int]:
    """The dark squares by line and column, and the size without the quiet zone of four."""
    box = re.search(r'viewBox="0 0 (\d+) (\d+)"', svg)
    path = re.search(r'stroke="#000" d="([^"]+)"', svg)
    assert box
    assert path
    assert box[1] == box[2]
    x = y = 0.0
    dark = set()
    for kind, first, second in re.findall(r"([Mmh])(-?[\d.]+)(?: (-?[\d.]+))?", path[1]):
        if kind == "M":
            x, y = float(first), float(second)
        elif kind == "m":
            x, y = x + float(first), y + float(second)
        else:
            dark |= {(int(y) - 4, int(x) + step - 4) for step in range(int(first))}
            x += float(first)
    size = int(box[1]) - 8
    assert all(0 <= line < size and 0 <= column < size for line, column in dark), "the quiet zone is not"
    return dark, size


def _way(size: int) -> Iterator[tuple[int, int]]:
    """The squares in the order of the bits: pairs of columns from the right, up and down in turn."""
    columns = [column for column in range(size - 1, 0, -2) if column > 6]
    columns += [5, 3, 1]
    for turn, column in enumerate(columns):
        lines = range(size - 1, -1, -1) if turn % 2 == 0 else range(size)
        for line in lines:
            yield line, column
            yield line, column - 1


def _fixed(size: int, y: int, x: int) -> bool:
    """Whether a square belongs to the pattern and not to the data."""
    corners = (y < 9 and x < 9) or (y < 9 and x >= size - 8) or (y >= size - 8 and x < 9)
    return corners or _is_aligned(size, y, x) or _is_version(size, y, x) or y == 6 or x == 6


def _is_aligned(size: int, y: int, x: int) -> bool:
    """True for the small patterns; three of the corners have large ones instead."""
    if size == 21:
        return False
    # Versions 7 and 8 have patterns halfway as well.
    lines = (6, size - 7) if size < 45 else (6, (size - 1) // 2, size - 7)
    large = {(6, 6), (6, size - 7), (size - 7, 6)}
    return any(
        abs(y - line) <= 2 and abs(x - column) <= 2
        for line in lines
        for column in lines
        if (line, column) not in large
    )


def _is_version(size: int, y: int, x: int) -> bool:
    """True for the number of the version, which codes of version 7 and above state twice."""
    first, last = size - 11, size - 9
    return size >= 45 and ((first <= y <= last and x < 6) or (first <= x <= last and y < 6))


def _in_order(words: list[int], correction: int, blocks: int) -> list[int]:
    """The data words of all blocks, one block after another; longer blocks come last."""
    count = len(words) - correction * blocks
    short, longer = divmod(count, blocks)
    sizes = [short + (block >= blocks - longer) for block in range(blocks)]
    found: list[list[int]] = [[] for _ in range(blocks)]
    source = iter(words)
    for at in range(max(sizes)):
        for block in range(blocks):
            if at < sizes[block]:
                found[block].append(next(source))
    return [word for block in found for word in block]
