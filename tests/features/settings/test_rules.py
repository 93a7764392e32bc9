"""The rules as a whole: each stands in one group, can be typed, and says when it makes no difference."""

from collections import Counter
from dataclasses import replace
from enum import Enum

import pytest

from kit.builders import crosstable
from kit.other_rules import other_rule
from kit.riverside import riverside
from miai.domain.people.grade import Grade
from miai.domain.settings.event_settings import Settings
from miai.domain.settings.field_labels import CHOICE_LABELS
from miai.domain.settings.kaniuk_weights import RuleWeight
from miai.domain.settings.setting_fields import SETTING_LABELS, setting_fields
from miai.domain.settings.setting_text import text_of
from miai.domain.tournament import Tournament
from miai.engine.pairing.presets import PRESETS
from miai.engine.pairing.registry import ALL_SYSTEMS, abilities_of
from miai.errors import InputError
from miai.features.draw.pair import pair
from miai.features.settings.change_settings import demand_good_settings
from miai.features.settings.rule_groups import GROUPS
from miai.features.settings.rule_values import choices_of
from miai.features.settings.rule_warnings import (
    method_warnings,
    rule_warnings,
    seeding_warnings,
    weight_warnings,
)
from miai.features.settings.rules_view import changed_rules, rules_view
from miai.features.settings.typed_rules import with_typed_rules
from miai.features.settings.unused_rules import unused_rules
from miai.messages import english

EVENT = Tournament()


def changed(event: Tournament, *assignments: str) -> Settings:
    return with_typed_rules(event, assignments).settings


def test_every_rule_stands_in_exactly_one_group() -> None:
    assert Counter(path for group in GROUPS for path in group.paths) == Counter(list(setting_fields()))
    assert len({group.key for group in GROUPS}) == len(GROUPS)


def test_every_rule_says_what_it_does() -> None:
    """Beside its label, in the introduction of its group, or because the label says it all."""
    plain = {"rounds", "komi", "board_size", "prizes", "one_prize_each"}
    for group in GROUPS:
        for path in group.paths:
            said = setting_fields()[path].help or group.intro or path in plain or path.startswith("clock.")
            assert said, path
    assert all(field.help for path, field in setting_fields().items() if path.startswith("pairing.same_"))


def test_every_choice_has_words() -> None:
    for path, field in setting_fields().items():
        if isinstance(field.kind, type) and issubclass(field.kind, Enum):
            assert set(field.kind) <= set(CHOICE_LABELS), path
            assert len(choices_of(path)) == len(field.kind)


@pytest.mark.parametrize("path", setting_fields())
@pytest.mark.requirement("V6", "V7", "V11", "V23", "V40", "V41", "V43", "V44", "V46", "V52", "A28", "A45")
def test_every_rule_can_be_changed_by_its_path(path: str) -> None:
    before = EVENT.settings
    after = changed(EVENT, f"{path}={other_rule(before, path)}")
    assert [each for each, _, _ in changed_rules(before, after)] == [path]
    [shown] = [rule for group in rules_view(after) for rule in group.rules if rule.path == path]
    again = changed(EVENT, f"{path}={shown.text}")
    assert again == after


