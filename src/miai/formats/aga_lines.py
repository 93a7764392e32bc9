"""The lines of an AGA result file: sections, details, players and games, whatever the spacing."""

import re
from dataclasses import dataclass, field

from miai.domain.game import Result
from miai.domain.grade import Grade
from miai.domain.player import Player, PlayerId
from miai.formats.aga_terms import grade_of_aga_rating, in_the_gap
from miai.formats.reading import Faults, finite

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
# What nobody needs to say.
USUAL_RULES = "AGA"
_SECTION = re.compile(r"(TOURNEY)(?:\s+(.*))?|(PLAYERS|END)|(GAMES)\s*([0-9]+|\(.*)?", re.IGNORECASE)
_PAIR = re.compile(r"(?:^|(?<=[\s,]))([A-Za-z]+)\s*=\s*(.*?)\s*,?\s*(?=(?<=[\s,])[A-Za-z]+\s*=|$)")
_PLAYER = re.compile(
    r"[A-Za-z]*([0-9]{1,9})\s+(.*?)\s+([+-]?[0-9]{1,3}(?:\.[0-9]*)?|[0-9]{1,2}\s*(?:kyu|dan|pro|[kdp]))",
    re.IGNORECASE,
)


@dataclass(slots=True, kw_only=True)
class Game:
    """A game as a line tells it; players by their ids."""

    white: str
    black: str
    result: Result
    handicap: int
    komi: int


@dataclass(slots=True, kw_only=True)
class Section:
    """The games of a round."""

    number: int
    games: list[Game] = field(default_factory=list)


@dataclass(slots=True)
class Parts:
    """All that a file tells."""

    label: str = ""
    details: dict[str, str] = field(default_factory=dict)
    players: dict[str, Player] = field(default_factory=dict)
    sections: list[Section] = field(default_factory=list)
    comments: list[str] = field(default_factory=list)


def split_parts(text: str, faults: Faults) -> Parts:
    """Take a file apart, section by section."""
    parts = Parts()
    section = ""
    for number, raw in enumerate(text.splitlines(), start=1):
        content, _, comment = raw.partition("#")
        if comment.strip():
            parts.comments.append(comment.strip())
        line, where = content.strip(), f"line {number}"
        heading = _SECTION.fullmatch(line)
        if heading and not (heading[1] and section):
            section = (heading[1] or heading[3] or heading[4]).upper()
            line = heading[2] or ""
            if section == "END":
                break
            if section == "GAMES":
                _open_section(parts, heading[5] or "", number, faults)
        if not line:
            continue
        if section == "TOURNEY":
            _take_details(parts, line)
        elif section == "PLAYERS":
            _take_player(parts, line, where, faults)
        elif section == "GAMES":
            _take_game(parts, line, number, faults)
        else:
            faults.problem("this stands in no section", where)
    else:
        faults.note("END is missing: the file may have been cut")
    return parts


def _open_section(parts: Parts, told: str, line: int, faults: Faults) -> None:
    following = parts.sections[-1].number + 1 if parts.sections else 1
    opened = Section(number=int(told[:4]) if told[:1].isdigit() else following)
    if not 1 <= opened.number <= LAST_ROUND:
        faults.problem(f"rounds are numbered from 1 to {LAST_ROUND}", f"line {line}")
    if opened.number in {section.number for section in parts.sections}:
        faults.problem(f"the games of round {opened.number} stand here for the second time", f"line {line}")
    parts.sections.append(opened)


def _take_details(parts: Parts, line: str) -> None:
    """The label, and then "start=8/19/2026" and the like."""
    pairs = list(_PAIR.finditer(line))
    label = line[: pairs[0].start()] if pairs else line
    parts.label = " ".join(f"{parts.label} {label}".replace("=", " ").strip(" ,").split())
    parts.details |= {pair[1].lower(): " ".join(pair[2].split()) for pair in pairs if pair[2]}


def _take_player(parts: Parts, line: str, where: str, faults: Faults) -> None:
    match = _PLAYER.fullmatch(line)
    if match is None:
        faults.problem("not a player's id, name and rank", where)
        return
    aga_id, name, rank = match.groups()
    if aga_id in parts.players:
        faults.problem(f"the id {aga_id} belongs to two players", where)
        return
    surname, comma, first_name = (" ".join(part.split()) for part in name.partition(","))
    if not comma:
        faults.note(f"no comma in the name '{surname}': its first word is taken for the surname", where)
        surname, _, first_name = surname.partition(" ")
    rating = None if rank[-1].isalpha() else float(rank)
    if rating is not None and in_the_gap(rating):
        faults.note(f"the rating {rank} lies between -1 and 1, where none can", where)
    parts.players[aga_id] = Player(
        id=PlayerId(f"p{len(parts.players) + 1}"),
        surname=surname,
        first_name=first_name,
        grade=_grade(rank, where, faults) if rating is None else grade_of_aga_rating(rating),
        aga_rating=rating,
        aga_id="" if int(aga_id) in TEMPORARY else aga_id,
    )


def _grade(rank: str, where: str, faults: Faults) -> Grade:
    return faults.attempt(Grade.parse, rank, Grade.of_number(0), where, "rank")


def _take_game(parts: Parts, line: str, number: int, faults: Faults) -> None:
    where = f"line {number}"
    words = [re.sub(r"^[A-Za-z]+(?=\d)", "", word) for word in line.split()]
    if not 3 <= len(words) <= 5:
        faults.problem("not a game's white, black, result, handicap and komi", where)
        return
    white, black, result, handicap = [*words, "0"][:4]
    # Where nothing is said of komi, it is the usual one.
    komi = words[4] if len(words) > 4 else "0" if handicap.strip("0") else str(MOST_KOMI)
    if result == "?":
        faults.note("a game without a result is left out", where)
        return
    for player in (white, black):
        if player not in parts.players:
            faults.problem(f"there is no player {player}", where)
    if result.upper() not in RESULTS:
        faults.problem(f"result '{result}' is none of {', '.join(RESULTS)}", where)
        return
    game = Game(
        white=white,
        black=black,
        result=RESULTS[result.upper()],
        handicap=faults.attempt(_stones, handicap, 0, where, "handicap"),
        komi=_whole(faults.attempt(finite, komi, 0.0, where, "komi"), where, faults),
    )
    if game.handicap > MOST_STONES:
        faults.note(f"{game.handicap} stones are more than {MOST_STONES}: this game is not rated", where)
    if game.komi > MOST_KOMI:
        faults.note(f"a komi of {game.komi} is more than {MOST_KOMI}: this game is not rated", where)
    parts.sections[-1].games.append(game)


def _stones(text: str) -> int:
    if not re.fullmatch(r"[0-9]{1,2}", text):
        raise ValueError(text)
    return int(text)


def _whole(komi: float, where: str, faults: Faults) -> int:
    if komi != int(komi):
        faults.note(f"komi {komi:g} is read as {int(komi)}", where)
    return int(komi)
