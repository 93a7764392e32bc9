"""Faults that stages had, each put back by a patch; machines and named tests find them."""

from dataclasses import replace

import pytest

from miai.domain import stage_view
from miai.engine.pairing import games_elsewhere
from miai.engine.pairing.registry import abilities_of
from miai.engine.scoring import withdrawals
from miai.features.stages import entrants, groups, qualification_check, qualifying, ties
from miai.features.stages.whole_event import WholeEvent
from miai.features.uploads import event_in_file


def withdrawn_player_qualifies(patch: pytest.MonkeyPatch) -> None:
    """A player who withdrew between groups and cup is seeded, drawn and wins."""
    for module in (qualifying, entrants, groups):
        patch.setattr(module, "is_withdrawn", lambda player: False)


def withdrawal_stays_in_the_event(patch: pytest.MonkeyPatch) -> None:
    """A stage has its people as they were when they entered it."""
    patch.setattr(stage_view, "_seen", lambda inside, known, own: inside)


def correction_goes_unnoticed(patch: pytest.MonkeyPatch) -> None:
    """Nothing compares who is in a cup with who qualifies by now."""
    patch.setattr(qualification_check, "_facts", lambda tournament, stage, found: iter(()))


def main_draw_repeats_the_cup(patch: pytest.MonkeyPatch) -> None:
    """The draw of the main event does not know the games of the cup beside it."""
    patch.setattr(games_elsewhere, "rounds_elsewhere", lambda tournament, before=None: ())


def file_of_the_main_event_alone(patch: pytest.MonkeyPatch) -> None:
    """The file of an event has no game of its stages."""
    patch.setattr(event_in_file, "whole_event", lambda event: WholeEvent(tournament=event))


def details_copied_once(patch: pytest.MonkeyPatch) -> None:
    """Place and days that are entered later do not reach the stages."""
    patch.setattr(stage_view, "SHARED_DETAILS", ())


def play_off_decides_nothing(patch: pytest.MonkeyPatch) -> None:
    """Players who tie keep their places, whatever they played for them."""
    patch.setattr(ties, "_in_order_of", lambda stage, groups: groups)


def planned_rounds_rest_on_scores(patch: pytest.MonkeyPatch) -> None:
    """A correction lists rounds of a round robin, which cannot depend on it."""
    from miai.features.consequences import compare  # noqa: PLC0415 - loads what compares

    patch.setattr(compare, "abilities_of", lambda system: replace(abilities_of(system), plans_rounds=False))


def games_of_leavers_are_nobodys(patch: pytest.MonkeyPatch) -> None:
    """A game of a player who left a round robin gives nobody a point, and no rule says otherwise."""
    patch.setattr(withdrawals, "leavers", lambda tournament: ())


# The faults that the machine of stages finds.
OF_STAGES = (
    withdrawn_player_qualifies,
    withdrawal_stays_in_the_event,
    correction_goes_unnoticed,
    main_draw_repeats_the_cup,
    file_of_the_main_event_alone,
    details_copied_once,
    play_off_decides_nothing,
)
