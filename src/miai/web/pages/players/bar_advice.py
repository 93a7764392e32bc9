"""The advice on the bar as far as it is known; the page never waits for it."""

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

from miai.app.desk import Desk, State
from miai.domain.tournament import Tournament
from miai.web.words import language

if TYPE_CHECKING:
    from miai.web.pages.players.bar_study import Advice, Study


@dataclass(kw_only=True)
class _Known:
    """The latest study of a tournament, the field it was made for, and how it is told by language."""

    entry: Any
    study: "Study"
    told: "dict[str, Advice]" = field(default_factory=dict)


_latest: WeakKeyDictionary[Desk, dict[str, _Known]] = WeakKeyDictionary()


def known_advice(desk: Desk, state: State) -> "tuple[Advice | None, bool]":
    """The advice worked out last, and whether it is for the field as it is now."""
    known = _latest.get(desk, {}).get(state.id)
    if known is None:
        return None, False
    return _told(known), known.entry == _entry(state.tournament)


def new_advice(desk: Desk, state: State) -> "Advice | None":
    """The advice for the field as it is now, which may take seconds; nothing where there is no bar."""
    from miai.web.pages.players.bar_study import work_out

    study = work_out(state.tournament)
    if study is None:
        return None
    known = _Known(entry=_entry(state.tournament), study=study)
    _latest.setdefault(desk, {})[state.id] = known
    return _told(known)


def _told(known: _Known) -> "Advice":
    from miai.web.pages.players.bar_study import told

    if language() not in known.told:
        known.told[language()] = told(known.study)
    return known.told[language()]


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
