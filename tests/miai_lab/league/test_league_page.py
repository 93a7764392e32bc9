"""The page about the league says what its results hold, as its plan asked, and nothing else."""

import copy
import json
import re

from kit.places import DOCS
from kit.stated_figures import unheld
from league_page import RESULTS, TEXT, page_of
from miai_lab.league.config import read_league

EXPLANATION = DOCS / "explanation"


def test_the_page_about_the_league_is_made_of_its_results_alone() -> None:
    data = json.loads(RESULTS.read_text(encoding="utf-8"))
    text = TEXT.read_text(encoding="utf-8")
    page = (EXPLANATION / "league.md").read_text(encoding="utf-8")
    assert page == page_of(text, data), "run: make docs"
    changed = copy.deepcopy(data)
    changed["hypotheses"][0]["verdict"] = "higher"
    assert page != page_of(text, changed)
    # What stands between the braces comes from the results; the rest may say only what they hold.
    assert unheld(re.sub(r"\{\{[^}]*\}\}", " ", text), data) == []


def test_the_league_was_played_as_its_plan_says() -> None:
    data = json.loads(RESULTS.read_text(encoding="utf-8"))
    league = read_league(EXPLANATION / "league.toml")
    assert (data["seed"], data["held_out"], data["models"]) == (league.seed, league.held_out, ["fitted"])
    played = {kind["kind"]: kind for kind in data["kinds"]}
    assert [*played] == [series.name for series in league.series]
    for series in league.series:
        kind = played[series.name]
        assert (kind["events"], kind["simulated"]) == (series.events, series.simulated)
        rows = {row["contestant"]: row["measures"] for row in kind["models"][0]["rows"]}
        assert [*rows] == [each.key for each in league.everybody_in(series)]
        for each in league.everybody_in(series):
            wanted = series.simulated if each.preset else series.events
            assert rows[each.key]["tau_b"]["events"] == (kind["fields"] or wanted)
    asked = [(each.kind, each.measure, each.contestant, each.margin) for each in league.hypotheses]
    assert asked == [
        (each["kind"], each["measure"], each["contestant"], each["margin"]) for each in data["hypotheses"]
    ]


def test_what_the_league_page_says_in_bold_is_confirmed_on_events_held_out() -> None:
    data = json.loads(RESULTS.read_text(encoding="utf-8"))
    text = TEXT.read_text(encoding="utf-8")
    said = text[text.index("## What a director can take from it") : text.index("## How to read the tables")]
    claims = [part for part in said.split("\n\n") if part.startswith("**")]
    assert claims
    for claim in claims:
        numbers = [int(number) for number in re.findall(r"\{\{judged (\d+)\}\}", claim)]
        assert numbers, claim
        assert all(data["hypotheses"][number - 1]["confirmed"] for number in numbers), claim
