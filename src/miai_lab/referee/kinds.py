"""The kinds of random events that the referee judges."""

from collections.abc import Sequence
from enum import Enum

from miai.engine.pairing.registry import ALL_SYSTEMS, demand_system
from miai.errors import InputError
from miai.messages import AnyOf, Message
from miai_lab.entry_generator import Recipe
from miai_lab.pair_events import PairRecipe
from miai_lab.referee import referee_study as refereed
from miai_lab.referee import stages as refereed_stages
from miai_lab.referee.referee_study import RefereeFinding
from miai_lab.staged_events import StagedKind
from miai_lab.team_events import TeamRecipe


class RefereedKind(Enum):
    """Who plays: players, teams, sides of several people, or players in several stages."""

    PLAYERS = "players"
    TEAMS = "teams"
    PAIRS = "pairs"
    STAGES = "stages"


def refereed_kind(*, teams: bool, pairs: bool, stages: bool) -> RefereedKind:
    """The one kind that is wanted."""
    wanted = [
        kind
        for kind, chosen in (
            (RefereedKind.TEAMS, teams),
            (RefereedKind.PAIRS, pairs),
            (RefereedKind.STAGES, stages),
        )
        if chosen
    ]
    if len(wanted) > 1:
        raise InputError(Message("give one of --teams, --pairs and --stages"))
    return wanted[0] if wanted else RefereedKind.PLAYERS


def keys_of(kind: RefereedKind, wanted: str | None) -> Sequence[str]:
    """The systems to play by, or the kinds of stages; all unless one is wanted."""
    if kind is not RefereedKind.STAGES:
        if wanted is not None:
            demand_system(wanted)
        return tuple(ALL_SYSTEMS.own) if wanted is None else (wanted,)
    known = tuple(each.value for each in StagedKind)
    if wanted is not None and wanted not in known:
        raise InputError(
            Message("'%(kind)s' is no kind of stages: %(known)s", kind=wanted, known=AnyOf(known))
        )
    return known if wanted is None else (wanted,)


def refereed_event(kind: RefereedKind, key: str, seed: int, most: int | None = None) -> list[RefereeFinding]:
    """What the referee finds wrong in the event of a seed."""
    match kind:
        case RefereedKind.PLAYERS:
            return refereed.refereed(Recipe(system=key, most=most or 60), seed)
        case RefereedKind.TEAMS:
            return refereed.refereed_teams(TeamRecipe(system=key, most=most or 12), seed)
        case RefereedKind.PAIRS:
            return refereed.refereed_pairs(PairRecipe(system=key, most=most or 14), seed)
        case RefereedKind.STAGES:
            return refereed_stages.refereed_stages(StagedKind(key), seed)
