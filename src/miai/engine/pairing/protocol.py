"""What a pairing system sees and gives back."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar, Protocol

from miai.domain.people.player import Player, PlayerId
from miai.domain.people.team import LineUp, Match, TeamId
from miai.domain.pricing_version import PRICING
from miai.domain.rounds.round import Bye, ByeKind
from miai.domain.settings.event_settings import Settings
from miai.domain.tournament import Tournament
from miai.engine.kernel.arrays import Flags, Floats, Ints, SmallInts
from miai.engine.pairing.games_elsewhere import Meeting
from miai.engine.rating.protocol import RatingSystem
from miai.messages import Message

__all__ = [
    "Constraints",
    "Draw",
    "Flags",
    "Floats",
    "Ints",
    "NamedRule",
    "Pairing",
    "Reason",
    "RoundView",
    "Rule",
    "SeedingOrder",
    "SmallInts",
    "ViewSource",
]


@dataclass(frozen=True, slots=True, kw_only=True)
class Constraints:
    """The director's wishes, by player ids; forced pairs are (White, Black).

    In an odd field `bye` sits out, or else one of the `volunteers`.
    """

    forbidden: tuple[tuple[PlayerId, PlayerId], ...] = ()
    forced: tuple[tuple[PlayerId, PlayerId], ...] = ()
    fixed_tables: tuple[tuple[PlayerId, int], ...] = ()
    excluded_tables: tuple[tuple[PlayerId, int], ...] = ()
    bye: PlayerId | None = None
    volunteers: tuple[PlayerId, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class SeedingOrder:
    """What orders players inside a group: criteria, then further ones, then name or canonical order."""

    criteria: tuple[str, ...] = ()
    then: tuple[str, ...] = ()
    by_name: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class ViewSource:
    """What a view was built from; `tournament` holds the rounds before, as they were entered.

    Of a round that is drawn already, `drawn_for` are the players it was drawn for, where they are not those
    of the view, and `kept` the pairs that stayed when the rest was paired again: a system that repeats its
    draw in order to explain it needs both. A plan is made again from the event that it was `drawn_from`, if
    that is known. `pricing` is the version of the arithmetic that prices the pairs.
    """

    tournament: Tournament
    seed: int
    seeding: SeedingOrder
    live: RatingSystem | None = None
    drawn_for: tuple[PlayerId, ...] | None = None
    drawn_from: Tournament | None = None
    kept: tuple[tuple[PlayerId, PlayerId], ...] = ()
    pricing: int = PRICING


@dataclass(frozen=True, slots=True, kw_only=True)
class PeopleOrigins:
    """Where the people of each side come from, as codes by person and side; below 0 is unknown."""

    countries: Ints
    clubs: Ints
    clubs_groups: Ints


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundView:
    """All that a pairing system may see: those who play, in canonical order, and what is known of them.

    Scores are in quarters, and `points` are McMahon scores in every system; `groups` are whole points;
    `places` count from 0 within the own group; a code below 0 is unknown. `met` counts games, and `meetings`
    names their rounds by pairs of indices, the lower first; games of other parts of the event are counted in
    `met`, and `met_elsewhere` names them. Colours count in games without handicap;
    `streaks` counts the last games with one colour, whites up and blacks down. `last_floats` is 1 for who was
    drawn up in the last round and -1 for who was drawn down; `last_points` are of the last game, -1 before
    the first. `problems` are worth a warning before the draw. `zones` are minutes east of Greenwich. `people`
    is known where sides of several people play.
    """

    round: int
    rounds: int
    players: tuple[Player, ...]
    settings: Settings
    scores: Ints
    wins: Ints
    points: Ints
    groups: Ints
    places: Ints
    sizes: Ints
    starts: Ints
    grades: Ints
    ratings: Floats
    balances: Ints
    last_colours: Ints
    whites: Ints
    blacks: Ints
    streaks: Ints
    ups: Ints
    downs: Ints
    last_floats: Ints
    last_points: Ints
    byes: Ints
    met: SmallInts
    meetings: Mapping[tuple[int, int], tuple[int, ...]]
    countries: Ints
    states: Ints
    cities: Ints
    clubs: Ints
    clubs_groups: Ints
    zones: Ints
    families: Ints
    categories: Ints
    wanted_low: Ints
    wanted_high: Ints
    source: ViewSource
    people: PeopleOrigins | None = None
    met_elsewhere: Mapping[tuple[int, int], tuple[Meeting, ...]] = field(default_factory=dict)
    problems: tuple[Message, ...] = ()
    constraints: Constraints = field(default_factory=Constraints)

    def __len__(self) -> int:
        return len(self.players)

    def name(self, i: int) -> str:
        """The player's name as lists have it."""
        return self.players[i].name

    def met_in(self, i: int, j: int) -> tuple[int, ...]:
        """The rounds in which two players met, as far as they are rounds of this tournament."""
        return self.meetings.get((min(i, j), max(i, j)), ())

    def met_elsewhere_in(self, i: int, j: int) -> tuple[Message, ...]:
        """The rounds of other parts of the event in which two players met."""
        return tuple(each.when for each in self.met_elsewhere.get((min(i, j), max(i, j)), ()))


