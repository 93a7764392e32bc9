"""Splits an AGA result file into details, players and games, whatever the spacing."""

import re
from dataclasses import dataclass, field
from itertools import zip_longest

from miai.domain.bounds import bounds_of
from miai.domain.numbers import shortened, whole_or_none
from miai.domain.people.grade import Grade
from miai.domain.people.player import Player, PlayerId
from miai.domain.rounds.game import Board, Result
from miai.domain.rounds.round import Round
from miai.errors import Problem
from miai.formats.aga.terms import grade_of_aga_rating, in_the_gap
from miai.formats.reading import Faults, at_line, decimal_in
from miai.messages import Message

RESULTS = {
    "W": Result.WHITE_WINS,
    "B": Result.BLACK_WINS,
    "WF": Result.WHITE_WINS_BY_DEFAULT,
    "BF": Result.BLACK_WINS_BY_DEFAULT,
    # Not played yet, or not to be rated.
    "?": Result.UNKNOWN,
}
TEMPORARY = range(90_000, 100_000)
MOST_STONES = 9
MOST_KOMI = 7
_ROUNDS = bounds_of(Round, "number")
_SECTION = re.compile(r"(TOURNEY)(?:\s+(.*))?|(PLAYERS|END)|(GAMES)\s*([0-9]+|\(.*)?", re.IGNORECASE)
_KEY = re.compile(r"(?:^|(?<=[\s,]))([A-Za-z]+)\s*=")
_PLAYER = re.compile(
    r"[A-Za-z]*([0-9]{1,9})\s+(.*?)\s+([+-]?[0-9]{1,3}(?:\.[0-9]*)?|[0-9]{1,2}\s*(?:kyu|dan|pro|[kdp]))",
    re.IGNORECASE,
)


@dataclass(slots=True, kw_only=True)
class AgaGame:
    """One line of a games section; players by their ids in the file."""

    white: str
    black: str
    result: Result
    handicap: int
    komi: int


@dataclass(slots=True, kw_only=True)
class AgaRound:
    """One games section: the games of a round."""

    number: int
    games: list[AgaGame] = field(default_factory=list)


@dataclass(slots=True)
class AgaFile:
    """Everything in a file, by section."""

    labels: list[str] = field(default_factory=list)
    details: dict[str, str] = field(default_factory=dict)
    players: dict[str, Player] = field(default_factory=dict)
    rounds: list[AgaRound] = field(default_factory=list)
    comments: list[str] = field(default_factory=list)

    @property
    def label(self) -> str:
        """What stands beside the details: the event, and its place after a comma."""
        return " ".join(self.labels).strip(" ,")


def split_file(text: str, faults: Faults) -> AgaFile:
    """Split a file section by section."""
    parts = AgaFile()
    section = ""
    for number, raw in enumerate(text.splitlines(), start=1):
        content, _, comment = raw.partition("#")
        if comment.strip():
            parts.comments.append(comment.strip())
        line, where = content.strip(), at_line(number)
        heading = _SECTION.fullmatch(line)
        if heading and not (heading[1] and section):
            section = (heading[1] or heading[3] or heading[4]).upper()
            line = heading[2] or ""
            if section == "END":
                break
            if section == "GAMES":
                _open_round(parts, heading[5] or "", where, faults)
        if line:
            _add_line(parts, section, line, where, faults)
    else:
        faults.note(Message("END is missing: the file may have been cut off"))
    return parts


def _add_line(parts: AgaFile, section: str, line: str, where: Message, faults: Faults) -> None:
    match section:
        case "TOURNEY":
            _add_details(parts, line)
        case "PLAYERS":
            _add_player(parts, line, where, faults)
        case "GAMES":
            _add_game(parts, line, where, faults)
        case _:
            faults.problem(Message("this line is in no section"), where)


def _open_round(parts: AgaFile, given: str, where: Message, faults: Faults) -> None:
    following = parts.rounds[-1].number + 1 if parts.rounds else 1
    numbered = bool(given) and not given.startswith("(")
    number = whole_or_none(given, _ROUNDS) if numbered else following
    if number is None or number not in _ROUNDS:
        faults.problem(Message("rounds are numbered from 1 to %(last)s", last=_ROUNDS.high), where)
    opened = AgaRound(number=number or following)
    if opened.number in {each.number for each in parts.rounds}:
        faults.problem(Message("the games of round %(round)s appear twice", round=opened.number), where)
    parts.rounds.append(opened)


