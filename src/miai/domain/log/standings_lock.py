"""What may still be changed while the standings are final."""

from collections.abc import Sequence
from dataclasses import replace

from miai.domain.log import events
from miai.domain.money import NO_MONEY
from miai.domain.rounds.round import Round
from miai.domain.settings.event_settings import Settings
from miai.domain.stages import StageId
from miai.domain.tournament import Tournament
from miai.errors import InputError
from miai.messages import Message

_RULES = Settings()


def demand_places_kept(before: Tournament, after: Tournament, chosen: Sequence[events.Event]) -> None:
    """Refuse events that could change the places of a final table, also by undoing or redoing others."""
    for stage in before.stages:
        later = next((each.event for each in after.stages if each.id == stage.id), Tournament())
        demand_places_kept(stage.event, later, _in_stage(stage.id, chosen))
    if any(isinstance(event, events.StandingsReopened) for event in chosen):
        return
    if before.final is None:
        if after.final and not any(isinstance(event, events.StandingsFinalised) for event in chosen):
            raise InputError(
                Message("the standings were reopened: make them final again instead of undoing that")
            )
        return
    if after.final != before.final or _decisive(after) != _decisive(before):
        raise InputError(
            Message(
                "the standings are final, so this cannot be changed unless they are reopened with a reason"
                " on the standings page"
            )
        )


def _decisive(tournament: Tournament) -> Tournament:
    """Only what places can depend on; payments, prizes, publication and clocks change none.

    Nor does an absence from rounds after the last one, such as a withdrawal from the event after a group.
    """
    last = max((drawn.number for drawn in tournament.rounds), default=0)
    return Tournament(
        settings=replace(
            tournament.settings, prizes=(), one_prize_each=_RULES.one_prize_each, fees=_RULES.fees
        ),
        players=tuple(
            replace(
                player,
                fee=None,
                paid=NO_MONEY,
                absent_rounds=frozenset(each for each in player.absent_rounds if each <= last),
            )
            for player in tournament.players
        ),
        rounds=tuple(Round.of(drawn) for drawn in tournament.rounds),
        teams=tournament.teams,
        stages=tuple(replace(stage, own=_decisive(stage.event)) for stage in tournament.stages),
    )


def _in_stage(stage: StageId, chosen: Sequence[events.Event]) -> tuple[events.Event, ...]:
    """Those of some events that happen in a stage."""
    return tuple(
        event.change for event in chosen if isinstance(event, events.InStage) and event.stage == stage
    )
