"""What `miai bar` advises for a field, worked out once for each entry."""

import threading
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache

from miai.app.studies.bar import entry_of, study_bar
from miai.bar.equilibrium import Layer
from miai.bar.study import BarEntry, BarStudy
from miai.domain.grade import Grade
from miai.domain.tournament import Tournament
from miai.errors import InputError
from miai.web.words import gettext as _
from miai.web.words import ngettext
from miai.web.words.formatting import joined, number

_MOST_GAPS = 4

# A field too small to be tried is refused with a reason.
Study = BarStudy | InputError
_one_at_a_time = threading.Lock()


@dataclass(frozen=True, slots=True, kw_only=True)
class TriedBar:
    """A bar that was tried: who is above it, how often one wins alone, the share of games among them."""

    bar: str
    above: int
    one_winner: float
    among_them: float
    present: bool
    best: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Advice:
    """The advice for people; `better` is the bar to move to, where the present one is not the best."""

    bars: tuple[TriedBar, ...]
    fits: str
    better: str
    sentences: tuple[str, ...]
    told: tuple[str, ...]
    players: int


def work_out(event: Tournament) -> Study | None:
    """Study the bar of the field as it is now, which may take seconds; nothing where there is no bar."""
    entry = entry_of(event)
    if event.settings.by_wins or len(entry.grades) < 2:
        return None
    # Whoever comes first, the advice is the same.
    grades = tuple(sorted(entry.grades, reverse=True))
    try:
        with _one_at_a_time:
            studied = _studied(grades, entry.rounds, entry.present)
    except InputError as refusal:
        return refusal
    return replace(studied, entry=replace(entry, grades=grades))


@lru_cache(maxsize=64)
def _studied(grades: tuple[int, ...], rounds: int, present: int | None) -> BarStudy:
    return study_bar(BarEntry(grades=grades, rounds=rounds, present=present))


def told(study: Study) -> Advice:
    """A study for people."""
    if isinstance(study, InputError):
        said = _("There are too few players for so many rounds to try bars on.")
        return Advice(bars=(), fits="", better="", sentences=(said,), told=(), players=0)
    present, best = study.entry.present, study.solution.bar
    tried = {layer.bar: layer for layer in study.solution.layers}
    if study.present:
        tried[study.present.bar] = study.present
    return Advice(
        bars=tuple(
            TriedBar(
                bar=_grade(bar),
                above=layer.population,
                one_winner=layer.unique,
                among_them=layer.peer,
                present=bar == present,
                best=bar == best,
            )
            for bar, layer in sorted(tried.items(), reverse=True)
        ),
        fits=_grade(best) if best == present else "",
        better=_grade(best) if best != present else "",
        sentences=tuple(_sentences(study)),
        told=tuple(
            str(each) for each in (study.verdict, *study.comparison, *study.advice, *study.entry.notes)
        ),
        players=len(study.entry.grades),
    )


def _sentences(study: BarStudy) -> Iterator[str]:
    """The advice in short, in the reader's words."""
    field, present = study.field, study.entry.present
    if study.present and present != field.bar:
        yield from _fate(study.present)
    above = field.population if present is None else field.above(present)
    if above > 2**field.rounds:
        yield ngettext(
            "Many at the top: of %(num)s player above the bar two can win every game.",
            "Many at the top: of %(num)s players above the bar two can win every game.",
            above,
        )
    elif above < field.rounds:
        yield ngettext(
            "Few at the top: %(num)s player for %(rounds)s rounds.",
            "Few at the top: %(num)s players for %(rounds)s rounds.",
            above,
            rounds=field.rounds,
        )
    gaps = [grade for grade in range(field.highest, field.groups[-1], -1) if not field.at(grade)]
    if 0 < len(gaps) <= _MOST_GAPS:
        yield _("Mind the gap: nobody at %(grades)s.", grades=joined([_grade(gap) for gap in gaps]))


def _fate(here: Layer) -> Iterator[str]:
    """What is wrong with a bar: those just above it meet too strong or too weak players."""
    values = {
        "bar": _grade(here.bar),
        "grades": number(round(abs(here.delta_g), 1)),
        "games": number(round(abs(here.delta_s), 1)),
    }
    if here.delta_g > 0 > here.delta_s:
        yield _(
            "With the bar at %(bar)s those just above it meet opponents %(grades)s grades stronger and win "
            "%(games)s games fewer than half.",
            **values,
        )
    elif here.delta_g < 0 < here.delta_s:
        yield _(
            "With the bar at %(bar)s those just above it meet opponents %(grades)s grades weaker and win "
            "%(games)s games more than half.",
            **values,
        )


def _grade(step: int) -> str:
    return str(Grade.of_number(step))
