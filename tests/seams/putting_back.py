"""Puts a fault that Miai had back before the tests are loaded: a plugin for a separate run of pytest.

`MIAI_PUT_BACK=name pytest -p seams.putting_back TEST` must fail.
"""

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any

import pytest

from miai.domain.people import identity
from miai.domain.people.identity import Sameness
from miai.domain.settings import preset_weights
from miai.engine.pairing import registry, system_rules
from miai.features.consequences import confirm
from miai.features.draw import against_rules, as_drawn, late_arrival
from miai.features.history import history_messages
from miai.features.players import name_order
from miai.features.settings import unused_rules
from miai.follow import left_behind
from miai.formats.opengotha import write
from miai.formats.tables import round_headings
from miai.server.seen import acts, forms
from miai.server.seen.merge import Merged
from seams import stage_faults


@dataclass(frozen=True)
class PutBack:
    """A fault, and a test that finds it; `cheap` ones are put back in `make test` too."""

    patch: Callable[[pytest.MonkeyPatch], None]
    test: str
    cheap: bool = False


def _always(value: Any) -> Callable[..., Any]:
    return lambda *_, **__: value


def _namesake_is_same(patch: pytest.MonkeyPatch) -> None:
    """One namesake is enough, whatever the country and the grade."""
    patch.setattr(identity, "_sameness", _always(Sameness.SAME))


def _order_is_not_voted_on(patch: pytest.MonkeyPatch) -> None:
    """Neither lists nor entrants are asked which part of a name is the surname."""
    patch.setattr(name_order, "_score", _always(0.0))


def _headings_mean_played(patch: pytest.MonkeyPatch) -> None:
    """A heading about rounds means rounds played, with a negation or without."""
    patch.setattr(round_headings, "_polarity", _always(round_headings.RoundMeaning.PLAYED))


def _moved_unseen(patch: pytest.MonkeyPatch) -> None:
    """Nothing is shown before a grade, a bar or a rule moves the past."""
    patch.setattr(confirm, "can_move_past", _always(value=False))


def _published_unseen(patch: pytest.MonkeyPatch) -> None:
    """A draft is published without the mark of the draft on the screen."""
    patch.setattr(acts, "draft_seen", _always(SimpleNamespace(demand=_always(None))))


def _forms_overwrite(patch: pytest.MonkeyPatch) -> None:
    """A form writes all its fields over those that others changed."""
    patch.setattr(forms, "merge", lambda was, now, sent, **about: Merged(pairs=list(sent)))


def _system_without_rules(patch: pytest.MonkeyPatch) -> None:
    """Another system has the rules of the one before."""
    patch.setattr(system_rules, "rules_of", _always(registry.rules_of("mcmahon")))


def _floats_do_not_act(patch: pytest.MonkeyPatch) -> None:
    """The part of the group that floats weighs less than the seeding."""
    patch.setattr(preset_weights, "_FLOAT_PLACE", dict.fromkeys(preset_weights.PRESET_WEIGHTS, (0.0, 0.65)))


def _grading_does_not_act(patch: pytest.MonkeyPatch) -> None:
    """Games that say something about a grade weigh nothing."""
    patch.setattr(preset_weights, "_GRADING", dict.fromkeys(preset_weights.PRESET_WEIGHTS, (0.0, 1.0)))


def _gotha_counts_stones(patch: pytest.MonkeyPatch) -> None:
    """Handicaps are priced by the number of the round."""
    from miai.engine.pairing.pricing import gotha  # noqa: PLC0415 - loads the compiled code

    patch.setattr(gotha, "handicap_span", lambda settings, number: number)


def _gotha_ignores_double_fold(patch: pytest.MonkeyPatch) -> None:
    """A way of seeding that OpenGotha's rules do not know is replaced, and nothing says so."""
    patch.setattr(unused_rules, "unknown_methods", _always({}))


def _participating_always(patch: pytest.MonkeyPatch) -> None:
    """A player without game and bye is written as one who takes part."""
    patch.setattr(write, "missed_rounds", _always(frozenset()))


def _rests_on_nothing(patch: pytest.MonkeyPatch) -> None:
    """An entry is carried over though what it mentions was refused."""
    patch.setattr(left_behind, "rests_on", _always(frozenset()))


def _explained_from_now(patch: pytest.MonkeyPatch) -> None:
    """A draw is explained from the scores of today."""
    patch.setattr(as_drawn, "_entry_of_draw", _always(None))


def _rematch_unasked(patch: pytest.MonkeyPatch) -> None:
    """A draw by hand with a rematch is published without a question."""
    patch.setattr(against_rules, "against_rules", _always(()))


def _values_unrecorded(patch: pytest.MonkeyPatch) -> None:
    """The history says that rules changed, and not which."""
    patch.setattr(history_messages, "changed_rules", _always(()))


def _boards_first(patch: pytest.MonkeyPatch) -> None:
    """A late player is offered another pairing first, while games are in progress."""
    choice = late_arrival.LateChoice
    patch.setattr(late_arrival, "_order", _always((choice.BOARDS, choice.BYE, choice.NEXT_ROUND)))