@pytest.mark.parametrize(
    ("assignment", "complaint"),
    [
        ("scoring.bar", "scoring.bar: a rule is changed with PATH=VALUE, such as scoring.bar=3d"),
        ("luck=1", "luck: there is no such rule; miai rules shows all of them"),
        ("pairing.kaniuk=1", "pairing.kaniuk: these are several rules: pairing.kaniuk.psi and "
         "pairing.kaniuk.rules"),
        ("scoring.bar=4q", "scoring.bar: 4q is not a grade. Use 50k to 1k, 1d to 9d, or 1p to 9p"),
        ("system=lottery", "System: 'lottery' is not a system"),
        ("preset=cheap", "Pairing rules: 'cheap' is not a preset"),
        ("criteria=mms,sosmm", "Criteria for places: 'sosmm' is not a criterion; did you mean SOS or SOSOS?"),
        ("pairing.later_seeding.by=ratings", "Seeding of the later rounds, second criterion: 'ratings' is "
         "not a criterion; did you mean Rating?"),
        ("pairing.kaniuk.psi=cosine", "Shape of Kaniuk’s weights: 'cosine' is not possible: quadratic, "
         "gaussian or sech"),
        ("pairing.kaniuk.rules=luck:1:1", "Kaniuk’s weights rule by rule: 'luck' is not possible: category, "
         "score, geography, floats, colour, float_place, seeding, handicap, grading or chance"),
        ("pairing.kaniuk.rules=score:-1:1", "pairing.kaniuk.rules: -1 is not between 0 and 1000000000"),
        ("pairing.kaniuk.rules=score:1:1;score:2:1", "Kaniuk’s weights rule by rule: a rule has two weights"),
        ("pairing.kaniuk.rules=", "pairing.kaniuk.rules: the list replaces all weights and leaves out "
         "category, score, geography, floats, colour, grading, handicap, float_place, seeding and chance: "
         "give these too, with weight 0 where they should not count"),
        ("pairing.same_club=-1", "pairing.same_club: -1 is not between 0 and 99"),
        ("pairing.weights.concavity=1.5", "pairing.weights.concavity: 1.5 is not between 0 and 1"),
        ("rounds=0", "rounds: 0 is not between 1 and 999"),
        ("rounds=1000", "rounds: 1000 is not between 1 and 999"),
        ("scoring.floor=5d", "Floor: the floor is above the bar"),
    ],
)  # fmt: skip
def test_a_rule_that_there_is_not_is_refused_with_its_place(assignment: str, complaint: str) -> None:
    with pytest.raises(InputError) as caught:
        changed(EVENT, assignment)
    assert str(caught.value) == complaint


def test_criteria_of_teams_are_typed_by_their_names() -> None:
    settings = changed(EVENT, "teams.criteria=Team points, BDW, direct comparison")
    assert settings.teams.criteria == ("teamp", "bdw", "direct")
    with pytest.raises(InputError, match="Criteria for places of teams: 'nbw' is not a criterion"):
        changed(EVENT, "teams.criteria=nbw")


def test_teams_that_start_with_different_scores_need_the_mcmahon_score_for_their_places() -> None:
    by_points = changed(EVENT, "system=mcmahon", "scoring.rulebook=miai", "teams.size=4")
    warning = "teams start with different scores, but MMS is not among the criteria for their places"
    assert warning in map(str, rule_warnings(by_points))
    for other in ("teams.criteria=MMS, SOS", "system=swiss", "teams.size=0", "scoring.rulebook=gotha"):
        event = replace(EVENT, settings=by_points)
        assert warning not in map(str, rule_warnings(changed(event, other))), other


def test_criteria_are_typed_and_shown_by_their_names() -> None:
    settings = changed(EVENT, "criteria=MMS, SOS, Direct", "pairing.first_seeding.by=rating")
    assert settings.criteria == ("mms", "sosm", "dc")
    [rule] = [rule for group in rules_view(settings) for rule in group.rules if rule.path == "criteria"]
    assert rule.text == "MMS, SOS, Direct"
    assert english(rule.words) == "MMS, SOS and Direct"
    assert "SOS (wins)" in rule.possible
    [group] = [group for group in GROUPS if group.key == "criteria"]
    assert str(group.summary(settings)) == "MMS, SOS, Direct"


def test_the_summaries_name_families_and_all_tables_in_words() -> None:
    summaries = {group.key: group.summary for group in GROUPS}
    one_club = changed(EVENT, "pairing.same_country=0", "pairing.same_clubs_group=0", "pairing.same_club=2")
    assert str(summaries["apart"](one_club)) == "Same club, families"
    alone = replace(one_club, pairing=replace(one_club.pairing, family_apart=False))
    assert str(summaries["apart"](alone)) == "Same club"
    assert str(summaries["tables"](EVENT.settings)) == "from 1 upwards"
    left_out = changed(EVENT, "tables.left_out=13")
    assert str(summaries["tables"](left_out)) == "from 1 upwards without 13"


