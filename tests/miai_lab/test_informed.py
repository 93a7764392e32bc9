"""Games that tell most: the worth of a game against sums over a grid, and pairings against all pairings."""

import json
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest

from kit.command import Run
from miai.engine.kernel.arrays import Floats
from miai.engine.pairing.view import build_view
from miai.engine.rating.strengths import Believed, fitted
from miai.features.forecast.draw_as_set import draw_as_set
from miai_lab.entries import WEEKEND, drawn
from miai_lab.game_information import GAINS, about_order, about_strengths, about_strongest
from miai_lab.informed_study import INFORMED, WAYS, InformedPairing, InformedTask, play_weekend
from miai_lab.league.config import CONTESTANTS
from miai_lab.league.event import drawn_event
from miai_lab.league.measures import values_of
from miai_lab.league.played_events import LeagueTask, played, tournament_of
from miai_lab.run_informed_study import study_informed
from miai_lab.task_runner import Place

MODEL = fitted().model
# Three players: two near each other and one behind; the law of the first two hangs together.
THREE = Believed(
    mean=np.array([1.0, 0.6, -1.5]),
    covariance=np.array([[2.2, 0.4, 0.1], [0.4, 1.5, 0.0], [0.1, 0.0, 5.0]]),
)
PAIRS = ((0, 1), (0, 2), (1, 2))


class Grid:
    """Strengths of three players as a sum over many points, each with its weight."""

    def __init__(self, law: Believed) -> None:
        line = np.linspace(-5, 5, 61)
        density = np.exp(-(line**2) / 2)
        points = np.stack([each.ravel() for each in np.meshgrid(line, line, line)], axis=1)
        weights = np.multiply.outer(np.multiply.outer(density, density), density).ravel()
        self.strengths = law.mean + points @ np.linalg.cholesky(law.covariance).T
        self.weights = weights / weights.sum()

    def results(self, i: int, j: int) -> Iterator[Floats]:
        """How likely each point is together with a win of the first, and of the second."""
        gap = self.strengths[:, i] - self.strengths[:, j]
        won = MODEL.luck / 2 + (1 - MODEL.luck) / (1 + np.exp(-MODEL.slope * gap))
        yield self.weights * won
        yield self.weights * (1 - won)


GRID = Grid(THREE)


def test_a_game_is_worth_the_expected_distance_from_what_was_believed_to_what_will_be() -> None:
    found = about_strengths(MODEL, THREE)
    for i, j in PAIRS:
        worth = 0.0
        for joint in GRID.results(i, j):
            after = joint / joint.sum()
            worth += float(joint.sum() * np.sum(after * np.log2(after / GRID.weights)))
        assert found[i, j] == pytest.approx(worth, abs=2e-4)
        assert found[j, i] == pytest.approx(found[i, j])


def test_a_game_tells_as_much_about_the_strongest_as_the_uncertainty_about_it_falls() -> None:
    strongest = GRID.strengths.argmax(axis=1)

    def uncertainty(weights: Floats) -> float:
        shares = np.bincount(strongest, weights, 3) / weights.sum()
        return float(-np.sum(shares * np.log2(shares)))

    found = about_strongest(MODEL, THREE)
    for i, j in PAIRS:
        after = sum(float(joint.sum()) * uncertainty(joint) for joint in GRID.results(i, j))
        assert found[i, j] == pytest.approx(uncertainty(GRID.weights) - after, abs=0.01)


def test_a_game_puts_as_many_pairs_right_as_the_likelier_order_is_less_often_wrong() -> None:
    def wrong(weights: Floats, a: int, b: int) -> float:
        above = float(weights[GRID.strengths[:, a] > GRID.strengths[:, b]].sum())
        return min(above, float(weights.sum()) - above)

    found = about_order(MODEL, THREE)
    for i, j in PAIRS:
        third = 3 - i - j
        counted = ((i, j), (i, third), (j, third))
        worth = sum(
            wrong(GRID.weights, a, b) - sum(wrong(joint, a, b) for joint in GRID.results(i, j))
            for a, b in counted
        )
        assert found[i, j] == pytest.approx(worth, abs=0.01)


