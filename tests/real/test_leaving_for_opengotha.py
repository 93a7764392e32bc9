"""A director leaves for OpenGotha in the middle of a real event, and comes back."""

from dataclasses import replace
from pathlib import Path

import pytest

from kit.shared_data import files
from miai.domain.people.team import LineUp
from miai.domain.tournament import Tournament
from miai.engine.scoring import standings
from miai.engine.scoring.teams.line_ups import line_up_of
from miai.formats import FORMATS, read_file
from miai.formats.opengotha.fitting import changes
from miai.formats.opengotha.losses import LossKind, losses_by_kind
from oracle.gotha_file import faults

FORM = FORMATS["opengotha"]
XML = [*files("opengotha", "*.xml"), *files("gotha-weights", "*.xml"), *files("teams", "*.xml")]


def halfway(event: Tournament) -> Tournament:
    """The event when half of its rounds were played."""
    half = (event.rounds_played + 1) // 2
    return replace(event, rounds=tuple(drawn for drawn in event.rounds if drawn.number <= half))


def with_every_line_up(event: Tournament) -> Tournament:
    """The event with all line-ups stated: a file does not say which ones were."""
    rounds = range(1, event.settings.rounds + 1)
    teams = tuple(
        replace(
            team,
            line_ups=tuple(
                LineUp(round=number, players=line_up_of(event, team, number)) for number in rounds
            ),
        )
        for team in event.teams
    )
    return replace(event, teams=teams)


@pytest.mark.parametrize("path", XML)
def test_an_event_of_opengotha_goes_back_with_nothing_lost(path: Path) -> None:
    event = halfway(read_file(path).tournament)
    data = FORM.write(event)
    assert faults(data) == []
    assert changes(event) == []
    again = FORM.read(data)
    assert with_every_line_up(again.tournament) == with_every_line_up(event)
    assert losses_by_kind(event, again) == {}
    assert again.notes == ()
    before, after = standings(event), standings(again.tournament)
    assert [(row.place, row.values) for row in before.rows] == [(row.place, row.values) for row in after.rows]


@pytest.mark.parametrize("path", files("h9", "*.h9"))
def test_an_event_from_a_result_table_keeps_its_games_and_players(path: Path) -> None:
    event = replace(halfway(read_file(path).tournament), published_places=())
    data = FORM.write(event)
    assert faults(data) == []
    lost = losses_by_kind(event, FORM.read(data))
    # An event on the internet gave several byes a round; OpenGotha has one.
    games = [str(each) for each in lost.get(LossKind.GAMES, ()) if not str(each).startswith("the bye")]
    assert games == []
    # A club has four letters there.
    assert [str(each) for each in lost.get(LossKind.PLAYERS, ()) if "Club" not in str(each)] == []
