"""The latest advice on the bar, so that the page never waits for a new one."""

from dataclasses import dataclass
from hashlib import blake2b
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

from miai.desk.live_state import Desk, State
from miai.domain.tournament import Tournament
from miai.features.bar.view.study import StudyProgress, advice_of, study_of

if TYPE_CHECKING:
    from miai.features.bar.view.study import BarAdvice, StudyResult


@dataclass(frozen=True, slots=True, kw_only=True)
class _KnownStudy:
    """The latest study of a tournament, and the field it was made for."""

    entry: Any
    study: "StudyResult"


_latest: WeakKeyDictionary[Desk, dict[str, _KnownStudy]] = WeakKeyDictionary()


def known_advice(desk: Desk, state: State) -> "tuple[BarAdvice | None, bool]":
    """The latest advice, and whether it is for the field as it is now."""
    known = _latest.get(desk, {}).get(state.id)
    if known is None:
        return None, False
    return advice_of(known.study), known.entry == _entry(state.tournament)


def new_advice(desk: Desk, state: State, *, wait: float | None = None) -> "BarAdvice | StudyProgress | None":
    """The advice for the field as it is now; None where there is no bar.

    After `wait` seconds it tells how far it is; without it, it waits for the end.
    """
    study = study_of(state.tournament, wait=wait)
    if study is None or isinstance(study, StudyProgress):
        return study
    _latest.setdefault(desk, {})[state.id] = _KnownStudy(entry=_entry(state.tournament), study=study)
    return advice_of(study)


def field_key(state: State) -> str:
    """A short text that differs when the advice may differ: who enters, the bar and the rounds."""
    return blake2b(repr(_entry(state.tournament)).encode(), digest_size=8).hexdigest()


def _entry(event: Tournament) -> Any:
    """Everything that the advice depends on."""
    settings = event.settings
    rounds = frozenset(range(1, settings.rounds + 1))
    people = sorted(
        (
            player.grade.number,
            player.registration.value,
            rounds <= player.absent_rounds,
            str(player.bar_side),
            str(player.start),
            player.correction,
        )
        for player in event.players
    )
    return settings.rounds, settings.system, settings.scoring, bool(event.rounds_played), people
