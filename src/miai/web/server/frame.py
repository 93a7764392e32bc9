"""The frame around every page of a tournament: the rail, the rounds and the clock."""

from dataclasses import dataclass
from datetime import UTC, datetime

from miai.app.desk import State
from miai.app.event.publish import screens
from miai.domain.player import Registration
from miai.domain.round import Round
from miai.domain.running import RoundClock
from miai.domain.tournament import Tournament
from miai.web.words import gettext as _
from miai.web.words import ngettext


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundStone:
    """A round on the strip: "past", "now-round" or "next"."""

    number: int
    kind: str
    shown: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Frame:
    """The frame of one tournament at one moment; `counts` are the figures beside the pages in the rail."""

    name: str
    version: int
    saved_at: str
    rounds: tuple[RoundStone, ...]
    current: int
    said: str
    clock: RoundClock | None
    counts: dict[str, str]


def current_round(event: Tournament) -> int:
    """The first round that is not finished; after the end the last one."""
    last = _last_round(event)
    return next((number for number in range(1, last + 1) if not is_finished(event.round(number))), last)


def _last_round(event: Tournament) -> int:
    from miai.app.draw.bracket import last_round  # noqa: PLC0415 - the server starts without numba

    return last_round(event)


def is_finished(drawn: Round) -> bool:
    """Whether a round was drawn and all its results are in."""
    return bool(drawn.boards) and all(board.result.known for board in drawn.boards)


def still_out(drawn: Round) -> int:
    """How many games have no result yet."""
    return sum(not board.result.known for board in drawn.boards)


def is_shown(event: Tournament, number: int) -> bool:
    """Whether players can see the pairings of a round."""
    return any(shown.number == number for shown in event.shown)


def frame_of(state: State, *, round: int) -> Frame:  # noqa: A002 - the players' word
    """The frame for a page that shows a round."""
    event = state.tournament
    current = current_round(event)
    clock = next((each for each in event.clocks if each.round == current and each.starts_at), None)
    return Frame(
        name=event.name or _("(no name)"),
        version=state.version,
        saved_at=state.history.entries[-1].at if state.history.entries else "",
        rounds=tuple(
            RoundStone(number=number, kind=_kind(event, number, current), shown=number == round)
            for number in range(1, _last_round(event) + 1)
        ),
        current=current,
        said=_said(event, current, clock),
        clock=clock,
        counts=_counts(state, current),
    )


def _kind(event: Tournament, number: int, current: int) -> str:
    if number == current and not is_finished(event.round(number)):
        return "now-round"
    return "past" if event.round(number).boards else "next"


def _said(event: Tournament, current: int, clock: RoundClock | None) -> str:
    drawn = event.round(current)
    if clock and datetime.fromisoformat(clock.starts_at) > datetime.now(UTC):
        return _("Round %(number)s starts in", number=current)
    if is_finished(drawn):
        return _("All rounds are played")
    if not drawn.boards:
        return _("Round %(number)s is not drawn yet", number=current)
    if not is_shown(event, current):
        return _("Round %(number)s is a draft", number=current)
    return _("Round %(number)s is being played", number=current)


def _counts(state: State, current: int) -> dict[str, str]:
    event = state.tournament
    drawn = event.round(current)
    total = len(event.players)
    here = sum(player.registration is Registration.FINAL for player in event.players)
    counts = {
        "players": str(total) if here == total else _("%(here)s of %(total)s", here=here, total=total),
        "history": str(state.version),
    }
    if drawn.boards and not is_shown(event, current) and not is_finished(drawn):
        counts["draw"] = _("draft")
    out = still_out(screens(event, current).desk)
    if out and is_shown(event, current):
        counts["results"] = ngettext("%(num)s out", "%(num)s out", out)
    return counts
