"""Changes of the draw by hand: each is a form, takes effect at once and can be undone by itself."""

from urllib.parse import parse_qsl, urlsplit

from starlette.responses import Response

from miai.domain.bounds import bounds_of
from miai.domain.log.events import DrawChanged
from miai.domain.people.player import PlayerId
from miai.domain.people.team import TeamId
from miai.domain.rounds.game import Board
from miai.domain.rounds.round import HandChange, Round
from miai.domain.settings.field_labels import BOARD_LABELS
from miai.domain.typed_text import decimal, whole
from miai.engine.pairing.registry import abilities_of
from miai.errors import InputError
from miai.features.draw import change_draw
from miai.features.draw.change_draw import lock as lock_board
from miai.features.draw.change_draw import lock_bye as lock_their_bye
from miai.features.draw.change_draw import set_bye, set_table, set_terms, swap_colours
from miai.features.draw.change_draw import unpair as unpair_board
from miai.features.draw.force_game import force_game
from miai.features.draw.wishes import fix_table, keep_off_table, never_pair, offer_bye, want_game
from miai.features.teams.swap_teams import swap_teams
from miai.messages import Message
from miai.server.form_fields import Number, Text
from miai.server.page import Page
from miai.server.request_context import Here, Visit
from miai.server.words import gettext as _
from miai.server.words import ngettext
from miai.server.words.formatting import points

page = Page("draw-hand")


@page.post("/t/{id}/draw/swap")
def swap(visit: Here, round: Number, a: Text, b: Text) -> Response:
    """Let two players or teams change places; two players who have no opponent are paired."""
    if visit.tournament.settings.by_teams:
        return _swap_teams(visit, round, TeamId(a), TeamId(b))
    one, other = PlayerId(a), PlayerId(b)
    names = {"a": _name(visit, one), "b": _name(visit, other)}
    saved = change_draw.swap_or_pair(visit.desk, visit.id, round=round, a=one, b=other, by=visit.by)
    paired = any(
        isinstance(entry.event, DrawChanged) and entry.event.how is HandChange.PAIRED
        for entry in saved.entries
    )
    said = (
        _("%(a)s and %(b)s are paired", **names) if paired else _("%(a)s and %(b)s changed places", **names)
    )
    return visit.done(said, to=_back(visit, round), saved=saved)


def _swap_teams(visit: Visit, number: int, one: TeamId, other: TeamId) -> Response:
    """Let two teams change places; two that play each other exchange the colours."""
    names = {"a": visit.tournament.team(one).name, "b": visit.tournament.team(other).name}
    met = any({match.white, match.black} == {one, other} for match in visit.tournament.round(number).matches)
    saved = swap_teams(visit.desk, visit.id, round=number, a=one, b=other, by=visit.by)
    said = (
        _("%(a)s and %(b)s changed colours", **names) if met else _("%(a)s and %(b)s changed places", **names)
    )
    return visit.done(said, to=_back(visit, number), saved=saved)


@page.post("/t/{id}/draw/unpair")
def unpair(visit: Here, round: Number, table: Number, pair: Text = "") -> Response:
    """Take a board apart."""
    names = _names_at(visit, round, table, pair)
    saved = unpair_board(visit.desk, visit.id, round=round, table=table, by=visit.by)
    return visit.done(_("%(white)s and %(black)s are unpaired", **names), saved=saved)


@page.post("/t/{id}/draw/lock")
def lock(visit: Here, round: Number, table: Number, pair: Text = "", locked: Text = "yes") -> Response:
    """Keep a board when the rest is paired again, or no longer."""
    _names_at(visit, round, table, pair)
    on = locked == "yes"
    saved = lock_board(visit.desk, visit.id, round=round, table=table, by=visit.by, locked=on)
    said = _("Table %(table)s locked", table=table) if on else _("Table %(table)s unlocked", table=table)
    return visit.done(said, saved=saved)


