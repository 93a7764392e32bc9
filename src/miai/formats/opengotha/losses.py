"""Finds what a format cannot hold by reading back what was written."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass, replace
from enum import Enum
from typing import Any

from miai.domain.import_notes import is_import_note
from miai.domain.people.grade import Grade
from miai.domain.people.participants import no_shows
from miai.domain.people.player import Player, PlayerId
from miai.domain.people.transliteration import ascii_text
from miai.domain.points import NOTHING
from miai.domain.rounds.game import Board
from miai.domain.rounds.round import Round
from miai.domain.settings.event_settings import Settings
from miai.domain.settings.field_labels import BOARD_LABELS, DETAIL_LABELS, PLAYER_LABELS
from miai.domain.settings.setting_fields import SETTING_LABELS, setting_fields
from miai.domain.settings.setting_words import words_of
from miai.domain.tournament import Tournament
from miai.engine.scoring.scores import start_of
from miai.formats.missed_rounds import missed_rounds
from miai.formats.opengotha.score_losses import score_losses
from miai.formats.opengotha.stage_losses import stage_losses
from miai.formats.opengotha.team_losses import match_losses, team_losses, with_new_ids
from miai.formats.opengotha.terms import KEY_EXTRA
from miai.formats.reading import Reading
from miai.messages import Message, counted

# Up to so many players or games are named; more are counted.
_NAMED = 3
# The fields of a board that are compared, the most important first. Who has White says who has Black.
_BOARD_FIELDS = ("result", "white", "handicap", "colours_known", "komi", "table", "locked")
# How many of the names that are written differently are given.
_NAMES_SHOWN = 5


class LossKind(Enum):
    """What a loss is about, the most important first."""

    LEFT_OUT = "left out"
    GAMES = "games"
    PLAYERS = "players"
    DETAILS = "details"
    RULES = "rules"


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
        LossKind.LEFT_OUT: (*left_out, *stage_losses(before, written.tournament)),
        LossKind.GAMES: tuple(_all_games(mine, theirs)) if len(mine.players) == len(theirs.players) else (),
        LossKind.PLAYERS: (*_players(mine, theirs), *team_losses(mine, theirs)),
        LossKind.DETAILS: tuple(_details(mine, theirs)),
        LossKind.RULES: (*score_losses(mine, theirs), *_settings(mine, theirs)),
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
    """The same tournament with players in a fixed order, fixed ids, and everything said in one way."""
    ordered = sorted(tournament.players, key=_order)
    new = {player.id: PlayerId(f"{i}") for i, player in enumerate(ordered)}
    scoring = tournament.settings.scoring
    by_score = not tournament.settings.by_wins
    away = {player.id: missed_rounds(player, tournament) for player in tournament.players}
    players = tuple(
        # A starting score may be written as a correction or as a score: only the score is compared.
        replace(
            player,
            id=new[player.id],
            start=start_of(player, scoring) if by_score else None,
            correction=NOTHING,
            bar_side=None,
            absent_rounds=player.absent_rounds | away[player.id],
            extras=tuple(extra for extra in player.extras if extra[0] != KEY_EXTRA),
        )
        for player in ordered
    )
    rounds = tuple(
        replace(
            drawn,
            boards=tuple(_canonical_board(board, new, tournament.settings) for board in drawn.boards),
            byes=tuple(
                replace(bye, player=new[bye.player])
                for bye in drawn.byes
                if bye.player in new and drawn.number not in away[bye.player]
            ),
            # What belongs to a player who was left out is not compared.
            bonuses=tuple(
                replace(bonus, player=new[bonus.player]) for bonus in drawn.bonuses if bonus.player in new
            ),
        )
        for drawn in tournament.rounds
    )
    teams = tuple(with_new_ids(team, new) for team in tournament.teams)
    return replace(tournament, players=players, rounds=rounds, teams=teams)


def _order(player: Player) -> tuple[str, ...]:
    """An order of players that survives other letters, other capitals and shorter clubs."""
    names = (ascii_text(name).casefold() for name in (player.surname, player.first_name))
    return (*names, str(player.grade), player.club)


def _canonical_board(board: Board, new: Mapping[PlayerId, PlayerId], settings: Settings) -> Board:
    """A board without a komi that goes without saying."""
    usual = settings.usual_komi(board.handicap)
    return replace(
        board,
        white=new[board.white],
        black=new[board.black],
        komi=None if board.komi == usual else board.komi,
    )


def _details(mine: Tournament, theirs: Tournament) -> Iterator[Message]:
    yield from _typed_details(mine, theirs)
    yield from _source_details(mine, theirs)
    yield from _state_of_play(mine, theirs)
    if mine.wishes != theirs.wishes:
        wishes = sum(len(getattr(mine.wishes, each.name)) for each in fields(mine.wishes))
        yield counted("%(num)s wish for the draws", "%(num)s wishes for the draws", wishes)


def _typed_details(mine: Tournament, theirs: Tournament) -> Iterator[Message]:
    for name, label in DETAIL_LABELS.items():
        text = getattr(mine, name)
        if text and text != getattr(theirs, name):
            yield Message("%(what)s '%(text)s'", what=label, text=text)


def _source_details(mine: Tournament, theirs: Tournament) -> Iterator[Message]:
    """Details of the file that the tournament was read from."""
    kept = dict(theirs.extras)
    # A file may say more in its comments than was there before.
    gone = (key for key, value in mine.extras if value not in kept.get(key, ""))
    lost = tuple(key for key in gone if not is_import_note(key))
    if lost:
        yield Message("details of the source file (%(names)s)", names=lost)


def _state_of_play(mine: Tournament, theirs: Tournament) -> Iterator[Message]:
    """Final standings, games that are put off, and deadlines."""
    if mine.final and mine.final != theirs.final:
        yield Message("that the standings are final")
    put_off = _count_put_off(mine)
    if put_off and not _count_put_off(theirs):
        yield counted("that %(num)s game is put off", "that %(num)s games are put off", put_off)
    deadlines = [clock.round for clock in mine.clocks if clock.deadline]
    if deadlines and not any(clock.deadline for clock in theirs.clocks):
        yield counted("the deadline of %(num)s round", "the deadlines of %(num)s rounds", len(deadlines))


def _count_put_off(tournament: Tournament) -> int:
    return sum(len(drawn.delayed) for drawn in tournament.rounds)


def _settings(mine: Tournament, theirs: Tournament) -> Iterator[Message]:
    for path, before, after in _differences(mine.settings, theirs.settings):
        # A rule that neither of them uses loses nothing.
        if _is_unused(path, mine.settings) and _is_unused(path, theirs.settings):
            continue
        yield Message(
            "%(what)s: %(before)s (becomes %(after)s)",
            what=SETTING_LABELS[path],
            before=words_of(path, before),
            after=words_of(path, after),
        )


def _is_unused(path: str, settings: Settings) -> bool:
    return setting_fields()[path].why_unused(settings) is not None


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
    names = mine.short_names
    lost: dict[str, list[str]] = defaultdict(list)
    for before, after in zip(mine.players, theirs.players, strict=True):
        for field in fields(Player):
            if getattr(before, field.name) != getattr(after, field.name):
                lost[field.name].append(names[before.id])
    if lost.pop("surname", []) + lost.pop("first_name", []):
        yield _other_names(mine, theirs)
    for name, losers in lost.items():
        label, count = PLAYER_LABELS[name], len(losers)
        if count == len(mine.players):
            yield Message("%(what)s (all players)", what=label)
        elif count <= _NAMED:
            yield Message("%(what)s (%(names)s)", what=label, names=tuple(losers))
        else:
            yield counted("%(what)s (%(num)s player)", "%(what)s (%(num)s players)", count, what=label)


def _other_names(mine: Tournament, theirs: Tournament) -> Message:
    """Say whose names are written in other letters, or cut; the first few of many."""
    changed = [
        Message("%(name)s (becomes %(after)s)", name=before.name, after=after.name)
        for before, after in zip(mine.players, theirs.players, strict=True)
        if (before.surname, before.first_name) != (after.surname, after.first_name)
    ]
    shown: tuple[Message, ...] = tuple(changed[:_NAMES_SHOWN])
    if len(changed) > len(shown):
        shown = (*shown, counted("%(num)s other", "%(num)s others", len(changed) - len(shown)))
    return counted(
        "%(num)s name is written differently: %(names)s",
        "%(num)s names are written differently: %(names)s",
        len(changed),
        names=shown,
    )


def _all_games(mine: Tournament, theirs: Tournament) -> Iterator[Message]:
    yield from _games(mine, theirs)
    yield from match_losses(mine, theirs)


def _games(mine: Tournament, theirs: Tournament) -> Iterator[Message]:
    """What is lost of the games: first whole games, byes and bonus points, each by name and round."""
    names = mine.short_names
    changed: dict[str, list[Message]] = defaultdict(list)
    for drawn in mine.rounds:
        after = theirs.round(drawn.number)
        written = {_pair(board): board for board in after.boards}
        yield from _whole_games(
            [board for board in drawn.boards if _pair(board) not in written], drawn, names
        )
        yield from _byes_and_bonuses(drawn, after, names)
        for before in drawn.boards:
            for name in _changed_fields(before, written.get(_pair(before), before)):
                changed[name].append(_game(before, names, drawn.number))
    for name in _BOARD_FIELDS:
        label, boards = BOARD_LABELS[name], changed[name]
        if len(boards) > _NAMED:
            yield counted("%(what)s (%(num)s board)", "%(what)s (%(num)s boards)", len(boards), what=label)
        elif boards:
            yield Message("%(what)s (%(games)s)", what=label, games=tuple(boards))


def _pair(board: Board) -> frozenset[PlayerId]:
    return frozenset((board.white, board.black))


def _game(board: Board, names: Mapping[PlayerId, str], number: int) -> Message:
    return Message(
        "%(white)s – %(black)s in round %(round)s",
        white=names[board.white],
        black=names[board.black],
        round=number,
    )


def _changed_fields(before: Board, after: Board) -> Iterator[str]:
    return (name for name in _BOARD_FIELDS if getattr(before, name) != getattr(after, name))


def _whole_games(boards: Sequence[Board], drawn: Round, names: Mapping[PlayerId, str]) -> Iterator[Message]:
    if len(boards) > _NAMED:
        yield counted(
            "round %(round)s: %(num)s game is lost",
            "round %(round)s: %(num)s games are lost",
            len(boards),
            round=drawn.number,
        )
    elif boards:
        yield counted(
            "round %(round)s: the game %(games)s is lost",
            "round %(round)s: the games %(games)s are lost",
            len(boards),
            round=drawn.number,
            games=tuple(f"{names[board.white]} – {names[board.black]}" for board in boards),
        )


def _byes_and_bonuses(mine: Round, theirs: Round, names: Mapping[PlayerId, str]) -> Iterator[Message]:
    had, has = {bye.player for bye in mine.byes}, {bye.player for bye in theirs.byes}
    lost = tuple(sorted(names[player] for player in had - has))
    if lost:
        yield counted(
            "the bye of %(names)s in round %(round)s is lost",
            "the byes of %(names)s in round %(round)s are lost",
            len(lost),
            names=lost,
            round=mine.number,
        )
    new = tuple(sorted(names[player] for player in has - had))
    if new:
        yield counted(
            "%(names)s has a bye in round %(round)s of the file",
            "%(names)s have byes in round %(round)s of the file",
            len(new),
            names=new,
            round=mine.number,
        )
    kept = {bonus.player: bonus.points for bonus in theirs.bonuses}
    unpaid = tuple(names[each.player] for each in mine.bonuses if kept.get(each.player) != each.points)
    if unpaid:
        yield Message(
            "the bonus points of %(names)s in round %(round)s are lost", names=unpaid, round=mine.number
        )
