"""Find where the bar belongs, for a tournament or for players by grade."""

import math
from collections.abc import Callable, Iterator, Sequence

from miai.domain.numbers import Between, shortened, whole_or_none
from miai.domain.people.grade import Grade
from miai.domain.people.player import Player, Registration
from miai.domain.tournament import Tournament
from miai.engine.bar.equilibrium import (
    Solution,
    balance_in,
    find_bar,
    layer,
    luck_of,
    tried_bars,
    tried_grades,
)
from miai.engine.bar.study import BarEntry, BarStudy
from miai.engine.gpu.playing import CPU
from miai.engine.rating.strengths import fitted
from miai.engine.rating.win_models import FittedByGrades, FittedToGames, WinModel
from miai.engine.scoring.scores import start_of
from miai.errors import InputError, Problem
from miai.messages import Message

# Enough for a steady solution; with many players fewer tournaments give it.
_PAIRINGS = 1000
_PLAYER_PAIRINGS = 60_000
# The time of a tournament grows with the square of its players; a director waits for seconds, not minutes.
_WEIGHED_PAIRS = 150_000_000
_FEWEST_PAIRINGS = 12
# By other fits of the win model a part of the tournaments is played, and these fits leave out so many.
_FEWER = 4
_TAIL = 0.025
# No tournament has 10,000 players of one grade.
_PLAYERS = Between(0, 9_999)


def read_entry(text: str, rounds: int) -> BarEntry:
    """Read "4d:4, 3d:6, 1k:2": how many players of each grade."""
    grades: list[int] = []
    seen: set[Grade] = set()
    problems: list[Problem] = []
    for number, part in enumerate(text.split(","), start=1):
        try:
            grade, count = _read_part(part)
            if grade in seen:
                raise InputError(Message("%(grade)s was given before", grade=str(grade)))
        except InputError as error:
            where = Message("entry, part %(number)s", number=number)
            problems += [Problem(what=problem.what, where=where) for problem in error.problems]
            continue
        seen.add(grade)
        grades += [grade.number] * count
    if problems:
        raise InputError(problems)
    return BarEntry(grades=tuple(grades), rounds=rounds)


def entry_of(tournament: Tournament, rounds: int | None = None) -> BarEntry:
    """The players with a final registration who play at least one round; if there are none, everybody."""
    settings = tournament.settings
    rounds = settings.rounds if rounds is None else rounds
    coming = [p for p in tournament.players if any(p.attends(number + 1) for number in range(rounds))]
    players = [p for p in coming if p.registration is Registration.FINAL] or coming
    without_bar = settings.by_wins or not players
    present, population = (None, 0) if without_bar else _present_bar(tournament, players)
    return BarEntry(
        grades=tuple(player.grade.number for player in players),
        rounds=rounds,
        name=tournament.name,
        present=present,
        present_population=population,
        set_at=None if without_bar or settings.scoring.bands else settings.scoring.bar.number,
        floor=None if without_bar else settings.scoring.floor.number,
        notes=tuple(_notes(tournament, players)),
    )


