"""All tournament systems: what each is called, does and can do; its class is loaded when it is used."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, cast

from miai.domain.settings.event_settings import DEFAULT_PRESET
from miai.engine.pairing import rule_sets
from miai.engine.pairing.abilities import Abilities
from miai.engine.pairing.rule_sets import RuleSet
from miai.errors import InputError, unknown_word
from miai.messages import Message, literal
from miai.plugins import Registry, demand_parts, loaded_from, message_of, plugged_class

if TYPE_CHECKING:
    from miai.engine.pairing.schedules.protocol import Schedule
    from miai.engine.pairing.system import PairingSystem

# What a document asks for, by its id there (docs/reference/documents.md).
_CLAUSES = {
    "mcmahon": "V33",
    "swiss": "V29",
    "aga": "A31",
    "accelrat": "V26",
    "guided_random": "V47",
    "backtracking": "V54",
    "entropy": "V15",
    "random": "K4",
    "roommates": "A61",
    "round_robin": "V17",
    "split_and_cycle": "B11",
    "knockout": "V22",
    "double_elimination": "V24",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class System:
    """A system that can be chosen: its name, what it does, and the class behind it.

    `sentence` is for organisers who choose, `says` for the reference. `clause` is what asks for it in the
    five documents, by its id there; `load` gives the class. Those that most events use are `usual`. `brings`
    are the rules of a new event, as its document describes them.
    """

    key: str
    name: Message
    sentence: Message
    says: str
    usual: bool = False
    clause: str = ""
    abilities: Abilities
    brings: RuleSet
    load: Callable[[], type[Any]]


_OWN: dict[str, System] = {}


def _own(
    key: str,
    home: str,
    *,
    name: Message,
    sentence: Message,
    says: str,
    abilities: Abilities,
    brings: RuleSet,
    usual: bool = False,
) -> None:
    """Add a system of Miai's own, whose class is loaded from its home: "package.module:NAME"."""
    _OWN[key] = System(
        key=key,
        name=name,
        sentence=sentence,
        says=says,
        usual=usual,
        clause=_CLAUSES.get(key, ""),
        abilities=abilities,
        brings=brings,
        load=partial(loaded_from, home),
    )


_own(
    "mcmahon",
    "miai.engine.pairing.systems.mcmahon:McMahon",
    name=Message("McMahon"),
    sentence=Message(
        "For a field of all grades: players start by grade and meet others with the same score."
    ),
    says="Players start with a score by grade, up to the bar; equal scores meet, the whole field at once.",
    usual=True,
    abilities=Abilities(weighs_pairs=True, by_preset=True),
    brings=rule_sets.MCMAHON,
)
_own(
    "swiss",
    "miai.engine.pairing.systems.swiss:Swiss",
    name=Message("Swiss"),
    sentence=Message("Everybody starts equal and meets players with as many wins."),
    says="Everybody starts at nothing; equal numbers of wins meet, the whole field at once.",
    usual=True,
    abilities=Abilities(weighs_pairs=True, by_preset=True),
    brings=rule_sets.SWISS,
)
_own(
    "aga",
    "miai.engine.pairing.systems.aga:AgaMcMahon",
    name=Message("AGA McMahon"),
    sentence=Message("McMahon by the protocol of the American Go Association."),
    says="Score groups from the top: floaters, split and shift, and relaxations in the protocol's order.",
    usual=True,
    abilities=Abilities(promises_colours=True),
    brings=rule_sets.AGA,
)
_own(
    "accelrat",
    "miai.engine.pairing.systems.accelrat:AccelRat",
    name=Message("AccelRat"),
    sentence=Message("The closest ratings meet; results change the ratings after every round."),
    says="By rating as it stands: the closest rating first, then area and, on the internet, time zones.",
    abilities=Abilities(
        weighs_pairs=True, ratings_inside=lambda _: loaded_from("miai.engine.rating.aga:AgaRatings")()
    ),
    brings=rule_sets.ACCELRAT,
)
_own(
    "guided_random",
    "miai.engine.pairing.systems.guided_random:GuidedRandom",
    name=Message("Guided random"),
    sentence=Message("By lot inside each score group, between its larger parts, as GoDraw does."),
    says="Odd groups send one player down at random, then each group is drawn between its largest subgroups.",
    abilities=Abilities(),
    brings=rule_sets.GUIDED_RANDOM,
)
_own(
    "backtracking",
    "miai.engine.pairing.systems.backtracking:Backtracking",
    name=Message("Backtracking"),
    sentence=Message("From the top, everybody meets the best opponent who is left, as in EPM."),
    says="Floaters are paired first, then everybody from the top with the best opponent left (EPM).",
    abilities=Abilities(),
    brings=rule_sets.EPM,
)
_own(
    "entropy",
    "miai.engine.pairing.systems.entropy:Entropy",
    name=Message("Entropy"),
    sentence=Message("The games that are most open, by ratings that follow the results."),
    says="The pairing of greatest total entropy among those who have not met, in millionths of a bit.",
    abilities=Abilities(
        weighs_pairs=True,
        ratings_inside=lambda settings: loaded_from("miai.engine.rating.egf_classic:classic_system")(
            settings.classic_rating
        ),
    ),
    brings=rule_sets.ENTROPY,
)
_own(
    "random",
    "miai.engine.pairing.systems.random_pairing:RandomPairing",
    name=Message("Random"),
    sentence=Message("By lot; only who has met does not meet again."),
    says="Nothing counts but who has met; the bye is drawn from the lowest score of those with the fewest.",
    abilities=Abilities(),
    brings=rule_sets.RANDOM,
)
_own(
    "roommates",
    "miai.engine.pairing.systems.roommates:Roommates",
    name=Message("Roommates"),
    sentence=Message("No two players would both rather meet each other than their opponents."),
    says="Everybody ranks all others by the wishes, the first counting most; Irving's algorithm does the "
    "rest.",
    abilities=Abilities(),
    brings=rule_sets.AGA,
)
_own(
    "round_robin",
    "miai.engine.pairing.schedules.round_robin:RoundRobin",
    name=Message("Round robin"),
    sentence=Message("Everybody meets everybody."),
    says="Everybody meets everybody once, or several times with colours reversed every other time.",
    abilities=Abilities(plans_rounds=True, everybody_plays_on=True),
    brings=rule_sets.ROUND_ROBIN,
)
_own(
    "split_and_cycle",
    "miai.engine.pairing.schedules.split_and_cycle:SplitAndCycle",
    name=Message("Split-and-cycle"),
    sentence=Message("One half stays seated, the other moves on by one board each round."),
    says="One half stays seated, the other moves one board each round: N/2 rounds without a rematch.",
    abilities=Abilities(plans_rounds=True, everybody_plays_on=True),
    brings=rule_sets.SPLIT_AND_CYCLE,
)
_own(
    "knockout",
    "miai.engine.pairing.schedules.knockout:Knockout",
    name=Message("Knock-out"),
    sentence=Message("A bracket: whoever loses is out."),
    says="Seeded by starts set by hand, then by rating, or by lot; the top seeds are free in round 1.",
    abilities=Abilities(plans_rounds=True),
    brings=rule_sets.KNOCKOUT,
)
_own(
    "double_elimination",
    "miai.engine.pairing.schedules.double_elimination:DoubleElimination",
    name=Message("Double elimination"),
    sentence=Message("A bracket with a second chance: whoever loses twice is out."),
    says="Those who have lost once play on in the losers' bracket, and its champion comes back for the "
    "final.",
    abilities=Abilities(plans_rounds=True),
    brings=rule_sets.DOUBLE_ELIMINATION,
)


