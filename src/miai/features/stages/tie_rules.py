"""The rule for players who share the last place that goes on, in the words that people read beforehand."""

from collections.abc import Mapping

from miai.domain.stages import TieRule
from miai.domain.tournament import Stage
from miai.messages import Message

TIE_RULES: Mapping[TieRule, Message] = {
    TieRule.PLAY_OFF: Message("a play-off"),
    TieRule.LOT: Message("a lot that nobody chooses"),
    TieRule.DIRECTOR: Message("the director decides"),
}


def tie_rule_message(rule: TieRule) -> Message:
    """The rule in a sentence."""
    return Message("Ties for the last place that counts: the criteria, then %(rule)s.", rule=TIE_RULES[rule])


def tie_rule_of(stage: Stage) -> Message | None:
    """The rule of a stage in a sentence; none if no places lead to it or it begins with the main event."""
    if not stage.plan.sources or stage.joins_main:
        return None
    return tie_rule_message(stage.plan.ties)
