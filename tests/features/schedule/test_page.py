"""The schedule page: all rounds typed once, rows, the clock of a round, and what players see."""

import re
from datetime import datetime, timedelta
from html import unescape
from typing import Any

import pytest

from kit.web_site import Site
from miai.features.draw.draw_round import draw_round
from miai.features.publish.publish_round import publish_round
from miai.features.schedule.set_clock import ClockState, clock_of, read_clock

PAGE = "/t/demo/schedule"
ALL: dict[str, Any] = {
    "from_round": "1",
    "starts": "2030-11-16T10:00",
    "between": "3:00",
    "basic_minutes": "60",
    "overtime": "byo-yomi",
    "byo_yomi_periods": "5",
    "byo_yomi_seconds": "20",
}


def _set_all(site: Site, **other: str) -> None:
    assert site.post(f"{PAGE}/all", page=PAGE, **{**ALL, **other}).status_code == 303


def _typed(site: Site) -> list[str]:
    return re.findall(r'name="starts-\d+" value="([^"]*)"', site.get(PAGE).text)


def _text(html: str) -> str:
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", html)).split())


def test_all_rounds_are_typed_once(site: Site, demo_id: str) -> None:
    _set_all(site)
    assert _typed(site) == [f"2030-11-16T{hour}:00" for hour in (10, 13, 16, 19, 22)]
    clock = site.desk.state(demo_id).tournament.settings.clock
    assert (clock.byo_yomi_periods, clock.byo_yomi_seconds) == (5, 20)
    said = _text(site.get(PAGE).text)
    assert said.count("60 min + 5 × 20 s over by about") == 5
    assert "over by about 12:30" in said


def test_one_undo_on_the_toast_takes_back_times_and_rules(site: Site, demo_id: str) -> None:
    old = site.desk.state(demo_id).tournament
    answer = site.post(f"{PAGE}/all", page=PAGE, enhanced=True, **ALL).json()
    numbers = dict(re.findall(r'name="(number|last)"\s+value="(\d+)"', answer["toast"]))
    site.post("/t/demo/undo", page=PAGE, **numbers)
    now = site.desk.state("demo").tournament
    assert (now.clocks, now.settings) == (old.clocks, old.settings)


def test_only_the_row_that_was_changed_is_saved(site: Site, demo_id: str) -> None:
    _set_all(site)
    opened = {name: values[0] for name, values in site.form(PAGE, PAGE).items() if name != "csrf"}
    # Meanwhile another director moves round 4.
    site.post(f"{PAGE}/shift", page=PAGE, from_round=4, minutes=10)
    lunch = opened | {"starts-2": "2030-11-16T14:00", "minutes-2": "45"}
    assert site.post(PAGE, page=PAGE, **lunch).status_code == 303
    assert [each[-5:] for each in _typed(site)] == ["10:00", "14:00", "16:00", "19:10", "22:10"]
    assert clock_of(site.desk.state(demo_id).tournament, 2).minutes == 90


def test_a_shift_says_which_rounds_it_moved_and_leaves_later_days_unless_ticked(
    site: Site, demo_id: str
) -> None:
    del demo_id
    _set_all(site, between="7:00")
    fields: dict[str, Any] = {"from_round": 1, "minutes": 10}
    answer = site.post(f"{PAGE}/shift", page=PAGE, enhanced=True, **fields).json()
    assert "Rounds 1 and 2 start 10 min later; rounds 3, 4 and 5 of later days stay as they are" in unescape(
        answer["toast"]
    )
    assert [each[8:] for each in _typed(site)[:3]] == ["16T10:10", "16T17:10", "17T00:00"]
    answer = site.post(f"{PAGE}/shift", page=PAGE, enhanced=True, later_days="on", **fields).json()
    assert "Rounds 1, 2, 3, 4 and 5 start 10 min later" in unescape(answer["toast"])


def test_a_round_before_its_time_is_warned_about_in_its_row(site: Site, demo_id: str) -> None:
    del demo_id
    _set_all(site)
    opened = {name: values[0] for name, values in site.form(PAGE, PAGE).items() if name != "csrf"}
    site.post(PAGE, page=PAGE, **(opened | {"starts-3": "2030-11-16T14:00"}))
    html = site.get(PAGE).text
    row = html.partition('id="round-3"')[2].partition("</tr>")[0]
    assert "Starts before round 2 is expected to be over." in _text(row)
    assert html.count("is expected to be over") == 1


