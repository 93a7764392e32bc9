"""The pages of a congress: people, check-in, events, timetable, clashes, and what the public sees."""

import re
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from kit.congress_hall import BY, Hall
from kit.web_site import Site
from miai.desk.live_state import Desk, stage_address
from miai.domain.money import cents
from miai.domain.people.grade import Grade
from miai.domain.people.player import Player, Registration
from miai.domain.rounds.game import Result
from miai.domain.table_numbers import TableRange, Tables
from miai.features.congress.clashes import clashes
from miai.features.congress.enter_events import enter_side
from miai.features.congress.set_up import set_room, set_tables
from miai.features.congress.timetable import timetable
from miai.features.players.change_player import check_in
from miai.features.players.register_player import NEW, register_player
from miai.features.publish.publish_round import publish_round, publish_standings
from miai.features.results.enter_result import enter_result
from miai.features.schedule.plan_schedule import RoundTime, set_schedule
from miai.features.settings.change_settings import change_rules
from miai.features.stages.groups import open_groups
from miai.features.tournament.create_tournament import create_tournament

PEOPLE = "Ada 3d, Bo 1k, Cy 2k, Di 3k"


@pytest.fixture
def hall(desk: Desk) -> Hall:
    """Four people who are not here yet, Main for all of them and Rapid for two, at the same hour today."""
    hall = Hall(store=desk.store)
    for each in PEOPLE.split(", "):
        name, _, grade = each.partition(" ")
        hall.person(name, grade, registration=Registration.PRELIMINARY)
    main, rapid = hall.open("Main", rounds=2), hall.open("Rapid", rounds=2)
    for name in ("Ada", "Bo", "Cy", "Di"):
        hall.enter(name, main)
    for name in ("Ada", "Bo"):
        hall.enter(name, rapid)
    at(hall, main, 1, hours=1)
    at(hall, rapid, 1, hours=1.5)
    change_rules(hall.desk, hall.id, {"fees.usual": cents(20), "fees.currency": "EUR"}, by=BY)
    change_rules(hall.desk, rapid, {"fees.usual": cents(5)}, by=BY)
    return hall


@pytest.fixture
def at_desk(hall: Hall) -> Site:
    """The director's browser."""
    return Site(hall.desk)


def at(hall: Hall, event: str, number: int, *, hours: float) -> None:
    """Let a round start so many hours from now."""
    starts = datetime.now(UTC) + timedelta(hours=hours)
    set_schedule(hall.desk, event, times={number: RoundTime(starts=starts, minutes=60)}, by=BY)


def events_of(hall: Hall) -> tuple[str, str]:
    """The ids of Main and Rapid."""
    main, rapid = (each.event for each in hall.whole.tournament.congress.events)
    return main, rapid


def test_every_page_of_a_congress_opens(hall: Hall, at_desk: Site) -> None:
    base = f"/t/{hall.id}"
    ada = hall.who("Ada")
    pages = [
        base, f"{base}/players", f"{base}/players/{ada}", f"{base}/players/new", f"{base}/players/import",
        f"{base}/players/lists", f"{base}/players/update", f"{base}/check-in", f"{base}/check-in?q=ad",
        f"{base}/events", f"{base}/timetable", f"{base}/timetable/print", f"{base}/clashes", f"{base}/fees",
        f"{base}/history", f"{base}/history?at=3", f"{base}/history?entry=2", f"{base}/settings",
        f"/p/{hall.id}", f"/p/{hall.id}/me", f"/p/{hall.id}/schedule",
        f"/p/{hall.id}/wall", f"/new?congress={hall.id}", "/new/congress", "/",
    ]  # fmt: skip
    assert {page: at_desk.get(page).status_code for page in pages} == dict.fromkeys(pages, 200)


def test_a_page_about_rounds_leads_to_the_events(hall: Hall, at_desk: Site) -> None:
    for page in ("draw", "results", "standings", "schedule", "prizes", "print", "publish", "teams"):
        answer = at_desk.get(f"/t/{hall.id}/{page}")
        assert answer.status_code == 404, page
        assert f'href="/t/{hall.id}/events"' in answer.text, page
        assert "it has people and events, and no rounds of its own" in answer.text


