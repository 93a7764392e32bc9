"""Forgeries that only teams, stages, sides, namesakes, handicaps and late players allow; by structure.

The forger changes the log and the proof together, where both say the same of what is changed.
"""

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from kit.forged_events import Forged, Json
from kit.forgeries import Forge, NotHere

OF_STRUCTURES: dict[str, list[Forge]] = {}


def of(*structures: str) -> Callable[[Forge], Forge]:
    """Add a forgery to those of some structures."""

    def added(forge: Forge) -> Forge:
        for each in structures:
            OF_STRUCTURES.setdefault(each, []).append(forge)
        return forge

    return added


_TEAMS = ("teams", "teams_with_handicaps")
_STAGES = ("group", "final", "cup_and_main")
_PLAYERS = (
    *_STAGES,
    "pair_go",
    "congress_event",
    "namesakes",
    "late_and_leaving",
    "handicap_swiss",
    "categories",
)


def exchange(made: Forged, one: str, other: str, *, before: int = 10**9, kinds: tuple[str, ...] = ()) -> None:
    """Put one id for another and the other way round in the entries of a log."""

    def exchanged(value: Any) -> Any:
        if isinstance(value, dict):
            return {key: exchanged(each) for key, each in value.items()}
        if isinstance(value, list):
            return [exchanged(each) for each in value]
        return {one: other, other: one}.get(value, value) if isinstance(value, str) else value

    for at, entry in enumerate(made.entries):
        change = entry.get("change", entry)
        if entry["number"] < before and (not kinds or change["event"] in kinds):
            made.entries[at] = exchanged(entry)


# Teams ------------------------------------------------------------------------------------


def _teams(made: Forged) -> dict[str, Json]:
    found = {}
    for entry in made.entries:
        if entry["event"] == "TeamEntered":
            found[entry["team"]["id"]] = entry["team"]
        for team in entry.get("teams", ()) if entry["event"] == "TeamsChanged" else ():
            found[team["id"]] = team
    return found


def _reserve(made: Forged) -> tuple[Json, str, str]:
    """A team that plays, its first player at the boards and its last member, who is not."""
    team = _teams(made)[made.games[0]["white"]]
    up = next(each for each in team["line_ups"] if each["round"] == made.round)
    return team, up["players"][0], team["members"][-1]


def _put_at_the_boards(made: Forged, old: str, new: str) -> None:
    for board in made.drawn["boards"]:
        for colour in ("white", "black"):
            if board[colour] == old:
                board[colour] = new


@of(*_TEAMS)
def a_reserve_at_a_board(made: Forged) -> None:
    _, old, new = _reserve(made)
    _put_at_the_boards(made, old, new)


@of(*_TEAMS)
def another_line_up_with_its_boards(made: Forged) -> None:
    team, old, new = _reserve(made)
    _put_at_the_boards(made, old, new)
    for entry in made.entries:
        for each in entry.get("teams", ()) if entry["event"] == "TeamsChanged" else ():
            for up in each["line_ups"] if each["id"] == team["id"] else ():
                if up["round"] == made.round:
                    up["players"] = [new if seat == old else seat for seat in up["players"]]


@of(*_TEAMS)
def boards_swapped_between_matches(made: Forged) -> None:
    boards = made.drawn["boards"]
    one, other = boards[0], boards[-1]
    one["black"], other["black"] = other["black"], one["black"]


@of(*_TEAMS)
def opponents_swapped_inside_a_match(made: Forged) -> None:
    one, other = made.drawn["boards"][:2]
    one["white"], other["black"] = other["black"], one["white"]


@of(*_TEAMS)
def boards_of_a_match_at_other_tables(made: Forged) -> None:
    one, other = made.drawn["boards"][:2]
    one["table"], other["table"] = other["table"], one["table"]


@of(*_TEAMS)
def stones_on_a_board_of_a_match(made: Forged) -> None:
    made.drawn["boards"][0].update(handicap=9, komi=0.5)


@of(*_TEAMS)
def a_board_of_a_match_is_missing(made: Forged) -> None:
    del made.drawn["boards"][-1]


@of(*_TEAMS)
def colours_of_a_board_of_a_match(made: Forged) -> None:
    board = made.drawn["boards"][0]
    board["white"], board["black"] = board["black"], board["white"]


