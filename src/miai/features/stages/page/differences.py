"""The differences between a stage and the places that lead to it, and what a director can do about them."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from miai.domain.people.player import Player, PlayerId
from miai.domain.stages import StageId
from miai.domain.tournament import Stage, Tournament
from miai.features.stages.play_off import open_play_offs, players_who_can_play_off
from miai.features.stages.qualification_check import (
    Because,
    Difference,
    QualificationCheck,
    QualificationFact,
    qualification_check,
)
from miai.features.stages.qualifying import EdgeTie
from miai.features.stages.replacing import may_be_replaced
from miai.messages import Message


@dataclass(frozen=True, slots=True, kw_only=True)
class Replacement:
    """A player whose place in a stage another one can take over."""

    leaving: Player
    entering: Player


@dataclass(frozen=True, slots=True, kw_only=True)
class Notice:
    """The differences and ties of one stage, and what can be done about them.

    Before its first draw the stage is filled again; after it, players are replaced or the field is kept. A
    player of it who has `played` cannot be replaced. Those of `play_off` can play for the place; with
    `play_offs`, which are open, their games are waited for.
    """

    stage: Stage
    drawn: bool
    title: Message
    facts: Sequence[QualificationFact]
    ties: Sequence[EdgeTie]
    replacements: Sequence[Replacement]
    play_off: Sequence[Player]
    play_offs: Sequence[Stage]
    played: bool

    @property
    def messages(self) -> Iterator[Message]:
        """All that differs, and what decides about it."""
        yield from (fact.message for fact in self.facts)
        yield from (tie.message for tie in self.ties)
        if not any(tie.play_off for tie in self.ties):
            for each in self.play_offs:
                yield Message("%(stage)s is not over", stage=each.event.name)


def notices(event: Tournament) -> list[Notice]:
    """The notices of all stages, in the order of the stages."""
    return [each for stage in event.stages for each in notices_of(event, stage)]


def notices_of(event: Tournament, stage: Stage) -> list[Notice]:
    """The notice of a stage, or nothing if its players are those who qualify and no tie is open."""
    check = qualification_check(event, stage.id)
    facts = [each for each in check.facts if each.kind is not Difference.OTHER_SEED or not check.drawn]
    if not (facts or check.ties) or stage.event.final is not None:
        return []
    return [
        Notice(
            stage=stage,
            drawn=check.drawn,
            title=_title(check, facts),
            facts=facts,
            ties=check.ties,
            replacements=list(_replacements(check)) if check.drawn else (),
            play_off=players_who_can_play_off(event, stage),
            play_offs=open_play_offs(event, stage),
            played=any(
                not may_be_replaced(stage, each.id) for each in check.of_kind(Difference.NOT_QUALIFYING)
            ),
        )
    ]


def badges(event: Tournament) -> dict[StageId, dict[PlayerId, Message]]:
    """The words beside players in tables that lead to a stage: in it, or not in it, against the places."""
    found: dict[StageId, dict[PlayerId, Message]] = {}
    for notice in notices(event):
        for fact in notice.facts:
            if fact.kind is Difference.OTHER_SEED:
                continue
            name = notice.stage.event.name
            inside = fact.kind is Difference.NOT_QUALIFYING
            said = Message("in %(stage)s", stage=name) if inside else Message("not in %(stage)s", stage=name)
            for source in notice.stage.plan.sources:
                found.setdefault(source.stage, {})[fact.player.id] = said
    return found


def _title(check: QualificationCheck, facts: Sequence[QualificationFact]) -> Message:
    name = check.stage.event.name
    if not facts:
        return Message("Players share the last place that leads to %(stage)s.", stage=name)
    if any(fact.because is Because.WITHDREW for fact in facts):
        return Message("A withdrawal changes who plays in %(stage)s.", stage=name)
    if all(fact.kind is Difference.OTHER_SEED for fact in facts):
        return Message("The places give %(stage)s other seeds than it has.", stage=name)
    return Message("The places have changed who qualifies for %(stage)s.", stage=name)


def _replacements(check: QualificationCheck) -> Iterator[Replacement]:
    """The players who can be replaced, each with one of those who qualify and are not in the stage."""
    leaving = [
        player
        for player in check.of_kind(Difference.NOT_QUALIFYING)
        if may_be_replaced(check.stage, player.id)
    ]
    for old, new in zip(leaving, check.of_kind(Difference.NOT_IN), strict=False):
        yield Replacement(leaving=old, entering=new)
