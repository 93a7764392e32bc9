"""People of a congress are entered once, and play in many events."""

from dataclasses import replace

import pytest

from kit.congress_hall import BY, congress
from miai.desk.entry_once import entry_once
from miai.domain.log import events
from miai.domain.people.grade import Grade
from miai.domain.people.player import Player, PlayerId, Registration
from miai.domain.rounds.round import Round
from miai.domain.settings.event_settings import Settings
from miai.domain.stages import Losers, StageId, StagePlan
from miai.domain.tournament import Tournament
from miai.errors import InputError
from miai.features.congress.check_in import check_in
from miai.features.congress.enter_events import enter, enter_side, enter_team, remove_person
from miai.features.congress.find_congress import congress_of, congresses
from miai.features.congress.matching import Recognised, match_people
from miai.features.congress.person import has_left
from miai.features.congress.set_up import (
    add_event,
    create_congress,
    create_event,
    order_events,
    remove_event,
    set_room,
)
from miai.features.congress.sync_people import BehindKind, behind, bring_up_to_date, change_person
from miai.features.history.undo import undo
from miai.features.players.change_player import change_player, remove_player
from miai.features.players.register_player import NEW, register_player
from miai.features.tournament.create_tournament import create_tournament


def test_a_person_has_the_same_id_in_every_event() -> None:
    hall = congress("Ada 3d, Bo 1k")
    main, rapid = hall.open("Main"), hall.open("Rapid")
    hall.enter("Bo", main, rapid)
    assert hall.player(main, "Bo").id == hall.player(rapid, "Bo").id == hall.who("Bo")
    assert [entry.event for entry in hall.whole.entries[hall.who("Bo")]] == [main, rapid]


def test_an_id_that_is_taken_in_the_event_is_replaced_by_another() -> None:
    hall = congress("Ada 3d, Bo 1k")
    main = hall.open("Main")
    register_player(hall.desk, main, Player(id=NEW, surname="Cy", grade=Grade.parse("2d")), by=BY)
    hall.enter("Ada", main)
    assert hall.player(main, "Cy").id == hall.who("Ada")
    assert hall.player(main, "Ada").id != hall.who("Ada")
    assert hall.whole.persons[main, hall.player(main, "Ada").id] == (hall.who("Ada"),)


def test_to_enter_again_changes_nothing() -> None:
    hall = congress("Ada 3d")
    main = hall.open("Main")
    hall.enter("Ada", main)
    before = hall.whole.heads
    hall.enter("Ada", main)
    assert hall.whole.heads == before


def test_somebody_who_was_entered_in_the_event_itself_is_not_entered_twice() -> None:
    hall = congress("Ada 3d")
    main = hall.open("Main")
    register_player(hall.desk, main, Player(id=NEW, surname="Ada", grade=Grade.parse("3d")), by=BY)
    hall.enter("Ada", main)
    assert len(hall.event(main).players) == 1


def test_a_late_entry_starts_in_the_round_that_is_drawn_next() -> None:
    hall = congress("Ada 3d, Bo 1k, Cy 2k")
    main = hall.open("Main")
    hall.enter("Ada", main)
    hall.enter("Bo", main)
    hall.draw(main, 1)
    entered = hall.enter("Cy", main)
    assert [entry.event for entry in entered.late] == [main]
    assert (hall.player(main, "Cy").attends(1), hall.player(main, "Cy").attends(2)) == (False, True)


def test_who_is_in_no_draw_is_removed_and_who_is_in_one_withdraws() -> None:
    hall = congress("Ada 3d, Bo 1k")
    main, rapid = hall.open("Main"), hall.open("Rapid")
    hall.enter("Ada", main, rapid)
    hall.enter("Bo", main)
    hall.draw(main, 1)
    left = hall.leave("Ada", main, rapid)
    assert (left.removed, left.withdrawn) == ((rapid,), (main,))
    assert hall.event(rapid).players == ()
    assert (hall.player(main, "Ada").attends(1), hall.player(main, "Ada").attends(2)) == (True, False)
    # The games played stay with the person.
    assert [entry.event for entry in hall.whole.entries[hall.who("Ada")]] == [main]
    hall.enter("Ada", main)
    assert hall.player(main, "Ada").attends(2)


