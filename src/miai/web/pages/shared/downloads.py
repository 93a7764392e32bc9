"""Tables that a visitor takes away as files, in the language of the page."""

from babel.numbers import get_decimal_symbol
from starlette.responses import Response

from miai.report.table import Table
from miai.report.table_files import csv_file, html_page
from miai.web.words.translation import language, locale


def table_download(table: Table, name: str, *, to: str) -> Response:
    """The table as a file: "html", else CSV as the spreadsheets of the reader's country expect it."""
    if to == "html":
        data, kind = html_page(table, language=language()).encode(), "html"
    else:
        data, kind = csv_file(table, decimal_comma=get_decimal_symbol(locale()) == ","), "csv"
    return Response(
        data,
        media_type=f"text/{kind}; charset=utf-8",
        headers={"Content-Disposition": f'attachment; filename="{name}.{kind}"'},
    )
