"""Every form that shows saved values carries them, so that it overwrites nothing that was not seen."""

import re
from collections.abc import Iterator

import pytest

from kit.web_site import Site
from miai.server.rendering import template_files
from miai.server.seen.filled_form import read_form
from miai.server.seen.merge import merge, units_sent

TEMPLATES = template_files()
_FORM = re.compile(r'<form\b[^>]*?method="post".*?</form>', re.DOTALL)
_ACTION = re.compile(r'action="\{\{\s*url\((.*?)\)\s*\}\}([^"]*)"', re.DOTALL)
# Fields that a person fills in or changes; a hidden field and a button only say what an act is about.
_FIELDS = re.compile(
    r"kit\.(field|select|textarea|tick|picks)\(|<(select|textarea)\b"
    r'|<input(?![^>]*type="(hidden|file|submit)")|\{%-? include "[a-z_/]*(fields|plan|members)\.html"'
)
_CARRIES = ("kit.filled(", "kit.mark(")
# Forms that need not carry their values, by template and action, with the reason. A new form is not among
# them: put its fields into `kit.filled`, or add the reason here.
ADDS = "it adds something new"
ACTS = "it acts on what it names, and sets nothing else"
OWN = "only the person themselves have what it sets"
ASKED = "it answers a question about what is shown in it"
EXCEPT: dict[tuple[str, str], str] = {
    ("accounts/accounts.html", "'/accounts/add'"): ADDS,
    ("accounts/join.html", "'/join/' ~ token ~ '/account'"): ADDS,
    ("accounts/members.html", "visit.event_url('members')"): ADDS,
    (
        "consequences/question.html",
        "action",
    ): "it sends the fields of another form again",
    ("congress/congress_events.html", "visit.url('events/add')"): ADDS,
    ("congress/new_congress.html", "'/new/congress'"): ADDS,
    ("players/player_new.html", "visit.url('players/new')"): ADDS,
    ("players/players_import.html", "visit.url('players/import')"): ADDS,
    ("programs/programs.html", "visit.url('publish/api/webhooks')"): ADDS,
    ("programs/tokens.html", "add_at"): ADDS,
    ("results/results.html", "visit.url('results/bonus')"): ADDS,
    ("sign_up/public_sign_up.html", "'/p/' ~ visit.id ~ '/sign-up'"): ADDS,
    ("stages/stage_new.html", "visit.url('stages/add/stage')"): ADDS,
    ("stages/stages_groups.html", "visit.url('stages/add/groups')"): ADDS,
    ("stages/stages_plan.html", "own"): ADDS,
    ("teams/team_new.html", "visit.url('teams/new')"): ADDS,
    ("tournament/new.html", "'/new'"): ADDS,
    ("tournament/new_copy.html", "'/new/copy'"): ADDS,
    ("tournament/new_file.html", "'/new/file'"): ADDS,
    ("congress/check_in.html", "visit.url('check-in/paid')"): ADDS,
    ("congress/person.html", "visit.url('check-in/paid')"): ADDS,
    ("accounts/access.html", "'/access/password'"): OWN,
    ("accounts/account.html", "'/account/password'"): OWN,
    ("accounts/accounts.html", "'/accounts/password'"): OWN,
    ("accounts/sign_in.html", "'/sign-in'"): OWN,
    ("parts/look.html", "'/look'"): OWN,
    ("settings/settings.html", "'/look'"): OWN,
    ("bands/bands.html", "own/build"): ACTS,
    ("bands/bands.html", "own/move"): ACTS,
    ("congress/people.html", "visit.url('players/check-in')"): ACTS,
    ("draw/draw_wishes.html", "visit.url('draw')/volunteer"): ACTS,
    ("hosting/backups.html", "'/backups/restore'"): ACTS,
    ("hosting/repair.html", "'/restore'"): ACTS,
    ("players/field.html", "visit.url('players/across')"): ACTS,
    ("players/field.html", "visit.url('players/bar')"): ACTS,
    ("players/player.html", "own/withdraw"): ACTS,
    ("players/player.html", "visit.url('draw')/volunteer"): ACTS,
    (
        "players/players.html",
        "visit.url('players/attendance') if asked else visit.url('players/check-in')",
    ): ACTS,
    ("results/results.html", "action?seen=unknown"): ACTS,
    ("schedule/schedule.html", "visit.url('schedule/shift')"): ACTS,
    ("sign_up/sign_ups.html", "visit.url('sign-up/decline')"): ACTS,
    ("stages/stage.html", "own/replace"): ACTS,
    ("stages/stage_differs.html", "own/keep"): ACTS,
    ("standings/ask_final.html", "visit.url('standings/reopen')"): ACTS,
    ("standings/standings_whole.html", "visit.url('standings/reopen')"): ACTS,
    ("players/players_update.html", "visit.url('players/update/freeze')"): ACTS,
    ("club_site/club_site_players.html", "visit.url('club-site/players')"): ASKED,
    ("congress/congress_matches.html", "visit.url('events/' ~ event_id ~ '/people')"): ASKED,
    ("history/history.html", "visit.url('history/correct')"): ASKED,
    ("congress/congress_overview.html", "visit.url('events/update')"): ASKED,
    ("draw/draw_elsewhere.html", "visit.url('draw/elsewhere')"): ASKED,
    ("parts/fields_changed.html", "action"): ASKED,
    ("players/players_update.html", "visit.url('players/update')"): ASKED,
    ("schedule/schedule_late.html", "visit.url('schedule/late')"): ASKED,
    ("stages/stage.html", "own/fill"): ASKED,
}