def test_nobody_leaves_an_event_that_they_do_not_play_in() -> None:
    hall = congress("Ada 3d")
    main = hall.open("Main")
    with pytest.raises(InputError, match="Ada does not play in Main"):
        hall.leave("Ada", main)


def test_a_person_who_plays_somewhere_stays_on_the_list() -> None:
    hall = congress("Ada 3d, Bo 1k")
    hall.enter("Ada", hall.open("Main"))
    with pytest.raises(InputError, match="Ada plays in Main: let them leave there first"):
        remove_person(*hall.at, hall.who("Ada"), by=BY)
    remove_person(*hall.at, hall.who("Bo"), by=BY)
    assert [each.surname for each in hall.whole.tournament.players] == ["Ada"]


def test_people_of_a_side_are_connected_with_it() -> None:
    hall = congress("Ada 3d, Bo 1k")
    pairs = hall.open("Pair Go", people=2)
    with pytest.raises(InputError, match="in Pair Go people play together as one side: enter the side"):
        hall.enter("Ada", pairs)
    enter_side(*hall.at, pairs, [hall.who("Ada"), hall.who("Bo")], by=BY)
    (side,) = hall.event(pairs).players
    assert hall.whole.persons[pairs, side.id] == (hall.who("Ada"), hall.who("Bo"))
    with pytest.raises(InputError, match="Ada plays in the side Ada / Bo in Pair Go"):
        hall.leave("Ada", pairs)


def test_a_team_takes_those_who_are_in_the_event_already() -> None:
    hall = congress("Ada 3d, Bo 1k")
    teams = hall.open("Teams", team_size=2)
    hall.enter("Bo", teams)
    enter_team(*hall.at, teams, name="Foxes", people=[hall.who("Ada"), hall.who("Bo")], by=BY)
    event = hall.event(teams)
    assert [event.player(member).surname for member in event.teams[0].members] == ["Ada", "Bo"]
    assert len(event.players) == 2
    assert hall.whole.persons[teams, hall.player(teams, "Ada").id] == (hall.who("Ada"),)


def test_one_desk_checks_in_for_all_events() -> None:
    hall = congress()
    for name in ("Ada", "Bo"):
        hall.person(name, registration=Registration.PRELIMINARY)
    main, pairs = hall.open("Main"), hall.open("Pair Go", people=2)
    hall.enter("Ada", main)
    enter_side(*hall.at, pairs, [hall.who("Ada"), hall.who("Bo")], by=BY)
    (side,) = hall.event(pairs).players
    assert side.registration is Registration.PRELIMINARY
    check_in(*hall.at, [hall.who("Ada")], by=BY)
    assert hall.player(main, "Ada").registration is Registration.FINAL
    # A side is here when both are.
    assert hall.event(pairs).players[0].registration is Registration.PRELIMINARY
    check_in(*hall.at, [hall.who("Bo")], by=BY)
    assert hall.event(pairs).players[0].registration is Registration.FINAL
    check_in(*hall.at, [hall.who("Bo")], by=BY, here=False)
    assert hall.event(pairs).players[0].registration is Registration.PRELIMINARY
    assert hall.player(main, "Ada").registration is Registration.FINAL


def test_who_plays_in_a_cup_beside_the_event_has_not_left_it() -> None:
    hall = congress("Ada 3d, Bo 1d")
    main = hall.open("Main", rounds=2)
    enter(*hall.at, hall.who("Ada"), [main], by=BY)
    (ada,) = hall.event(main).players
    away = replace(ada, absent_rounds=frozenset({1, 2}))
    cup = StagePlan(id=StageId("cup"), losers=Losers.JOIN_MAIN)
    in_cup: list[events.InTournament] = [
        events.TournamentCreated(name="Cup", settings=Settings(system="knockout")),
        events.PlayerRegistered(player=ada),
    ]
    happened: list[events.Event] = [
        events.StageOpened(plan=cup),
        *(events.InStage(stage=cup.id, change=change) for change in in_cup),
        events.PlayerChanged(player=away),
    ]
    hall.desk.change(main, lambda _: happened, by=BY)
    enter(*hall.at, hall.who("Ada"), [main], by=BY)
    assert hall.event(main).players == (away,)
    check_in(*hall.at, [hall.who("Ada")], by=BY)
    assert hall.event(main).player(ada.id).registration is Registration.FINAL