def test_a_start_that_is_days_away_is_given_in_days(site: Site, demo_id: str) -> None:
    del demo_id
    later = datetime.now().astimezone() + timedelta(days=2, hours=3, minutes=20)
    _set_all(site, starts=later.isoformat(timespec="seconds"))
    assert "2 days, 3 hours" in _text(site.get(PAGE).text)


def test_a_row_can_be_emptied(site: Site, demo_id: str) -> None:
    del demo_id
    _set_all(site)
    opened = {name: values[0] for name, values in site.form(PAGE, PAGE).items() if name != "csrf"}
    site.post(PAGE, page=PAGE, **(opened | {"starts-3": ""}))
    assert _typed(site)[2] == ""


def test_the_clock_of_a_round_is_started_paused_resumed_and_switched_off(site: Site, demo_id: str) -> None:
    for action, state in (
        ("now", ClockState.RUNNING),
        ("pause", ClockState.PAUSED),
        ("resume", ClockState.RUNNING),
        ("off", ClockState.UNSET),
    ):
        assert site.post(f"{PAGE}/clock", page=PAGE, do=f"{action}:5").status_code == 303
        assert read_clock(clock_of(site.desk.state(demo_id).tournament, 5)).state is state


@pytest.mark.parametrize(
    ("path", "fields", "words"),
    [
        ("all", ALL | {"starts": "soon"}, "Say when round 1 starts."),
        ("all", ALL | {"between": "a while"}, "Say how long it is from one round to the next"),
        ("all", ALL | {"byo_yomi_periods": "many"}, "is not a whole number"),
        ("", {"starts-1": "2030-11-16T10:00", "minutes-1": "long"}, "say how many minutes of main time"),
        ("clock", {"do": "now:77"}, "There is no round 77"),
        ("clock", {"do": "fly:1"}, "is nothing a clock can do"),
        ("shift", {"from_round": "1", "minutes": "0"}, "Say by how many minutes"),
    ],
)
def test_what_cannot_be_read_is_refused(
    site: Site, demo_id: str, path: str, fields: dict[str, Any], words: str
) -> None:
    version = site.desk.state(demo_id).version
    answer = site.post(f"{PAGE}/{path}".rstrip("/"), page=PAGE, **fields)
    assert answer.status_code == 422
    assert words in unescape(answer.text)
    assert site.desk.state("demo").version == version


@pytest.mark.parametrize(
    ("typed", "hour"), [("2:45", "12:45"), ("2h45", "12:45"), ("165", "12:45"), ("3h", "13:00")]
)
def test_the_time_between_rounds_is_typed_as_people_write_it(
    site: Site, demo_id: str, typed: str, hour: str
) -> None:
    del demo_id
    _set_all(site, between=typed)
    assert _typed(site)[1] == f"2030-11-16T{hour}"


def test_players_read_the_schedule_on_their_phones(site: Site, demo_id: str) -> None:
    del demo_id
    assert "No times are set yet." in site.get("/p/demo/schedule").text
    _set_all(site)
    said = _text(site.get("/p/demo/schedule").text)
    assert "Saturday 16 November" in said
    assert "13:00 Round 2 60 min + 5 × 20 s, over by about 15:30" in said
    assert 'href="/p/demo/schedule"' in site.get("/p/demo").text


def test_the_overview_leads_to_the_schedule(site: Site, demo_id: str) -> None:
    del demo_id
    assert f'href="{PAGE}"' in site.get("/t/demo").text.partition('id="plan"')[2].partition("</h2>")[0]


def test_after_the_main_time_every_clock_shows_the_overtime(site: Site, demo_id: str) -> None:
    draw_round(site.desk, demo_id, round=5, by="director")
    publish_round(site.desk, demo_id, round=5, by="director")
    began = datetime.now().astimezone() - timedelta(minutes=125)
    _set_all(site, from_round="5", starts=began.isoformat(timespec="seconds"))
    for path in ("/p/demo", PAGE, "/p/demo/wall"):
        html = site.get(path).text
        assert re.search(r">\+0[45]:\d\d</time>", html), path
        assert re.search(r'data-when="running"\s*hidden', html), path
        assert not re.search(r'data-when="overtime"\s*hidden', html), path
    assert "main time is over, overtime 5 × 20 s" in unescape(site.get("/p/demo/wall").text)