@pytest.mark.parametrize("system", ALL_SYSTEMS)
def test_a_summary_names_nothing_that_the_system_does_not_use(system: str) -> None:
    settings = changed(EVENT, f"system={system}", "preset=gotha", "pairing.same_club=2")
    unused = unused_rules(settings)
    said = {
        group.group.key: str(group.unused or group.group.summary(settings)) for group in rules_view(settings)
    }
    assert ("preset" in unused) == ("OpenGotha" not in said["pairing"])
    if "pairing.same_club" in unused:
        assert "Same club" not in said["apart"]
    if "scoring.bye_wins" in unused:
        assert "Bye" not in said["unplayed"]


def test_all_wrong_rules_are_named_at_once_and_drawn_rounds_stay() -> None:
    with pytest.raises(InputError) as caught:
        changed(EVENT, "komi=seven", "internet=perhaps", "rounds=3")
    assert len(caught.value.problems) == 2
    with pytest.raises(InputError, match="round 2 is drawn: there cannot be only 1 rounds"):
        changed(crosstable("A+B C+D | A+C B+D"), "rounds=1")


def test_rules_that_were_never_changed_are_not_checked() -> None:
    odd = replace(EVENT, settings=Settings(preset="of another program"))
    assert changed(odd) == odd.settings
    with pytest.raises(InputError):
        demand_good_settings(odd.settings)


@pytest.mark.requirement("V59")
def test_seeding_by_a_tiebreak_is_warned_of_with_the_reason() -> None:
    quiet = changed(EVENT, "pairing.later_seeding.by_standings=no")
    assert seeding_warnings(quiet) == ()
    followed = changed(EVENT, "pairing.later_seeding.by_standings=yes")
    [warning] = seeding_warnings(followed)
    assert str(warning) == (
        "Seeding of the later rounds: players are paired by SOS and SOSOS, which also break ties. "
        "Such pairing evens out the differences that should break them"
    )
    assert seeding_warnings(followed, round=2) == ()
    assert seeding_warnings(followed, round=3) == (warning,)
    own = changed(
        EVENT, "pairing.later_seeding.by_standings=no", "pairing.first_seeding.criteria=sosm,rating"
    )
    [warning] = seeding_warnings(own)
    assert "Seeding of the first rounds: players are paired by SOS, which also breaks ties" in str(warning)


def test_no_tiebreak_is_seeded_by_where_the_standings_do_not_have_it() -> None:
    only_score = changed(EVENT, "criteria=mms", "pairing.later_seeding.by_standings=yes")
    other = changed(EVENT, "pairing.later_seeding.by_standings=no", "pairing.later_seeding.criteria=cussm")
    planned = changed(EVENT, "system=knockout", "pairing.later_seeding.by_standings=yes")
    assert [seeding_warnings(each) for each in (only_score, other, planned)] == [(), (), ()]


def test_a_rule_that_was_chosen_but_makes_no_difference_is_named_with_the_reason() -> None:
    chosen = changed(
        EVENT, "pairing.later_seeding.by_standings=no", "pairing.redraw_losers=yes", "pairing.weights.score=7"
    )
    assert [str(each) for each in rule_warnings(chosen)] == [
        "Lower bracket drawn anew each round: McMahon does not use this",
        "Weight of the score: the pairing rules “Balanced” do not use this",
    ]


