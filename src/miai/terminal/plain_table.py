"""Tables on a terminal: ruled and bold for people, plain and aligned when piped."""

import unicodedata

from miai.answers import Table


def plain_text(table: Table) -> str:
    """Aligned columns, two spaces apart, nothing else."""
    lines = [*_headings(table), *map(list, table.rows)]
    widths = [max(_width(line[c]) for line in lines) for c in range(len(table.columns))]
    text = [table.title, ""] if table.title else []
    for line in lines:
        cells = [
            _padded(cell, width, right=column.right)
            for cell, width, column in zip(line, widths, table.columns, strict=True)
        ]
        text.append("  ".join(cells).rstrip())
    return "\n".join(text) + "\n"


def print_rich(table: Table) -> None:
    """A table for a terminal, as wide as it needs to be."""
    from rich import box  # noqa: PLC0415 - scripts and pipes do not need Rich, a tenth of a second
    from rich.console import Console  # noqa: PLC0415 - as above
    from rich.table import Table as RichTable  # noqa: PLC0415 - as above
    from rich.text import Text  # noqa: PLC0415 - as above

    ruled = RichTable(title=Text(table.title), box=box.SIMPLE_HEAD, title_justify="left", pad_edge=False)
    for column in table.columns:
        heading = "\n".join(column.heading)
        ruled.add_column(
            heading, vertical="bottom", justify="right" if column.right else "left", no_wrap=True
        )
    for row in table.rows:
        ruled.add_row(*(Text(cell) for cell in row))
    # A narrow terminal wraps lines; cells are never cut.
    needed = Console(width=10_000).measure(ruled).maximum
    Console(highlight=False, width=max(needed, Console().width)).print(ruled)


def _headings(table: Table) -> list[list[str]]:
    """The lines above the columns, the last line of each heading at the bottom."""
    headings = [column.heading for column in table.columns]
    height = max(map(len, headings), default=1)
    filled = [[""] * (height - len(each)) + each for each in headings]
    return [list(line) for line in zip(*filled, strict=True)]


def _width(text: str) -> int:
    """Columns on a screen: wide East Asian signs take two, combining marks none."""
    return sum(
        0 if unicodedata.combining(sign) else 2 if unicodedata.east_asian_width(sign) in "WF" else 1
        for sign in text
    )


def _padded(text: str, width: int, *, right: bool) -> str:
    space = " " * (width - _width(text))
    return space + text if right else text + space