@dataclass(frozen=True, slots=True, kw_only=True)
class Reason:
    """What one rule, or the system itself, says of one board or bye; the facts are the text's values."""

    rule: str
    title: Message
    deviation: int = 0
    cost: int = 0
    text: Message

    @property
    def ideal(self) -> bool:
        """Whether there is nothing against the board or bye."""
        return not self.deviation and self.rule not in ("not_drawn", "bye_order")


@dataclass(frozen=True, slots=True, kw_only=True)
class Pairing:
    """One board of a draw, with its reasons; colours that are not known are settled at the board."""

    table: int
    white: Player
    black: Player
    handicap: int
    komi: float
    colours_known: bool = True
    reasons: tuple[Reason, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Draw:
    """A drawn round: boards, bye, what it costs in all, and whether that was proved to be the least.

    Those who are in `sits_out` belong to the round and do not play in it: their game is missed.

    In a team event the boards are those of all matches, nobody has the bye, and `teams` is the draw of the
    matches, whose players are the teams; `line_ups` are those of the teams that play.
    """

    round: int
    system: str
    preset: str
    seed: int
    boards: tuple[Pairing, ...]
    bye: Player | None
    total: int
    optimal: bool
    problems: tuple[Message, ...] = ()
    notes: tuple[Message, ...] = ()
    bye_reasons: tuple[Reason, ...] = ()
    also_free: tuple[Player, ...] = ()
    sits_out: tuple[Player, ...] = ()
    teams: "Draw | None" = None
    line_ups: tuple[tuple[TeamId, LineUp], ...] = ()

    @property
    def free(self) -> tuple[Player, ...]:
        """Everybody who has the bye; schedules may have more than one."""
        return (self.bye, *self.also_free) if self.bye else ()

    @property
    def byes(self) -> tuple[Bye, ...]:
        """The byes as an event records them."""
        free = [Bye(player=player.id) for player in self.free]
        return (*free, *(Bye(player=player.id, kind=ByeKind.VOLUNTARY) for player in self.sits_out))

    @property
    def matches(self) -> tuple[Match, ...]:
        """The matches of teams as an event records them."""
        boards = self.teams.boards if self.teams else ()
        return tuple(Match(white=TeamId(board.white.id), black=TeamId(board.black.id)) for board in boards)

    @property
    def resting(self) -> tuple[TeamId, ...]:
        """The teams that have no opponent."""
        return tuple(TeamId(team.id) for team in self.teams.free) if self.teams else ()


class Rule(Protocol):
    """One wish: a whole matrix of deviations, and a message for people.

    `title` says what the rule looks after, `fault` what the boards are that it does not like.
    """

    key: ClassVar[str]
    title: ClassVar[Message]
    fault: ClassVar[Message]

    def deviation(self, view: RoundView) -> SmallInts:
        """An n×n matrix of whole numbers from 0 on; 0 is ideal."""

    def for_bye(self, view: RoundView) -> Ints:
        """How far each player is from being the one who should sit out."""

    def explain(self, view: RoundView, i: int, j: int) -> Message:
        """What the rule says of a pair."""


class NamedRule(Rule, Protocol):
    """A rule of Miai's own, with a sentence for the reference.

    `clause` is what asks for it in the five documents, by its id there.
    """

    says: ClassVar[str]
    clause: ClassVar[str]
