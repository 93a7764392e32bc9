"""Forms that carry the values they were filled with: what others saved since is merged or shown."""

import json
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, replace
from urllib.parse import parse_qsl, quote, urlencode

from fastapi import Request
from fastapi.routing import APIRoute
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.types import Message, Scope

from miai.desk.entry_once import EntryOnce, current_entry
from miai.desk.live_state import Desk, State
from miai.errors import InputError, MiaiError
from miai.server.live.entries_around import entries_around
from miai.server.permissions import Stale, form_id
from miai.server.seen.filled_form import WAS, FilledForm, Pairs, read_form
from miai.server.seen.merge import Clash, merge, units_sent
from miai.store.protocol import Conflict

# Fields of the question about values that two people changed.
CHOOSE, THEIRS, MINE = "choose.", "theirs", "mine"
_COLLECTED, _NOW = "forms_filled", "form_now"
_FORM = "application/x-www-form-urlencoded"
_OF_SENDING = (b"content-type", b"content-length", b"x-requested-with", b"x-miai-entry", b"x-miai-rows")
# Somebody else may save in between, but not this many times in a row.
_ATTEMPTS = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class Was:
    """The hidden field of a form: the page it is on, the log it was filled from, and its values.

    `asked` are the units about which the person was asked. `own`: the page has sent this form before, and has
    not been filled again since.
    """

    form: str
    page: str
    mark: str
    version: int
    units: Mapping[str, Pairs]
    ticks: tuple[str, ...] = ()
    asked: tuple[str, ...] = ()
    own: bool = False

    @classmethod
    def read(cls, text: str) -> "Was":
        """The field as it was sent; anything else was not made by a page of ours."""
        try:
            sent = json.loads(text)
            units = {
                str(key): [(str(name), str(value)) for name, value in pairs]
                for key, pairs in sent["units"].items()
            }
            return cls(
                form=str(sent["form"]),
                page=str(sent["page"]),
                mark=str(sent["mark"]),
                version=int(sent["version"]),
                units=units,
                ticks=tuple(map(str, sent["ticks"])),
                asked=tuple(map(str, sent["asked"])),
                own=bool(sent.get("own")),
            )
        except (ValueError, TypeError, KeyError, AttributeError):
            raise Stale from None

    def text(self) -> str:
        """The value of the hidden field."""
        return json.dumps(
            {
                "form": self.form,
                "page": self.page,
                "mark": self.mark,
                "version": self.version,
                "units": self.units,
                "ticks": self.ticks,
                "asked": self.asked,
            },
            ensure_ascii=False,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class FieldClash:
    """A field that two people changed, as a person reads it."""

    key: str
    label: str
    before: str
    now: str
    typed: str


class FieldsChanged(MiaiError):  # noqa: N818 - nothing is wrong with what was typed
    """Fields that a person changed were changed by somebody else too; nothing was saved."""

    def __init__(self, clashes: tuple[FieldClash, ...], sent: Pairs, was: str, page: str) -> None:
        super().__init__(", ".join(each.label for each in clashes))
        self.clashes, self.sent, self.was, self.page = clashes, sent, was, page


def was_field(request: Request, desk: Desk, html: str, form: str, *, elsewhere: bool = False) -> str:
    """The hidden field of a form with these fields; a form that is shown again keeps what it was sent with.

    `elsewhere`: the log of the tournament does not hold what it changes.
    """
    filled = read_form(html)
    collected: dict[str, FilledForm] | None = getattr(request.state, _COLLECTED, None)
    if collected is not None:
        collected[form] = filled
    now: Was | None = getattr(request.state, _NOW, None)
    if now and now.form == form:
        return now.text()
    state = None if elsewhere else _state(request, desk)
    query = request.scope.get("query_string", b"").decode()
    page = request.scope["path"]
    return Was(
        form=form,
        page=f"{page}?{query}" if query else page,
        mark=_mark(desk, state),
        version=state.version if state else 0,
        units=filled.units,
        ticks=tuple(filled.ticks),
    ).text()


class FormRoute(APIRoute):
    """A route that merges what is sent with what others saved, before its view reads it."""

    def get_route_handler(self) -> Callable[[Request], Awaitable[Response]]:  # type: ignore[override]
        """The view, after the merge."""
        view = super().get_route_handler()

        async def handle(request: Request) -> Response:
            if request.method != "POST" or not request.headers.get("content-type", "").startswith(_FORM):
                return await view(request)
            sent = parse_qsl((await request.body()).decode(errors="replace"), keep_blank_values=True)
            if (text := dict(sent).get(WAS)) is None:
                return await view(request)
            return await _merged(request, view, sent, Was.read(text))

        return handle


async def _merged(
    request: Request, view: Callable[[Request], Awaitable[Response]], sent: Pairs, was: Was
) -> Response:
    """Merge and carry out; again if somebody saved in between."""
    entry, desk = current_entry(), request.app.state.app_state.desk
    if entry and "x-requested-with" not in request.headers and "x-csrf-token" not in request.headers:
        entry.id = request.state.form_id = await form_id(request)
    if entry and await run_in_threadpool(desk.store.requested, entry.first_change):
        # Sent again: answered as the first time.
        return await view(request)
    answered, was = _answered(sent, was)
    for attempt in range(1, _ATTEMPTS + 1):
        fields = await _with_current(request, desk, entry, answered, was)
        try:
            return await view(_with_body(request, fields))
        except Conflict:
            if entry is None or attempt == _ATTEMPTS:
                raise
            entry.begin_again()
            entry.demands.clear()
    raise AssertionError


def _answered(sent: Pairs, was: Was) -> tuple[Pairs, Was]:
    """The fields, with what the person chose where two had changed the same.

    A choice of the other value makes the field one that was left alone.
    """
    chosen = {name.removeprefix(CHOOSE): value for name, value in sent if name.startswith(CHOOSE)}
    fields = [(name, value) for name, value in sent if name != WAS and not name.startswith(CHOOSE)]
    theirs = {key: was.units.get(key, []) for key in was.asked if chosen.get(key) == THEIRS}
    if theirs:
        units = {**units_sent(dict(was.units), fields), **theirs}
        fields = [pair for pairs in units.values() for pair in pairs]
    return fields, replace(
        was, asked=tuple(key for key in was.asked if chosen.get(key) not in (THEIRS, MINE))
    )


async def _with_current(
    request: Request, desk: Desk, entry: EntryOnce | None, sent: Pairs, was: Was
) -> Pairs:
    """The fields to carry out, on the version that they were merged with."""
    state = await run_in_threadpool(_state, request, desk)
    if entry and state:
        entry.expected, entry.of = state.version, str(state.id)
    mark = await run_in_threadpool(_mark, desk, state) if was.mark else ""
    if mark and was.mark == mark and not was.asked:
        setattr(request.state, _NOW, was)
        return sent
    now = (await _filled_now(request, was.page)).get(was.form)
    if now is None:
        # The page has no such form any more: its view says why.
        return sent
    merged = merge(dict(was.units), now.units, sent, ticks=(*was.ticks, *now.ticks))
    if was.own and state and await run_in_threadpool(_only_own, request, desk, state, was.version):
        merged.clashes.clear()
    clashes = [*merged.clashes, *_unanswered(was, now, sent, {each.key for each in merged.clashes})]
    current = Was(
        form=was.form,
        page=was.page,
        mark=mark,
        version=state.version if state and mark else 0,
        units=now.units,
        ticks=tuple(now.ticks),
        asked=tuple(each.key for each in clashes),
    )
    if clashes:
        raise FieldsChanged(
            tuple(_shown(now, each) for each in clashes), merged.pairs, current.text(), was.page
        )
    setattr(request.state, _NOW, current)
    return merged.pairs


def _unanswered(was: Was, now: FilledForm, sent: Pairs, known: set[str]) -> list[Clash]:
    """The units about which a person was asked and gave no answer."""
    typed = units_sent(dict(was.units), sent)
    return [
        Clash(key, was.units.get(key, []), now.units.get(key, []), typed.get(key, []))
        for key in was.asked
        if key not in known
    ]


def _shown(form: FilledForm, clash: Clash) -> FieldClash:
    return FieldClash(
        key=clash.key,
        label=form.labels.get(clash.key, clash.key),
        before=form.text(clash.before),
        now=form.text(clash.now),
        typed=form.text(clash.typed),
    )


async def _filled_now(request: Request, page: str) -> dict[str, FilledForm]:
    """The forms of a page as they would be filled now, for this visitor."""
    collected: dict[str, FilledForm] = {}
    path, _, query = page.partition("?")
    scope: Scope = {
        **request.scope,
        "method": "GET",
        "path": path,
        "raw_path": quote(path).encode(),
        "query_string": query.encode(),
        "headers": [each for each in request.scope["headers"] if each[0] not in _OF_SENDING],
        "state": {**request.scope["state"], _COLLECTED: collected, _NOW: None},
    }

    async def receive() -> Message:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: Message) -> None:
        del message

    try:
        await request.app.router(scope, receive, send)
    except (MiaiError, HTTPException):
        # The page is gone; the view that was asked for says why.
        return {}
    return collected


def _with_body(request: Request, fields: Pairs) -> Request:
    """The request, as if these fields had been sent."""
    body = urlencode(fields).encode()

    async def receive() -> Message:
        return {"type": "http.request", "body": body, "more_body": False}

    return Request(request.scope, receive)


def _state(request: Request, desk: Desk) -> State | None:
    tournament = request.path_params.get("id", "")
    try:
        return desk.state(tournament) if tournament else None
    except InputError:
        return None


def _only_own(request: Request, desk: Desk, state: State, version: int) -> bool:
    """True if this browser made all entries after a version, if there are any."""
    since = {entry.number for entry in state.history.since(version)} if version else set()
    return bool(since) and since <= desk.entries_of(state.id, request.state.session.id, version)


def _mark(desk: Desk, state: State | None) -> str:
    """The mark of all that the forms of a tournament are filled with; empty if the log does not hold it."""
    if state is None:
        return ""
    return f"{state.mark}.{entries_around(desk, state)}"
