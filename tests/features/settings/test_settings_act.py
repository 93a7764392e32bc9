"""Each setting changes something, or the page says that it is not used."""

from collections.abc import Callable
from itertools import combinations
from typing import Any

import pytest

from kit.acting_settings import TRIALS, trial_of, values_of, with_rule
from kit.event_changes import Change, in_turn, with_settings
from kit.trial_events import in_the_draw, played_event
from miai.domain.settings.setting_fields import setting_fields
from miai.domain.tournament import Tournament
from miai.engine.pairing.presets import OWN_PRESETS
from miai.engine.pairing.registry import ALL_SYSTEMS, abilities_of
from miai.features.settings.unused_rules import unused_rules

# A setting that changes nothing in so many events does not act.
ENOUGH = 60
# Seen where no function of the kit looks: lists that are younger than a day do not change ratings, bands
# follow the entries before round 1, and standings are published with a draw.
ELSEWHERE = {"ratings_frozen_after", "scoring.bands_from_entries", "standings_with_draw"}
PATHS = [path for path in setting_fields() if path not in ELSEWHERE]
DRAWN_BY = [path for path in PATHS if trial_of(path).seen is in_the_draw and not path.startswith("teams.")]
# They have their own way of pairing, whatever the preset.
OTHER_SYSTEMS = [key for key in ALL_SYSTEMS if not abilities_of(key).by_preset]

Events = Callable[[int], Tournament]


def _idle(path: str, events: Events, *after: Change, first: bool = False) -> list[tuple[Any, Any]]:
    """Pairs of values between which nothing changed, and of which the page does not say so.

    With `first` one difference between any two values is enough; `after` are changes of all the events.
    """
    trial = trial_of(path)
    prepared = in_turn(trial.event, *after)
    left = list(combinations(values_of(path, prepared(events(0))), 2))
    for case in range(ENOUGH):
        event = prepared(events(case))
        seen: dict[Any, Any] = {}
        for pair in list(left):
            changed = {value: with_rule(event, path, value) for value in pair}
            if any(path in unused_rules(each.settings) for each in changed.values()):
                left.remove(pair)
                continue
            for value, each in changed.items():
                if value not in seen:
                    seen[value] = trial.seen(each)
            if seen[pair[0]] != seen[pair[1]]:
                left.remove(pair)
                if first:
                    return []
        if not left:
            break
    return left


@pytest.mark.parametrize("preset", OWN_PRESETS)
@pytest.mark.parametrize("path", PATHS)
def test_a_setting_acts_under_a_preset_or_the_page_says_that_it_is_not_used(path: str, preset: str) -> None:
    assert _idle(path, lambda case: played_event(preset, case)) == []


@pytest.mark.parametrize("system", OTHER_SYSTEMS)
@pytest.mark.parametrize("path", [path for path in DRAWN_BY if path not in ("system", "preset")])
def test_a_setting_acts_in_a_system_or_the_page_says_that_it_is_not_used(path: str, system: str) -> None:
    again = with_settings(system=system)
    assert _idle(path, lambda case: played_event("balanced", case, system=system), again, first=True) == []


@pytest.mark.parametrize("path", DRAWN_BY)
def test_a_setting_acts_between_teams_or_the_page_says_that_it_is_not_used(path: str) -> None:
    assert _idle(path, lambda case: played_event("balanced", case, teams=2), first=True) == []


def test_every_trial_is_of_a_setting() -> None:
    assert set(TRIALS) <= set(setting_fields())
