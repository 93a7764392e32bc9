"""Reads and writes the workbooks of spreadsheets (.xlsx) with openpyxl, which comes with the extra "xlsx".

A workbook is a zip file of XML. Before openpyxl opens one, its size unpacked is checked, and documents that
declare entities are refused, so that no small file can fill the memory.
"""

import io
import re
import warnings
import zipfile
import zlib
from collections.abc import Iterable, Sequence
from datetime import date, datetime, time
from importlib import import_module
from typing import Any

from miai.domain.numbers import shortened
from miai.errors import InputError
from miai.formats.limits import LARGEST_UNPACKED, LARGEST_WORKBOOK, MOST_CELLS, MOST_PASTED_LINES, demand_size
from miai.messages import Message

MEDIA_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
_ZIP = b"PK\x03\x04"
_MOST_COLUMNS = 100
_LONGEST_CELL = 500
_LONGEST_SHEET_NAME = 31
# What unpacking raises: NotImplementedError for a compression that it does not know, RuntimeError for a part
# with a password, the others for damaged files.
_UNPACKING_FAULTS = (
    zipfile.BadZipFile,
    zlib.error,
    NotImplementedError,
    RuntimeError,
    EOFError,
    OSError,
    ValueError,
)
_DECLARATION = re.compile(rb"<!(?:DOCTYPE|ENTITY)", re.IGNORECASE)
_NOT_IN_SHEET_NAME = re.compile(r"[\[\]:*?/\\]")
# XML cannot hold these characters.
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f]")


def is_workbook(data: bytes) -> bool:
    """Whether a file is a workbook, or another file packed as they are."""
    return data.startswith(_ZIP)


def read_workbook(data: bytes) -> list[tuple[str, ...]]:
    """The rows of the sheet that has most cells."""
    return next(iter(read_sheets(data).values()), [])


def read_sheets(data: bytes) -> dict[str, list[tuple[str, ...]]]:
    """The rows of each sheet by its name, as texts, the one with most cells first.

    Rows and columns that are empty are left out, and so are sheets without a cell.
    """
    demand_size(len(data), LARGEST_WORKBOOK)
    _demand_safe(data)
    openpyxl = _openpyxl()
    try:
        with warnings.catch_warnings():
            # About styles and extensions, which say nothing about cells.
            warnings.simplefilter("ignore")
            book = openpyxl.load_workbook(io.BytesIO(data), read_only=True, data_only=True)
            sheets = {sheet.title: _rows(sheet) for sheet in book.worksheets}
    except InputError:
        raise
    except Exception as error:
        # openpyxl raises whatever a broken part of the file leads to.
        what = Message("the workbook cannot be read (%(reason)s)", reason=shortened(str(error)))
        raise InputError(what) from error
    cells = {name: sum(bool(cell) for row in rows for cell in row) for name, rows in sheets.items()}
    return {name: sheets[name] for name in sorted(cells, key=lambda name: -cells[name]) if cells[name]}


def write_workbook(title: str, rows: Iterable[Sequence[str | float]]) -> bytes:
    """A workbook with one sheet; the first row is its heading, which stays in place when the rest scrolls."""
    openpyxl = _openpyxl()
    book = openpyxl.Workbook(write_only=True)
    sheet = book.create_sheet(_NOT_IN_SHEET_NAME.sub(" ", _CONTROL.sub("", title))[:_LONGEST_SHEET_NAME])
    sheet.freeze_panes = "A2"
    for row in rows:
        sheet.append([_cell(sheet, value) for value in row])
    written = io.BytesIO()
    book.save(written)
    return written.getvalue()


def _cell(sheet: Any, value: str | float) -> Any:
    """A cell; a text that begins like a formula stays a text."""
    if not isinstance(value, str):
        return value
    cell = import_module("openpyxl.cell").WriteOnlyCell(sheet, value=_CONTROL.sub("", value))
    cell.data_type = "s"
    return cell


def _openpyxl() -> Any:
    try:
        openpyxl = import_module("openpyxl")
        # It prints that a style is not defined, to standard output, which is ours.
        vars(import_module("openpyxl.styles.cell_style"))["print"] = lambda *_: None
        return openpyxl
    except ModuleNotFoundError:
        raise InputError(
            Message(
                "Workbooks (.xlsx) need the extra 'xlsx': pip install 'miai[xlsx]'. CSV works without it."
            )
        ) from None


def _demand_safe(data: bytes) -> None:
    """Refuse what is no workbook, what is too large unpacked, and what declares entities."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as packed:
            parts = packed.infolist()
            # A part never unpacks to more than it says.
            demand_size(sum(part.file_size for part in parts), LARGEST_UNPACKED)
            if "xl/workbook.xml" not in packed.namelist():
                raise InputError(
                    Message("the file is packed, but it is not a workbook of a spreadsheet (.xlsx)")
                )
            for part in parts:
                # In UTF-16 zeros would hide it.
                if part.filename.endswith((".xml", ".rels")) and _DECLARATION.search(
                    packed.read(part).replace(b"\0", b"")
                ):
                    raise InputError(Message("the workbook declares entities, which no spreadsheet does"))
    except _UNPACKING_FAULTS as error:
        what = Message("the workbook cannot be read (%(reason)s)", reason=shortened(str(error)))
        raise InputError(what) from error


def _rows(sheet: Any) -> list[tuple[str, ...]]:
    rows, cells = [], 0
    width = min(sheet.max_column or _MOST_COLUMNS, _MOST_COLUMNS)
    for values in sheet.iter_rows(max_col=width, values_only=True):
        row = tuple(_text(value) for value in values)
        cells += len(row)
        if any(row):
            rows.append(row)
        if cells > MOST_CELLS or len(rows) > MOST_PASTED_LINES:
            raise InputError(Message("the sheet has more than %(most)s rows", most=MOST_PASTED_LINES))
    used = [
        at for at in range(max(map(len, rows), default=0)) if any(at < len(row) and row[at] for row in rows)
    ]
    return [tuple(row[at] if at < len(row) else "" for at in used) for row in rows]


def _text(value: Any) -> str:
    """A cell as a person reads it; whole numbers have no decimals."""
    if value is None:
        return ""
    if isinstance(value, float):
        return f"{value:.10g}"
    if isinstance(value, datetime) and value.time() == time():
        value = value.date()
    if isinstance(value, date | time):
        return value.isoformat()
    return str(value)[:_LONGEST_CELL].strip()
