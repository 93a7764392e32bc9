"""History: who did what, one thing taken back at a time, corrections with their consequences, a look back."""

import re
from dataclasses import replace
from html import unescape

import pytest

from kit.web_site import Site
from miai.desk.live_state import Desk
from miai.domain.log import events
from miai.domain.people.grade import Grade
from miai.domain.rounds.game import Board, Result
from miai.engine.scoring import standings
from miai.features.draw.draw_round import draw_round
from miai.features.players.change_player import change_player, check_in, set_attendance
from miai.features.players.register_player import NEW, register_player
from miai.features.publish.publish_round import publish_round
from miai.features.results.enter_result import Clash, enter_result

PAGE = "/t/demo/history"


def _row(html: str, number: int) -> str:
    found = re.search(rf'<tr id="e{number}".*?</tr>', html, re.DOTALL)
    assert found, f"no entry {number}"
    return unescape(found[0])


def _board(desk: Desk, number: int, table: int) -> Board:
    return next(each for each in desk.state("demo").tournament.round(number).boards if each.table == table)


def _enter(desk: Desk, number: int, table: int, result: Result, *, by: str = "Tomás") -> int:
    return enter_result(desk, "demo", round=number, table=table, result=result, by=by).state.version


def test_somebody_without_a_name_is_shown_by_their_role_in_the_readers_language(
    site: Site, demo_id: str
) -> None:
    entry = _enter(site.desk, 4, 3, Result.JIGO, by="result desk")
    row = _row(site.get(f"/t/{demo_id}/history", **{"Accept-Language": "de"}).text, entry)
    assert "Ergebnistisch" in row
    assert "result desk" not in row


def test_an_entry_says_where_what_and_who(site: Site, demo_id: str) -> None:
    entry = _enter(site.desk, 4, 3, Result.JIGO)
    event = site.desk.state(demo_id).tournament
    board = _board(site.desk, 4, 3)
    row = _row(site.get(PAGE).text, entry)
    assert "Round 4, table 3" in row
    assert f"Jigo: {event.player(board.white).name} and {event.player(board.black).name}" in row
    assert "Tomás" in row


def test_namesakes_are_told_apart_even_in_entries_from_before_the_second_came(
    site: Site, demo_id: str
) -> None:
    """A reader of now would take one for the other."""
    entry = _enter(site.desk, 4, 3, Result.JIGO)
    white = site.desk.state(demo_id).tournament.player(_board(site.desk, 4, 3).white)
    twin = replace(white, id=NEW, grade=Grade.parse("17k"))
    second = register_player(site.desk, "demo", twin, by="director").state
    assert f"{white.name} {white.grade}" in _row(site.get(PAGE).text, entry)
    assert f"Late entry: {white.name} 17k<" in _row(site.get(PAGE).text, second.version)
    new = second.tournament.players[-1].id
    moved = change_player(
        site.desk, "demo", new, lambda old: replace(old, grade=Grade.parse("16k"), club="Lund"), by="director"
    ).state.version
    assert f"{white.name} 17k is 16k, was 17k" in _row(site.get(PAGE).text, moved)


def test_changes_of_players_are_told_with_what_changed(site: Site, demo_id: str) -> None:
    player = site.desk.state(demo_id).tournament.players[0]
    gone = check_in(site.desk, "demo", player.id, here=False, by="director").state.version
    away = set_attendance(site.desk, "demo", player.id, round=5, plays=False, by="director").state.version
    regraded = change_player(
        site.desk, "demo", player.id, lambda old: replace(old, grade=Grade.parse("9k")), by="director"
    ).state.version
    html = site.get(f"{PAGE}?topic=players").text
    assert f"{player.name} is not here" in _row(html, gone)
    assert f"{player.name} misses round 5" in _row(html, away)
    assert f"{player.name} is 9k, was {player.grade}" in _row(html, regraded)


