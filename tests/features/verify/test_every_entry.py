"""Each value of every kind of entry is changed once, with hashes that fit: noticed, or irrelevant."""

from typing import get_args

import pytest

from conftest import SOAK
from kit.every_entry import LOGS, Outcome, changes, kinds_in, outcome
from kit.irrelevant_values import reason_of
from kit.places import ROOT
from miai.domain.log import events
from miai.features.verify.verify_draw import Conclusion, verify_draw

TABLE = ROOT / "docs" / "reference" / "changed-entries.md"
# Of a short run; all are tried in a long one.
_EVERY = 1 if SOAK else 25


@pytest.mark.parametrize("log", LOGS)
def test_the_logs_that_are_changed_here_are_honest(log: str) -> None:
    made = LOGS[log]().fresh()
    document, proof = made.written()
    found = verify_draw(document, round=made.round, stage=made.stage, proof=proof)
    assert found.conclusion in (Conclusion.BEST, Conclusion.CHANGED)
    assert not found.reasons


def test_every_kind_of_entry_is_in_one_of_the_logs() -> None:
    found = {kind for log in LOGS for kind in kinds_in(log)}
    missing = {kind.__name__ for kind in get_args(events.Event)} - found
    assert not missing, "enter one before the publication, in tests/kit/every_entry.py"


@pytest.mark.parametrize("log", LOGS)
def test_a_change_of_any_value_is_noticed_or_irrelevant_with_a_reason(log: str) -> None:
    tried = list(changes(log))[::_EVERY]
    accepted = [each for each in tried if outcome(each) is Outcome.ACCEPTED]
    assert [(each.kind, each.field) for each in accepted if not reason_of(each.kind, each.field)] == []


@pytest.mark.parametrize(
    ("log", "kind", "field"),
    [
        ("players", "PlayerChanged", "player.grade"),
        ("players", "PlayerWithdrew", "player"),
        ("players", "BonusGiven", "bonus.points"),
        ("players", "DetailsChanged", "name"),
        ("players", "WishesChanged", "wishes.apart"),
        ("players", "Redone", "entry"),
        ("players", "ByesChanged", "byes.player"),
        ("players", "RoundDrawn", "seed"),
        ("players", "DrawChanged", "boards.handicap"),
        ("players", "InStage RoundDrawn elsewhere", "change.round.boards.colours_known"),
        ("teams", "TeamsChanged", "teams.line_ups.players"),
        ("stage", "StageOpened", "plan.sources.first"),
        ("stage", "InStage RoundDrawn", "change.round.boards.komi"),
    ],
)
def test_values_that_a_verdict_rests_on_are_noticed(log: str, kind: str, field: str) -> None:
    found = [outcome(each) for each in changes(log) if (each.kind, each.field) == (kind, field)]
    assert Outcome.NOTICED in found


def test_the_table_of_changes_names_every_kind_of_entry() -> None:
    table = TABLE.read_text()
    missing = {kind.__name__ for kind in get_args(events.Event) if f"`{kind.__name__}`" not in table}
    assert not missing, "make the table again: python tools/changed_entries.py"
