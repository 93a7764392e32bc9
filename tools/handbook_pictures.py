"""Draw the pictures of the handbook: python tools/handbook_pictures.py docs/tutorial/pictures.

They hold grades and numbers and no words, so that every language uses the same ones.
"""

import sys
from collections.abc import Sequence
from pathlib import Path

INK, PAPER, SHELL, LINE, KAYA = "#22272e", "#fbfaf6", "#ffffff", "#9aa3ad", "#b98a2f"


def _svg(width: int, height: int, parts: Sequence[str]) -> str:
    style = "font-family:system-ui,sans-serif;font-size:14px"
    frame = f'<rect width="{width}" height="{height}" rx="8" fill="{PAPER}"/>'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" '
        f'height="{height}" style="{style}">\n' + "\n".join((frame, *parts)) + "\n</svg>\n"
    )


def _stone(x: float, y: float, text: str = "", *, black: bool = False, marked: bool = False) -> str:
    fill, ink = (INK, SHELL) if black else (SHELL, INK)
    edge = f'stroke="{KAYA}" stroke-width="4"' if marked else f'stroke="{INK}" stroke-width="1.2"'
    circle = f'<circle cx="{x}" cy="{y}" r="15" fill="{fill}" {edge}/>'
    label = f'<text x="{x}" y="{y + 5}" text-anchor="middle" fill="{ink}" font-size="13">{text}</text>'
    return circle + (label if text else "")


def _text(x: float, y: float, text: str, *, anchor: str = "middle", bold: bool = False) -> str:
    weight = ' font-weight="bold"' if bold else ""
    return f'<text x="{x}" y="{y}" text-anchor="{anchor}" fill="{INK}"{weight}>{text}</text>'


def _line(x1: float, y1: float, x2: float, y2: float, *, colour: str = LINE, width: float = 1.5) -> str:
    return f'<line x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}" stroke="{colour}" stroke-width="{width}"/>'


def _arrow(x1: float, y1: float, x2: float, y2: float) -> str:
    head = f"M{x2 - 6},{y2 - 9} L{x2},{y2} L{x2 + 6},{y2 - 9}"
    return (
        _line(x1, y1, x2, y2, colour=KAYA, width=2.5)
        + f'<path d="{head}" fill="none" stroke="{KAYA}" stroke-width="2.5"/>'
    )


# Starting scores from the bottom, each with the grades that start there; the first group is at the floor, the
# last at the bar.
STARTS: tuple[tuple[int, tuple[str, ...]], ...] = (
    (0, ("12k", "10k", "9k", "8k")),
    (1, ("7k", "7k")),
    (2, ("6k", "6k", "6k")),
    (3, ("5k",)),
    (4, ("4k", "4k", "4k", "4k")),
    (5, ("3k", "3k", "3k")),
    (6, ("2k", "2k")),
    (7, ("1k", "1k", "1k")),
    (8, ("1d", "1d")),
    (9, ("2d", "2d", "3d", "3d", "4d", "5d")),
)


def starts() -> str:
    """Who starts with which McMahon score, with floor and bar."""
    parts, base = [], 250
    for score, grades in STARTS:
        x = 50 + 62 * score
        parts += [_stone(x, base - 34 * i, grade) for i, grade in enumerate(grades)]
        parts.append(_text(x, base + 42, str(score), bold=True))
    parts.append(_line(20, base + 20, 640, base + 20))
    for score in (0, 9):
        x = 50 + 62 * score
        parts.append(
            f'<rect x="{x - 24}" y="{base + 24}" width="48" height="26" rx="6" fill="none" stroke="{KAYA}" '
            f'stroke-width="2.5"/>'
        )
    return _svg(660, 310, parts)


def floats() -> str:
    """An odd group sends one player down to the next, so that both can be paired."""
    parts = [_text(34, 66, "7", bold=True), _text(34, 166, "6", bold=True), _line(20, 110, 420, 110)]
    parts += [_stone(90 + 70 * i, 60, black=i % 2 == 1, marked=i == 4) for i in range(5)]
    parts += [_stone(90, 160), _stone(160, 160, black=True), _stone(300, 160, black=True)]
    parts += [_arrow(370, 80, 370, 140), _stone(370, 160, marked=True)]
    for left, right, y in ((90, 160, 60), (230, 300, 60), (90, 160, 160), (300, 370, 160)):
        parts.append(_line(left + 17, y, right - 17, y, colour=INK, width=2.5))
    return _svg(440, 215, parts)


def halves() -> str:
    """How eight players who start level are parted by three rounds: 1 of 8 has won all games."""
    parts = []
    counts = ((0, (8,)), (1, (4, 4)), (2, (2, 4, 2)), (3, (1, 3, 3, 1)))
    for number, groups in counts:
        x = 70 + 160 * number
        parts.append(_text(x, 26, str(number), bold=True))
        for losses, count in enumerate(groups):
            wins = number - losses
            y = 230 - 58 * wins
            parts.append(_text(x - 48, y + 5, str(wins), anchor="end"))
            parts += [_stone(x - 26 + 18 * i, y, black=i % 2 == 1) for i in range(count)]
    return _svg(680, 260, parts)


def tie_break() -> str:
    """Two players on the same score: the one whose opponents have more points is placed first."""
    parts = []
    for row, (name, opponents) in enumerate((("A", (36, 34, 33, 35)), ("B", (33, 34, 32, 31)))):
        y = 55 + 80 * row
        parts.append(_stone(50, y, name, black=row == 1))
        parts.append(_text(100, y + 5, "34", bold=True))
        for i, score in enumerate(opponents):
            parts.append(_stone(190 + 66 * i, y, str(score), black=row == 0))
            if i:
                parts.append(_text(190 + 66 * i - 33, y + 5, "+"))
        parts.append(_text(452, y + 5, "="))
        parts.append(_text(490, y + 5, str(sum(opponents)), bold=True))
    return _svg(540, 190, parts)


PICTURES = {"starts.svg": starts, "floats.svg": floats, "halves.svg": halves, "tie-break.svg": tie_break}


if __name__ == "__main__":
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    for name, draw in PICTURES.items():
        (folder / name).write_text(draw(), encoding="utf-8")