@page.post("/t/{id}/draw/lock-bye")
def lock_bye(visit: Here, round: Number, player: Text, locked: Text = "yes") -> Response:
    """Keep a bye when the rest is paired again, or let the draw decide about it."""
    who, on = PlayerId(player), locked == "yes"
    saved = lock_their_bye(visit.desk, visit.id, round=round, player=who, locked=on, by=visit.by)
    name = _name(visit, who)
    said = _("The bye of %(name)s is locked", name=name) if on else _("The draw decides about the bye again")
    return visit.done(said, saved=saved)


@page.post("/t/{id}/draw/colours")
def colours(visit: Here, round: Number, table: Number, pair: Text = "") -> Response:
    """Turn a board round."""
    names = _names_at(visit, round, table, pair)
    saved = swap_colours(visit.desk, visit.id, round=round, table=table, by=visit.by)
    return visit.done(_("%(black)s has White, %(white)s Black", **names), saved=saved)


@page.post("/t/{id}/draw/terms")
def terms(
    visit: Here,
    round: Number,
    table: Number,
    handicap: Number,
    komi: Text = "",
    komi_shown: Text = "",
    pair: Text = "",
) -> Response:
    """Change handicap and komi of a board; a komi that was not touched follows the handicap."""
    _names_at(visit, round, table, pair)
    stones = visit.tournament.board_at(round, table).handicap
    typed = komi.strip() not in ("", komi_shown)
    saved = set_terms(
        visit.desk,
        visit.id,
        round=round,
        table=table,
        handicap=handicap if typed or not komi.strip() or handicap != stones else None,
        komi=decimal(komi, BOARD_LABELS["komi"], bounds_of(Board, "komi")) if typed else None,
        by=visit.by,
    )
    board = saved.state.tournament.board_at(round, table)
    said = ngettext(
        "Table %(table)s: %(num)s stone, komi %(komi)s",
        "Table %(table)s: %(num)s stones, komi %(komi)s",
        board.handicap,
        table=table,
        komi=points(board.komi),
    )
    return visit.done(said, to=_back(visit, round, board=table), saved=saved)


@page.post("/t/{id}/draw/table")
def table(visit: Here, round: Number, table: Number, new_table: Number, pair: Text = "") -> Response:
    """Move a board to another table."""
    names = _names_at(visit, round, table, pair)
    saved = set_table(visit.desk, visit.id, round=round, table=table, new_table=new_table, by=visit.by)
    said = _("%(white)s and %(black)s sit at table %(table)s", table=new_table, **names)
    return visit.done(said, to=_back(visit, round, board=new_table, at=None), saved=saved)


@page.post("/t/{id}/draw/bye")
def bye(visit: Here, round: Number, player: Text) -> Response:
    """Let a player sit out."""
    saved = set_bye(visit.desk, visit.id, round=round, player=PlayerId(player), by=visit.by)
    said = _("%(name)s has the bye", name=_name(visit, PlayerId(player)))
    return visit.done(said, to=_back(visit, round), saved=saved)


@page.post("/t/{id}/draw/never")
def never(visit: Here, round: Number, a: Text, b: Text, never: Text = "yes") -> Response:
    """Keep two players apart in every draw, or let them meet."""
    one, other, apart = PlayerId(a), PlayerId(b), never == "yes"
    saved = never_pair(visit.desk, visit.id, a=one, b=other, never=apart, by=visit.by)
    names = {"a": _name(visit, one), "b": _name(visit, other)}
    said = (
        _("%(a)s and %(b)s will never be paired", **names)
        if apart
        else _("%(a)s and %(b)s may meet", **names)
    )
    return visit.done(said, to=_back(visit, round), saved=saved)


@page.post("/t/{id}/draw/force")
def force(visit: Here, round: Number, a: Text, b: Text, force: Text = "yes") -> Response:
    """Want a game in this round and pair the rest around it, or want it no longer."""
    one, other = PlayerId(a), PlayerId(b)
    names = {"a": _name(visit, one), "b": _name(visit, other)}
    if force != "yes":
        saved = want_game(
            visit.desk, visit.id, round=round, white=one, black=other, wanted=False, by=visit.by
        )
        return visit.done(
            _("%(a)s and %(b)s are no longer forced", **names), to=_back(visit, round), saved=saved
        )
    forced = force_game(visit.desk, visit.id, round=round, white=one, black=other, by=visit.by)
    # The drawer answers no question about this game any more: it shows the board.
    asked = {"a": None, "b": None, "do": None}
    back = _back(visit, round, **asked, at=one, board=None) if forced.drawn else _back(visit, round, **asked)
    return visit.done(_forced(visit, round, names, drawn=forced.drawn), to=back, saved=forced.saved)