def test_who_missed_an_early_round_has_not_left_when_the_last_one_is_drawn() -> None:
    event = Tournament(settings=Settings(rounds=2), rounds=(Round(number=1), Round(number=2)))
    player = Player(id=PlayerId("p1"), surname="Fox", grade=Grade.parse("1d"))
    assert not has_left(event, replace(player, absent_rounds=frozenset({1})))
    assert has_left(event, replace(player, absent_rounds=frozenset({2})))


def test_check_in_leaves_events_alone_that_somebody_has_left() -> None:
    hall = congress("Ada 3d, Bo 1k")
    main = hall.open("Main")
    hall.enter("Ada", main)
    hall.enter("Bo", main)
    hall.draw(main, 1)
    hall.leave("Ada", main)
    check_in(*hall.at, [hall.who("Ada")], by=BY, here=False)
    assert hall.player(main, "Ada").registration is Registration.FINAL


def test_a_change_goes_to_the_events_that_have_not_begun() -> None:
    hall = congress("Ada 3d, Bo 1k")
    main, rapid = hall.open("Main"), hall.open("Rapid")
    for name in ("Ada", "Bo"):
        hall.enter(name, main, rapid)
    hall.draw(main, 1)
    done = change_person(*hall.at, hall.who("Ada"), lambda old: replace(old, grade=Grade.parse("4d")), by=BY)
    assert done.changed == (rapid,)
    assert [(each.event, str(each.why)) for each in done.left] == [(main, "Main has begun")]
    assert (str(hall.player(main, "Ada").grade), str(hall.player(rapid, "Ada").grade)) == ("3d", "4d")


def test_a_side_follows_its_people() -> None:
    hall = congress("Ada 3d, Bo 1k")
    pairs = hall.open("Pair Go", people=2)
    enter_side(*hall.at, pairs, [hall.who("Ada"), hall.who("Bo")], by=BY)
    change_person(
        *hall.at,
        hall.who("Bo"),
        lambda old: replace(old, surname="Bobby", grade=Grade.parse("3d")),
        by=BY,
    )
    (side,) = hall.event(pairs).players
    assert (side.name, str(side.grade)) == ("Ada / Bobby", "3d")
    assert behind(*hall.at) == ()


def test_what_was_changed_in_an_event_is_reported_and_not_overwritten() -> None:
    hall = congress("Ada 3d")
    main = hall.open("Main")
    hall.enter("Ada", main)
    change_player(hall.desk, main, hall.who("Ada"), lambda old: replace(old, grade=Grade.parse("2d")), by=BY)
    (each,) = behind(*hall.at)
    assert str(each.what) == "Main has Ada as 2d instead of 3d"
    assert str(each.why) == "it was changed in the event itself"
    assert bring_up_to_date(*hall.at, by=BY) == (each,)
    assert str(hall.player(main, "Ada").grade) == "2d"
    change_person(*hall.at, hall.who("Ada"), lambda old: replace(old, club="Arden"), by=BY)
    assert (str(hall.player(main, "Ada").grade), hall.player(main, "Ada").club) == ("2d", "Arden")
    # Whoever asks for it gets it.
    assert bring_up_to_date(*hall.at, by=BY, keys=[each.key]) == ()
    assert str(hall.player(main, "Ada").grade) == "3d"


def test_an_old_grade_that_an_event_set_again_was_changed_in_the_event() -> None:
    hall = congress("Ada 3d")
    main = hall.open("Main")
    hall.enter("Ada", main)
    change_person(*hall.at, hall.who("Ada"), lambda old: replace(old, grade=Grade.parse("4d")), by=BY)
    change_player(hall.desk, main, hall.who("Ada"), lambda old: replace(old, grade=Grade.parse("3d")), by=BY)
    assert [str(each.why) for each in behind(*hall.at)] == ["it was changed in the event itself"]


