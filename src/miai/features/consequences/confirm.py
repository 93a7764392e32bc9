"""Asks about a change that moves the past, and writes only what its sender has seen."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from hashlib import sha256
from typing import cast

from miai.desk.asking import Proposal, Settled
from miai.domain.log import events
from miai.domain.log.chain import canonical
from miai.domain.log.codec import encode
from miai.domain.log.history import Entry, History
from miai.domain.people.player import Player
from miai.domain.points import Quarters
from miai.domain.settings.scoring_rules import Withdrawal
from miai.domain.stages import MAIN, StageId
from miai.domain.tournament import Tournament
from miai.engine.scoring.scores import start_of
from miai.errors import MiaiError
from miai.features.consequences.kinds import can_move_past
from miai.features.consequences.leaving import Leaving, ruled_changes
from miai.features.consequences.moves import Consequences
from miai.features.consequences.played import last_begun
from miai.messages import Message


class Choice(Enum):
    """How far a change goes."""

    KEEP_START = "keep the starting score"
    AS_ENTERED = "as entered"
    START_BY_GRADE = "start by the new grade"
    KEEP_GAMES = "keep games"
    HALF_OF_GAMES = "annul or award games"
    AWARD_GAMES = "award games"
    ANNUL_GAMES = "annul games"


_OF_RULE = {
    Withdrawal.KEEP: Choice.KEEP_GAMES,
    Withdrawal.HALF: Choice.HALF_OF_GAMES,
    Withdrawal.AWARD: Choice.AWARD_GAMES,
    Withdrawal.ANNUL: Choice.ANNUL_GAMES,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Option:
    """One way to write a change, and what it moves; `mark` names exactly this change and these moves.

    `leaving` is set if it lets a player leave a round robin by one of the rules for this. `losses` are what
    is dropped for good, in words.
    """

    choice: Choice
    events: tuple[events.Event, ...]
    after: Tournament
    moves: Consequences
    leaving: Leaving | None = None
    losses: tuple[Message, ...] = ()

    @property
    def mark(self) -> str:
        """What a confirmation carries: another one as soon as the change or its consequences are others."""
        change = [(type(event).__name__, canonical(encode(event))) for event in self.events]
        games = [self.leaving.games] if self.leaving else []
        said = (self.choice.value, change, self.moves, *games, *map(str, self.losses))
        return sha256(repr(said).encode()).hexdigest()[:16]


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """The change of one log that a request is asked about, and one way to write it."""

    proposal: Proposal
    option: Option

    @property
    def history(self) -> History:
        """The history with the change at its end, to describe it."""
        history = self.proposal.history
        last = history.entries[-1].number if history.entries else 0
        return history.extended(
            Entry(number=number, event=event)
            for number, event in enumerate(self.proposal.events, start=last + 1)
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Way:
    """One way to write all that a request changes: a part for each log in which something moves.

    `among_several`: the request changes other logs too, so that each part is named.
    """

    parts: tuple[Part, ...]
    choice: Choice
    among_several: bool = False

    @property
    def mark(self) -> str:
        """What a confirmation carries for all parts."""
        if not self.among_several:
            return self.parts[0].option.mark
        said = "\n".join(f"{part.proposal.log} {part.option.mark}" for part in self.parts)
        return sha256(said.encode()).hexdigest()[:16]

    @property
    def option(self) -> Option:
        """The part that has the choice by which the way is named."""
        return next(part.option for part in self.parts if part.option.choice is self.choice)

    def settled(self, proposals: Sequence[Proposal]) -> tuple[Settled, ...]:
        """The events to write for each change of the request, and what they lead to."""
        chosen = {id(part.proposal): (part.option.events, part.option.after) for part in self.parts}
        return tuple(chosen.get(id(each), (each.events, each.after)) for each in proposals)


class NeedsConfirmation(MiaiError):  # noqa: N818 - nothing is wrong, somebody must be asked
    """A request moves what was played or published, and its sender has not confirmed exactly this.

    The first way is the usual one. `changed`: something was confirmed, but moves something else by now.
    """

    def __init__(self, ways: Sequence[Way], *, changed: bool = False) -> None:
        super().__init__("this changes what was played or published")
        self.ways, self.changed = tuple(ways), changed

    @property
    def usual(self) -> Way:
        """The usual way."""
        return self.ways[0]


def settle(proposals: Sequence[Proposal], confirmed: str) -> tuple[Settled, ...]:
    """All changes of a request as they were confirmed; what moves the past and was not confirmed raises."""
    ways = ways_of(proposals)
    if not ways:
        return tuple((each.events, each.after) for each in proposals)
    for way in ways:
        if way.mark == confirmed:
            return way.settled(proposals)
    raise NeedsConfirmation(ways, changed=bool(confirmed))


def ways_of(proposals: Sequence[Proposal]) -> tuple[Way, ...]:
    """The ways to write all changes of a request, the usual one first; none if nothing moves or is lost.

    A choice is made for all logs; a log that does not have it is written the usual way.
    """
    asked = [(proposal, options) for proposal in proposals if (options := _asked(proposal))]
    choices = dict.fromkeys(option.choice for _, options in asked for option in options)
    return tuple(
        Way(
            parts=tuple(
                Part(
                    proposal=proposal,
                    option=next((each for each in options if each.choice is choice), options[0]),
                )
                for proposal, options in asked
            ),
            choice=choice,
            among_several=len(proposals) > 1,
        )
        for choice in choices
    )


def _asked(proposal: Proposal) -> tuple[Option, ...]:
    """The ways to write a change that moves the past or drops something."""
    options = options_of(proposal)
    if not proposal.losses:
        return options
    return tuple(replace(each, losses=proposal.losses) for each in options or (as_entered(proposal),))


def options_of(proposal: Proposal) -> tuple[Option, ...]:
    """The ways to write a change that moves the past, the usual one first; none if it moves nothing."""
    if not any(can_move_past(event, proposal.before, proposal.history) for event in proposal.events):
        return ()
    # Most requests move nothing, so a server starts without what compares.
    from miai.features.consequences.compare import consequences  # noqa: PLC0415 - see above

    ruled = tuple(_by_each_rule(proposal))
    if ruled:
        return ruled
    files = proposal.files()
    moves = consequences(proposal.before, proposal.after, files, published=_published_by(proposal))
    by_grade = tuple(_otherwise(proposal, Choice.START_BY_GRADE, _by_grade))
    if not moves and not any(option.moves for option in by_grade):
        return ()
    keeping = tuple(_otherwise(proposal, Choice.KEEP_START, _started))
    # A start that was set by hand stays, whatever the grade.
    entered = Choice.KEEP_START if by_grade and not keeping else Choice.AS_ENTERED
    return (*keeping, as_entered(proposal, moves, entered), *by_grade)


def _published_by(proposal: Proposal) -> set[tuple[StageId, int]]:
    """The rounds that a change publishes itself."""
    found = set()
    for event in proposal.events:
        inside = event.change if isinstance(event, events.InStage) else event
        if isinstance(inside, events.RoundPublished):
            found.add((event.stage if isinstance(event, events.InStage) else MAIN, inside.round))
    return found


def _by_each_rule(proposal: Proposal) -> Iterator[Option]:
    """A withdrawal from a round robin by each rule for the games of the player, that of the event first."""
    from miai.features.consequences.compare import consequences  # noqa: PLC0415 - as above

    for change in ruled_changes(proposal):
        after = proposal.after if change.events == proposal.events else proposal.apply(change.events)
        yield Option(
            choice=_OF_RULE[change.leaving.rule],
            events=change.events,
            after=after,
            moves=consequences(proposal.before, after, proposal.files()),
            leaving=change.leaving,
        )


def as_entered(
    proposal: Proposal,
    moves: Consequences = Consequences(),  # noqa: B008 - it is frozen
    choice: Choice = Choice.AS_ENTERED,
) -> Option:
    """The way to write a change as it was entered."""
    return Option(choice=choice, events=proposal.events, after=proposal.after, moves=moves)


# Gives a player that a change has, before and after it, another starting score.
_Start = Callable[[Player, Tournament, Tournament], Player]


def _otherwise(proposal: Proposal, choice: Choice, start: _Start) -> Iterator[Option]:
    """The same change with other starting scores, if it gives players another grade."""
    chosen = tuple(_with_start(event, proposal.before, proposal.after, start) for event in proposal.events)
    if chosen != proposal.events:
        from miai.features.consequences.compare import consequences  # noqa: PLC0415 - as above

        after = proposal.apply(chosen)
        moves = consequences(proposal.before, after, proposal.files())
        yield Option(choice=choice, events=chosen, after=after, moves=moves)


def _with_start(event: events.Event, before: Tournament, after: Tournament, start: _Start) -> events.Event:
    """An event with another starting score of each player whose grade it changes."""
    match event:
        case events.PlayerChanged(player=player):
            return events.PlayerChanged(player=start(player, before, after))
        case events.PlayersChanged(players=players):
            return events.PlayersChanged(players=tuple(start(player, before, after) for player in players))
        case events.InStage(stage=stage, change=events.PlayerChanged() | events.PlayersChanged() as change):
            inside = _with_start(change, before.stage(stage).event, after.stage(stage).event, start)
            return replace(event, change=cast("events.InTournament", inside))
    return event


def _started(player: Player, before: Tournament, after: Tournament) -> Player:
    """The player with the old starting score as their own, if only the grade moves it."""
    old = _regraded(player, before)
    if old is None:
        return player
    start = start_of(old, before.settings.applied_scoring)
    if start_of(player, after.settings.applied_scoring) == start:
        return player
    return replace(player, start=Quarters(start - player.correction))


def _by_grade(player: Player, before: Tournament, after: Tournament) -> Player:
    """The player without the starting score that was set by hand, if the new grade gives another one."""
    old = _regraded(player, before)
    if old is None or old.start is None:
        return player
    scoring = after.settings.applied_scoring
    free = replace(player, start=None)
    return player if start_of(free, scoring) == start_of(player, scoring) else free


def _regraded(player: Player, before: Tournament) -> Player | None:
    """The player as before, if the grade is another one and nothing else that the start depends on."""
    old = next((each for each in before.players if each.id == player.id), None)
    if old is None or not last_begun(before) or old.grade == player.grade:
        return None
    same = (old.start, old.correction, old.bar_side) == (player.start, player.correction, player.bar_side)
    return old if same else None
