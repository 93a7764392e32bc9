"""The overview page: the hall, what needs the director, the leaders, the rounds, what is published."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from miai.desk.live_state import State
from miai.domain.log import events
from miai.domain.people.player import Player, PlayerId
from miai.domain.rounds.game import Board
from miai.domain.rounds.result_messages import result_message
from miai.domain.rounds.round import Round
from miai.domain.time_zones import zone_of
from miai.domain.tournament import Tournament
from miai.engine.scoring import StandingsRow, standings, team_standings
from miai.engine.scoring.direct import Direct
from miai.engine.scoring.places import CRITERIA
from miai.engine.scoring.teams.criteria import TEAM_TIEBREAKS, TeamCriterion
from miai.engine.scoring.teams.table import TeamRow
from miai.engine.scoring.tiebreaks import Tiebreak
from miai.features.draw.view.pairings import winner_stone
from miai.features.overview.need import Need, NeedKind
from miai.features.overview.show_overview import Overview, Stage, overview
from miai.features.overview.stage_steps import StageStep, next_steps
from miai.features.overview.view.stage_steps import StepRow, step_rows
from miai.features.schedule.set_clock import ClockState, clock_of, read_clock
from miai.features.stages.main_rounds import has_main_rounds
from miai.features.stages.overall_standings import WholeRow, whole_standings
from miai.messages import counted
from miai.server.page_frame import is_finished, still_out
from miai.server.words import gettext as _
from miai.server.words import ngettext, tell
from miai.server.words.formatting import day_and_time, joined

LEADERS = 6
_PAGES = {
    NeedKind.CLAIMS: "results",
    NeedKind.OUTSTANDING: "results",
    NeedKind.LATE: "schedule",
    NeedKind.REPUBLISH: "publish",
    NeedKind.STANDINGS: "publish",
    NeedKind.UNPAIRED: "draw",
    NeedKind.GONE: "draw",
    NeedKind.BYE: "players",
    NeedKind.NOT_HERE: "players",
    NeedKind.ROUNDS: "settings",
    NeedKind.SIGN_UPS: "sign-up",
    NeedKind.NO_SHOW: "players",
    NeedKind.NO_TEAM: "teams",
    NeedKind.DETAILS: "settings",
}
_ICONS = {
    NeedKind.CLAIMS: "flag",
    NeedKind.OUTSTANDING: "clock",
    NeedKind.LATE: "clock",
    NeedKind.REPUBLISH: "globe",
    NeedKind.STANDINGS: "globe",
    NeedKind.ROUNDS: "warn",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class HallTable:
    """A table of the hall; its kind is the winner's "w" or "b", "half" without a winner, "out" or "clash"."""

    table: int
    kind: str
    sentence: str


@dataclass(frozen=True, slots=True, kw_only=True)
class NeedRow:
    """Something that needs the director, with the page where it is dealt with and the button to go there."""

    need: Need
    icon: str
    page: str
    button: str

    @property
    def urgent(self) -> bool:
        """Whether players are waiting for a decision."""
        return self.need.kind is NeedKind.CLAIMS


@dataclass(frozen=True, slots=True, kw_only=True)
class LeaderRow:
    """One of the first in the standings, and what they do in the round."""

    row: StandingsRow
    doing: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PlannedRound:
    """A round in the plan: "past", "on", or empty for one to come."""

    number: int
    kind: str
    starts_at: str
    figure: str
    deadline: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class OverviewPage:
    """Everything on the page; `round` is the one whose tables are shown.

    In a team event the leaders are teams. `steps` are what can be done in the stages, `whole` the first of
    all of them together; `in_stages` says that nothing is played in the event itself.
    """

    overview: Overview
    stage: str
    round: int
    title: str
    hall: tuple[HallTable, ...]
    needs: tuple[NeedRow, ...]
    criteria: tuple[Tiebreak | Direct, ...]
    leaders: tuple[LeaderRow, ...]
    leaders_after: int
    whole: tuple[WholeRow, ...]
    steps: tuple[StepRow, ...]
    in_stages: bool
    team_criteria: tuple[TeamCriterion, ...]
    team_leaders: tuple[TeamRow, ...]
    plan: tuple[PlannedRound, ...]
    published: tuple[str, ...]
    starts_later: bool


