"""What `miai bar` advises for a field, computed once for each set of entrants."""

import threading
from dataclasses import dataclass, replace
from functools import lru_cache

from miai.app.studies.bar import entry_of, study_bar
from miai.bar.study import BarEntry, BarStudy
from miai.domain.grade import Grade
from miai.domain.tournament import Tournament
from miai.errors import InputError
from miai.web.words import tell

# A field that is too small for a study gives the error instead.
StudyResult = BarStudy | InputError
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
class BarAdvice:
    """The advice in the reader's language; `better` is a bar that fits better than the present one."""

    bars: tuple[TriedBar, ...] = ()
    fits: str = ""
    better: str = ""
    summary: tuple[str, ...]
    details: tuple[str, ...] = ()
    players: int = 0


def study_of(event: Tournament) -> StudyResult | None:
    """Study the bar of the field as it is now, which may take seconds; None where there is no bar."""
    entry = entry_of(event)
    if event.settings.by_wins or len(entry.grades) < 2:
        return None
    # The order of the players does not matter to the study.
    grades = tuple(sorted(entry.grades, reverse=True))
    try:
        with _one_at_a_time:
            studied = _studied(grades, entry.rounds, entry.present)
    except InputError as error:
        return error
    return replace(studied, entry=replace(entry, grades=grades))


@lru_cache(maxsize=64)
def _studied(grades: tuple[int, ...], rounds: int, present: int | None) -> BarStudy:
    return study_bar(BarEntry(grades=grades, rounds=rounds, present=present))


def advice_of(study: StudyResult) -> BarAdvice:
    """The advice that a study gives."""
    if isinstance(study, InputError):
        return BarAdvice(summary=tuple(tell(problem) for problem in study.problems))
    present, best = study.entry.present, study.solution.bar
    tried = {layer.bar: layer for layer in study.solution.layers}
    if study.present:
        tried[study.present.bar] = study.present
    return BarAdvice(
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
        summary=tuple(tell(each) for each in (study.verdict, *study.comparison)),
        details=tuple(tell(each) for each in (*study.advice, *study.entry.notes)),
        players=len(study.entry.grades),
    )


def _grade(step: int) -> str:
    return str(Grade.of_number(step))