@of(*_TEAMS)
def a_match_before_was_won_by_the_others(made: Forged) -> None:
    drawn = made.draw_of(1)["round"]
    size = len(drawn["boards"]) // len(drawn["matches"])
    for board in drawn["boards"]:
        seat = (board["table"] - 1) % size
        entry = made.entry("ResultEntered", round=1, table=board["table"])
        # Black of the match has White at every second board.
        entry["result"] = "white" if seat % 2 else "black"


@of(*_TEAMS)
def members_of_two_teams_exchanged(made: Forged) -> None:
    entered = [each["team"] for each in made.entries if each["event"] == "TeamEntered"]
    exchange(made, entered[0]["members"][0], entered[-1]["members"][0], kinds=("TeamEntered", "TeamsChanged"))


@of("teams")
def another_team_rests(made: Forged) -> None:
    resting = made.drawn["resting"]
    playing = made.games[0]["white"]
    made.games[0]["white"], resting[0] = resting[0], playing


# Stages -----------------------------------------------------------------------------------


@of("group")
def players_of_two_groups_exchanged(made: Forged) -> None:
    groups: dict[str, list[str]] = {}
    for entry in made.entries:
        if entry["event"] == "InStage" and entry["change"]["event"] == "PlayerRegistered":
            groups.setdefault(entry["stage"], []).append(entry["change"]["player"]["id"])
    one, other, *_ = groups.values()
    for at, entry in enumerate(made.entries):
        if entry["event"] == "InStage":
            single = Forged.__new__(Forged)
            single.document = {"history": [entry]}
            exchange(single, one[0], other[0])
            made.entries[at] = single.entries[0]


@of("group")
def proof_of_another_group(made: Forged) -> None:
    other = next(each.id for each in made.desk.state(made.event).tournament.stages if each.id != made.stage)
    given = made.again(stage=other)
    made.about, made.packed = given.about, given.packed


@of("group")
def proof_of_another_group_with_the_name_of_this(made: Forged) -> None:
    name = made.about["event"]
    proof_of_another_group(made)
    made.about["event"] = name


@of("final")
def rematch_with_another_stage_hidden(made: Forged) -> None:
    made.from_other_facts(lambda event: replace(event, around=None))


@of("final", "cup_and_main")
def rematch_hidden_by_an_old_arithmetic(made: Forged) -> None:
    """The draw without what happened elsewhere, in the log too."""
    made.draw_again(lambda event: replace(event, around=None, stages=()))
    made.draw_of(made.round)["pricing"] = 1


@of("final")
def a_qualifier_exchanged(made: Forged) -> None:
    """The last of those who qualified stays out for one who did not; the log of the final is drawn so."""
    inside = [
        each["change"]["player"]["id"]
        for each in made.entries
        if each["event"] == "InStage"
        and each["stage"] == made.stage
        and each["change"]["event"] == "PlayerRegistered"
    ]
    event = made.desk.state(made.event).tournament
    outside = next(each for each in event.players if each.id not in inside)
    for at, entry in enumerate(made.entries):
        if entry["event"] == "InStage" and entry["stage"] == made.stage:
            text = json.dumps(entry)
            made.entries[at] = json.loads(text.replace(f'"{inside[0]}"', f'"{outside.id}"'))
    made.draw_again()


@of("final", "cup_and_main")
def the_rounds_of_another_stage_are_gone(made: Forged) -> None:
    kept = [
        each
        for each in made.entries
        if not (
            each["event"] == "InStage"
            and each["stage"] != made.stage
            and each["change"]["event"] in ("RoundDrawn", "ResultEntered", "RoundPublished")
        )
    ]
    if len(kept) == len(made.entries) or made.about["event"] == "":
        raise NotHere
    made.document["history"] = kept
    made.number_again()


# Pair Go ----------------------------------------------------------------------------------


@of("pair_go")
def partners_exchanged(made: Forged) -> None:
    sides = [each["player"] for each in made.entries if each["event"] == "PlayerRegistered"]
    one, other = sides[0]["members"], sides[3]["members"]
    one[1], other[1] = other[1], one[1]


@of("pair_go")
def a_partner_of_another_strength(made: Forged) -> None:
    sides = [each["player"] for each in made.entries if each["event"] == "PlayerRegistered"]
    sides[0]["members"][1]["grade"] = "9d"