def _add_details(parts: AgaFile, line: str) -> None:
    """Add the label, and then "start=8/19/2026" and the like."""
    keys = list(_KEY.finditer(line))
    label = line[: keys[0].start()] if keys else line
    text = " ".join(label.replace("=", " ").split()).rstrip(" ,")
    if text:
        parts.labels.append(text)
    for key, following in zip_longest(keys, keys[1:]):
        text = line[key.end() : following.start() if following else len(line)].strip().removesuffix(",")
        if text.strip():
            parts.details[key[1].lower()] = " ".join(text.split())


def _add_player(parts: AgaFile, line: str, where: Message, faults: Faults) -> None:
    # Runs of blanks would make the pattern slow.
    match = _PLAYER.fullmatch(" ".join(line.split()))
    if match is None:
        faults.problem(Message("not a player's id, name and rank"), where)
        return
    aga_id, name, rank = match.groups()
    if aga_id in parts.players:
        faults.problem(Message("the id %(id)s belongs to two players", id=aga_id), where)
        return
    surname, comma, first_name = (" ".join(part.split()) for part in name.partition(","))
    if not comma:
        note = Message("no comma in the name '%(name)s': its first word is read as the surname", name=surname)
        faults.note(note, where)
        surname, _, first_name = surname.partition(" ")
    rating = None if rank[-1].isalpha() else decimal_in()(rank)
    if rating is not None and in_the_gap(rating):
        faults.note(
            Message("the rating %(rating)s lies between -1 and 1, where none can", rating=rank), where
        )
    parts.players[aga_id] = Player(
        id=PlayerId(f"p{len(parts.players) + 1}"),
        surname=surname,
        first_name=first_name,
        grade=_grade(rank, where, faults) if rating is None else grade_of_aga_rating(rating),
        aga_rating=rating,
        aga_id="" if int(aga_id) in TEMPORARY else aga_id,
    )


def _grade(rank: str, where: Message, faults: Faults) -> Grade:
    return faults.attempt(
        Grade.parse,
        rank,
        Grade.of_number(0),
        lambda: Problem(what=Message("rank '%(text)s' cannot be read", text=shortened(rank)), where=where),
    )


def _add_game(parts: AgaFile, line: str, where: Message, faults: Faults) -> None:
    words = [re.sub(r"^[A-Za-z]+(?=[0-9])", "", word) for word in line.split()]
    if not 3 <= len(words) <= 5:
        faults.problem(Message("not a game's white, black, result, handicap and komi"), where)
        return
    white, black, result, handicap = [*words, "0"][:4]
    # A line without a komi means the usual one.
    komi = words[4] if len(words) > 4 else "0" if handicap.strip("0") else str(MOST_KOMI)
    for player in (white, black):
        if player not in parts.players:
            faults.problem(Message("there is no player %(id)s", id=shortened(player)), where)
    if result.upper() not in RESULTS:
        what = Message("result '%(text)s' is none of %(known)s", text=shortened(result), known=tuple(RESULTS))
        faults.problem(what, where)
        return
    game = AgaGame(
        white=white,
        black=black,
        result=RESULTS[result.upper()],
        handicap=faults.attempt(
            _stones,
            handicap,
            0,
            lambda: Problem(
                what=Message("handicap '%(text)s' cannot be read", text=shortened(handicap)), where=where
            ),
        ),
        komi=_komi(komi, where, faults),
    )
    if game.handicap > MOST_STONES:
        note = Message(
            "%(stones)s stones are more than %(most)s: this game is not rated",
            stones=game.handicap,
            most=MOST_STONES,
        )
        faults.note(note, where)
    if game.komi > MOST_KOMI:
        note = Message(
            "a komi of %(komi)s is more than %(most)s: this game is not rated", komi=game.komi, most=MOST_KOMI
        )
        faults.note(note, where)
    parts.rounds[-1].games.append(game)


def _stones(text: str) -> int:
    if not re.fullmatch(r"[0-9]{1,2}", text):
        raise ValueError(text)
    return int(text)


def _komi(text: str, where: Message, faults: Faults) -> int:
    """A komi in whole points: half points only break ties."""
    komi = faults.attempt(
        decimal_in(bounds_of(Board, "komi")),
        text,
        0.0,
        lambda: Problem(what=Message("komi '%(text)s' cannot be read", text=shortened(text)), where=where),
    )
    if komi != int(komi):
        faults.note(Message("komi %(komi)s is read as %(whole)s", komi=komi, whole=int(komi)), where)
    return int(komi)
