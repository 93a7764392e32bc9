"""Compares the players of a proof, with all that is said of them, and its boards with the log."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from miai.domain.people.player import PlayerId
from miai.engine.verify.before_round import Facts
from miai.engine.verify.deviations import handicap_level
from miai.engine.verify.round_in_log import RoundInLog
from miai.engine.verify.verdicts import Difference, What

Json = Any


def different_players(said: Json, known: RoundInLog, field: Sequence[Facts]) -> Iterator[Difference]:
    """The players of a round in their order, and each fact about them."""
    names = [known.names[each.player.id] for each in field]
    ids = [each.player.id for each in field]
    # Versions before 0.2 wrote no ids of namesakes; the order of the field tells them apart.
    if not same(said["name"], names) or ("id" in said and not same(said["id"], ids)):
        yield Difference(what=What.PLAYERS)
        return
    for fact, values in _facts(known, field).items():
        if not same(said.get(fact), values):
            yield Difference(what=What.FACT, of=fact)


def _facts(known: RoundInLog, field: Sequence[Facts]) -> dict[str, list[Any]]:
    settings = known.facts.settings
    return {
        "grade": [str(each.player.grade) for each in field],
        "club": [each.player.club for each in field],
        "country": [each.player.country for each in field],
        "score": [each.score for each in field],
        "group": [each.group for each in field],
        "place": [each.place + 1 for each in field],
        "of": [each.size for each in field],
        "up": [each.ups for each in field],
        "down": [each.downs for each in field],
        "balance": [each.balance for each in field],
        "last": [each.last_colour for each in field],
        "level": [handicap_level(each, settings) for each in field],
        "category": [settings.category_of(each.player) + 1 for each in field],
        "byes": [each.byes for each in field],
    }


def different_boards(
    about: Json, known: RoundInLog, positions: Mapping[PlayerId, int]
) -> Iterator[Difference]:
    """Boards with colours, stones and komi; byes; who has neither."""
    drawn = known.drawn
    boards = [
        [board.table, positions[board.white], positions[board.black], board.handicap, board.komi]
        for board in sorted(drawn.boards, key=lambda board: board.table)
    ]
    seated = {seat for board in drawn.boards for seat in (board.white, board.black)}
    away = {bye.player for bye in drawn.byes}
    own = {
        What.BOARDS: boards,
        What.BYES: sorted(positions[player] for player in drawn.free),
        What.UNPAIRED: sorted(
            place for who, place in positions.items() if who not in seated and who not in away
        ),
    }
    for what, value in own.items():
        if not same(about.get(what.value), value):
            yield Difference(what=what)


def same(said: Json, own: Json) -> bool:
    """If a value of a proof is a value of the log; true and false are no numbers."""
    if isinstance(own, list):
        return (
            isinstance(said, list)
            and len(said) == len(own)
            and all(same(one, other) for one, other in zip(said, own, strict=True))
        )
    return isinstance(said, bool) == isinstance(own, bool) and bool(said == own)
