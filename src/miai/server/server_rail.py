"""The rail outside of a tournament: pages of the server and the latest tournaments."""

from miai.server.request_context import Visit
from miai.server.words import gettext as _
from miai.store.protocol import Listed


def links(visit: Visit, listed: list[Listed], *, current: str) -> list[dict[str, object]]:
    """What the rail shows outside of a tournament."""
    own = [("/", _("All tournaments"))] if current != "/new" else []
    if visit.is_director or visit.account:
        own[:0] = [("/new", _("New tournament")), ("/new/congress", _("New congress…"))]
    if visit.is_director:
        own += [("/backups", _("Backups")), ("/access", _("Who may sign in"))]
        if visit.app_state.hall:
            own.append(("/second-laptop", _("Second laptop")))
    if visit.is_director and visit.app_state.accounts.exist:
        own += [("/accounts", _("Accounts")), ("/audit", _("Audit"))]
    if visit.account:
        own.append(("/account", _("Your account")))
    latest = [(f"/t/{each.id}", each.name) for each in listed if not each.archived][:12]
    return [
        {"url": url, "text": text, "current": url == current, "tournament": is_tournament}
        for shown, is_tournament in ((own, False), (latest, True))
        for url, text in shown
    ]


def latest_first(visit: Visit) -> list[Listed]:
    """The tournaments in which the visitor has a role, the one that begins last before the others.

    Without an account it is all of them.
    """
    every = _all(visit)
    return every if visit.account is None else [each for each in every if visit.role_in(each.id)]


def _all(visit: Visit) -> list[Listed]:
    return sorted(
        visit.desk.store.tournaments(), key=lambda each: (each.begin, each.created_at), reverse=True
    )
