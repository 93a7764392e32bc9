"""Opening tournaments, copying, importing and exporting them, and changing their rules."""

from dataclasses import replace
from typing import Any

import pytest

from kit.console import Console, console, console_of
from miai.domain.import_notes import import_notes
from miai.domain.money import cents
from miai.domain.people.grade import Grade
from miai.domain.people.player import Registration
from miai.domain.rounds.game import Result
from miai.domain.settings.prizes import Prize
from miai.domain.settings.scoring_rules import Scoring
from miai.errors import InputError
from miai.features.congress.set_up import create_congress
from miai.features.draw.draw_round import draw_round
from miai.features.fees.charge_fees import record_payment
from miai.features.files.export_event import export_event
from miai.features.files.import_event import import_event
from miai.features.settings.change_settings import change_settings
from miai.features.tournament.change_details import change_details
from miai.features.tournament.create_tournament import copy_tournament, create_tournament, delete_tournament


def test_a_name_is_enough_to_open_a_tournament_and_draw_it() -> None:
    hall = console("Ada 3d, Bo 1k, Cy 2k, Di 9k")
    assert len(hall.draw(1).boards) == 2
    assert hall.event.settings.criteria[0] == "mms"


@pytest.mark.parametrize(
    ("wrong", "complaint"),
    [
        ({"name": " "}, "needs a name"),
        ({"name": "Cup", "begin": "2026-05-03", "end": "2026-05-01"}, "last day is before the first"),
        ({"name": "Cup", "rounds": 0}, "at least one round"),
        ({"name": "Cup", "system": "lottery"}, "'lottery' is not a system"),
        ({"name": "Cup", "preset": "luck"}, "'luck' is not a preset"),
    ],
)
def test_what_cannot_be_is_refused_in_one_sentence(wrong: dict[str, Any], complaint: str) -> None:
    hall = Console()
    with pytest.raises(InputError, match=complaint):
        create_tournament(hall.desk, by="Anneke", **wrong)
    assert hall.store.tournaments() == ()


@pytest.mark.parametrize(
    "system", ["swiss", "round_robin", "split_and_cycle", "knockout", "double_elimination"]
)
def test_every_system_starts_with_criteria_that_fit_it(system: str) -> None:
    hall = console("Ada, Bo, Cy, Di", system=system)
    assert hall.event.settings.criteria[0] in ("nbw", "cps")
    assert hall.draw(1).boards


def test_a_copy_has_the_rules_and_if_wanted_the_players_but_no_games() -> None:
    hall = console("Ada 3d, Bo 1k")
    hall.draw(1)
    bare = copy_tournament(hall.desk, hall.id, name="Autumn Cup", by="Anneke")
    full = copy_tournament(hall.desk, hall.id, name="Winter Cup", with_players=True, by="Anneke")
    assert bare.tournament.settings == full.tournament.settings == hall.event.settings
    assert bare.tournament.players == ()
    assert [p.surname for p in full.tournament.players] == ["Ada", "Bo"]
    assert all(p.registration is Registration.PRELIMINARY for p in full.tournament.players)
    assert full.tournament.rounds == ()


def test_a_copy_forgets_what_was_paid_for_the_earlier_event() -> None:
    hall = console("Ada 3d")
    record_payment(*hall.at, hall.who("Ada"), cents(20), by="Anneke")
    (ada,) = copy_tournament(
        hall.desk, hall.id, name="Cup", with_players=True, by="Anneke"
    ).tournament.players
    assert ada.paid == cents(0)


def test_a_copy_of_a_congress_is_a_congress() -> None:
    hall = console("Ada 3d")
    summer = create_congress(hall.desk, name="Summer", country="NL", by="Anneke")
    copied = copy_tournament(hall.desk, summer.id, name="Winter", by="Anneke").tournament
    assert (copied.is_congress, copied.country) == (True, "NL")


def test_a_document_comes_back_with_its_whole_history() -> None:
    hall = console("Ada 3d, Bo 1k")
    hall.draw(1)
    hall.result(1, 1, Result.JIGO, by="Tomás")
    written = export_event(*hall.at)
    elsewhere = Console()
    imported = import_event(elsewhere.desk, written.data)
    assert imported.state.history == hall.desk.state(hall.id).history
    assert written.lost == ()


