"""The rules for the games of a player who leaves a round robin, each as a way to write the withdrawal."""

from collections.abc import Iterator
from dataclasses import dataclass

from miai.desk.asking import Proposal
from miai.domain.log import events
from miai.domain.people.player import Player
from miai.domain.settings.scoring_rules import Withdrawal
from miai.domain.stages import MAIN, StageId
from miai.domain.tournament import Tournament
from miai.engine.scoring.withdrawals import PlayedGames, leavers, played_games
from miai.features.players.withdrawal_rule import withdrawal_rule_changed


@dataclass(frozen=True, slots=True, kw_only=True)
class Leaving:
    """The first of the players who leave a round robin, with the games that they have played.

    `rule` is what becomes of them, and `usual` is true if the event has this rule already.
    """

    player: Player
    games: PlayedGames
    rule: Withdrawal
    usual: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class RuledChange:
    """A withdrawal by one rule: the events that write it."""

    leaving: Leaving
    events: tuple[events.Event, ...]


def ruled_changes(proposal: Proposal) -> Iterator[RuledChange]:
    """A change that lets players leave round robins, by each rule, that of the event first.

    Nothing for any other change, and if the change itself chooses the rule.
    """
    if any(isinstance(_inside(event), events.SettingsChanged) for event in proposal.events):
        return
    parts = tuple(_left(proposal))
    if not parts:
        return
    stage, found = parts[0]
    left = {each for each, _ in parts}
    usual = _part(proposal.before, stage).settings.scoring.withdrawal
    for rule in sorted(Withdrawal, key=lambda each: each is not usual):
        yield RuledChange(
            leaving=Leaving(
                player=found,
                games=played_games(_part(proposal.after, stage), found.id),
                rule=rule,
                usual=rule is usual,
            ),
            events=(*proposal.events, *withdrawal_rule_changed(proposal.after, left, rule)),
        )


def _inside(event: events.Event) -> events.Event:
    return event.change if isinstance(event, events.InStage) else event


def _left(proposal: Proposal) -> Iterator[tuple[StageId, Player]]:
    """The round robins that players leave, each with the first of them."""
    for stage in (MAIN, *(each.id for each in proposal.before.stages)):
        before, after = _part(proposal.before, stage), _part(proposal.after, stage)
        if before is after or before.players == after.players:
            continue
        gone = {player.id for player in leavers(before)}
        new = [player for player in leavers(after) if player.id not in gone]
        if new:
            yield stage, new[0]


def _part(tournament: Tournament, stage: StageId) -> Tournament:
    if stage == MAIN:
        return tournament
    return next((each.event for each in tournament.stages if each.id == stage), Tournament())
