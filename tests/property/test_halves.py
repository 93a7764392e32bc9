"""Nobody meets somebody of the own half of a group if that can be avoided (document 1, 4.2.3)."""

import os

import numpy as np
import pytest

from miai.domain.people.grade import Grade
from miai.domain.people.player import Player, PlayerId
from miai.domain.points import quarters
from miai.domain.settings.event_settings import Settings
from miai.domain.settings.pairing_rules import PairingRules
from miai.domain.settings.preset_weights import PRESET_WEIGHTS
from miai.domain.settings.seeding import SeedingChoice, SeedMethod
from miai.domain.tournament import Tournament
from miai.engine.kernel.matching import ABSENT, solve
from miai.engine.pairing.draw_plan import Pair
from miai.engine.pairing.protocol import Constraints, RoundView
from miai.errors import NoPairingError
from miai.features.draw.pair import prepare

SOAK = bool(os.environ.get("MIAI_SOAK"))
ODD_GROUPS = 3_000 if SOAK else 100


def event(
    dice: np.random.Generator, method: SeedMethod, *, preset: str, barred: float
) -> tuple[Tournament, Constraints]:
    """Groups of 3 to 15 players, and a share of pairs who may not meet, as after some rounds."""
    sizes = dice.integers(3, 16, dice.integers(1, 4)).tolist()
    players = tuple(
        Player(
            id=PlayerId(f"{group}-{k}"),
            surname=f"P{group}-{k}",
            grade=Grade.parse("1d"),
            rating=float(dice.integers(2000)) + k / 100,
            start=quarters(10 - group),
        )
        for group, size in enumerate(sizes)
        for k in range(size)
    )
    ids = [player.id for player in players]
    apart = tuple((a, b) for a in ids for b in ids if a < b and dice.random() < barred)
    rules = PairingRules(first_seeding=SeedingChoice(method=method))
    return Tournament(players=players, settings=Settings(preset=preset, pairing=rules)), Constraints(
        forbidden=apart
    )


def staying_in(view: RoundView, group: int, pairs: tuple[Pair, ...]) -> list[int]:
    """Those of a group who meet somebody of it, in the order of their places."""
    members = set(np.flatnonzero(view.groups == group).tolist())
    return sorted(
        (i for pair in pairs if members.issuperset(pair) for i in pair), key=lambda i: int(view.places[i])
    )


@pytest.mark.requirement("V40", "V42", "V43")
@pytest.mark.parametrize("preset", ["miai", *PRESET_WEIGHTS])
@pytest.mark.parametrize("method", [SeedMethod.SLIP, SeedMethod.FOLD, SeedMethod.SPLIT_AND_RANDOM])
def test_no_avoidable_game_inside_a_half_of_an_odd_group(method: SeedMethod, preset: str) -> None:
    # The pairs that may not meet are many enough to put it to the test.
    assert _games_inside_a_half(method, preset=preset, barred=0.2) > 0
    if SOAK:
        _games_inside_a_half(method, preset=preset, barred=0.1)
        _games_inside_a_half(method, preset=preset, barred=0.05)


@pytest.mark.parametrize("preset", ["miai", *PRESET_WEIGHTS])
@pytest.mark.parametrize("method", [SeedMethod.SLIP, SeedMethod.FOLD, SeedMethod.SPLIT_AND_RANDOM])
def test_where_all_may_meet_no_game_is_inside_a_half(method: SeedMethod, preset: str) -> None:
    assert _games_inside_a_half(method, preset=preset, barred=0.0) == 0


def _games_inside_a_half(method: SeedMethod, *, preset: str, barred: float) -> int:
    """How many there are in many odd groups; more than there need be fail the test."""
    odd = case = forced = 0
    while odd < ODD_GROUPS:
        case += 1
        tournament, constraints = event(
            np.random.default_rng((4, case)), method, preset=preset, barred=barred
        )
        try:
            task = prepare(tournament, round=1, constraints=constraints)
            solved = task.solve()
        except NoPairingError:
            continue
        view = task.view
        mates = {i: j for pair in solved.pairs for i, j in (pair, pair[::-1])}
        for group in np.unique(view.groups):
            if np.count_nonzero(view.groups == group) % 2 == 0:
                continue
            odd += 1
            staying = staying_in(view, group, solved.pairs)
            upper = np.arange(len(staying)) < len(staying) // 2
            same = (upper[:, None] == upper[None, :]).astype(np.int64)
            drawn = sum(int(same[staying.index(i), staying.index(mates[i])]) for i in staying) // 2
            banned = solved.priced.costs[np.ix_(staying, staying)] == ABSENT
            least = solve(np.where(banned, ABSENT, same)).total if staying else 0
            assert drawn == least, (case, group)
            forced += least
    return forced
