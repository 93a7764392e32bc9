"""The five documents that Miai follows, by the number under which texts name them."""

import re
from collections.abc import Iterable
from dataclasses import dataclass

_NAMED = re.compile(r"[Dd]ocument (\d)")


@dataclass(frozen=True, slots=True, kw_only=True)
class SourceDocument:
    """A document: who wrote what, and when if it says so."""

    author: str
    title: str
    year: int | None = None

    def __str__(self) -> str:
        return f"{self.author}, {self.title}" + (f" ({self.year})" if self.year else "")


DOCUMENTS = {
    1: SourceDocument(author="Tapio Vuorinen", title="Enhancing Go tournament pairings in Europe", year=2010),
    2: SourceDocument(author="American Go Association", title="AGA Swiss McMahon Pairing Protocol Standards"),
    3: SourceDocument(author="A. Cieplý", title="Rating the proficiency of Baduk/Go players", year=2001),
    4: SourceDocument(author="Geoff Kaniuk", title="Pairing quality: background and plan", year=2018),
    5: SourceDocument(author="Geoff Kaniuk", title="Determination of the McMahon bar", year=2015),
}


def documents_named(texts: Iterable[str]) -> list[str]:
    """A line for each document that some texts name by its number."""
    numbers = {int(number) for text in texts for number in _NAMED.findall(text)}
    return [f"document {number}: {DOCUMENTS[number]}" for number in sorted(numbers & DOCUMENTS.keys())]