PUT_BACK: Mapping[str, PutBack] = {
    "1 a namesake is filled in": PutBack(
        _namesake_is_same, "tests/domain/people/test_identity.py", cheap=True
    ),
    "1 a new player gets the number of a namesake": PutBack(
        _namesake_is_same, "tests/features/players/test_namesakes.py::"
        "test_a_new_player_does_not_get_the_number_of_a_turkish_namesake",
    ),
    "2 neither lists nor entrants vote on the order of names": PutBack(
        _order_is_not_voted_on, "tests/features/players/test_name_order.py::"
        "test_the_rating_lists_vote_on_the_order",
    ),
    "3 rounds missed are read as rounds played": PutBack(
        _headings_mean_played, "tests/formats/tables/test_round_headings.py::"
        "test_topic_and_negation_of_a_heading_are_recognised_apart", cheap=True,
    ),
    "4 a grade moves places unseen": PutBack(
        _moved_unseen, "tests/features/consequences/test_asking.py::"
        "test_a_grade_typed_in_round_4_keeps_the_start_unless_another_is_chosen",
    ),
    "4 a click on the bar moves leaders unseen": PutBack(
        _moved_unseen, "tests/features/consequences/test_asking.py::"
        "test_a_click_on_the_bar_moves_no_leader_unseen",
    ),
    "5 a draft that was not seen is published": PutBack(
        _published_unseen, "tests/server/seen/test_marks.py::"
        "test_a_draft_that_was_not_on_the_screen_is_not_published",
    ),
    "5 a form overwrites what others changed": PutBack(
        _forms_overwrite, "tests/server/seen/test_forms.py::"
        "test_details_of_two_people_merge",
    ),
    "6 a system comes without its rules": PutBack(
        _system_without_rules, "tests/features/settings/test_change_of_system.py::"
        "test_a_swiss_of_the_api_and_of_the_library_has_no_handicaps",
    ),
    "7 the part that floats does not act": PutBack(
        _floats_do_not_act, "tests/features/settings/test_settings_act.py::"
        "test_a_setting_acts_under_a_preset_or_the_page_says_that_it_is_not_used"
        "[pairing.float_down_from-balanced]",
    ),
    "7 grading information does not act": PutBack(
        _grading_does_not_act, "tests/features/settings/test_settings_act.py::"
        "test_a_setting_acts_under_a_preset_or_the_page_says_that_it_is_not_used"
        "[pairing.grading_information-balanced]",
    ),
    "7 gotha ignores double fold": PutBack(
        _gotha_ignores_double_fold, "tests/features/settings/test_rules.py::"
        "test_opengothas_rules_say_which_ways_of_seeding_they_do_not_know[double fold-first_seeding]",
    ),
    "8 gotha prices handicaps by the round": PutBack(
        _gotha_counts_stones, "tests/real/test_gotha_weights.py::"
        "test_swiss_events_with_categories_and_handicaps_have_opengothas_weights",
    ),
    "8 a missed round is written as played": PutBack(
        _participating_always, "tests/formats/opengotha",
    ),
    "9 what rests on a refused entry is entered": PutBack(
        _rests_on_nothing, "tests/follow/test_parted_logs.py::"
        "test_what_names_a_player_who_was_refused_is_refused_with_them",
    ),
    "10 a draw is explained from what is so now": PutBack(
        _explained_from_now, "tests/features/draw/test_as_drawn.py::"
        "test_a_corrected_result_changes_no_explanation_of_a_later_draw",
    ),
    "10 a rematch by hand is published unasked": PutBack(
        _rematch_unasked, "tests/features/draw/test_against_rules.py::"
        "test_a_hand_swap_that_makes_a_rematch_is_asked_about_by_name",
    ),
    "11 the history has no values of rules": PutBack(
        _values_unrecorded, "tests/features/history/test_changed_values.py::"
        "test_rules_are_named_with_both_values",
    ),
    "12 boards are paired again first": PutBack(
        _boards_first, "tests/features/draw/test_late_arrival.py::"
        "test_the_last_table_of_a_round_is_not_said_to_wait",
    ),
    "13 a player who has withdrawn is seeded in the cup": PutBack(
        stage_faults.withdrawn_player_qualifies, "tests/features/stages/test_qualification.py",
    ),
    "13 a withdrawal does not reach a stage": PutBack(
        stage_faults.withdrawal_stays_in_the_event, "tests/domain/test_stage_view.py",
    ),
    "13 a correction after the cup began goes unnoticed": PutBack(
        stage_faults.correction_goes_unnoticed, "tests/features/stages/test_qualification.py",
    ),
    "13 a correction names rounds that have a plan": PutBack(
        stage_faults.planned_rounds_rest_on_scores, "tests/features/consequences/test_parts.py",
    ),
    "13 the main draw repeats the cup": PutBack(
        stage_faults.main_draw_repeats_the_cup, "tests/engine/pairing/test_games_elsewhere.py",
    ),
    "13 the file of an event has no games of its stages": PutBack(
        stage_faults.file_of_the_main_event_alone, "tests/features/stages/test_three_surfaces.py",
    ),
    "13 place and days do not reach the stages": PutBack(
        stage_faults.details_copied_once, "tests/domain/test_stage_view.py",
    ),
    "13 games of a player who left are nobody's": PutBack(
        stage_faults.games_of_leavers_are_nobodys, "tests/engine/scoring/test_withdrawals.py",
    ),
    "13 a play-off decides nothing": PutBack(
        stage_faults.play_off_decides_nothing, "tests/features/stages/test_ties.py",
    ),
}  # fmt: skip


def pytest_configure() -> None:
    """Put the fault back that the environment names."""
    PUT_BACK[os.environ["MIAI_PUT_BACK"]].patch(pytest.MonkeyPatch())
