"""The events of a tournament's log, one class for each kind."""

from dataclasses import dataclass, field
from typing import Annotated, cast

from miai.domain.bounds import MomentText, RoundCount, RoundNumber, Seed, TableNumber
from miai.domain.field_facts import Added, KeptFromPlayers, Personal, Private, Public
from miai.domain.people.congress import CongressEvent, PersonEntries
from miai.domain.people.phones import Leader, PhoneOptions, SignUpForm
from miai.domain.people.player import Extras, Player, PlayerId
from miai.domain.people.team import Team, TeamId
from miai.domain.pricing_version import FIRST_PRICING, PRICING, Cost, FaultCount, PricingVersion
from miai.domain.rounds.director_constraints import Wishes
from miai.domain.rounds.final_table import FinalTable
from miai.domain.rounds.game import Board, Result
from miai.domain.rounds.round import Bonus, Bye, HandChange, Pairings
from miai.domain.rounds.round_in_progress import DelayKind, RoundClock
from miai.domain.settings.event_settings import Settings
from miai.domain.stages import StageId, StagePlan


@dataclass(frozen=True, slots=True, kw_only=True)
class TournamentCreated:
    """The director opened a tournament or a congress, or a file was imported as one.

    From the `lot`, a random text, follow the seeds of all rounds (`domain/draw_seeds.py`).
    """

    name: Public[str] = ""
    short_name: Public[str] = ""
    place: Public[str] = ""
    country: Annotated[Public[str], Added(3, before="")] = ""
    director: Personal[str] = ""
    begin: Public[str] = ""
    end: Public[str] = ""
    settings: Settings = field(default_factory=Settings)
    extras: Private[Extras] = ()
    is_congress: Annotated[Public[bool], Added(6, before=False)] = False
    lot: Annotated[Private[str], Added(8, before="")] = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class DetailsChanged:
    """Name, place, director or dates were corrected."""

    name: Public[str]
    short_name: Public[str] = ""
    place: Public[str] = ""
    country: Annotated[Public[str], Added(3, before="")] = ""
    director: Personal[str] = ""
    begin: Public[str] = ""
    end: Public[str] = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class SettingsChanged:
    """The rules were changed."""

    settings: Settings


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerRegistered:
    """A player entered, early or late."""

    player: Player


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerChanged:
    """Something about a player was corrected: a grade, a name, the rounds they attend."""

    player: Player


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayersChanged:
    """Several players were changed in one step, such as a whole club that has arrived."""

    players: tuple[Player, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerRemoved:
    """A player who has not been drawn yet was removed from the list."""

    player: Public[PlayerId]


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerWithdrew:
    """A player leaves: absent from that round to the last."""

    player: Public[PlayerId]
    from_round: Public[RoundNumber]


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamEntered:
    """A team entered."""

    team: Team


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamsChanged:
    """Names, members or line-ups of teams were changed."""

    teams: tuple[Team, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamRemoved:
    """A team that is in no match was removed from the list; its players stay."""

    team: Public[TeamId]


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundDrawn:
    """A round was paired; system, preset and seed allow the same draw to be made again.

    A draw made `again` replaces the one before; a result stays with the two players of the game. `kept` are
    the tables that stayed as they were while the rest was paired again. `pricing` is the version of the
    arithmetic that priced the pairs.
    """

    round: Pairings
    system: Public[str] = ""
    preset: Public[str] = ""
    seed: Public[Seed | None] = None
    again: Public[bool] = False
    kept: Public[tuple[TableNumber, ...]] = ()
    pricing: Annotated[Public[PricingVersion], Added(7, before=FIRST_PRICING)] = PRICING


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundDeleted:
    """The whole draw of a round was deleted."""

    round: Public[RoundNumber]


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardChanged:
    """Players, colours, handicap, komi or lock of one board were changed by hand."""

    round: Public[RoundNumber]
    board: Board


@dataclass(frozen=True, slots=True, kw_only=True)
class ByesChanged:
    """Who sits out a round was changed by hand."""

    round: Public[RoundNumber]
    byes: tuple[Bye, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawChanged:
    """Boards and byes of a draw were changed by hand; a result stays with the two players of the game.

    `players` are those the director chose; `boards` replace what was at their tables, and `removed` tables
    are empty afterwards.
    """

    round: Public[RoundNumber]
    how: Public[HandChange]
    players: Public[tuple[PlayerId, ...]] = ()
    boards: tuple[Board, ...] = ()
    removed: Public[tuple[TableNumber, ...]] = ()
    byes: tuple[Bye, ...] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class WishesChanged:
    """The director changed their wishes for the draws."""

    wishes: Wishes


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundPublished:
    """The pairings of a round, as they are now, were shown to the players.

    `proof` is the SHA-256 of the proof of the draw (`features.draw.proof`), as hexadecimal digits; empty if
    there is none. If people changed the pairs by hand, `against` counts what is against the rules, and
    `extra` is the cost above the best draw, unless the system weighs nothing.
    """

    round: Public[RoundNumber]
    proof: Annotated[Public[str], Added(6, before="")] = ""
    extra: Annotated[Public[Cost | None], Added(7, before=None)] = None
    against: Annotated[Public[FaultCount], Added(7, before=0)] = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class StandingsPublished:
    """The standings after a round were shown to the players."""

    after_round: Public[RoundCount]
    final: Public[bool] = False


@dataclass(frozen=True, slots=True, kw_only=True)
class StandingsFinalised:
    """The standings were fixed as they are: from now on they are printed and exported so."""

    table: FinalTable


@dataclass(frozen=True, slots=True, kw_only=True)
class StandingsReopened:
    """The final table no longer holds, for a reason that is shown with the next one."""

    reason: Personal[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class ClockSet:
    """The clock of a round was set, started, paused or stopped."""

    clock: RoundClock


@dataclass(frozen=True, slots=True, kw_only=True)
class ScheduleSet:
    """The clocks of several rounds were set in one step."""

    clocks: tuple[RoundClock, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultEntered:
    """The result of one board was entered or corrected; refused if players are named and do not sit there."""

    round: Public[RoundNumber]
    table: Public[TableNumber]
    result: Public[Result]
    white: Public[PlayerId | None] = None
    black: Public[PlayerId | None] = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultClaimed:
    """A player reported the result of their own game.

    With a private link it counts until the opponent says otherwise or the result desk enters one. If the
    name was chosen on a `phone` it waits until the opponent or the result desk says the same.
    """

    round: Public[RoundNumber]
    table: Public[TableNumber]
    claimed_by: Public[PlayerId]
    result: Public[Result]
    # Everybody may see that it was a phone, and not which one.
    phone: Annotated[str, KeptFromPlayers(open_if_empty=True, without="a phone"), Added(8, before="")] = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultContested:
    """A result that somebody wanted to enter while another one stood there; it counts for nothing.

    It waits for somebody who settles the game by entering the right result.
    """

    round: Public[RoundNumber]
    table: Public[TableNumber]
    white: Public[PlayerId]
    black: Public[PlayerId]
    result: Annotated[Result, KeptFromPlayers(without=Result.UNKNOWN.value)]


@dataclass(frozen=True, slots=True, kw_only=True)
class GameDelayed:
    """A game was postponed or adjourned, if known until when; without a kind it is no longer."""

    round: Public[RoundNumber]
    table: Public[TableNumber]
    white: Public[PlayerId]
    black: Public[PlayerId]
    kind: Public[DelayKind | None] = None
    until: Public[MomentText] = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class CongressEventsSet:
    """The events of a congress, or their rooms, were changed."""

    events: tuple[CongressEvent, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class EntriesChanged:
    """The events that some people of a congress play in were changed."""

    entries: tuple[PersonEntries, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class BonusGiven:
    """A player earned points outside the games of a round."""

    round: Public[RoundNumber]
    bonus: Bonus


@dataclass(frozen=True, slots=True, kw_only=True)
class TablePublished:
    """The places that a result table printed, in order of entry."""

    places: Public[tuple[str, ...]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Undone:
    """One earlier entry of the history no longer counts."""

    entry: Public[int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Redone:
    """An entry that was undone counts again."""

    entry: Public[int]


# What can happen within one tournament, and so within a stage.
InTournament = (
    TournamentCreated
    | DetailsChanged
    | SettingsChanged
    | PlayerRegistered
    | PlayerChanged
    | PlayersChanged
    | PlayerRemoved
    | PlayerWithdrew
    | TeamEntered
    | TeamsChanged
    | TeamRemoved
    | RoundDrawn
    | RoundDeleted
    | BoardChanged
    | ByesChanged
    | DrawChanged
    | WishesChanged
    | RoundPublished
    | StandingsPublished
    | StandingsFinalised
    | StandingsReopened
    | ClockSet
    | ScheduleSet
    | ResultEntered
    | ResultClaimed
    | ResultContested
    | GameDelayed
    | CongressEventsSet
    | EntriesChanged
    | BonusGiven
    | TablePublished
)


@dataclass(frozen=True, slots=True, kw_only=True)
class StageOpened:
    """A stage was added to the event; what follows within it starts with its creation."""

    plan: StagePlan


@dataclass(frozen=True, slots=True, kw_only=True)
class StageChanged:
    """How a stage belongs to its event was changed."""

    plan: StagePlan


@dataclass(frozen=True, slots=True, kw_only=True)
class StageRemoved:
    """A stage was removed with all that happened in it."""

    stage: Public[StageId]


@dataclass(frozen=True, slots=True, kw_only=True)
class InStage:
    """Something happened in a stage."""

    stage: Public[StageId]
    change: InTournament


@dataclass(frozen=True, slots=True, kw_only=True)
class SignUpFormChanged:
    """The form by which players sign up was opened, closed or changed."""

    form: SignUpForm


@dataclass(frozen=True, slots=True, kw_only=True)
class PhoneOptionsChanged:
    """What players may do by phone was changed."""

    options: PhoneOptions


@dataclass(frozen=True, slots=True, kw_only=True)
class LeaderChanged:
    """Another server took over: only it may write to this log from now on."""

    leader: Leader


@dataclass(frozen=True, slots=True, kw_only=True)
class EntrantsKept:
    """The director keeps the field of a stage, although places say otherwise of these players by now."""

    stage: Public[StageId]
    players: Public[tuple[PlayerId, ...]]
    reason: Private[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class ReasonGiven:
    """The reason for the entries with these numbers, which changed what was played or published."""

    entries: Public[tuple[int, ...]]
    reason: Private[str]


Change = (
    InTournament
    | StageOpened
    | StageChanged
    | StageRemoved
    | InStage
    | SignUpFormChanged
    | PhoneOptionsChanged
    | LeaderChanged
    | EntrantsKept
    | ReasonGiven
)
Event = Change | Undone | Redone


def in_stage(stage: StageId, change: Change) -> Change:
    """A change as the log of the event has it: inside a stage, or of the event itself."""
    return InStage(stage=stage, change=cast("InTournament", change)) if stage else change
