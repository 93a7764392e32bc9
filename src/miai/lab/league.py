"""One event played by one contestant: real draws, and results that are the same whoever draws.

Systems see declared grades and ratings; true strengths decide games alone. All games are even, for with
stones two players would not meet on the same terms in every system.
"""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, replace
from time import thread_time

from miai.domain.game import Result
from miai.domain.grade import Grade
from miai.domain.player import Player, PlayerId
from miai.domain.round import Round
from miai.domain.settings import Handicapping, Scoring, Settings
from miai.domain.tournament import Tournament
from miai.kernel.chance import game_share, key_of
from miai.kernel.simulate import LOTS, RESULTS
from miai.lab.entries import Event
from miai.lab.league_config import Contestant
from miai.lab.league_measures import values_of
from miai.messages import Message
from miai.pairing.registry import abilities_of, schedule_of
from miai.rating.win_models import MODELS, WinModel

_BY_SCORE = ("mms", "sosm", "sososm")
_BY_WINS = ("nbw", "sosw", "sososw")

# Draws a round of a tournament by its own system and preset, None where it is over.
DrawRound = Callable[[Tournament, int, int], Round | None]


@dataclass(frozen=True, slots=True, kw_only=True)
class LeagueTask:
    """One contestant on one event under one model; the seed and the number of the event decide all chance."""

    series: str
    number: int
    event: Event
    model: str
    contestant: Contestant
    seed: int
    keep_games: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class ExportedGame:
    """A game for export: entrants are numbered from 1, grades and strengths count from shodan at 0."""

    kind: str
    event: int
    model: str
    contestant: str
    round: int
    white: int
    black: int
    white_grade: int
    black_grade: int
    white_rating: float
    black_rating: float
    white_strength: float
    black_strength: float
    white_won: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class LeagueOutcome:
    """What became of a task: every measure that could be taken, and the seconds of work of every draw."""

    values: dict[str, float]
    seconds: tuple[float, ...]
    games: tuple[ExportedGame, ...] = ()


def why_not(event: Event, contestant: Contestant) -> Message | None:
    """Why a contestant cannot play an event, if so: a schedule must have as many rounds as it needs."""
    abilities = abilities_of(contestant.system)
    if not abilities.plans_rounds:
        return None
    schedule = schedule_of(contestant.system)
    players = tournament_of(event, contestant).players
    entrants = [player for player in players if player.attends(1) or abilities.everybody_plays_on]
    needed = schedule.plan(entrants, 0).rounds
    if needed <= event.rounds:
        return None
    return Message(
        "%(system)s with %(players)s players needs %(needed)s rounds, and there are %(rounds)s",
        system=schedule.title,
        players=len(entrants),
        needed=needed,
        rounds=event.rounds,
    )


def tournament_of(event: Event, contestant: Contestant) -> Tournament:
    """The event before its first round as a director sees it: true strengths are nowhere in it."""
    entry = event.entry
    ratings = entry.ratings or tuple(float(grade) for grade in entry.grades)
    clubs, countries = entry.clubs or (-1,) * len(entry), entry.countries or (-1,) * len(entry)
    players = tuple(
        Player(
            id=PlayerId(str(i)),
            surname=f"Player {i + 1}",
            grade=Grade.of_number(entry.grades[i]),
            rating=float(round(2100 + 100 * ratings[i])),
            club=f"Club {clubs[i] + 1}" if clubs[i] >= 0 else "",
            country=f"Country {countries[i] + 1}" if countries[i] >= 0 else "",
            absent_rounds=frozenset(r + 1 for r in range(event.rounds) if not event.present[r, i]),
        )
        for i in range(len(entry))
    )
    settings = Settings(
        system=contestant.system,
        preset=contestant.preset or "miai",
        rounds=event.rounds,
        scoring=Scoring(bar=Grade.of_number(event.bar)),
        handicapping=Handicapping(ceiling=0),
    )
    criteria = _BY_WINS if settings.by_wins else _BY_SCORE
    return Tournament(players=players, settings=replace(settings, criteria=criteria))


def play(task: LeagueTask, draw: DrawRound) -> LeagueOutcome:
    """Draw and play every round, and measure what came of it."""
    tournament, seconds = played(task, draw)
    return LeagueOutcome(
        values=values_of(tournament, task.event),
        seconds=seconds,
        games=tuple(_games(task, tournament)) if task.keep_games else (),
    )


def played(task: LeagueTask, draw: DrawRound) -> tuple[Tournament, tuple[float, ...]]:
    """The event after its last round, and the seconds of work of every draw."""
    tournament = tournament_of(task.event, task.contestant)
    lots = key_of(task.seed, LOTS, task.number) % 2**31
    judge = _Judge(task)
    seconds = []
    for number in range(1, task.event.rounds + 1):
        begin = thread_time()
        drawn = draw(tournament, number, lots)
        if drawn is None:
            break
        seconds.append(thread_time() - begin)
        tournament = replace(tournament, rounds=(*tournament.rounds, judge.decided(drawn)))
    return tournament, tuple(seconds)


class _Judge:
    """Who wins: a first game of two players falls as it would in every system, a second one afresh."""

    def __init__(self, task: LeagueTask) -> None:
        self._key = key_of(task.seed, RESULTS, task.number)
        self._model: WinModel = MODELS[task.model]
        self._strengths = task.event.entry.true_strengths
        self._met: Counter[frozenset[PlayerId]] = Counter()

    def decided(self, drawn: Round) -> Round:
        """The round with its results."""
        boards = tuple(
            replace(board, result=self._result(board.white, board.black)) for board in drawn.boards
        )
        return replace(drawn, boards=boards)

    def _result(self, white: PlayerId, black: PlayerId) -> Result:
        pair = frozenset((white, black))
        key = self._key if not self._met[pair] else key_of(self._key, RESULTS, self._met[pair])
        self._met[pair] += 1
        # From the side of the same player whoever has White, so that rounding cannot part two systems.
        first, second = sorted((int(white), int(black)))
        chance = self._model.chance(self._strengths[first], self._strengths[second])
        first_wins = game_share(key, first, second) < chance
        return Result.WHITE_WINS if first_wins == (int(white) == first) else Result.BLACK_WINS


def _games(task: LeagueTask, tournament: Tournament) -> list[ExportedGame]:
    entry = task.event.entry
    strengths = entry.true_strengths
    ratings = [player.rating or 0.0 for player in tournament.players]
    games = []
    for drawn in tournament.rounds:
        for board in drawn.boards:
            white, black = int(board.white), int(board.black)
            games.append(
                ExportedGame(
                    kind=task.series,
                    event=task.number + 1,
                    model=task.model,
                    contestant=task.contestant.key,
                    round=drawn.number,
                    white=white + 1,
                    black=black + 1,
                    white_grade=entry.grades[white],
                    black_grade=entry.grades[black],
                    white_rating=ratings[white],
                    black_rating=ratings[black],
                    white_strength=strengths[white],
                    black_strength=strengths[black],
                    white_won=board.result is Result.WHITE_WINS,
                )
            )
    return games
