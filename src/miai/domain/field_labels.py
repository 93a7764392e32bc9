"""What the fields of a tournament are called: in forms, in the history, and in what a file cannot hold."""

from collections.abc import Iterator
from dataclasses import fields
from enum import Enum
from typing import Any

from miai.domain.events import DetailsChanged
from miai.domain.fees import Fees
from miai.domain.final_table import FinalRow, FinalTable, FinalTeamRow
from miai.domain.game import Board
from miai.domain.player import Member, Player
from miai.domain.prizes import Prize, PrizeKind
from miai.domain.settings import (
    AfterDeadline,
    ClassicRating,
    Clock,
    ClubsGroup,
    ColourRule,
    GroupEnd,
    Handicapping,
    HandicapStep,
    MeanRounding,
    OpenGames,
    Overtime,
    PairingRules,
    Rulebook,
    Ruleset,
    RuleWeight,
    Scoring,
    SeedMethod,
    Settings,
    SideRules,
    StartBand,
    UnfinishedGames,
    Unplayed,
    Weights,
)
from miai.domain.table_numbers import Tables
from miai.domain.team import BoardOrder, LineUp, Team, TeamLimits, TeamRules
from miai.messages import Message

DETAIL_LABELS = {
    "name": Message("Name"),
    "short_name": Message("Short name"),
    "place": Message("Location"),
    "country": Message("Country of the event"),
    "director": Message("Director"),
    "begin": Message("First day"),
    "end": Message("Last day"),
}

PLAYER_LABELS = {
    "surname": Message("Surname"),
    "first_name": Message("First name"),
    "grade": Message("Grade"),
    "declared_grade": Message("Declared grade"),
    "highest_grade": Message("Highest grade"),
    "rating": Message("Rating"),
    "sigma": Message("Sigma"),
    "rating_date": Message("Rated on"),
    "rating_origin": Message("Rating from"),
    "aga_rating": Message("AGA rating"),
    "country": Message("Country"),
    "state": Message("State"),
    "city": Message("City"),
    "club": Message("Club"),
    "family": Message("Family"),
    "time_zone": Message("Time zone"),
    "egf_pin": Message("EGF PIN"),
    "ffg_licence": Message("French licence"),
    "ffg_status": Message("French status"),
    "aga_id": Message("AGA id"),
    "aga_expiry": Message("AGA member until"),
    "registration": Message("Check-in"),
    "absent_rounds": Message("Rounds missed"),
    "start": Message("Starting score"),
    "correction": Message("Correction"),
    "bar_side": Message("Side of the bar"),
    "category": Message("Category"),
    "team": Message("Team"),
    "members": Message("People of the side"),
    "birth_year": Message("Year of birth"),
    "sex": Message("Sex"),
    "newcomer": Message("First tournament"),
    "fee": Message("Own fee"),
    "paid": Message("Paid"),
    "extras": Message("Other data"),
}

BOARD_LABELS = {
    "table": Message("Table number"),
    "white": Message("Player with White"),
    "black": Message("Player with Black"),
    "handicap": Message("Handicap"),
    "komi": Message("Komi"),
    "result": Message("Result"),
    "colours_known": Message("Whether the colours are known"),
    "locked": Message("Lock"),
}