def test_topics_and_authors_can_be_shown_alone(site: Site, demo_id: str) -> None:
    del demo_id
    theirs = _enter(site.desk, 4, 3, Result.JIGO, by="director")
    site.post("/t/demo/results/correct", page=PAGE, confirms=True, round=4, table=4, result="jigo")
    mine = site.desk.state("demo").version
    published = site.get(f"{PAGE}?topic=published").text
    assert "Pairings published" in published
    assert f'id="e{theirs}"' not in published
    own = site.get(f"{PAGE}?topic=mine").text
    assert f'id="e{mine}"' in own
    assert f'id="e{theirs}"' not in own


def test_undo_strikes_one_entry_out_and_redo_brings_it_back(site: Site, demo_id: str) -> None:
    del demo_id
    before = _board(site.desk, 4, 3).result
    entry = _enter(site.desk, 4, 3, Result.JIGO)
    later = _enter(site.desk, 4, 4, Result.JIGO)
    site.post("/t/demo/undo", page=PAGE, confirms=True, number=entry)
    html = site.get(PAGE).text
    assert _board(site.desk, 4, 3).result is before
    assert _board(site.desk, 4, 4).result is Result.JIGO
    assert 'class="undone' in _row(html, entry)
    assert "Redo" in _row(html, entry)
    names = site.desk.state("demo").tournament.names
    board = _board(site.desk, 4, 3)
    what = f"Jigo: {names[board.white]} and {names[board.black]}"
    assert f"Entry {entry} undone: {what}" in unescape(html)
    assert f"Undone at table 3: {what}" in unescape(html)
    assert "Undo" in _row(html, later)
    site.post("/t/demo/redo", page=PAGE, confirms=True, number=entry)
    assert _board(site.desk, 4, 3).result is Result.JIGO


def test_an_entry_on_which_others_rest_cannot_be_undone_and_says_why(site: Site, demo_id: str) -> None:
    version = site.desk.state(demo_id).version
    drawn = next(
        entry.number
        for entry in site.desk.state("demo").history.entries
        if type(entry.event).__name__ == "RoundDrawn"
    )
    answer = site.post("/t/demo/undo", page=PAGE, number=drawn)
    assert answer.status_code == 422
    assert f"Entry {drawn} cannot be undone: round 1 has 12 results of this draw" in answer.text
    assert "Round 1 is not drawn" not in answer.text
    assert site.desk.state("demo").version == version


def test_a_refused_undo_names_the_entry_that_needs_it(site: Site, demo_id: str) -> None:
    """A published draw without results is needed by its publication."""
    last = draw_round(site.desk, demo_id, round=5, by="director").saved.state.version
    shown = publish_round(site.desk, demo_id, round=5, by="director").state.version
    answer = unescape(site.post("/t/demo/undo", page=PAGE, number=last).text)
    assert f"entry {shown} needs it and would have to be undone first" in answer


def test_undo_is_offered_only_where_it_will_work_and_else_says_why_not(site: Site, demo_id: str) -> None:
    entries = site.desk.state(demo_id).history.entries
    drawn = next(entry.number for entry in entries if isinstance(entry.event, events.RoundDrawn))
    row = _row(site.get(f"{PAGE}?before={drawn + 1}").text, drawn)
    assert "Why no undo?" in row
    assert "Undo…" not in row
    assert "<form" not in row
    asked = unescape(site.get(f"{PAGE}?entry={drawn}").text)
    assert f"Entry {drawn} cannot be undone: round 1 has 12 results of this draw" in asked
    assert f'<input type="hidden" name="number" value="{drawn}">' not in asked
    last = draw_round(site.desk, demo_id, round=5, by="director").saved.state.version
    assert "Undo…" in _row(site.get(PAGE).text, last)
    asked = site.get(f"{PAGE}?entry={last}").text
    assert f"Entry {last} cannot be undone" not in asked
    assert f'<input type="hidden" name="number" value="{last}">' in asked


