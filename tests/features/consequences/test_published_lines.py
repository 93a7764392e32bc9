"""All that a published table and a result file show is compared, not places and scores alone."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

import pytest

from kit.console import console
from miai.desk.asking import asking
from miai.desk.live_state import Desk, Saved
from miai.domain.people.grade import Grade
from miai.domain.rounds.game import Result
from miai.domain.rounds.result_reports import mirrored
from miai.domain.tournament import Tournament
from miai.engine.scoring import standings
from miai.features.consequences.compare import consequences
from miai.features.consequences.confirm import Choice, NeedsConfirmation, Option, settle
from miai.features.consequences.moves import Consequences
from miai.features.consequences.wording import lines_of
from miai.features.draw.draw_round import draw_round
from miai.features.files.export_event import write_event
from miai.features.files.hand_out import hand_out
from miai.features.players.change_player import change_player
from miai.features.publish.publish_round import publish_standings
from miai.features.results.enter_result import enter_result
from miai.features.settings.change_settings import change_rules
from miai.features.standings.shown_lines import Shows

Act = Callable[[], Saved]


def said(moves: Consequences) -> dict[str, str]:
    return {str(line.label): str(line.text) for line in lines_of(moves)}


def asked(act: Act) -> tuple[Option, ...]:
    with asking(settle), pytest.raises(NeedsConfirmation) as found:
        act()
    return tuple(way.option for way in found.value.ways)


def changed(desk: Desk, surname: str, **fields: Any) -> Act:
    player = next(each for each in desk.state("demo").tournament.players if each.surname == surname)
    return lambda: change_player(desk, "demo", player.id, lambda now: replace(now, **fields), by="director")


def test_a_grade_with_its_start_kept_is_named_as_shown_by_the_published_table(played: Desk) -> None:
    keep, entered = asked(changed(played, "Weiss", grade=Grade.parse("9k"), club="Elsewhere"))
    assert keep.choice is Choice.KEEP_START
    for option in (keep, entered):
        words = said(option.moves)
        assert "another grade: Weiss Friederike; another club: Weiss Friederike" in words["Published"]
        assert "no published table changes" not in words["Published"]


def test_only_what_changed_is_named(played: Desk) -> None:
    keep, _ = asked(changed(played, "Weiss", grade=Grade.parse("9k")))
    named = said(keep.moves)["Published"]
    assert "another grade: Weiss Friederike" in named
    assert not [word for word in ("name", "country", "club") if f"another {word}" in named]


def test_all_players_with_other_tie_breaks_are_listed_whether_their_score_moves_or_not(played: Desk) -> None:
    (option,) = asked(turned(played))
    leading = option.moves.parts[0].leading
    assert leading
    before, after = (
        standings(each, after=leading.standings_after)
        for each in (played.state("demo").tournament, option.after)
    )
    new = {row.player.name: row.values for row in after.rows}
    others = {
        row.player.name
        for row in before.rows
        if any(row.values[key] != new[row.player.name][key] for key in before.criteria[1:])
    }
    assert set(leading.tiebreaks) == others
    assert others & {move.name for move in leading.scores}


def test_a_club_alone_is_listed_and_moves_nothing(played: Desk) -> None:
    before = played.state("demo").tournament
    with asking(settle):
        changed(played, "Weiss", club="Elsewhere")()
    moves = consequences(before, played.state("demo").tournament)
    assert not moves
    (table,) = moves.parts[0].tables
    shown = ((Shows.CLUBS, ("Weiss Friederike",)),)
    assert (table.published, table.data, table.moves_past) == (True, shown, False)


def test_a_result_without_a_game_is_another_result_though_nobody_moves() -> None:
    hall = console("Ada 3d, Bo 2d, Cy 1d, Dan 1k")
    hall.draw(1)
    hall.play(1)
    publish_standings(*hall.at, after=1, by="Anneke")
    board = hall.event.round(1).boards[0]
    default = {
        Result.WHITE_WINS: Result.WHITE_WINS_BY_DEFAULT,
        Result.BLACK_WINS: Result.BLACK_WINS_BY_DEFAULT,
    }[board.result]
    (option,) = asked(lambda: enter_result(*hall.at, round=1, table=board.table, result=default, by="Anneke"))
    (table,) = option.moves.parts[0].tables
    names = {hall.event.names[board.white], hall.event.names[board.black]}
    assert (table.places, table.scores, set(table.games)) == ((), (), names)
    assert option.moves.parts[0].results_in_files == (1,)
    assert said(option.moves)["Files"] == "none that was handed out changes"


def turned(desk: Desk) -> Act:
    board = desk.state("demo").tournament.round(2).board_at(1)
    assert board
    result = Result.BLACK_WINS if board.result is Result.WHITE_WINS else Result.WHITE_WINS
    return lambda: enter_result(desk, "demo", round=2, table=1, result=result, by="director")


def lower_bar(desk: Desk) -> Act:
    return lambda: change_rules(desk, "demo", {"scoring.bar": Grade.parse("1d")}, by="director")


@pytest.mark.parametrize("form", ["h9", "tou", "opengotha"])
@pytest.mark.parametrize("act", ["grade", "result", "bar"])
def test_a_change_after_a_result_file_was_exported_lists_the_file(played: Desk, form: str, act: str) -> None:
    sent = hand_out(played, "demo", to=form, by="Ana").data
    change = {
        "grade": changed(played, "Weiss", grade=Grade.parse("9k")),
        "result": turned(played),
        "bar": lower_bar(played),
    }[act]
    *_, option = asked(change)
    assert "Files" in said(option.moves)
    with asking(settle, confirmed=option.mark):
        change()
    differs = write_event(played, "demo", to=form).data != sent
    assert differs or (form, act) == ("tou", "bar")
    assert [file.format for file in option.moves.files] == ([form] if differs else [])


def test_each_published_round_that_a_file_has_is_compared(played: Desk) -> None:
    before = played.state("demo").tournament
    assert files_of(before, before) == ""
    (option,) = asked(turned(played))
    assert files_of(before, option.after) == (
        "result files sent before, if any, have the old games and results of round 2"
    )


def files_of(before: Tournament, after: Tournament) -> str:
    return said(consequences(before, after)).get("Files", "")


def test_the_places_of_every_published_table_that_moves_are_counted() -> None:
    hall = console("Ada 4d, Bo 3d, Cy 2d, Dan 1d")
    for number in (1, 2):
        hall.draw(number)
        hall.play(number)
        publish_standings(*hall.at, after=number, by="Anneke")
    event = hall.event
    for board in event.round(1).boards:
        turned = mirrored(board.result)
        (option,) = asked(
            partial(enter_result, *hall.at, round=1, table=board.table, result=turned, by="Anneke")
        )
        words = said(option.moves)
        tables = {table.standings_after: len(table.places) for table in option.moves.parts[0].tables}
        assert tables[1] > 0
        named = {number: words.get(f"Places after round {number}") for number in (1, 2)}
        assert named == {number: counted_places(count) for number, count in tables.items()}
        assert "results, byes or bonus points of round 1 change" in words["Played rounds"]


def counted_places(number: int) -> str:
    return {0: "no player moves", 1: "1 player moves"}.get(number, f"{number} players move")


def test_other_criteria_give_nobody_another_score(played: Desk) -> None:
    (option,) = asked(lambda: change_rules(played, "demo", {"criteria": ("nbw", "sosw")}, by="director"))
    words = said(option.moves)
    assert "move" in words["Places after round 4"]
    assert not {"Score", "Tie-breaks"} & set(words)


def test_a_grade_with_its_start_kept_names_the_draft_that_was_drawn_with_the_old_one(played: Desk) -> None:
    draw_round(played, "demo", round=5, by="director")
    keep, _ = asked(changed(played, "Weiss", grade=Grade.parse("9k")))
    assert said(keep.moves)["Draft of round 5"].startswith("1 game was drawn with another grade")