@of("pair_go")
def a_partner_of_another_club(made: Forged) -> None:
    sides = [each["player"] for each in made.entries if each["event"] == "PlayerRegistered"]
    sides[0]["members"][1]["club"] = "C1"


# Namesakes --------------------------------------------------------------------------------


@of("namesakes")
def an_earlier_draw_swapped_between_namesakes(made: Forged) -> None:
    for one, other in (("p2", "p5"), ("p5", "p6")):
        fresh = made.again()
        exchange(fresh, one, other, kinds=("RoundDrawn",))
        if fresh.draw_of(1) != made.draw_of(1):
            made.document["history"][made.place_of(made.draw_of(1))] = fresh.draw_of(1)
            return
    raise NotHere


@of("namesakes")
def an_earlier_result_swapped_between_namesakes(made: Forged) -> None:
    boards = [
        board
        for board in made.draw_of(1)["round"]["boards"]
        if {"p2", "p5", "p6"} & {board["white"], board["black"]}
    ]
    for board in boards[:2]:
        entry = made.entry("ResultEntered", round=1, table=board["table"])
        entry["result"] = "black" if entry["result"] == "white" else "white"


@of("namesakes")
def the_games_of_namesakes_swapped(made: Forged) -> None:
    fresh = made.again()
    exchange(fresh, "p5", "p6", kinds=("RoundDrawn",))
    made.document["history"][made.place_of(made.draw_of(2))] = fresh.draw_of(2)


@of("namesakes")
def ids_of_namesakes_swapped(made: Forged) -> None:
    ids = made.about["players"]["id"]
    one, other = ids.index("p5"), ids.index("p6")
    ids[one], ids[other] = ids[other], ids[one]


@of("namesakes")
def entries_of_namesakes_swapped(made: Forged) -> None:
    exchange(made, "p2", "p5", kinds=("PlayerRegistered",))


# Late entrants, withdrawals ---------------------------------------------------------------


@of("late_and_leaving")
def the_late_player_came_in_time(made: Forged) -> None:
    late = made.entry("PlayerRegistered")
    late["player"]["absent_rounds"] = []


@of("late_and_leaving")
def the_late_player_came_a_round_later(made: Forged) -> None:
    made.entry("PlayerRegistered")["player"]["absent_rounds"] = [1, 2, 3]


@of("late_and_leaving")
def the_withdrawal_is_gone(made: Forged) -> None:
    made.entries.remove(next(each for each in made.entries if each["event"] == "PlayerWithdrew"))
    made.number_again()


@of("late_and_leaving")
def another_player_withdrew(made: Forged) -> None:
    made.entry("PlayerWithdrew")["player"] = made.drawn["boards"][0]["white"]


@of("late_and_leaving")
def an_absence_in_an_earlier_round(made: Forged) -> None:
    player = next(
        each["player"]
        for each in made.entries
        if each["event"] == "PlayerRegistered" and each["player"]["absent_rounds"] == [1]
    )
    player["absent_rounds"] = []


# Terms ------------------------------------------------------------------------------------


@of(*_PLAYERS)
def stones_in_the_log_and_the_proof(made: Forged) -> None:
    board = made.drawn["boards"][0]
    board["handicap"] = 9 if board["handicap"] < 9 else 2
    made.about["boards"][0][3] = board["handicap"]


@of(*_PLAYERS)
def komi_in_the_log_and_the_proof(made: Forged) -> None:
    made.drawn["boards"][0]["komi"] = made.about["boards"][0][4] = 22.5


@of(*_PLAYERS)
def colours_in_the_log_and_the_proof(made: Forged) -> None:
    board, said = made.drawn["boards"][0], made.about["boards"][0]
    board["white"], board["black"] = board["black"], board["white"]
    said[1], said[2] = said[2], said[1]


@of("categories")
def a_player_of_another_category(made: Forged) -> None:
    player = made.entry("PlayerRegistered")["player"]
    player["category"] = 0 if player["category"] != 0 else 1


@of("categories")
def categories_are_not_kept_apart(made: Forged) -> None:
    made.entries[0]["settings"]["pairing"]["keep_categories_apart"] = False


@of("handicap_swiss")
def handicaps_by_other_rules(made: Forged) -> None:
    made.entries[0]["settings"]["handicapping"]["correction"] = 2
