"""One event played by one contestant: its own draws, and results that are the same whoever draws.

Systems see declared grades and ratings; true strengths and stones alone decide games. Where the compiled
simulation knows all the rules, it plays the event; other systems draw every round as a director would.
"""

from collections import Counter
from dataclasses import dataclass, replace
from functools import cache, lru_cache

import numpy as np

from miai.domain.people.grade import Grade
from miai.domain.people.player import Player, PlayerId
from miai.domain.rounds.game import Board, Result
from miai.domain.rounds.round import Round
from miai.domain.settings.event_settings import DEFAULT_PRESET, Settings
from miai.domain.settings.handicap_rules import Handicapping
from miai.domain.settings.handicaps import head_start_of
from miai.domain.settings.scoring_rules import Scoring
from miai.domain.tournament import Tournament
from miai.engine.forecast.round_drawing import DrawRound
from miai.engine.kernel.chance import game_share, key_of
from miai.engine.kernel.simulate import LOTS, RESULTS
from miai.engine.pairing.event_simulation import EventNow, event_now, event_simulation, why_not_simulated
from miai.engine.pairing.presets import plan_for
from miai.engine.pairing.registry import abilities_of, schedule_of
from miai.engine.pairing.simulation import SimulatedField, with_handicap
from miai.engine.rating.win_models import DEFAULT, MODELS, WinModel, stone_worth, table
from miai.messages import Message
from miai_lab.entries import Event
from miai_lab.league.config import Contestant
from miai_lab.league.event import PlayedEvent, drawn_event, simulated_event
from miai_lab.league.gains import gains
from miai_lab.league.measures import values_of

_BY_SCORE = ("mms", "sosm", "sososm")
_BY_WINS = ("nbw", "sosw", "sososw")


@dataclass(frozen=True, slots=True, kw_only=True)
class LeagueTask:
    """One contestant on one event under one model; the seed and the number of the event decide all chance.

    With `replays` the event is played again with a first game lost on purpose, and with a grade less.
    """

    series: str
    number: int
    event: Event
    model: str
    contestant: Contestant
    seed: int
    handicaps: bool = False
    replays: bool = False
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
    handicap: int
    white_won: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class LeagueOutcome:
    """What became of a task: every measure that could be taken."""

    values: dict[str, float]
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


def tournament_of(event: Event, contestant: Contestant, *, handicaps: bool = False) -> Tournament:
    """The event before its first round as a director sees it: true strengths are nowhere in it.

    Handicaps are by Miai's usual rules.
    """
    entry = event.entry
    ratings = _ratings(entry)
    clubs, countries = entry.clubs or (-1,) * len(entry), entry.countries or (-1,) * len(entry)
    players = tuple(
        Player(
            id=PlayerId(str(i)),
            surname=f"Player {i + 1}",
            grade=Grade.of_number(entry.grades[i]),
            rating=_rating(ratings[i]),
            club=f"Club {clubs[i] + 1}" if clubs[i] >= 0 else "",
            country=f"Country {countries[i] + 1}" if countries[i] >= 0 else "",
            absent_rounds=frozenset(r + 1 for r in range(event.rounds) if not event.present[r, i]),
        )
        for i in range(len(entry))
    )
    settings = Settings(
        system=contestant.system,
        preset=contestant.preset or DEFAULT_PRESET,
        rounds=event.rounds,
        scoring=Scoring(bar=Grade.of_number(event.bar)),
        handicapping=Handicapping() if handicaps else Handicapping(ceiling=0),
    )
    criteria = _BY_WINS if settings.by_wins else _BY_SCORE
    return Tournament(players=players, settings=replace(settings, criteria=criteria))


def play(task: LeagueTask, draw: DrawRound) -> LeagueOutcome:
    """Play the event, measure what came of it, and play it again for those who would cheat."""
    found = played_by(task, draw)
    values = values_of(found, task.event)
    if task.replays:
        values |= gains(task.event, found, _Again(task, draw))
    return LeagueOutcome(values=values, games=tuple(_games(task, found)) if task.keep_games else ())


def is_simulated(event: Event, contestant: Contestant) -> bool:
    """Whether the compiled simulation plays an event by this contestant's rules."""
    return why_not_simulated(tournament_of(event, contestant), event.rounds) is None


@cache
def weighs(contestant: Contestant) -> str:
    """What a preset is made of at present: the same name may weigh something else in another version."""
    if not contestant.preset:
        return ""
    settings = Settings(system=contestant.system, preset=contestant.preset)
    plan = plan_for(settings, round_number=1, preset=contestant.preset, seed=0)
    return repr((plan.pricing, plan.rules))


class _Again:
    """The same event with one thing changed."""

    def __init__(self, task: LeagueTask, draw: DrawRound) -> None:
        self._task, self._draw = task, draw

    def lost(self, player: int, winner: int) -> PlayedEvent:
        """With the first game of a player lost on purpose."""
        return played_by(self._task, self._draw, thrown=(player, winner))

    def with_entry(self, entry: SimulatedField) -> PlayedEvent:
        """With another entry."""
        return played_by(replace(self._task, event=replace(self._task.event, entry=entry)), self._draw)


