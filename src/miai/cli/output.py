"""Where commands print: tables for people, JSON for scripts, notes to standard error."""

import json
import sys
from collections.abc import Iterable
from typing import Any

from miai.errors import Problem
from miai.messages import Message
from miai.report.table import Table
from miai.report.text import plain_text, print_rich


def print_json(data: Any) -> None:
    """Data for scripts."""
    readable = (sys.stdout.encoding or "").lower().replace("-", "").startswith("utf")
    sys.stdout.write(json.dumps(data, ensure_ascii=not readable, indent=1) + "\n")


def print_table(table: Table) -> None:
    """A table, formatted on a terminal and plain when piped."""
    if sys.stdout.isatty():
        print_rich(table)
    else:
        sys.stdout.write(plain_text(table))


def print_line(text: str = "") -> None:
    """One line of text."""
    sys.stdout.write(text + "\n")


def print_lines(lines: Iterable[object]) -> None:
    """Several lines of text."""
    for line in lines:
        print_line(str(line))


def print_notes(notes: Iterable[Problem | Message | str]) -> None:
    """Notes that are not errors, on standard error."""
    for note in notes:
        sys.stderr.write(f"note: {note}\n")
