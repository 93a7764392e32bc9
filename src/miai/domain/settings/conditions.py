"""The conditions under which settings of several groups are used."""

from miai.domain.settings.setting import When
from miai.domain.settings.system_names import system_name
from miai.messages import Message

# Systems in which everybody starts at zero and only wins count.
BY_WINS = frozenset(("swiss", "round_robin", "split_and_cycle", "knockout", "double_elimination"))

# Systems in which everybody meets everybody: a game that somebody misses can be made up.
ALL_PLAY_ALL = frozenset(("round_robin", "split_and_cycle"))

BY_POINTS = When(
    lambda settings, _: not settings.by_wins,
    lambda settings: Message(
        "%(system)s counts wins only: everybody starts equal", system=system_name(settings.system)
    ),
)

WITHOUT_BANDS = When(lambda settings, _: not settings.scoring.bands, Message("players start by bands"))

WITH_HANDICAPS = When(
    lambda settings, _: settings.handicapping.ceiling > 0 or bool(settings.handicapping.table),
    Message("all games are even"),
)
