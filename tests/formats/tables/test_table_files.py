"""Tables as files: a page that needs nothing else, and CSV that spreadsheets read as it is meant."""

import csv
from html.parser import HTMLParser

from kit.builders import crosstable
from miai.answers import Column, Table
from miai.engine.scoring import standings
from miai.features.standings.answer import STANDINGS
from miai.formats.tables.table_files import csv_file, html_page

ODD = Table(
    title='Cup <of> "Åre"',
    columns=(Column(title="Name"), Column(title="SOS", right=True, says="Sum of <scores>.")),
    rows=(('Ek, "Bo"', "28.5"), ("=HYPERLINK(1)", "-3"), ("Žižka\nJan", "0+")),
)


def _read(data: bytes, delimiter: str = ",") -> list[list[str]]:
    return list(csv.reader(data.decode("utf-8-sig").splitlines(keepends=True), delimiter=delimiter))


def test_a_spreadsheet_reads_every_cell_as_it_is_and_runs_no_formula() -> None:
    data = csv_file(ODD)
    assert data.startswith(b"\xef\xbb\xbf")
    assert _read(data) == [
        ["Name", "SOS"],
        ['Ek, "Bo"', "28.5"],
        ["'=HYPERLINK(1)", "-3"],
        ["Žižka\nJan", "0+"],
    ]


def test_where_numbers_have_a_comma_cells_have_semicolons() -> None:
    assert _read(csv_file(ODD, decimal_comma=True), ";")[1] == ['Ek, "Bo"', "28,5"]


def test_the_page_needs_nothing_else_and_escapes_what_it_shows() -> None:
    asked: list[str] = []
    words: list[str] = []

    class Reader(HTMLParser):
        def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
            asked.extend(f"{tag} {name}" for name, _ in attrs if name in ("src", "href", "onload"))

        def handle_data(self, data: str) -> None:
            words.append(data)

    page = html_page(ODD)
    Reader().feed(page)
    assert asked == []
    assert {'Cup <of> "Åre"', "=HYPERLINK(1)", "28.5"} <= set(words)
    assert 'title="Sum of &lt;scores&gt;."' in page
    assert "@media print" in page


def test_every_line_of_the_standings_in_a_file_has_its_place() -> None:
    table = STANDINGS.table(standings(crosstable("A+B C+D"), criteria="nbw,SOS"))
    assert [column.title for column in table.columns][-3:] == ["R1", "Wins", "SOS"]
    assert [row[0] for row in table.rows] == ["1", "1", "3", "3"]
    assert table.title.endswith("Standings after round 1")
