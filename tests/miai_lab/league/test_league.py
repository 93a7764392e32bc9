"""Every contestant plays the same events with the same luck, and none sees who is truly strong."""

from collections import defaultdict
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from kit.riverside import riverside
from miai.domain.settings.preset_weights import PRESET_WEIGHTS
from miai.engine.forecast.intervals import difference, mean, wilson
from miai.errors import InputError
from miai.formats.registry import format_for, save
from miai_lab.entries import Event, EventKind, drawn
from miai_lab.league.config import CONTESTANTS, Contestant, League, Series, read_league
from miai_lab.league.measures import tau_b
from miai_lab.league.played_events import ExportedGame, LeagueOutcome, LeagueTask, weighs, why_not
from miai_lab.league.report import league_lines
from miai_lab.league.results import league_result
from miai_lab.league.run_league import Fixture, fixtures, play_all, play_task, played_before, tasks_of
from miai_lab.task_runner import Place

MASTERS = EventKind(
    key="masters", fewest=10, most=10, rounds=9, weakest=0, strongest=5, mean=3, spread=1.5, clubs=4
)
FOUR = replace(MASTERS, key="four", fewest=4, most=4, rounds=5)
KEYS = ("mcmahon/miai", "swiss/gotha", "random")


def _league(
    *keys: str, kind: EventKind = MASTERS, events: int = 2, models: tuple[str, ...] = ("kaniuk",)
) -> League:
    return League(
        seed=7,
        models=models,
        contestants=tuple(CONTESTANTS[key] for key in keys),
        series=(Series(name=kind.key, events=events, simulated=events, kind=kind),),
    )


def _task(event: Event, contestant: Contestant, *, seed: int = 7, number: int = 0) -> LeagueTask:
    return LeagueTask(
        series="",
        number=number,
        event=event,
        model="kaniuk",
        contestant=contestant,
        seed=seed,
        keep_games=True,
    )


def _set_up(league: League, folder: Path = Path()) -> tuple[tuple[Fixture, ...], list[LeagueTask]]:
    playing = fixtures(league, folder)
    return playing, tasks_of(league, playing, keep_games=True)


def _first_wins(game: ExportedGame) -> bool:
    """Whether the one with the lower number won."""
    return game.white_won == (game.white < game.black)


def _numbers(outcomes: list[LeagueOutcome]) -> list[tuple[dict[str, float], tuple[ExportedGame, ...]]]:
    return [(outcome.values, outcome.games) for outcome in outcomes]


def test_the_same_seed_gives_the_same_numbers_on_one_worker_and_on_two() -> None:
    _, tasks = _set_up(_league("mcmahon/miai", "random", events=1))
    alone = play_all(tasks, Place(threads=1, processes=True))
    assert _numbers(alone) == _numbers(play_all(tasks, Place(threads=2, processes=True)))


@pytest.mark.requirement("K30")
def test_two_players_have_the_same_result_in_every_system() -> None:
    _, tasks = _set_up(_league(*KEYS, "knockout", "round_robin"))
    results: dict[tuple[int, frozenset[int]], set[bool]] = defaultdict(set)
    seen = 0
    for outcome in play_all(tasks, Place(threads=1)):
        met: set[frozenset[int]] = set()
        for game in outcome.games:
            pair = frozenset((game.white, game.black))
            # OpenGotha's weights may let two meet again.
            if pair not in met:
                results[game.event, pair].add(_first_wins(game))
                seen += 1
            met.add(pair)
    assert all(len(found) == 1 for found in results.values())
    assert len(results) < seen


def test_who_meets_again_plays_a_new_game() -> None:
    fallen: dict[tuple[int, frozenset[int]], list[bool]] = defaultdict(list)
    _, tasks = _set_up(_league("double_elimination", kind=FOUR, events=40))
    for outcome in play_all(tasks, Place(threads=1)):
        for game in outcome.games:
            fallen[game.event, frozenset((game.white, game.black))].append(_first_wins(game))
    again = [games for games in fallen.values() if len(games) > 1]
    assert {len(set(games)) for games in again} == {1, 2}


@pytest.mark.parametrize("key", CONTESTANTS)
def test_nobody_sees_true_strengths(key: str) -> None:
    event = drawn(MASTERS, seed=3, number=1)
    strengths = tuple(reversed(event.entry.true_strengths))
    turned = replace(event, entry=replace(event.entry, strengths=strengths))

    def first_round(field: Event) -> list[tuple[int, int]]:
        games = play_task(_task(field, CONTESTANTS[key])).games
        return [(game.white, game.black) for game in games if game.round == 1]

    assert first_round(event) == first_round(turned)
    assert len(first_round(event)) >= 2


