"""The part of a tournament that is past: rounds that were played, and tables that were published."""

from miai.domain.rounds.round import Round
from miai.domain.tournament import Tournament
from miai.engine.pairing.registry import abilities_of


def has_begun(drawn: Round) -> bool:
    """True if a round was published or has a result; before that it is a draft."""
    return bool(drawn.boards) and (
        drawn.shown is not None or any(board.result.known for board in drawn.boards)
    )


def last_begun(tournament: Tournament) -> int:
    """The number of the last round that was published or has a result; 0 before the first."""
    return max((drawn.number for drawn in tournament.rounds if has_begun(drawn)), default=0)


def last_played(tournament: Tournament) -> int:
    """The number of the last round that is over: it has all results, or a later round is drawn from them."""
    drawn = [each for each in tournament.rounds if each.boards]
    begun = last_begun(tournament)
    current = tournament.round(begun)
    if begun and all(board.result.known for board in current.boards):
        return begun
    newest = max((each.number for each in drawn), default=0)
    if newest > begun > 0 and not abilities_of(tournament.settings.system).plans_rounds:
        return begun
    return max((each.number for each in drawn if each.number < begun), default=0)


def is_past(tournament: Tournament, number: int) -> bool:
    """True if a later round is drawn, or a table with this round is published."""
    return number < tournament.rounds_played or any(
        table.after_round >= number for table in tournament.tables_shown
    )
