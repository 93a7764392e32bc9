"""What a restored backup must not make valid again, on SQLite and on PostgreSQL."""

from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from kit.builders import crosstable
from miai.domain.log.history import History
from miai.features.hosting.store_report import restored_messages
from miai.store.accounts.accounts_protocol import Account, Invitation
from miai.store.accounts.programs_protocol import ApiToken
from miai.store.backups.restoring import Passwords, restore_all
from miai.store.database import Database, open_store
from miai.store.location import FILE_NAME, Site
from miai.store.people.players_protocol import PlayerLink
from miai.store.tournament_id import TournamentId

HISTORY = History.of_tournament(crosstable("A?B C?D"))
CUP = TournamentId("cup")
AT, LATER = "2026-11-14T09:00:00Z", "2026-11-14T10:00:00Z"
OLD, NEW = "hash of the old password", "hash of the new password"


@pytest.fixture
def backup(store: Database, tmp_path: Path) -> Path:
    """A copy of a store in which all is valid; afterwards half of it was revoked and a password changed."""
    store.create(HISTORY, id=CUP)
    links = [
        PlayerLink(hash=each, tournament=CUP, player=each, registration=0, issued_at=AT, issued_by="Ana")
        for each in "ab"
    ]
    store.player_links.issue(CUP, links, anew=False)
    for each in "ab":
        store.accounts.add(Account(id=each, login=each, name=each, password_hash=OLD, created_at=AT))
        store.accounts.invite(
            Invitation(
                id=each, tournament=CUP, token_hash=each, role="DESK", made_by="Ana", made_at=AT,
                expires_at="2027-01-01T00:00:00Z", most_uses=9,
            )
        )  # fmt: skip
        store.api_tokens.add(
            ApiToken(
                id=each, tournament=CUP, scope="read", name=each, secret_hash="", created_at=AT,
                created_by="Ana",
            )
        )  # fmt: skip
    store.copy_to(tmp_path / "copy.db")
    store.player_links.revoke(CUP, ["a"], at=LATER, by="Ben")
    store.accounts.change(replace(store.accounts.all()[0], disabled_at=LATER))
    store.accounts.change(replace(store.accounts.all()[1], password_hash=NEW))
    store.accounts.revoke("a", at=LATER)
    store.api_tokens.revoke("a", at=LATER)
    return tmp_path / "copy.db"


def test_what_was_revoked_after_the_backup_stays_revoked(
    backup: Path, store: Database, reopen: Callable[[], Database]
) -> None:
    store.close()
    assert restore_all(store.site, backup).passwords is Passwords.KEPT
    restored = reopen()
    links = restored.player_links.all(CUP)
    assert [(each.player, each.valid, each.revoked_by) for each in links] == [
        ("a", False, "Ben"),
        ("b", True, None),
    ]
    assert [each.disabled_at is None for each in restored.accounts.all()] == [False, True]
    assert [each.revoked_at is None for each in restored.accounts.invitations(CUP)] == [False, True]
    assert [each.revoked_at is None for each in restored.api_tokens.of(CUP)] == [False, True]
    assert [each.password_hash for each in restored.accounts.all()] == [OLD, NEW]
    assert not restored.damages()


def test_where_it_cannot_be_read_what_was_revoked_it_is_said(backup: Path, tmp_path: Path) -> None:
    with closing(open_store(tmp_path / "new")) as store:
        store.create(HISTORY, id=CUP)
    (tmp_path / "new" / FILE_NAME).write_bytes(b"damaged")
    done = restore_all(Site.at(tmp_path / "new"), backup)
    assert any("may be valid again" in str(each) for each in restored_messages(done))