def study_bar(
    entry: BarEntry,
    *,
    pairings: int | None = None,
    seed: int = 0,
    progress: Callable[[int, int], None] | None = None,
    device: str = CPU,
) -> BarStudy:
    """Find the bar, and see how the entry's own bar does.

    `progress` is told again and again how many of the tournaments have been played, and how many there are.
    """
    grades, rounds = entry.grades, entry.rounds
    count = steady_pairings(grades, rounds) if pairings is None else pairings
    bars = tried_bars(grades, rounds)
    own = entry.present if entry.present in tried_grades(grades, rounds) else None
    fewer = max(1, count // _FEWER)
    total = count * len({*bars, own} - {None}) + 2 * fewer * len(bars)
    done = 0

    def played(more: int) -> None:
        nonlocal done
        done += more
        if progress:
            progress(done, total)

    model = FittedToGames().by_grades()
    solution = find_bar(grades, rounds, pairings=count, seed=seed, model=model, played=played, device=device)
    present = next((each for each in solution.layers if each.bar == entry.present), None)
    if present is None and own is not None:
        present = layer(
            grades, rounds, bar=own, pairings=count, seed=seed, model=model, played=played, device=device
        )

    def by(other: WinModel) -> Solution:
        return find_bar(grades, rounds, pairings=fewer, seed=seed, model=other, played=played, device=device)

    return BarStudy(
        entry=entry,
        solution=solution,
        present=present,
        interval=_interval(solution, [by(other) for other in _other_models()]),
        model=model.key,
        pairings=count,
        seed=seed,
    )


def _other_models() -> tuple[WinModel, WinModel]:
    """The fits by which grades decide least and most: 95 of 100 lie between them."""
    models = [FittedByGrades(strengths=other) for other in fitted().others]
    models.sort(key=lambda model: model.chance(1.0, 0.0))
    tail = round(_TAIL * (len(models) - 1))
    return models[tail], models[-1 - tail]


def _interval(solution: Solution, others: Sequence[Solution]) -> tuple[float, float] | None:
    """Where the balance may lie, by the luck of the tournaments and by the model; both are independent.

    Other models play the first of the same tournaments, so that a difference is theirs.
    """
    balance, luck = solution.b_sol, luck_of(solution)
    if balance is None or luck is None:
        return None
    parts = min(len(each.parts) for each in solution.layers)
    same = balance_in(solution, range(max(1, parts // _FEWER)))
    shifts = [abs(each.b_sol - same) for each in others if each.b_sol is not None and same is not None]
    reach = math.hypot(luck, max(shifts, default=0.0))
    return balance - reach, balance + reach


def steady_pairings(grades: Sequence[int], rounds: int) -> int:
    """How many tournaments give a stable solution: a thousand, fewer where groups are large."""
    players = max(1, len(tried_grades(grades, rounds)))
    return max(_FEWEST_PAIRINGS, min(_PAIRINGS, _PLAYER_PAIRINGS // players, _WEIGHED_PAIRS // players**2))


def _notes(tournament: Tournament, players: Sequence[Player]) -> Iterator[Message]:
    """What a director should know about how the entry was read."""
    left_out = len(tournament.players) - len(players)
    if left_out:
        yield Message("left out, not registered or never present: %(players)s", players=left_out)
    if players and all(player.registration is Registration.PRELIMINARY for player in players):
        yield Message("nobody's registration is final yet: everybody is counted")
    if tournament.settings.by_wins:
        yield Message("the tournament's system, %(system)s, has no bar", system=tournament.settings.system)
    elif tournament.rounds_played:
        yield Message("rounds are drawn already: a new bar would change everybody's score")


def _read_part(part: str) -> tuple[Grade, int]:
    grade, colon, count = part.partition(":")
    if not colon:
        raise InputError(
            Message(
                "'%(text)s' is not a grade, a colon and a number of players, such as 4d:6", text=part.strip()
            )
        )
    number = whole_or_none(count, _PLAYERS)
    if number is None:
        raise InputError(Message("'%(text)s' is not a number of players", text=shortened(count.strip())))
    return Grade.parse(grade), number


def _present_bar(tournament: Tournament, players: Sequence[Player]) -> tuple[int | None, int]:
    """The grade from which everybody starts on top, and how many do; none where starts ignore grades.

    Players whom the director placed by hand are left aside, and if need be those with corrections too.
    """
    start = {player.id: start_of(player, tournament.settings.scoring) for player in players}
    unmoved = [player for player in players if player.bar_side is None]
    plain = [player for player in unmoved if player.start is None and not player.correction]
    for trusted in (unmoved, plain):
        highest = max((start[player.id] for player in trusted), default=0)
        top = [player.grade.number for player in trusted if start[player.id] == highest]
        lower = [player.grade.number for player in trusted if start[player.id] < highest]
        if _are_apart(top, lower):
            return min(top), sum(each >= highest for each in start.values())
    return None, 0


def _are_apart(top: Sequence[int], lower: Sequence[int]) -> bool:
    """True if there are grades on top, and all are stronger than the lower ones."""
    return bool(top) and min(top) > max(lower, default=min(top) - 1)