def overview_page(
    state: State,
    shown_round: int,
    *,
    waiting: int = 0,
    tables: Sequence[Need] = (),
    stage_tables: Sequence[StageStep] = (),
) -> OverviewPage:
    """The overview of a tournament, with the tables of one round; so many wait to be accepted.

    `tables` and `stage_tables` are published standings that have moved.
    """
    event = state.tournament
    seen, short_names = overview(event), event.short_names
    number = min(shown_round, seen.round)
    after = max((drawn.number for drawn in event.rounds if is_finished(drawn)), default=0)
    teams = event.settings.by_teams
    in_stages = not has_main_rounds(event)
    table = standings(event, after=after) if after and not teams else None
    return OverviewPage(
        overview=seen,
        stage=seen.stage.value,
        round=number,
        title=_title(event, seen, in_stages=in_stages),
        hall=_hall(event, seen, number),
        needs=tuple(_need_row(need) for need in (*seen.needs, *tables, *_sign_ups(waiting))),
        criteria=tuple(CRITERIA[key] for key in event.settings.criteria[:3]),
        leaders=tuple(
            LeaderRow(row=row, doing=_doing(event.round(seen.round), row.player, short_names))
            for row in (table.rows[:LEADERS] if table else ())
        ),
        leaders_after=after,
        whole=whole_standings(event).rows[:LEADERS] if event.stages else (),
        steps=step_rows((*next_steps(event), *stage_tables)),
        in_stages=in_stages,
        team_criteria=tuple(TEAM_TIEBREAKS[key] for key in event.settings.teams.criteria[:2]),
        team_leaders=team_standings(event, after=after).rows[:LEADERS] if after and teams else (),
        plan=tuple(
            _planned(event, each, seen) for each in range(1, max(event.settings.rounds, seen.round) + 1)
        ),
        published=tuple(_published(state)),
        starts_later=read_clock(clock_of(event, max(seen.round, 1))).phase is ClockState.WAITING,
    )


def _sign_ups(waiting: int) -> Iterator[Need]:
    """Those who signed up and wait to be accepted."""
    if waiting:
        yield Need(
            kind=NeedKind.SIGN_UPS,
            what=counted("%(num)s sign-up waits for you", "%(num)s sign-ups wait for you", waiting),
        )


def _title(event: Tournament, seen: Overview, *, in_stages: bool) -> str:
    if event.final is not None:
        return _("The standings are final")
    return _headline_of_stages(event) if in_stages else headline(seen)


def _headline_of_stages(event: Tournament) -> str:
    """How far an event has come that is played in its stages."""
    playing = [stage.event.name for stage in event.stages if overview(stage.event).stage is Stage.PLAYING]
    if playing:
        return _("Being played: %(stages)s", stages=joined(playing))
    over = all(overview(stage.event).stage is Stage.FINISHED for stage in event.stages)
    return (
        ngettext("%(num)s stage is over", "All %(num)s stages are over", len(event.stages))
        if over
        else ngettext("%(num)s stage", "%(num)s stages", len(event.stages))
    )


def headline(seen: Overview) -> str:
    """How far a tournament has come."""
    match seen.stage:
        case Stage.EMPTY:
            return _("No players yet")
        case Stage.CHECK_IN:
            return ngettext("%(num)s player entered", "%(num)s players entered", seen.players)
        case Stage.DRAFT:
            return _("Round %(number)s is a draft", number=seen.round)
        case Stage.PLAYING:
            return ngettext(
                "Round %(number)s, %(num)s game to go",
                "Round %(number)s, %(num)s games to go",
                len(seen.open_boards),
                number=seen.round,
            )
        case Stage.READY:
            return _("Round %(number)s can be drawn", number=seen.next_round)
    return ngettext(
        "%(num)s round played, all results are in", "%(num)s rounds played, all results are in", seen.round
    )


def _hall(event: Tournament, seen: Overview, number: int) -> tuple[HallTable, ...]:
    names = event.names
    disputed = {(need.round, need.table) for need in seen.needs if need.kind is NeedKind.CLAIMS}
    return tuple(
        _hall_table(board, names, disputed=(number, board.table) in disputed)
        for board in event.round(number).boards
    )