def test_a_page_of_a_congress_is_none_of_a_tournament(at_desk: Site, hall: Hall) -> None:
    main, _ = events_of(hall)
    for page in ("check-in", "events", "timetable", "clashes"):
        assert at_desk.get(f"/t/{main}/{page}").status_code == 404
    assert "not a congress" in at_desk.get(f"/t/{main}/timetable").text


def test_the_rail_has_the_pages_of_a_congress_and_of_an_event_the_way_back(hall: Hall, at_desk: Site) -> None:
    rail = re.findall(r'data-go="(\w)"', at_desk.get(f"/t/{hall.id}").text)
    assert rail == ["o", "p", "c", "e", "t", "w", "m", "h"]
    main, _ = events_of(hall)
    assert f'href="/t/{hall.id}"' in at_desk.get(f"/t/{main}").text


def test_a_new_congress_goes_on_to_its_events(site: Site) -> None:
    answer = site.post("/new/congress", name="Winter Congress", place="Arden", begin="2026-12-27", end="")
    where = answer.headers["location"]
    assert where.endswith("/events")
    assert "No events yet" in site.get(where).text
    assert site.post("/new/congress", name=" ").status_code == 422


def test_the_list_of_tournaments_shows_events_below_their_congress(hall: Hall, at_desk: Site) -> None:
    page = at_desk.get("/").text
    names = re.findall(r'<tr( class="inside")?><td class="name"><a href="[^"]+">([^<]+)</a>', page)
    assert names == [("", "Summer Congress"), (' class="inside"', "Main"), (' class="inside"', "Rapid")]


def test_checking_in_at_the_desk_checks_in_at_all_events_and_says_what_is_to_pay(
    hall: Hall, at_desk: Site
) -> None:
    main, rapid = events_of(hall)
    ada = hall.who("Ada")
    desk = f"/t/{hall.id}/check-in"
    at_desk.post(f"{desk}/take", page=desk, player=ada, here="true")
    for event in (hall.id, main, rapid):
        assert hall.player(event, "Ada").registration is Registration.FINAL
    assert hall.player(main, "Bo").registration is Registration.PRELIMINARY
    page = at_desk.get(desk).text
    assert "Ada is here and plays in Main and Rapid. To pay: 25.00 EUR" in page
    assert "1 of 4 people are here" in page


def test_a_payment_at_the_desk_is_what_was_received_or_all_that_is_open(hall: Hall, at_desk: Site) -> None:
    ada, desk = hall.who("Ada"), f"/t/{hall.id}/check-in"
    at_desk.post(f"{desk}/paid", page=desk, player=ada, received="10")
    assert hall.player(hall.id, "Ada").paid == cents(10)
    at_desk.post(f"{desk}/paid", page=desk, player=ada)
    assert hall.player(hall.id, "Ada").paid == cents(25)
    assert at_desk.post(f"{desk}/paid", page=desk, player=ada, received="-5").status_code == 422


def test_somebody_who_is_not_here_after_all_is_not_here_in_any_event(hall: Hall, at_desk: Site) -> None:
    ada, desk = hall.who("Ada"), f"/t/{hall.id}/check-in"
    main, _ = events_of(hall)
    at_desk.post(f"{desk}/take", page=desk, player=ada, here="true")
    at_desk.post(f"{desk}/away", page=desk, player=ada)
    assert hall.player(main, "Ada").registration is Registration.PRELIMINARY


def test_the_list_of_people_checks_in_several_and_shows_who_owes(hall: Hall, at_desk: Site) -> None:
    people = f"/t/{hall.id}/players"
    main, _ = events_of(hall)
    both = [hall.who("Cy"), hall.who("Di")]
    at_desk.post(f"{people}/check-in-several", page=people, who=both, here="ticked")
    assert {each.surname for each in hall.event(main).players if each.registration is Registration.FINAL} == {
        "Cy", "Di",
    }  # fmt: skip
    shown = at_desk.get(f"{people}?show=here").text
    assert re.findall(r'data-player="(\w+)"', shown) == both
    assert at_desk.get(f"{people}?show=open&sort=open").text.count("data-player=") == 4


