"""The rules of a tournament, which the director sets."""

from dataclasses import dataclass, field, replace
from datetime import date
from enum import Enum
from typing import Annotated

from miai.domain.bounds import (
    Komi,
    RoundCount,
    Seed,
)
from miai.domain.field_facts import Added, Public
from miai.domain.numbers import Between
from miai.domain.people.grade import Grade
from miai.domain.people.player import Player
from miai.domain.people.team import TeamRules
from miai.domain.points import NOTHING
from miai.domain.settings.classic_rating import ClassicRating
from miai.domain.settings.clock import Clock
from miai.domain.settings.conditions import ALL_PLAY_ALL, BY_WINS
from miai.domain.settings.fees import Fees
from miai.domain.settings.handicap_rules import Handicapping
from miai.domain.settings.pairing_rules import PairingRules
from miai.domain.settings.prizes import Prize
from miai.domain.settings.scoring_rules import Scoring, Withdrawal
from miai.domain.settings.setting import Aspect, Setting, When
from miai.domain.settings.setting_groups import (
    APART,
    CATEGORIES,
    CHANCE,
    CRITERIA,
    PAIRING,
    PRIZES,
    PUBLISHING,
    SYSTEM,
    TIME,
    WEEKS,
)
from miai.domain.settings.side_rules import SideRules
from miai.domain.settings.unfinished_games import UnfinishedGames
from miai.domain.table_numbers import Tables
from miai.messages import Message

_CLASSIC_BEFORE = {"epsilon": 0.0, "points_per_stone": 100.0, "stones_off": 0.5}

_TEAMS_BEFORE = {
    "size": 0,
    "paired": True,
    "order": "captain",
    "criteria": ["teamp", "bdw", "bdw3u", "bdw2u", "bdw1u", "mnr"],
    "handicaps": False,
    "half_of_all_boards": False,
    "empty_seat_loses": True,
    "bye_points": 2,
    "bye_boards": 0.5,
    "limits": {
        "most_grades": None,
        "most_rating": None,
        "least_juniors": 0,
        "junior_since": None,
        "one_country": False,
    },
}

_FEES_BEFORE = {"currency": "", "usual": 0, "for_juniors": 0, "junior_since": None}

_UNFINISHED_BEFORE = {"in_next_draw": "half", "after_deadline": "stays open"}

_IF_GROUPS_ARE_KEPT_APART = When(
    lambda settings, _: settings.pairing.same_clubs_group > 0,
    Message("groups of clubs are not kept apart"),
)


class Ruleset(Enum):
    """The rules of play that an event uses."""

    JAPANESE = "japanese"
    CHINESE = "chinese"
    KOREAN = "korean"
    AGA = "aga"
    BGA = "bga"
    FRENCH = "french"
    ING = "ing"
    NEW_ZEALAND = "new zealand"


@dataclass(frozen=True, slots=True, kw_only=True)
class ClubsGroup:
    """Clubs that count as one, such as the school clubs of a town."""

    name: Public[str]
    clubs: Public[tuple[str, ...]] = ()


DEFAULT_PRESET = "balanced"
"""The preset of new tournaments, and of files that name none."""