def test_a_refused_result_names_both_and_is_settled_not_undone(site: Site, demo_id: str) -> None:
    del demo_id
    stands = _board(site.desk, 4, 3).result
    other = Result.BLACK_WINS if stands is Result.WHITE_WINS else Result.WHITE_WINS
    with pytest.raises(Clash):
        enter_result(site.desk, "demo", round=4, table=3, result=other, seen=Result.UNKNOWN, by="Tomás")
    row = _row(site.get(PAGE).text, site.desk.state("demo").version)
    assert "Refused: " in row
    assert "result desk had entered: " in row
    assert "Tomás" in row
    assert "to settle" in row
    assert "Undo" not in row


def test_an_earlier_result_shows_what_its_correction_changes_before_it_is_made(
    site: Site, demo_id: str
) -> None:
    before = _board(site.desk, 1, 2)
    assert before.result in (Result.WHITE_WINS, Result.BLACK_WINS)
    entry = next(
        each.number
        for each in site.desk.state(demo_id).history.entries
        if getattr(each.event, "round", None) == 1 and getattr(each.event, "table", None) == 2
    )
    version = site.desk.state("demo").version
    later = site.desk.state("demo").tournament.rounds[1:]
    html = unescape(site.get(f"{PAGE}?entry={entry}").text)
    assert "Correct a result of round 1" in html
    assert "What changes" in html
    assert "Draws it might have changed" in html
    assert "2, 3 and 4" in html
    assert site.desk.state("demo").version == version
    fields = site.form(f"{PAGE}?entry={entry}", "/t/demo/history/correct")
    sent = {name: value[-1] for name, value in fields.items() if name != "csrf"}
    site.post("/t/demo/history/correct", page=PAGE, **sent)
    other = Result.BLACK_WINS if before.result is Result.WHITE_WINS else Result.WHITE_WINS
    assert _board(site.desk, 1, 2).result is other
    assert site.desk.state("demo").tournament.rounds[1:] == later


def test_a_correction_never_overwrites_what_somebody_entered_meanwhile(site: Site, demo_id: str) -> None:
    del demo_id
    seen = _board(site.desk, 1, 2).result
    _enter(site.desk, 1, 2, Result.JIGO)
    other = Result.BLACK_WINS if seen is Result.WHITE_WINS else Result.WHITE_WINS
    answer = site.post(
        "/t/demo/history/correct", page=PAGE, number=1, table=2, result=other.value, seen=seen.value
    )
    assert answer.status_code == 409
    assert "Tomás" in answer.text
    assert _board(site.desk, 1, 2).result is Result.JIGO


def test_a_look_back_shows_the_standings_as_they_were(site: Site, demo_id: str) -> None:
    then = site.desk.state(demo_id)
    first = standings(then.tournament).rows[0].player.name
    for board in then.tournament.round(4).boards:
        _enter(site.desk, 4, board.table, Result.BOTH_LOSE)
    now = site.desk.state("demo").tournament
    assert standings(now).rows != standings(then.tournament).rows
    html = unescape(site.get(f"{PAGE}?at={then.version}").text)
    assert f"As it was after entry {then.version}" in html
    assert first in html
    assert f'id="e{then.version + 1}"' not in html
    whole = unescape(site.get(f"/t/demo/history/then?at={then.version}").text)
    names = [row.player.name for row in standings(then.tournament).rows]
    places = [whole.index(f"{name} <span") for name in names]
    assert places == sorted(places)


def test_moments_that_never_were_are_not_found(site: Site, demo_id: str) -> None:
    del demo_id
    assert site.get("/t/demo/history/then?at=99999").status_code == 404
    assert site.get(f"{PAGE}?at=99999&entry=99999&make=nonsense").status_code == 200


def test_long_histories_come_in_pages(site: Site, demo_id: str) -> None:
    player = site.desk.state(demo_id).tournament.players[0]
    for turn in range(130):
        check_in(site.desk, "demo", player.id, here=bool(turn % 2), by="director")
    html = site.get(PAGE).text
    assert html.count('<tr id="e') == 100
    oldest = site.desk.state("demo").version - 99
    earlier = site.get(f"{PAGE}?before={oldest}").text
    assert f'id="e{oldest - 1}"' in earlier
    assert f'id="e{oldest}"' not in earlier