def test_ticking_events_on_a_persons_page_enters_and_unticking_leaves(hall: Hall, at_desk: Site) -> None:
    main, rapid = events_of(hall)
    cy = hall.who("Cy")
    page = f"/t/{hall.id}/players/{cy}"
    form = at_desk.form(page, f"{page}/events")
    assert (form["events"], form["seen"]) == ([main], [main])
    at_desk.post(f"{page}/events", page=page, seen=main, events=[rapid])
    assert {entry.event for entry in hall.whole.entries[cy]} == {rapid}
    assert "Cy" not in {each.surname for each in hall.event(main).players}
    assert "Cy" in {each.surname for each in hall.event(rapid).players}


def test_whoever_withdrew_from_an_event_is_not_ticked_there_and_can_play_again(
    hall: Hall, at_desk: Site
) -> None:
    main, _rapid = events_of(hall)
    desk = f"/t/{hall.id}/check-in"
    for name in ("Ada", "Bo", "Cy", "Di"):
        at_desk.post(f"{desk}/take", page=desk, player=hall.who(name), here="true")
    hall.draw(main, 1)
    cy = hall.who("Cy")
    page = f"/t/{hall.id}/players/{cy}"
    at_desk.post(f"{page}/events", page=page, seen=main, events=[])
    assert not hall.player(main, "Cy").attends(2)
    form = at_desk.form(page, f"{page}/events")
    assert (form.get("events", []), form["seen"]) == ([], [""])
    shown = at_desk.get(page).text
    assert "withdrawn" in shown
    # They have played, so that they stay on the list.
    assert "Remove from the list" not in shown
    at_desk.post(f"{desk}/away", page=desk, player=cy)
    at_desk.post(f"{desk}/take", page=desk, player=cy, here="true")
    assert "Cy is here, entered in no event" in at_desk.get(desk).text
    at_desk.post(f"{page}/events", page=page, seen="", events=[main])
    assert hall.player(main, "Cy").attends(2)
    assert at_desk.form(page, f"{page}/events")["events"] == [main]


def test_an_entry_made_at_another_desk_meanwhile_stays(hall: Hall, at_desk: Site) -> None:
    main, rapid = events_of(hall)
    cy = hall.who("Cy")
    page = f"/t/{hall.id}/players/{cy}"
    hall.enter("Cy", rapid)
    at_desk.post(f"{page}/events", page=page, seen=main, events=[main])
    assert {entry.event for entry in hall.whole.entries[cy]} == {main, rapid}


def test_a_changed_grade_goes_to_events_that_have_not_begun_and_the_answer_says_where_not(
    hall: Hall, at_desk: Site
) -> None:
    main, rapid = events_of(hall)
    hall.draw(rapid, 1)
    page = f"/t/{hall.id}/players/{hall.who('Ada')}"
    form = at_desk.form(page, f"{page}/change") | {"grade": ["4d"]}
    form.pop("csrf")
    at_desk.post(f"{page}/change", page=page, **form)
    assert hall.player(main, "Ada").grade == Grade.parse("4d")
    assert hall.player(rapid, "Ada").grade == Grade.parse("3d")
    assert "Ada saved, also in Main. Not in all events: Rapid has begun" in at_desk.get(page).text


def test_a_persons_page_lists_the_games_of_all_events(hall: Hall, at_desk: Site) -> None:
    main, _ = events_of(hall)
    hall.draw(main, 1)
    board = next(
        board
        for board in hall.event(main).round(1).boards
        if hall.player(main, "Ada").id in (board.white, board.black)
    )
    result = Result.WHITE_WINS if board.white == hall.player(main, "Ada").id else Result.BLACK_WINS
    enter_result(hall.desk, main, round=1, table=board.table, result=result, by=BY)
    page = at_desk.get(f"/t/{hall.id}/players/{hall.who('Ada')}").text
    games = page.partition('class="table person-games"')[2].partition("</table>")[0]
    assert games.count("<tr>") == 1 + 4
    assert "won" in games
    assert "not drawn yet" in games


