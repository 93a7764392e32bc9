"""What the documents print or draw and nobody can compute again, with the reason."""

from dataclasses import dataclass

_GONE = (
    "the results of these tournaments are printed nowhere, and the European database is not public as files"
)
_DRAWN = "is drawn, and the text prints no number of it; `miai lab report` draws it"


@dataclass(frozen=True, slots=True, kw_only=True)
class NotCovered:
    """A table or figure, and why it is not recomputed."""

    document: int
    what: str
    reason: str

    @property
    def where(self) -> str:
        """The document and the table or figure."""
        return f"document {self.document}, {self.what}"


def _left(document: int, what: str, reason: str) -> NotCovered:
    return NotCovered(document=document, what=what, reason=reason)


NOT_COVERED = (
    _left(1, "figure 1.1", "is a photograph"),
    _left(1, "figure 2.1", f"{_DRAWN}; its formula is that of table 2.2"),
    _left(1, "figures 4.1 and 4.2", "draw the entries of two tournaments, which are printed nowhere"),
    _left(
        1,
        "figures 4.3 to 4.5, the arrows",
        "the table of figure 4.3 is printed three times and counted once; which rows the arrows join cannot"
        " be read in the text",
    ),
    _left(
        1,
        "figure 4.3, SOSOS of rows 14 to 16",
        "needs the opponents of players whose rows are cut off",
    ),
    _left(1, "figure 5.1, MMS of row 1", "is not legible; ours is 11, which the SOS of its opponents need"),
    _left(
        1,
        "figure 5.1, places of rows 20 to 29",
        "need the SOSOS of players whose opponents are cut off, or the SOS of players who are",
    ),
    _left(1, "figures 5.2 and 5.3", "their columns are not legible in the text"),
    _left(1, "figure 5.4", "draws tournaments of Finland by year, of which the text counts two years only"),
    _left(1, "tables 7.1 to 7.4, 26 total errors", _GONE),
    _left(3, "A = 0.07 and B = 33.0, figure 2", "are fitted to 140,000 games of 2001, which nobody has"),
    _left(3, "figure 3", "shows winning shares of the same games; the text prints none of its points"),
    _left(3, "R = 96.7 g + 2061.3", "is fitted to the rating list of 2001, which nobody has"),
    _left(3, "section V, ratings of professionals", "come from games that are not in the document"),
    _left(4, "all", "is a plan: it prints no result"),
    _left(
        5,
        "figures 4 to 10, 17 to 19 and 21 to 23",
        f"{_DRAWN}; what the text says about them is compared under its section",
    ),
    _left(5, "figures 24 to 28, the curves", f"each {_DRAWN}; what the text says about them is compared"),
    _left(
        5,
        "table 8, the entries below -1G",
        "are printed nowhere: they are drawn as the trial draws them, which the standard errors contain",
    ),
)
