"""Every argument of every function of `import miai`, given wrong values, by the documented signatures."""

import inspect
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import miai
from miai import stages
from miai.domain.points import quarters
from miai.engine.pairing.protocol import Constraints

# What is wrong for each kind of argument; every kind refuses what stands for nothing.
NUMBERS: tuple[Any, ...] = ("4", "", "a", [4], {}, {"a": 1}, b"4", float("nan"))
KINDS: Mapping[str, tuple[Any, ...]] = {
    "text": (4, 4.5, True, ["x"], {"a": 1}, b"x"),
    "number": (True, *NUMBERS),
    "whole number": (True, 4.5, *NUMBERS),
    "limited number": (True, 4.5, -(10**30), 10**30, *NUMBERS),
    "round": (True, 4.5, 0, -1, 1000, 10**30, *NUMBERS),
    "yes or no": ("yes", "", 0, 1, [True]),
    "list of texts": ("p1", "", 4, True, {"p1": 1}, [4], [None], ["p1", 4]),
    "list of rounds": (3, "3", True, {3: 3}, ["3"], [0], [1000], [None], [[3]]),
    "list of numbers": (3, "3", {0: 3}, ["3"], [None], [[1.0]], [1, float("nan")]),
    "list of players": ("Anna", 4, {"Anna": 1}, ["Anna"], [None], [("Anna", "3d")]),
    "list of games": ("p1", 4, {1: "p1"}, ["p1"], [("p1",)], [("p1", 2)], [("p1", "p2", "white", "2")],
                      [("p1", "p2", 1)], [("p1", "p2", "white", 100)], [("p1", "p2", "white", 0, 0)]),
    "list of sources": ("a", 4, {"a": 1}, ["a"], [("a", 1)], [("a", "1", 2)], [("a", 0, 1)], [(1, 1, 1)]),
    "results": ("white", 4, ["white", "black"], {"1": "white"}, {1: 4}, {1: None}),
    "rules": ("komi=6", 4, ["komi"], {1: 2}),
    "tournament": ("Cup", 4, True, [], {}, Path("cup.miai")),
    "draw": ("Cup", 4, [("p1", "p2")], {}),
    "path": (4, 4.5, True, ["cup.miai"], {}, b"cup.miai"),
    "criteria": (4, True, {"mms": 1}, ["mms", 4], {"mms", "sos"}),
    "grade": (3, 4.5, True, ["3d"], {}),
    "word": (4, True, ["score"], {}),
    "limits": (4, ["country=FR"], {"country": "FR"}),
    "wishes": ("p1", 4, [("p1", "p2")], {}),
}  # fmt: skip
# "?" marks what may be left out by None.
SIGNATURES: Mapping[str, Mapping[str, str]] = {
    "player": {"first_name": "text", "surname": "text", "grade": "grade", "rating": "number?", "club": "text",
               "country": "text", "id": "text", "absent": "list of rounds"},
    "tournament": {"name": "text", "players": "list of players", "system": "text", "rounds": "round?",
                   "preset": "text?", "criteria": "criteria?", "bar": "grade?", "floor": "grade?",
                   "bye_points": "number?", "absent_points": "number?", "komi": "number?",
                   "team_size": "whole number", "begin": "text", "end": "text", "place": "text",
                   "rules": "rules?"},
    "with_players": {"event": "tournament", "players": "list of players"},
    "with_team": {"event": "tournament", "name": "text", "members": "list of texts"},
    "with_draw": {"event": "tournament", "draw": "draw"},
    "with_results": {"event": "tournament", "round": "round", "results": "results"},
    "with_games": {"event": "tournament", "round": "round", "games": "list of games",
                   "byes": "list of texts"},
    "read": {"path": "path", "lenient": "yes or no"},
    "write": {"tournament": "tournament", "path": "path", "format": "text?"},
    "explain": {"tournament": "tournament", "round": "round", "system": "text?", "preset": "text?",
                "seed": "whole number?"},
    "why_not": {"tournament": "tournament", "one": "text", "other": "text", "round": "round",
                "system": "text?", "preset": "text?", "seed": "whole number?"},
    "rate": {"tournament": "tournament", "system": "text", "class_key": "text?"},
    "quality": {"tournament": "tournament"},
    "forecast": {"tournament": "tournament", "model": "text", "simulations": "limited number?",
                 "seed": "limited number", "limit": "round?", "threads": "limited number", "device": "text"},
    "simulate": {"tournament": "tournament", "count": "limited number", "seed": "limited number",
                 "model": "text", "strengths": "list of numbers?", "threads": "limited number",
                 "device": "text"},
    "pair": {"tournament": "tournament", "round": "round", "system": "text?", "preset": "text?",
             "seed": "whole number", "constraints": "wishes?", "only": "list of texts?",
             "nearest": "yes or no"},
    "standings": {"tournament": "tournament", "after": "whole number?", "criteria": "criteria?",
                  "unplayed": "word?", "among": "limits"},
    "team_standings": {"tournament": "tournament", "after": "whole number?", "criteria": "criteria?"},
    "whole_standings": {"tournament": "tournament"},
    "with_groups": {"event": "tournament", "count": "whole number", "system": "text", "rounds": "round?",
                    "players": "list of texts?"},
    "with_plan": {"event": "tournament", "way": "word", "groups": "whole number?", "each": "whole number?",
                  "rounds": "round?", "places": "whole number?", "third_place": "yes or no", "ties": "word"},
    "with_stage": {"event": "tournament", "name": "text", "sources": "list of sources", "system": "text",
                   "rounds": "round?", "phase": "limited number?", "carry_over": "word", "losers": "word",
                   "ties": "word"},
    "with_play_off": {"event": "tournament", "stage": "text", "players": "list of texts", "name": "text"},
    "with_stage_filled": {"event": "tournament", "stage": "text", "decisions": "wishes",
                          "as_they_are": "yes or no"},
    "with_stage_event": {"event": "tournament", "stage": "text", "changed": "tournament"},
    "with_losers_settled": {"event": "tournament", "stage": "text", "after": "round"},
    "games_of": {"event": "tournament", "player": "text?"},
    "match": {"costs": "matrix", "scale": "number?", "forbidden": "matrix?", "alone": "matrix?"},
}  # fmt: skip
ARGUMENTS = [
    (function, argument, kind)
    for function, kinds in SIGNATURES.items()
    for argument, kind in kinds.items()
    if not kind.startswith("matrix")
]


