"""Document 2: the sample calculation of bands, two examples of pairing, the penalty, and Bob the Beginner."""

from collections.abc import Mapping, Sequence
from itertools import combinations

import numpy as np

from miai.domain.people.grade import Grade
from miai.domain.people.player import Player, PlayerId
from miai.domain.points import POINT, Quarters, quarters
from miai.domain.rounds.game import Board, Result
from miai.domain.rounds.round import Bye, ByeKind, Round
from miai.domain.settings.event_settings import Settings
from miai.domain.settings.scoring_rules import Unplayed
from miai.domain.starting_bands import DEFAULT_FACTOR, scores, separation
from miai.domain.tournament import Tournament
from miai.engine.kernel.deviations import fill_order_distance
from miai.engine.pairing.pricing.aga import AgaPenalty
from miai.engine.pairing.rules.score import EqualScore
from miai.engine.pairing.rules.seeding import Seeding
from miai.engine.pairing.systems.aga import AgaMcMahon
from miai.engine.pairing.view import build_view
from miai.engine.scoring.opponents import opponent_scores, points_family, sodos
from miai.engine.scoring.scores import scores as scored
from miai_lab.reproduce.cell import Cell, CellClass
from miai_lab.reproduce.study import ReproductionStudy

_ROUNDS = 6
_SIZES = (19, 17, 10, 11, 24)
_BANDS = ("open section", "second", "third", "fourth", "fifth")
_UNCAPPED = {1: "2.125", 2: "1.25", 3: "1.375", 4: "3"}
_SEPARATIONS = {1: "2", 2: "1", 3: "1", 4: "2"}
_STARTS = {"0 at top": "0 -2 -3 -4 -6", "0 at bottom": "6 4 3 2 0"}

_EIGHT = "12345678"

# Bob's opponents by round, and whether he won; round 2 is free.
_BOB = {1: ("Barry", True), 3: ("Carmilla", True), 4: ("Sally", False), 5: ("Marvin", True)}


def bands(study: ReproductionStudy) -> list[Cell]:
    """Separations and starting scores of five bands in six rounds; from the bottom they are the same."""
    cells = []
    for band, printed in _UNCAPPED.items():
        ours = DEFAULT_FACTOR * _SIZES[band] / _ROUNDS
        cells.append(_cell("bands", f"{_BANDS[band]}, D·P/R", printed, ours, CellClass.DEFINITION))
        apart = separation(_SIZES[band], _ROUNDS)
        cells.append(_cell("bands", f"{_BANDS[band]}, separation", _SEPARATIONS[band], apart))
    for title, row in _STARTS.items():
        lowest = 0 if title == "0 at bottom" else None
        given = CellClass.COMPUTED if lowest is None else CellClass.REPEATED
        cells += [
            _cell("bands", f"{name}, initial score with {title}", printed, start, given)
            for name, printed, start in zip(
                _BANDS, row.split(), scores(_SIZES, _ROUNDS, lowest=lowest), strict=True
            )
        ]
    return cells


def pairing(study: ReproductionStudy) -> list[Cell]:
    """Eight players split and shifted, and the group of six that joins the next one of four."""
    eight = _group(dict.fromkeys(_EIGHT, 0.0))
    # A to D have all played each other, in rounds of their own that brought each half a point.
    scored = dict.fromkeys("ABCDEF", 1.0) | dict.fromkeys("GHIJ", 0.0)
    merged = _group(scored, tuple(combinations("ABCD", 2)))
    return [
        *_games("split and shift", eight, "1-5 2-6 3-7 4-8"),
        *_games("merged groups", merged, "A-E B-F C-G D-H I-J"),
    ]


def penalty(study: ReproductionStudy) -> list[Cell]:
    """ΔP in the group of eight, and the price of one point of ΔM and one place of ΔP."""
    eight = build_view(_group(dict.fromkeys(_EIGHT, 0.0)), 1, seed=0)
    away = np.empty((len(eight), len(eight)), np.int64)
    fill_order_distance(eight.groups, eight.places, eight.sizes, away)
    at = {player.surname: place for place, player in enumerate(eight.players)}
    cells = [
        _cell("penalty", f"ΔP of 1 and {other}", printed, float(away[at["1"], at[other]]))
        for other, printed in (("5", "0"), ("6", "1"), ("7", "2"))
    ]
    apart = build_view(_group({"A": 1.0, "B": 0.0}), 1, seed=0)
    for name, view, pair, rule, printed in (
        ("ΔM of one point", apart, (0, 1), EqualScore(), "10000"),
        ("ΔP of one place", eight, (at["1"], at["6"]), Seeding(), "1"),
    ):
        priced = AgaPenalty().price(view, (rule,), np.zeros((len(view), len(view)), np.bool_))
        ours = float(priced.parts[0].costs[pair])
        cells.append(_cell("penalty", f"price of {name}", printed, ours, CellClass.DEFINITION))
    return cells


