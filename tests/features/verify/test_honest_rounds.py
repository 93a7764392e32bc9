"""Honest rounds are verified: under every setting, with wishes, teams, sides and stages."""

import random
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from conftest import SOAK
from kit.acting_settings import trial_of, values_of, with_rule
from kit.honest_rounds import publish_drawn, verified, verified_next_round
from kit.memory_store import MemoryStore
from kit.phone_cases import compare_with_phone
from kit.staged_hall import final_after, hall_of, inside
from kit.trial_events import played_event
from miai.desk.live_state import Desk
from miai.domain.log import events
from miai.domain.log.history import History
from miai.domain.people.grade import Grade
from miai.domain.people.player import Player, PlayerId
from miai.domain.rounds.director_constraints import ByeVolunteer, WantedGame, Wishes
from miai.domain.rounds.game import Result
from miai.domain.settings.event_settings import Settings
from miai.domain.settings.setting_fields import setting_fields
from miai.domain.tournament import Tournament
from miai.engine.pairing.presets import OWN_PRESETS
from miai.features.settings.change_settings import change_rules
from miai.features.stages.filling import fill_stage
from miai.features.stages.groups import open_groups
from miai.features.verify.verify_draw import Conclusion, Verification

# Nothing that a draw rests on, and what is tried elsewhere.
_ELSEWHERE = (
    "clock",
    "fees",
    "prizes",
    "classic_rating",
    "one_prize_each",
    "ruleset",
    "ratings_frozen_after",
)
PATHS = [path for path in setting_fields() if path.split(".")[0] not in _ELSEWHERE]
# Their systems are not computed again.
_ROUND_ROBINS = {"scoring.withdrawal"}
CASES = range(6) if SOAK else range(1)


def _honest(found: Verification | None, where: object) -> bool:
    """True if a round was drawn; then it must be verified."""
    if found is None:
        return False
    assert (found.conclusion, found.reasons) == (Conclusion.BEST, ()), where
    return True


@pytest.mark.parametrize(
    "path", [path for path in PATHS if path not in _ROUND_ROBINS | {"scoring.bands_from_entries"}]
)
@pytest.mark.parametrize("teams", [0, 2])
def test_rounds_under_every_setting_are_verified(path: str, teams: int) -> None:
    at = PATHS.index(path)
    presets = list(OWN_PRESETS) if SOAK else [list(OWN_PRESETS)[at % len(OWN_PRESETS)]]
    for preset in presets:
        for case in CASES:
            if teams and (path.startswith("teams.") or (not SOAK and at % 4)):
                continue
            event = trial_of(path).event(played_event(preset, case, teams=teams))
            for value in values_of(path, event) if SOAK else values_of(path, event)[-2:]:
                _honest(verified_next_round(with_rule(event, path, value)), (preset, case, value))


def _field(count: int, dice: random.Random) -> tuple[Player, ...]:
    return tuple(
        Player(
            id=PlayerId(f"p{i}"),
            surname=f"P{i // 2}" if dice.random() < 0.2 else f"P{i}",
            grade=Grade.of_number(dice.randint(-9, 3)),
            club=dice.choice(("Here", "There", "")),
            family=dice.choice(("", "", "", "Lee", "Kim")),
        )
        for i in range(count)
    )


def _wishes(players: tuple[Player, ...], number: int, dice: random.Random) -> Wishes:
    ids = [player.id for player in players]
    one, other, *_ = dice.sample(ids, 4)
    return Wishes(
        apart=tuple((a, b) for a, b in zip(dice.sample(ids, 5), dice.sample(ids, 5), strict=True) if a != b),
        games=(WantedGame(round=number, white=one, black=other),) if dice.random() < 0.6 else (),
        volunteers=(ByeVolunteer(round=number, player=dice.choice(ids)),) if dice.random() < 0.5 else (),
    )


