"""The frame around every page of a tournament: the rail, the rounds and the clock."""

from dataclasses import dataclass
from datetime import UTC, datetime

from miai.desk.live_state import State
from miai.domain.people.player import Registration
from miai.domain.rounds.following_round import is_passed_over
from miai.domain.rounds.round import Round
from miai.domain.rounds.round_in_progress import RoundClock
from miai.domain.tournament import Tournament
from miai.features.publish.publish_round import screens
from miai.features.stages.main_rounds import has_main_rounds
from miai.server.words import gettext as _
from miai.server.words import ngettext


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundStone:
    """A round on the strip: "past", "now-round" or "next"."""

    number: int
    kind: str
    shown: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Frame:
    """The frame of one tournament at one moment; `counts` are the figures beside the pages in the rail.

    There are no rounds where everything is played in stages.
    """

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
    rounds = (number for number in range(1, last + 1) if not is_finished(event.round(number)))
    return next((number for number in rounds if not is_passed_over(event, number)), last)


def _last_round(event: Tournament) -> int:
    from miai.features.draw.bracket import last_round  # noqa: PLC0415 - the server starts without numba

    return last_round(event)


def is_finished(drawn: Round) -> bool:
    """Whether a round was drawn and all its results are in."""
    return bool(drawn.boards) and all(board.result.known for board in drawn.boards)


def still_out(drawn: Round) -> int:
    """How many games have no result yet."""
    return sum(not board.result.known for board in drawn.boards)


def is_shown(event: Tournament, number: int) -> bool:
    """Whether players can see the pairings of a round."""
    return event.round(number).shown is not None


def frame_of(state: State, *, round: int) -> Frame:  # noqa: A002 - the players' word
    """The frame for a page that shows a round; a congress has none."""
    event = state.tournament
    if event.is_congress:
        return _congress_frame(state)
    current = current_round(event)
    has_rounds = has_main_rounds(event)
    clock = next((each for each in event.clocks if each.round == current and each.starts_at), None)
    return Frame(
        name=event.name or _("(no name)"),
        version=state.version,
        saved_at=state.history.entries[-1].at if state.history.entries else "",
        rounds=tuple(
            RoundStone(number=number, kind=_kind(event, number, current), shown=number == round)
            for number in range(1, _last_round(event) + 1 if has_rounds else 1)
        ),
        current=current,
        said=_said(event, current, clock)
        if has_rounds
        else ngettext("%(num)s stage", "%(num)s stages", len(event.stages)),
        clock=clock,
        counts=_counts(state, current),
    )


def _congress_frame(state: State) -> Frame:
    event = state.tournament
    return Frame(
        name=event.name or _("(no name)"),
        version=state.version,
        saved_at=state.history.entries[-1].at if state.history.entries else "",
        rounds=(),
        current=0,
        said="",
        clock=None,
        counts={
            "players": _count_here(event),
            "events": str(len(event.congress.events)),
            "history": str(state.version),
        },
    )


def _count_here(event: Tournament) -> str:
    """How many are entered, and how many of them are here if not all are."""
    total = len(event.players)
    here = sum(player.registration is Registration.FINAL for player in event.players)
    return str(total) if here == total else _("%(here)s of %(total)s", here=here, total=total)


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
    counts = {"players": _count_here(event), "history": str(state.version)}
    if drawn.boards and not is_shown(event, current) and not is_finished(drawn):
        counts["draw"] = _("draft")
    if event.stages:
        counts["stages"] = str(len(event.stages))
    out = still_out(screens(event, current).desk)
    if out and is_shown(event, current):
        counts["results"] = ngettext("%(num)s out", "%(num)s out", out)
    return counts