def bob(study: ReproductionStudy) -> list[Cell]:
    """What a forced bye and a voluntary one are worth to Bob and to Sally."""
    cells = []
    printed = {
        ByeKind.FORCED: ("-4", "-5.5", "-5.5", "-4"),
        # Of the SODOMS after a voluntary bye no number is printed.
        ByeKind.VOLUNTARY: ("-5", "-5.5", None, "-4.5"),
    }
    # The phantom is the same for both kinds of bye, and Sally sees Bob's own score after a forced one.
    told = {(ByeKind.VOLUNTARY, "phantom in SOMS"), (ByeKind.FORCED, "Bob in Sally's SOMS")}
    for kind, texts in printed.items():
        table = scored(_tournament(kind), after=5, unplayed=Unplayed.AGA)
        family = points_family(table)
        met = opponent_scores(table, family)
        beaten = sum(met[0][number - 1] for number, (_, won) in _BOB.items() if won)
        ours = {
            "final score": table.points[0] / POINT,
            "phantom in SOMS": met[0][1] / POINT,
            "phantom in SODOMS": (sodos(table, family)[0] - beaten) / POINT,
            "Bob in Sally's SOMS": met[3][3] / POINT,
        }
        for (name, value), text in zip(ours.items(), texts, strict=True):
            given = CellClass.REPEATED if (kind, name) in told else CellClass.COMPUTED
            if text is not None:
                cells.append(_cell("Bob", f"{kind.value} bye, {name}", text, value, given))
    return cells


def _games(table: str, event: Tournament, printed: str) -> list[Cell]:
    view = build_view(event, event.rounds_played + 1, seed=0)
    draw = AgaMcMahon().draw(view, 0)
    met = sorted("-".join(sorted((board.white.surname, board.black.surname))) for board in draw.boards)
    return [
        Cell(document=2, table=table, cell=f"board {number}", printed=text, ours=ours)
        for number, (text, ours) in enumerate(zip(printed.split(), met, strict=True), start=1)
    ]


def _group(points: Mapping[str, float], met: Sequence[tuple[str, str]] = ()) -> Tournament:
    """Players with these scores, the first rated highest; each of `met` in a round of its own as a jigo."""
    played = [name for pair in met for name in pair]
    players = tuple(
        Player(
            id=PlayerId(name),
            surname=name,
            grade=Grade.parse("1d"),
            rating=2500.0 - place,
            start=quarters(points[name] - played.count(name) / 2),
        )
        for place, name in enumerate(points)
    )
    rounds = tuple(
        Round(
            number=number,
            boards=(Board(table=1, white=PlayerId(a), black=PlayerId(b), result=Result.JIGO, handicap=1),),
        )
        for number, (a, b) in enumerate(met, start=1)
    )
    settings = Settings(system="aga", rounds=len(rounds) + _ROUNDS)
    return Tournament(players=players, rounds=rounds, settings=settings)


def _tournament(kind: ByeKind) -> Tournament:
    names = ("Bob", *(name for name, _ in _BOB.values()))
    players = tuple(
        Player(id=PlayerId(name), surname=name, grade=Grade.parse("20k"), start=_start(name))
        for name in names
    )
    rounds = []
    for number in range(1, 6):
        if number not in _BOB:
            rounds.append(Round(number=number, byes=(Bye(player=PlayerId("Bob"), kind=kind),)))
            continue
        opponent, won = _BOB[number]
        result = Result.WHITE_WINS if won else Result.BLACK_WINS
        board = Board(table=1, white=PlayerId("Bob"), black=PlayerId(opponent), result=result)
        rounds.append(Round(number=number, boards=(board,)))
    return Tournament(players=players, rounds=tuple(rounds), settings=Settings(rounds=5))


def _start(name: str) -> Quarters:
    return quarters(-8 if name == "Bob" else -7)


def _cell(table: str, cell: str, printed: str, ours: float, given: CellClass = CellClass.COMPUTED) -> Cell:
    """Scores and prices are printed in full: nothing is rounded."""
    return Cell(document=2, table=table, cell=cell, printed=printed, ours=ours, digit=0.0, given=given)