def _of_plugin(key: str, value: Any) -> System:
    demand_parts(value, ("key", "name", "how", "abilities", "analyse"))
    if not isinstance(value, type) or getattr(value, "key", "") != key:
        raise InputError(Message("it is not a class whose key is '%(key)s'", key=key))
    abilities = cast("Abilities", getattr(value, "abilities", None))
    if abilities.plans_rounds or abilities.by_preset:
        raise InputError(Message("a plug-in cannot plan all rounds or take presets"))
    name = message_of(getattr(value, "name", ""))
    kind: type[Any] = plugged_class("systems", key, value, ("analyse",))
    says = (value.__doc__ or "").strip().partition("\n")[0]
    brings = getattr(value, "brings", rule_sets.MCMAHON)
    if not isinstance(brings, RuleSet):
        raise InputError(Message("its rules are not a RuleSet"))
    return System(
        key=key,
        name=name,
        sentence=literal(says),
        says=says,
        abilities=abilities,
        brings=brings,
        load=lambda: kind,
    )


ALL_SYSTEMS: Registry[System] = Registry("systems", _OWN, _of_plugin)
SCHEDULES = tuple(key for key, system in _OWN.items() if system.abilities.plans_rounds)
"""The systems that plan all rounds."""


def demand_system(key: str) -> None:
    """Refuse a system that there is not."""
    if key not in ALL_SYSTEMS:
        raise InputError(unknown_word(Message("'%(key)s' is not a system", key=key), key, ALL_SYSTEMS))


def system_of(key: str, *, preset: str = DEFAULT_PRESET) -> "PairingSystem":
    """A system with its usual settings; the preset is for those that take one."""
    demand_system(key)
    kind = ALL_SYSTEMS[key].load()
    system: PairingSystem = kind(preset=preset) if ALL_SYSTEMS[key].abilities.by_preset else kind()
    return system


def schedule_of(key: str) -> "Schedule":
    """A system that plans all rounds."""
    if key not in SCHEDULES:
        what = Message("the system '%(system)s' has no bracket", system=key)
        raise InputError(unknown_word(what, key, SCHEDULES))
    schedule: Schedule = ALL_SYSTEMS[key].load()()
    return schedule


def abilities_of(key: str) -> Abilities:
    """What a system can do; one that is not known can do nothing."""
    return ALL_SYSTEMS[key].abilities if key in ALL_SYSTEMS else Abilities()


def rules_of(key: str) -> RuleSet:
    """The rules that a system brings to a new event; one that is not known brings those of McMahon."""
    return ALL_SYSTEMS[key].brings if key in ALL_SYSTEMS else rule_sets.MCMAHON


def weighing_systems() -> tuple[str, ...]:
    """The systems that weigh pairs."""
    return tuple(key for key, system in ALL_SYSTEMS.items() if system.abilities.weighs_pairs)
