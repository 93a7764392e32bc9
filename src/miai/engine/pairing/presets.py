"""The presets: which pricing, which bans, who has the bye."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace

from miai.domain.settings.event_settings import Settings
from miai.domain.settings.preset_weights import weights_of_preset
from miai.domain.settings.presets import PLUS, added_rules, base_preset
from miai.engine.pairing.byes import gotha_order
from miai.engine.pairing.draw_plan import Plan
from miai.engine.pairing.pricing.aga import AgaPenalty
from miai.engine.pairing.pricing.gotha import GothaPricing
from miai.engine.pairing.pricing.kaniuk import Kaniuk, plain_weights
from miai.engine.pairing.pricing.tiers import Tiers
from miai.engine.pairing.protocol import Rule, SeedingOrder
from miai.engine.pairing.rules import PLUGGED_RULES, grading_first, rules_for, with_plugged
from miai.engine.pairing.rules.forbidding import Family, ForbiddenByDirector
from miai.errors import InputError, unknown_word
from miai.messages import Message

MakePlan = Callable[[Settings, int, tuple[Rule, ...]], Plan]


def _tiers(settings: Settings, seed: int, rules: tuple[Rule, ...]) -> Plan:
    """Miai's own: the score difference above all, every other rule in its order."""
    rules = grading_first(settings, rules)
    return Plan(system=settings.system, preset="miai", seed=seed, rules=rules, pricing=Tiers())


def _gotha(settings: Settings, seed: int, rules: tuple[Rule, ...]) -> Plan:
    """OpenGotha's weights and its choice of the bye; a rematch is dear, not forbidden."""
    return Plan(
        system=settings.system,
        preset="gotha",
        seed=seed,
        rules=rules,
        pricing=GothaPricing(seed=seed),
        bans=(Family(), ForbiddenByDirector()),
        bye_order=gotha_order,
    )


def _kaniuk(settings: Settings, seed: int, rules: tuple[Rule, ...]) -> Plan:
    """Kaniuk's weight factors."""
    chosen = settings.pairing.kaniuk
    return Plan(
        system=settings.system,
        preset="kaniuk",
        seed=seed,
        rules=rules,
        pricing=Kaniuk(psi=chosen.psi, weights=plain_weights(chosen)),
    )


def _balanced(settings: Settings, seed: int, rules: tuple[Rule, ...]) -> Plan:
    """Equal scores, near grades, clubs, games up and down and colours weighed against each other."""
    return _by_weights("balanced", settings, seed, rules)


def _equal_scores(settings: Settings, seed: int, rules: tuple[Rule, ...]) -> Plan:
    """More games on equal scores, and the others a little further apart."""
    return _by_weights("equal-scores", settings, seed, rules)


def _near_grades(settings: Settings, seed: int, rules: tuple[Rule, ...]) -> Plan:
    """No game far apart, in points and so in grades; fewer are on equal scores."""
    return _by_weights("near-grades", settings, seed, rules)


def _clubs_apart(settings: Settings, seed: int, rules: tuple[Rule, ...]) -> Plan:
    """Clubmates and compatriots meet as seldom as possible, also where that costs a few points."""
    return _by_weights("clubs-apart", settings, seed, rules)


def _by_weights(preset: str, settings: Settings, seed: int, rules: tuple[Rule, ...]) -> Plan:
    """Weights that were searched for a purpose: docs/explanation/default-preset.md."""
    chosen = weights_of_preset(preset, settings.pairing)
    return Plan(
        system=settings.system,
        preset=preset,
        seed=seed,
        rules=rules,
        pricing=Kaniuk(psi=chosen.psi, weights=plain_weights(chosen), halves_apart=True),
    )


def _aga(settings: Settings, seed: int, rules: tuple[Rule, ...]) -> Plan:
    """The penalty of the AGA protocol's implementation notes."""
    return Plan(system=settings.system, preset="aga", seed=seed, rules=rules, pricing=AgaPenalty())


