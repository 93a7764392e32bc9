"""Games and byes of players in other parts of the event before a round: rematches and colours know them.

Points and floats are those of the part that is drawn: each part has its own score groups.
"""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from miai.domain.event_games import PlayedRound, rounds_elsewhere
from miai.domain.people.player import PlayerId
from miai.domain.pricing_version import FIRST_PRICING
from miai.domain.settings.handicaps import size_of
from miai.domain.tournament import Tournament
from miai.messages import Message

Pair = frozenset[PlayerId]


@dataclass(frozen=True, slots=True, kw_only=True)
class Meeting:
    """A game of two players in another part of the event."""

    part: str
    round: int

    @property
    def when(self) -> Message:
        """The round with the name of its part."""
        return Message("round %(round)s of %(stage)s", round=self.round, stage=self.part)


@dataclass(frozen=True, slots=True, kw_only=True)
class GamesElsewhere:
    """The meetings of pairs, and each player's byes and colours in even games: 1 for White, -1 for Black."""

    meetings: Mapping[Pair, tuple[Meeting, ...]]
    colours: Mapping[PlayerId, tuple[int, ...]]
    byes: Mapping[PlayerId, int]


_NOTHING = GamesElsewhere(meetings={}, colours={}, byes={})


def games_elsewhere(tournament: Tournament, round_number: int, *, pricing: int) -> GamesElsewhere:
    """The games before a round; draws of the first pricing did not look at them."""
    rounds = rounds_elsewhere(tournament, before=round_number) if pricing != FIRST_PRICING else ()
    return _found(tournament, rounds) if rounds else _NOTHING


def _found(tournament: Tournament, rounds: Sequence[PlayedRound]) -> GamesElsewhere:
    meetings: defaultdict[Pair, list[Meeting]] = defaultdict(list)
    colours: defaultdict[PlayerId, list[int]] = defaultdict(list)
    byes = Counter(player for each in rounds for player in each.round.free)
    for each in rounds:
        meeting = Meeting(part=each.part.name, round=each.round.number)
        for board in each.round.boards:
            meetings[frozenset((board.white, board.black))].append(meeting)
            if board.colours_known and size_of(tournament.settings, board) == 0:
                colours[board.white].append(1)
                colours[board.black].append(-1)
    return GamesElsewhere(
        meetings={pair: tuple(found) for pair, found in meetings.items()},
        colours={player: tuple(found) for player, found in colours.items()},
        byes=byes,
    )
