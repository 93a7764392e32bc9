"""A request: what is asked, who asks, and how to answer."""

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Annotated, Any
from urllib.parse import parse_qsl, urlencode, urlsplit

from fastapi import Depends, Request
from markupsafe import Markup
from starlette.exceptions import HTTPException
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response

from miai.desk.entry_once import browser_of
from miai.desk.live_state import Desk, Saved, State, event_and_stage, stage_address
from miai.domain.bounds import bounds_of
from miai.domain.log.events import StandingsPublished
from miai.domain.numbers import shortened, whole_or_none
from miai.domain.stages import StageId
from miai.domain.time_zones import zone_of
from miai.domain.tournament import Tournament
from miai.errors import InputError
from miai.features.accounts.audit import AuditCode, note
from miai.features.accounts.members import demand_may_own_another, make_owner
from miai.features.congress.find_congress import congress_of
from miai.features.verify.log_head import ShownHead, published_head
from miai.follow import left_behind
from miai.messages import Message
from miai.server import middleware
from miai.server.accounts import Rights
from miai.server.app_state import AppState, is_loopback
from miai.server.cached_property import once
from miai.server.live.entries_around import entries_around
from miai.server.page import Page, in_congress
from miai.server.page_frame import Frame, current_round, frame_of
from miai.server.permissions import NotAllowed, NotForCongress, may, role_of
from miai.server.phone_listener.listener import Phones, PhoneState
from miai.server.roles import DEFAULT_NAMES, Role, role_name
from miai.server.seen.filled_form import WAS
from miai.server.seen.forms import was_field
from miai.server.seen.marks import mark_for
from miai.server.sessions import Session
from miai.server.words import gettext as _
from miai.server.words import tell
from miai.server.words import translation as words
from miai.server.words.formatting import show_times_in, zone_name
from miai.store.accounts.accounts_protocol import Account
from miai.store.log_behind import Behind
from miai.store.tournament_id import TournamentId
from miai.store.write_permission import Standing

_READ_ONLY, _END_READ_ONLY = Markup('<fieldset class="read-only" disabled>'), Markup("</fieldset>")
_ROUNDS = bounds_of(StandingsPublished, "after_round")


