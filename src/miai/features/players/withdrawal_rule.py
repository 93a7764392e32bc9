"""The rule for the games of players who leave round robins: of the event, or of groups side by side."""

from collections.abc import Collection, Iterator
from dataclasses import replace

from miai.domain.log import events
from miai.domain.people.player import PlayerId
from miai.domain.settings.event_settings import Settings
from miai.domain.settings.scoring_rules import Withdrawal
from miai.domain.stages import MAIN, StageId
from miai.domain.tournament import Tournament


def round_robins_of(tournament: Tournament, player: PlayerId) -> list[StageId]:
    """The main event and the stages in which a player meets everybody."""
    found = [MAIN] if _meets_all(tournament, player) else []
    return found + [stage.id for stage in tournament.stages if _meets_all(stage.event, player)]


def withdrawal_rule_changed(
    tournament: Tournament, stages: Collection[StageId], rule: Withdrawal
) -> Iterator[events.Change]:
    """The changes that give a rule to these parts of an event, and to all groups beside them."""
    if MAIN in stages and tournament.settings.scoring.withdrawal is not rule:
        yield events.SettingsChanged(settings=_with_rule(tournament.settings, rule))
    phases = {stage.phase for stage in tournament.stages if stage.id in stages}
    for stage in tournament.stages:
        settings = stage.event.settings
        same = stage.phase in phases and settings.system == "round_robin"
        if same and settings.scoring.withdrawal is not rule:
            changed = events.SettingsChanged(settings=_with_rule(settings, rule))
            yield events.InStage(stage=stage.id, change=changed)


def _meets_all(event: Tournament, player: PlayerId) -> bool:
    settings = event.settings
    plays = any(each.id == player for each in event.players)
    return plays and settings.system == "round_robin" and not settings.by_teams


def _with_rule(settings: Settings, rule: Withdrawal) -> Settings:
    return replace(settings, scoring=replace(settings.scoring, withdrawal=rule))
