"""The conditions under which settings of several groups are used."""

from typing import TYPE_CHECKING

from miai.domain.settings.presets import base_preset
from miai.domain.settings.setting import When
from miai.domain.settings.system_names import system_name
from miai.messages import Message

if TYPE_CHECKING:
    from miai.domain.settings.event_settings import Settings

# Systems in which everybody starts at zero and only wins count.
BY_WINS = frozenset(("swiss", "round_robin", "split_and_cycle", "knockout", "double_elimination"))

# Systems in which everybody meets everybody: a game that somebody misses can be made up.
ALL_PLAY_ALL = frozenset(("round_robin", "split_and_cycle"))


def wins_only(settings: "Settings") -> Message:
    """Message that the system has no starting scores."""
    return Message("%(system)s counts wins only: everybody starts equal", system=system_name(settings.system))


def like_gotha(settings: "Settings") -> bool:
    """True if pairs are priced as OpenGotha does, which knows starting scores in a Swiss system too."""
    return settings.system == "swiss" and base_preset(settings.preset) == "gotha"


def handicaps_like_gotha(settings: "Settings") -> bool:
    """True if OpenGotha's weights keep handicaps small."""
    return like_gotha(settings) and settings.pairing.weights.handicap > 0


BY_POINTS = When(lambda settings, _: not settings.by_wins, wins_only)

BY_POINTS_OR_GOTHA = When(lambda settings, _: not settings.by_wins or like_gotha(settings), wins_only)

WITH_FLOOR = When(lambda settings, _: not settings.by_wins or handicaps_like_gotha(settings), wins_only)

WITH_BAR = When(
    lambda settings, _: (
        not settings.by_wins
        or handicaps_like_gotha(settings)
        or (like_gotha(settings) and settings.pairing.keeps_kin_apart and settings.pairing.exempt_at_bar)
    ),
    wins_only,
)

WITHOUT_BANDS = When(lambda settings, _: not settings.scoring.bands, Message("players start by bands"))

BETWEEN_PLAYERS = When(lambda settings, _: not settings.by_teams, Message("teams are paired, not players"))

ON_BOARDS = When(
    lambda settings, _: not settings.by_teams or settings.teams.handicaps,
    Message("all boards of a match are even"),
)

WITH_HANDICAPS = When(
    lambda settings, _: settings.handicapping.ceiling > 0 or bool(settings.handicapping.table),
    Message("all games are even"),
)

# Nobody can have won half of the rounds before the last half.
KEPT_APART_TO_THE_END = When(
    lambda settings, _: settings.system != "aga",
    lambda settings: Message(
        "%(system)s keeps nobody apart in the last half anyway", system=system_name(settings.system)
    ),
)

PAIRS_CAN_BE_AVOIDED = When(
    lambda settings, _: settings.system not in ALL_PLAY_ALL, Message("everybody meets everybody")
)
