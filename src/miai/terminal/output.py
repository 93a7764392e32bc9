"""Where commands print: tables for people, JSON for scripts, notes and errors to standard error.

Nothing else writes to the terminal, so that what a file holds is shown there and cannot command it.
"""

import json
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import TypeVar

from miai.answers import Answer, Study, Table
from miai.errors import InputError, Problem
from miai.messages import Message
from miai.terminal.plain_table import plain_text, print_rich
from miai.terminal.ruled_table import visible, visible_in_line, visible_json, visible_table

T = TypeVar("T")


def print_answer(answer: Answer[T] | Study[T], value: T) -> None:
    """An answer for scripts, with the name and version of its schema."""
    data = {"schema": answer.name, **answer.json(value)}
    readable = (sys.stdout.encoding or "").lower().replace("-", "").startswith("utf")
    sys.stdout.write(visible_json(json.dumps(data, ensure_ascii=not readable, indent=1)) + "\n")


def print_table(table: Table) -> None:
    """A table, formatted on a terminal and plain when piped."""
    if sys.stdout.isatty():
        print_rich(visible_table(table))
    else:
        sys.stdout.write(plain_text(visible_table(table)))


def print_csv(table: Table) -> None:
    """A table as comma-separated values."""
    from miai.formats.tables.table_files import csv_file  # noqa: PLC0415 - most output needs no file

    text = csv_file(visible_table(table)).decode("utf-8-sig")
    sys.stdout.write(text.replace("\r\n", "\n"))


def write_table(path: Path, table: Table) -> None:
    """A table as a file, by the ending of its name."""
    from miai.formats.registry import save  # noqa: PLC0415 - most output needs no file
    from miai.formats.tables.table_files import csv_file, html_page, xlsx_file  # noqa: PLC0415 - most output needs no file

    ending = path.suffix.lower()
    match ending:
        case ".html":
            data = html_page(table).encode()
        case ".csv":
            data = csv_file(table)
        case ".xlsx":
            data = xlsx_file(table)
        case _:
            what = Message(
                "a table is written as .html, .csv or .xlsx, not as '%(ending)s'", ending=ending or path.name
            )
            raise InputError([Problem(what=what, where=path.name)])
    save(path, data)
    print_line(f"written: {path.name}")


def print_line(text: str = "") -> None:
    """One line of text."""
    sys.stdout.write(visible(text) + "\n")


def print_code(lines: Iterable[str]) -> None:
    """A QR code, black on white; only on a terminal, where somebody can point a phone at it."""
    if sys.stdout.isatty():
        sys.stdout.writelines(f"\033[30;107m{line}\033[0m\n" for line in lines)


def print_lines(lines: Iterable[object]) -> None:
    """Several lines of text."""
    for line in lines:
        print_line(str(line))


def print_notes(notes: Iterable[Problem | Message | str]) -> None:
    """Notes that are not errors, on standard error."""
    for note in notes:
        sys.stderr.write(f"note: {visible_in_line(str(note))}\n")
    sys.stderr.flush()


def tell_of_preparation() -> None:
    """Say why the first draw takes longer than others."""
    print_notes([Message("Preparing the pairing engine, once: this takes a few seconds.")])


def print_error(sentence: str) -> None:
    """A sentence that says what went wrong, on standard error."""
    sys.stderr.write(f"miai: {visible(sentence)}\n")