def _forms() -> Iterator[tuple[str, str, str]]:
    """Each form that shows fields: its template, its action and its text."""
    for name, path in TEMPLATES.items():
        for form in _FORM.findall(path.read_text(encoding="utf-8")):
            action = _ACTION.search(form)
            if _FIELDS.search(form):
                yield name, re.sub(r"\s+", " ", "".join(action.groups())) if action else "", form


def test_every_form_of_a_record_carries_the_values_it_was_filled_with() -> None:
    lacking = {
        (name, action) for name, action, form in _forms() if not any(each in form for each in _CARRIES)
    }
    assert sorted(lacking - EXCEPT.keys()) == []
    assert sorted(EXCEPT.keys() - lacking) == []


FORM = """
<input type="hidden" name="seen" value="x"><label for="a">Surname</label>
<input id="a" name="surname" value="Low">
<label>First <input name="first" value="Ada"></label>
<label for="s">Sex</label><select id="s" name="sex"><option value="">not stated</option>
<option value="f" selected>female</option></select><textarea name="note">
one
two</textarea>
<label><input type="checkbox" name="allowed" value="report" checked>Report</label>
<label><input type="checkbox" name="allowed" value="bye">Bye</label>
<label><input type="checkbox" name="list" value="on">Waiting list</label>
<table><tr data-together="First"><td><input name="title" value="Cup"><input name="money" value="9"></td></tr>
<tr data-together="Second"><td><input name="title" value=""><input name="money" value=""></td></tr></table>
"""


def test_the_values_of_a_form_are_read_from_its_fields() -> None:
    form = read_form(FORM)
    assert form.units == {
        "seen": [("seen", "x")],
        "surname": [("surname", "Low")],
        "first": [("first", "Ada")],
        "sex": [("sex", "f")],
        "note": [("note", "one\ntwo")],
        "allowed=report": [("allowed", "report")],
        "allowed=bye": [],
        "list": [],
        "#0": [("title", "Cup"), ("money", "9")],
        "#1": [("title", ""), ("money", "")],
    }
    assert [form.labels[key] for key in ("surname", "first", "sex", "allowed=bye", "list", "#1")] == [
        "Surname", "First", "Sex", "Bye", "Waiting list", "Second",
    ]  # fmt: skip
    assert form.text(form.units["sex"]) == "female"


SENT = [
    ("seen", "x"), ("surname", "Low"), ("first", "Ada"), ("sex", "f"), ("note", "one\r\ntwo"),
    ("allowed", "report"), ("title", "Cup"), ("money", "9"), ("title", ""), ("money", ""),
]  # fmt: skip


def test_a_form_that_nobody_changed_takes_everything_from_the_others() -> None:
    was = read_form(FORM)
    now = read_form(FORM.replace("Low", "High").replace('value="bye"', 'value="bye" checked'))
    merged = merge(was.units, now.units, SENT, ticks=was.ticks)
    assert merged.clashes == []
    assert units_sent(now.units, merged.pairs) == now.units


@pytest.mark.parametrize(
    ("theirs", "mine", "clash"),
    [
        (("Low", "High"), ("surname", "Low", "Hill"), ["surname"]),
        (("Low", "High"), ("surname", "Low", "High"), []),
        (("Low", "High"), ("first", "Ada", "Eva"), []),
        (('value="9"', 'value="8"'), ("title", "Cup", "Book"), ["#0"]),
        ((' value="report" checked', ' value="report"'), ("surname", "Low", "Hill"), []),
    ],
)
def test_only_a_unit_that_two_people_changed_is_asked_about(
    theirs: tuple[str, str], mine: tuple[str, str, str], clash: list[str]
) -> None:
    name, old, new = mine
    sent = [(each, new if (each, value) == (name, old) else value) for each, value in SENT]
    was, now = read_form(FORM), read_form(FORM.replace(*theirs))
    merged = merge(was.units, now.units, sent, ticks=was.ticks)
    assert [each.key for each in merged.clashes] == clash
    assert (name, new) in merged.pairs


def test_a_line_that_two_people_added_stays_twice() -> None:
    sent = [*SENT[:-2], ("title", "Book"), ("money", "5")]
    now = FORM.replace('name="title" value=""', 'name="title" value="Pen"')
    merged = merge(read_form(FORM).units, read_form(now).units, sent)
    assert merged.clashes == []
    assert [value for name, value in merged.pairs if name == "title"] == ["Cup", "Pen", "Book"]


def test_an_unticked_box_is_a_change_and_a_field_that_a_script_removed_is_not() -> None:
    was = read_form(FORM)
    sent = [pair for pair in SENT if pair[0] not in ("allowed", "first")]
    merged = merge(was.units, was.units, sent, ticks=was.ticks)
    assert ("allowed", "report") not in merged.pairs
    assert ("first", "Ada") in merged.pairs


def test_an_odd_hidden_field_is_refused(site: Site, demo_id: str) -> None:
    for odd in ("", "{}", "[]", '{"form": 1}', "x" * 5000):
        answer = site.post(f"/t/{demo_id}/settings/details", page=f"/t/{demo_id}/settings", name="A", was=odd)
        assert answer.status_code == 403
