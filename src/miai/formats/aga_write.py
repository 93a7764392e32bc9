"""Writes the American Go Association's result files."""

from collections.abc import Iterator
from datetime import date
from itertools import chain

from miai.domain.game import Board
from miai.domain.grade import Grade, Kind
from miai.domain.participants import with_participants_only
from miai.domain.player import Player, PlayerId
from miai.domain.tournament import Tournament
from miai.errors import InputError
from miai.formats.aga_lines import RESULTS, TEMPORARY
from miai.formats.aga_terms import RULESET_NAMES, USUAL_RULES, grade_of_aga_rating, us_date
from miai.messages import Message

_WORDS = {result: word for word, result in RESULTS.items()}


def write(tournament: Tournament) -> bytes:
    """Write those who take part and the games that have a winner or no result yet.

    Who has no AGA id gets a temporary one.
    """
    tournament = with_participants_only(tournament)
    numbers = _numbers(tournament)
    lines = chain(_heading(tournament), _players(tournament, numbers), _games(tournament, numbers), ("END",))
    return ("\n".join(lines) + "\n").encode()


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
    yield from (f"# {comment}" for comment in comments)
    yield ""


def _players(tournament: Tournament, numbers: dict[PlayerId, str]) -> Iterator[str]:
    yield "PLAYERS"
    for player in tournament.players:
        surname = _clean(player.surname.replace(",", " "))
        yield f"{numbers[player.id]}\t{surname}, {_clean(player.first_name)}\t{_strength(player)}"
    yield ""


def _games(tournament: Tournament, numbers: dict[PlayerId, str]) -> Iterator[str]:
    for drawn in tournament.rounds:
        yield f"GAMES {drawn.number}"
        for board in sorted(drawn.boards, key=lambda board: board.table):
            # The format has no code for a jigo, a double loss or a handicap for White.
            if board.result in _WORDS and board.handicap >= 0:
                ids = f"{numbers[board.white]}\t{numbers[board.black]}"
                komi = _komi(board, tournament.settings.komi)
                yield f"{ids}\t{_WORDS[board.result]}\t{board.handicap}\t{komi}"
        yield ""


def _numbers(tournament: Tournament) -> dict[PlayerId, str]:
    """Each player's AGA id if it is a number that no earlier player has, else a temporary id."""
    taken: dict[str, PlayerId] = {}
    for player in tournament.players:
        if player.aga_id.isascii() and player.aga_id.isdecimal():
            taken.setdefault(player.aga_id, player.id)
    own = {player_id: number for number, player_id in taken.items()}
    free = (str(number) for number in TEMPORARY if str(number) not in taken)
    try:
        return {player.id: own.get(player.id) or next(free) for player in tournament.players}
    except StopIteration:
        raise InputError(Message("more than %(most)s players have no AGA id", most=len(TEMPORARY))) from None


def _strength(player: Player) -> str:
    """The rating if the player plays at the grade it gives, else the grade they play at."""
    # The AGA knows no professional grades.
    grade = Grade.of_number(player.grade.number) if player.grade.kind is Kind.PRO else player.grade
    rating = player.aga_rating
    if rating is None or abs(rating) >= 1000 or grade_of_aga_rating(rating) != grade:
        return str(grade)
    text = str(float(rating))
    return text if "e" not in text else f"{rating:.9f}"


def _komi(board: Board, usual: float) -> int:
    """Whole points: half points only break ties."""
    if board.komi is not None:
        return int(board.komi)
    return 0 if board.handicap else int(usual)


def _day(text: str) -> str:
    try:
        return us_date(date.fromisoformat(text))
    except ValueError:
        return text


def _clean(text: str) -> str:
    """The text on one line, without the sign that starts a comment."""
    return " ".join(text.replace("#", " ").split())