@pytest.mark.parametrize("key", ["mcmahon/miai", "knockout", "round_robin"])
def test_a_field_of_unlike_players_ends_in_the_order_of_strength(key: str) -> None:
    event = drawn(MASTERS, seed=3, number=1)
    strengths = tuple(40.0 * place for place in np.argsort(np.argsort(event.entry.ratings)))
    values = play_task(
        _task(replace(event, entry=replace(event.entry, strengths=strengths)), CONTESTANTS[key])
    ).values
    assert values["strongest_wins"] == 1.0
    assert values["tau_b"] > 0.7
    assert values["played"] == (1.0 if key != "knockout" else pytest.approx(2 * 10 / 90))


def test_a_schedule_takes_part_only_where_the_rounds_are_enough() -> None:
    masters, four = drawn(MASTERS, seed=1, number=0), drawn(FOUR, seed=1, number=0)
    for key in ("round_robin", "knockout", "double_elimination"):
        assert why_not(masters, CONTESTANTS[key]) is None
        assert why_not(replace(four, rounds=1, present=four.present[:1]), CONTESTANTS[key])
    short = replace(masters, rounds=8, present=masters.present[:8])
    reason = why_not(short, CONTESTANTS["round_robin"])
    assert str(reason) == "round robin with 10 players needs 9 rounds, and there are 8"
    assert why_not(short, CONTESTANTS["random"]) is None


def test_contestants_are_compared_with_the_first_event_by_event() -> None:
    league = _league(*KEYS, events=4, models=("kaniuk", "aga"))
    playing, tasks = _set_up(league)
    found = league_result(league, playing, tasks, play_all(tasks, Place(threads=1)))
    (kind,) = found.kinds
    assert [model.model for model in kind.models] == ["kaniuk", "aga"]
    contestants = kind.models[0].contestants
    assert [each.contestant for each in contestants] == list(KEYS)
    first = contestants[0].measures["uneven"]
    assert first.difference is not None
    assert first.difference.value == 0
    for each in contestants:
        uneven = each.measures["uneven"]
        assert uneven.value.low is not None
        assert uneven.value.high is not None
        assert uneven.value.low <= uneven.value.value <= uneven.value.high
        assert uneven.difference is not None
        assert uneven.difference.value == pytest.approx(uneven.value.value - first.value.value)


def test_true_strengths_in_the_field_of_a_file_are_not_its_ratings(tmp_path: Path) -> None:
    file = tmp_path / "event.miai"
    save(file, format_for(file, None).write(riverside()))
    series = Series(name="files", events=2, simulated=2, files=("event.miai",), noise=0.5)
    league = replace(_league("random"), series=(series,))
    playing, _ = _set_up(league, tmp_path)
    first, second = (event.entry for event in playing[0].events)
    assert first.ratings == second.ratings
    assert first.strengths != first.ratings
    assert first.strengths != second.strengths


def test_tau_b_counts_ties_on_neither_side() -> None:
    one, other = np.array([1.0, 2.0, 3.0, 4.0]), np.array([1.0, 3.0, 2.0, 4.0])
    assert tau_b(one, one) == 1.0
    assert tau_b(one, -one) == -1.0
    assert tau_b(one, other) == pytest.approx(4 / 6)
    # Of six pairs one is tied on one side: 4 agree, 1 does not, over the root of 6 times 5.
    assert tau_b(one, np.array([1.0, 3.0, 2.0, 3.0])) == pytest.approx(3 / np.sqrt(30))
    assert tau_b(np.array([1.0, np.nan, 3.0]), np.array([1.0, 9.0, 3.0])) == 1.0
    assert np.isnan(tau_b(np.ones(3), one[:3]))


def test_intervals() -> None:
    assert wilson(0.5, 100) == pytest.approx((0.404, 0.596), abs=0.001)
    assert wilson(1.0, 20)[1] == pytest.approx(1)
    assert 0.8 < wilson(1.0, 20)[0] < 0.9
    values = np.array([1.0, 2.0, 3.0, np.nan])
    found = mean(values, yes_or_no=False)
    assert found is not None
    # Student's 4.303 for three values with a spread of 1.
    assert (found.value, found.events) == (2.0, 3)
    assert found.high == pytest.approx(2 + 4.303 / np.sqrt(3), abs=0.001)
    assert mean(np.array([np.nan]), yes_or_no=False) is None
    alone = mean(np.array([2.0]), yes_or_no=False)
    assert alone is not None
    assert alone.low is None