# By the path of the field: "scoring.bar" is the bar of the scoring.
SETTING_LABELS = {
    "system": Message("System"),
    "preset": Message("Pairing rules"),
    "rounds": Message("Rounds"),
    "criteria": Message("Criteria for places"),
    "scoring.bar": Message("Bar"),
    "scoring.floor": Message("Floor"),
    "scoring.zero": Message("Grade that starts at 0"),
    "scoring.bands": Message("Starting bands"),
    "scoring.bye_wins": Message("Wins for a bye"),
    "scoring.bye_points": Message("Points for a bye"),
    "scoring.absent_wins": Message("Wins for an absence"),
    "scoring.absent_points": Message("Points for an absence"),
    "scoring.round_down": Message("Points for byes and absences rounded down"),
    "scoring.absence_for_place": Message("Absences count for places"),
    "scoring.unplayed_is_half_for_opponents": Message("Unplayed rounds count half for opponents"),
    "scoring.unplayed": Message("Unplayed rounds in sums over opponents"),
    "scoring.rulebook": Message("Rulebook of the standings"),
    "handicapping.by_score": Message("Handicap counted by"),
    "handicapping.correction": Message("Handicap reduced by"),
    "handicapping.ceiling": Message("Largest handicap"),
    "handicapping.none_from": Message("No handicap from"),
    "handicapping.none_above_bar": Message("No handicap above the bar"),
    "handicapping.komi_per_grade": Message("Points of komi for each grade, instead of stones"),
    "handicapping.table": Message("Table of handicaps"),
    "pairing.first_seeding": Message("Seeding of the first rounds"),
    "pairing.first_seeding.method": Message("Seeding of the first rounds"),
    "pairing.first_seeding.by": Message("Seeding of the first rounds, second criterion"),
    "pairing.first_seeding.criteria": Message("Seeding of the first rounds, criteria"),
    "pairing.first_seeding.by_standings": Message("Seeding of the first rounds by the standings"),
    "pairing.later_seeding": Message("Seeding of the later rounds"),
    "pairing.later_seeding.method": Message("Seeding of the later rounds"),
    "pairing.later_seeding.by": Message("Seeding of the later rounds, second criterion"),
    "pairing.later_seeding.criteria": Message("Seeding of the later rounds, criteria"),
    "pairing.later_seeding.by_standings": Message("Seeding of the later rounds by the standings"),
    "pairing.first_seeding_rounds": Message("Number of first rounds"),
    "pairing.float_down_from": Message("Part of the group that floats down"),
    "pairing.float_up_from": Message("Part of the group that floats up"),
    "pairing.compensate_floats": Message("Who floated down floats up next time"),
    "pairing.same_country": Message("Same country"),
    "pairing.same_state": Message("Same state"),
    "pairing.same_city": Message("Same city"),
    "pairing.same_clubs_group": Message("Same group of clubs"),
    "pairing.same_club": Message("Same club"),
    "pairing.exempt_at_bar": Message("Clubs do not matter above the bar"),
    "pairing.exempt_half_won": Message("Clubs do not matter after winning half of the rounds"),
    "pairing.exempt_from": Message("Clubs do not matter from this grade"),
    "pairing.exempt_last_half": Message("Clubs do not matter in the last half"),
    "pairing.relief_for_large_clubs": Message("Members of a club with more than 40 %% of the field may meet"),
    "pairing.far_time_zones": Message("Time zones far apart"),
    "pairing.hours_in_reach": Message("Hours between time zones that are not far"),
    "pairing.family_apart": Message("Families are kept apart"),
    "pairing.colours": Message("Colours of even games"),
    "pairing.keep_categories_apart": Message("Pair within categories"),
    "pairing.small_handicaps": Message("Small handicaps preferred"),
    "pairing.grading_information": Message("Games that tell most about grades preferred"),
    "pairing.bracket_by_lot": Message("Places in the bracket drawn by lot"),
    "pairing.redraw_losers": Message("Lower bracket drawn anew each round"),
    "pairing.weights": Message("OpenGotha’s weights"),
    "pairing.weights.duplicate": Message("Weight of repeated games"),
    "pairing.weights.random": Message("Weight of chance"),
    "pairing.weights.colour": Message("Weight of colours"),
    "pairing.weights.category": Message("Weight of categories"),
    "pairing.weights.score": Message("Weight of the score"),
    "pairing.weights.floats": Message("Weight of floats"),
    "pairing.weights.seeding": Message("Weight of seeding"),
    "pairing.weights.geography": Message("Weight of country and club"),
    "pairing.weights.handicap": Message("Weight of the handicap"),
    "pairing.weights.concavity": Message("Concavity of the weights"),
    "pairing.kaniuk": Message("Kaniuk’s weights"),
    "pairing.kaniuk.psi": Message("Shape of Kaniuk’s weights"),
    "pairing.kaniuk.rules": Message("Kaniuk’s weights rule by rule"),
    "clock.basic_minutes": Message("Main time in minutes"),
    "clock.overtime": Message("Overtime"),
    "clock.byo_yomi_seconds": Message("Seconds of byo-yomi"),
    "clock.byo_yomi_periods": Message("Periods of byo-yomi"),
    "clock.canadian_seconds": Message("Seconds of Canadian overtime"),
    "clock.canadian_moves": Message("Moves in Canadian overtime"),
    "clock.fischer_seconds": Message("Seconds added each move"),
    "tables.ranges": Message("Tables"),
    "tables.left_out": Message("Tables left out"),
    "komi": Message("Komi"),
    "ruleset": Message("Rules of play"),
    "internet": Message("Played on the internet"),
    "board_size": Message("Board size"),
    "category_limits": Message("Categories"),
    "clubs_groups": Message("Groups of clubs"),
    "draw_seed": Message("Seed of the draw"),
    "prizes": Message("Prizes"),
    "one_prize_each": Message("Only one prize for each person"),
    "classic_rating.epsilon": Message("Epsilon of the old rating"),
    "classic_rating.points_per_stone": Message("Points a stone in the old rating"),
    "classic_rating.stones_off": Message("Stones taken off a handicap in the old rating"),
    "sides.people": Message("People who play as one side"),
    "sides.rounding": Message("Rounding of the mean grade of a side or a team"),
    "teams.size": Message("Boards of a team"),
    "teams.paired": Message("Teams are paired with each other"),
    "teams.order": Message("Order of the boards"),
    "teams.criteria": Message("Criteria for places of teams"),
    "teams.handicaps": Message("Handicaps on the boards of a match"),
    "teams.half_of_all_boards": Message("A match is won only with more than half of all boards"),
    "teams.empty_seat_loses": Message("An empty seat loses its board"),
    "teams.bye_points": Message("Team points for a rest"),
    "teams.bye_boards": Message("Board points of a rest, for each board"),
    "teams.limits.most_grades": Message("Largest sum of the grades of a team"),
    "teams.limits.most_rating": Message("Largest mean rating of a team"),
    "teams.limits.least_juniors": Message("Juniors that a team needs"),
    "teams.limits.junior_since": Message("Juniors are born since"),
    "teams.limits.one_country": Message("A team is of one country"),
    "fees.currency": Message("Currency"),
    "fees.usual": Message("Usual fee"),
    "fees.for_juniors": Message("Fee of juniors"),
    "fees.junior_since": Message("Junior fee for those born since"),
    "unfinished.in_next_draw": Message("Games that are not over, in the next draw"),
    "unfinished.after_deadline": Message("Games that are not over at the deadline"),
    "time_zone": Message("Time zone of the event"),
    "ratings_frozen_after": Message("No ratings of lists after"),
}

