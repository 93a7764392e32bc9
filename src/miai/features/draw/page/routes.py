"""Draw: the boards of a round, their reasons, and the round as a whole."""

from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from starlette.responses import Response

from miai.domain.bounds import bounds_of
from miai.domain.draw_seeds import seed_of_round
from miai.domain.numbers import whole_or_none
from miai.domain.people.player import PlayerId, Registration
from miai.domain.rounds.following_round import following_round
from miai.domain.rounds.round import Pairings
from miai.domain.settings.event_settings import Settings
from miai.domain.settings.presets import preset_description
from miai.domain.tournament import Tournament
from miai.engine.kernel.preparation import preparation
from miai.engine.pairing.analysis import message_of
from miai.engine.pairing.comparing import find_player
from miai.engine.pairing.registry import abilities_of
from miai.engine.scoring.teams.fielding import gaps, to_be_drawn
from miai.errors import InputError, NoPairingError
from miai.features.congress.clashes import before_draw
from miai.features.draw.against_rules import against_rules
from miai.features.draw.bracket import byes_to_come, last_round, missed_games
from miai.features.draw.draw_round import (
    demand_last,
    draw_around_wishes,
    draw_round,
    repair_rest,
    take_back_round,
)
from miai.features.draw.evaluation import analysis_of, analysis_to_draw
from miai.features.draw.open_games import draw_waits, outstanding
from miai.features.draw.page.view import (
    beside_own,
    board_reasons,
    bye_reasons,
    change_words,
    rules_of,
    sheet_of,
    weight,
)
from miai.features.draw.page.wishes import free_to_meet, possible_volunteers, wishes_of
from miai.features.draw.rail import page
from miai.features.draw.round_warnings import rounds_warning
from miai.features.publish.publish_round import (
    Shown,
    must_ask,
    publication,
    publish_round,
    published_message,
)
from miai.features.publish.take_back import drawing_again, taking_back
from miai.features.teams.view.team_matches import shown_matches
from miai.server.form_fields import Number, OptionalAddressNumber, Text
from miai.server.request_context import Here, Visit
from miai.server.words import gettext as _
from miai.server.words import ngettext, tell

if TYPE_CHECKING:
    from miai.features.draw.page.view import Beside, BoardReasons, DrawRow, Seat, Sheet


@page.get("/t/{id}/draw")
def show(
    visit: Here,
    show: str = "all",
    board: OptionalAddressNumber = None,
    at: str = "",
    pick: str = "",
    do: str = "",
    a: str = "",
    b: str = "",
    compare: str = "",
) -> Response:
    """The draft with its reasons, or how a round that is not drawn can be.

    `board` is the table that is looked at and `at` the player there, `pick` somebody picked up for a swap,
    `do` a form at that table, `a` and `b` two who might have met.
    """
    drawn = visit.tournament.round(visit.round)
    if not drawn.boards and not drawn.byes and not drawn.resting:
        return _undrawn(visit)
    if visit.tournament.settings.by_teams:
        return _show_matches(visit, board=board, resting=at, pick=pick, a=a, b=b, compare=bool(compare))
    sheet = sheet_of(visit.desk, visit.state, visit.round, pick=pick)
    looked = drawn.board_of(PlayerId(at)) if at else None
    chosen = _chosen(sheet, looked.table if looked else board)
    free = _free(sheet, at)
    shown = _rows_by_choice(sheet)
    if not looked and not free:
        at = chosen.board.white if chosen else ""
    return visit.render(
        "draw/draw.html",
        sheet=sheet,
        figures=sheet.figures,
        shown=shown,
        show=show if show in shown else "all",
        chosen=chosen,
        at=at,
        free=free,
        do=do,
        reasons=_reasons(sheet, chosen, free),
        beside=_beside_own(sheet) if compare else None,
        wishes=wishes_of(visit.tournament, visit.round),
        missed=missed_games(visit.tournament, before=visit.round),
        volunteers=[] if sheet.finished else possible_volunteers(visit.tournament, visit.round),
        pairable=[],
        asked=_why_not(visit, a, b) if a and b else None,
        a=a,
        b=b,
        weight=weight,
        next_round=_next_round(visit),
    )


def _show_matches(
    visit: Visit, *, board: int | None, resting: str, pick: str, a: str, b: str, compare: bool
) -> Response:
    """The matches of a team event, with their boards and their reasons; `pick` is a team to be swapped."""
    event, number = visit.tournament, visit.round
    sheet = sheet_of(visit.desk, visit.state, number, pick=pick)
    chosen, free = _chosen(sheet, board), _free(sheet, resting)
    return visit.render(
        "draw/draw_teams.html",
        sheet=sheet,
        figures=sheet.figures,
        matches=list(zip(sheet.rows, shown_matches(event, event.round(number)), strict=True)),
        away=[team for team in event.teams if number in team.absent_rounds],
        show="all",
        chosen=chosen,
        at="",
        free=free,
        reasons=_reasons(sheet, chosen, free),
        beside=_beside_own(sheet) if compare else None,
        asked=_why_not(visit, a, b) if a and b else None,
        a=a,
        b=b,
        weight=weight,
        next_round=_next_round(visit),
    )


