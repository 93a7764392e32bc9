"""Finds what a format cannot hold by reading back what was written."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import fields, is_dataclass, replace
from enum import Enum
from typing import Any

from miai.domain.field_labels import BOARD_LABELS, DETAIL_LABELS, PLAYER_LABELS, SETTING_LABELS
from miai.domain.grade import Grade
from miai.domain.import_notes import is_import_note
from miai.domain.participants import no_shows
from miai.domain.player import Player, PlayerId
from miai.domain.points import NOTHING
from miai.domain.round import Round
from miai.domain.setting_words import words_of
from miai.domain.tournament import Tournament
from miai.formats.reading import Reading
from miai.messages import Message, counted
from miai.standings.scores import start_of


class LossKind(Enum):
    """What a loss is about."""

    LEFT_OUT = "left out"
    DETAILS = "details"
    RULES = "rules"
    PLAYERS = "players"
    GAMES = "games"


def losses(before: Tournament, written: Reading) -> list[Message]:
    """One message for each thing that differs in the written file; first who was left out of it."""
    found = losses_by_kind(before, written)
    return [each for kind in LossKind for each in found.get(kind, ())]


def losses_by_kind(before: Tournament, written: Reading) -> dict[LossKind, tuple[Message, ...]]:
    """The losses by what they are about; a kind without losses is left out."""
    gone = _left_out(before, written.tournament)
    left_out = tuple(_left_out_messages(before, gone))
    there = tuple(player for player in before.players if player not in gone)
    mine = _canonical(replace(before, players=there) if gone else before)
    theirs = _canonical(written.tournament)
    found = {
        LossKind.LEFT_OUT: left_out,
        LossKind.DETAILS: tuple(_details(mine, theirs)),
        LossKind.RULES: tuple(_settings(mine, theirs)),
        LossKind.PLAYERS: tuple(_players(mine, theirs)),
        LossKind.GAMES: tuple(
            each for drawn in mine.rounds for each in _round(drawn, theirs.round(drawn.number))
        ),
    }
    return {kind: lost for kind, lost in found.items() if lost}


def _left_out(before: Tournament, after: Tournament) -> tuple[Player, ...]:
    """Who is not in a file because they never came, or because they have neither a game nor a bye."""
    missing = len(before.players) - len(after.players)
    never_came = no_shows(before)
    idle = tuple(player for player in before.players if player not in never_came and _is_idle(player, before))
    for gone in (never_came, (*never_came, *idle)):
        if gone and len(gone) == missing:
            return gone
    return ()


def _is_idle(player: Player, tournament: Tournament) -> bool:
    return not any(player.id in drawn.free or drawn.board_of(player.id) for drawn in tournament.rounds)


def _left_out_messages(before: Tournament, gone: tuple[Player, ...]) -> Iterator[Message]:
    never_came = no_shows(before)
    absent = tuple(player.name for player in gone if player in never_came)
    idle = tuple(player.name for player in gone if player not in never_came)
    if absent:
        yield counted(
            "%(num)s player who was never checked in is not in the file: %(names)s",
            "%(num)s players who were never checked in are not in the file: %(names)s",
            len(absent),
            names=absent,
        )
    if idle:
        yield counted(
            "%(num)s player without a game or a bye is not in the file: %(names)s",
            "%(num)s players without a game or a bye are not in the file: %(names)s",
            len(idle),
            names=idle,
        )


def _canonical(tournament: Tournament) -> Tournament:
    """The same tournament with players and boards in a fixed order and with fixed ids."""
    ordered = sorted(tournament.players, key=lambda p: (p.surname, p.first_name, str(p.grade), p.club))
    new = {player.id: PlayerId(f"{i}") for i, player in enumerate(ordered)}
    scoring = tournament.settings.scoring
    by_score = not tournament.settings.by_wins
    players = tuple(
        # A starting score may be written as a correction or as a score: only the score is compared.
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


def _details(mine: Tournament, theirs: Tournament) -> Iterator[Message]:
    for name, label in DETAIL_LABELS.items():
        if getattr(mine, name) != getattr(theirs, name):
            yield Message("%(what)s '%(text)s'", what=label, text=getattr(mine, name))
    kept = dict(theirs.extras)
    lost = tuple(key for key, value in mine.extras if kept.get(key) != value and not is_import_note(key))
    if lost:
        yield Message("details of the source file (%(names)s)", names=lost)


def _settings(mine: Tournament, theirs: Tournament) -> Iterator[Message]:
    for path, before, after in _differences(mine.settings, theirs.settings):
        yield Message(
            "%(what)s: %(before)s (becomes %(after)s)",
            what=SETTING_LABELS[path],
            before=words_of(path, before),
            after=words_of(path, after),
        )


def _differences(mine: Any, theirs: Any, path: str = "") -> Iterator[tuple[str, Any, Any]]:
    """The paths of the fields that differ, with both values."""
    for field in fields(mine):
        before, after = getattr(mine, field.name), getattr(theirs, field.name)
        if before == after:
            continue
        if is_dataclass(before) and not isinstance(before, Grade):
            yield from _differences(before, after, f"{path}{field.name}.")
        else:
            yield f"{path}{field.name}", before, after


def _players(mine: Tournament, theirs: Tournament) -> Iterator[Message]:
    if len(mine.players) != len(theirs.players):
        yield counted("%(num)s player", "%(num)s players", len(mine.players) - len(theirs.players))
        return
    lost = Counter(
        field.name
        for before, after in zip(mine.players, theirs.players, strict=True)
        for field in fields(Player)
        if getattr(before, field.name) != getattr(after, field.name)
    )
    for name, count in lost.items():
        label = PLAYER_LABELS[name]
        if count == len(mine.players):
            yield Message("%(what)s (all players)", what=label)
        else:
            yield counted("%(what)s (%(num)s player)", "%(what)s (%(num)s players)", count, what=label)


def _round(mine: Round, theirs: Round) -> Iterator[Message]:
    number = mine.number
    if len(mine.boards) != len(theirs.boards):
        missing = len(mine.boards) - len(theirs.boards)
        yield counted(
            "round %(round)s: %(num)s board", "round %(round)s: %(num)s boards", missing, round=number
        )
    else:
        lost = Counter(
            name
            for before, after in zip(mine.boards, theirs.boards, strict=True)
            for name, _, _ in _differences(before, after)
        )
        for name, count in lost.items():
            yield counted(
                "round %(round)s: %(what)s (%(num)s board)",
                "round %(round)s: %(what)s (%(num)s boards)",
                count,
                round=number,
                what=BOARD_LABELS[name],
            )
    if mine.byes != theirs.byes:
        yield Message("round %(round)s: byes", round=number)
    if mine.bonuses != theirs.bonuses:
        yield Message("round %(round)s: bonus points", round=number)
