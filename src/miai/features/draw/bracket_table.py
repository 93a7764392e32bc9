"""A bracket on paper: its matches round by round, and the places at the end."""

from miai.answers import Column, Table
from miai.domain.people.player import Player
from miai.engine.pairing.schedules.bracket import (
    Arrival,
    Bracket,
    Fallen,
    LoserOf,
    Match,
    Nobody,
    Side,
    Slot,
    ToBeDrawn,
    WinnerOf,
)
from miai.engine.pairing.schedules.placing import placing


def bracket_table(bracket: Bracket) -> Table:
    """One line a match, by round; a match that nobody will ever play is left out."""
    columns = (
        Column(title="Round", right=True),
        Column(title="Match", right=True),
        Column(title="Part"),
        Column(title="Upper"),
        Column(title="Lower"),
        Column(title="Result"),
    )
    rows = tuple(
        (
            str(match.round),
            str(match.id),
            match.side.value,
            slot_text(match.upper, match.arrivals[0]),
            slot_text(match.lower, match.arrivals[1]),
            result_text(match),
        )
        for match in bracket.matches
        if not all(isinstance(arrival, Nobody) for arrival in match.arrivals)
    )
    title = f"{bracket.title.capitalize()}: {len(bracket.entrants)} players, {bracket.rounds} rounds"
    if bracket.by_lot:
        title += ", places drawn by lot"
    return Table(title=title, columns=columns, rows=rows)


def placing_table(bracket: Bracket) -> Table:
    """One line a player; a shared place is printed once."""
    rows: list[tuple[str, ...]] = []
    for group in placing(bracket):
        place = str(len(rows) + 1)
        rows += [
            (place if at == 0 else "", player.name, str(player.grade)) for at, player in enumerate(group)
        ]
    columns = (Column(title="Pl", right=True), Column(title="Name"), Column(title="Gr", right=True))
    return Table(title=f"{bracket.title.capitalize()}: places", columns=columns, rows=tuple(rows))


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
        return match.not_played.value
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
