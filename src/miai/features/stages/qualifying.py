"""Who enters a stage from the stages before, with which seed and score."""

import hashlib
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field

from miai.domain.people.player import Player, PlayerId
from miai.domain.people.strength import rating_of
from miai.domain.people.withdrawal import is_withdrawn
from miai.domain.points import NOTHING, POINT, Quarters
from miai.domain.rounds.game import Colour
from miai.domain.stages import CarryOver, Losers, Qualification, StageId, StagePlan, TieRule
from miai.domain.tournament import Stage, Tournament
from miai.engine.scoring.scores import scores
from miai.errors import Problem
from miai.features.stages.places import event_of, why_not_over
from miai.features.stages.rules import is_elimination
from miai.features.stages.seeds import crossed
from miai.features.stages.ties import decided_places, lot_of, open_play_off_of
from miai.messages import Message, counted


@dataclass(frozen=True, slots=True, kw_only=True)
class Decisions:
    """What the director decides where places do not: who goes on of those who tie, and who does not come.

    The choice and a `lot`, a number, decide ties if the rule of the stage leaves them to the director.
    Players `without` whom the places are counted do not enter. A player who has withdrawn from the stage
    before, but not from the event, enters if they are `chosen`. Of players who tie those who are `inside`
    already stay, unless the rule is a play-off.
    """

    chosen: frozenset[PlayerId] = frozenset()
    inside: frozenset[PlayerId] = frozenset()
    lot: int | None = None
    without: frozenset[PlayerId] = frozenset()


UNDECIDED = Decisions()