@pytest.mark.parametrize(
    ("assignments", "path", "why"),
    [
        ((), "pairing.kaniuk.rules", "the pairing rules “Balanced” do not use this"),
        (("preset=miai",), "pairing.kaniuk.rules", "the pairing rules “In strict order” do not use this"),
        (("preset=kaniuk",), "pairing.weights.score", "the pairing rules “As Kaniuk” do not use this"),
        (("preset=aga",), "pairing.first_seeding.method", "the pairing rules “As the AGA” do not use this"),
        (("system=aga",), "preset", "AGA McMahon has its own way of pairing and takes no preset"),
        (("system=round_robin",), "pairing.float_up_from",
         "Round robin follows a plan for all rounds and does not use this"),
        (("system=swiss",), "scoring.bar", "Swiss counts wins only: everybody starts equal"),
        (("system=knockout",), "pairing.redraw_losers", "Knock-out does not use this"),
        ((), "pairing.keep_categories_apart", "there are no categories"),
        (("pairing.first_seeding_rounds=9",), "pairing.later_seeding.by",
         "all rounds are seeded as first rounds"),
        (("pairing.first_seeding_rounds=0",), "pairing.first_seeding.by",
         "no round is seeded as a first round"),
        (("handicapping.ceiling=0",), "handicapping.none_from", "all games are even"),
        (("handicapping.table=13x13",), "handicapping.ceiling",
         "the table says the handicap for each difference"),
        (("handicapping.table=9 x 9",), "handicapping.komi_per_grade",
         "the table says the handicap for each difference"),
        (("clock.overtime=fischer",), "clock.byo_yomi_seconds", "the overtime is another one"),
    ],
)  # fmt: skip
def test_what_the_other_rules_do_not_use_says_why(assignments: tuple[str, ...], path: str, why: str) -> None:
    assert str(unused_rules(changed(EVENT, *assignments))[path]) == why


@pytest.mark.parametrize("seeding", ["first_seeding", "later_seeding"])
@pytest.mark.parametrize("method", ["double fold", "adjacent", "random"])
def test_opengothas_rules_say_which_ways_of_seeding_they_do_not_know(seeding: str, method: str) -> None:
    path = f"pairing.{seeding}.method"
    why = (
        "the pairing rules “As OpenGotha” do not know this way of seeding and draw as "
        "“random between the halves”"
    )
    chosen = changed(EVENT, "preset=gotha", f"{path}={method}")
    assert str(unused_rules(chosen)[path]) == why
    assert len([each for each in map(str, rule_warnings(chosen)) if why in each]) == 1
    assert [str(each) for each in method_warnings(chosen)] == [f"{SETTING_LABELS[path]}: {why}"]
    for other in ("preset=balanced", "system=knockout", "system=aga"):
        assert method_warnings(changed(EVENT, "preset=gotha", f"{path}={method}", other)) == ()
    # It is true: the draw is the one of split and random.
    event, number = crowded("mcmahon", "gotha")
    named, drawn = (
        replace(event, settings=changed(event, f"{path}={each}")) for each in (method, "split and random")
    )
    assert games(named, number) == games(drawn, number)
    for known in ("slip", "fold", "split and random"):
        assert path not in unused_rules(changed(EVENT, "preset=gotha", f"{path}={known}"))
    assert path not in unused_rules(changed(EVENT, f"{path}={method}"))


def test_the_editions_of_the_weights_matter_only_for_what_they_weigh_differently() -> None:
    path, end = "pairing.edition", "pairing.float_down_from=top"
    assert "the editions differ only if you choose" in str(unused_rules(changed(EVENT))[path])
    assert path in unused_rules(changed(EVENT, end, "preset=miai"))
    for chosen in (end, "pairing.float_up_from=bottom", "pairing.grading_information=yes"):
        assert path not in unused_rules(changed(EVENT, chosen)), chosen
    assert path not in unused_rules(changed(EVENT, "preset=miai", "pairing.grading_information=yes"))
    for preset in ("gotha", "kaniuk", "aga"):
        assert "do not use this" in str(unused_rules(changed(EVENT, end, f"preset={preset}"))[path])


def test_a_choice_that_the_weights_hardly_keep_is_warned_of() -> None:
    ends = "pairing.float_down_from=bottom"

    def warned(*assignments: str) -> str:
        return " ".join(map(str, weight_warnings(changed(EVENT, *assignments))))

    assert warned(ends) == ""
    assert "first edition of the weights" in warned(ends, "pairing.edition=1")
    assert warned("pairing.edition=1") == ""
    assert "by Kaniuk’s weights the seeding comes before it" in warned("preset=kaniuk", ends)
    assert warned("preset=kaniuk") == ""
    heavy = text_of(
        tuple[RuleWeight, ...],
        tuple(
            replace(each, weight=10.0, scale=0.65) if each.rule == "float_place" else each
            for each in EVENT.settings.pairing.kaniuk.rules
        ),
    )
    assert warned("preset=kaniuk", ends, f"pairing.kaniuk.rules={heavy}") == ""