@pytest.mark.parametrize("about", GAINS)
def test_a_sure_result_tells_less_than_an_open_one_and_what_is_known_tells_nothing(about: str) -> None:
    spread = np.diag([1.0, 1.0, 1.0, 1e-12, 1e-12])
    law = Believed(mean=np.array([3.0, 3.1, -9.0, -9.0, -9.1]), covariance=spread)
    gain = GAINS[about](MODEL, law)
    assert gain[0, 1] > 3 * gain[0, 2] >= 0
    assert gain[3, 4] == pytest.approx(0, abs=1e-6)


def pairings(players: list[int]) -> Iterator[list[tuple[int, int]]]:
    """All ways to pair an even number of players."""
    if not players:
        yield []
        return
    first, *rest = players
    for other in rest:
        for more in pairings([each for each in rest if each != other]):
            yield [(first, other), *more]


@pytest.mark.parametrize("way", [way for way in INFORMED if way.startswith("strengths")])
def test_the_limit_comes_first_and_then_the_games_that_tell_most(way: str) -> None:
    kind = replace(WEEKEND, fewest=8, most=8, rounds=2, absent=0.0, mean=0, spread=2)
    event = drawn(kind, seed=4, number=1)
    contestant = CONTESTANTS["mcmahon/miai"]
    task = LeagueTask(series="", number=1, event=event, model="fitted", contestant=contestant, seed=4)
    started = tournament_of(replace(event, rounds=1), contestant)
    one = INFORMED[way]
    games = one.draw(started, 1, 0)
    view = build_view(started, 1, seed=0)
    index = {player.id: i for i, player in enumerate(view.players)}
    law = _law_of(task)
    order = [int(player.id) for player in view.players]
    gain = about_strengths(MODEL, law.of(np.array(order)))
    points = view.scores / 4

    def judged(pairs: list[tuple[int, int]]) -> tuple[float, float]:
        limit = np.inf if one.limit is None else one.limit
        beyond = sum(max(0.0, abs(points[i] - points[j]) - limit) ** 2 for i, j in pairs)
        return beyond, -sum(gain[i, j] for i, j in pairs)

    best = min(judged(pairs) for pairs in pairings(list(range(8))))
    chosen = judged([(index[board.white], index[board.black]) for board in games.boards])
    assert chosen[0] == best[0]
    # Gains are counted in ten thousandths of the widest one.
    assert chosen[1] == pytest.approx(best[1], abs=4 * (gain.max() - gain.min()) / 10_000)


def _law_of(task: LeagueTask) -> Believed:
    """What is believed before the first round, by the grades and ratings of the entry."""
    entry = task.event.entry
    grades, ratings = np.array(entry.grades, float), np.array(entry.ratings)
    unrated = ratings == grades
    near = 1 / (1 + np.exp(-(MODEL.trusted - np.abs(ratings - grades)) / 0.2))
    far = (1 - near) * np.clip(ratings - grades, -8, 8)
    mean = grades + near * (ratings - grades) + np.where(unrated, MODEL.unrated_shift, 0)
    covariance = np.diag(np.where(unrated, MODEL.unrated_spread, MODEL.spread) ** 2)
    for share, common in ((MODEL.grade_spread, grades), (MODEL.far_spread, far)):
        moved = share * (common - common.mean())
        covariance += np.outer(moved, moved)
    return Believed(mean=mean, covariance=covariance)


def test_a_wider_limit_never_makes_games_tell_less() -> None:
    dice = np.random.default_rng(3)
    scores = dice.integers(0, 6, 12) * 4
    gain = dice.random((12, 12))
    gain += gain.T
    widths = [InformedPairing(about="order", limit=limit).costs(scores, gain) for limit in (0, 1, 2, None)]
    for narrow, wide in pairwise(widths):
        assert np.all(wide <= narrow)
    assert np.array_equal(widths[0], widths[0].T)


