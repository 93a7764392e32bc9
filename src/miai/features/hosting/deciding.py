"""Decides which entries of a log count if a copy of it holds others."""

from enum import Enum

from miai.errors import InputError
from miai.messages import Message
from miai.store.backups.checking import check_store
from miai.store.backups.restoring import Merge, Restored, keep_this_one, leave_out, restore_one
from miai.store.database import Database
from miai.store.tournament_id import TournamentId


class Choice(Enum):
    """Which entries count: those of all copies together, those of the copy, or those of the log."""

    MERGE = "merge"
    TAKE = "take"
    KEEP = "keep"


def choice_of(text: str) -> Choice:
    """A choice by its name."""
    try:
        return Choice(text)
    except ValueError:
        raise InputError(Message("'%(choice)s' is not one of: merge, take, keep", choice=text)) from None


def decide(store: Database, tournament: str, choice: Choice, *, merge: Merge) -> Restored:
    """Carry a decision out; what is left out is set aside and kept."""
    known = TournamentId(tournament)
    found = check_store(store)
    others = [each for each in found.missing if each.log.id == known and each.own is not None]
    lost = any(each.tournament == known and each.own is not None for each in found.lost)
    if not others and (choice is Choice.TAKE or not lost):
        raise InputError(Message("no copy of '%(id)s' holds an entry that it lacks", id=tournament))
    match choice:
        case Choice.KEEP:
            return keep_this_one(store, known)
        case Choice.TAKE:
            most = max(others, key=lambda each: each.count)
            return restore_one(store, known, merge=leave_out, last=most.branch.last)
        case Choice.MERGE:
            return restore_one(store, known, merge=merge)
