"""The AGA's bands as a table."""

from collections.abc import Sequence

from miai.bar.bands import Band
from miai.report.table import Column, Table


def bands_table(rounds: int, bands: Sequence[Band]) -> Table:
    """One line a band, the strongest first."""
    titles = ("Band", "Grades", "Players", "Separation", "Start")
    rows = tuple(
        (
            str(number),
            f"{band.strongest}–{band.weakest}",
            str(len(band.players)),
            str(band.separation),
            str(band.score),
        )
        for number, band in enumerate(bands, start=1)
    )
    columns = tuple(Column(title=title, right=True) for title in titles)
    return Table(title=f"Bands for {rounds} rounds", columns=columns, rows=rows)