def test_room_tables_and_order_of_events_are_set_on_one_page(hall: Hall, at_desk: Site) -> None:
    main, rapid = events_of(hall)
    page = f"/t/{hall.id}/events"
    at_desk.post(f"{page}/change", page=page, event=main, room="Hall A", tables="1-120", left_out="13")
    at_desk.post(f"{page}/move", page=page, down=main)
    congress = hall.whole.tournament.congress
    assert [(each.event, each.room) for each in congress.events] == [(rapid, ""), (main, "Hall A")]
    tables = hall.event(main).settings.tables
    assert [str(each) for each in (*tables.ranges, *tables.left_out)] == ["1-120", "13"]
    at_desk.post(f"{page}/change", page=page, event=main, room="Hall A", tables="", left_out="")
    assert not hall.event(main).settings.tables.ranges


def test_adding_an_event_asks_about_people_in_doubt(hall: Hall, at_desk: Site) -> None:
    cup = create_tournament(hall.desk, name="Cup", by=BY).id
    for name, grade in (("Ada", "5k"), ("Ed", "7k")):
        register_player(hall.desk, cup, Player(id=NEW, surname=name, grade=Grade.parse(grade)), by=BY)
    page = f"/t/{hall.id}/events"
    answer = at_desk.post(f"{page}/add", page=page, event=cup, room="Hall B")
    asking = answer.headers["location"]
    assert asking == f"{page}/{cup}/people"
    assert "Is Ada (5k) the same person as Ada (3d)?" in at_desk.get(asking).text
    key = next(iter(name for name in at_desk.form(asking, asking) if name.startswith("who-")))
    answers: dict[str, Any] = {key: "new"}
    at_desk.post(asking, page=asking, **answers)
    assert sorted(each.name for each in hall.whole.tournament.players).count("Ada") == 2
    assert "Ed" in {each.surname for each in hall.whole.tournament.players}
    assert "Everybody is on the list" in at_desk.get(asking).text


def test_a_new_event_is_created_within_its_congress(hall: Hall, at_desk: Site) -> None:
    page = f"/new?congress={hall.id}"
    form = at_desk.form(page, "/new") | {"name": ["Blitz"]}
    form.pop("csrf")
    answer = at_desk.post("/new", page=page, **form)
    assert answer.headers["location"] == f"/t/{hall.id}/events"
    assert "Blitz" in at_desk.get(answer.headers["location"]).text


def test_the_timetable_marks_clashes_and_the_clash_is_solved_on_its_page(hall: Hall, at_desk: Site) -> None:
    main, _ = events_of(hall)
    set_room(hall.desk, hall.id, main, "Hall A", by=BY)
    page = at_desk.get(f"/t/{hall.id}/timetable").text
    assert page.count("2 people clash") == 2
    assert "Hall A" in page
    clash = clashes(hall.desk, hall.id)[0]
    at_desk.post(
        f"/t/{hall.id}/clashes/absent",
        page=f"/t/{hall.id}/clashes",
        event=clash.first.round.part.id,
        number=clash.first.round.number,
        players=[clash.first.player],
    )
    assert at_desk.get(f"/t/{hall.id}/timetable").text.count("1 person clashes") == 2


def test_a_person_in_three_events_at_once_is_one_person_who_clashes(hall: Hall, at_desk: Site) -> None:
    main, rapid = events_of(hall)
    blitz = hall.open("Blitz", rounds=1)
    both = sorted({clash.person.name for clash in clashes(hall.desk, hall.id)})
    for name in both:
        hall.enter(name.split()[0], blitz)
    at(hall, blitz, 1, hours=3)
    at(hall, main, 1, hours=3)
    at(hall, rapid, 1, hours=3)
    assert len(clashes(hall.desk, hall.id)) == 3 * len(both)
    page = at_desk.get(f"/t/{hall.id}/timetable").text
    assert page.count(f"{len(both)} people clash") == 3
    for event in (main, rapid, blitz):
        hall.draw(event, 1)
    assert f"{len(both)} people are paired in two events at once" in at_desk.get(f"/t/{hall.id}").text