# With stones, or with Black's first move as the whole handicap, White gets half a point against jigo.
HANDICAP_KOMI = 0.5


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """The rules of one tournament; with `one_prize_each` nobody has two prizes for places.

    `time_zone` is where its times are local, empty for this machine's. Ratings of lists that are younger than
    `ratings_frozen_after` are not taken over.
    """

    system: Annotated[
        str, Setting(Message("System"), Message("How players are brought together."), group=SYSTEM, row=1)
    ] = "mcmahon"
    preset: Annotated[
        str,
        Setting(
            Message("Pairing rules"),
            Message("How the rules are weighed against each other."),
            group=PAIRING,
            row=1,
            aspect=Aspect.PRESET,
        ),
    ] = DEFAULT_PRESET
    rounds: Annotated[RoundCount, Setting(Message("Rounds"), group=SYSTEM, row=1, least=1)] = 5
    criteria: Annotated[
        tuple[str, ...],
        Setting(
            Message("Criteria for places"),
            Message("The first that differs decides; who is equal in all shares the place."),
            group=CRITERIA,
            row=1,
        ),
    ] = ("mms", "sosm", "sososm")
    scoring: Scoring = field(default_factory=Scoring)
    handicapping: Handicapping = field(default_factory=Handicapping)
    pairing: PairingRules = field(default_factory=PairingRules)
    clock: Clock = field(default_factory=Clock)
    tables: Annotated[Tables, Added(4, before={"ranges": [], "left_out": []})] = field(default_factory=Tables)
    komi: Annotated[Komi, Setting(Message("Komi"), group=TIME, row=1)] = 6.5
    ruleset: Annotated[
        Ruleset,
        Setting(
            Message("Rules of play"), Message("Goes into the result files that name it."), group=TIME, row=3
        ),
        Added(3, before="japanese"),
    ] = Ruleset.JAPANESE
    internet: Annotated[
        bool,
        Setting(
            Message("Played on the internet"),
            Message("Such games are rated in a class of their own."),
            group=TIME,
            row=4,
        ),
        Added(3, before=False),
    ] = False
    board_size: Annotated[int, Between(2, 52), Setting(Message("Board size"), group=TIME, row=3)] = 19
    category_limits: Annotated[
        tuple[Grade, ...],
        Setting(
            Message("Categories"),
            Message("The lowest grade of each category but the last, for example 1d, 5k, 10k"),
            group=CATEGORIES,
            row=1,
        ),
    ] = ()
    clubs_groups: Annotated[
        tuple[ClubsGroup, ...],
        Setting(
            Message("Groups of clubs"),
            Message("Clubs that count as one. One group a line: the name, a colon, its clubs."),
            group=APART,
            row=2,
            aspect=Aspect.KIN,
            used_when=(_IF_GROUPS_ARE_KEPT_APART,),
        ),
    ] = ()
    draw_seed: Annotated[
        Seed,
        Setting(
            Message("Seed of the draw"),
            Message("Chooses among draws that are equally good; the same number gives the same draw."),
            group=CHANCE,
            row=1,
        ),
    ] = 0
    prizes: Annotated[tuple[Prize, ...], Setting(Message("Prizes"), group=PRIZES, row=1)] = ()
    one_prize_each: Annotated[
        bool, Setting(Message("Only one prize for each person"), group=PRIZES, row=2)
    ] = True
    classic_rating: Annotated[ClassicRating, Added(3, before=_CLASSIC_BEFORE)] = field(
        default_factory=ClassicRating
    )
    sides: Annotated[SideRules, Added(6, before={"people": 1, "rounding": "nearest"})] = field(
        default_factory=SideRules
    )
    teams: Annotated[TeamRules, Added(6, before=_TEAMS_BEFORE)] = field(default_factory=TeamRules)
    fees: Annotated[Fees, Added(6, before=_FEES_BEFORE)] = field(default_factory=Fees)
    unfinished: Annotated[UnfinishedGames, Added(6, before=_UNFINISHED_BEFORE)] = field(
        default_factory=UnfinishedGames
    )
    time_zone: Annotated[
        str,
        Setting(
            Message("Time zone of the event"),
            Message(
                "Such as Europe/Paris or UTC+5:30, for times on all pages and for players who have "
                "named no zone of their own; empty for the zone of this computer."
            ),
            group=WEEKS,
            row=2,
        ),
        Added(6, before=""),
    ] = ""
    ratings_frozen_after: Annotated[
        date | None,
        Setting(
            Message("No ratings of lists after"),
            Message("Lists that are younger do not change ratings; empty for no such day."),
            group=WEEKS,
            row=2,
        ),
        Added(6, before=None),
    ] = None
    standings_with_draw: Annotated[
        bool,
        Setting(
            Message("Publish standings with the next draw"),
            Message(
                "When a round is published, players see the standings after the round before it, unless "
                "they see later ones; in all stages."
            ),
            group=PUBLISHING,
            row=1,
        ),
        Added(8, before=False),
    ] = False

    @property
    def by_wins(self) -> bool:
        """Whether the score is the number of wins; else it is the McMahon score."""
        return self.system in BY_WINS

    @property
    def by_teams(self) -> bool:
        """Whether teams are paired, and not players."""
        return self.has_teams and self.teams.paired

    @property
    def has_teams(self) -> bool:
        """Whether there are teams: paired with each other, or only ranked by the games of their players."""
        return self.teams.size > 0

    @property
    def settles_withdrawals(self) -> bool:
        """True if games of players who leave are annulled or awarded."""
        kept = self.scoring.withdrawal is Withdrawal.KEEP
        return self.system == "round_robin" and not self.by_teams and not kept

    def category_of(self, player: Player) -> int:
        """The category of a player: the one entered, else by grade; 0 is the strongest."""
        if player.category is not None:
            return player.category
        limits = (limit.number for limit in self.category_limits)
        number = player.grade.number
        return next((i for i, limit in enumerate(limits) if number >= limit), len(self.category_limits))

    def usual_komi(self, stones: int) -> float:
        """The komi that goes with a handicap."""
        return HANDICAP_KOMI if stones else self.komi

    @property
    def applied_scoring(self) -> Scoring:
        """The rules for scores as the system applies them.

        Where everybody meets everybody, a round without a game gives nothing: everybody has as many, and the
        points of a missed game are there once it is made up.
        """
        if self.system not in ALL_PLAY_ALL:
            return self.scoring
        return replace(
            self.scoring, bye_wins=NOTHING, bye_points=NOTHING, absent_wins=NOTHING, absent_points=NOTHING
        )
