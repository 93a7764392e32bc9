"""Writes the American Go Association's result files."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from itertools import chain

from miai.domain.people.grade import Grade, Kind
from miai.domain.people.participants import with_participants_only, with_those_who_played
from miai.domain.people.player import Player, PlayerId
from miai.domain.people.transliteration import encodable_text
from miai.domain.rounds.game import Board
from miai.domain.tournament import Tournament
from miai.engine.scoring import standings
from miai.errors import InputError
from miai.formats.aga.lines import RESULTS, TEMPORARY
from miai.formats.aga.terms import RULESET_NAMES, USUAL_RULES, grade_of_aga_rating, us_date
from miai.messages import Message

ENCODING = "iso-8859-15"
"""What the files that the association knows are written in."""

_WORDS = {result: word for word, result in RESULTS.items()}
_NO_WINNER = "?"


def write(tournament: Tournament) -> bytes:
    """Write those who played, in the order of the standings, and their games.

    Who has no AGA id gets a temporary one, with what is known to identify them.
    """
    tournament = with_those_who_played(with_participants_only(tournament))
    own = _own_ids(tournament)
    tournament = replace(tournament, players=tuple(row.player for row in standings(tournament).rows))
    numbers = _numbers(tournament, own)
    lines = chain(_heading(tournament), _players(tournament, numbers), _games(tournament, numbers), ("END",))
    return ("\n".join(lines) + "\n").encode(ENCODING)


def players_with_temporary_ids(tournament: Tournament) -> tuple[Player, ...]:
    """Those who would get a temporary id: they have none, one that is no number, or one of another player."""
    there = with_those_who_played(with_participants_only(tournament))
    own = _own_ids(there)
    return tuple(player for player in there.players if player.id not in own)


def _heading(tournament: Tournament) -> Iterator[str]:
    kept = {key.removeprefix("aga:"): text for key, text in tournament.extras if key.startswith("aga:")}
    comments = kept.pop("comments", "").splitlines()
    label = ", ".join(_clean(part.replace("=", " ")) for part in (tournament.name, tournament.place) if part)
    yield f"TOURNEY {label}".rstrip()
    ruleset = tournament.settings.ruleset
    if ruleset is not USUAL_RULES:
        kept.pop("rules", None)  # the director has chosen others since the file was read
    details = {
        "start": _day(tournament.begin),
        "finish": _day(tournament.end),
        "rules": RULESET_NAMES[ruleset],
    } | kept
    yield from (f"\t{key}={_clean(text)}" for key, text in details.items() if text)
    yield from (f"# {_clean(comment)}" for comment in comments)
    yield ""


def _players(tournament: Tournament, numbers: dict[PlayerId, str]) -> Iterator[str]:
    yield "PLAYERS"
    for player in tournament.players:
        surname = _clean(player.surname.replace(",", " "))
        line = f"{numbers[player.id]}\t{surname}, {_clean(player.first_name)}\t{_strength(player)}"
        yield line if int(numbers[player.id]) not in TEMPORARY else f"{line}{_identification(player)}"
    yield ""


def _identification(player: Player) -> str:
    """What the association needs to find a person who has no id of theirs, as a comment."""
    known = (player.city, player.state, player.country, player.club)
    text = ", ".join(filter(None, map(_clean, known)))
    return f"\t# {text}" if text else ""


def _games(tournament: Tournament, numbers: dict[PlayerId, str]) -> Iterator[str]:
    for drawn in tournament.rounds:
        yield f"GAMES {drawn.number}"
        for board in sorted(drawn.boards, key=lambda board: board.table):
            # The format has no code for a handicap for White.
            if board.handicap >= 0:
                ids = f"{numbers[board.white]}\t{numbers[board.black]}"
                # A jigo, a double loss and an unfinished game are written as a pairing that is not rated.
                word = _WORDS.get(board.result, _NO_WINNER)
                # One stone is an even game without komi.
                stones = board.handicap if board.handicap > 1 else 0
                yield f"{ids}\t{word}\t{stones}\t{whole_komi(board, tournament.settings.komi)}"
        yield ""


def _numbers(tournament: Tournament, own: dict[PlayerId, str]) -> dict[PlayerId, str]:
    """Each player's own AGA id, else a temporary one."""
    taken = set(own.values())
    free = (str(number) for number in reversed(TEMPORARY) if str(number) not in taken)
    try:
        return {player.id: own.get(player.id) or next(free) for player in tournament.players}
    except StopIteration:
        raise InputError(Message("more than %(most)s players have no AGA id", most=len(TEMPORARY))) from None


def _own_ids(tournament: Tournament) -> dict[PlayerId, str]:
    """The AGA ids that are numbers; one that several players give is that of the first who was entered."""
    taken: dict[str, PlayerId] = {}
    for player in tournament.players:
        if player.aga_id.isascii() and player.aga_id.isdecimal():
            taken.setdefault(player.aga_id, player.id)
    return {player_id: number for number, player_id in taken.items()}


def _strength(player: Player) -> str:
    """The rating if the player plays at the grade it gives, else the grade they play at."""
    # The AGA knows no professional grades.
    grade = Grade.of_number(player.grade.number) if player.grade.kind is Kind.PRO else player.grade
    rating = player.aga_rating
    if rating is None or abs(rating) >= 1000 or grade_of_aga_rating(rating) != grade:
        return str(grade)
    text = str(float(rating))
    return text if "e" not in text else f"{rating:.9f}"


def whole_komi(board: Board, usual: float) -> int:
    """The komi of a game in whole points: half points only break ties."""
    if board.komi is not None:
        return int(board.komi)
    return 0 if board.handicap else int(usual)


def _day(text: str) -> str:
    try:
        return us_date(date.fromisoformat(text))
    except ValueError:
        return text


def _clean(text: str) -> str:
    """The text on one line in the letters of the file, without the sign that starts a comment."""
    return " ".join(encodable_text(text, ENCODING).replace("#", " ").split())