@pytest.mark.parametrize("undone_in", ["congress", "event"])
def test_an_undo_in_one_log_leaves_an_event_behind(undone_in: str) -> None:
    hall = congress("Ada 3d")
    main = hall.open("Main")
    hall.enter("Ada", main)
    change_person(*hall.at, hall.who("Ada"), lambda old: replace(old, grade=Grade.parse("4d")), by=BY)
    log = hall.id if undone_in == "congress" else main
    undo(hall.desk, log, hall.desk.state(log).version, by=BY)
    (each,) = behind(*hall.at)
    assert each.why is None
    assert bring_up_to_date(*hall.at, by=BY) == ()
    wanted = "3d" if undone_in == "congress" else "4d"
    assert str(hall.player(main, "Ada").grade) == wanted


def test_a_player_who_was_never_registered_is_registered_and_one_removed_in_the_event_is_not() -> None:
    hall = congress("Ada 3d, Bo 1k")
    main = hall.open("Main")
    hall.enter("Ada", main)
    undo(hall.desk, main, hall.desk.state(main).version, by=BY)
    assert [each.kind for each in behind(*hall.at)] == [BehindKind.PLAYER]
    assert bring_up_to_date(*hall.at, by=BY) == ()
    again = hall.player(main, "Ada").id
    assert again != hall.who("Ada"), "an id is not used again"
    assert [entry.player for entry in hall.whole.entries[hall.who("Ada")]] == [again]
    remove_player(hall.desk, main, again, by=BY)
    (each,) = bring_up_to_date(*hall.at, by=BY)
    assert str(each.why) == "they were removed in the event itself"
    assert hall.event(main).players == ()


def test_a_repeated_leave_does_what_it_did() -> None:
    hall = congress("Ada 3d, Bo 1k")
    main, rapid = hall.open("Main"), hall.open("Rapid")
    for name in ("Ada", "Bo"):
        hall.enter(name, main, rapid)
    for _ in range(2):
        with entry_once("request-2"):
            left = hall.leave("Ada", main, rapid)
        assert left.removed == (main, rapid)
        assert hall.who("Ada") not in hall.whole.entries


def test_an_existing_tournament_joins_with_its_players() -> None:
    hall = congress()
    hall.person("Ada", "3d", egf_pin="11")
    hall.person("Bo", "1k")
    hall.person("Cy", "5k")
    event = create_tournament(hall.desk, name="Weekend", by=BY).id
    for name, grade, pin in (("Adda", "4d", "11"), ("Bo", "1k", ""), ("Cy", "2d", ""), ("Di", "9k", "")):
        player = Player(id=NEW, surname=name, grade=Grade.parse(grade), egf_pin=pin)
        register_player(hall.desk, event, player, by=BY)
    joined = add_event(*hall.at, event, room="Hall 2", by=BY)
    assert [match.entrant.name for match in joined.known] == ["Adda", "Bo"]
    assert [match.entrant.name for match in joined.new] == ["Di"]
    (doubt,) = joined.doubtful
    assert str(doubt.question) == "Is Cy (2d) the same person as Cy (5k)?"
    assert hall.who("Di")
    assert (event, hall.player(event, "Cy").id) not in hall.whole.persons
    add_event(*hall.at, event, by=BY, answers={doubt.key: hall.who("Cy")})
    assert hall.whole.persons[event, hall.player(event, "Cy").id] == (hall.who("Cy"),)
    assert match_people(hall.whole.tournament, event, hall.event(event)) == ()
    # What the tournament had before is not overwritten.
    assert {str(each.why) for each in behind(*hall.at)} == {"it was changed in the event itself"}


def test_a_namesake_of_another_country_gets_no_number_of_the_congress() -> None:
    hall = congress()
    hall.person("Kolar", "3k", first_name="Ada", country="TR", club="Ankara", egf_pin="14000001")
    event = create_tournament(hall.desk, name="Weekend", by=BY).id
    ada = Player(id=NEW, surname="Kolar", first_name="Ada", grade=Grade.parse("3k"), country="DE")
    register_player(hall.desk, event, ada, by=BY)
    joined = add_event(*hall.at, event, by=BY)
    assert joined.known == ()
    [doubt] = joined.doubtful
    assert str(doubt.question) == (
        "Is Kolar Ada (3k, DE) the same person as Kolar Ada (3k, TR, Ankara, 14000001)?"
    )
    assert hall.player(event, "Kolar").egf_pin == ""


