"""The games of a draw that a person made by hand and that are against the rules, and what the draw costs."""

from collections.abc import Iterator
from dataclasses import dataclass

from miai.desk.live_state import Desk, State
from miai.domain.log import events
from miai.domain.rounds.round import HandChange
from miai.engine.pairing.evaluation import BoardEvaluation
from miai.engine.pairing.pair_facts import kinship_message
from miai.engine.scoring.teams.entrants import entrants_of
from miai.errors import InputError, NoPairingError
from miai.features.draw.entries import draw_entries
from miai.features.draw.evaluation import analysis_of
from miai.messages import Message

_NEVER_MET = "never_met"
# These change no pair.
_NO_PAIR = (HandChange.LOCKED, HandChange.UNLOCKED, HandChange.COLOURS, HandChange.TERMS, HandChange.TABLE)


@dataclass(frozen=True, slots=True, kw_only=True)
class AgainstRules:
    """Faults of games that the system would not have drawn, and the cost above the best draw.

    The cost is None if the system weighs no pairs, or drew the round itself. It may be below 0, because games
    that are forbidden have no price.
    """

    faults: tuple[Message, ...] = ()
    extra: int | None = None

    def __bool__(self) -> bool:
        return bool(self.faults)

    @property
    def key(self) -> str:
        """The faults that a form has shown."""
        return "; ".join(map(str, self.faults))


def against_rules(desk: Desk, state: State, number: int) -> AgainstRules:
    """The faults of a drawn round that was changed by hand; none of a draw that the system made."""
    if not _is_by_hand(state, number):
        return AgainstRules()
    return desk.recall(state, ("against the rules", number), lambda: _found(state, number))


def _is_by_hand(state: State, number: int) -> bool:
    """True if pairs were changed by hand since the round was drawn."""
    by_hand = False
    for entry in draw_entries(state.history, number):
        if isinstance(entry.event, events.DrawChanged):
            by_hand = by_hand or entry.event.how not in _NO_PAIR
        elif not getattr(entry.event, "kept", ()):
            by_hand = False
    # Teams are exchanged by a draw of its own.
    return by_hand or bool(state.tournament.round(number).matches)


def _found(state: State, number: int) -> AgainstRules:
    drawn = entrants_of(state.tournament, number).drawn_round(number)
    try:
        evaluation = analysis_of(state, number).explain(drawn)
    except (InputError, NoPairingError):
        return AgainstRules()
    if evaluation.own:
        return AgainstRules()
    faults = (fault for board in evaluation.boards if not board.own for fault in _faults(board))
    return AgainstRules(
        faults=tuple(faults), extra=evaluation.comparison.extra if evaluation.comparison else None
    )


def _faults(found: BoardEvaluation) -> Iterator[Message]:
    facts, table = found.facts, found.board.table
    for breach in found.forbidden:
        if breach.rule != _NEVER_MET:
            yield Message("table %(table)s: %(fault)s", table=table, fault=breach.text)
    if facts.met_in:
        yield Message(
            "table %(table)s: %(white)s and %(black)s met in round %(rounds)s",
            table=table,
            white=found.white.name,
            black=found.black.name,
            rounds=facts.met_in,
        )
    if facts.kinship is not None:
        common = kinship_message(facts.kinship, found.white, found.black)
        yield Message("table %(table)s: %(fault)s", table=table, fault=common)
