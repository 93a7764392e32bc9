"""Compares who is in a stage with who would qualify for it now, and says what differs and why."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import Enum

from miai.domain.people.player import Player, PlayerId
from miai.domain.people.withdrawal import is_withdrawn
from miai.domain.stages import StageId
from miai.domain.tournament import Stage, Tournament
from miai.features.stages.qualifying import Decisions, EdgeTie, Qualified, Qualifier, qualifiers, start_in
from miai.messages import Message


class Difference(Enum):
    """The ways in which a stage and the places that lead to it can differ."""

    NOT_QUALIFYING = "in the stage but not qualifying"
    NOT_IN = "qualifying but not in the stage"
    OTHER_SEED = "another seed or carried score"


class Because(Enum):
    """The causes of a difference."""

    WITHDREW = "withdrew"
    PLACES = "places have changed"
    NEXT_ONE = "the next one moves up"


@dataclass(frozen=True, slots=True, kw_only=True)
class QualificationFact:
    """One player about whom a stage and the places differ; the place and seed are those of now.

    A player who is not among the places that qualify has neither.
    """

    kind: Difference
    because: Because
    player: Player
    place: int | None = None
    seed: int | None = None

    @property
    def message(self) -> Message:
        """The difference in words."""
        name = self.player.name
        match self.kind, self.because:
            case Difference.NOT_QUALIFYING, Because.WITHDREW:
                return Message("%(name)s is in it and has withdrawn", name=name)
            case Difference.NOT_QUALIFYING, _:
                return Message("%(name)s is in it and does not qualify by the places of now", name=name)
            case Difference.NOT_IN, _:
                return Message(
                    "%(name)s, place %(place)s, qualifies by the places of now and is not in it",
                    name=name,
                    place=self.place,
                )
        return Message("%(name)s would have seed %(seed)s by the places of now", name=name, seed=self.seed)


@dataclass(frozen=True, slots=True, kw_only=True)
class QualificationCheck:
    """What differs between a stage and the places that lead to it; nothing if all is as it should be.

    Without a draw the stage is filled again. `open` says that the places before are not final: then nobody
    qualifies for sure. `ties` are those that wait for a play-off or the director.
    """

    stage: Stage
    drawn: bool
    open: bool = False
    facts: tuple[QualificationFact, ...] = ()
    ties: tuple[EdgeTie, ...] = ()

    def of_kind(self, kind: Difference) -> tuple[Player, ...]:
        """The players of the differences of one kind."""
        return tuple(each.player for each in self.facts if each.kind is kind)


def qualification_check(tournament: Tournament, stage_id: StageId) -> QualificationCheck:
    """Compare a stage with the places that lead to it, if it is filled from places.

    Of players who tie those are taken who are in the stage, because the director or a lot has chosen them,
    unless a play-off decides. A cup beside the main event is compared with the field before round 1, by which
    it was filled. Differences and ties that the director keeps are left out.
    """
    stage = tournament.stage(stage_id)
    inside = stage.event.players
    if not stage.plan.sources or not inside:
        return QualificationCheck(stage=stage, drawn=bool(stage.event.rounds))
    there = frozenset(player.id for player in inside)
    chosen = Decisions(chosen=there, inside=there)
    before = replace(tournament, rounds=()) if stage.joins_main else tournament
    found = qualifiers(before, stage.plan, chosen)
    return QualificationCheck(
        stage=stage,
        drawn=bool(stage.event.rounds),
        open=bool(found.open),
        facts=tuple(each for each in _facts(tournament, stage, found) if each.player.id not in stage.kept),
        ties=() if found.open else tuple(each for each in found.ties if not _is_kept(stage, each)),
    )


def qualification_checks(tournament: Tournament) -> tuple[QualificationCheck, ...]:
    """The checks of all stages in which something differs that the director has not decided to keep."""
    found = (qualification_check(tournament, stage.id) for stage in tournament.stages)
    return tuple(each for each in found if each.facts or each.ties)


def _is_kept(stage: Stage, tie: EdgeTie) -> bool:
    """True if the director keeps those of a tie who are in a stage."""
    return any(player.id in stage.kept for player in tie.players)


def _facts(tournament: Tournament, stage: Stage, found: Qualified) -> Iterator[QualificationFact]:
    inside = {player.id: player for player in stage.event.players}
    entering = {each.player.id: each for each in found.entrants}
    withdrawn = {player.id for player in tournament.players if is_withdrawn(player)}
    withdrawn |= {each.player.id for each in found.passed}
    tied = {player.id for tie in found.ties for player in tie.players}
    leaving = [player for player in inside.values() if player.id not in entering and player.id not in tied]
    for player in leaving:
        because = Because.WITHDREW if player.id in withdrawn else Because.PLACES
        if because is Because.WITHDREW or not found.open:
            yield QualificationFact(kind=Difference.NOT_QUALIFYING, because=because, player=player)
    if found.open:
        return
    moves_up = any(player.id in withdrawn for player in leaving)
    for each in found.entrants:
        if each.player.id not in inside:
            yield QualificationFact(
                kind=Difference.NOT_IN,
                because=Because.NEXT_ONE if moves_up else Because.PLACES,
                player=each.player,
                place=each.place,
                seed=each.seed,
            )
    if not stage.joins_main and inside.keys() == entering.keys():
        yield from _seeds(stage, entering)


def _seeds(stage: Stage, entering: dict[PlayerId, Qualifier]) -> Iterator[QualificationFact]:
    """The players of a full stage who would start from another seed, or with another score, than they do."""
    system = stage.event.settings.system
    for player in stage.event.players:
        each = entering[player.id]
        wanted = start_in(system, stage.plan, each, len(entering))
        if None not in (player.start, wanted) and player.start != wanted:
            yield QualificationFact(
                kind=Difference.OTHER_SEED,
                because=Because.PLACES,
                player=player,
                place=each.place,
                seed=each.seed,
            )