def test_the_same_name_and_country_is_recognised_by_name() -> None:
    hall = congress()
    hall.person("Kolar", "3k", first_name="Ada", country="CZ", club="Praha", egf_pin="13000001")
    event = create_tournament(hall.desk, name="Weekend", by=BY).id
    ada = Player(id=NEW, surname="KOLÁŘ", first_name="Ada", grade=Grade.parse("4k"), country="CZ")
    register_player(hall.desk, event, ada, by=BY)
    assert [match.recognised for match in add_event(*hall.at, event, by=BY).known] == [Recognised.BY_NAME]


def test_somebody_whose_answer_is_no_becomes_a_person_of_their_own() -> None:
    hall = congress("Cy 5k")
    event = create_tournament(hall.desk, name="Weekend", by=BY).id
    register_player(hall.desk, event, Player(id=NEW, surname="Cy", grade=Grade.parse("2d")), by=BY)
    (doubt,) = add_event(*hall.at, event, by=BY).doubtful
    add_event(*hall.at, event, by=BY, answers={doubt.key: ""})
    assert [str(each.grade) for each in hall.whole.tournament.players] == ["5k", "2d"]
    assert behind(*hall.at) == ()


def test_two_players_of_an_event_are_not_taken_for_one_person() -> None:
    hall = congress("Cy 5k")
    event = create_tournament(hall.desk, name="Weekend", by=BY).id
    for _ in range(2):
        register_player(hall.desk, event, Player(id=NEW, surname="Cy", grade=Grade.parse("5k")), by=BY)
    assert len(add_event(*hall.at, event, by=BY).doubtful) == 2


def test_an_event_belongs_to_one_congress() -> None:
    hall = congress()
    main = hall.open("Main", room="Hall 1")
    found = congress_of(hall.desk, f"{main}~final")
    assert found is not None
    assert found.id == hall.id
    assert [state.id for state in congresses(hall.desk)] == [hall.id]
    winter = create_congress(hall.desk, name="Winter Congress", by=BY).id
    with pytest.raises(InputError, match="Main belongs to Summer Congress already"):
        add_event(hall.desk, winter, main, by=BY)
    with pytest.raises(InputError, match="Winter Congress is a congress and has no rounds of its own"):
        add_event(*hall.at, winter, by=BY)
    with pytest.raises(InputError, match="Main is a tournament, not a congress"):
        create_event(hall.desk, main, name="Cup", by=BY)


def test_events_have_rooms_and_an_order_and_can_be_removed() -> None:
    hall = congress("Ada 3d")
    main, rapid = hall.open("Main"), hall.open("Rapid")
    hall.enter("Ada", main, rapid)
    set_room(*hall.at, rapid, "Hall 2", by=BY)
    order_events(*hall.at, [rapid], by=BY)
    assert [(part.id, part.room) for part in hall.whole.parts] == [(rapid, "Hall 2"), (main, "")]
    remove_event(*hall.at, rapid, by=BY)
    assert [entry.event for entry in hall.whole.entries[hall.who("Ada")]] == [main]
    assert [each.surname for each in hall.event(rapid).players] == ["Ada"]
    with pytest.raises(InputError, match="'rapid' is not an event of Summer Congress"):
        set_room(*hall.at, rapid, "Hall 3", by=BY)


def test_an_event_that_was_deleted_does_no_harm() -> None:
    hall = congress("Ada 3d")
    main = hall.open("Main")
    hall.enter("Ada", main)
    hall.store.delete(hall.desk.state(main).id)
    hall.desk.forget(main)
    assert hall.whole.missing == (main,)
    assert behind(*hall.at) == ()
    check_in(*hall.at, [PlayerId("p1")], by=BY, here=False)


def test_an_event_that_people_are_entered_in_is_not_undone_without_their_entries() -> None:
    hall = congress("Ada 3d, Bo 1k")
    main = hall.open("Main")
    added = hall.whole.state.version
    hall.enter("Ada", main)
    with pytest.raises(InputError, match="main is still named in the entries of the congress"):
        undo(*hall.at, added, by=BY)
    removed = remove_event(*hall.at, main, by=BY)
    events_set, entries = (entry.number for entry in removed.entries)
    with pytest.raises(InputError, match="'main' does not exist here"):
        undo(*hall.at, entries, by=BY)
    undo(*hall.at, events_set, last=entries, by=BY)
    assert [entry.event for entry in hall.whole.entries[hall.who("Ada")]] == [main]