class Visit:
    """One request of one visitor; pages of a tournament have its id in their address."""

    def __init__(self, request: Request) -> None:
        self.request = request
        self.app_state: AppState = request.app.state.app_state
        self.session: Session = request.state.session
        self.rights: Rights = request.state.rights
        self.role: Role = role_of(request)
        self.id: str = request.path_params.get("id", "")
        self._forgotten: list[str] = []
        self._kept: dict[str, str] = {}

    # Who and what -----------------------------------------------------------------

    @property
    def desk(self) -> Desk:
        """The desk that keeps all tournaments."""
        return self.app_state.desk

    @property
    def by(self) -> str:
        """The visitor's name for the history."""
        return self.session.name or DEFAULT_NAMES[self.role]

    @property
    def account(self) -> Account | None:
        """The account that the visitor signed in with."""
        return self.rights.account

    @property
    def sees_everybody(self) -> bool:
        """Whether they may see the players of other people's tournaments: on a laptop every director may."""
        return self.account is None or self.role >= Role.ADMIN

    def role_in(self, tournament: str) -> Role:
        """The visitor's role in another tournament than that of the address, such as one named in a form."""
        return self.rights.role_in(tournament)

    def demand_role_in(self, tournament: str, need: Role) -> None:
        """Refuse what concerns another tournament to those who lack the role there."""
        if self.role_in(tournament) < need:
            raise NotAllowed

    def demand_may_create(self) -> None:
        """Refuse another tournament to an account that owns as many as the server allows."""
        if account := self.account:
            demand_may_own_another(self.desk.store, account)

    def created(self, state: State) -> None:
        """Let the account that created a tournament own it."""
        if account := self.account:
            make_owner(self.desk.store, state.id, account)
            self.app_state.accounts.forget()
        if self.app_state.accounts.exist:
            self.note(AuditCode.TOURNAMENT_CREATED, tournament=state.id, name=state.tournament.name)

    def note(self, code: AuditCode, *, tournament: str = "", **values: str) -> None:
        """Write a line into the audit."""
        account = self.account
        who = f"{account.name} ({account.login})" if account else self.by
        note(self.desk.store, code, who=who, address=self.address, tournament=tournament, **values)

    @property
    def address(self) -> str:
        """The machine that asks."""
        client = self.request.client
        return client.host if client else ""

    @property
    def browser(self) -> str:
        """The name by which entries of this browser are known; players who only look need none."""
        if self.role > Role.PUBLIC:
            self.session.begin()
        return self.session.browser

    @property
    def owner(self) -> str:
        """A name of the person whose entries wait in this browser, the same after signing in again."""
        session = self.session
        if not session.signed_in:
            return "machine"
        return browser_of(f"owner {session.account or f'{session.role.name} {session.name}'}")

    def own_entries(self, since: int = 0) -> frozenset[int]:
        """The numbers of the entries after a version that were made in this browser, whatever its name."""
        return self.desk.entries_of(self.id, self.session.id, since)

    @property
    def event_id(self) -> str:
        """The id of the whole event, also on the pages of its stages."""
        return event_and_stage(self.id)[0]

    @property
    def stage_id(self) -> StageId | None:
        """The id of the stage whose page this is; None on the pages of the event itself."""
        return event_and_stage(self.id)[1]

    @once
    def event_state(self) -> State:
        """The present state of the whole event; where it is a congress, the page has to suit it."""
        try:
            state = self.desk.state(self.event_id)
        except InputError as error:
            if any(each.id == self.event_id for each in self.desk.store.tournaments()):
                raise
            raise HTTPException(404, tell(error)) from error
        page: Page | None = getattr(self.request.state, "page", None)
        if page and state.tournament.is_congress and not page.suited(state):
            raise NotForCongress
        if page and page.suited is in_congress and not state.tournament.is_congress:
            raise HTTPException(
                404,
                tell(Message("%(name)s is a tournament, not a congress", name=state.tournament.name)),
            )
        return state

    @once
    def state(self) -> State:
        """The present state of the tournament or the stage of this page."""
        event = self.event_state
        if self.stage_id is None:
            return event
        if all(stage.id != self.stage_id for stage in event.tournament.stages):
            raise HTTPException(404, tell(Message("there is no stage '%(id)s'", id=self.stage_id)))
        return self.desk.state(self.id)

    @property
    def full_name(self) -> str:
        """The name of the tournament; that of a stage after the name of its event."""
        if self.stage_id is None:
            return self.tournament.name
        return _("%(event)s: %(stage)s", event=self.event_state.tournament.name, stage=self.tournament.name)

    @property
    def tournament(self) -> Tournament:
        """The tournament itself."""
        return self.state.tournament

    @once
    def log_head(self) -> ShownHead | None:
        """The head of the log at the last publication, as every public page hands it out."""
        head = published_head(self.desk, self.event_state)
        if head is None:
            return None
        mark = self.app_state.signer.proof("head", self.event_id, head.text)
        return ShownHead(head=head, text=head.text, mark=mark)

    @once
    def congress(self) -> State | None:
        """The congress that the event of this page belongs to."""
        return congress_of(self.desk, self.id) if self.id and not self.tournament.is_congress else None

    @property
    def around(self) -> int:
        """The number of entries in the events of a congress, or about the event of a stage."""
        return entries_around(self.desk, self.state)

    @property
    def has_around(self) -> bool:
        """True if the page shows what is in other logs, or elsewhere in its own."""
        return self.tournament.is_congress or self.stage_id is not None

    @once
    def round(self) -> int:
        """The round that the page shows: the one asked for, else the current one."""
        last = max(self.tournament.settings.rounds, len(self.tournament.rounds))
        asked = self.asked_round
        return asked if asked and asked <= last else current_round(self.tournament)

    @property
    def asked_round(self) -> int | None:
        """The round that the address asks for, 0 for the time before the first."""
        return whole_or_none(self.request.query_params.get("round", ""), _ROUNDS)

    @property
    def enhanced(self) -> bool:
        """Whether our own script made the request; it shows the answer within the page."""
        return self.request.headers.get("x-requested-with") == "miai"

    @property
    def on_mac(self) -> bool:
        """True if the reader's keyboard has the keys of Apple."""
        return "mac os" in self.request.headers.get("user-agent", "").lower()

    @property
    def shared(self) -> bool:
        """Whether the answer is sent to everybody, so that nothing in it may depend on who asks."""
        return bool(getattr(self.request.state, "shared", False))

    @property
    def sparing(self) -> bool:
        """Whether our script has the rows from the live stream and needs only the rest of the page."""
        return self.request.headers.get("x-miai-rows") == "none"

    @property
    def for_phones(self) -> bool:
        """True on the pages for phones in the hall, where the console does not exist."""
        return bool(getattr(self.request.state, "for_phones", False))

    @once
    def phone_switch(self) -> PhoneState:
        """The switch for phones; they follow already if the visitor reaches us from another machine."""
        reached = not is_loopback(middleware.host_name(self.request.headers))
        if reached or not self.app_state.serving.at_home:
            return PhoneState(phones=Phones.ALREADY)
        return self.app_state.phone_listener.state()

    @property
    def is_director(self) -> bool:
        """Whether the visitor may do everything."""
        return self.role >= Role.DIRECTOR

    @property
    def is_owner(self) -> bool:
        """Whether the visitor may also delete the tournament and say who has a role in it."""
        return self.role >= Role.OWNER

    @property
    def is_admin(self) -> bool:
        """Whether the visitor may do everything on the server."""
        return self.role >= Role.ADMIN

    @property
    def only_reads(self) -> bool:
        """Whether the visitor may change nothing; nobody may in an event that lacks entries of a copy."""
        return self.role is Role.VIEWER or self.held is not None

    @property
    def held(self) -> Behind | None:
        """What the log of the tournament lacks and a copy holds, until somebody chooses."""
        return self.desk.store.held.get(TournamentId(self.event_id)) if self.id else None

    def fields(self, action: str = "") -> str:
        """The beginning of what a form of the console at an address asks for; a viewer can only read it."""
        return _READ_ONLY if self._disables(action) else ""

    def end_fields(self, action: str = "") -> str:
        """The end of what a form of the console asks for."""
        return _END_READ_ONLY if self._disables(action) else ""

    def _disables(self, action: str) -> bool:
        return self.only_reads and (not action or "/t/" in action)

    @property
    def keeps_role(self) -> bool:
        """Whether the visitor still has the role that the request began with."""
        if self.session.signed_in:
            present = self.app_state.sign_ins.find(self.session.id) is not None
            return present and self.rights.role_in(self.id) >= self.role
        return self.role is Role.PUBLIC or self.app_state.trusts_this_machine

    @property
    def standing(self) -> Standing | None:
        """Why this server accepts no entries; None where it leads."""
        hall = self.app_state.hall
        return hall.presently()[1] if hall else None

    @property
    def second_laptops(self) -> bool:
        """Whether another machine has a copy and may take over."""
        hall = self.app_state.hall
        return bool(hall and hall.presently()[0])

    @property
    def has_copy(self) -> bool:
        """Whether another machine has everything at this moment."""
        hall = self.app_state.hall
        return bool(hall and self.app_state.copies_of(hall).complete)

    @property
    def left_behind(self) -> int:
        """How many entries of a machine that led before did not arrive here."""
        hall = self.app_state.hall
        return sum(len(each.missing) for each in left_behind.left_behind(hall)) if hall else 0

    @property
    def behind(self) -> int | None:
        """For how many seconds the leader has not been heard; None where it never was."""
        behind = self.app_state.worker.behind if self.app_state.worker else None
        return None if behind is None else round(behind)

    @property
    def theme(self) -> str:
        """Light, dark, or empty for the system's setting."""
        theme = self.request.state.cookies.get("miai_theme", "")
        return theme if theme in ("light", "dark") else ""

    @property
    def keys_on(self) -> bool:
        """Whether keys of single letters are switched on."""
        return bool(self.request.state.cookies.get("miai_keys") != "off")

    @property
    def letters(self) -> str:
        """The letters that this reader chose to type results with; empty for those of the language."""
        return str(self.request.state.cookies.get("miai_letters", ""))

    @property
    def language(self) -> str:
        """The language of the page."""
        return words.language()

    @property
    def rail(self) -> list[Page]:
        """The pages of the side bar that this visitor may open and that suit the event."""
        return [
            page
            for page in self.app_state.rail
            if may(self.role, page.need, viewers=page.viewers)
            and page.title_in(self.state)
            and not (page.whole and self.stage_id)
            and (self.app_state.accounts.exist or not page.hosted)
        ]

    @property
    def current(self) -> str:
        """The first part of the address of the page that is shown."""
        return self._address_here.split("/")[0]

    @property
    def in_rail(self) -> str:
        """The key of the page of the side bar to which the one that is shown belongs."""
        here = f"{self._address_here}/"
        fits = [page for page in self.app_state.rail if here.startswith(f"{page.address}/")]
        found = max(fits, key=lambda page: len(page.address), default=None)
        return (found.within or found.key) if found else ""

    @property
    def _address_here(self) -> str:
        parts = self.request.url.path.split("/", 3)
        return parts[3] if len(parts) > 3 else "overview"

    @property
    def by_shown(self) -> str:
        """The visitor's name and role for the rail; outside of tournaments an account has no role."""
        role = role_name(self.role)
        if self.account and not self.id:
            name = self.account.name
            return _("%(name)s, administrator", name=name) if self.is_admin else name
        return f"{self.session.name}, {role}" if self.session.name else role.capitalize()

    @property
    def now(self) -> str:
        """The server's time, which the clocks on all screens follow."""
        return datetime.now(UTC).isoformat(timespec="seconds")

    @once
    def csrf(self) -> str:
        """The token for the forms of a page; what is sent to many phones has none."""
        return "" if self.shared else self.session.token()

    def mark_for(self, action: str, fields: Mapping[str, object]) -> str:
        """The mark of what a form is about, such as the draft on this page; empty if it needs none."""
        return mark_for(self.desk, action, fields, shown=self.state if self._exists else None)

    def was_field(self, html: str, form: str, *, elsewhere: bool = False) -> Markup:
        """The hidden field of a form with these fields: the values that it was filled with."""
        value = was_field(self.request, self.desk, html, form, elsewhere=elsewhere)
        return Markup('<input type="hidden" name="{}" value="{}">').format(WAS, value)

    # Addresses --------------------------------------------------------------------

    def url(self, page: str = "overview", /, **query: object) -> str:
        """A page of this tournament: visit.url("results", round=3)."""
        return _address(self.id, page, query)

    def event_url(self, page: str = "overview", /, **query: object) -> str:
        """A page of the whole event."""
        return _address(self.event_id, page, query)

    def stage_url(self, stage: str, page: str = "overview", /, **query: object) -> str:
        """A page of a stage of the event."""
        return _address(stage_address(self.event_id, stage), page, query)

    def here(self, **query: object) -> str:
        """This page with something else in its query; None leaves a part out.

        After a form that could not be taken it is the page with the form.
        """
        if self.request.method == "POST":
            path, _, rest = self.came_from.partition("?")
            present = dict(parse_qsl(rest))
        else:
            path, present = self.request.url.path, dict(self.request.query_params)
        kept = {name: value for name, value in {**present, **query}.items() if value not in (None, "")}
        return f"{path}?{urlencode(kept)}" if kept else path

    @property
    def base_path(self) -> str:
        """The path of the site below which we are served; our scripts need it."""
        return self.app_state.base.path

    @property
    def came_from(self) -> str:
        """The page of ours that the visitor was on."""
        asked = self.request.headers.get("x-miai-page") or self.request.headers.get("referer", "")
        parts = urlsplit(asked)
        ours = parts.netloc in ("", self.request.headers.get("host")) and parts.path.startswith("/")
        if not ours or parts.path.startswith("//"):
            return self.url() if self.id else "/"
        return f"{parts.path}?{parts.query}" if parts.query else parts.path

    # Answers ----------------------------------------------------------------------

    def render(self, template: str, *, status: int = 200, **values: Any) -> Response:
        """Show a page."""
        return self._with_cookies(HTMLResponse(self.page(template, **values), status_code=status))

    def page(self, template: str, **values: Any) -> str:
        """The text of a page or of a part of one."""
        context = {"visit": self, "frame": None, "toast": None, **values}
        if self._exists:
            show_times_in(values.get("zone") or zone_of(self.tournament))
            context["zone_name"] = zone_name()
            if self.role > Role.PUBLIC:
                context["frame"] = self.frame
        return self.app_state.templates.get_template(template).render(**context)

    @property
    def _exists(self) -> bool:
        """Whether the address names a tournament that can be read; an error page may have none."""
        try:
            return bool(self.id and self.state)
        except (HTTPException, InputError):
            return False

    @once
    def frame(self) -> Frame:
        """What stands around every page of a tournament."""
        return frame_of(self.state, round=self.round)

    def part(self, template: str, *, status: int = 200, **values: Any) -> Response:
        """Answer with a fragment of a page."""
        return HTMLResponse(self.page(template, **values), status_code=status)

    def done(
        self,
        said: str = "",
        *,
        to: str | None = None,
        saved: Saved | None = None,
        redo: int | None = None,
        redo_last: int | None = None,
    ) -> Response:
        """Answer to an action that was carried out: go to a page, with a toast that can undo what was saved.

        Without `to` the visitor stays on the page they came from; `redo` is an entry that was undone, or the
        first of those up to `redo_last`.
        """
        target = to or self.came_from
        toast = self._toast(said, saved, redo, redo_last)
        if not self.enhanced:
            self._flash(toast)
            return self._with_cookies(self.redirect(target))
        same_page = urlsplit(target).path == urlsplit(self.came_from).path
        shown = self.page("parts/toast.html", toast=toast) if same_page and toast else ""
        if not same_page:
            self._flash(toast)
        version = saved.state.version if saved else None
        return self._with_cookies(
            JSONResponse(
                {
                    "go": self.app_state.base.url(target),
                    "here": same_page,
                    "toast": shown,
                    "version": version,
                }
            )
        )

    def redirect(self, address: str) -> Response:
        """Lead to a page of ours."""
        return RedirectResponse(self.app_state.base.url(address), status_code=303)

    def again(self, template: str, error: InputError, **values: Any) -> Response:
        """Show a form again with what was entered and what is wrong with it."""
        return self.render(template, status=422, problems=error.problems, **values)

    def keep(self, name: str, value: str) -> None:
        """Keep a preference in a cookie."""
        self._kept[name] = value

    def taken_toast(self) -> dict[str, Any] | None:
        """The toast of the action before this page: shown once, and never lost to a refresh."""
        if self.enhanced:
            return None
        name = middleware.cookie_name("toast", self.request.headers)
        held = self.request.state.cookies.get(name)
        if held is None:
            return None
        self._forgotten.append(name)
        toast: dict[str, Any] | None = self.app_state.signer.read("toast", held)
        return toast

    def _toast(
        self, said: str, saved: Saved | None, redo: int | None, redo_last: int | None
    ) -> dict[str, Any] | None:
        if not said:
            return None
        entries = saved.entries if saved else ()
        undo, last = (entries[0].number, entries[-1].number) if entries else (None, redo_last)
        state = saved.state if saved else None
        tournament, number = state.id if state else self.id, undo or redo
        # The state of this visit may be the one before the entry, which is not in it then.
        action = f"/t/{tournament}/{'undo' if undo else 'redo'}"
        mark = mark_for(self.desk, action, {"number": number}, shown=state) if number else ""
        return {"said": said, "undo": undo, "redo": redo, "last": last, "id": tournament, "mark": mark}

    def _flash(self, toast: dict[str, Any] | None) -> None:
        if toast:
            name = middleware.cookie_name("toast", self.request.headers)
            self._kept[name] = self.app_state.signer.write("toast", toast)

    def _with_cookies(self, response: Response) -> Response:
        secure = self.request.url.scheme == "https"
        for name, value in self._kept.items():
            short = name.startswith("miai_toast")
            response.set_cookie(
                name,
                value,
                max_age=60 if short else 365 * 24 * 3600,
                httponly=True,
                samesite="lax",
                secure=secure,
            )
        for name in self._forgotten:
            response.delete_cookie(name, httponly=True, samesite="lax", secure=secure)
        return response


def _address(tournament_id: str, page: str, query: dict[str, object]) -> str:
    path = f"/t/{tournament_id}" if page == "overview" else f"/t/{tournament_id}/{page}"
    asked = {name: value for name, value in query.items() if value not in (None, "")}
    return f"{path}?{urlencode(asked)}" if asked else path


async def visited(request: Request) -> Visit:
    """The visit of a request, for routes that depend on it; a round that cannot be is not found."""
    visit, asked = Visit(request), request.query_params.get("round", "")
    if asked and visit.asked_round is None:
        raise HTTPException(404, tell(Message("there is no round %(round)s", round=shortened(asked))))
    return visit


Here = Annotated[Visit, Depends(visited)]