def test_events_that_all_agree_do_not_prove_that_there_is_no_difference() -> None:
    same = np.array([1.0, 0.0, 1.0, 1.0])
    found = difference(same, same, yes_or_no=True)
    assert found is not None
    assert found.value == 0.0
    assert found.low is not None
    assert found.high is not None
    assert found.low < -0.3
    assert found.high > 0.3


def _written(folder: Path, text: str) -> Path:
    file = folder / "league.toml"
    file.write_text(text, encoding="utf-8")
    return file


GOOD = '[[kinds]]\nname = "weekend"\nevents = 3\n'
OWN = """[[kinds]]
name = "own"
events = 1
players = [8, 9]
rounds = 3
strongest = "5d"
mean = "1d"
spread = 2
"""


HYPOTHESIS = """[[hypotheses]]
kind = "weekend"
measure = "tau_b"
contestant = "mcmahon/kaniuk"
beside = "mcmahon/miai"
margin = 0.005
expected = "alike"
"""


def test_a_file_may_leave_out_all_but_the_kinds(tmp_path: Path) -> None:
    league = read_league(_written(tmp_path, GOOD + OWN + 'weakest = "10k"\n'))
    assert league.contestants == tuple(CONTESTANTS.values())
    assert league.models == ("fitted",)
    assert [(series.name, series.events) for series in league.series] == [("weekend", 3), ("own", 1)]
    own = league.series[1].kind
    assert own is not None
    assert (own.fewest, own.most, own.weakest, own.strongest) == (8, 9, -10, 4)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("seed = x", r"league\.toml: this is not TOML: .*line 1"),
        ("", r"top of the file, key 'kinds': is missing"),
        ("models = ['dice']\n" + GOOD, r"key 'models': must be one or more of .*not \['dice'\]"),
        (
            "contestants = 'mcmahon/dice'\n" + GOOD,
            r"key 'contestants': must be one or more of all, mcmahon/balanced",
        ),
        ("seeds = 1\n" + GOOD, r"key 'seeds': there is no such key"),
        ("output = 3\n" + GOOD, r"key 'output': must be text"),
        (GOOD.replace("3", "0"), r"\[\[kinds\]\] number 1, key 'events': must be a whole number, 1 or more"),
        (GOOD.replace("weekend", "week"), r"number 1, key 'name': 'week' is not one of 'club evening'"),
        ("held_out = 1\n" + GOOD, r"held_out must be another seed than seed"),
        (
            GOOD + HYPOTHESIS.replace("tau_b", "tau"),
            r"\[\[hypotheses\]\] number 1, key 'measure': must be one of",
        ),
        (GOOD + HYPOTHESIS.replace("weekend", "week"), r"number 1: there is no kind 'week'"),
        ("contestants = 'mcmahon/miai'\n" + GOOD + HYPOTHESIS, r"'mcmahon/kaniuk' does not play 'weekend'"),
        (GOOD + "simulated = 2\n", r"key 'simulated': must be a whole number, 3 or more"),
        (GOOD + "like = 'week'\n", r"key 'like': must be one of club evening, weekend, congress"),
        (GOOD + GOOD, r"\[\[kinds\]\]: two kinds have the same name"),
        (GOOD + "files = 'a.xml'\n", r"key 'files': must be names of files"),
        (GOOD + OWN, r"\[\[kinds\]\] number 2, key 'weakest': is missing"),
        (OWN + "weakest = '6d'\n", r"key 'weakest': the weakest grade is above the strongest"),
        (OWN.replace("[8, 9]", "3") + "weakest = '6k'\n", r"3 players are too few for 3 rounds"),
    ],
)
def test_a_mistake_is_told_with_where_it_stands(tmp_path: Path, text: str, sentence: str) -> None:
    with pytest.raises(InputError, match=sentence):
        read_league(_written(tmp_path, text))


def test_a_misspelt_key_of_a_known_kind_is_the_only_thing_complained_of(tmp_path: Path) -> None:
    with pytest.raises(InputError) as told:
        read_league(_written(tmp_path, GOOD + "simulatd = 8\n"))
    (problem,) = told.value.problems
    assert "[[kinds]] number 1, key 'simulatd': there is no such key: " in str(problem)
    for key in ("simulated", "players", "files"):
        assert f" {key}" in str(problem)


