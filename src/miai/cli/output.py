"""Where commands print: tables for people, JSON for scripts, notes to standard error."""

import json
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from miai.errors import InputError, Problem
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


def write_table(path: Path, table: Table) -> None:
    """A table as a file, by the ending of its name."""
    from miai.formats.registry import save
    from miai.report.table_files import csv_file, html_page

    ending = path.suffix.lower()
    if ending not in (".html", ".csv"):
        what = Message("a table is written as .html or .csv, not as '%(ending)s'", ending=ending or path.name)
        raise InputError([Problem(what=what, where=path.name)])
    save(path, csv_file(table) if ending == ".csv" else html_page(table).encode())
    print_line(f"written: {path.name}")


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
    sys.stderr.flush()
