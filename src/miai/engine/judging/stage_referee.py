"""Judges events with stages: who enters with which seed and score, who joins the main event, and the whole.

Places, scores and brackets are worked out here again, slowly, from the boards.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import groupby, pairwise
from typing import Protocol

from miai.domain.people.participants import participants
from miai.domain.people.player import Player, PlayerId
from miai.domain.rounds.game import Board, Colour
from miai.domain.rounds.round import ByeKind, Round
from miai.domain.stages import CarryOver, Losers, Qualification, StageId
from miai.domain.tournament import Stage, Tournament
from miai.engine.verify.recount import Violation, lines_of, points_of, recount, starting_score

_ELIMINATION = ("knockout", "double_elimination")
NOTHING = Fraction(0)


class WholeRowLike(Protocol):
    """A row of the standings of a whole event."""

    @property
    def place(self) -> int:
        """The place in the event."""

    @property
    def player(self) -> Player:
        """Whose row it is."""

    @property
    def stage(self) -> StageId:
        """Where they are placed, "" for the main event."""

    @property
    def stage_place(self) -> int:
        """Their place there."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Expected:
    """Who has to enter from one source, in order, and the ties of which only some do."""

    surely: tuple[Player, ...]
    ties: tuple[tuple[tuple[Player, ...], int], ...]


def judge_entry(before: Tournament, after: Tournament, stage_id: StageId) -> list[Violation]:
    """What is wrong with those who were entered in a stage from the places before."""
    stage = after.stage(stage_id)
    return [*_entrants(before, stage), *_same_people(after, stage), *_starts(before, stage)]


def judge_hours(tournament: Tournament) -> list[Violation]:
    """Who plays twice at the same hour: in a cup and in the main event, or in two stages of one phase."""
    found = []
    for stage in tournament.stages:
        if stage.plan.losers is Losers.JOIN_MAIN:
            for drawn in stage.event.rounds:
                twice = _busy(drawn) & _busy(tournament.round(drawn.number))
                found += [
                    Violation(rule="two_games", text=f"{player} plays twice in round {drawn.number}")
                    for player in sorted(twice)
                ]
    for _, beside in groupby(
        sorted(_counted(tournament), key=lambda stage: stage.plan.phase), key=lambda stage: stage.plan.phase
    ):
        times = Counter(player.id for stage in beside for player in stage.event.players)
        found += [
            Violation(rule="two_stages", text=f"{player} is in {count} stages of one phase")
            for player, count in times.items()
            if count > 1
        ]
    return found


def judge_settled(before: Tournament, after: Tournament, stage_id: StageId, number: int) -> list[Violation]:
    """What is wrong with those who joined the main event after a round of a cup, or did not."""
    cup = before.stage(stage_id).event
    won, out = _cup_after(cup, number)
    first = max([number, *(drawn.number for drawn in before.rounds)]) + 1
    seated = {player for drawn in before.rounds for player in _busy(drawn)}
    found = []
    for copy in cup.players:
        mine, then = after.player(copy.id), before.player(copy.id)
        if copy.id in seated:
            if mine != then:
                found.append(Violation(rule="settled_twice", text=f"{mine.name} was settled again"))
            continue
        if copy.id not in out:
            if mine.attends(number + 1) and number < cup.settings.rounds:
                text = f"{mine.name} is still in the cup and not away from the main event"
                found.append(Violation(rule="not_away", text=text))
            continue
        if not mine.attends(first) and copy.attends(first):
            found.append(Violation(rule="not_joined", text=f"{mine.name} is out of the cup and away"))
        scoring = before.settings.scoring
        base = starting_score(replace(then, correction=copy.correction), scoring)
        alone = replace(after, players=(mine,), rounds=())
        lines = lines_of(alone, first - 1)[mine.id]
        score = starting_score(mine, scoring) + points_of(lines, scoring, wins=False, absences=True)
        # Who joined earlier is absent in fewer rounds, and is judged then.
        if score != base + won[copy.id]:
            text = f"{mine.name} joins with {score} instead of {base} and {won[copy.id]} of the cup"
            found.append(Violation(rule="joining_score", text=text))
    return found


