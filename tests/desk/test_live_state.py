from threading import Thread

import pytest

from kit.builders import crosstable
from kit.console import Console, console, console_of
from kit.private_links import token_of
from miai.desk.live_state import Desk, Saved, State
from miai.domain.log import events
from miai.domain.log.history import History
from miai.domain.rounds.game import Result
from miai.errors import InputError
from miai.features.links.player_links import player_of_token
from miai.features.results.enter_result import Clash, enter_result
from miai.store.protocol import Replaced


def test_an_entry_is_stored_with_its_author_and_seen_at_once() -> None:
    hall = console_of("A?B C?D")
    saved = enter_result(*hall.at, round=1, table=2, result=Result.JIGO, by="Tomás")
    assert saved.entries[-1].by == "Tomás"
    assert hall.event.round(1).boards[1].result is Result.JIGO
    assert hall.store.head(saved.state.id).version == saved.state.version == saved.entries[-1].number


def test_another_program_s_entries_are_seen_without_reading_everything_again() -> None:
    hall = console_of("A?B C?D")
    hall.desk.state(hall.id)
    elsewhere = Desk(hall.store)
    enter_result(elsewhere, hall.id, round=1, table=1, result=Result.WHITE_WINS, by="Tomás")
    read = hall.store.times_read
    assert hall.event.round(1).boards[0].result is Result.WHITE_WINS
    assert hall.store.times_read == read


def test_who_is_slower_decides_again_on_what_is_there_by_then() -> None:
    hall = console_of("A?B C?D")
    elsewhere = Desk(hall.store)
    seen: list[int] = []

    def decide(state: State) -> list[events.Event]:
        if not seen:
            enter_result(elsewhere, hall.id, round=1, table=1, result=Result.JIGO, by="Tomás")
        seen.append(state.version)
        return [events.ResultEntered(round=1, table=2, result=Result.JIGO)]

    saved = hall.desk.change(hall.id, decide, by="Anneke")
    assert seen == [saved.state.version - 2, saved.state.version - 1]
    assert all(board.result is Result.JIGO for board in hall.event.round(1).boards)


def test_what_makes_no_sense_is_refused_and_nothing_is_written() -> None:
    hall = console_of("A?B")
    before = hall.desk.state(hall.id)
    good = events.ResultEntered(round=1, table=1, result=Result.JIGO)
    bad = events.ResultEntered(round=1, table=9, result=Result.JIGO)
    with pytest.raises(InputError, match="no table 9"):
        hall.desk.change(hall.id, lambda _: [good, bad], by="Anneke")
    assert hall.desk.state(hall.id) == before


def test_nothing_to_do_writes_nothing() -> None:
    hall = console_of("A+B")
    assert enter_result(*hall.at, round=1, table=1, result=Result.WHITE_WINS, by="Tomás").entries == ()


def test_who_looks_on_is_told_of_every_change_until_they_leave() -> None:
    hall = console_of("A?B C?D")
    heard: list[Saved] = []
    stop = hall.desk.listen(hall.id, heard.append)
    hall.desk.state(hall.id)
    hall.result(1, 1, Result.JIGO)
    elsewhere = Desk(hall.store)
    enter_result(elsewhere, hall.id, round=1, table=2, result=Result.JIGO, by="Tomás")
    hall.desk.state(hall.id)
    stop()
    hall.result(1, 1, Result.WHITE_WINS)
    assert [[entry.by for entry in saved.entries] for saved in heard] == [["Anneke"], ["Tomás"]]