def _hall_table(board: Board, names: dict[PlayerId, str], *, disputed: bool) -> HallTable:
    white, black = names[board.white], names[board.black]
    if disputed:
        kind, sentence = (
            "clash",
            _("%(white)s and %(black)s report different results", white=white, black=black),
        )
    elif not board.result.known:
        kind, sentence = "out", _("%(white)s against %(black)s, still playing", white=white, black=black)
    else:
        kind = winner_stone(board.result) or "half"
        sentence = tell(result_message(board.result, white, black))
    return HallTable(table=board.table, kind=kind, sentence=sentence)


def _need_row(need: Need) -> NeedRow:
    return NeedRow(
        need=need,
        icon=_ICONS.get(need.kind, "people"),
        page=_PAGES[need.kind],
        button=_button(need.kind),
    )


def _button(kind: NeedKind) -> str:
    return {
        NeedKind.CLAIMS: _("Settle"),
        NeedKind.OUTSTANDING: _("Enter"),
        NeedKind.BYE: _("Attendance"),
        NeedKind.NOT_HERE: _("Check in"),
        NeedKind.ROUNDS: _("Settings"),
        NeedKind.NO_TEAM: _("Teams"),
        NeedKind.DETAILS: _("Settings"),
    }.get(kind, _("Look"))


def _doing(drawn: Round, player: Player, names: Mapping[PlayerId, str]) -> str:
    """What a player does in the round: "table 2, playing Lefèvre"."""
    board = drawn.board_of(player.id)
    if board is None:
        return _("bye") if player.id in drawn.free else ""
    values = {"table": board.table, "opponent": names[board.opponent_of(player.id)]}
    if not board.result.known:
        return _("table %(table)s, playing %(opponent)s", **values)
    winner = board.result.winner
    if winner is None:
        return _("table %(table)s, no winner against %(opponent)s", **values)
    if winner is board.colour_of(player.id):
        return _("table %(table)s, won against %(opponent)s", **values)
    return _("table %(table)s, lost against %(opponent)s", **values)


def _planned(event: Tournament, number: int, seen: Overview) -> PlannedRound:
    drawn = event.round(number)
    clock = next((each for each in event.clocks if each.round == number), None)
    if is_finished(drawn):
        figure = ngettext("%(num)s game", "%(num)s games", len(drawn.boards))
    elif drawn.boards:
        done = len(drawn.boards) - still_out(drawn)
        figure = _("%(done)s of %(total)s", done=done, total=len(drawn.boards))
    else:
        here = sum(player.attends(number) for player in event.players)
        figure = _("%(count)s here", count=here) if here else ""
    now = number == seen.round and not is_finished(drawn)
    kind = "on" if now else "past" if drawn.boards else ""
    return PlannedRound(
        number=number,
        kind=kind,
        starts_at=clock.starts_at if clock else "",
        figure=figure,
        deadline=clock.deadline if clock and not is_finished(drawn) else "",
    )


def _published(state: State) -> Iterator[str]:
    """What players can see and since when: the latest pairings and the latest standings."""
    latest: dict[object, str] = {}
    event, zone = state.tournament, zone_of(state.tournament)
    stages = {stage.id: stage.event for stage in event.stages}
    tables = {table.after_round for table in event.tables_shown}
    for entry in state.history.effective_entries:
        match entry.event:
            case events.RoundPublished(round=number) if event.round(number).shown:
                latest[events.RoundPublished] = _(
                    "Pairings of round %(number)s, %(time)s", number=number, time=day_and_time(entry.at, zone)
                )
            case events.StandingsPublished(after_round=number) if number in tables:
                latest[events.StandingsPublished] = _(
                    "Standings after round %(number)s, %(time)s",
                    number=number,
                    time=day_and_time(entry.at, zone),
                )
            case events.InStage(stage=stage, change=events.RoundPublished(round=number)) if (
                stage in stages and stages[stage].round(number).shown
            ):
                latest[stage] = _(
                    "%(stage)s: pairings of round %(number)s, %(time)s",
                    stage=stages[stage].name,
                    number=number,
                    time=day_and_time(entry.at, zone),
                )
    yield from latest.values()