OWN_PRESETS: dict[str, MakePlan] = {
    "balanced": _balanced,
    "equal-scores": _equal_scores,
    "near-grades": _near_grades,
    "clubs-apart": _clubs_apart,
    "miai": _tiers,
    "gotha": _gotha,
    "kaniuk": _kaniuk,
    "aga": _aga,
}
# These price what their documents name and nothing else: a rule of a plug-in makes no difference to them.
_CLOSED = ("gotha", "aga")


class Presets(Mapping[str, MakePlan]):
    """All presets; each may be used with rules of plug-ins: "miai+newcomers"."""

    def __getitem__(self, preset: str) -> MakePlan:
        if preset not in self:
            raise KeyError(preset)
        return OWN_PRESETS.get(preset) or _with_rules_of_plugins(preset)

    def __contains__(self, preset: object) -> bool:
        if not isinstance(preset, str) or base_preset(preset) not in OWN_PRESETS:
            return False
        keys = added_rules(preset)
        return len(set(keys)) == len(keys) and all(key in PLUGGED_RULES for key in keys)

    def __iter__(self) -> Iterator[str]:
        yield from OWN_PRESETS
        # Rules of plug-ins are offered one at a time; several of them can be named.
        open_ones = [preset for preset in OWN_PRESETS if preset not in _CLOSED]
        yield from (f"{preset}{PLUS}{key}" for key in PLUGGED_RULES for preset in open_ones)

    def __len__(self) -> int:
        return sum(1 for _ in self)


def _with_rules_of_plugins(preset: str) -> MakePlan:
    """A preset with rules of plug-ins; their own weights count where the settings have none."""
    keys = added_rules(preset)

    def plan_of(settings: Settings, seed: int, rules: tuple[Rule, ...]) -> Plan:
        plan = replace(
            OWN_PRESETS[base_preset(preset)](settings, seed, with_plugged(rules, keys)), preset=preset
        )
        if not isinstance(plan.pricing, Kaniuk):
            return plan
        named = {rule for rule, *_ in plan.pricing.weights}
        plugged = [PLUGGED_RULES[key] for key in keys if key not in named]
        more = tuple((rule.key, rule.weight, rule.scale) for rule in plugged)
        return replace(plan, pricing=replace(plan.pricing, weights=(*plan.pricing.weights, *more)))

    return plan_of


PRESETS = Presets()


def demand_preset(key: str) -> None:
    """Refuse a preset that there is not."""
    if key not in PRESETS:
        raise InputError(why_no_preset(key))


def why_no_preset(key: str, *, listed: bool = True) -> Message:
    """Why a preset is refused; `listed` names all that there are, too."""
    missing = tuple(rule for rule in added_rules(key) if rule and rule not in PLUGGED_RULES)
    if missing and base_preset(key) in OWN_PRESETS:
        return Message(
            "the preset '%(key)s' needs a plug-in that is not installed: %(rules)s", key=key, rules=missing
        )
    return unknown_word(Message("'%(key)s' is not a preset", key=key), key, PRESETS, listed=listed)


def plan_for(settings: Settings, *, round_number: int, preset: str, seed: int) -> Plan:
    """The plan of a preset for a round."""
    demand_preset(preset)
    return PRESETS[preset](settings, seed, rules_for(settings, round_number, seed))


def seeding_for(settings: Settings, *, round_number: int, preset: str) -> SeedingOrder:
    """What orders players inside a group under a preset."""
    choice = settings.pairing.seeding(round_number)
    gotha = base_preset(preset) == "gotha"
    by_standings = choice.by_standings or gotha
    score = ("nbw",) if settings.by_wins else ("mms",)
    criteria = choice.criteria or (settings.criteria if by_standings else score)
    if gotha:
        return SeedingOrder(criteria=criteria, then=(choice.by,) if choice.by else (), by_name=True)
    return SeedingOrder(criteria=criteria, then=(choice.by or "rating", "rating"))
