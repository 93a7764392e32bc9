"""What is said of final standings."""

from miai.domain.tournament import Tournament
from miai.messages import Clauses, Message


def final_message(tournament: Tournament) -> Message:
    """That the standings are final, and why they were corrected."""
    if not tournament.corrections:
        return Message("These standings are final.")
    return Message(
        "These standings are final; corrected: %(reasons)s", reasons=Clauses(tournament.corrections)
    )