def public(name: str) -> Any:
    """What the library has under a name."""
    return getattr(stages if name in stages.__all__ else miai, name)


@cache
def good() -> Mapping[str, dict[str, Any]]:
    """A call of each function that works."""
    grades = ("3d", "2d", "1d", "1k", "2k", "3k")
    players = tuple(miai.player("P", f"Q{grade}", grade=grade, id=grade) for grade in grades)
    fresh = miai.tournament("Cup", rounds=4, players=players)
    draw = miai.pair(fresh, round=1)
    event = miai.with_results(miai.with_draw(fresh, draw), 1, {1: "white", 2: "black", 3: "jigo"})
    for_teams = miai.tournament("Teams", players=players, team_size=3)
    teams = miai.with_team(miai.with_team(for_teams, "A", grades[::2]), "B", grades[1::2])
    groups = stages.with_groups(fresh, 2)
    over = miai.tournament("Blitz", rounds=1, players=players[:2])
    over = miai.with_games(over, 1, [("3d", "2d", "white", 0)])
    over = stages.with_stage(over, "Final", sources=[("", 1, 1)])
    cup = stages.with_stage(fresh, "Cup", sources=[("", 1, 6)], losers="join main")
    filled = stages.with_stage_filled(cup, "cup", as_they_are=True)
    stage = filled.stage("cup").event  # type: ignore[arg-type]
    stage = miai.with_draw(stage, miai.pair(stage, round=1))
    stage = miai.with_results(stage, 1, {1: "white", 2: "white"})
    return {
        "player": {"first_name": "Anna", "surname": "Example", "grade": "3d"},
        "tournament": {"name": "Cup"},
        "with_players": {"event": fresh, "players": []},
        "with_team": {"event": for_teams, "name": "A", "members": grades[:3]},
        "with_draw": {"event": fresh, "draw": draw},
        "with_results": {"event": event, "round": 1, "results": {1: "black"}},
        "with_games": {"event": event, "round": 2, "games": [("3d", "2d", "white", 0)], "byes": ["1k"]},
        "read": {"path": miai.__file__.replace("__init__.py", "demo.miai")},
        "write": {"tournament": event, "path": "cup.miai"},
        "explain": {"tournament": event, "round": 1},
        "why_not": {"tournament": event, "one": "3d", "other": "2d", "round": 2},
        "rate": {"tournament": event, "class_key": "A"},
        "quality": {"tournament": event},
        "forecast": {"tournament": event, "simulations": 2},
        "simulate": {"tournament": event, "count": 2},
        "pair": {"tournament": event, "round": 2},
        "standings": {"tournament": event},
        "team_standings": {"tournament": teams},
        "whole_standings": {"tournament": groups},
        "with_groups": {"event": fresh, "count": 2},
        "with_plan": {"event": fresh, "way": "groups"},
        "with_stage": {"event": groups, "name": "Final", "sources": [("group-a", 1, 1)]},
        "with_stage_filled": {"event": cup, "stage": "cup", "as_they_are": True},
        "with_play_off": {"event": over, "stage": "final", "players": [each.id for each in over.players[:2]]},
        "with_stage_event": {"event": filled, "stage": "cup", "changed": stage},
        "games_of": {"event": over},
        "with_losers_settled": {
            "event": stages.with_stage_event(filled, "cup", stage),
            "stage": "cup",
            "after": 1,
        },
        "match": {"costs": [[0, 1], [1, 0]]},
    }