@dataclass(frozen=True, slots=True, kw_only=True)
class EdgeTie:
    """Players who share the place at the edge: only some of them enter, and nothing has decided who.

    The `rule` says how it is decided. Their `play_off` is open already, if there is one.
    """

    stage: StageId
    players: tuple[Player, ...]
    seats: int
    rule: TieRule = TieRule.DIRECTOR
    play_off: Stage | None = None

    @property
    def message(self) -> Message:
        """The tie in words, with what decides it."""
        values = {"names": tuple(player.name for player in self.players)}
        if self.play_off is not None:
            return counted(
                "%(names)s share the last place that counts, and %(num)s of them enters: %(stage)s decides",
                "%(names)s share the last place that counts, and %(num)s of them enter: %(stage)s decides",
                self.seats,
                stage=self.play_off.event.name,
                **values,
            )
        if self.rule is TieRule.PLAY_OFF:
            return counted(
                "%(names)s share the last place that counts, and %(num)s of them enters: open their play-off",
                "%(names)s share the last place that counts, and %(num)s of them enter: open their play-off",
                self.seats,
                **values,
            )
        return counted(
            "%(names)s share the last place that counts, and %(num)s of them enters:"
            " choose who, or draw lots",
            "%(names)s share the last place that counts, and %(num)s of them enter: choose who, or draw lots",
            self.seats,
            **values,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Qualifier:
    """One who enters: from which place of which stage, the seed (1 is the first) and the score they bring.

    The `line` is the seat of that stage that they take: of two who share place 1, one has line 2.
    """

    player: Player
    stage: StageId
    place: int
    line: int
    seed: int
    carried: Quarters = NOTHING


@dataclass(frozen=True, slots=True, kw_only=True)
class PassedOver:
    """A player with a place that qualifies who has withdrawn: the next one moves up.

    A player who has withdrawn `from_event` must be entered there again before they can qualify.
    """

    player: Player
    stage: StageId
    place: int
    from_event: bool

    @property
    def message(self) -> Message:
        """Who is passed over, for the director."""
        return Message(
            "%(name)s, place %(place)s, has withdrawn: the next player moves up",
            name=self.player.name,
            place=self.place,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Qualified:
    """Who enters a stage by seed, who is passed over, undecided ties, what is not over yet, and notes."""

    entrants: tuple[Qualifier, ...] = ()
    passed: tuple[PassedOver, ...] = ()
    ties: tuple[EdgeTie, ...] = ()
    open: tuple[Problem, ...] = ()
    notes: tuple[Message, ...] = field(default=())


@dataclass(frozen=True, slots=True, kw_only=True)
class _Found:
    """One who enters, by the line of their stage."""

    player: Player
    stage: StageId
    place: int
    line: int


def qualifiers(tournament: Tournament, plan: StagePlan, decisions: Decisions = UNDECIDED) -> Qualified:
    """Who enters from the sources of a plan as the places are now.

    Seeds go by place: all winners first, then all seconds. Those of one place keep the order of the sources,
    but later places change among each other so that players of one group meet late in a bracket. Those who
    share a place in one stage are seeded by rating, then by name.
    """
    found: list[_Found] = []
    ties: list[EdgeTie] = []
    passed: list[PassedOver] = []
    notes: list[Message] = []
    for source in plan.sources:
        gone = tuple(_gone(tournament, source, decisions))
        of = _of_source(tournament, plan, source, decisions, {each.player.id for each in gone})
        last = max((each.place for each in of.found), default=source.last)
        passed += [each for each in gone if source.first <= each.place <= max(source.last, last)]
        known = {each.player.id for each in found}
        found += [each for each in of.found if each.player.id not in known]
        ties += of.ties
        notes += of.lots
        wanted = source.last - source.first + 1
        coming = len(of.found) + sum(tie.seats for tie in of.ties)
        if coming < wanted:
            notes.append(
                counted(
                    "%(stage)s has only %(num)s player for %(wanted)s places",
                    "%(stage)s has only %(num)s players for %(wanted)s places",
                    coming,
                    stage=event_of(tournament, source.stage).name,
                    wanted=wanted,
                )
            )
    entrants = _seeded(found)
    carried = _carried(tournament, plan, entrants)
    return Qualified(
        entrants=tuple(
            Qualifier(
                player=each.player,
                stage=each.stage,
                place=each.place,
                line=each.line,
                seed=seed,
                carried=carried.get(each.player.id, NOTHING),
            )
            for seed, each in enumerate(entrants, start=1)
        ),
        passed=tuple(passed),
        ties=tuple(ties),
        open=tuple(_open(tournament, plan)),
        notes=(*(each.message for each in passed), *notes),
    )


def _gone(tournament: Tournament, source: Qualification, decisions: Decisions) -> Iterator[PassedOver]:
    """The players of a source who have withdrawn, from the event or from that stage, with their places."""
    entered = {player.id: player for player in tournament.players}
    before = 0
    for shared in decided_places(tournament, source.stage):
        for player in shared:
            from_event = player.id in entered and is_withdrawn(entered[player.id])
            if from_event or (is_withdrawn(player) and player.id not in decisions.chosen):
                yield PassedOver(player=player, stage=source.stage, place=before + 1, from_event=from_event)
        before += len(shared)


def start_in(system: str, plan: StagePlan, entrant: Qualifier, entrants: int) -> Quarters | None:
    """The start of an entrant: what is carried over or, where losers go out, a number that gives the seed."""
    if is_elimination(system):
        return Quarters(POINT * (entrants + 1 - entrant.seed))
    return None if plan.carry_over is CarryOver.NOTHING else entrant.carried


def _open(tournament: Tournament, plan: StagePlan) -> Iterator[Problem]:
    for source in plan.sources:
        if source.stage or plan.losers is not Losers.JOIN_MAIN:
            yield from why_not_over(event_of(tournament, source.stage))


@dataclass(slots=True)
class _OfSource:
    """Players of the wanted places of one source, the ties at their edges, and what a lot decided."""

    found: list[_Found] = field(default_factory=list)
    ties: list[EdgeTie] = field(default_factory=list)
    lots: list[Message] = field(default_factory=list)


def _of_source(
    tournament: Tournament,
    plan: StagePlan,
    source: Qualification,
    decisions: Decisions,
    gone: Collection[PlayerId],
) -> _OfSource:
    """The players of the wanted places, and the ties at their edges that nothing has decided."""
    of = _OfSource()
    elsewhere = _taken_elsewhere(tournament, plan, source)
    before = 0
    for shared in decided_places(tournament, source.stage, without=(*gone, *decisions.without)):
        group = sorted(shared, key=lambda player: (-rating_of(player), player.name, player.id))
        first, last = before + 1, before + len(group)
        seats = min(last, source.last) - max(first, source.first) + 1
        before = last
        if seats < 1:
            continue
        entering: list[Player] | None = group
        if seats < len(group):
            entering = _decided(group, seats, plan.ties, elsewhere, decisions)
            if entering is None and plan.ties is TieRule.LOT:
                entering = lot_of(tournament, plan.id, source.stage, group)[:seats]
                of.lots.append(_by_lot(group, entering))
        if entering is None:
            entering = _chosen_so_far(group, seats, plan.ties, decisions)
            left = [player for player in group if player not in entering]
            of.ties.append(
                EdgeTie(
                    stage=source.stage,
                    players=tuple(left),
                    seats=seats - len(entering),
                    rule=plan.ties,
                    play_off=open_play_off_of(tournament, source.stage, left),
                )
            )
        of.found += [
            _Found(player=player, stage=source.stage, place=first, line=max(first, source.first) + at)
            for at, player in enumerate(entering)
        ]
    return of


def _decided(
    group: Sequence[Player],
    seats: int,
    rule: TieRule,
    elsewhere: Collection[PlayerId],
    decisions: Decisions,
) -> list[Player] | None:
    """The players of a tie who enter; None if neither the director nor another stage decides."""
    by_hand = decisions.chosen if rule is TieRule.DIRECTOR else frozenset()
    staying = decisions.inside if rule is not TieRule.PLAY_OFF else frozenset()
    for chosen in (
        [player for player in group if player.id in by_hand],
        [player for player in group if player.id in staying],
        [player for player in group if player.id not in elsewhere],
    ):
        if len(chosen) == seats:
            return chosen
    if decisions.lot is None or rule is not TieRule.DIRECTOR:
        return None
    by_lot = sorted(group, key=lambda player: _lot(player, decisions.lot))
    return [player for player in group if player in by_lot[:seats]]


def _chosen_so_far(group: Sequence[Player], seats: int, rule: TieRule, decisions: Decisions) -> list[Player]:
    """The players of a tie whom the director has chosen, if there is room for more."""
    chosen = [player for player in group if player.id in decisions.chosen]
    return chosen if rule is TieRule.DIRECTOR and len(chosen) < seats else []


def _by_lot(group: Sequence[Player], entering: Sequence[Player]) -> Message:
    return counted(
        "%(names)s share the last place that counts: by lot %(chosen)s enters",
        "%(names)s share the last place that counts: by lot %(chosen)s enter",
        len(entering),
        names=tuple(player.name for player in group),
        chosen=tuple(player.name for player in entering),
    )


def _lot(player: Player, lot: int | None) -> bytes:
    return hashlib.sha256(f"{lot}\0{player.id}".encode()).digest()


def _taken_elsewhere(tournament: Tournament, plan: StagePlan, source: Qualification) -> set[PlayerId]:
    """Those who entered another stage from the same source."""
    return {
        player.id
        for stage in tournament.stages
        if stage.id != plan.id and any(each.stage == source.stage for each in stage.plan.sources)
        for player in stage.event.players
    }


def _seeded(found: Sequence[_Found]) -> list[_Found]:
    levels: dict[int, list[tuple[StageId, _Found]]] = {}
    for each in found:
        levels.setdefault(each.line, []).append((each.stage, each))
    ordered = [levels[line] for line in sorted(levels)]
    if len({each.stage for each in found}) < 2:
        return [each for level in ordered for _, each in level]
    return crossed(ordered)


def _carried(tournament: Tournament, plan: StagePlan, entrants: Sequence[_Found]) -> dict[PlayerId, Quarters]:
    """What each entrant brings along: the score of the stage they come from, or of games among them."""
    if plan.carry_over is CarryOver.NOTHING:
        return {}
    coming = {each.player.id: each.stage for each in entrants}
    sources = dict.fromkeys(source.stage for source in plan.sources)
    if plan.carry_over is CarryOver.SCORE:
        found: dict[PlayerId, Quarters] = {}
        for stage in sources:
            own = _scores(event_of(tournament, stage))
            found |= {player: own[player] for player, where in coming.items() if where == stage}
        return found
    points = dict.fromkeys(coming, NOTHING)
    for stage in sources:
        for drawn in event_of(tournament, stage).rounds:
            for board in drawn.boards:
                if board.white in coming and board.black in coming:
                    for seat, colour in ((board.white, Colour.WHITE), (board.black, Colour.BLACK)):
                        points[seat] = Quarters(points[seat] + board.result.points(colour))
    return points


def _scores(event: Tournament) -> dict[PlayerId, Quarters]:
    """The score of everybody: wins where the system counts wins, unless a score was carried into it."""
    table = scores(event, after=event.rounds_played)
    by_wins = event.settings.by_wins and event.settings.criteria[:1] != ("mms",)
    own = table.wins if by_wins else table.points
    return {player.id: score for player, score in zip(table.players, own, strict=True)}
