"""What a director should know about the rules chosen before relying on them."""

from collections import defaultdict
from collections.abc import Iterable, Iterator

import numpy as np

from miai.domain.settings.event_settings import Settings
from miai.domain.settings.kaniuk_weights import KaniukWeights
from miai.domain.settings.scoring_rules import Rulebook
from miai.domain.settings.setting_fields import SETTING_LABELS, setting_fields, value_at
from miai.domain.settings.system_names import system_name
from miai.domain.settings.weights_edition import WeightsEdition
from miai.domain.tournament import Tournament
from miai.engine.kernel.deviations import FLOAT_PLACE_STEPS
from miai.engine.pairing.presets import seeding_for
from miai.engine.pairing.pricing.kaniuk import Kaniuk, plain_weights
from miai.engine.pairing.rules.float_place import FloatPlace
from miai.engine.pairing.rules.seeding import Seeding
from miai.engine.pairing.system_rules import with_system
from miai.engine.scoring.places import CRITERIA
from miai.features.settings.unused_rules import unknown_methods, unused_rules
from miai.messages import Clauses, Message, counted

# What pairing does not even out: the own score, what is known beforehand, and lots.
_NOT_EVENED_OUT = frozenset(("mms", "nbw", "sts", "cat", "rank", "rating", "draw"))
# A group of usual size has so many pairs.
_PAIRS = 10


def rule_warnings(settings: Settings, *, round: int | None = None) -> tuple[Message, ...]:
    """Rules that work against each other, and rules for pairing that were chosen but make no difference.

    With `round` only what concerns the draw of that round.
    """
    chosen = (
        path
        for path in setting_fields()
        if path.startswith("pairing.") and value_at(settings, path) != value_at(Settings(), path)
    )
    of_places = () if round else tuple(_place_warnings(settings))
    return (
        *seeding_warnings(settings, round=round),
        *weight_warnings(settings),
        *of_places,
        *idle_warnings(settings, chosen),
    )


def rules_not_brought(before: Tournament, after: Settings) -> Message | None:
    """Message that another system after the first draw comes without its rules, if it has others."""
    drawn = any(each.boards for each in before.rounds)
    if not drawn or before.settings.system == after.system or with_system(after, after.system) == after:
        return None
    return Message(
        "a round is drawn: the rules that %(system)s brings were not taken over",
        system=system_name(after.system),
    )


def seeding_warnings(settings: Settings, *, round: int | None = None) -> tuple[Message, ...]:
    """Document 1, 4.3: pairing by SOS and breaking ties by SOS are opposite goals."""
    return tuple(_seeding_warnings(settings, round))


def idle_warnings(settings: Settings, paths: Iterable[str]) -> tuple[Message, ...]:
    """Which of some rules make no difference, and why."""
    unused = unused_rules(settings)
    idle: defaultdict[Message, list[Message]] = defaultdict(list)
    for path in paths:
        if path in unused:
            idle[unused[path]].append(SETTING_LABELS[path])
    return tuple(
        Message("%(rules)s: %(reason)s", rules=Clauses(tuple(rules), ", "), reason=reason)
        for reason, rules in idle.items()
    )


def method_warnings(settings: Settings) -> tuple[Message, ...]:
    """Ways of seeding that the preset does not know: a folded group of rules would hide it."""
    unused = unused_rules(settings)
    unknown = unknown_methods(settings)
    return idle_warnings(settings, [path for path, why in unknown.items() if unused[path] == why])


def weight_warnings(settings: Settings) -> tuple[Message, ...]:
    """Choices that the weights hardly keep: by the first edition, or by Kaniuk's weights as they are set."""
    return tuple(_weight_warnings(settings))


def _weight_warnings(settings: Settings) -> Iterator[Message]:
    rules, unused = settings.pairing, unused_rules(settings)
    if "pairing.edition" not in unused and rules.edition is WeightsEdition.FIRST:
        yield Message(
            "this event began with the first edition of the weights, in which the part of a group that "
            "floats and games about grades hardly count. To count them in the next rounds, choose the second "
            "edition under Settings, For experts"
        )
    of_kaniuk = "pairing.kaniuk.rules" not in unused
    if of_kaniuk and rules.floats_from_an_end and _seeding_is_heavier(rules.kaniuk):
        yield Message(
            "%(part)s: by Kaniuk’s weights the seeding comes before it. Give the rule “%(rule)s” a larger W, "
            "such as 10, and a larger λ, such as 0.65",
            part=SETTING_LABELS["pairing.float_down_from"],
            rule=FloatPlace.title,
        )


def _seeding_is_heavier(weights: KaniukWeights) -> bool:
    """True if a floater from the wrong end costs less than ten pairs of the group one place off."""
    kaniuk = Kaniuk(psi=weights.psi, weights=plain_weights(weights))
    floater = kaniuk.forgone(FloatPlace.key, np.array([FLOAT_PLACE_STEPS]))
    pair = kaniuk.forgone(Seeding.key, np.array([1]))
    return bool(floater[0] < _PAIRS * pair[0])


def _place_warnings(settings: Settings) -> Iterator[Message]:
    """Teams of a McMahon event are ranked by what they won alone; OpenGotha ranks them so."""
    by_start = settings.by_teams and not settings.by_wins and settings.scoring.rulebook is not Rulebook.GOTHA
    if by_start and "mms" not in settings.teams.criteria:
        yield Message(
            "teams start with different scores, but %(criterion)s is not among the criteria for their places",
            criterion=CRITERIA["mms"].title,
        )


def _seeding_warnings(settings: Settings, wanted: int | None) -> Iterator[Message]:
    unused = unused_rules(settings)
    first = settings.pairing.first_seeding_rounds
    for seeding, number in (("pairing.first_seeding", first), ("pairing.later_seeding", first + 1)):
        other_round = wanted is not None and (wanted <= first) != (number <= first)
        if f"{seeding}.criteria" in unused or other_round:
            continue
        order = seeding_for(settings, round_number=number, preset=settings.preset)
        breaking = [key for key in order.criteria if key in settings.criteria and key not in _NOT_EVENED_OUT]
        if breaking:
            yield counted(
                "%(seeding)s: players are paired by %(criteria)s, which also breaks ties. Such pairing evens "
                "out the differences that should break them",
                "%(seeding)s: players are paired by %(criteria)s, which also break ties. Such pairing evens "
                "out the differences that should break them",
                len(breaking),
                seeding=SETTING_LABELS[seeding],
                criteria=tuple(CRITERIA[key].title for key in breaking if key in CRITERIA),
            )
