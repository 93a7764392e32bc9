"""The form of a tournament's rules: filled from the settings, and read into them."""

from collections.abc import Mapping
from dataclasses import replace

from pydantic import BaseModel

from miai.domain.field_labels import DETAIL_LABELS, SETTING_LABELS
from miai.domain.points import Quarters, plain, quarters
from miai.domain.settings import Clock, Handicapping, Overtime, PairingRules, Scoring, Settings, Unplayed
from miai.domain.typed_text import decimal, grade
from miai.errors import InputError, Problem
from miai.messages import Message
from miai.web.words import tell

CRITERIA = 5
# The fields of the form whose names are not those of the settings.
_OTHER_NAMES: Mapping[str, Message] = {
    "minutes": SETTING_LABELS["clock.basic_minutes"],
    "categories": SETTING_LABELS["category_limits"],
}
LABELS: Mapping[str, Message] = {
    **DETAIL_LABELS,
    **{path.rpartition(".")[2]: label for path, label in SETTING_LABELS.items() if path.count(".") < 2},
    **_OTHER_NAMES,
}


class RulesForm(BaseModel):
    """The fields of the form; a checkbox that is not ticked is not sent."""

    system: str = "mcmahon"
    rounds: int = 5
    preset: str = "miai"
    komi: str = "6.5"
    minutes: int = 60
    overtime: Overtime = Overtime.BYO_YOMI
    byo_yomi_seconds: int = 30
    canadian_moves: int = 15
    canadian_seconds: int = 300
    fischer_seconds: int = 10
    bar: str = "4d"
    floor: str = "30k"
    bye_points: str = "1"
    absent_points: str = "0"
    unplayed: Unplayed = Unplayed.START
    by_score: str = "score"
    correction: int = 1
    ceiling: int = 9
    none_from: str = "1d"
    none_above_bar: bool = False
    criteria: list[str] = []
    categories: str = ""
    compensate_floats: bool = False
    keep_categories_apart: bool = False
    same_country: int = 1
    same_club: int = 3


def labels() -> dict[str, str]:
    """The labels of all fields, in the reader's language."""
    return {field: tell(label) for field, label in LABELS.items()}


def form_of(settings: Settings) -> RulesForm:
    """The form filled with the rules as they are."""
    scoring, handicap, clock, pairing = (
        settings.scoring, settings.handicapping, settings.clock, settings.pairing,
    )  # fmt: skip
    return RulesForm(
        system=settings.system,
        rounds=settings.rounds,
        preset=settings.preset,
        komi=f"{settings.komi:g}",
        minutes=clock.basic_minutes,
        overtime=clock.overtime,
        byo_yomi_seconds=clock.byo_yomi_seconds,
        canadian_moves=clock.canadian_moves,
        canadian_seconds=clock.canadian_seconds,
        fischer_seconds=clock.fischer_seconds,
        bar=str(scoring.bar),
        floor=str(scoring.floor),
        bye_points=f"{plain(scoring.bye_points):g}",
        absent_points=f"{plain(scoring.absent_points):g}",
        unplayed=scoring.unplayed,
        by_score="score" if handicap.by_score else "grade",
        correction=handicap.correction,
        ceiling=handicap.ceiling,
        none_from=str(handicap.none_from),
        none_above_bar=handicap.none_above_bar,
        criteria=list(settings.criteria),
        categories=", ".join(map(str, settings.category_limits)),
        compensate_floats=pairing.compensate_floats,
        keep_categories_apart=pairing.keep_categories_apart,
        same_country=pairing.same_country,
        same_club=pairing.same_club,
    )


def settings_of(form: RulesForm, old: Settings) -> Settings:
    """The settings with the rules of a form; what the form does not show stays as it was."""
    return replace(
        old,
        system=form.system,
        rounds=form.rounds,
        preset=form.preset,
        komi=decimal(form.komi, LABELS["komi"]),
        clock=_clock(form, old.clock),
        scoring=_scoring(form, old.scoring),
        handicapping=_handicapping(form, old.handicapping),
        pairing=_pairing(form, old.pairing),
        criteria=tuple(dict.fromkeys(filter(None, form.criteria))),
        category_limits=tuple(
            grade(part, LABELS["categories"]) for part in form.categories.split(",") if part.strip()
        ),
    )


def _clock(form: RulesForm, old: Clock) -> Clock:
    return replace(
        old,
        basic_minutes=form.minutes,
        overtime=form.overtime,
        byo_yomi_seconds=form.byo_yomi_seconds,
        canadian_moves=form.canadian_moves,
        canadian_seconds=form.canadian_seconds,
        fischer_seconds=form.fischer_seconds,
    )


def _scoring(form: RulesForm, old: Scoring) -> Scoring:
    return replace(
        old,
        bar=grade(form.bar, LABELS["bar"]),
        floor=grade(form.floor, LABELS["floor"]),
        bye_points=_points(form.bye_points, LABELS["bye_points"]),
        absent_points=_points(form.absent_points, LABELS["absent_points"]),
        unplayed=form.unplayed,
    )


def _handicapping(form: RulesForm, old: Handicapping) -> Handicapping:
    return replace(
        old,
        by_score=form.by_score == "score",
        correction=form.correction,
        ceiling=form.ceiling,
        none_from=grade(form.none_from, LABELS["none_from"]),
        none_above_bar=form.none_above_bar,
    )


def _pairing(form: RulesForm, old: PairingRules) -> PairingRules:
    return replace(
        old,
        compensate_floats=form.compensate_floats,
        keep_categories_apart=form.keep_categories_apart,
        same_country=form.same_country,
        same_club=form.same_club,
    )


def _points(text: str, label: Message) -> Quarters:
    try:
        return quarters(decimal(text, label))
    except ValueError:
        what = Message("only halves and quarters of a point")
        raise InputError([Problem(what=what, where=label)]) from None