def _rows_by_choice(sheet: "Sheet") -> "dict[str, tuple[DrawRow, ...]]":
    """The boards that each choice above the list shows."""
    return {
        "all": sheet.rows,
        "odd": tuple(row for row in sheet.rows if row.words),
        "hand": tuple(row for row in sheet.rows if row.by_hand),
        "other": tuple(row for row in sheet.rows if not row.own),
    }


def _chosen(sheet: "Sheet", table: int | None) -> "DrawRow | None":
    """The board that is looked at; none while somebody is picked for a swap."""
    return None if sheet.picked else next((row for row in sheet.rows if row.board.table == table), None)


def _free(sheet: "Sheet", player: str) -> "Seat | None":
    """The player or team without a game that is looked at; none while somebody is picked for a swap."""
    return None if sheet.picked else next((seat for seat in sheet.byes if seat.player.id == player), None)


def _reasons(sheet: "Sheet", chosen: "DrawRow | None", free: "Seat | None") -> "BoardReasons | None":
    """The reasons of the board that is looked at, else of the bye."""
    if chosen:
        return board_reasons(sheet, chosen.board.table)
    return bye_reasons(sheet, free.player.id) if free else None


def _beside_own(sheet: "Sheet") -> "Beside | None":
    """The draw that the system would make, beside one that differs from it."""
    return beside_own(sheet) if sheet.proof.has_better else None


def _why_not(visit: Visit, a: str, b: str) -> object:
    """What a game of two others would cost; a name that nobody has is said in the card itself."""
    try:
        analysis = analysis_of(visit.state, visit.round)
        one, other = (find_player(analysis.view, name) for name in (a, b))
        found = analysis.why_not(one, other)
    except (InputError, NoPairingError) as error:
        return {"problem": tell(message_of(error))}
    return {
        "problem": "",
        "one": analysis.view.players[one],
        "other": analysis.view.players[other],
        "forbidden": [tell(each) for each in found.forbidden],
        "worse": found.extra > 0,
        "costs": change_words(found.comparison.worse),
        "gains": change_words(found.comparison.better),
        "games": found.games,
    }


def _next_round(visit: Visit) -> int | None:
    following = visit.round + 1
    event = visit.tournament
    return following if following <= last_round(event) and not event.round(following).boards else None


def _undrawn(visit: Visit, *, blocked: str = "") -> Response:
    """What a round that is not drawn waits for; `blocked` says why there is no draw."""
    event = visit.tournament
    if event.settings.by_teams:
        return _undrawn_teams(visit, blocked=blocked)
    coming = [player for player in event.players if player.attends(visit.round)]
    checked_in = [player for player in coming if player.registration is Registration.FINAL]
    here = checked_in or coming
    return visit.render(
        "draw/draw_none.html",
        blocked=blocked,
        first=following_round(event),
        here=len(here),
        checked_in=bool(checked_in) or not coming,
        byes=byes_to_come(event, visit.round, field=len(here)),
        over=visit.round > last_round(event),
        rules=rules_of(event.settings.system, event.settings.preset),
        what_rules_do=tell(preset_description(event.settings.preset)),
        away=[player for player in coming if player not in here] if len(here) < len(coming) else [],
        missing=outstanding(event, before=visit.round),
        waits=draw_waits(event, before=visit.round),
        unfinished=event.settings.unfinished.in_next_draw.value,
        wishes=wishes_of(event, visit.round),
        missed=missed_games(event, before=visit.round),
        volunteers=possible_volunteers(event, visit.round),
        pairable=free_to_meet(event, visit.round),
        unfit=rounds_warning(event),
        number=visit.round,
        busy=before_draw(visit.desk, visit.id, visit.round),
        preparing=preparation.under_way,
    )


def _undrawn_teams(visit: Visit, *, blocked: str) -> Response:
    """What a round of a team event waits for: the teams that play, and the gaps in their line-ups."""
    event, number = visit.tournament, visit.round
    playing = [team for team in event.teams if number not in team.absent_rounds]
    return visit.render(
        "draw/draw_teams_none.html",
        blocked=blocked,
        first=max((drawn.number for drawn in event.rounds if drawn.boards or drawn.resting), default=0) + 1,
        teams=len(playing),
        away=[team for team in event.teams if team not in playing],
        byes=byes_to_come(event, number, field=len(playing)) if playing else 0,
        over=number > last_round(event),
        rules=rules_of(event.settings.system, event.settings.preset),
        what_rules_do=tell(preset_description(event.settings.preset)),
        missing=outstanding(event, before=number),
        waits=draw_waits(event, before=number),
        unfinished=event.settings.unfinished.in_next_draw.value,
        gaps=list(gaps(to_be_drawn(event, number), number)),
        unfit=rounds_warning(event),
        number=number,
        busy=before_draw(visit.desk, visit.id, number),
        preparing=preparation.under_way,
    )


