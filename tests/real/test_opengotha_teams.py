"""What OpenGotha computes for real team events: every criterion, place and match of every round."""

import json
from pathlib import Path
from typing import Any

import pytest

import miai
from kit.shared_data import DATA, files
from miai.domain.tournament import Tournament
from miai.engine.scoring.teams.matches import TeamMatch, matches_of
from miai.formats import FORMATS

# The files lie beside what OpenGotha computes from them, or among the other events.
EXPECTED = files("teams", "*.teams.json")


def _file_of(expected: Path) -> Path:
    name = f"{expected.name.removesuffix('.teams.json')}.xml"
    return next(path for path in (DATA / "teams" / name, DATA / "opengotha" / name) if path.exists())


def _differences(event: Tournament, expected: dict[str, Any]) -> list[Any]:
    return [
        (number, *both)
        for number, rows in expected["rounds"].items()
        for both in (
            (_rows(event, int(number), expected), rows),
            (_matches(event, int(number)), sorted(expected["matches"].get(number, []))),
        )
        if both[0] != both[1]
    ]


def _rows(event: Tournament, number: int, expected: dict[str, Any]) -> list[list[Any]]:
    """Place, team and all values of every line, on the scale of the file."""
    table = miai.team_standings(event, after=number, criteria="all")
    scale = expected["scale"]
    return [
        [row.place, row.team.name, *(row.values[key.lower()] * scale[key] for key in expected["columns"])]
        for row in table.rows
    ]


def _matches(event: Tournament, number: int) -> list[list[Any]]:
    return sorted(_match(event, match) for match in matches_of(event, number))


def _match(event: Tournament, played: TeamMatch) -> list[Any]:
    names = event.names
    return [
        *(event.team(side).name for side in (played.match.white, played.match.black)),
        *(points / 4 for points in (played.white_team_points, played.black_team_points)),
        [
            [each.number, *(names[seat] if seat else "" for seat in (each.white, each.black)), each.text]
            for each in played.boards
            if each.white or each.black
        ],
    ]


@pytest.mark.parametrize("path", EXPECTED)
def test_every_criterion_place_and_match_equals_opengothas_in_every_round(path: Path) -> None:
    expected = json.loads(path.read_text())
    event = miai.read(_file_of(path))
    rules = event.settings.teams
    assert rules.size == expected["teamSize"]
    assert [key.upper() for key in rules.criteria] == expected["criteria"]
    assert {team.name: team.number for team in event.teams} == expected["numbers"]
    # A player in several teams: which of them counts is chance in OpenGotha.
    if "note" not in expected:
        assert _differences(event, expected) == []


@pytest.mark.parametrize("path", EXPECTED)
def test_written_again_and_read_back_the_event_is_the_same(path: Path) -> None:
    event, form = miai.read(_file_of(path)), FORMATS["opengotha"]
    assert form.read(form.write(event)).tournament == event
