"""What `miai bar` advises for a field, computed once for each set of entrants."""

import threading
import time
from concurrent.futures import Future
from dataclasses import dataclass, replace

from miai.domain.people.grade import Grade
from miai.domain.tournament import Tournament
from miai.engine.bar.study import BarEntry, BarStudy
from miai.errors import InputError
from miai.features.bar.find_bar import entry_of, study_bar
from miai.server.words import tell

# A field that is too small for a study gives the error instead.
StudyResult = BarStudy | InputError
# How many studies are kept.
_MOST = 64
# A study that nobody has asked for since is given up after so many seconds: the field has changed.
_UNWANTED_AFTER = 30.0
# Whoever waits for a study asks for it again at such intervals.
_ASK_AGAIN = 5.0


@dataclass(frozen=True, slots=True, kw_only=True)
class StudyProgress:
    """How many of the tournaments of a study have been played; before it starts, 0 of 0."""

    done: int = 0
    total: int = 0


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


def study_of(event: Tournament, *, wait: float | None = None) -> StudyResult | StudyProgress | None:
    """Study the bar of the field as it is now; None where there is no bar.

    After `wait` seconds it tells how far the study is; without it, it waits for the end.
    """
    entry = entry_of(event)
    if event.settings.by_wins or len(entry.grades) < 2:
        return None
    # The order of the players does not matter to the study.
    grades = tuple(sorted(entry.grades, reverse=True))
    found = _STUDIES.ask(BarEntry(grades=grades, rounds=entry.rounds, present=entry.present), wait=wait)
    return replace(found, entry=replace(entry, grades=grades)) if isinstance(found, BarStudy) else found


class _NotWanted(Exception):  # noqa: N818 - nothing went wrong
    """Nobody waits for the study any more."""


class _Job:
    """A study that runs in a thread of its own."""

    def __init__(self, entry: BarEntry, turn: threading.Lock) -> None:
        self.result: Future[StudyResult] = Future()
        self.progress = StudyProgress()
        self.asked = time.monotonic()
        self._entry, self._turn = entry, turn

    @property
    def failed(self) -> bool:
        """Whether it ended without a result."""
        return self.result.done() and self.result.exception() is not None

    def run(self) -> None:
        """Study the bar, after the studies that came before."""
        try:
            with self._turn:
                self._told(0, 0)
                self.result.set_result(study_bar(self._entry, progress=self._told))
        except InputError as error:
            self.result.set_result(error)
        except BaseException as error:
            self.result.set_exception(error)

    def _told(self, done: int, total: int) -> None:
        if time.monotonic() - self.asked > _UNWANTED_AFTER:
            raise _NotWanted
        self.progress = StudyProgress(done=done, total=total)


class Studies:
    """The latest studies; one runs at a time, because it takes all cores."""

    def __init__(self) -> None:
        self._jobs: dict[BarEntry, _Job] = {}
        self._lock = threading.Lock()
        self._turn = threading.Lock()

    def ask(self, entry: BarEntry, *, wait: float | None) -> StudyResult | StudyProgress:
        """The study of an entry, or after so many seconds how far it is."""
        job = self._job(entry)
        until = None if wait is None else time.monotonic() + wait
        while True:
            job.asked = now = time.monotonic()
            left = _ASK_AGAIN if until is None else min(_ASK_AGAIN, max(0.0, until - now))
            try:
                return job.result.result(timeout=left)
            except _NotWanted:
                job = self._job(entry)
            except TimeoutError:
                if until is not None and time.monotonic() >= until:
                    return job.progress

    def _job(self, entry: BarEntry) -> _Job:
        with self._lock:
            job = self._jobs.pop(entry, None)
            if job is None or job.failed:
                job = _Job(entry, self._turn)
                # A server that is stopped does not wait for it.
                threading.Thread(target=job.run, name="study of the bar", daemon=True).start()
            self._jobs[entry] = job
            while len(self._jobs) > _MOST:
                del self._jobs[next(iter(self._jobs))]
            return job


_STUDIES = Studies()


def advice_of(study: StudyResult) -> BarAdvice:
    """The advice that a study gives."""
    if isinstance(study, InputError):
        return BarAdvice(summary=tuple(tell(problem) for problem in study.problems))
    present, best = study.entry.present, study.solution.bar
    own = present if study.entry.set_at is None else study.entry.set_at
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
        fits=_grade(own) if study.fits and own is not None else "",
        better="" if study.fits else _grade(best),
        summary=tuple(tell(each) for each in (study.verdict, *study.comparison, *study.certainty)),
        details=tuple(tell(each) for each in (*study.advice, study.precision, *study.entry.notes)),
        players=len(study.entry.grades),
    )


def _grade(step: int) -> str:
    return str(Grade.of_number(step))
