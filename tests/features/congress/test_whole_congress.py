"""A whole congress through the public functions: every clash was shown, every game and file is complete."""

from itertools import combinations
from pathlib import Path

import pytest

from kit.memory_store import MemoryStore
from kit.simulated_congress import SimulatedCongress, played_by, simulated, starts_and_ends
from miai.desk.live_state import Desk
from miai.domain.people.player import Registration
from miai.engine.scoring import standings
from miai.features.congress.clashes import clashes
from miai.features.congress.matching import match_people
from miai.features.congress.sync_people import behind, bring_up_to_date
from miai.features.congress.timetable import RoundState, table_clashes, timetable
from miai.features.congress.views import person_view
from miai.features.files.export_event import write_event
from miai.features.uploads.check_upload import FEDERATIONS, check_upload
from miai.formats.egd.read import read
from miai.store.database import open_store

# The others are played on small boards, too fast, or by sides, and are not rated.
RATED = ("Main", "Weekend", "Rapid", "Teams")


def _check(congress: SimulatedCongress) -> None:
    _no_clash_that_was_not_shown(congress)
    _games_are_consistent(congress)
    _everybody_is_where_they_should_be(congress)
    _files_are_complete(congress)
    assert all(each.state is RoundState.OVER for each in timetable(*congress.at))
    assert table_clashes(*congress.at) == ()


def _no_clash_that_was_not_shown(congress: SimulatedCongress) -> None:
    times = starts_and_ends(congress.now)
    happened = set()
    for person, games in played_by(congress.now).items():
        for (event, number, _), (other, another, _) in combinations(games, 2):
            first, second = times[event, number], times[other, another]
            if first[0] < second[1] and second[0] < first[1]:
                happened.add((person, frozenset(((event, number), (other, another)))))
    assert happened, "somebody ignored a clash"
    assert happened <= congress.shown
    assert clashes(*congress.at) == ()


def _games_are_consistent(congress: SimulatedCongress) -> None:
    whole = congress.now
    expected = played_by(whole)
    assert len(expected) >= 0.9 * len(whole.entries)
    for person in whole.people:
        view = person_view(*congress.at, person)
        found = []
        for game in view.games:
            assert game.board is not None
            assert game.opponent is not None
            assert game.board.result.known
            found.append((game.round.part.event, game.round.number, game.opponent.id))
        assert sorted(found) == sorted(expected.get(person, []))


def _everybody_is_where_they_should_be(congress: SimulatedCongress) -> None:
    whole = congress.now
    assert len(whole.people) == congress.people + len(congress.late)
    for person in congress.late:
        (entry,) = whole.entries[person]
        late = whole.players[entry.event][entry.player]
        assert not late.attends(1)
        assert late.registration is Registration.FINAL
    assert congress.gone
    for person in congress.gone:
        for entry in whole.entries.get(person, ()):
            player = whole.players[entry.event][entry.player]
            event = whole.events[entry.event].tournament
            played = [drawn.number for drawn in event.rounds if drawn.board_of(player.id)]
            assert all(player.attends(number) for number in played)
    for event_id, state in whole.events.items():
        assert match_people(whole.tournament, event_id, state.tournament) == ()
    assert [each for each in behind(*congress.at) if each.why is None] == []
    before = whole.heads
    bring_up_to_date(*congress.at, by="Anneke")
    assert congress.now.heads == before


def _files_are_complete(congress: SimulatedCongress) -> None:
    for name in congress.events:
        event = congress.event(name)
        table = standings(event)
        assert len(table.rows) == len(event.players)
        if name == "Pair Go":
            continue
        written = read(write_event(congress.desk, congress.events[name], to="h9").data).tournament
        games = sum(len(drawn.boards) for drawn in event.rounds)
        assert sum(len(drawn.boards) for drawn in written.rounds) == games > 0
        assert len(written.rounds) == len(event.rounds)
        played = {
            seat for drawn in event.rounds for board in drawn.boards for seat in (board.white, board.black)
        }
        pins = {event.player(player).egf_pin for player in played}
        assert pins <= {player.egf_pin for player in written.players}
        assert check_upload(event, FEDERATIONS["egd"]).ready == (name in RATED)


def test_a_small_congress_from_check_in_to_final_standings() -> None:
    _check(simulated(Desk(MemoryStore()), 120, whole=False))


@pytest.mark.soak
def test_a_thousand_people_in_eight_events(tmp_path: Path) -> None:
    store = open_store(tmp_path)
    try:
        congress = simulated(Desk(store), 1_000, whole=True)
        assert len(congress.now.events) == 8
        assert max(len(entries) for entries in congress.now.entries.values()) >= 4
        _check(congress)
    finally:
        store.close()
