"""The mark of the criteria: a choice from an older page does not replace another person's."""

from functools import partial

from miai.desk.live_state import Desk, State
from miai.desk.seen import Demand, Difference, Mark, SeenChanged
from miai.domain.settings.criterion_names import CRITERION_NAMES, TEAM_CRITERION_NAMES
from miai.messages import Message, literal


def criteria_mark(state: State, *, teams: bool) -> Mark:
    """The mark of the criteria that decide places, of players or of teams."""
    return Mark.of(state, _criteria(state, teams=teams))


def criteria_demand(desk: Desk, state: State, mark: Mark, *, teams: bool) -> Demand:
    """The demand that the criteria are the ones on the screen."""
    shown = desk.state_at(state.id, min(mark.version, state.version))
    before = (
        _criteria(shown, teams=teams) if criteria_mark(shown, teams=teams).content == mark.content else ()
    )
    return partial(_demand, mark=mark, before=before, teams=teams)


def _demand(state: State, *, mark: Mark, before: tuple[str, ...], teams: bool) -> None:
    now = criteria_mark(state, teams=teams)
    if now.content == mark.content:
        return
    difference = Difference(
        where=Message("Criteria"), before=_message(before), now=_message(_criteria(state, teams=teams))
    )
    raise SeenChanged(
        Message("the criteria are different now from the ones on this screen"), now, (difference,)
    )


def _criteria(state: State, *, teams: bool) -> tuple[str, ...]:
    settings = state.tournament.settings
    return settings.teams.criteria if teams or settings.by_teams else settings.criteria


def _message(keys: tuple[str, ...]) -> Message | None:
    known = {**TEAM_CRITERION_NAMES, **CRITERION_NAMES}
    titles = tuple(known[key].title if key in known else literal(key) for key in keys)
    return Message("%(names)s", names=titles) if titles else None
