"""Words the question about a change and the ways to write it."""

from typing import Any

from miai.domain.log import events
from miai.domain.settings.scoring_rules import Withdrawal
from miai.features.consequences.confirm import Choice, NeedsConfirmation, Way
from miai.features.consequences.leaving import Leaving
from miai.messages import Message


def intro_of(asked: NeedsConfirmation) -> Message:
    """The reason for the question."""
    if asked.changed:
        return Message("Something else was saved in the meantime. This is what the change moves now.")
    if asked.usual.option.leaving:
        return Message(
            "Everybody was to meet everybody. Choose what becomes of the games; nothing is saved yet."
        )
    return Message("This change moves what was played or published. Nothing is saved yet.")


def choice_of(way: Way) -> Message:
    """The name of a way to write a change."""
    option = way.option
    if option.leaving:
        return _RULE_NAMES[option.leaving.rule]
    if option.choice is Choice.KEEP_START:
        return Message("Keep the starting score")
    if option.choice is Choice.START_BY_GRADE:
        return Message("Start by the new grade")
    if any(moved.starts for part in way.parts for moved in part.option.moves.parts):
        return Message("Change the starting score")
    return Message("Change it")


def help_of(way: Way) -> Message:
    """The meaning of a way to write a change."""
    option = way.option
    if option.leaving:
        return _help_of_rule(option.leaving)
    if option.choice is Choice.KEEP_START:
        return Message("Usual after round 1. The new grade counts for handicap, lists and files.")
    if option.choice is Choice.START_BY_GRADE:
        return Message("The starting score set by hand is dropped, as if the grade had been so from round 1.")
    return Message("As if it had been so from round 1.")


def save_of(asked: NeedsConfirmation) -> Message:
    """The button that writes the change; the first event is what was asked for, others follow from it."""
    event = asked.usual.parts[0].proposal.events[0]
    change = event.change if isinstance(event, events.InStage) else event
    return _BUTTONS.get(type(change), Message("Save the change"))


_BUTTONS = {
    events.Undone: Message("Undo"),
    events.Redone: Message("Redo"),
    events.PlayerRemoved: Message("Remove"),
    events.PlayerWithdrew: Message("Withdraw"),
    events.RoundDeleted: Message("Take the draw back"),
    events.StandingsPublished: Message("Publish again"),
}
_RULE_NAMES = {
    Withdrawal.KEEP: Message("Keep the results as they are"),
    Withdrawal.HALF: Message("Annul all games after fewer than half, else award the rest"),
    Withdrawal.AWARD: Message("Award the games not played to the opponents"),
    Withdrawal.ANNUL: Message("Annul all games of the player"),
}


def _help_of_rule(leaving: Leaving) -> Message:
    """What a rule makes of the games of a player who leaves, and if it is that of the event."""
    games = leaving.games
    values: dict[str, Any] = {"name": leaving.player.name, "played": games.played, "games": games.of}
    annuls = leaving.rule is Withdrawal.ANNUL or (leaving.rule is Withdrawal.HALF and games.fewer_than_half)
    if leaving.rule is Withdrawal.KEEP:
        said = Message(
            "%(name)s has played %(played)s of %(games)s games: these count, and the others give nothing.",
            **values,
        )
    elif annuls:
        said = Message(
            "%(name)s has played %(played)s of %(games)s games: they stay listed and rated, and count for "
            "nobody.",
            **values,
        )
    else:
        said = Message(
            "%(name)s has played %(played)s of %(games)s games: these count, and the opponents of the others "
            "have a point for each.",
            **values,
        )
    if leaving.usual:
        return Message("The rule of this event. %(what)s", what=said)
    return Message("%(what)s It becomes the rule of this event.", what=said)