def judge_whole(tournament: Tournament, rows: Sequence[WholeRowLike]) -> list[Violation]:
    """What is wrong with the places over all stages."""
    found = []
    expected = {player.id for player in participants(tournament)} | {
        player.id for stage in tournament.stages for player in stage.event.players
    }
    if sorted(row.player.id for row in rows) != sorted(expected):
        found.append(Violation(rule="whole_rows", text="the whole does not list everybody once"))
    phases = {stage.id: stage.plan.phase for stage in _counted(tournament)}
    found += _phase_violations(rows, phases, _home_phases(tournament))
    found += _place_violations(rows, [(-phases.get(row.stage, 0), row.stage_place) for row in rows])
    return found


def _counted(tournament: Tournament) -> list[Stage]:
    """The stages in which players are placed: all but play-offs."""
    return [stage for stage in tournament.stages if stage.plan.play_off_of is None]


def _home_phases(tournament: Tournament) -> dict[PlayerId, int]:
    """The phase in which each player ends: that of their last stage, or 0 if they joined the main event."""
    seated = {player for drawn in tournament.rounds for player in _busy(drawn)}
    homes: dict[PlayerId, int] = {}
    for stage in sorted(_counted(tournament), key=lambda stage: stage.plan.phase):
        for player in stage.event.players:
            back = stage.plan.losers is Losers.JOIN_MAIN and player.id in seated
            homes[player.id] = 0 if back else stage.plan.phase
    return homes


def _phase_violations(
    rows: Sequence[WholeRowLike], phases: Mapping[StageId, int], homes: Mapping[PlayerId, int]
) -> Iterator[Violation]:
    for row in rows:
        phase, home = phases.get(row.stage, 0), homes.get(row.player.id, 0)
        if home != phase:
            text = f"{row.player.name} is placed in phase {phase} instead of {home}"
            yield Violation(rule="whole_phase", text=text)


def _place_violations(rows: Sequence[WholeRowLike], keys: Sequence[tuple[int, int]]) -> Iterator[Violation]:
    """Rows whose order or place is not that of their keys, the smallest first."""
    for line, row in enumerate(rows):
        if line and keys[line] < keys[line - 1]:
            text = f"{row.player.name} stands below somebody of an earlier phase or of a later place"
            yield Violation(rule="whole_order", text=text)
        better = sum(other.place < row.place for other in rows)
        if row.place != better + 1:
            text = f"{row.player.name} has place {row.place}, and {better} are before them"
            yield Violation(rule="whole_place", text=text)
        if line and keys[line] != keys[line - 1] and row.place == rows[line - 1].place:
            text = f"{row.player.name} shares a place with somebody of another place"
            yield Violation(rule="whole_shared", text=text)


def judge_first_round(tournament: Tournament, stage_id: StageId) -> list[Violation]:
    """Whether round 1 of a knock-out is that of its seeds, and players of one group do not meet in it."""
    stage = tournament.stage(stage_id)
    ordered = sorted(stage.event.players, key=lambda player: -(player.start or 0))
    if stage.event.settings.system not in _ELIMINATION or any(p.start is None for p in ordered):
        return []
    expected = _pairs_of_seeds([player.id for player in ordered])
    drawn = {frozenset((board.white, board.black)) for board in stage.event.round(1).boards}
    found = []
    if drawn != expected:
        found.append(Violation(rule="bracket", text=f"{stage.event.name}: round 1 is not that of the seeds"))
    return [*found, *_not_crossed(tournament, stage, drawn)]


