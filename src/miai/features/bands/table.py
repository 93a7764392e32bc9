"""The AGA's bands as a table."""

from collections.abc import Sequence

from miai.answers import Column, Table
from miai.engine.bar.bands import BandRow
from miai.messages import Score


def bands_table(rounds: int, rows: Sequence[BandRow]) -> Table:
    """One line a band, the strongest first; an empty band shows the grade that it reaches down to."""
    titles = ("Band", "Grades", "From", "Players", "By hand", "Separation", "Start")
    lines = tuple(
        (
            str(number),
            f"{row.strongest}–{row.weakest}" if row.players else "–",
            str(row.band.weakest),
            str(len(row.players)),
            str(len(row.by_hand) or ""),
            str(Score(row.separation)),
            str(Score(row.band.score)),
        )
        for number, row in enumerate(rows, start=1)
    )
    columns = tuple(Column(title=title, right=True) for title in titles)
    return Table(title=f"Bands for {rounds} rounds", columns=columns, rows=lines)