def played_by(task: LeagueTask, draw: DrawRound, thrown: tuple[int, int] | None = None) -> PlayedEvent:
    """The event as the contestant plays it; `thrown` are who gives a first game away, and to whom."""
    now = _before_the_first_round(task)
    tournament = now.tournament
    # The luck of two players goes by their places in this order, which is the same for every contestant.
    place = {int(player.id): at for at, player in enumerate(now.view.players)}
    if why_not_simulated(tournament, task.event.rounds) is not None:
        judge = _Judge(task, tournament.settings, place, None if thrown is None else thrown[0])
        return drawn_event(_drawn(tournament, task, draw, judge))
    model = MODELS[task.model]
    strengths = [task.event.entry.true_strengths[player] for player in place]
    # With the chances of ratings at first, which is quick by this model.
    simulation = event_simulation(now, rounds=task.event.rounds, model=MODELS[DEFAULT])
    chances = table(model, strengths)
    stones = with_handicap(model, strengths, tournament.settings)
    if thrown is not None:
        # They meet once, or again where the rules allow it: then that game is given away too.
        loser, winner = (place[player] for player in thrown)
        for each in (chances, *stones):
            each[loser, winner], each[winner, loser] = 0.0, 1.0
    field = simulation.field._replace(chances=chances, with_handicap=stones)
    rest = replace(simulation, field=field).play(seed=task.seed, count=1, first=task.number)
    return simulated_event(now, simulation, rest)


def _before_the_first_round(task: LeagueTask) -> EventNow:
    """The event as the contestant finds it."""
    event, contestant = task.event, task.contestant
    present = tuple(map(tuple, event.present.tolist()))
    now = _of_system(event.entry, event.bar, present, contestant.system, handicaps=task.handicaps)
    settings = replace(now.settings, preset=contestant.preset or now.settings.preset)
    return replace(now, tournament=replace(now.tournament, settings=settings))


@lru_cache(maxsize=4)
def _of_system(
    entry: SimulatedField, bar: int, present: tuple[tuple[bool, ...], ...], system: str, *, handicaps: bool
) -> EventNow:
    """An event under a system; what takes long to prepare is the same for all its presets."""
    event = Event(entry=entry, rounds=len(present), present=np.array(present, np.bool_), bar=bar)
    return event_now(tournament_of(event, Contestant(system=system), handicaps=handicaps))


def played(task: LeagueTask, draw: DrawRound) -> Tournament:
    """The event after its last round, each drawn as a director would draw it, whoever the contestant is."""
    tournament = tournament_of(task.event, task.contestant, handicaps=task.handicaps)
    place = {number: number for number in range(len(tournament.players))}
    return _drawn(tournament, task, draw, _Judge(task, tournament.settings, place))


def _drawn(tournament: Tournament, task: LeagueTask, draw: DrawRound, judge: "_Judge") -> Tournament:
    """Every round drawn as a director would draw it."""
    lots = key_of(task.seed, LOTS, task.number) % 2**31
    for number in range(1, task.event.rounds + 1):
        drawn = draw(tournament, number, lots)
        if drawn is None:
            break
        tournament = replace(tournament, rounds=(*tournament.rounds, judge.decided(drawn)))
    return tournament


class _Judge:
    """Who wins: a first game of two players falls as it would in every system, a second one afresh."""

    def __init__(
        self, task: LeagueTask, settings: Settings, place: dict[int, int], thrown: int | None = None
    ) -> None:
        self._key = key_of(task.seed, RESULTS, task.number)
        self._model: WinModel = MODELS[task.model]
        self._strengths = task.event.entry.true_strengths
        self._settings, self._place, self._thrown = settings, place, thrown
        self._met: Counter[frozenset[PlayerId]] = Counter()

    def decided(self, drawn: Round) -> Round:
        """The round with its results."""
        boards = tuple(replace(board, result=self._result(board, drawn.number)) for board in drawn.boards)
        return replace(drawn, boards=boards)

    def _result(self, board: Board, number: int) -> Result:
        white, black = int(board.white), int(board.black)
        if number == 1 and self._thrown in (white, black):
            return Result.BLACK_WINS if self._thrown == white else Result.WHITE_WINS
        pair = frozenset((board.white, board.black))
        key = self._key if not self._met[pair] else key_of(self._key, RESULTS, self._met[pair])
        self._met[pair] += 1
        # From the side of the same player whoever has White, so that rounding cannot part two systems.
        first, second = sorted((white, black), key=self._place.__getitem__)
        strengths = {player: self._strengths[player] for player in (first, second)}
        strengths[black] += stone_worth(self._model) * head_start_of(self._settings, board)
        fallen = game_share(key, self._place[first], self._place[second])
        first_wins = fallen < self._model.chance(strengths[first], strengths[second])
        return Result.WHITE_WINS if first_wins == (white == first) else Result.BLACK_WINS


def _games(task: LeagueTask, event: PlayedEvent) -> list[ExportedGame]:
    entry, games = task.event.entry, event.games
    ratings = [_rating(value) for value in _ratings(entry)]
    found = []
    for r, i in zip(*np.nonzero(event.met & (games.colours == 1)), strict=True):
        white, black = int(event.who[i]), int(event.who[games.opponents[r, i]])
        found.append(
            ExportedGame(
                kind=task.series,
                event=task.number + 1,
                model=task.model,
                contestant=task.contestant.key,
                round=int(r) + 1,
                white=white + 1,
                black=black + 1,
                white_grade=entry.grades[white],
                black_grade=entry.grades[black],
                white_rating=ratings[white],
                black_rating=ratings[black],
                white_strength=entry.true_strengths[white],
                black_strength=entry.true_strengths[black],
                handicap=int(games.handicaps[r, i]),
                white_won=bool(event.won[r, i]),
            )
        )
    return found


def _ratings(entry: SimulatedField) -> tuple[float, ...]:
    return entry.ratings or tuple(float(grade) for grade in entry.grades)


def _rating(grades: float) -> float:
    """A rating as lists have it."""
    return float(round(2100 + 100 * grades))