@pytest.mark.parametrize("preset", OWN_PRESETS)
@pytest.mark.parametrize("system", ["mcmahon", "swiss"])
def test_rounds_with_wishes_families_and_byes_are_verified(preset: str, system: str) -> None:
    kinds: set[Conclusion] = set()
    counted = 0
    for seed in range(12 if SOAK else 3):
        dice = random.Random(f"{seed}{system}")
        players = _field(dice.choice((7, 8, 9, 13)), dice)
        event = Tournament(
            name="Open", settings=Settings(system=system, preset=preset, rounds=7), players=players
        )
        desk = Desk(MemoryStore())
        known = desk.create(History.of_tournament(event)).id
        for number in range(1, 8):
            wanted = events.WishesChanged(wishes=_wishes(players, number, dice))
            desk.change(known, lambda _, wanted=wanted: [wanted], by="Anneke")  # type: ignore[misc]
            if not publish_drawn(desk, known, number):
                break
            found = verified(desk, known, number)
            # With few players the wishes may leave one draw alone, or contradict each other.
            assert found.conclusion in (Conclusion.BEST, Conclusion.CHANGED, Conclusion.NOT_VERIFIED), (
                found.reasons
            )
            assert found.conclusion is not Conclusion.NOT_VERIFIED or "wishes" in str(found.reasons), (
                found.reasons
            )
            kinds.add(found.conclusion)
            assert {wish.by for wish, _ in found.wishes} <= {"Anneke"}
            counted += len(found.wishes)
            _play(desk, known, number, dice)
    assert Conclusion.BEST in kinds
    assert counted


def _play(desk: Desk, known: str, number: int, dice: random.Random) -> None:
    results = [
        events.ResultEntered(
            round=number,
            table=board.table,
            result=dice.choice((Result.WHITE_WINS, Result.BLACK_WINS, Result.JIGO)),
        )
        for board in desk.state(known).tournament.round(number).boards
    ]
    desk.change(known, lambda _: results, by="Bo")


def test_draws_that_cannot_keep_all_rules_are_verified_as_the_nearest() -> None:
    for preset in OWN_PRESETS:
        players = tuple(
            Player(id=PlayerId(f"p{i}"), surname=f"P{i}", grade=Grade.of_number(0)) for i in range(5)
        )
        event = Tournament(name="Open", settings=Settings(preset=preset, rounds=9), players=players)
        desk = Desk(MemoryStore())
        known = desk.create(History.of_tournament(event)).id
        nearest = 0
        for number in range(1, 8):
            assert publish_drawn(desk, known, number)
            found = verified(desk, known, number)
            assert _honest(found, (preset, number))
            assert found.proof
            nearest += found.proof.about["nearest"]
            _play(desk, known, number, random.Random(number))
        assert (nearest > 0) == (preset != "gotha")


@pytest.mark.parametrize("system", ["mcmahon", "swiss"])
def test_rounds_of_stages_are_verified(system: str) -> None:
    hall = hall_of(12, system=system)
    open_groups(*hall.at, count=2, system=system, rounds=3, by="A")
    for number in (1, 2, 3):
        for group in ("group-a", "group-b"):
            there = inside(hall, group)
            assert publish_drawn(hall.desk, there.id, number)
            found = verified(hall.desk, hall.id, number, stage=group)
            assert _honest(found, (group, number))
            assert found.about("event") == there.event.name
            _play(hall.desk, there.id, number, random.Random(number))


@pytest.mark.parametrize("preset", ["miai", "balanced", "gotha"])
def test_rounds_after_byes_in_another_stage_are_verified(preset: str) -> None:
    hall = hall_of(5, system="swiss", rounds=2)
    change_rules(*hall.at, {"preset": preset}, by="A")
    for number in (1, 2):
        hall.draw(number)
        _play(hall.desk, hall.id, number, random.Random(number))
    final = final_after(hall, ("", 1, 5), system="swiss")
    fill_stage(*hall.at, final, by="A", as_they_are=True)
    there = inside(hall, final)
    change_rules(*there.at, {"preset": preset}, by="A")
    for number in (1, 2):
        assert publish_drawn(hall.desk, there.id, number)
        found = verified(hall.desk, hall.id, number, stage=final)
        assert _honest(found, (preset, number))
        assert found.proof
        assert sum(found.proof.about["players"]["byes"]) == 2 + number - 1
        _play(hall.desk, there.id, number, random.Random(number))


@pytest.mark.parametrize("preset", OWN_PRESETS)
def test_a_round_of_one_player_is_verified(preset: str) -> None:
    alone = Player(id=PlayerId("p"), surname="Alone", grade=Grade.of_number(1))
    event = Tournament(name="Open", settings=Settings(preset=preset), players=(alone,))
    assert _honest(verified_next_round(event), preset)


def _sides(**changes: Any) -> Tournament:
    event = trial_of("sides.people").event(played_event("miai", 0))
    return replace(event, settings=replace(event.settings, **changes))


@pytest.mark.parametrize("preset", OWN_PRESETS)
def test_rounds_of_pair_go_are_verified(preset: str) -> None:
    event = _sides(preset=preset)
    assert any(player.members for player in event.players)
    assert _honest(verified_next_round(event), preset)


def test_the_phone_says_the_same(tmp_path: Path) -> None:
    differing, missing, count = compare_with_phone(tmp_path)
    assert not differing
    assert not missing
    assert count