def test_all_people_of_a_drawn_round_are_marked_absent_in_the_other_one_at_once(
    hall: Hall, at_desk: Site
) -> None:
    _main, rapid = events_of(hall)
    hall.draw(rapid, 1)
    shown = at_desk.get(f"/t/{hall.id}/clashes").text
    assert "All absent in Main, round 1" in shown
    assert "All absent in Rapid, round 1" not in shown
    assert "Ada is paired in Rapid, round 1, and expected in Main, round 1, at the same time" in shown


def test_rounds_of_groups_are_named_after_their_event_too(hall: Hall, at_desk: Site) -> None:
    masters = hall.open("Masters", rounds=3)
    for name in ("Ada", "Bo", "Cy", "Di"):
        hall.enter(name, masters)
    players = [player.id for player in hall.event(masters).players]
    open_groups(hall.desk, masters, count=2, players=players, by=BY)
    rounds = timetable(hall.desk, hall.id)
    names = {each.part.name for each in rounds if each.part.event == masters}
    # The event itself has no rounds: they are played in the groups.
    assert names == {"Masters, Group A", "Masters, Group B"}
    card = at_desk.get(f"/t/{hall.id}").text.partition("Masters</a>")[2][:200]
    assert "round 1 not drawn" in card
    # The public sees a group as soon as something of it is published.
    public = at_desk.get(f"/p/{hall.id}").text
    assert 'id="event-3">Masters<' in public
    assert 'id="event-4"' not in public


def test_stages_follow_the_tables_of_their_event_unless_they_have_their_own(hall: Hall) -> None:
    main, _rapid = events_of(hall)
    players = [player.id for player in hall.event(main).players]
    open_groups(hall.desk, main, count=2, players=players, by=BY)
    first, second = (stage_address(main, stage.id) for stage in hall.event(main).stages)
    own = Tables(ranges=(TableRange(5, 8),))
    change_rules(hall.desk, second, {"tables.ranges": own.ranges}, by=BY)
    new = Tables(ranges=(TableRange(41, 60),))
    set_tables(hall.desk, hall.id, main, new, by=BY)
    tables = [hall.event(each).settings.tables for each in (main, first, second)]
    assert tables == [new, new, own]


def test_a_persons_page_names_the_side_they_play_in(hall: Hall, at_desk: Site) -> None:
    pairs = hall.open("Pair Go", rounds=1, people=2)
    ada, bo = hall.who("Ada"), hall.who("Bo")
    enter_side(hall.desk, hall.id, pairs, [ada, bo], by=BY)
    page = at_desk.get(f"/t/{hall.id}/players/{ada}").text
    games = page.partition('id="games"')[2].partition("</table>")[0]
    (side,) = hall.event(pairs).players
    assert side.name in games


def test_the_draw_page_shows_before_the_draw_who_plays_elsewhere(hall: Hall, at_desk: Site) -> None:
    main, rapid = events_of(hall)
    hall.draw(main, 1)
    draw = f"/t/{rapid}/draw"
    page = at_desk.get(draw).text
    assert "2 players of this round are needed elsewhere at that hour." in page
    assert "Ada is paired in Main, round 1, at this hour" in page
    form = at_desk.form(draw, f"/t/{rapid}/draw/elsewhere")
    form.pop("csrf")
    at_desk.post(f"/t/{rapid}/draw/elsewhere", page=draw, **form)
    assert all(1 in player.absent_rounds for player in hall.event(rapid).players)
    assert "needed elsewhere" not in at_desk.get(draw).text


def test_the_players_page_of_an_event_says_who_is_entered_only_there(hall: Hall, at_desk: Site) -> None:
    main, _ = events_of(hall)
    register_player(hall.desk, main, Player(id=NEW, surname="Ed", grade=Grade.parse("7k")), by=BY)
    page = at_desk.get(f"/t/{main}/players").text
    assert "1 player is entered only here." in page
    assert f'href="/t/{hall.id}/events/{main}/people"' in page


