"""What the fields of a tournament are called: in forms, in the history, and in what a file cannot hold."""

from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from functools import cache
from typing import Any, get_args

from miai.domain.field_facts import facts
from miai.domain.log.events import DetailsChanged
from miai.domain.people.player import Member, Player
from miai.domain.people.team import BoardOrder, LineUp, Team
from miai.domain.rounds.final_table import FinalRow, FinalTable, FinalTeamRow
from miai.domain.rounds.game import Board
from miai.domain.settings.clock import Overtime
from miai.domain.settings.event_settings import Ruleset
from miai.domain.settings.pairing_rules import ColourRule, GroupEnd
from miai.domain.settings.prizes import PrizeKind
from miai.domain.settings.scoring_rules import Rulebook, Unplayed, Withdrawal
from miai.domain.settings.seeding import SeedMethod
from miai.domain.settings.setting import Setting
from miai.domain.settings.setting_fields import SETTING_LABELS, setting_fields
from miai.domain.settings.side_rules import MeanRounding
from miai.domain.settings.unfinished_games import AfterDeadline, OpenGames
from miai.domain.settings.weights_edition import WeightsEdition
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
    "not_same_as": Message("Not this listed player"),
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
    WeightsEdition.FIRST: Message("first: of Miai 0.1 and 0.2"),
    WeightsEdition.SECOND: Message("second: your choices weigh more"),
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
    Withdrawal.KEEP: Message("stay as they are"),
    Withdrawal.HALF: Message("annulled if fewer than half were played, else the rest awarded"),
    Withdrawal.AWARD: Message("the rest awarded to the opponents"),
    Withdrawal.ANNUL: Message("all annulled"),
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
    if owner is Player:
        return PLAYER_LABELS[name]
    if owner in _lists():
        return _lists()[owner]
    stated = facts(owner, Setting)
    if name in stated:
        return _label(stated[name])
    return _EVENT_LABELS.get(name, BOARD_LABELS["table"])


def changed_labels(old: Any, new: Any) -> tuple[Message, ...]:
    """The labels of the fields that differ between two settings, two players, or the details of two events.

    Rules of rules, such as the bar in the scoring, are named by themselves.
    """
    return tuple(_changed(old, new))


def _changed(old: Any, new: Any) -> Iterator[Message]:
    labels = _LABELS.get(type(new)) or {
        name: _label(setting) for name, setting in facts(type(new), Setting).items()
    }
    for field in fields(new):
        before, after = getattr(old, field.name), getattr(new, field.name)
        if before == after:
            continue
        if field.name in labels:
            yield labels[field.name]
        else:
            yield from _changed(before, after)


_LABELS: Mapping[type, Mapping[str, Message]] = {Player: PLAYER_LABELS, DetailsChanged: DETAIL_LABELS}


def _label(setting: Setting) -> Message:
    """What a setting is called; one that is in two objects of a class has the name of its group."""
    return setting.label if isinstance(setting.label, Message) else setting.group.title


@cache
def _lists() -> Mapping[type, Message]:
    """What a list of settings is called, by the class of what is in it."""
    return {
        inner: field.label
        for field in setting_fields().values()
        for inner in get_args(field.kind)[:1]
        if isinstance(inner, type) and is_dataclass(inner)
    }
