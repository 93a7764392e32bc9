"""The labels of a tournament's details and rules and of a player's fields, for forms and for the history."""

from collections.abc import Iterator, Mapping
from dataclasses import fields
from typing import Any

from miai.domain.events import DetailsChanged
from miai.domain.player import Player
from miai.domain.settings import Clock, Handicapping, PairingRules, Scoring, Settings
from miai.messages import Message

DETAILS: Mapping[str, Message] = {
    "name": Message("Name"),
    "short_name": Message("Short name"),
    "place": Message("Location"),
    "director": Message("Director"),
    "begin": Message("First day"),
    "end": Message("Last day"),
}
SETTINGS: Mapping[str, Message] = {
    "system": Message("System"),
    "preset": Message("Pairing rules"),
    "rounds": Message("Rounds"),
    "criteria": Message("Criteria for places"),
    "komi": Message("Komi"),
    "board_size": Message("Board size"),
    "category_limits": Message("Categories"),
    "clubs_groups": Message("Groups of clubs"),
    "draw_seed": Message("Seed of the draw"),
    "prizes": Message("Prizes"),
    "one_prize_each": Message("Nobody gets two prizes for places"),
}
SCORING: Mapping[str, Message] = {
    "bar": Message("Bar"),
    "floor": Message("Floor"),
    "zero": Message("Grade that starts at 0"),
    "bye_wins": Message("Wins for a bye"),
    "bye_points": Message("Points for a bye"),
    "absent_wins": Message("Wins for an absence"),
    "absent_points": Message("Points for an absence"),
    "round_down": Message("Points for byes and absences rounded down"),
    "absence_for_place": Message("Absences count for places"),
    "unplayed_is_half_for_opponents": Message("Unplayed rounds count half for opponents"),
    "unplayed": Message("Unplayed rounds in sums over opponents"),
    "rulebook": Message("Rulebook of the standings"),
}
HANDICAPPING: Mapping[str, Message] = {
    "by_score": Message("Handicap counted by"),
    "correction": Message("Handicap reduced by"),
    "ceiling": Message("Largest handicap"),
    "none_from": Message("No handicap from"),
    "none_above_bar": Message("No handicap above the bar"),
}
PAIRING: Mapping[str, Message] = {
    "first_seeding": Message("Seeding of the first rounds"),
    "later_seeding": Message("Seeding of the later rounds"),
    "first_seeding_rounds": Message("Number of first rounds"),
    "float_down_from": Message("Part of the group that floats down"),
    "float_up_from": Message("Part of the group that floats up"),
    "compensate_floats": Message("Who floated down floats up next time"),
    "same_country": Message("Same country"),
    "same_clubs_group": Message("Same group of clubs"),
    "same_club": Message("Same club"),
    "exempt_at_bar": Message("Clubs do not matter above the bar"),
    "exempt_half_won": Message("Clubs do not matter after winning half of the rounds"),
    "exempt_from": Message("Clubs do not matter from this grade"),
    "exempt_last_half": Message("Clubs do not matter in the last half"),
    "keep_categories_apart": Message("Pair within categories"),
    "small_handicaps": Message("Small handicaps preferred"),
    "grading_information": Message("Games that tell most about grades preferred"),
    "weights": Message("OpenGotha’s weights"),
}
CLOCK: Mapping[str, Message] = {
    "basic_minutes": Message("Main time in minutes"),
    "overtime": Message("Overtime"),
    "byo_yomi_seconds": Message("Seconds of byo-yomi"),
    "canadian_seconds": Message("Seconds of Canadian overtime"),
    "canadian_moves": Message("Moves in Canadian overtime"),
    "fischer_seconds": Message("Seconds added each move"),
}
PLAYER: Mapping[str, Message] = {
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
    "extras": Message("Other data"),
}
_BY_CLASS: Mapping[type, Mapping[str, Message]] = {
    DetailsChanged: DETAILS,
    Settings: SETTINGS,
    Scoring: SCORING,
    Handicapping: HANDICAPPING,
    PairingRules: PAIRING,
    Clock: CLOCK,
    Player: PLAYER,
}


def changed_labels(old: Any, new: Any) -> tuple[Message, ...]:
    """The labels of the fields that differ between two settings, two players, or the details of two events.

    Rules of rules, such as the bar in the scoring, are named by themselves.
    """
    return tuple(_changed(old, new))


def _changed(old: Any, new: Any) -> Iterator[Message]:
    labels = _BY_CLASS[type(new)]
    for field in fields(new):
        before, after = getattr(old, field.name), getattr(new, field.name)
        if before == after:
            continue
        if type(after) in _BY_CLASS:
            yield from _changed(before, after)
        else:
            yield labels[field.name]
