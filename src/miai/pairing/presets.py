"""The presets: which pricing, which bans, who has the bye."""

from collections.abc import Callable

from miai.domain.settings import Settings
from miai.errors import InputError, unknown_word
from miai.messages import Message
from miai.pairing.byes import gotha_order
from miai.pairing.plan import Plan
from miai.pairing.pricing.aga import AgaPenalty
from miai.pairing.pricing.gotha import GothaPricing
from miai.pairing.pricing.kaniuk import Kaniuk, plain_weights
from miai.pairing.pricing.tiers import Tiers
from miai.pairing.protocol import Rule, SeedingOrder
from miai.pairing.rules import rules_for
from miai.pairing.rules.forbidding import Family, ForbiddenByDirector

MakePlan = Callable[[Settings, int, tuple[Rule, ...]], Plan]


def _tiers(settings: Settings, seed: int, rules: tuple[Rule, ...]) -> Plan:
    """Miai's own: the score difference above all, every other rule in its order."""
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


def _aga(settings: Settings, seed: int, rules: tuple[Rule, ...]) -> Plan:
    """The penalty of the AGA protocol's implementation notes."""
    return Plan(system=settings.system, preset="aga", seed=seed, rules=rules, pricing=AgaPenalty())


PRESETS: dict[str, MakePlan] = {"miai": _tiers, "gotha": _gotha, "kaniuk": _kaniuk, "aga": _aga}


def plan_for(settings: Settings, *, round_number: int, preset: str, seed: int) -> Plan:
    """The plan of a preset for a round."""
    if preset not in PRESETS:
        raise InputError(unknown_word(Message("'%(key)s' is not a preset", key=preset), preset, PRESETS))
    return PRESETS[preset](settings, seed, rules_for(settings, round_number, seed))


def seeding_for(settings: Settings, *, round_number: int, preset: str) -> SeedingOrder:
    """What orders players inside a group under a preset."""
    choice = settings.pairing.seeding(round_number)
    by_standings = choice.by_standings or preset == "gotha"
    score = ("nbw",) if settings.by_wins else ("mms",)
    criteria = choice.criteria or (settings.criteria if by_standings else score)
    if preset == "gotha":
        return SeedingOrder(criteria=criteria, then=(choice.by,) if choice.by else (), by_name=True)
    return SeedingOrder(criteria=criteria, then=(choice.by or "rating", "rating"))