def test_what_is_used_is_not_called_unused() -> None:
    kaniuk = unused_rules(changed(EVENT, "preset=kaniuk"))
    gotha = unused_rules(changed(EVENT, "preset=gotha"))
    double = unused_rules(changed(EVENT, "system=double_elimination"))
    aga = unused_rules(changed(EVENT, "system=aga"))
    assert not {"pairing.small_handicaps", "pairing.same_state", "pairing.family_apart"} & set(aga)
    assert not {"pairing.kaniuk.rules", "pairing.kaniuk.psi", "preset"} & set(kaniuk)
    assert not {"pairing.weights.score", "pairing.first_seeding.method", "pairing.float_up_from"} & set(gotha)
    assert not {"pairing.redraw_losers", "pairing.bracket_by_lot"} & set(double)


def test_opengothas_thresholds_and_handicaps_use_starting_scores_in_a_swiss_system() -> None:
    swiss = ("system=swiss", "preset=gotha", "pairing.same_club=3", "pairing.exempt_at_bar=no")
    thresholds = {"pairing.exempt_at_bar", "pairing.exempt_from"}
    starts = {"scoring.bar", "scoring.floor"}
    assert starts - set(unused_rules(changed(EVENT, *swiss))) == set()
    assert not thresholds & set(unused_rules(changed(EVENT, *swiss)))
    at_bar = unused_rules(changed(EVENT, *swiss, "pairing.exempt_at_bar=yes"))
    assert starts & set(at_bar) == {"scoring.floor"}
    priced = unused_rules(changed(EVENT, *swiss, "pairing.weights.handicap=1000"))
    assert not (starts | thresholds) & set(priced)
    by_miai = unused_rules(changed(EVENT, *swiss, "preset=miai"))
    assert starts | thresholds <= set(by_miai)


SYSTEMS = [*((key, "miai") for key in ALL_SYSTEMS), *(("mcmahon", key) for key in PRESETS if key != "miai")]


@pytest.mark.parametrize(("system", "preset"), SYSTEMS)
def test_rules_that_are_called_unused_change_no_draw(system: str, preset: str) -> None:
    event, number = crowded(system, preset)
    unused = [path for path in unused_rules(event.settings) if path != "preset" and path not in ELSEWHERE]
    others = {path: f"{path}={other_rule(event.settings, path)}" for path in unused}
    usual = games(event, number)
    if games(with_typed_rules(event, others.values()), number) != usual:
        told = [path for path in others if games(with_typed_rules(event, [others[path]]), number) != usual]
        pytest.fail(f"not unused: {told}")


# The bar may not be below the floor, and clocks have nothing to do with draws.
ELSEWHERE = (
    "scoring.bar",
    "scoring.floor",
    *(path for path in setting_fields() if path.startswith("clock.")),
)


def crowded(system: str, preset: str) -> tuple[Tournament, int]:
    """An odd field of all grades with a large club, states, cities and categories, and the round to draw."""
    event = riverside()
    players = tuple(
        replace(player, state="NSW", city=f"{at % 3}", club="Big" if at % 2 else player.club)
        for at, player in enumerate(event.players)
    )
    limits = (Grade.parse("1d"), Grade.parse("5k"))
    settings = replace(event.settings, system=system, preset=preset, category_limits=limits)
    played = 0 if abilities_of(system).plans_rounds else 2
    return replace(event, settings=settings, players=players, rounds=event.rounds[:played]), played + 1


def games(event: Tournament, number: int) -> list[tuple[object, ...]]:
    draw = pair(event, round=number)
    boards = sorted((each.white.id, each.black.id, each.handicap, each.komi) for each in draw.boards)
    return [*boards, tuple(player.id for player in draw.free)]