def test_the_overview_says_what_to_do_next(hall: Hall, at_desk: Site) -> None:
    main, rapid = events_of(hall)
    page = at_desk.get(f"/t/{hall.id}").text
    for words in ("Main, round 1, is not drawn yet", "2 clashes are to come", "4 people are not here"):
        assert words in page
    hall.draw(main, 1)
    assert "Main, round 1, is drawn and not published" in at_desk.get(f"/t/{hall.id}").text
    del rapid


def test_events_that_are_behind_are_brought_up_to_date_from_the_overview(hall: Hall, at_desk: Site) -> None:
    main, rapid = events_of(hall)
    check_in(hall.desk, hall.id, hall.who("Cy"), by=BY)
    page = f"/t/{hall.id}"
    assert "Cy is here, but not checked in at Main" in at_desk.get(page).text
    form = at_desk.form(page, f"{page}/events/update")
    at_desk.post(f"{page}/events/update", page=page, keys=form["keys"])
    assert hall.player(main, "Cy").registration is Registration.FINAL
    assert "differ from the list" not in at_desk.get(page).text
    del rapid


def test_fees_are_those_of_the_congress_and_of_the_events(hall: Hall, at_desk: Site) -> None:
    page = f"/t/{hall.id}/fees"
    assert "Open: 90.00 EUR." in at_desk.get(page).text
    at_desk.post(f"{page}/paid", page=page, player=hall.who("Ada"))
    assert hall.player(hall.id, "Ada").paid == cents(25)
    assert "Open: 65.00 EUR." in at_desk.get(page).text
    assert "Ada" in at_desk.get(f"{page}/file").text


def test_the_public_sees_what_is_published_and_nothing_else(hall: Hall, at_desk: Site) -> None:
    main, _ = events_of(hall)
    hall.draw(main, 1)
    public = f"/p/{hall.id}"
    phone = at_desk.browser(base_url="http://hall.example")
    assert "Pairings of round 1" not in phone.get(public).text
    ada = hall.who("Ada")
    assert phone.get(f"{public}/player/{ada}").status_code == 404
    publish_round(hall.desk, main, round=1, by=BY)
    assert "Pairings of round 1" in phone.get(public).text
    games = phone.get(f"{public}/player/{ada}").text
    assert "Main, round 1" in games
    assert "table " in games
    assert "not published yet" in games
    assert re.findall(r'class="name"\s+href="[^"]+">(\w+)<', phone.get(f"{public}/me?find=ad").text) == [
        "Ada"
    ]
    publish_standings(hall.desk, main, after=0, by=BY)
    assert f'href="/p/{main}/standings"' in phone.get(public).text


def test_the_timetable_is_a_calendar_file_for_all_and_for_one_person(hall: Hall, at_desk: Site) -> None:
    main, _ = events_of(hall)
    whole = at_desk.get(f"/p/{hall.id}/timetable.ics")
    assert whole.headers["content-type"].startswith("text/calendar")
    assert whole.text.count("BEGIN:VEVENT") == 2
    hall.draw(main, 1)
    publish_round(hall.desk, main, round=1, by=BY)
    own = at_desk.get(f"/p/{hall.id}/player/{hall.who('Cy')}/timetable.ics").text
    assert own.count("BEGIN:VEVENT") == 1
    assert "SUMMARY:Main\\, round 1" in own


def test_the_projector_rotates_over_the_events_with_their_rooms(hall: Hall, at_desk: Site) -> None:
    main, rapid = events_of(hall)
    set_room(hall.desk, hall.id, main, "Hall A", by=BY)
    for event in (main, rapid):
        hall.draw(event, 1)
        publish_round(hall.desk, event, round=1, by=BY)
    page = at_desk.get(f"/p/{hall.id}/wall").text
    slides = re.findall(r'data-page="([^"]+)"( hidden)?', page)
    assert [label.partition(",")[0] for label, _ in slides[:2]] == ["Main", "Rapid"]
    assert [bool(hidden) for _, hidden in slides[:2]] == [False, True]
    assert "Hall A" in page
