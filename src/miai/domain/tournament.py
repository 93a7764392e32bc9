"""A whole tournament as one immutable value."""

from dataclasses import dataclass, field

from miai.domain.people.congress import NO_CONGRESS, Congress
from miai.domain.people.distinct_names import distinct_names, shortest_distinct
from miai.domain.people.phones import (
    DEFAULT_PHONES,
    FIRST_LEADER,
    NO_SIGN_UP,
    Leader,
    PhoneOptions,
    SignUpForm,
)
from miai.domain.people.player import Extras, Player, PlayerId
from miai.domain.people.team import Team, TeamId
from miai.domain.rounds.director_constraints import Wishes
from miai.domain.rounds.final_table import FinalTable
from miai.domain.rounds.game import Board
from miai.domain.rounds.round import Pairings, Round
from miai.domain.rounds.round_in_progress import RoundClock, ShownTable
from miai.domain.settings.event_settings import Settings
from miai.domain.stages import MAIN, Losers, StageId, StagePlan
from miai.errors import InputError
from miai.messages import Message


@dataclass(frozen=True, slots=True, kw_only=True)
class EventPart:
    """The rounds of one part of an event: of a stage, or of the event itself in phase 0.

    The phase is that of `Stage.phase`. A cup beside the main event is of phase 0 as well, because their
    rounds are played at the same time. `settings` are the rules by which its games are played.
    """

    stage: StageId = MAIN
    name: str = ""
    phase: int = 0
    rounds: tuple[Round, ...] = ()
    settings: Settings = field(default_factory=Settings)


@dataclass(frozen=True, slots=True, kw_only=True)
class EventAround:
    """The event that a stage belongs to, with all its parts and players, and the stage's id and phase."""

    stage: StageId
    phase: int
    name: str
    parts: tuple[EventPart, ...] = ()
    players: tuple[Player, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Tournament:
    """The rules, the players in order of entry and the rounds in order of play.

    `published_places` are the places that an imported result table prints, player by player; the first change
    drops them. While there is a `final` table, nothing that places depend on can be changed; `corrections`
    are the reasons why earlier ones were reopened. A congress has no rounds: its players are the people who
    take part in its events. A stage knows the event `around` it.
    """

    name: str = ""
    short_name: str = ""
    place: str = ""
    country: str = ""
    director: str = ""
    begin: str = ""
    end: str = ""
    settings: Settings = field(default_factory=Settings)
    players: tuple[Player, ...] = ()
    rounds: tuple[Round, ...] = ()
    published_places: tuple[str, ...] = ()
    extras: Extras = ()
    wishes: Wishes = field(default_factory=Wishes)
    tables_shown: tuple[ShownTable, ...] = ()
    clocks: tuple[RoundClock, ...] = ()
    teams: tuple[Team, ...] = ()
    final: FinalTable | None = None
    corrections: tuple[str, ...] = ()
    stages: "tuple[Stage, ...]" = ()
    is_congress: bool = False
    congress: Congress = NO_CONGRESS
    sign_up: SignUpForm = NO_SIGN_UP
    phones: PhoneOptions = DEFAULT_PHONES
    leader: Leader = FIRST_LEADER
    around: EventAround | None = None
    lot: str = ""

    @property
    def names(self) -> dict[PlayerId, str]:
        """Every player's name by id; namesakes with as much more as tells them apart."""
        return distinct_names({player.id: player for player in self.players})

    @property
    def short_names(self) -> dict[PlayerId, str]:
        """Every player's surname, or as much more as no other player is called."""
        return shortest_distinct({player.id: player.names for player in self.players})

    def name_of(self, player_id: PlayerId) -> str:
        """The name of the player with that id, as `names` has it."""
        player = self.player(player_id)
        return self.names.get(player.id, player.name)

    def player(self, player_id: PlayerId) -> Player:
        """The player with that id."""
        for player in self.players:
            if player.id == player_id:
                return player
        raise InputError(Message("there is no player '%(id)s'", id=player_id))

    def team(self, team_id: TeamId) -> Team:
        """The team with that id."""
        for team in self.teams:
            if team.id == team_id:
                return team
        raise InputError(Message("there is no team '%(id)s'", id=team_id))

    def stage(self, stage_id: StageId) -> "Stage":
        """The stage with that id."""
        for stage in self.stages:
            if stage.id == stage_id:
                return stage
        raise InputError(Message("there is no stage '%(id)s'", id=stage_id))

    def round(self, number: int) -> Round:
        """The round with that number; one not drawn yet is empty."""
        return next((drawn for drawn in self.rounds if drawn.number == number), Round(number=number))

    def drawn_round(self, number: int) -> Round:
        """The round with that number; one not drawn yet raises."""
        for drawn in self.rounds:
            if drawn.number == number:
                return drawn
        raise InputError(Message("round %(round)s is not drawn yet", round=number))

    def board_at(self, number: int, table: int) -> Board:
        """The board at a table of a drawn round; a table without a board raises."""
        board = self.drawn_round(number).board_at(table)
        if board is None:
            raise InputError(Message("round %(round)s has no table %(table)s", round=number, table=table))
        return board

    @property
    def shown(self) -> tuple[Pairings, ...]:
        """The pairings that players can see, round by round, without results."""
        return tuple(drawn.shown for drawn in self.rounds if drawn.shown is not None)

    @property
    def rounds_played(self) -> int:
        """The number of the last round that has a board, or whose games were all settled without one."""
        settled = self.settings.settles_withdrawals
        return max(
            (drawn.number for drawn in self.rounds if drawn.boards or (settled and drawn.byes)), default=0
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Stage:
    """A stage of an event: its plan, and the tournament that it is.

    `own` is what happened in the stage alone. `event` is the tournament that everybody sees: replay derives
    it from `own` and the event around it (`domain.stage_view`), so it is not compared. `kept` are players
    about whom the director keeps the field as it is, although the places say otherwise.
    """

    plan: StagePlan
    own: Tournament
    event: Tournament = field(compare=False, repr=False)
    kept: tuple[PlayerId, ...] = ()

    @property
    def id(self) -> StageId:
        """Its id within the event."""
        return self.plan.id

    @property
    def joins_main(self) -> bool:
        """Whether it is played beside the main event, which its losers join."""
        return self.plan.losers is Losers.JOIN_MAIN

    @property
    def is_play_off(self) -> bool:
        """True if its games only decide who comes first in another part of the event."""
        return self.plan.play_off_of is not None

    @property
    def phase(self) -> int:
        """The order in which its rounds are played: 0 as those of the event itself if it is beside it.

        Phases of the plan are even numbers, and the play-offs after them the odd numbers between.
        """
        if self.joins_main:
            return 0
        if self.plan.play_off_of == MAIN:
            return 1
        return 2 * self.plan.phase + self.is_play_off
