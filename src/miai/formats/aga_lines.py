"""Splits an AGA result file into details, players and games, whatever the spacing."""

import re
from dataclasses import dataclass, field

from miai.domain.game import Result
from miai.domain.grade import Grade
from miai.domain.player import Player, PlayerId
from miai.errors import Problem
from miai.formats.aga_terms import grade_of_aga_rating, in_the_gap
from miai.formats.reading import Faults, at_line, finite
from miai.messages import Message

RESULTS = {
    "W": Result.WHITE_WINS,
    "B": Result.BLACK_WINS,
    "WF": Result.WHITE_WINS_BY_DEFAULT,
    "BF": Result.BLACK_WINS_BY_DEFAULT,
}
TEMPORARY = range(90_000, 100_000)
MOST_STONES = 9
MOST_KOMI = 7
LAST_ROUND = 99
_SECTION = re.compile(r"(TOURNEY)(?:\s+(.*))?|(PLAYERS|END)|(GAMES)\s*([0-9]+|\(.*)?", re.IGNORECASE)
_PAIR = re.compile(r"(?:^|(?<=[\s,]))([A-Za-z]+)\s*=\s*(.*?)\s*,?\s*(?=(?<=[\s,])[A-Za-z]+\s*=|$)")
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

    label: str = ""
    details: dict[str, str] = field(default_factory=dict)
    players: dict[str, Player] = field(default_factory=dict)
    rounds: list[AgaRound] = field(default_factory=list)
    comments: list[str] = field(default_factory=list)


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
        if not line:
            continue
        if section == "TOURNEY":
            _add_details(parts, line)
        elif section == "PLAYERS":
            _add_player(parts, line, where, faults)
        elif section == "GAMES":
            _add_game(parts, line, where, faults)
        else:
            faults.problem(Message("this line is in no section"), where)
    else:
        faults.note(Message("END is missing: the file may have been cut off"))
    return parts


def _open_round(parts: AgaFile, given: str, where: Message, faults: Faults) -> None:
    following = parts.rounds[-1].number + 1 if parts.rounds else 1
    opened = AgaRound(number=int(given[:4]) if given[:1].isdigit() else following)
    if not 1 <= opened.number <= LAST_ROUND:
        faults.problem(Message("rounds are numbered from 1 to %(last)s", last=LAST_ROUND), where)
    if opened.number in {each.number for each in parts.rounds}:
        faults.problem(Message("the games of round %(round)s appear twice", round=opened.number), where)
    parts.rounds.append(opened)


def _add_details(parts: AgaFile, line: str) -> None:
    """Add the label, and then "start=8/19/2026" and the like."""
    pairs = list(_PAIR.finditer(line))
    label = line[: pairs[0].start()] if pairs else line
    parts.label = " ".join(f"{parts.label} {label}".replace("=", " ").strip(" ,").split())
    parts.details |= {pair[1].lower(): " ".join(pair[2].split()) for pair in pairs if pair[2]}


def _add_player(parts: AgaFile, line: str, where: Message, faults: Faults) -> None:
    match = _PLAYER.fullmatch(line)
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
    rating = None if rank[-1].isalpha() else float(rank)
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
        lambda: Problem(what=Message("rank '%(text)s' cannot be read", text=rank), where=where),
    )


def _add_game(parts: AgaFile, line: str, where: Message, faults: Faults) -> None:
    words = [re.sub(r"^[A-Za-z]+(?=\d)", "", word) for word in line.split()]
    if not 3 <= len(words) <= 5:
        faults.problem(Message("not a game's white, black, result, handicap and komi"), where)
        return
    white, black, result, handicap = [*words, "0"][:4]
    # A line without a komi means the usual one.
    komi = words[4] if len(words) > 4 else "0" if handicap.strip("0") else str(MOST_KOMI)
    if result == "?":
        faults.note(Message("a game without a result is left out"), where)
        return
    for player in (white, black):
        if player not in parts.players:
            faults.problem(Message("there is no player %(id)s", id=player), where)
    if result.upper() not in RESULTS:
        what = Message("result '%(text)s' is none of %(known)s", text=result, known=tuple(RESULTS))
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
            lambda: Problem(what=Message("handicap '%(text)s' cannot be read", text=handicap), where=where),
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
        finite,
        text,
        0.0,
        lambda: Problem(what=Message("komi '%(text)s' cannot be read", text=text), where=where),
    )
    if komi != int(komi):
        faults.note(Message("komi %(komi)s is read as %(whole)s", komi=komi, whole=int(komi)), where)
    return int(komi)
