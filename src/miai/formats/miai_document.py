"""The tournament document (".miai") as a format among the others."""

from miai.domain.document import read_history, write_history
from miai.domain.history import History
from miai.domain.problems import demand_none, problems
from miai.domain.tournament import Tournament
from miai.formats.reading import Reading


def read(data: bytes) -> Reading:
    """The tournament that the document's history leads to."""
    tournament = read_history(data).tournament()
    demand_none(problems(tournament))
    return Reading(tournament=tournament, format="miai")


def write(tournament: Tournament) -> bytes:
    """A document for a tournament whose history is not known."""
    return write_history(History.of_tournament(tournament))