# Choices that are not named by a key of their own.
CHOICE_LABELS: dict[Enum, Message] = {
    Overtime.SUDDEN_DEATH: Message("sudden death"),
    Overtime.BYO_YOMI: Message("byo-yomi"),
    Overtime.CANADIAN: Message("Canadian"),
    Overtime.FISCHER: Message("Fischer"),
    SeedMethod.FOLD: Message("fold"),
    SeedMethod.DOUBLE_FOLD: Message("double fold"),
    SeedMethod.SLIP: Message("slip"),
    SeedMethod.ADJACENT: Message("adjacent"),
    SeedMethod.SPLIT_AND_RANDOM: Message("random between the halves"),
    SeedMethod.RANDOM: Message("random in the whole group"),
    GroupEnd.TOP: Message("top"),
    GroupEnd.MIDDLE: Message("middle"),
    GroupEnd.BOTTOM: Message("bottom"),
    ColourRule.BALANCE: Message("balanced by Miai"),
    ColourRule.NIGIRI: Message("nigiri at the board"),
    Ruleset.JAPANESE: Message("Japanese"),
    Ruleset.CHINESE: Message("Chinese"),
    Ruleset.KOREAN: Message("Korean"),
    Ruleset.AGA: Message("AGA"),
    Ruleset.BGA: Message("BGA"),
    Ruleset.FRENCH: Message("French"),
    Ruleset.ING: Message("Ing"),
    Ruleset.NEW_ZEALAND: Message("New Zealand"),
    Unplayed.ZERO: Message("nothing"),
    Unplayed.START: Message("the starting score of the one who did not play"),
    Unplayed.OWN: Message("the own score"),
    Unplayed.MACMAHON: Message("as in MacMahon"),
    Unplayed.DUMMY: Message("a virtual opponent"),
    Unplayed.AGA: Message("as the AGA counts"),
    Unplayed.EPM: Message("the own score for a bye, nothing for an absence"),
    Rulebook.GOTHA: Message("as OpenGotha"),
    Rulebook.MIAI: Message("as OpenGotha, its faults corrected"),
    Rulebook.MACMAHON: Message("as MacMahon"),
    MeanRounding.NEAREST: Message("to the nearest, a half to the weaker grade"),
    MeanRounding.STRONGER: Message("to the stronger grade"),
    MeanRounding.WEAKER: Message("to the weaker grade"),
    BoardOrder.CAPTAIN: Message("as the captain says"),
    BoardOrder.RATING: Message("by rating"),
    OpenGames.HALF: Message("count half a point for each"),
    OpenGames.NOTHING: Message("count nothing"),
    OpenGames.WAIT: Message("the draw waits for them"),
    AfterDeadline.STAYS_OPEN: Message("stay open"),
    AfterDeadline.BOTH_LOSE: Message("both lose"),
    AfterDeadline.JIGO: Message("jigo"),
    PrizeKind.PLACE: Message("place"),
    PrizeKind.WINS: Message("wins"),
    PrizeKind.MOST_WINS: Message("most wins"),
}

