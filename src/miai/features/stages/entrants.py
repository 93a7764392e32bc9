"""Who is in a stage: the events that enter players, take them out, and keep the main event in step."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from miai.domain.log import events
from miai.domain.money import NO_MONEY
from miai.domain.people.player import Player, PlayerId, Registration
from miai.domain.people.withdrawal import is_withdrawn
from miai.domain.points import NOTHING, Quarters
from miai.domain.tournament import Stage, Tournament
from miai.errors import InputError
from miai.features.stages.rules import rounds_for
from miai.messages import Message, counted


def entrant(player: Player, *, start: Quarters | None = None, beside: bool = False) -> Player:
    """A player of the event as one of a stage.

    In a stage `beside` the main event they are away in the same rounds, and what the director corrected is
    remembered: both are theirs again when they are out.
    """
    return replace(
        player,
        registration=Registration.FINAL,
        start=start,
        correction=player.correction if beside else NOTHING,
        absent_rounds=player.absent_rounds if beside else frozenset(),
        team="",
        fee=None,
        paid=NO_MONEY,
    )


def demand_nothing_drawn(stage: Stage) -> None:
    """Refuse another field while there is a draw."""
    if stage.event.rounds:
        raise InputError(
            Message(
                "a round of %(stage)s is drawn: take it back before you change who plays in it",
                stage=stage.event.name,
            )
        )


def entrants_set(
    tournament: Tournament, stage: Stage, wanted: Sequence[tuple[PlayerId, Quarters | None]]
) -> Iterator[events.Change]:
    """The events after which exactly these are in a stage, each with their start."""
    demand_nothing_drawn(stage)
    beside = stage.joins_main
    present = {player.id: player for player in stage.event.players}
    coming: dict[PlayerId, Player] = {}
    for player_id, start in wanted:
        known = tournament.player(player_id)
        if is_withdrawn(known) and player_id not in present:
            raise InputError(
                Message(
                    "%(name)s has withdrawn from the event: enter them there again first", name=known.name
                )
            )
        if beside and player_id in present:
            # The main event has them away by now: what was true before is in the stage.
            before = present[player_id]
            known = replace(known, absent_rounds=before.absent_rounds, correction=before.correction)
        coming[player_id] = entrant(known, start=start, beside=beside)
    leaving = [player for player in stage.event.players if player.id not in coming]
    for player in leaving:
        yield events.InStage(stage=stage.id, change=events.PlayerRemoved(player=player.id))
    for player in coming.values():
        if player.id not in present:
            yield events.InStage(stage=stage.id, change=events.PlayerRegistered(player=player))
        elif player != present[player.id]:
            yield events.InStage(stage=stage.id, change=events.PlayerChanged(player=player))
    rounds = rounds_for(stage.event.settings.system, tuple(coming.values()))
    settings = stage.event.settings
    if rounds is not None and rounds != settings.rounds:
        settings = replace(settings, rounds=rounds)
        yield events.InStage(stage=stage.id, change=events.SettingsChanged(settings=settings))
    if beside:
        yield from back_in_main(tournament, stage, leaving)
        yield from _away_in_main(tournament, stage, coming, settings.rounds)


def back_in_main(tournament: Tournament, stage: Stage, leaving: Iterable[Player]) -> Iterator[events.Change]:
    """Those who leave a stage play in the rounds of the main event that are not drawn yet."""
    drawn = {each.number for each in tournament.rounds}
    known = {player.id: player for player in tournament.players}
    changed = []
    for player in leaving:
        own = known.get(player.id)
        if own is None:
            continue
        freed = set(range(1, stage.event.settings.rounds + 1)) - drawn - player.absent_rounds
        if own.absent_rounds & freed:
            changed.append(replace(own, absent_rounds=own.absent_rounds - freed))
    if changed:
        yield events.PlayersChanged(players=tuple(changed))


def _away_in_main(
    tournament: Tournament, stage: Stage, coming: dict[PlayerId, Player], rounds: int
) -> Iterator[events.Change]:
    """Who is in a cup is away from the main event in the rounds of the same numbers."""
    beside = frozenset(range(1, rounds + 1))
    busy = tuple(
        coming[player].name
        for player in coming
        if any(drawn.board_of(player) or drawn.bye_of(player) for drawn in tournament.rounds)
    )
    if busy:
        raise InputError(
            counted(
                "%(names)s plays in the main event already: %(stage)s begins with its first round",
                "%(names)s play in the main event already: %(stage)s begins with its first round",
                len(busy),
                names=busy,
                stage=stage.event.name,
            )
        )
    changed = tuple(
        replace(player, absent_rounds=player.absent_rounds | beside)
        for player in tournament.players
        if player.id in coming and not beside <= player.absent_rounds
    )
    if changed:
        yield events.PlayersChanged(players=changed)