def _pairs_of_seeds(ordered: Sequence[PlayerId]) -> set[frozenset[PlayerId]]:
    """The first against the last of a full bracket, and so on; seeds without an opponent have byes."""
    size = 1
    while size < len(ordered):
        size *= 2
    return {
        frozenset((ordered[seed], ordered[size - 1 - seed]))
        for seed in range(size // 2)
        if size - 1 - seed < len(ordered)
    }


def _not_crossed(
    tournament: Tournament, stage: Stage, drawn: Collection[frozenset[PlayerId]]
) -> Iterator[Violation]:
    """Players of one group who meet at once, if equally many come from each of several groups."""
    sources = [source.stage for source in stage.plan.sources]
    counts = {source.last - source.first for source in stage.plan.sources}
    if len(set(sources)) < 2 or len(counts) != 1:
        return
    for pair in drawn:
        for source in sources:
            if source and pair <= {player.id for player in tournament.stage(source).event.players}:
                text = f"{' and '.join(sorted(pair))} of one group meet in round 1"
                yield Violation(rule="not_crossed", text=text)


def _busy(drawn: Round) -> set[PlayerId]:
    return {seat for board in drawn.boards for seat in (board.white, board.black)} | {
        bye.player for bye in drawn.byes if bye.kind is ByeKind.FORCED
    }


def _source_event(tournament: Tournament, source: Qualification) -> Tournament:
    return tournament.stage(source.stage).event if source.stage else tournament


def _places(event: Tournament) -> list[list[Player]]:
    """The players by place, from the second count of the criteria; before the first round by rating."""
    there = list(participants(event))
    keys: dict[PlayerId, tuple[Fraction, ...]]
    if not event.rounds:
        keys = {player.id: (Fraction(_rating(player)),) for player in there}
    else:
        played = max((drawn.number for drawn in event.rounds if drawn.boards), default=0)
        counted = recount(replace(event, players=tuple(there)), played)
        criteria = event.settings.criteria
        keys = {player.id: tuple(counted[key][player.id] for key in criteria) for player in there}
    there.sort(key=lambda player: keys[player.id], reverse=True)
    return [list(group) for _, group in groupby(there, key=lambda player: keys[player.id])]


def _rating(player: Player) -> float:
    return player.grade.rating if player.rating is None else player.rating


def _expected(before: Tournament, source: Qualification) -> _Expected:
    surely: list[Player] = []
    ties: list[tuple[tuple[Player, ...], int]] = []
    above = 0
    for group in _places(_source_event(before, source)):
        wanted = range(above + 1, above + len(group) + 1)
        seats = sum(source.first <= place <= source.last for place in wanted)
        if seats == len(group):
            surely += sorted(group, key=lambda player: -_rating(player))
        elif seats:
            ties.append((tuple(group), seats))
        above += len(group)
    return _Expected(surely=tuple(surely), ties=tuple(ties))


def _entrants(before: Tournament, stage: Stage) -> Iterator[Violation]:
    entered = {player.id for player in stage.event.players}
    allowed: set[PlayerId] = set()
    for source in stage.plan.sources:
        expected = _expected(before, source)
        allowed |= {player.id for player in expected.surely}
        for player in expected.surely:
            if player.id not in entered:
                yield Violation(rule="not_entered", text=f"{player.name} qualified and did not enter")
        for group, seats in expected.ties:
            allowed |= {player.id for player in group}
            count = sum(player.id in entered for player in group)
            if count != seats:
                text = f"{count} instead of {seats} entered of those who tie at the edge"
                yield Violation(rule="edge", text=text)
    for player in stage.event.players:
        if player.id not in allowed:
            yield Violation(rule="entered", text=f"{player.name} entered and did not qualify")


def _same_people(after: Tournament, stage: Stage) -> Iterator[Violation]:
    for player in stage.event.players:
        known = after.player(player.id)
        if (known.name, known.grade, known.rating) != (player.name, player.grade, player.rating):
            yield Violation(rule="another_person", text=f"{player.name} is not who the event has")


def _starts(before: Tournament, stage: Stage) -> Iterator[Violation]:
    """Seeds by place where losers go out; else what is carried over."""
    if stage.event.settings.system in _ELIMINATION:
        yield from _seeds(before, stage)
        return
    carried = _carried(before, stage)
    for player in stage.event.players:
        start = None if player.start is None else Fraction(player.start, 4)
        expected = None if carried is None else carried[player.id]
        if start != expected:
            text = f"{player.name} starts with {start} instead of {expected}"
            yield Violation(rule="carried", text=text)


def _seeds(before: Tournament, stage: Stage) -> Iterator[Violation]:
    """All of a place come before all of the next place, the winners in the order of their stages."""
    starts = {player.id: player.start or 0 for player in stage.event.players}
    if len(set(starts.values())) != len(starts):
        yield Violation(rule="seeds", text=f"{stage.event.name}: two players have the same seed")
    in_order = _entered_by_place(before, stage)
    for better, worse in pairwise(in_order):
        if min(starts[player] for player in better) < max(starts[player] for player in worse):
            yield Violation(rule="seeds", text=f"{stage.event.name}: a better place has a worse seed")
    first = [starts[player] for player in in_order[0]] if in_order else []
    if first != sorted(first, reverse=True):
        yield Violation(rule="seeds", text=f"{stage.event.name}: winners are not in the order of the stages")


def _entered_by_place(before: Tournament, stage: Stage) -> list[list[PlayerId]]:
    """Players of a stage by the place that they come from, each place in the order of the sources."""
    levels: dict[int, list[PlayerId]] = defaultdict(list)
    entered = {player.id for player in stage.event.players}
    for source in stage.plan.sources:
        order = [
            player.id
            for group in _places(_source_event(before, source))
            for player in sorted(group, key=lambda player: (-_rating(player), player.name, player.id))
            if player.id in entered
        ]
        for level, player_id in enumerate(order):
            levels[source.first + level].append(player_id)
    return [levels[level] for level in sorted(levels)]


def _carried(before: Tournament, stage: Stage) -> Mapping[PlayerId, Fraction] | None:
    if stage.plan.carry_over is CarryOver.NOTHING:
        return None
    entered = {player.id for player in stage.event.players}
    found: dict[PlayerId, Fraction] = defaultdict(lambda: NOTHING)
    for source in stage.plan.sources:
        event = _source_event(before, source)
        if stage.plan.carry_over is CarryOver.MUTUAL:
            for drawn in event.rounds:
                for board in drawn.boards:
                    if {board.white, board.black} <= entered:
                        found[board.white] += _points(board, Colour.WHITE)
                        found[board.black] += _points(board, Colour.BLACK)
            continue
        played = max((drawn.number for drawn in event.rounds if drawn.boards), default=0)
        counted = recount(event, played)
        key = "mms" if event.settings.criteria[0] == "mms" else "nbw"
        found |= {player.id: counted[key][player.id] for player in event.players if player.id in entered}
    return found


def _points(board: Board, colour: Colour) -> Fraction:
    return Fraction(board.result.points(colour), 4)


def _cup_after(cup: Tournament, number: int) -> tuple[dict[PlayerId, Fraction], set[PlayerId]]:
    """What everybody won in a knock-out up to a round, and who has no game left in it."""
    won: dict[PlayerId, Fraction] = defaultdict(lambda: NOTHING)
    beaten: dict[PlayerId, int] = {}
    for drawn in cup.rounds:
        if drawn.number > number:
            continue
        for bye in drawn.byes:
            if bye.kind is ByeKind.FORCED:
                won[bye.player] += Fraction(cup.settings.scoring.bye_wins, 4)
        for board in drawn.boards:
            for seat, colour in ((board.white, Colour.WHITE), (board.black, Colour.BLACK)):
                points = _points(board, colour)
                won[seat] += points
                if not points:
                    beaten.setdefault(seat, drawn.number)
    last = (len(cup.players) - 1).bit_length()
    if number >= last:
        return won, {player.id for player in cup.players}
    third = cup.settings.pairing.third_place and len(cup.players) > 3
    return won, {player for player, lost in beaten.items() if not (third and lost == last - 1)}
