"""What holds for every tournament."""

from dataclasses import replace

from hypothesis import given

from kit.strategies import tournaments
from miai.domain.log import events
from miai.domain.log.history import History
from miai.domain.log.reconstruction import events_leading_to
from miai.domain.log.replay import replay
from miai.domain.people.participants import participants
from miai.domain.people.transliteration import ascii_text
from miai.domain.rounds.game import Board
from miai.domain.tournament import Tournament
from miai.engine.scoring import standings
from miai.formats import FORMATS
from miai.formats.opengotha.losses import losses


@given(tournaments())
def test_the_document_gives_back_the_same_tournament(event: Tournament) -> None:
    assert FORMATS["miai"].read(FORMATS["miai"].write(event)).tournament == event


@given(tournaments())
def test_a_tournament_replayed_from_its_events_is_the_one_built_directly(event: Tournament) -> None:
    assert replay(events_leading_to(event)) == event


@given(tournaments())
def test_undo_then_redo_changes_nothing(event: Tournament) -> None:
    log = History.of_tournament(event)
    for entry in log.entries:
        if isinstance(entry.event, events.ResultEntered | events.BonusGiven):
            undone = log.undo(entry.number)
            assert undone.tournament() != event or entry.event in [
                e.event for e in log.entries[: entry.number - 1]
            ]
            assert undone.redo(entry.number).tournament() == event


@given(tournaments())
def test_opengothas_xml_loses_nothing_but_what_is_listed(event: Tournament) -> None:
    form = FORMATS["opengotha"]
    once = form.read(form.write(event))
    held = once.tournament
    assert form.read(form.write(held)).tournament == held
    assert not losses(held, form.read(form.write(held)))
    if not losses(event, once):
        assert [p.name for p in held.players] == [p.name for p in event.players]
        without_komi = (replace(b, komi=None) for drawn in event.rounds for b in drawn.boards)
        assert [b for drawn in held.rounds for b in drawn.boards] == list(without_komi)


@given(tournaments())
def test_result_tables_lose_nothing_but_what_is_listed(event: Tournament) -> None:
    form = FORMATS["h9"]
    if not any(drawn.boards for drawn in event.rounds):
        return
    played = replace(event, settings=replace(event.settings, rounds=event.rounds_played))
    once = form.read(form.write(played))
    lost = losses(played, once)
    for drawn in played.rounds:
        for board in drawn.boards:
            again = [_names(once.tournament, each) for each in once.tournament.round(drawn.number).boards]
            assert _names(played, board) in again or any(
                each.values.get("round") == drawn.number for each in lost
            )


def _names(event: Tournament, board: Board) -> set[str]:
    """The names of two players, whatever their letters and capitals."""
    return {ascii_text(event.player(seat).surname).casefold() for seat in (board.white, board.black)}


@given(tournaments())
def test_places_follow_the_criteria_and_ties_share_them(event: Tournament) -> None:
    table = standings(event)
    keys = [tuple(row.values[key] for key in table.criteria) for row in table.rows]
    assert keys == sorted(keys, reverse=True)
    for line, row in enumerate(table.rows, start=1):
        assert row.place == keys.index(keys[line - 1]) + 1
    assert {row.player.id for row in table.rows} == {player.id for player in participants(event)}


@given(tournaments())
def test_the_order_of_the_file_does_not_matter(event: Tournament) -> None:
    mirrored = standings(replace(event, players=event.players[::-1]), criteria="all")
    twins = {row.player.id: (row.place, row.values) for row in mirrored.rows}
    for row in standings(event, criteria="all").rows:
        assert twins[row.player.id] == (row.place, row.values)
