"""Random tournaments of every kind, from a seed: the same seed gives the same tournament on every machine."""

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from miai.domain.people.grade import Grade
from miai.domain.people.player import Player, PlayerId, Registration
from miai.domain.points import HALF, NOTHING
from miai.domain.rounds.game import Board, Result
from miai.domain.rounds.round import Round
from miai.domain.settings.event_settings import Settings
from miai.domain.settings.handicap_rules import Handicapping
from miai.domain.settings.handicaps import head_start_of
from miai.domain.settings.pairing_rules import PairingRules
from miai.domain.settings.scoring_rules import Scoring
from miai.domain.tournament import Tournament
from miai.engine.rating.win_models import KaniukErf

_SYLLABLES = tuple("ka mo ri ta no shi le bran dor vel sun ya ko hen ost mar".split())
_COUNTRIES = ("FR", "DE", "UK", "CZ", "FI", "NL", "RO", "PL", "US")
# What orders the table where it is not the McMahon score.
_CRITERIA = {
    "swiss": ("nbw", "sosw", "sososw"),
    "round_robin": ("nbw", "sodosw", "dc"),
    "split_and_cycle": ("nbw", "sosw", "sodosw"),
    "knockout": ("cps", "nbw"),
    "double_elimination": ("nbw", "sosw"),
}
# Here a jigo would have to be played again.
_DECISIVE = ("knockout", "double_elimination")
# Draws the next round of a tournament; the laboratory does not know how.
DrawRound = Callable[[Tournament, int, int], Round]


@dataclass(frozen=True, slots=True, kw_only=True)
class Recipe:
    """What kind of tournament is generated; shares are chances from 0 to 1."""

    system: str = "mcmahon"
    fewest: int = 2
    most: int = 300
    rounds: int | None = None
    absent: float = 0.05
    late: float = 0.05
    leaving: float = 0.03
    forfeits: float = 0.02
    jigo: float = 0.01
    one_club: float = 0.1
    gaps: float = 0.3
    handicap: float = 0.5


@dataclass(frozen=True, slots=True, kw_only=True)
class _Field:
    """What all players of a tournament share."""

    rounds: int
    lowest: int
    gap: frozenset[int]
    one_club: bool


def generate(recipe: Recipe, seed: int, draw: DrawRound) -> Tournament:
    """A whole tournament, entered, drawn and played; it ends early where no pairing is left."""
    dice = np.random.default_rng((seed, 1))
    tournament = entry(recipe, seed)
    for number in range(1, tournament.settings.rounds + 1):
        drawn = draw(tournament, number, seed)
        tournament = replace(tournament, rounds=(*tournament.rounds, played(tournament, drawn, recipe, dice)))
    return tournament


def entry(recipe: Recipe, seed: int) -> Tournament:
    """The field before the first round."""
    dice = np.random.default_rng((seed, 0))
    # Small fields are where things go wrong: half of all tournaments have fewer than about 25 players.
    spread = recipe.most - recipe.fewest
    size = recipe.fewest + int(spread * dice.random() ** 3.5)
    rounds = recipe.rounds or int(dice.integers(1, max(2, min(10, size))))
    lowest = int(dice.integers(-25, -3))
    field = _Field(
        rounds=rounds,
        lowest=lowest,
        gap=frozenset(dice.integers(lowest, 6, 6).tolist()) if dice.random() < recipe.gaps else frozenset(),
        one_club=bool(dice.random() < recipe.one_club),
    )
    players = tuple(_player(i, field, recipe, dice) for i in range(size))
    return Tournament(
        name=f"Generated {seed}",
        place="Laboratory",
        begin="2026-01-01",
        end="2026-01-02",
        settings=_settings(recipe, rounds, lowest, dice),
        players=players,
    )


def _settings(recipe: Recipe, rounds: int, lowest: int, dice: np.random.Generator) -> Settings:
    bar = Grade.of_number(int(dice.integers(max(lowest, -3), 6)))
    floor = Grade.of_number(int(dice.integers(-30, lowest + 3)))
    stones = Handicapping(
        by_score=bool(dice.random() < 0.5),
        correction=int(dice.integers(0, 3)),
        ceiling=9 if dice.random() < recipe.handicap else 0,
        none_above_bar=bool(dice.random() < 0.3),
    )
    return Settings(
        system=recipe.system,
        rounds=rounds,
        criteria=_CRITERIA.get(recipe.system, ("mms", "sosm", "sososm")),
        scoring=Scoring(bar=bar, floor=floor, absent_points=HALF if dice.random() < 0.5 else NOTHING),
        handicapping=stones,
        pairing=PairingRules(exempt_last_half=bool(dice.random() < 0.5)),
    )


def _player(i: int, field: _Field, recipe: Recipe, dice: np.random.Generator) -> Player:
    rounds = field.rounds
    number = int(dice.integers(field.lowest, 7))
    while number in field.gap and number > field.lowest:
        number -= 1
    grade = Grade.of_number(number)
    absent = {n for n in range(1, rounds + 1) if dice.random() < recipe.absent}
    if dice.random() < recipe.late:
        absent |= set(range(1, int(dice.integers(1, rounds + 1)) + 1))
    if dice.random() < recipe.leaving:
        absent |= set(range(int(dice.integers(1, rounds + 1)), rounds + 1))
    country = "FR" if field.one_club else str(dice.choice(_COUNTRIES))
    return Player(
        id=PlayerId(f"p{i + 1}"),
        surname=_word(dice),
        first_name=f"{_word(dice)} {i + 1}",
        grade=grade,
        rating=float(round(grade.rating + float(dice.normal(0, 60)))),
        country=country,
        club="Paris" if field.one_club else f"{country}{int(dice.integers(0, 4))}",
        registration=Registration.PRELIMINARY if dice.random() < 0.01 else Registration.FINAL,
        absent_rounds=frozenset(absent),
    )


def _word(dice: np.random.Generator) -> str:
    return "".join(dice.choice(_SYLLABLES, int(dice.integers(2, 4)))).capitalize()


def played(tournament: Tournament, drawn: Round, recipe: Recipe, dice: np.random.Generator) -> Round:
    """A drawn round with its results: by strength, some by default, a few jigo."""
    model = KaniukErf()
    strength = {p.id: ((p.rating or p.grade.rating) - 2100) / 100 for p in tournament.players}

    def result(board: Board) -> Result:
        if dice.random() < recipe.jigo and recipe.system not in _DECISIVE:
            return Result.JIGO
        raised = strength[board.black] + head_start_of(tournament.settings, board)
        white_wins = dice.random() < model.chance(strength[board.white], raised)
        over = Result.WHITE_WINS if white_wins else Result.BLACK_WINS
        return over.defaulted if dice.random() < recipe.forfeits else over

    boards = tuple(replace(board, result=result(board)) for board in drawn.boards)
    return replace(drawn, boards=boards)