# The classes whose fields are named one by one when they change, with the prefix of their paths.
_PREFIXES: dict[type, str] = {
    Settings: "",
    Scoring: "scoring.",
    Handicapping: "handicapping.",
    PairingRules: "pairing.",
    Clock: "clock.",
    Tables: "tables.",
    ClassicRating: "classic_rating.",
    SideRules: "sides.",
    TeamRules: "teams.",
    TeamLimits: "teams.limits.",
    Fees: "fees.",
    UnfinishedGames: "unfinished.",
}

# Classes that stand in a list, which is named as a whole.
_LISTED: dict[type, str] = {
    RuleWeight: "pairing.kaniuk.rules",
    StartBand: "scoring.bands",
    Prize: "prizes",
    ClubsGroup: "clubs_groups",
    HandicapStep: "handicapping.table",
}
_TEAM_LABELS = {
    "id": Message("Team"),
    "name": Message("Name of the team"),
    "number": Message("Number of the team"),
    "members": Message("Members"),
    "players": Message("Line-up"),
    "round": Message("Round"),
    "captain": Message("Captain"),
    "absent_rounds": PLAYER_LABELS["absent_rounds"],
    "start": PLAYER_LABELS["start"],
    "correction": PLAYER_LABELS["correction"],
    "exempt": Message("Accepted though it breaks a limit"),
    "drawn": Message("Stated by the draw"),
    "extras": PLAYER_LABELS["extras"],
}
_FINAL_TABLE = Message("Final table")
# Fields of rounds, clocks, wishes and events.
_EVENT_LABELS = {
    **DETAIL_LABELS,
    "extras": PLAYER_LABELS["extras"],
    "round": Message("Round"),
    "number": Message("Round"),
    "from_round": Message("Round"),
    "after_round": Message("Round"),
    "seed": SETTING_LABELS["draw_seed"],
    "points": Message("Points"),
    "minutes": Message("Minutes of the clock"),
    "starts_at": Message("Start of the round"),
    "paused_at": Message("Pause of the clock"),
    "reason": Message("Reason"),
    "deadline": Message("Deadline of the round"),
    "until": Message("Day on which the game goes on"),
    "stage": Message("Stage"),
    "event": Message("Event"),
    "room": Message("Room"),
    "person": Message("Person"),
    "player": Message("Player"),
    "phase": Message("Phase"),
    "first": Message("First place"),
    "last": Message("Last place"),
}


def field_label(owner: type, name: str) -> Message:
    """What a field that holds a number or a text is called."""
    if owner is Board:
        return BOARD_LABELS[name]
    if owner in (Team, LineUp):
        return _TEAM_LABELS[name]
    if owner is Member:
        return PLAYER_LABELS[name]
    if owner in (FinalTable, FinalRow, FinalTeamRow):
        return _FINAL_TABLE
    if owner in _LISTED:
        return SETTING_LABELS[_LISTED[owner]]
    if owner is Weights:
        return SETTING_LABELS[f"pairing.weights.{name}"]
    if owner is Player or owner in _PREFIXES:
        return _label(owner, name)
    return _EVENT_LABELS.get(name, BOARD_LABELS["table"])


def changed_labels(old: Any, new: Any) -> tuple[Message, ...]:
    """The labels of the fields that differ between two settings, two players, or the details of two events.

    Rules of rules, such as the bar in the scoring, are named by themselves.
    """
    return tuple(_changed(old, new))


def _changed(old: Any, new: Any) -> Iterator[Message]:
    for field in fields(new):
        before, after = getattr(old, field.name), getattr(new, field.name)
        if before == after:
            continue
        if type(after) in _PREFIXES:
            yield from _changed(before, after)
        else:
            yield _label(type(new), field.name)


def _label(kind: type, name: str) -> Message:
    if kind is Player:
        return PLAYER_LABELS[name]
    if kind is DetailsChanged:
        return DETAIL_LABELS[name]
    return SETTING_LABELS[f"{_PREFIXES[kind]}{name}"]
