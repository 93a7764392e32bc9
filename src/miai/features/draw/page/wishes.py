"""What the director wants of the draws, in words."""

from dataclasses import dataclass

from miai.domain.people.names import plain_name
from miai.domain.people.player import Player
from miai.domain.tournament import Tournament
from miai.engine.pairing.registry import abilities_of
from miai.engine.scoring.teams.entrants import entrants_of
from miai.server.words import gettext as _


@dataclass(frozen=True, slots=True, kw_only=True)
class WishRow:
    """A standing wish in words, the action that ends it, and whether this draw keeps to it."""

    text: str
    action: str
    fields: dict[str, object]
    kept: bool = True


def wishes_of(event: Tournament, number: int) -> list[WishRow]:
    """What the director wants of this draw and of all draws."""
    event = entrants_of(event, number)
    names = event.names
    drawn = event.round(number)
    met = {frozenset((board.white, board.black)) for board in drawn.boards}
    tables = {seat: board.table for board in drawn.boards for seat in (board.white, board.black)}
    wishes = [
        WishRow(
            text=_("%(a)s and %(b)s never meet", a=names[a], b=names[b]),
            action="never",
            fields={"a": a, "b": b, "never": "no"},
            kept=frozenset((a, b)) not in met,
        )
        for a, b in event.wishes.apart
    ]
    wishes += [
        WishRow(
            text=_("%(a)s and %(b)s meet in this round", a=names[game.white], b=names[game.black]),
            action="force",
            fields={"a": game.white, "b": game.black, "force": "no"},
            kept=frozenset((game.white, game.black)) in met or not drawn.boards,
        )
        for game in event.wishes.games
        if game.round == number
    ]
    wishes += [
        WishRow(
            text=_("%(name)s always sits at table %(table)s", name=names[player], table=table),
            action="seat",
            fields={"player": player, "table": ""},
            kept=tables.get(player, table) == table,
        )
        for player, table in event.wishes.tables
    ]
    wishes += [
        WishRow(
            text=_("%(name)s never sits at table %(table)s", name=names[player], table=table),
            action="off",
            fields={"player": player, "table": table, "off": "no"},
            kept=tables.get(player) != table,
        )
        for player, table in event.wishes.off_tables
    ]
    wishes += [
        WishRow(
            text=_("%(name)s offers to sit out this round", name=names[offer.player]),
            action="volunteer",
            fields={"player": offer.player, "offers": "no"},
            # In an even field nobody has to sit out.
            kept=not drawn.byes or drawn.bye_of(offer.player) is not None,
        )
        for offer in event.wishes.volunteers
        if offer.round == number
    ]
    return wishes


def possible_volunteers(event: Tournament, number: int) -> list[Player]:
    """Who could offer to sit out a round and has not done so yet, in the order of their names.

    Where a plan says who sits out, nobody can.
    """
    offered = {offer.player for offer in event.wishes.volunteers if offer.round == number}
    return [player for player in free_to_meet(event, number) if player.id not in offered]


def free_to_meet(event: Tournament, number: int) -> list[Player]:
    """The players of a round whose games no plan settles, in the order of their names."""
    if abilities_of(event.settings.system).plans_rounds:
        return []
    coming = (player for player in entrants_of(event, number).players if player.attends(number))
    return sorted(coming, key=lambda player: plain_name(player.name))
