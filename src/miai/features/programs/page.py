"""Programs: the tokens of a tournament or of the whole server, webhooks, and the reference of the API."""

from typing import Any

from starlette.responses import Response

from miai.errors import InputError
from miai.features.programs.tokens import NewToken, Scope, add_token, revoke_token
from miai.features.programs.webhooks import add_webhook, remove_webhook, try_again
from miai.server.addresses import console_address
from miai.server.api.private import PATH, SCHEMA_PATH
from miai.server.api.problems import KINDS
from miai.server.form_fields import Text
from miai.server.page import Page, everywhere
from miai.server.request_context import Here, Visit
from miai.server.roles import Role
from miai.server.server_rail import latest_first, links
from miai.server.words import gettext as _
from miai.server.words import mark
from miai.serving.api_schema import document, operations_by_tag
from miai.serving.application import api_app
from miai.store.tournament_id import TournamentId

page = Page("programs", suited=everywhere, need=Role.DIRECTOR, whole=True)
server_page = Page("server-tokens", need=Role.ADMIN)
reference_page = Page("api", need=Role.PUBLIC)

_SCOPES = {
    Scope.READ: mark("read: everything but money and other private things"),
    Scope.RESULTS: mark("results: what the result desk may do"),
    Scope.DIRECT: mark("direct: what the director may do"),
}


@page.get("/t/{id}/publish/api")
def show(visit: Here) -> Response:
    """The tokens and webhooks of the tournament."""
    return _tournament_page(visit)


@page.post("/t/{id}/publish/api/tokens")
def add(visit: Here, name: Text = "", scope: Text = "read") -> Response:
    """Make a token; it is shown on this answer and never again."""
    try:
        chosen = Scope.parse(scope)
        made = add_token(visit.desk.store, visit.state.id, scope=chosen, name=name, **_who(visit))
    except InputError as error:
        return _tournament_page(visit, error=error, typed={"name": name, "scope": scope})
    return _tournament_page(visit, made=made)


@page.post("/t/{id}/publish/api/tokens/revoke")
def revoke(visit: Here, token: Text) -> Response:
    """Revoke a token."""
    revoked = revoke_token(visit.desk.store, visit.state.id, token, **_who(visit))
    return visit.done(_("The token of %(name)s is revoked", name=revoked.name), to=visit.url("publish/api"))


@page.post("/t/{id}/publish/api/webhooks")
def add_hook(visit: Here, url: Text = "") -> Response:
    """Tell an address of every new entry; its secret is shown on this answer and never again."""
    try:
        made = add_webhook(visit.desk, visit.state.id, url=url, by=visit.by)
    except InputError as error:
        return _tournament_page(visit, error=error, typed={"url": url})
    return _tournament_page(visit, hook=made)


@page.post("/t/{id}/publish/api/webhooks/remove")
def remove_hook(visit: Here, webhook: Text) -> Response:
    """Tell an address nothing more."""
    remove_webhook(visit.desk, visit.state.id, webhook)
    return visit.done(_("The address is no longer told"), to=visit.url("publish/api"))


@page.post("/t/{id}/publish/api/webhooks/again")
def try_hook_again(visit: Here, webhook: Text) -> Response:
    """Try an address again at once."""
    try_again(visit.desk, visit.state.id, webhook)
    return visit.done(_("The address is tried again"), to=visit.url("publish/api"))


@server_page.get("/access/tokens")
def show_server(visit: Here) -> Response:
    """The tokens of the whole server."""
    return _server_page(visit)


@server_page.post("/access/tokens")
def add_server(visit: Here, name: Text = "") -> Response:
    """Make a token for the whole server; it is shown on this answer and never again."""
    try:
        made = add_token(visit.desk.store, None, scope=Scope.ADMIN, name=name, **_who(visit))
    except InputError as error:
        return _server_page(visit, error=error, typed={"name": name})
    return _server_page(visit, made=made)


@server_page.post("/access/tokens/revoke")
def revoke_server(visit: Here, token: Text) -> Response:
    """Revoke a token of the whole server."""
    revoked = revoke_token(visit.desk.store, None, token, **_who(visit))
    return visit.done(_("The token of %(name)s is revoked", name=revoked.name), to="/access/tokens")


@reference_page.get("/api")
def show_reference(visit: Here) -> Response:
    """All operations of the API, made from its document."""
    made = document(api_app())
    return visit.render(
        "programs/api.html",
        document=made,
        groups=operations_by_tag(made),
        kinds=KINDS,
        schema=f"{PATH}{SCHEMA_PATH}",
        base=f"{visit.app_state.base.path}{PATH}",
    )


def _who(visit: Visit) -> dict[str, str]:
    """Who makes or revokes a token, for the audit."""
    account = visit.account
    return {"by": f"{account.name} ({account.login})" if account else visit.by, "address": visit.address}


def _tournament_page(visit: Visit, *, hook: Any = None, **more: Any) -> Response:
    return _page(
        visit,
        "programs/programs.html",
        tokens=visit.desk.store.api_tokens.of(TournamentId(visit.state.id)),
        webhooks=visit.desk.store.webhooks.of(TournamentId(visit.state.id)),
        scopes=[(scope.value, _(text)) for scope, text in _SCOPES.items()],
        hook=hook,
        **more,
    )


def _server_page(visit: Visit, **more: Any) -> Response:
    return _page(
        visit,
        "programs/server_tokens.html",
        tokens=visit.desk.store.api_tokens.of(None),
        links=links(visit, latest_first(visit), current="/access"),
        **more,
    )


def _page(
    visit: Visit,
    template: str,
    *,
    made: NewToken | None = None,
    error: InputError | None = None,
    typed: dict[str, str] | None = None,
    **values: Any,
) -> Response:
    return visit.render(
        template,
        status=422 if error else 200,
        problems=error.problems if error else (),
        made=made,
        typed=typed or {},
        address=console_address(visit),
        **values,
    )