@page.post("/t/{id}/draw/make")
def make(
    visit: Here,
    round: Number,
    nearest: Text = "",
    seed: Text = "",
    knowing: Text = "",
) -> Response:
    """Draw a round, or draw it again with another seed, once it is known what that drops."""
    if knowing != drawing_again(visit.state, round).key:
        return visit.done(to=visit.url("draw/drop", round=round, seed=seed))
    try:
        made = draw_round(
            visit.desk,
            visit.id,
            round=round,
            by=visit.by,
            seed=whole_or_none(seed, bounds_of(Settings, "draw_seed")),
            nearest=nearest == "yes",
        )
    except NoPairingError:
        return visit.done(to=visit.url("draw/blocked", round=round))
    said = ngettext(
        "Round %(round)s drawn: %(num)s board",
        "Round %(round)s drawn: %(num)s boards",
        len(made.draw.boards),
        round=round,
    )
    return visit.done(said, to=visit.url("draw", round=round), saved=made.saved)


@page.get("/t/{id}/draw/drop", viewers=False)
def ask_drop(visit: Here, seed: str = "", gone: str = "") -> Response:
    """What a new draw would drop, or with `gone` what taking the draw back loses."""
    lost = taking_back(visit.state, visit.round) if gone else drawing_again(visit.state, visit.round)
    if not lost.key:
        return visit.done(to=visit.url("draw", round=visit.round))
    return visit.render(
        "draw/draw_drop.html",
        number=visit.round,
        losses=list(lost.messages(visit.tournament)),
        knowing=lost.key,
        seed=seed,
        gone=gone,
        rest=not abilities_of(visit.tournament.settings.system).plans_rounds,
    )


@page.get("/t/{id}/draw/blocked", viewers=False)
def blocked(visit: Here) -> Response:
    """Who blocks whom where no draw keeps all rules, and the way to the nearest one."""
    settings = visit.tournament.settings
    try:
        analysis_to_draw(
            visit.tournament,
            visit.round,
            preset=settings.preset,
            seed=seed_of_round(visit.tournament, visit.round),
        ).draw()
    except NoPairingError as error:
        return _undrawn(visit, blocked=tell(message_of(error)))
    return _undrawn(visit)


@page.post("/t/{id}/draw/rest")
def rest(visit: Here, round: Number) -> Response:
    """Pair again all that was not set by hand; a plan is drawn again around the wishes."""
    planned = abilities_of(visit.tournament.settings.system).plans_rounds
    again = draw_around_wishes if planned else repair_rest
    saved = again(visit.desk, visit.id, round=round, by=visit.by)
    on_page = urlsplit(visit.came_from).path == visit.url("draw")
    back = None if on_page else visit.url("draw", round=round)
    return visit.done(_("The rest is paired again"), to=back, saved=saved)


@page.post("/t/{id}/draw/take-back")
def take_back(visit: Here, round: Number, knowing: Text = "") -> Response:
    """Take the whole draw back, once it is known what is lost with it."""
    demand_last(visit.tournament, round)
    if knowing != taking_back(visit.state, round).key:
        return visit.done(to=visit.url("draw/drop", round=round, gone="yes"))
    saved = take_back_round(visit.desk, visit.id, round=round, by=visit.by)
    said = _("Round %(round)s taken back", round=round)
    return visit.done(said, to=visit.url("draw", round=round), saved=saved)


@page.get("/t/{id}/draw/publish", viewers=False)
def ask_publish(visit: Here) -> Response:
    """Players who would see another game than the one published before, and games against the rules."""
    event = visit.tournament
    drawn = event.round(visit.round)
    public = publication(event, visit.round)
    return visit.render(
        "draw/draw_publish.html",
        number=visit.round,
        shown=public.shown is not Shown.NOTHING,
        changed=public.shown is not Shown.CURRENT,
        faults=against_rules(visit.desk, visit.state, visit.round).faults,
        moved=[
            (
                event.player(each),
                _game(event, drawn.shown, each),
                _game(event, drawn, each),
            )
            for each in public.moved
        ],
    )


@page.post("/t/{id}/draw/publish")
def publish(visit: Here, round: Number, knowing: Text = "") -> Response:
    """Let players see the draw; over another one, or against the rules, only if that is known."""
    back = visit.url("draw", round=round)
    if must_ask(visit.desk, visit.state, round) and knowing != "yes":
        return visit.done(to=visit.url("draw/publish", round=round))
    saved = publish_round(visit.desk, visit.id, round=round, by=visit.by)
    return visit.done(tell(published_message(saved, round)), to=back, saved=saved)


def _game(event: Tournament, drawn: Pairings | None, player: PlayerId) -> str:
    """A player's game in a few words."""
    board = drawn.board_of(player) if drawn else None
    if board is None:
        return _("bye") if drawn and player in drawn.free else _("no game")
    values = {"table": board.table, "opponent": event.name_of(board.opponent_of(player))}
    if board.white == player:
        return _("table %(table)s, White against %(opponent)s", **values)
    return _("table %(table)s, Black against %(opponent)s", **values)