def test_hypotheses_are_read_and_their_kinds_are_played_again_with_another_seed(tmp_path: Path) -> None:
    other = GOOD.replace("weekend", "club evening")
    text = "seed = 4\nheld_out = 5\n" + GOOD + "simulated = 8\nreplays = 0.25\n" + other + HYPOTHESIS
    league = read_league(_written(tmp_path, text))
    (hypothesis,) = league.hypotheses
    assert (hypothesis.contestant, hypothesis.margin) == ("mcmahon/kaniuk", 0.005)
    again = league.played[-1]
    assert [series.name for series in league.played] == ["weekend", "club evening", "weekend, held out"]
    assert (again.seed, again.events, again.simulated) == (5, 3, 8)
    assert [each.key for each in again.contestants] == ["mcmahon/miai", "mcmahon/kaniuk"]


def test_contestants_of_the_simulation_play_more_events(tmp_path: Path) -> None:
    text = 'contestants = ["mcmahon/miai", "random"]\n' + GOOD + "simulated = 8\nreplays = 0.25\n"
    playing, tasks = _set_up(read_league(_written(tmp_path, text)))
    numbers = defaultdict(list)
    for task in tasks:
        numbers[task.contestant.key].append(task.number)
    assert numbers == {"mcmahon/miai": list(range(8)), "random": list(range(3))}
    # A quarter of eight events, and one of three.
    again = sorted((task.contestant.key, task.number) for task in tasks if task.replays)
    assert again == [("mcmahon/miai", 0), ("mcmahon/miai", 1), ("random", 0)]
    assert len(playing[0].events) == 8


def test_a_preset_that_weighs_something_else_is_played_again_and_the_others_are_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    part = tmp_path / "league.toml.part"
    _, tasks = _set_up(_league("mcmahon/balanced", "mcmahon/miai", kind=FOUR))
    play_all(tasks, Place(threads=1), kept=played_before(part, tasks))
    assert len(played_before(part, tasks).outcomes) == 4
    weights = {**PRESET_WEIGHTS, "balanced": PRESET_WEIGHTS["equal-scores"]}
    monkeypatch.setattr("miai.domain.settings.preset_weights.PRESET_WEIGHTS", weights)
    weighs.cache_clear()
    kept = played_before(part, tasks)
    weighs.cache_clear()
    assert {tasks[number].contestant.key for number in kept.outcomes} == {"mcmahon/miai"}
    assert len(kept.outcomes) == 2


def test_a_series_without_its_folder_is_left_out_with_a_sentence(tmp_path: Path) -> None:
    text = "contestants = ['random']\n" + GOOD + "folder = 'events'\n" + OWN + "weakest = '6k'\n"
    league = read_league(_written(tmp_path, text))
    playing, tasks = _set_up(league, tmp_path)
    assert {task.series for task in tasks} == {"own"}
    found = league_result(league, playing, tasks, play_all(tasks, Place(threads=1)))
    assert league_lines(found) == ["weekend: is left out, because the folder 'events' is missing"]
    assert [len(kind.models) for kind in found.kinds] == [0, 1]


def test_real_fields_of_a_folder_come_in_turn_and_count_once_each(tmp_path: Path) -> None:
    folder = tmp_path / "events"
    folder.mkdir()
    event = riverside()
    small = replace(event, rounds=(), players=event.players[:3])
    for name, each in (("a", event), ("b", event), ("c", small)):
        file = folder / f"{name}.miai"
        save(file, format_for(file, None).write(each))
    text = "contestants = ['mcmahon/miai', 'random']\n" + GOOD.replace("3", "4") + "folder = 'events'\n"
    league = read_league(_written(tmp_path, text))
    playing, tasks = _set_up(league, tmp_path)
    assert playing[0].fields == 2
    found = league_result(league, playing, tasks, play_all(tasks, Place(threads=1)))
    assert league_lines(found) == [
        "weekend: 1 field is left out: it has fewer than two players for each round"
    ]
    # Four events, two with each of two fields: two independent numbers.
    for row in found.kinds[0].models[0].contestants:
        assert row.measures["strongest_wins"].value.events == 2


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"none\.toml: cannot be read"):
        read_league(tmp_path / "none.toml")
