"""The acts that carry the mark of what was on the screen: one table for all forms and operations."""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import partial

from miai.desk.live_state import Desk, State
from miai.desk.seen import Demand, Mark
from miai.domain.bounds import bounds_of
from miai.domain.log.events import StandingsPublished
from miai.domain.numbers import whole_or_none
from miai.domain.people.player import PlayerId
from miai.features.draw.draft_mark import draft_mark, draft_seen
from miai.features.history.entry_mark import demand_entry, entry_mark
from miai.features.standings.criteria_mark import criteria_demand, criteria_mark
from miai.messages import Message

# The field of a form and the parameter of an operation.
FIELD = "mark"
_NUMBERS = bounds_of(StandingsPublished, "after_round")
_ACTION = re.compile(r"/t/(?P<id>[^/?]+)/(?P<act>[^?]+)")
Fields = Mapping[str, object]


@dataclass(frozen=True, slots=True)
class Act:
    """An act: the mark of what it is about, and the demand that this is as it was.

    `button` does it to what is there now, after people have seen what is different.
    """

    mark: Callable[[Desk, State, Fields], Mark]
    demand: Callable[[Desk, State, Fields, Mark], Demand]
    button: Message


def _number(fields: Fields, names: Iterable[str]) -> int:
    given = next((fields[name] for name in names if fields.get(name) not in (None, "")), 0)
    return whole_or_none(str(given), _NUMBERS) or 0


_ROUND = ("round", "number")


def _draft_mark(desk: Desk, state: State, fields: Fields) -> Mark:
    return draft_mark(desk, state, _number(fields, _ROUND))


def _draft_demand(desk: Desk, state: State, fields: Fields, mark: Mark) -> Demand:
    return draft_seen(desk, state, _number(fields, _ROUND), mark).demand


def _games_demand(desk: Desk, state: State, fields: Fields, mark: Mark) -> Demand:
    """For a change by hand, only the games of the players that it names have to be as they were."""
    players = [PlayerId(str(fields[name])) for name in ("a", "b", "player") if fields.get(name)]
    table = _number(fields, ("table",)) or None
    return draft_seen(desk, state, _number(fields, _ROUND), mark, players=players, table=table).demand


def _after(state: State, fields: Fields) -> int:
    return _number(fields, ("after",)) if "after" in fields else state.tournament.rounds_played


def _table_mark(desk: Desk, state: State, fields: Fields) -> Mark:
    from miai.features.standings.table_mark import table_mark  # noqa: PLC0415 - it loads the engine

    return table_mark(desk, state, _after(state, fields))


def _table_demand(desk: Desk, state: State, fields: Fields, mark: Mark) -> Demand:
    from miai.features.standings.table_mark import table_seen  # noqa: PLC0415 - as above

    return table_seen(desk, state, _after(state, fields), mark).demand


def _entry_mark(desk: Desk, state: State, fields: Fields) -> Mark:
    del desk
    return entry_mark(state, _number(fields, ("number", "entry")))


def _entry_demand(desk: Desk, state: State, fields: Fields, mark: Mark) -> Demand:
    del desk, state
    return partial(demand_entry, number=_number(fields, ("number", "entry")), mark=mark)


def _drafts_mark(desk: Desk, state: State, fields: Fields) -> Mark:
    from miai.features.stages.drafts_mark import drafts_mark  # noqa: PLC0415 - as above

    del fields
    return drafts_mark(desk, state)


def _drafts_demand(desk: Desk, state: State, fields: Fields, mark: Mark) -> Demand:
    from miai.features.stages.drafts_mark import drafts_demand  # noqa: PLC0415 - as above

    del state, fields
    return drafts_demand(desk, mark)


def _criteria_mark(desk: Desk, state: State, fields: Fields) -> Mark:
    del desk
    return criteria_mark(state, teams=fields.get("view") == "teams")


def _criteria_demand(desk: Desk, state: State, fields: Fields, mark: Mark) -> Demand:
    if not fields.get("keep"):
        # Only a look at other criteria.
        return lambda _state: None
    return criteria_demand(desk, state, mark, teams=fields.get("view") == "teams")


_DRAFT = Act(_draft_mark, _draft_demand, Message("Publish this draw"))
_BY_HAND = Act(_draft_mark, _games_demand, Message("Change this draw"))
_TABLE = Act(_table_mark, _table_demand, Message("Publish these standings"))
_ENTRY = Act(_entry_mark, _entry_demand, Message("Undo"))
_DRAFTS = Act(_drafts_mark, _drafts_demand, Message("Publish these draws"))
_CRITERIA = Act(_criteria_mark, _criteria_demand, Message("Save my criteria"))

# By the end of the address of a form.
FORMS: dict[str, Act] = {
    **dict.fromkeys(("draw/publish", "publish/pairings", "print/publish"), _DRAFT),
    "draw/make": replace(_DRAFT, button=Message("Draw this round again")),
    "draw/rest": replace(_DRAFT, button=Message("Re-pair the rest of this draw")),
    "draw/take-back": replace(_DRAFT, button=Message("Take this draw back")),
    **dict.fromkeys(("draw/swap", "draw/unpair", "draw/lock", "draw/lock-bye", "draw/colours"), _BY_HAND),
    **dict.fromkeys(("draw/terms", "draw/table", "draw/bye", "draw/force"), _BY_HAND),
    "publish/standings": _TABLE,
    "standings/finalise": replace(_TABLE, button=Message("Close these standings")),
    "undo": _ENTRY,
    "redo": replace(_ENTRY, button=Message("Redo")),
    "standings/criteria": _CRITERIA,
    "stages/all/publish": _DRAFTS,
}
# By the name of an operation of the API.
OPERATIONS: dict[str, Act] = {
    **dict.fromkeys(("publish_round", "make_draw", "pair_rest_again", "take_draw_back"), _DRAFT),
    **dict.fromkeys(("swap_players", "change_board", "unpair_board", "set_bye", "force_game"), _BY_HAND),
    **dict.fromkeys(("publish_standings", "finalise_standings"), _TABLE),
    "publish_stages": _DRAFTS,
}


def act_at(address: str) -> tuple[str, Act] | None:
    """The tournament and the act of a form's address; None if it carries no mark."""
    found = _ACTION.match(address)
    act = FORMS.get(found["act"]) if found else None
    return (found["id"], act) if found and act else None
