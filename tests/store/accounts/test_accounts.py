"""Accounts, roles, invitations and the audit, on both databases."""

from collections.abc import Callable
from dataclasses import replace

import pytest
from sqlalchemy import text

from kit.builders import crosstable
from miai.domain.log.history import History
from miai.errors import InputError
from miai.store.accounts.accounts_protocol import Account, AuditLine, Invitation, Membership
from miai.store.database import Database

ANA = Account(id="a1", login="ana", name="Ana", password_hash="x", created_at="2026-01-01T00:00:00+00:00")  # noqa: S106
LATER = "2026-02-01T00:00:00+00:00"
CUP = "cup"


def member(role: str, account: str = "a1", tournament: str = CUP) -> Membership:
    return Membership(tournament=tournament, account=account, role=role, since=LATER, given_by="Ben")


def invitation(*, uses: int = 0) -> Invitation:
    return Invitation(
        id="i1", tournament=CUP, token_hash="h", role="DESK", made_by="Ben", made_at=LATER,  # noqa: S106
        expires_at="2026-03-01T00:00:00+00:00", most_uses=2, uses=uses,
    )  # fmt: skip


def test_an_account_is_found_by_id_and_login_and_a_login_is_taken_once(store: Database) -> None:
    store.accounts.add(ANA)
    assert store.accounts.get("a1") == store.accounts.by_login("ana") == ANA
    with pytest.raises(InputError, match="“ana” already"):
        store.accounts.add(replace(ANA, id="a2"))
    disabled = replace(ANA, disabled_at=LATER, is_admin=True)
    store.accounts.change(disabled)
    assert store.accounts.all() == (disabled,)


def test_a_role_replaces_the_one_before_and_can_be_taken_away(store: Database) -> None:
    store.accounts.give_role(member("DESK"))
    store.accounts.give_role(member("DIRECTOR"))
    store.accounts.give_role(member("VIEWER", tournament="other"))
    assert store.accounts.roles_of("a1") == {CUP: "DIRECTOR", "other": "VIEWER"}
    assert [each.role for each in store.accounts.members(CUP)] == ["DIRECTOR"]
    store.accounts.remove_role(CUP, "a1")
    assert store.accounts.roles_of("a1") == {"other": "VIEWER"}


def test_an_invitation_gives_its_role_as_often_as_it_says_until_it_expires(store: Database) -> None:
    store.accounts.invite(invitation())
    assert store.accounts.use("i1", member("DESK", "a1"), at=LATER)
    assert store.accounts.use("i1", member("DESK", "a2"), at=LATER)
    assert not store.accounts.use("i1", member("DESK", "a3"), at=LATER)
    assert [each.account for each in store.accounts.members(CUP)] == ["a1", "a2"]
    assert store.accounts.invitation("h") == invitation(uses=2)


def test_an_expired_or_revoked_invitation_gives_nothing(store: Database) -> None:
    store.accounts.invite(invitation())
    assert not store.accounts.use("i1", member("DESK"), at="2026-03-01T00:00:00+00:00")
    store.accounts.revoke("i1", at=LATER)
    assert not store.accounts.use("i1", member("DESK"), at=LATER)
    assert store.accounts.members(CUP) == ()


def test_roles_and_invitations_go_with_their_tournament(store: Database) -> None:
    made = store.create(History.of_tournament(crosstable("A+B C=D | A?C B+D")), id=CUP)
    store.accounts.give_role(member("OWNER"))
    store.accounts.give_role(member("OWNER", tournament="other"))
    store.accounts.invite(invitation())
    store.put_back(store.log(made))
    assert store.accounts.roles_of("a1") == {CUP: "OWNER", "other": "OWNER"}
    store.delete(made)
    assert store.accounts.roles_of("a1") == {"other": "OWNER"}
    assert store.accounts.invitations(CUP) == ()


def test_the_audit_shows_the_latest_line_first_and_forgets_old_ones(store: Database) -> None:
    for number, at in enumerate(("2026-01-01", "2026-02-01", "2026-03-01")):
        line = AuditLine(
            id=str(number), at=at, code="signed_in", who="Ana", address="192.0.2.7",
            tournament=CUP if number else "", details={"name": "Zoë"},
        )  # fmt: skip
        store.audit.add(line, oldest="")
    assert [each.id for each in store.audit.lines()] == ["2", "1", "0"]
    assert [each.id for each in store.audit.lines(tournament=CUP, since="2026-02-15")] == ["2"]
    assert store.audit.lines(most=1)[0].details == {"name": "Zoë"}
    store.audit.add(replace(line, id="3", at="2026-04-01"), oldest="2026-02-01")
    assert [each.id for each in store.audit.lines()] == ["3", "2", "1"]


@pytest.mark.parametrize(
    ("table", "change"),
    [("accounts", "is_admin = true"), ("memberships", "role = 'OWNER'"), ("invitations", "most_uses = 99")],
)
def test_a_row_that_somebody_changed_by_hand_gives_no_right(
    store: Database, reopen: Callable[[], Database], table: str, change: str
) -> None:
    store.accounts.add(ANA)
    store.accounts.give_role(member("VIEWER"))
    store.accounts.invite(invitation())
    with store._writing() as connection:
        connection.execute(text(f"UPDATE {table} SET {change}"))  # noqa: S608 - names of the test
    again = reopen()
    found = {
        "accounts": again.accounts.by_login("ana"),
        "memberships": again.accounts.roles_of("a1") or None,
        "invitations": again.accounts.invitation("h"),
    }
    assert found[table] is None
    assert len(again.damages()) == 1
