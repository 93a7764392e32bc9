"""Evaluates drawn rounds by the system, preset and seed that drew them."""

import threading
from collections.abc import Sequence
from dataclasses import dataclass

from miai.desk.live_state import Desk, State
from miai.domain.event_games import around_before
from miai.domain.log import events
from miai.domain.log.history import Entry
from miai.domain.people.participants import usual_field
from miai.domain.people.player import PlayerId, Registration
from miai.domain.pricing_version import PRICING
from miai.domain.rounds.round import ByeKind, Pairings, Round
from miai.domain.settings.event_settings import Settings
from miai.domain.tournament import Tournament
from miai.engine.pairing.evaluation import Evaluation
from miai.engine.pairing.presets import PRESETS
from miai.engine.pairing.registry import ALL_SYSTEMS
from miai.engine.pairing.system import Analysis
from miai.engine.scoring.teams.entrants import entrants_of, round_of_teams
from miai.engine.scoring.teams.fielding import to_be_drawn
from miai.features.draw.as_drawn import as_drawn
from miai.features.draw.entries import draw_entries
from miai.features.draw.pair import analyse, demand_reached
from miai.features.draw.tournament_kind import demand_no_congress

Pairs = tuple[tuple[PlayerId, PlayerId], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class HowDrawn:
    """By what a round was drawn last, for whom, with which pairs kept, and how many drafts there were.

    `drawn_from` is the event before the draw, of a system with a plan.
    """

    system: str
    preset: str
    seed: int
    drafts: int = 0
    drawn_for: frozenset[PlayerId] | None = None
    drawn_from: Tournament | None = None
    kept: Pairs = ()
    pricing: int = PRICING


@dataclass(frozen=True, slots=True, kw_only=True)
class _Question:
    """All that an analysis depends on."""

    before: Tournament
    round: int
    system: str
    preset: str
    seed: int
    only: tuple[PlayerId, ...] | None = None
    drawn_for: tuple[PlayerId, ...] | None = None
    drawn_from: Tournament | None = None
    kept: Pairs = ()
    pricing: int = PRICING

    def analyse(self) -> Analysis:
        return analyse(
            self.before,
            round=self.round,
            system=self.system,
            preset=self.preset,
            seed=self.seed,
            only=self.only,
            drawn_for=self.drawn_for,
            drawn_from=self.drawn_from,
            kept=self.kept,
            pricing=self.pricing,
        )


class LastAnalysis:
    """Keeps the latest analysis, whose matrices are large: that of a large field only for a while."""

    def __init__(self, *, large: int = 1000, seconds: float = 60.0) -> None:
        self._large, self._seconds = large, seconds
        self._lock = threading.Lock()
        self._known: tuple[_Question, Analysis] | None = None
        self._release: threading.Timer | None = None

    def find(self, question: _Question) -> Analysis:
        """The analysis that answers a question."""
        with self._lock:
            self._keep()
            if self._known is None or self._known[0] != question:
                # Two would need twice the memory.
                self._known = None
                self._known = question, question.analyse()
            found = self._known[1]
            if len(found.view) > self._large:
                self._release_later()
            return found

    @property
    def is_empty(self) -> bool:
        """Whether nothing is kept."""
        return self._known is None

    def _keep(self) -> None:
        if self._release is not None:
            self._release.cancel()
            self._release = None

    def _release_later(self) -> None:
        def release() -> None:
            with self._lock:
                # Somebody may have asked again while we waited for the lock.
                if self._release is timer:
                    self._known = self._release = None

        timer = self._release = threading.Timer(self._seconds, release)
        timer.daemon = True
        timer.start()


_LAST = LastAnalysis()


def how_drawn(entries: Sequence[Entry], settings: Settings) -> HowDrawn:
    """How the latest draft among the entries of a round was drawn; the settings fill in what is missing."""
    drafts = [entry.event for entry in entries if isinstance(entry.event, events.RoundDrawn)]
    if not drafts:
        return HowDrawn(system=settings.system, preset=settings.preset, seed=settings.draw_seed)
    last = drafts[-1]
    drawn = round_of_teams(last.round) if settings.by_teams else last.round
    boards = {board.table: (board.white, board.black) for board in drawn.boards}
    chosen = {bye.player for bye in drawn.byes if bye.locked}
    inside = {seat for pair in boards.values() for seat in pair} | (_forced_byes(drawn) - chosen)
    return HowDrawn(
        system=last.system if last.system in ALL_SYSTEMS else settings.system,
        # Systems without presets record none.
        preset=last.preset if last.preset in PRESETS else settings.preset,
        seed=settings.draw_seed if last.seed is None else last.seed,
        drafts=len(drafts),
        drawn_for=frozenset(inside),
        kept=tuple(boards[table] for table in last.kept if table in boards),
        pricing=last.pricing,
    )


def analysis_to_draw(tournament: Tournament, number: int, *, preset: str, seed: int) -> Analysis:
    """The analysis of a round that is to be drawn; its page uses the same one afterwards."""
    demand_no_congress(tournament)
    demand_reached(tournament, number)
    event = entrants_of(to_be_drawn(tournament, number), number)
    question = _Question(
        before=before_round(event, number),
        round=number,
        system=event.settings.system,
        preset=preset,
        seed=seed,
    )
    return _LAST.find(question)


def analysis_of(state: State, number: int) -> Analysis:
    """The analysis of a drawn round, by what it was drawn with and what was known then."""
    state.tournament.drawn_round(number)
    event = as_drawn(state.history, state.tournament, number)
    return analysis_of_drawn(event, number, how_drawn(draw_entries(state.history, number), event.settings))


def analysis_of_drawn(tournament: Tournament, number: int, how: HowDrawn) -> Analysis:
    """The analysis of a round that the tournament holds; in a team event it is about teams."""
    tournament = entrants_of(tournament, number)
    drawn = tournament.round(number)
    field = field_of(tournament, drawn)
    question = _Question(
        before=before_round(tournament, number),
        round=number,
        system=how.system,
        preset=how.preset,
        seed=how.seed,
        only=None if set(field) == usual_field(tournament, number) else field,
        drawn_for=None if how.drawn_for in (None, set(field)) else _in_order(tournament, how.drawn_for),
        drawn_from=how.drawn_from,
        kept=how.kept,
        pricing=how.pricing,
    )
    return _LAST.find(question)


def evaluation_of(desk: Desk, tournament_id: str, *, round: int) -> Evaluation:
    """The evaluation of a drawn round by its own system; in a team event that of its matches."""
    state = desk.state(tournament_id)

    def evaluate() -> Evaluation:
        drawn = entrants_of(state.tournament, round).drawn_round(round)
        return analysis_of(state, round).explain(drawn)

    return desk.recall(state, ("evaluation", round), evaluate)


def before_round(tournament: Tournament, number: int) -> Tournament:
    """What the draw of a round rests on, and nothing else."""
    return Tournament(
        # Time zones count as they are on the first day.
        begin=tournament.begin,
        teams=to_be_drawn(tournament, number).teams,
        settings=tournament.settings,
        players=tournament.players,
        rounds=tuple(Round.of(drawn) for drawn in tournament.rounds if drawn.number < number),
        wishes=tournament.wishes,
        around=around_before(tournament, number),
    )


def field_of(tournament: Tournament, drawn: Round) -> tuple[PlayerId, ...]:
    """Who is to be paired in a round: those who are, and those who are here and mean to play."""
    free = {bye.player for bye in drawn.byes if bye.kind is ByeKind.VOLUNTARY}
    inside = {seat for board in drawn.boards for seat in (board.white, board.black)} | _forced_byes(drawn)
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


def _forced_byes(drawn: Pairings) -> set[PlayerId]:
    return {bye.player for bye in drawn.byes if bye.kind is ByeKind.FORCED}


def _in_order(tournament: Tournament, chosen: frozenset[PlayerId] | None) -> tuple[PlayerId, ...]:
    return tuple(player.id for player in tournament.players if player.id in (chosen or ()))
