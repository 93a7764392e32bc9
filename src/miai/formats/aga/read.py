"""Reads the American Go Association's result files."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import date

from miai.domain.bounds import bounds_of
from miai.domain.numbers import shortened
from miai.domain.people.player import Extras, Player
from miai.domain.problems import problems
from miai.domain.rounds.game import Board
from miai.domain.rounds.round import Round
from miai.domain.settings.event_settings import Settings
from miai.domain.tournament import Tournament
from miai.errors import InputError
from miai.formats.aga.lines import AgaFile, AgaRound, split_file
from miai.formats.aga.terms import RULESETS, USUAL_RULES, parse_us_date
from miai.formats.limits import demand_players
from miai.formats.reading import Faults, Reading
from miai.formats.text import OPENGOTHA_ENCODING, decode
from miai.messages import Message, counted

_ROUNDS = bounds_of(Round, "number")


def sniff(text: str) -> bool:
    """Whether a text is such a file: it begins with a section and has one for players."""
    lines = [line.partition("#")[0].strip().upper() for line in text.splitlines()]
    first = next((line for line in lines if line), "")
    return bool(re.match(r"TOURNEY\b|PLAYERS$", first)) and "PLAYERS" in lines


def read(data: bytes) -> Reading:
    """Read a result file; each section of games is a round."""
    faults = Faults()
    parts = split_file(decode(data, faults, OPENGOTHA_ENCODING), faults)
    faults.stop_if_any()
    if not parts.players:
        raise InputError(Message("no player in the file"))
    demand_players(len(parts.players))
    rounds = _spread(parts.rounds[0], faults) if len(parts.rounds) == 1 else parts.rounds
    rounds = sorted(rounds, key=lambda each: each.number)
    komi = _usual_komi(rounds)
    name, _, place = (part.strip() for part in parts.label.partition(","))
    settings = Settings(
        rounds=max((each.number for each in rounds), default=1),
        ruleset=RULESETS.get(parts.details.get("rules", "").casefold(), USUAL_RULES),
    )
    tournament = Tournament(
        name=name,
        place=place,
        begin=_day(parts.details.pop("start", ""), faults),
        end=_day(parts.details.pop("finish", ""), faults),
        settings=settings if komi is None else replace(settings, komi=float(komi)),
        players=tuple(parts.players.values()),
        rounds=tuple(_round(each, parts.players, komi) for each in rounds),
        extras=_extras(parts),
    )
    faults.problems += problems(tournament)
    faults.stop_if_any()
    undecided = sum(not board.result.known for drawn in tournament.rounds for board in drawn.boards)
    if undecided:
        faults.note(
            counted(
                "%(num)s game has no result: it is kept, but cannot be rated",
                "%(num)s games have no result: they are kept, but cannot be rated",
                undecided,
            )
        )
    return Reading(tournament=tournament, format="aga", notes=tuple(faults.notes))


def _spread(only: AgaRound, faults: Faults) -> list[AgaRound]:
    """Split the only section into rounds: each game goes to the first in which both players are free."""
    rounds: list[AgaRound] = [AgaRound(number=only.number)]
    played: Counter[str] = Counter()
    for game in only.games:
        at = max(played[game.white], played[game.black])
        if only.number + at > _ROUNDS.high:
            raise InputError(Message("rounds are numbered from 1 to %(last)s", last=_ROUNDS.high))
        if at == len(rounds):
            rounds.append(AgaRound(number=only.number + at))
        rounds[at].games.append(game)
        played[game.white] = played[game.black] = at + 1
    if len(rounds) > 1:
        note = Message(
            "one section holds all games: they are spread over %(rounds)s rounds in their order",
            rounds=len(rounds),
        )
        faults.note(note)
    return rounds


def _usual_komi(rounds: Sequence[AgaRound]) -> int | None:
    """The komi of most even games."""
    komis = Counter(game.komi for each in rounds for game in each.games if not game.handicap)
    return komis.most_common(1)[0][0] if komis else None


def _round(given: AgaRound, players: dict[str, Player], komi: int | None) -> Round:
    boards = (
        Board(
            table=table,
            white=players[game.white].id,
            black=players[game.black].id,
            handicap=game.handicap,
            komi=None if game.komi == (0 if game.handicap else komi) else float(game.komi),
            result=game.result,
        )
        for table, game in enumerate(given.games, start=1)
    )
    return Round(number=given.number, boards=tuple(boards))


def _day(text: str, faults: Faults) -> str:
    """The date in ISO form; a text that is no date stays as it is."""
    if not text:
        return ""
    try:
        return parse_us_date(text).isoformat()
    except ValueError:
        pass
    try:
        return date.fromisoformat(text).isoformat()
    except ValueError:
        faults.note(Message("'%(text)s' is not a date such as 8/19/2026", text=shortened(text)))
        return text


def _extras(parts: AgaFile) -> Extras:
    return tuple(sorted(_kept(parts)))


def _kept(parts: AgaFile) -> Iterator[tuple[str, str]]:
    for key, text in parts.details.items():
        if key != "rules" or text.casefold() not in RULESETS:
            yield f"aga:{key}", text
    if parts.comments:
        yield "aga:comments", "\n".join(parts.comments)
