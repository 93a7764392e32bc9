"""The reference page on what the compiled simulation plays, as the simulation says itself."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import fields, replace
from typing import Any

from miai.domain.people.grade import Grade
from miai.domain.people.player import Member, Player, PlayerId
from miai.domain.rounds.director_constraints import Wishes
from miai.domain.settings.event_settings import Settings
from miai.domain.settings.pairing_rules import PairingRules
from miai.domain.settings.scoring_rules import Unplayed
from miai.domain.settings.seeding import SeedingChoice, SeedMethod
from miai.domain.tournament import Tournament
from miai.engine.forecast.places import PLACED_BY
from miai.engine.pairing.event_simulation import why_not_simulated
from miai.engine.pairing.presets import PRESETS, plan_for
from miai.engine.pairing.pricing.price_matrix import SIMULATED, SimulatedPricing
from miai.engine.pairing.registry import ALL_SYSTEMS
from miai.engine.pairing.rules import RULES
from miai.engine.scoring.direct import DIRECT
from miai.engine.scoring.tiebreaks import TIEBREAKS

SIMULATION_HEADING = ("What", "In compiled code", "Round by round")
SIMULATION_INTRO = (
    "`miai forecast` plays the rest of an event many times in compiled code, which draws what `miai pair` "
    "would draw. An event that has anything of the last column is drawn round by round as `miai pair` does "
    "it: that takes longer, and the output says so. `miai lab league` plays events the same two ways. "
    "Simulated tournaments are placed by the criteria of the event, as its standings would be; only "
    + " and ".join(f"`{key}`" for key in (*TIEBREAKS, *DIRECT) if key not in PLACED_BY)
    + " are left out, which the output says too."
)
_ROUNDS = 3
_EVENT = Tournament(settings=Settings(rounds=_ROUNDS))
_SIDE = Player(id=PlayerId("side"), surname="Side", grade=Grade.of_number(0))


def simulation_rows() -> Iterator[tuple[str, ...]]:
    """What there is of each kind: simulated, and not."""
    yield _row("[systems](pairing.md#systems)", ALL_SYSTEMS, lambda key: _played(_with(system=key)))
    yield _row("[presets](pairing.md#presets)", PRESETS, _is_priced)
    yield _row("[rules](pairing.md#rules)", (rule.key for rule in RULES), SIMULATED.__contains__)
    yield _row("ways of seeding", (each.value for each in SeedMethod), _is_method_played)
    yield _row("seeding by [criteria](criteria.md)", (*TIEBREAKS, *DIRECT), _is_criterion_played)
    yield _row(
        "[unplayed rounds](unplayed.md) in these criteria",
        (each.value for each in Unplayed),
        lambda key: _played(_with(scoring=replace(_EVENT.settings.scoring, unplayed=Unplayed(key)))),
    )
    yield _row("wishes of the director", (each.name for each in fields(Wishes)), _is_wish_played)
    sides = {"one person": (), "several people": (Member(surname="Member", grade=_SIDE.grade),)}
    yield _row(
        "entrants",
        sides,
        lambda key: _played(replace(_EVENT, players=(replace(_SIDE, members=sides[key]),))),
        form="{}",
    )


def _row(
    what: str, keys: Iterable[str], simulated: Callable[[str], bool], *, form: str = "`{}`"
) -> tuple[str, ...]:
    columns: dict[bool, list[str]] = {True: [], False: []}
    for key in keys:
        columns[simulated(key)].append(form.format(key))
    return (what, ", ".join(columns[True]), ", ".join(columns[False]))


def _played(event: Tournament) -> bool:
    return why_not_simulated(event, _ROUNDS) is None


def _with(**changes: Any) -> Tournament:
    return replace(_EVENT, settings=replace(_EVENT.settings, **changes))


def _seeded(choice: SeedingChoice) -> Tournament:
    return _with(pairing=PairingRules(first_seeding=choice, later_seeding=choice))


def _is_priced(preset: str) -> bool:
    plan = plan_for(_EVENT.settings, round_number=1, preset=preset, seed=0)
    return isinstance(plan.pricing, SimulatedPricing) and _played(_with(preset=preset))


def _is_method_played(key: str) -> bool:
    return _played(_seeded(SeedingChoice(method=SeedMethod(key))))


def _is_criterion_played(key: str) -> bool:
    return _played(_seeded(SeedingChoice(criteria=(key,))))


def _is_wish_played(kind: str) -> bool:
    wish: dict[str, Any] = {kind: (("a", "b"),)}
    return _played(replace(_EVENT, wishes=Wishes(**wish)))
