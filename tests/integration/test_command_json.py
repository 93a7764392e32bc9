"""The JSON of every command: scripts depend on it."""

import json
from pathlib import Path
from typing import Any

import pytest
from jsonschema_rs import ValidationError

from kit.command import Run, demand_schema
from kit.json_outline import outline
from kit.places import TESTS
from kit.riverside import RIVERSIDE, riverside
from kit.team_events import team_event
from miai.answers import Study
from miai.formats import FORMATS
from miai.mounts.questions import questions

LIST = "Hoekstra, Wietse\t2107\tFull\t3.25\t8/19/2020\tDULU\tMN\t0.5\t9/1/2019\n"
CONTROL = 'system = "random"\n[[kinds]]\nname = "club evening"\ntournaments = 4\n'
COMMANDS = {
    "standings event.miai": "standings",
    "fees event.miai": "fees",
    "standings teams.miai --teams": "standings-teams",
    "standings teams.miai --individuals": "standings-individuals",
    "teams teams.miai": "teams",
    "bonus event.miai --to Quinn": "bonus",
    "games event.miai": "games",
    "show event.miai": "show",
    "players table.csv": "players",
    "pairings event.miai --round 1": "pairings",
    "pairings event.miai --all": "all-games",
    "withdraw event.miai --player Quinn": "players",
    "convert event.xml out.h9": "convert",
    "validate event.xml --for egd": "validate",
    "formats": "formats",
    "plugins": "plugins",
    "rules event.miai": "rules",
    "new Cup --system aga -o new.miai": "rules",
    "quality event.miai": "quality",
    "rate event.miai": "rate",
    "bands event.miai": "bands",
    "bar event.miai --pairings 20": "bar",
    "forecast event.miai --simulations 20": "forecast",
    "list import list.txt": "list-import",
    "list show": "list-show",
    "list update event.miai": "list-update",
    "list search hoek": "list-search",
    "list check event.miai": "list-check",
    "lab generate -o out.xml --players 8 --rounds 2": "lab-generate",
    "pair event.miai": "pair",
    "pair teams.miai --round 2": "pair",
    "explain event.miai --round 3": "explain",
    "explain event.miai --why-not Hoekstra Takeda": "why-not",
    "weights event.miai": "weights",
    "bracket event.miai --system round_robin": "bracket",
    "standings event.miai --whole": "standings-whole",
    "stage list event.xml": "stage-list",
    "congress create Spring": "congress-create",
    "check": "check",
    "account list": "account-list",
    "audit": "audit",
    "token list": "token-list",
    "token add Site": "token-add",
    "lab report figures --only documents": "lab-report",
}
# Answers that the tests of a feature ask for; each answer of each test is validated.
ELSEWHERE = {
    "congress-clashes": "congress",
    "congress-events": "congress",
    "congress-people": "congress",
    "congress-timetable": "congress",
    "list-published": "lists",
    "signups": "sign_up",
    "verify": "verify",
}
# The keys of studies are in no schema.
STUDY_KEYS = {
    "lab calibrate event.xml": """
        {schema files games players hyperbola hyperbola_of_the_document{A B} regression{slope shodan}
        regression_of_the_document{slope shodan} lambda[{grade gap games won value}] handicaps[{stones
        won games}] observed[{dan expected observed games}] models[{model log_loss{value low high}
        brier{value low high} favourites[{expected observed games}]}]}
    """,
    "lab reproduce --only Bob": """
        {schema seed within share seconds processor_seconds classes[{class cells within share}]
        documents[{document cells within share}] counts[{table class cells within}] joint[]
        cells[{table cell class published printed claim ours error tolerance ok method}]
        not_printed[] not_covered[{what reason}]
        tables[{name seconds processor_seconds}]}
    """,
    "lab probe control.toml --threads 1": """
        {schema file report system model seed points pairings kinds[{name tournaments}] qualities[{key title
        ideal priority}] control[{kind measure mean{value low high} deviation needed worst[]}]}
    """,
}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("MIAI_DATA", str(tmp_path / "data"))
    monkeypatch.chdir(tmp_path)
    Path("event.miai").write_bytes(RIVERSIDE.read_bytes())
    Path("event.xml").write_bytes(FORMATS["opengotha"].write(riverside()))
    teams = team_event({"A": "a1 a2", "B": "b1 b2", "C": "c1 c2"}, "a1+b1 a2?b2", "A-B", resting="C")
    Path("teams.miai").write_bytes(FORMATS["miai"].write(teams))
    Path("list.txt").write_text(LIST, encoding="utf-8")
    Path("table.csv").write_text("Hanne Maes, 5k\nJef Kask, 4q\nIvo Ozols, 1d\n", encoding="utf-8")
    Path("control.toml").write_text(CONTROL, encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize("words", COMMANDS)
def test_an_answer_follows_its_schema(run: Run, folder: Path, words: str) -> None:
    if words.startswith("list "):
        run("list", "import", "list.txt")
    if words.split(maxsplit=1)[0] in {"check", "account", "audit", "token"}:
        run("congress", "create", "Spring")
    status, out, _ = run(*words.split(), "--json")
    # The event does not say its country, which the European Go Database wants.
    assert status == (1 if words.startswith("validate ") else 0)
    demand_schema(json.loads(out))
    assert json.loads(out)["schema"] == questions()[COMMANDS[words]].name


@pytest.mark.parametrize("words", STUDY_KEYS)
def test_the_keys_of_a_study_stay(run: Run, folder: Path, words: str) -> None:
    status, out, _ = run(*words.split(), "--json")
    assert status == 0
    assert outline(json.loads(out)) == " ".join(STUDY_KEYS[words].split())


def test_every_answer_is_asked_for() -> None:
    studies = [question for question, answer in questions().items() if isinstance(answer, Study)]
    assert {*COMMANDS.values(), *ELSEWHERE, *studies} == set(questions())
    for answer, feature in ELSEWHERE.items():
        file = TESTS / "features" / feature / "test_command.py"
        assert "--json" in file.read_text(encoding="utf-8"), answer


def test_an_answer_with_a_key_too_many_or_too_few_is_noticed() -> None:
    answer = {"schema": "miai.convert/1", "from": "h9", "to": "tou", "lost": []}
    demand_schema(answer)
    for wrong in ({**answer, "more": 1}, {**answer, "lost": "nothing"}, {"schema": "miai.convert/1"}):
        with pytest.raises(ValidationError):
            demand_schema(wrong)


def test_players_are_named_by_their_ids(run: Run, folder: Path) -> None:
    players = answer_of(run, "players", "event.xml")["players"]
    ids = {player["player"]: player["surname"] for player in players}
    rows = answer_of(run, "standings", "event.xml")["rows"]
    assert {row["player"]: row["surname"] for row in rows} == ids
    for board in answer_of(run, "pair", "event.xml")["boards"]:
        assert board["white"].startswith(ids[board["white_id"]])
        assert board["black"].startswith(ids[board["black_id"]])


def answer_of(run: Run, *words: str) -> dict[str, Any]:
    answer: dict[str, Any] = json.loads(run(*words, "--json")[1])
    return answer
