"""A round as the rules see it: who could meet whom, at what price, and the best draw there is."""

import threading
from dataclasses import dataclass

from miai.app.desk import State
from miai.app.lookup import drawn_round
from miai.domain import events
from miai.domain.player import PlayerId, Registration
from miai.domain.round import ByeKind, Round
from miai.domain.tournament import Tournament
from miai.errors import InputError, NoPairingError
from miai.pairing.constraints import constraints_of
from miai.pairing.plan import Plan, Solved
from miai.pairing.presets import PRESETS, plan_for, seeding_for
from miai.pairing.pricing.priced import Priced, banned
from miai.pairing.protocol import RoundView
from miai.pairing.solving import solve_round
from miai.pairing.systems import BY_PRESET
from miai.pairing.view import build_view


@dataclass(frozen=True, slots=True, kw_only=True)
class HowDrawn:
    """By what a round was drawn last, and how many drafts there have been."""

    preset: str
    seed: int
    drafts: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Judged:
    """A drawn round beside the best one; without `best` the system does not look for it, or there is none."""

    view: RoundView
    plan: Plan
    priced: Priced
    best: Solved | None


def how_drawn(state: State, number: int) -> HowDrawn:
    """The preset and the seed of a round's latest draft, or those of the settings."""
    undone = state.history.undone
    drafts = [
        entry.event
        for entry in state.history.entries
        if isinstance(entry.event, events.RoundDrawn)
        and entry.event.round.number == number
        and entry.number not in undone
    ]
    settings = state.tournament.settings
    preset, seed = settings.preset, settings.draw_seed
    if drafts:
        # Systems that have no presets name none, or one of their own.
        preset = drafts[-1].preset if drafts[-1].preset in PRESETS else preset
        seed = seed if drafts[-1].seed is None else drafts[-1].seed
    return HowDrawn(preset=preset, seed=seed, drafts=len(drafts))


_Key = tuple[Tournament, int, str, int, tuple[PlayerId, ...]]


class _LastJudged:
    """The matrices of a large field are large: only the latest are kept."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._key: _Key | None = None
        self._judged: Judged | None = None

    def find(self, key: _Key) -> Judged:
        with self._lock:
            if self._judged is None or self._key != key:
                self._judged, self._key = _judge(*key), key
            return self._judged


_LAST = _LastJudged()


def judge(state: State, number: int) -> Judged:
    """Look at a drawn round with the eyes of its own rules."""
    drawn = drawn_round(state.tournament, number)
    rests_on, how = before_round(state.tournament, number), how_drawn(state, number)
    return _LAST.find((rests_on, number, how.preset, how.seed, field_of(state.tournament, drawn)))


def before_round(tournament: Tournament, number: int) -> Tournament:
    """What the draw of a round rests on, and nothing else."""
    return Tournament(
        settings=tournament.settings,
        players=tournament.players,
        rounds=tuple(drawn for drawn in tournament.rounds if drawn.number < number),
        wishes=tournament.wishes,
    )


def field_of(tournament: Tournament, drawn: Round) -> tuple[PlayerId, ...]:
    """Who is to be paired in a round: those who are, and those who are here and mean to play."""
    free = {bye.player for bye in drawn.byes if bye.kind is ByeKind.VOLUNTARY}
    inside = {seat for board in drawn.boards for seat in (board.white, board.black)}
    inside |= {bye.player for bye in drawn.byes} - free
    return tuple(
        player.id
        for player in tournament.players
        if player.id in inside
        or (
            player.attends(drawn.number)
            and player.registration is Registration.FINAL
            and player.id not in free
        )
    )


def _judge(
    tournament: Tournament, number: int, preset: str, seed: int, field: tuple[PlayerId, ...]
) -> Judged:
    settings = tournament.settings
    inside = set(field)
    playing = [player for player in tournament.players if player.id in inside]
    view = build_view(
        tournament,
        number,
        seed=seed,
        seeding=seeding_for(settings, round_number=number, preset=preset),
        constraints=constraints_of(tournament.wishes, number, playing),
        only=field,
    )
    plan = plan_for(settings, round_number=number, preset=preset, seed=seed)
    if settings.system in BY_PRESET:
        try:
            best = solve_round(view, plan)
            return Judged(view=view, plan=plan, priced=best.priced, best=best)
        except (NoPairingError, InputError):
            # The round was drawn all the same, by hand or before the wishes changed.
            pass
    priced = plan.pricing.price(view, plan.rules, banned(view, plan.bans))
    return Judged(view=view, plan=plan, priced=priced, best=None)