def test_many_desks_at_once_lose_no_entry() -> None:
    hall = console(", ".join(f"P{n}" for n in range(40)))
    boards = hall.draw(1).boards

    def busy(desk: int) -> None:
        for board in boards[desk::4]:
            hall.result(1, board.table, Result.BLACK_WINS, by=f"desk {desk}")

    threads = [Thread(target=busy, args=[desk]) for desk in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all(board.result is Result.BLACK_WINS for board in hall.event.round(1).boards)
    stored = hall.store.history(hall.desk.state(hall.id).id)
    assert [entry.number for entry in stored.entries] == list(range(1, len(stored.entries) + 1))


def test_two_different_results_for_one_board_clash_and_nothing_is_overwritten() -> None:
    hall = console_of("Sorensen?Bakker")
    hall.result(1, 1, Result.BLACK_WINS, by="Tomás")
    with pytest.raises(
        Clash, match=r"Tomás entered table 1 first: Bakker beat Sorensen. You entered: Soren"
    ) as e:
        enter_result(*hall.at, round=1, table=1, result=Result.WHITE_WINS, by="Anneke", seen=Result.UNKNOWN)
    assert (e.value.by, e.value.theirs, e.value.mine) == ("Tomás", Result.BLACK_WINS, Result.WHITE_WINS)
    assert hall.event.round(1).boards[0].result is Result.BLACK_WINS


def test_after_a_clash_mine_can_be_entered_knowingly() -> None:
    hall = console_of("A?B")
    hall.result(1, 1, Result.BLACK_WINS, by="Tomás")
    enter_result(*hall.at, round=1, table=1, result=Result.WHITE_WINS, by="Anneke", seen=Result.BLACK_WINS)
    assert hall.event.round(1).boards[0].result is Result.WHITE_WINS


def test_the_same_result_from_two_desks_is_no_clash() -> None:
    hall = console_of("A?B")
    hall.result(1, 1, Result.BLACK_WINS, by="Tomás")
    again = enter_result(
        *hall.at, round=1, table=1, result=Result.BLACK_WINS, by="Anneke", seen=Result.UNKNOWN
    )
    assert again.entries == ()


def test_an_unknown_tournament_is_named_and_leaves_nothing_in_memory() -> None:
    desk = Console().desk
    for number in range(50):
        with pytest.raises(InputError, match="there is no tournament 'nowhere-"):
            desk.state(f"nowhere-{number}")
        with pytest.raises(InputError, match="there is no tournament"):
            desk.change(f"nowhere-{number}", lambda _: [], by="Ana")
    kept = [vars(desk)[name] for name in vars(desk) if isinstance(vars(desk)[name], dict)]
    assert not any(kept)


def deleted_and_created_again(hall: Console, desk: Desk, names: str = "E?F G?H") -> None:
    desk.store.delete(desk.state(hall.id).id)
    desk.create(History.of_tournament(crosstable(names)), id=hall.id)


def test_another_program_s_new_tournament_of_the_same_name_is_seen_at_once() -> None:
    hall = console_of("A?B C?D")
    before = hall.desk.state(hall.id)
    kept = hall.desk.recall(before, "names", lambda: before.tournament.names)
    deleted_and_created_again(hall, Desk(hall.store))
    now = hall.desk.state(hall.id)
    assert now.version == before.version
    assert {player.surname for player in now.tournament.players} == {"E", "F", "G", "H"}
    assert hall.desk.recall(now, "names", lambda: now.tournament.names) != kept


def test_what_was_decided_on_a_deleted_tournament_is_not_entered_in_the_next_of_its_name() -> None:
    hall = console_of("A?B C?D")
    elsewhere = Desk(hall.store)

    def decide(state: State) -> list[events.Event]:
        deleted_and_created_again(hall, elsewhere)
        return [events.ResultEntered(round=1, table=1, result=Result.JIGO)]

    with pytest.raises(Replaced, match="was deleted and another one was created in its place"):
        hall.desk.change(hall.id, decide, by="Anneke")
    assert not any(board.result.known for board in hall.event.round(1).boards)
    assert enter_result(*hall.at, round=1, table=1, result=Result.JIGO, by="Tomás").entries


def test_a_private_link_ends_with_its_tournament() -> None:
    hall = console_of("A?B C?D")
    player = hall.event.players[0].id
    token = token_of(*hall.at, player)
    assert player_of_token(*hall.at, token).id == player
    deleted_and_created_again(hall, Desk(hall.store), "A?B C?D")
    assert hall.event.players[0].id == player
    with pytest.raises(InputError, match="this link belongs to nobody here"):
        player_of_token(*hall.at, token)