def test_another_program_s_file_comes_in_under_the_name_of_the_file_if_it_has_none() -> None:
    hall = console_of("A+B C-D")
    written = export_event(*hall.at, to="h9")
    imported = import_event(hall.desk, written.data, file_name="club-night.h9")
    assert (imported.format, imported.state.tournament.name) == ("h9", "club-night")
    assert imported.state.tournament.round(1).boards[0].result is Result.WHITE_WINS


def test_an_export_says_what_the_format_cannot_hold_and_nothing_else() -> None:
    hall = console("Ada 3d, Bo 1k")
    change_settings(*hall.at, replace(hall.event.settings, prizes=(Prize(title="First"),)), by="Anneke")
    lost = export_event(*hall.at, to="opengotha").lost
    assert any("Prizes: First (becomes none)" in str(each) for each in lost)
    plain = console("Ada 3d, Bo 1k")
    assert not [
        each for each in export_event(*plain.at, to="opengotha").lost if "prize" in str(each).casefold()
    ]
    with pytest.raises(InputError, match="'pdf' is not a format"):
        export_event(*hall.at, to="pdf")


def test_details_that_are_not_given_stay() -> None:
    hall = console(place="Lyon")
    change_details(*hall.at, name="Summer Cup", by="Anneke")
    assert (hall.event.name, hall.event.place) == ("Summer Cup", "Lyon")
    assert change_details(*hall.at, place="Lyon", by="Anneke").entries == ()


def test_rules_may_change_but_not_below_what_is_drawn() -> None:
    hall = console("Ada, Bo, Cy, Di", rounds=4)
    hall.draw(1)
    hall.play(1)
    hall.draw(2)
    with pytest.raises(InputError, match="round 2 is drawn: there cannot be only 1"):
        change_settings(*hall.at, replace(hall.event.settings, rounds=1), by="Anneke")
    upside_down = Scoring(bar=Grade.parse("5k"), floor=Grade.parse("1k"))
    with pytest.raises(InputError, match="the floor is above the bar"):
        change_settings(*hall.at, replace(hall.event.settings, scoring=upside_down), by="Anneke")
    change_settings(*hall.at, replace(hall.event.settings, rounds=2), by="Anneke")
    assert hall.event.settings.rounds == 2


def test_a_deleted_tournament_is_gone() -> None:
    hall = console("Ada")
    delete_tournament(*hall.at)
    with pytest.raises(InputError, match="there is no tournament"):
        hall.desk.state(hall.id)


@pytest.mark.parametrize(
    ("rounds", "preset", "said"),
    [
        (1, "gotha", "the next round is drawn by OpenGotha’s rules, as OpenGotha would draw it"),
        (0, "balanced", "the next round is drawn by other rules than OpenGotha’s: Balanced"),
    ],
)
def test_an_event_of_opengotha_goes_on_by_its_rules_and_says_so(rounds: int, preset: str, said: str) -> None:
    hall = console("Ada 3d, Bo 1k, Cy 2k, Di 9k")
    for number in range(1, rounds + 1):
        hall.draw(number)
        hall.play(number)
    data = export_event(*hall.at, to="opengotha").data
    imported = import_event(hall.desk, data)
    assert str(imported.drawn_by) == said
    assert import_notes(hall.desk.state(imported.state.id).tournament)[-1] == said
    assert imported.state.tournament.settings.preset == preset
    made = draw_round(hall.desk, imported.state.id, round=rounds + 1, by="Anneke")
    assert made.draw.preset == preset


def test_the_notes_of_an_import_stay_with_the_tournament_and_go_into_no_other_file() -> None:
    hall = console("Ada 3d, Bo 1k")
    data = export_event(*hall.at, to="opengotha").data
    event = import_event(hall.desk, data, say=lambda message: f"noted: {message}").state
    notes = import_notes(event.tournament)
    assert notes
    assert all(note.startswith("noted: ") for note in notes)
    again = import_event(hall.desk, export_event(hall.desk, event.id, to="miai").data).state
    assert import_notes(again.tournament) == notes
    written = export_event(hall.desk, event.id, to="opengotha")
    assert b"noted: " not in written.data
    assert not any(
        "import-note" in str(message) for lost in written.lost_by_kind.values() for message in lost
    )


def test_a_document_goes_on_by_its_own_rules() -> None:
    hall = console("Ada 3d, Bo 1k", preset="miai")
    imported = import_event(hall.desk, export_event(*hall.at, to="miai").data)
    assert (imported.drawn_by, imported.state.tournament.settings.preset) == (None, "miai")