def test_nobody_meets_twice_and_an_odd_field_has_one_bye() -> None:
    kind = replace(WEEKEND, fewest=9, most=9, rounds=4)
    event = drawn(kind, seed=2, number=0)
    contestant = CONTESTANTS["mcmahon/miai"]
    task = LeagueTask(series="", number=0, event=event, model="fitted", contestant=contestant, seed=2)
    tournament = played(task, INFORMED["strongest/1"].draw)
    met = [frozenset((board.white, board.black)) for each in tournament.rounds for board in each.boards]
    assert len(met) == len(set(met))
    for number, each in enumerate(tournament.rounds, start=1):
        there = sum(player.attends(number) for player in tournament.players)
        assert 2 * len(each.boards) + len(each.byes) == there
        assert len(each.byes) == there % 2


def test_a_preset_plays_the_weekends_of_a_league() -> None:
    event = drawn(WEEKEND, seed=9, number=2)
    task = LeagueTask(
        series="weekend",
        number=2,
        event=event,
        model="fitted",
        contestant=CONTESTANTS["mcmahon/kaniuk"],
        seed=9,
    )
    expected = values_of(drawn_event(played(task, draw_as_set)), event)
    found = play_weekend(InformedTask(way="mcmahon/kaniuk", seed=9, number=2), draw_as_set).measures
    assert found[5]["tau_b"] == pytest.approx(expected["tau_b"])
    assert found[5]["strongest_wins"] == expected["strongest_wins"]
    assert found[4] != found[5]


def test_differences_are_those_of_the_same_weekends_and_threads_change_nothing() -> None:
    found = study_informed(seed=3, weekends=3, ways=("strengths/0",), place=Place(threads=1))
    assert found == study_informed(seed=3, weekends=3, ways=("strengths/0",), place=Place(threads=2))
    assert [(each.way, each.rounds) for each in found.ways] == [
        ("mcmahon/miai", 5), ("strengths/0", 5), ("mcmahon/miai", 4), ("strengths/0", 4)
    ]  # fmt: skip
    tau = {
        way: [
            play_weekend(InformedTask(way=way, seed=3, number=number), draw_as_set).measures
            for number in range(3)
        ]
        for way in ("mcmahon/miai", "strengths/0")
    }
    apart = [
        mine[4]["tau_b"] - theirs[5]["tau_b"]
        for mine, theirs in zip(tau["strengths/0"], tau["mcmahon/miai"], strict=True)
    ]
    fewer = found.ways[3].measures["tau_b"].difference
    assert fewer.value == pytest.approx(np.mean(apart))
    assert found.ways[3].gains is (fewer.low is not None and fewer.low > -0.005)
    assert found.ways[0].measures["tau_b"].difference.value == 0


def test_the_command_compares_chosen_ways_and_refuses_one_that_there_is_not(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    run = Run(capsys, monkeypatch)
    words = ("lab", "informed", "--weekends", "2", "--threads", "1", "--way", "strongest/0")
    status, out, _ = run(*words, "--json")
    data = json.loads(out)
    assert status == 0
    assert (data["weekends"], data["rounds"], data["margin"]) == (2, 5, 0.005)
    assert {each["way"] for each in data["ways"]} == {"mcmahon/miai", "strongest/0"}
    _, out, _ = run(*words)
    assert "2 weekends, seed 1; against mcmahon/miai after 5 rounds" in out
    status, out, err = run("lab", "informed", "--way", "luck/0")
    assert (status, out) == (2, "")
    assert "'luck/0' is not a way of pairing: mcmahon/miai, mcmahon/kaniuk, strengths/0" in err
    assert "luck/0" not in WAYS
