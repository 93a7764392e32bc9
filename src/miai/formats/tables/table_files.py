"""Tables as files: one HTML page that opens anywhere, and CSV and workbooks for spreadsheets."""

import csv
import io
import re
from html import escape

from miai.answers import Column, Table
from miai.formats.tables.workbook import write_workbook

_NUMBER = re.compile(r"[-+]?\d+(\.\d+)?")
# A spreadsheet takes a cell that begins so for a formula.
_FORMULA = ("=", "+", "-", "@", "\t", "\r")
_STYLE = """
body { margin: 2rem; font: 15px/1.45 system-ui, sans-serif; color: #1c2226; background: #fff; }
h1 { font-size: 1.4rem; }
table { border-collapse: collapse; }
th, td { padding: .3rem .6rem; text-align: left; white-space: nowrap; border-bottom: 1px solid #ddd; }
th { font-size: .8rem; border-bottom: 2px solid #1c2226; }
.num { text-align: right; font-variant-numeric: tabular-nums; }
abbr { cursor: help; }
.wide { overflow-x: auto; }
footer { margin-top: 1rem; font-size: .8rem; color: #4d5459; }
@media print {
  body { margin: 0; font-size: 9pt; }
  thead { display: table-header-group; }
  tr { break-inside: avoid; }
  .wide { overflow: visible; }
}
"""


def html_page(table: Table, *, language: str = "en") -> str:
    """A page with its own style that needs nothing else."""
    heads = "".join(_head(column) for column in table.columns)
    lines = "\n".join(f"<tr>{_cells(table, row)}</tr>" for row in table.rows)
    meanings = "<br>".join(
        f"{escape(column.title)}: {escape(column.says)}" for column in table.columns if column.says
    )
    foot = f"<footer>{meanings}</footer>" if meanings else ""
    return f"""<!doctype html>
<html lang="{escape(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{escape(table.title)}</title>
<style>{_STYLE}</style>
</head>
<body>
<main>
<h1>{escape(table.title)}</h1>
<div class="wide" tabindex="0">
<table>
<thead><tr>{heads}</tr></thead>
<tbody>
{lines}
</tbody>
</table>
</div>
{foot}
</main>
</body>
</html>
"""


def csv_file(table: Table, *, decimal_comma: bool = False) -> bytes:
    """Text that spreadsheets open by a double click: UTF-8 with its mark.

    Where numbers are written with a comma, spreadsheets separate cells by semicolons.
    """
    written = io.StringIO(newline="")
    writer = csv.writer(written, delimiter=";" if decimal_comma else ",")
    writer.writerow(column.title for column in table.columns)
    for row in table.rows:
        writer.writerow(_cell(text, decimal_comma=decimal_comma) for text in row)
    return written.getvalue().encode("utf-8-sig")


def xlsx_file(table: Table) -> bytes:
    """A workbook in which numbers are numbers; ids and names stay texts, whatever they look like."""
    heading = [column.title for column in table.columns]
    rows = [
        [_value(text, column) for text, column in zip(row, table.columns, strict=True)] for row in table.rows
    ]
    return write_workbook(table.title, [heading, *rows])


def _value(text: str, column: Column) -> str | float:
    return float(text) if column.right and _NUMBER.fullmatch(text) else text


def _head(column: Column) -> str:
    title = escape(column.title)
    said = f'<abbr title="{escape(column.says)}">{title}</abbr>' if column.says else title
    return f'<th scope="col"{_class(column)}>{said}</th>'


def _cells(table: Table, row: tuple[str, ...]) -> str:
    return "".join(
        f"<td{_class(column)}>{escape(text)}</td>" for column, text in zip(table.columns, row, strict=True)
    )


def _class(column: Column) -> str:
    return ' class="num"' if column.right else ""


def _cell(text: str, *, decimal_comma: bool) -> str:
    if _NUMBER.fullmatch(text):
        return text.replace(".", ",") if decimal_comma else text
    return f"'{text}" if text.startswith(_FORMULA) else text
