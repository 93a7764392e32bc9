"""The advice on the bar as far as it is known; the page never waits for it."""

from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

from miai.app.desk import Desk, State
from miai.domain.tournament import Tournament

if TYPE_CHECKING:
    from miai.web.bar_study import Advice, Study

_latest: "WeakKeyDictionary[Desk, dict[str, tuple[Any, Study]]]" = WeakKeyDictionary()


def known_advice(desk: Desk, state: State) -> "tuple[Advice | None, bool]":
    """The advice worked out last, and whether it is for the field as it is now."""
    entry, study = _latest.get(desk, {}).get(state.id, (None, None))
    if study is None:
        return None, False
    from miai.web.bar_study import told  # noqa: PLC0415 - a study exists, so Numba is loaded

    return told(study), entry == _entry(state.tournament)


def new_advice(desk: Desk, state: State) -> "Advice | None":
    """The advice for the field as it is now, which may take seconds; nothing where there is no bar."""
    from miai.web.bar_study import told, work_out  # noqa: PLC0415 - loads Numba, which no page waits for

    study = work_out(state.tournament)
    if study is None:
        return None
    _latest.setdefault(desk, {})[state.id] = (_entry(state.tournament), study)
    return told(study)


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
