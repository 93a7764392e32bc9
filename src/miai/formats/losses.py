"""What a format could not hold, found by reading back what was written."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import fields, is_dataclass, replace
from typing import Any

from miai.domain.player import Player, PlayerId
from miai.domain.points import NOTHING
from miai.domain.round import Round
from miai.domain.tournament import Tournament
from miai.formats.reading import Reading
from miai.standings.scores import start_of


def losses(before: Tournament, written: Reading) -> list[str]:
    """One line for each thing that the written file does not give back."""
    mine, theirs = _canonical(before), _canonical(written.tournament)
    lost = [*_details(mine, theirs), *_settings(mine, theirs)]
    lost += _players(mine, theirs)
    for drawn in mine.rounds:
        lost += _round(drawn, theirs.round(drawn.number))
    return lost


def _canonical(tournament: Tournament) -> Tournament:
    """The same tournament with players and boards in an order and under ids that every format can give."""
    ordered = sorted(tournament.players, key=lambda p: (p.surname, p.first_name, str(p.grade), p.club))
    new = {player.id: PlayerId(f"{i}") for i, player in enumerate(ordered)}
    scoring = tournament.settings.scoring
    by_score = not tournament.settings.by_wins
    players = tuple(
        # A starting score may be written as a correction or outright: what counts is the score.
        replace(
            player,
            id=new[player.id],
            start=start_of(player, scoring) if by_score else None,
            correction=NOTHING,
            bar_side=None,
        )
        for player in ordered
    )
    rounds = tuple(_renamed(drawn, new) for drawn in tournament.rounds)
    return replace(tournament, players=players, rounds=rounds)


def _renamed(drawn: Round, new: dict[PlayerId, PlayerId]) -> Round:
    boards = [replace(board, white=new[board.white], black=new[board.black]) for board in drawn.boards]
    return replace(
        drawn,
        boards=tuple(sorted(boards, key=lambda board: (min(board.white, board.black), board.table))),
        byes=tuple(sorted((replace(b, player=new[b.player]) for b in drawn.byes), key=lambda b: b.player)),
        bonuses=tuple(
            sorted((replace(b, player=new[b.player]) for b in drawn.bonuses), key=lambda b: b.player)
        ),
    )


def _details(mine: Tournament, theirs: Tournament) -> Iterator[str]:
    for name in ("name", "short_name", "place", "director", "begin", "end"):
        if getattr(mine, name) != getattr(theirs, name):
            yield f"{_words(name)} '{getattr(mine, name)}'"
    if mine.extras and mine.extras != theirs.extras:
        kept = dict(theirs.extras)
        gone = [key for key, value in mine.extras if kept.get(key) != value]
        if gone:
            yield f"details of the source file ({', '.join(gone)})"


def _settings(mine: Tournament, theirs: Tournament) -> Iterator[str]:
    for path, before, after in _differences(mine.settings, theirs.settings):
        yield f"setting {_words(path)}: {_shown(before)} (becomes {_shown(after)})"


def _differences(mine: Any, theirs: Any, path: str = "") -> Iterator[tuple[str, Any, Any]]:
    for field in fields(mine):
        before, after = getattr(mine, field.name), getattr(theirs, field.name)
        inner = f"{path}{field.name}"
        if is_dataclass(before) and is_dataclass(after) and not hasattr(before, "rating"):
            yield from _differences(before, after, f"{inner} ")
        elif before != after:
            yield inner, before, after


def _players(mine: Tournament, theirs: Tournament) -> list[str]:
    if len(mine.players) != len(theirs.players):
        return [f"{len(mine.players) - len(theirs.players)} players"]
    lost: Counter[str] = Counter()
    for before, after in zip(mine.players, theirs.players, strict=True):
        for field in fields(Player):
            if getattr(before, field.name) != getattr(after, field.name):
                lost[field.name] += 1
    everybody = len(mine.players)
    titles = {"start": "starting score"}
    return [
        f"{titles.get(name, _words(name))} of {'all' if count == everybody else count} players"
        for name, count in lost.items()
    ]


def _round(mine: Round, theirs: Round) -> Iterator[str]:
    if len(mine.boards) != len(theirs.boards):
        yield f"round {mine.number}: {len(mine.boards) - len(theirs.boards)} boards"
    else:
        lost: Counter[str] = Counter()
        for before, after in zip(mine.boards, theirs.boards, strict=True):
            lost.update(name for name, _, _ in _differences(before, after))
        for name, count in lost.items():
            yield f"round {mine.number}: {_words(name)} on {count} boards"
    if mine.byes != theirs.byes:
        yield f"round {mine.number}: byes"
    if mine.bonuses != theirs.bonuses:
        yield f"round {mine.number}: bonus points"


def _words(name: str) -> str:
    return name.replace("_", " ")


def _shown(value: Any) -> str:
    if isinstance(value, tuple):
        return ", ".join(_shown(item) for item in value) or "none"
    return str(getattr(value, "value", value))