@page.post("/t/{id}/draw/seat")
def seat(visit: Here, round: Number, player: Text, table: Text = "") -> Response:
    """Let a player sit at one table in every round, or anywhere."""
    wanted = whole(table, BOARD_LABELS["table"], bounds_of(Board, "table")) if table.strip() else None
    saved = fix_table(visit.desk, visit.id, player=PlayerId(player), table=wanted, by=visit.by)
    name = _name(visit, PlayerId(player))
    said = (
        _("%(name)s may sit anywhere", name=name)
        if wanted is None
        else _("%(name)s will always sit at table %(table)s", name=name, table=wanted)
    )
    return visit.done(said, to=_back(visit, round), saved=saved)


@page.post("/t/{id}/draw/off")
def off(visit: Here, round: Number, player: Text, table: Number, off: Text = "yes") -> Response:
    """Never seat a player at a table, or allow it again."""
    there, name = off == "yes", _name(visit, PlayerId(player))
    saved = keep_off_table(visit.desk, visit.id, player=PlayerId(player), table=table, off=there, by=visit.by)
    said = (
        _("%(name)s will never sit at table %(table)s", name=name, table=table)
        if there
        else _("%(name)s may sit at table %(table)s", name=name, table=table)
    )
    return visit.done(said, to=_back(visit, round), saved=saved)


@page.post("/t/{id}/draw/volunteer")
def volunteer(visit: Here, round: Number, player: Text, offers: Text = "yes") -> Response:
    """Record who offers to sit out a round if somebody has to, or no longer does."""
    who, wanted = PlayerId(player), offers == "yes"
    saved = offer_bye(visit.desk, visit.id, round=round, player=who, offers=wanted, by=visit.by)
    values = {"name": _name(visit, who), "round": round}
    said = (
        _("%(name)s offers to sit out round %(round)s", **values)
        if wanted
        else _("%(name)s would rather play in round %(round)s", **values)
    )
    return visit.done(said, saved=saved)


def _forced(visit: Visit, number: int, names: dict[str, str], *, drawn: bool) -> str:
    """What a wanted game means; in a table the two players' other games of the round are put off."""
    values = {**names, "round": number}
    if abilities_of(visit.tournament.settings.system).everybody_plays_on:
        if drawn:
            return _("%(a)s and %(b)s meet; what the plan had for them in this round is put off", **names)
        return _(
            "%(a)s and %(b)s will meet when round %(round)s is drawn; "
            "what the plan has for them in it is put off",
            **values,
        )
    if drawn:
        return _("%(a)s and %(b)s meet, the rest is paired again", **names)
    return _("%(a)s and %(b)s will meet when round %(round)s is drawn", **values)


def _name(visit: Visit, player: PlayerId) -> str:
    return visit.tournament.name_of(player)


def _names_at(visit: Visit, number: int, table: int, pair: str) -> dict[str, str]:
    """The names at a table; `pair` are those whom the page showed there."""
    drawn: Round = visit.tournament.round(number)
    board = drawn.board_at(table)
    if board is None or (pair and pair != f"{board.white}|{board.black}"):
        raise InputError(
            Message("Table %(table)s has changed meanwhile. Look at it, then try again.", table=table)
        )
    return {"white": _name(visit, board.white), "black": _name(visit, board.black)}


def _back(visit: Visit, number: int, **changed: object) -> str:
    """The draw as it was looked at, with nobody picked up and no form open."""
    parts = urlsplit(visit.came_from)
    kept = dict(parse_qsl(parts.query)) if parts.path == visit.url("draw") else {}
    asked: dict[str, object] = {**kept, "round": number, "pick": None, "do": None, **changed}
    return visit.url("draw", **asked)
