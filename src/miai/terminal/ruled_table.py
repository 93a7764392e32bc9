"""Text that a terminal shows as it is: signs that would command the terminal become visible.

A name in a file may hold escape sequences that clear the screen, change the window's title or hide other
text, and marks that turn the direction of writing.
"""

import re
from dataclasses import replace

from miai.answers import Table

# Control characters of both sets, and the marks that change the direction of all that follows.
_COMMANDS = re.compile("[\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]")
_LAYOUT = "\n\t"


def visible(text: str) -> str:
    """The text with its lines and tabs, and every other command to a terminal spelled out: "\\x1b[2J"."""
    return _COMMANDS.sub(lambda found: found[0] if found[0] in _LAYOUT else _spelled(found[0]), text)


def visible_in_line(text: str) -> str:
    """The text without ends of lines and tabs either, for a cell of a table or a sentence."""
    return _COMMANDS.sub(lambda found: _spelled(found[0]), text)


def visible_table(table: Table) -> Table:
    """The table with the text of every cell made visible."""
    return replace(
        table,
        title=visible_in_line(table.title),
        columns=tuple(replace(column, title=visible_in_line(column.title)) for column in table.columns),
        rows=tuple(tuple(visible_in_line(cell) for cell in row) for row in table.rows),
    )


def visible_json(text: str) -> str:
    """JSON in which the signs that JSON need not escape are escaped too."""
    return _COMMANDS.sub(lambda found: found[0] if found[0] in _LAYOUT else f"\\u{ord(found[0]):04x}", text)


def _spelled(sign: str) -> str:
    """A sign as programmers write it: "\\n", "\\x1b", "\\u202e"."""
    return sign.encode("unicode_escape").decode("ascii")
