"""A final table stays as it is; corrections need a reason, which is shown."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from kit.builders import crosstable
from kit.team_hall import team_hall
from miai.desk.live_state import Desk
from miai.domain.log.document import read_history, write_history
from miai.domain.log.events import ResultEntered
from miai.domain.log.history import History
from miai.domain.money import Cents
from miai.domain.people.grade import Grade
from miai.domain.people.player import Player, PlayerId
from miai.domain.points import POINT
from miai.domain.rounds.game import Result
from miai.domain.settings.prizes import Prize
from miai.engine.scoring import standings, team_standings
from miai.errors import InputError
from miai.features.fees.charge_fees import record_payment
from miai.features.history.undo import redo, undo, why_not
from miai.features.players.change_player import change_player, withdraw
from miai.features.players.register_player import NEW, register_player
from miai.features.prizes.award_prizes import prizes_given
from miai.features.results.enter_result import enter_result
from miai.features.settings.change_settings import change_rules, change_settings
from miai.features.standings.answer import TEAM_STANDINGS
from miai.features.standings.bonus import give_bonus
from miai.features.standings.finalise import finalise, reopen
from miai.features.standings.standings_view import standings_view
from miai.formats.egd import write as h9_write
from miai.store.database import open_store

EVENT = crosstable("A+B C+D|A+C B+D", criteria=("nbw", "sosw"))
BY = "director"


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    store = open_store(tmp_path)
    desk = Desk(store)
    desk.create(History.of_tournament(replace(EVENT, name="Cup")), id="cup")
    yield desk
    store.close()


def table_of(desk: Desk) -> list[tuple[str, int, dict[str, Any]]]:
    rows = standings(desk.state("cup").tournament).rows
    return [(row.player.id, row.place, row.values) for row in rows]


def correct(desk: Desk) -> None:
    """Table 1 of round 2 was won by the other player."""
    enter_result(desk, "cup", round=2, table=1, result=Result.BLACK_WINS, by=BY)


def renamed(player: Player) -> Player:
    return replace(player, surname="Zoe")


CHANGES: dict[str, Callable[[Desk], object]] = {
    "a result": correct,
    "a player": lambda desk: change_player(desk, "cup", PlayerId("B"), renamed, by=BY),
    "a withdrawal": lambda desk: withdraw(desk, "cup", PlayerId("B"), from_round=2, by=BY),
    "a new player": lambda desk: register_player(
        desk, "cup", Player(id=NEW, surname="Eve", grade=Grade.parse("1d")), by=BY
    ),
    "the rules": lambda desk: change_rules(desk, "cup", {"criteria": ("sosw",)}, by=BY),
    "a bonus": lambda desk: give_bonus(desk, "cup", round=1, player=PlayerId("B"), points=POINT, by=BY),
    "undo of a result": lambda desk: undo(desk, "cup", _last_result(desk), by=BY),
    "undo of the final table": lambda desk: undo(desk, "cup", desk.state("cup").version, by=BY),
}


def _last_result(desk: Desk) -> int:
    entries = desk.state("cup").history.entries
    return max(entry.number for entry in entries if isinstance(entry.event, ResultEntered))


@pytest.mark.parametrize("change", CHANGES.values(), ids=list(CHANGES))
def test_nothing_that_places_depend_on_changes_while_the_standings_are_final(
    desk: Desk, change: Callable[[Desk], object]
) -> None:
    finalise(desk, "cup", by=BY)
    before = desk.state("cup")
    with pytest.raises(InputError, match=r"the standings are final.*reopened with a reason"):
        change(desk)
    assert desk.state("cup") == before
    reopen(desk, "cup", reason="A wrong result", by=BY)
    if change is not CHANGES["undo of the final table"]:
        change(desk)


def test_redo_of_an_earlier_entry_is_refused_and_the_history_says_so(desk: Desk) -> None:
    correct(desk)
    number = desk.state("cup").version
    undo(desk, "cup", number, by=BY)
    finalise(desk, "cup", by=BY)
    with pytest.raises(InputError, match="the standings are final"):
        redo(desk, "cup", number, by=BY)
    assert "the standings are final" in str(InputError(why_not(desk.state("cup"), number)))


def test_payments_and_prizes_can_still_be_entered(desk: Desk) -> None:
    finalise(desk, "cup", by=BY)
    before = table_of(desk)
    record_payment(desk, "cup", PlayerId("B"), Cents(1_000), by=BY)
    settings = replace(desk.state("cup").tournament.settings, prizes=(Prize(title="Champion"),))
    change_settings(desk, "cup", settings, by=BY)
    assert table_of(desk) == before
    [given] = prizes_given(standings(desk.state("cup").tournament))
    assert [row.player.id for row in given.winners] == ["A"]


def test_the_final_table_is_shown_as_it_was_fixed_whatever_would_be_computed(desk: Desk) -> None:
    finalise(desk, "cup", by=BY)
    event = desk.state("cup").tournament
    assert event.final is not None
    computed = standings(replace(event, final=None))
    assert standings(event).rows == computed.rows
    # As if a later Miai counted in another way.
    turned = replace(event.final, rows=tuple(reversed(event.final.rows)))
    other = replace(event, final=turned)
    assert [row.player.id for row in standings(other).rows] == [row.player for row in turned.rows]
    assert [row.place for row in standings(other, criteria="all").rows] == [row.place for row in turned.rows]
    names = [line.split()[1] for line in h9_write.write(other).decode().splitlines() if line[0] != ";"]
    assert names == [event.player(row.player).name for row in turned.rows]
    # Other rounds and criteria are computed as ever.
    assert standings(other, after=1).rows == standings(event, after=1).rows
    assert standings(other, criteria="sosw").rows == standings(event, criteria="sosw").rows


def test_a_correction_needs_a_reason_and_is_shown_with_the_next_final_table(desk: Desk) -> None:
    finalise(desk, "cup", by=BY)
    first = table_of(desk)
    with pytest.raises(InputError, match="say why"):
        reopen(desk, "cup", reason="  ", by=BY)
    reopen(desk, "cup", reason="Table 1 was entered the wrong way round", by=BY)
    reopening = desk.state("cup").version
    correct(desk)
    finalise(desk, "cup", by=BY)
    assert table_of(desk) != first
    seen = standings_view(desk, "cup")
    assert seen.final
    [correction] = seen.corrections
    assert correction.reason == "Table 1 was entered the wrong way round"
    assert correction.at == desk.state("cup").history.entries[reopening - 1].at
    with pytest.raises(InputError):
        undo(desk, "cup", reopening, by=BY)


def test_undoing_that_the_standings_were_reopened_is_refused(desk: Desk) -> None:
    finalise(desk, "cup", by=BY)
    reopen(desk, "cup", reason="Why not", by=BY)
    with pytest.raises(InputError, match="make them final again"):
        undo(desk, "cup", desk.state("cup").version, by=BY)


def test_standings_are_not_final_while_results_are_missing(desk: Desk) -> None:
    enter_result(desk, "cup", round=2, table=1, result=Result.UNKNOWN, by=BY)
    with pytest.raises(InputError, match="1 result is missing"):
        finalise(desk, "cup", by=BY)
    with pytest.raises(InputError, match="the standings are not final"):
        reopen(desk, "cup", reason="Why not", by=BY)


def test_a_document_keeps_the_final_table_and_its_corrections(desk: Desk) -> None:
    finalise(desk, "cup", by=BY)
    reopen(desk, "cup", reason="A wrong result", by=BY)
    finalise(desk, "cup", by=BY)
    event = desk.state("cup").tournament
    assert event.corrections == ("A wrong result",)
    assert read_history(write_history(History.of_tournament(event))).tournament() == event


def test_the_places_of_teams_are_fixed_too() -> None:
    hall = team_hall("North: Ada, Bo; South: Cy, Di", rounds=1)
    for board in hall.draw(1).boards:
        hall.result(1, board.table, Result.WHITE_WINS if board.table == 1 else Result.BLACK_WINS)
    before = team_standings(hall.event)
    assert not before.final
    finalise(*hall.at, by=BY)
    fixed = team_standings(hall.event)
    assert fixed.final
    assert [(row.place, row.team, row.values) for row in fixed.rows] == [
        (row.place, row.team, row.values) for row in before.rows
    ]
    assert TEAM_STANDINGS.table(fixed).title == "Team Cup: Final standings of the teams after round 1"
    assert not team_standings(hall.event, criteria="bdw").final
    # What another version of the program would compute does not matter any more.
    final = hall.event.final
    assert final is not None
    swapped = tuple(
        replace(row, place=place, values=(9.0,)) for place, row in enumerate(reversed(final.teams), start=1)
    )
    rows = team_standings(replace(hall.event, final=replace(final, teams=swapped))).rows
    assert [row.team for row in rows] == [row.team for row in reversed(before.rows)]
    assert [row.values[before.criteria[0]] for row in rows] == [9, 9]