def refusal(function: str, **arguments: Any) -> str:
    """What is said where an argument replaces the good one."""
    with pytest.raises(miai.InputError) as refused:
        public(function)(**{**good()[function], **arguments})
    return str(refused.value)


def test_the_table_knows_every_argument_of_every_function() -> None:
    functions = {name: public(name) for name in (*miai.__all__, *stages.__all__)}
    signatures = {
        name: set(inspect.signature(function).parameters) - {"details"}
        for name, function in functions.items()
        if inspect.isfunction(function)
    }
    assert {name: set(kinds) for name, kinds in SIGNATURES.items()} == signatures


@pytest.mark.parametrize("function", SIGNATURES)
def test_the_calls_that_are_spoiled_below_work(
    function: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert public(function)(**good()[function]) is not None


@pytest.mark.parametrize(("function", "argument", "kind"), ARGUMENTS)
def test_a_value_of_a_wrong_type_is_refused_with_the_name_of_its_argument(
    function: str, argument: str, kind: str
) -> None:
    wrong = KINDS[kind.removesuffix("?")]
    for value in (*wrong, *(() if kind.endswith("?") else (None,)), object()):
        said = refusal(function, **{argument: value})
        assert "\n" not in said
        assert said.startswith((f"{argument}: ", f"{argument}[")), (value, said)


@pytest.mark.parametrize(
    ("function", "arguments", "sentence"),
    [
        ("tournament", {"rounds": "4"}, "rounds: '4' is not a whole number"),
        ("tournament", {"rounds": 0}, "rounds: 0 is not between 1 and 999"),
        ("player", {"absent": 3}, "absent: 3 is not a list"),
        ("player", {"absent": [1, "2"]}, "absent[1]: '2' is not a whole number"),
        ("pair", {"seed": "a"}, "seed: 'a' is not a whole number"),
        ("with_results", {"results": ["white"]}, "results: ['white'] is not a dict"),
        ("with_results", {"results": {2: 1}}, "results[2]: 1 is not a text or a result"),
        ("simulate", {"strengths": ["strong"]}, "strengths[0]: 'strong' is not a number"),
        ("with_games", {"games": [("3d",)]},
         "games[0]: ('3d',) is not a tuple of 2, a tuple of 3 or a tuple of 4"),
        ("with_draw", {"draw": None}, "draw: None is not a draw (miai.pair makes one)"),
        ("standings", {"tournament": "cup.miai"},
         "tournament: 'cup.miai' is not a tournament (make one with miai.tournament or miai.read)"),
        ("standings", {"after": "1", "criteria": 4},
         "after: '1' is not a whole number; criteria: 4 is not a list or a text"),
        ("with_stage", {"carry_over": "all"},
         "carry_over: 'all' is not possible: nothing, score or mutual"),
        ("with_stage", {"losers": "stay"}, "losers: 'stay' is not possible: leave or join main"),
        ("tournament", {"name": "A\0B"}, "name: 'A\ufffdB' has a character in it that is no text: delete it"),
    ],
)  # fmt: skip
def test_the_sentence_says_what_is_expected(function: str, arguments: Any, sentence: str) -> None:
    assert refusal(function, **arguments) == sentence


@pytest.mark.parametrize(
    ("function", "argument", "sentence"),
    [
        ("tournament", "system", "'nonsense' is not a system: mcmahon, swiss, "),
        ("tournament", "preset", "'nonsense' is not a preset: balanced, "),
        ("with_groups", "system", "'nonsense' is not a system: mcmahon, swiss, "),
        ("with_stage", "system", "'nonsense' is not a system: mcmahon, swiss, "),
        ("pair", "system", "'nonsense' is not a system: mcmahon, swiss, "),
        ("pair", "preset", "'nonsense' is not a preset: balanced, "),
        ("rate", "system", "'nonsense' is not a rating system: egf, "),
        ("rate", "class_key", "'nonsense' is not a tournament class: A, B, C or D"),
        ("forecast", "model", "'nonsense' is not a win model: "),
        ("simulate", "device", "'nonsense' is not a device: auto, cpu or gpu"),
        ("standings", "unplayed", "'nonsense' is not a rule for unplayed rounds: zero, "),
        ("standings", "criteria", "'nonsense' is not a criterion: "),
        ("write", "format", "'nonsense' is not a format: miai, "),
        ("with_stage_filled", "stage", "there is no stage 'nonsense'"),
    ],
)
def test_an_unknown_word_is_answered_with_those_that_there_are(
    function: str, argument: str, sentence: str
) -> None:
    assert refusal(function, **{argument: "nonsense"}).startswith(sentence)


def test_a_call_with_too_few_or_too_many_arguments_is_told_so_by_python() -> None:
    with pytest.raises(TypeError, match=r"pair\(\) missing 1 required keyword-only argument: 'round'"):
        miai.pair(good()["pair"]["tournament"])  # type: ignore[call-arg]
    with pytest.raises(TypeError, match=r"quality\(\) got an unexpected keyword argument 'rounds'"):
        miai.quality(good()["pair"]["tournament"], rounds=3)  # type: ignore[call-arg]


def test_numbers_of_numpy_and_generators_are_welcome() -> None:
    event = good()["pair"]["tournament"]
    assert miai.pair(event, round=np.int64(2)) == miai.pair(event, round=2)  # type: ignore[arg-type]
    strengths = [3.0, 2.0, 1.0, 0.0, -1.0, -2.0]
    by_list = miai.simulate(event, count=3, strengths=strengths)
    by_array = miai.simulate(event, count=3, strengths=np.array(strengths))  # type: ignore[arg-type]
    assert (by_list.scores == by_array.scores).all()
    rating: Any = np.float32(2300)
    made = miai.player("Anna", "Example", grade="3d", rating=rating, absent=(n for n in (1, 2)))
    assert (made.rating, made.absent_rounds) == (2300, frozenset((1, 2)))
    assert type(made.rating) is float


def test_points_and_money_of_a_player_are_given_as_people_state_them() -> None:
    made = miai.player("Anna", "Example", grade="3d", start=2, correction=-0.5, fee=30, paid="12.50")
    assert (made.start, made.correction, made.fee, made.paid) == (quarters(2), quarters(-0.5), 3000, 1250)


def test_wishes_are_given_as_constraints() -> None:
    event = good()["pair"]["tournament"]
    white, black = event.players[0].id, event.players[5].id
    draw = miai.pair(event, round=2, constraints=Constraints(forced=((white, black),)))
    assert (white, black) in [(board.white.id, board.black.id) for board in draw.boards]
