"""The matches of a bracket in words: who is in them, and who won."""

from miai.domain.people.player import Player
from miai.engine.pairing.schedules.bracket import (
    Arrival,
    Fallen,
    LoserOf,
    Match,
    Nobody,
    Side,
    Slot,
    ToBeDrawn,
    WinnerOf,
)


def slot_text(slot: Slot, arrival: Arrival) -> str:
    """Who is in a slot, or where they will come from."""
    match arrival:
        case Player():
            return arrival.name
        case Fallen():
            return f"({arrival.player.name}, lost)"
        case Nobody():
            return "bye" if isinstance(slot, Nobody) else "nobody"
    if isinstance(slot, Player | Nobody):
        return slot_text(slot, slot)
    if isinstance(slot, ToBeDrawn):
        return "drawn later"
    return f"{'winner' if isinstance(slot, WinnerOf) else 'loser'} of {slot.match}"


def result_text(match: Match) -> str:
    """Who won, as far as it is known; or why a game of a table was not played."""
    if match.not_played:
        won = f": {match.winner.name} won" if match.winner else ""
        return f"{match.not_played.value}{won}"
    if match.ending is None or not match.players:
        return f"in round {match.played_in}" if match.played_in else ""
    if match.winner is None:
        # Only matches of two players end without a winner.
        return match.ending.outcome.value
    if match.pair is None:
        return _without_game(match, match.winner)
    if match.played_in:
        return f"{match.winner.name} won in round {match.played_in}"
    return f"{match.winner.name} won" + (" by walkover" if match.ending.walkover else "")


def _without_game(match: Match, winner: Player) -> str:
    if match.side is not Side.FINAL:
        return f"{winner.name} goes on"
    # A final is played again only by two who are both still in.
    return "not needed" if isinstance(match.lower, LoserOf) else f"{winner.name} won by walkover"
