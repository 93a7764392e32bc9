"""Tables that a visitor takes away as files, in the language of the page."""

from babel.numbers import get_decimal_symbol
from starlette.responses import Response

from miai.answers import Table
from miai.formats.tables.table_files import csv_file, html_page, xlsx_file
from miai.formats.tables.workbook import MEDIA_TYPE
from miai.server.words.translation import language, locale


def table_download(table: Table, name: str, *, to: str) -> Response:
    """The table as a file: "html", "xlsx", else CSV as the spreadsheets of the reader's country expect it."""
    if to == "html":
        data, ending, kind = (
            html_page(table, language=language()).encode(),
            "html",
            "text/html; charset=utf-8",
        )
    elif to == "xlsx":
        data, ending, kind = xlsx_file(table), "xlsx", MEDIA_TYPE
    else:
        data = csv_file(table, decimal_comma=get_decimal_symbol(locale()) == ",")
        ending, kind = "csv", "text/csv; charset=utf-8"
    return Response(
        data,
        media_type=kind,
        headers={"Content-Disposition": f'attachment; filename="{name}.{ending}"'},
    )
