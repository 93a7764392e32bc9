"""The rules for a good pairing: seeding, floats, players who are kept apart."""

from dataclasses import dataclass, field
from enum import Enum
from typing import Annotated

from miai.domain.bounds import (
    PointDifference,
    RoundCount,
)
from miai.domain.field_facts import Added
from miai.domain.numbers import Between
from miai.domain.people.grade import Grade, Kind
from miai.domain.settings.conditions import (
    BETWEEN_PLAYERS,
    BY_POINTS_OR_GOTHA,
    KEPT_APART_TO_THE_END,
    PAIRS_CAN_BE_AVOIDED,
    WITH_HANDICAPS,
    handicaps_like_gotha,
)
from miai.domain.settings.gotha_weights import Weights
from miai.domain.settings.kaniuk_weights import KANIUK_BEFORE, KaniukWeights
from miai.domain.settings.seeding import SeedingChoice
from miai.domain.settings.setting import Aspect, Setting, When
from miai.domain.settings.setting_groups import (
    APART,
    BRACKETS,
    CATEGORIES,
    EDITION,
    GOTHA,
    HANDICAP,
    KANIUK,
    PAIRING,
    SEEDING,
)
from miai.domain.settings.system_names import system_name
from miai.domain.settings.weights_edition import IF_EDITIONS_DIFFER, WeightsEdition
from miai.messages import Message

_IN_BRACKETS = When(
    lambda settings, _: settings.system in ("knockout", "double_elimination"),
    lambda settings: Message("%(system)s does not use this", system=system_name(settings.system)),
)

_IN_A_CUP = When(
    lambda settings, _: settings.system == "knockout",
    lambda settings: Message("%(system)s does not use this", system=system_name(settings.system)),
)

_WITH_SECOND_CHANCE = When(
    lambda settings, _: settings.system == "double_elimination",
    lambda settings: Message("%(system)s does not use this", system=system_name(settings.system)),
)

_IF_FIRST_ROUNDS = When(
    lambda settings, _: settings.pairing.first_seeding_rounds > 0,
    Message("no round is seeded as a first round"),
)

_IF_LATER_ROUNDS = When(
    lambda settings, _: not 0 < settings.pairing.first_seeding_rounds >= settings.rounds,
    Message("all rounds are seeded as first rounds"),
)

_IF_KEPT_APART = When(
    lambda settings, _: settings.pairing.keeps_kin_apart,
    Message("nobody is kept apart by country or club"),
)

_IF_EXEMPTIONS_MATTER = When(
    lambda settings, _: settings.pairing.keeps_kin_apart or handicaps_like_gotha(settings),
    Message("nobody is kept apart by country or club"),
)

_IF_ZONES_ARE_KEPT_APART = When(
    lambda settings, _: settings.pairing.far_time_zones > 0,
    Message("players in time zones far apart may meet"),
)

_WITH_CATEGORIES = When(
    lambda settings, _: bool(settings.category_limits), Message("there are no categories")
)


class GroupEnd(Enum):
    """The part of a group that players who leave it are taken from."""

    TOP = "top"
    MIDDLE = "middle"
    BOTTOM = "bottom"


class ColourRule(Enum):
    """Who has White in an even game."""

    BALANCE = "balance"
    NIGIRI = "nigiri"


@dataclass(frozen=True, slots=True, kw_only=True)
class PairingRules:
    """What a good pairing is: seeding, floats, and whom to keep apart.

    The first `first_seeding_rounds` are seeded by `first_seeding`, the others by `later_seeding`. By default
    both slip by rating, not by the standings: SOS cannot break ties that the draw evened out. What other ways
    of seeding do to the final table is measured in docs/explanation/pairing-quality.md.

    `same_country`, `same_state`, `same_city`, `same_clubs_group` and `same_club` say how many points of
    difference are accepted to avoid such a game. Players are exempt at the bar, from a grade on, with half of
    the rounds won, or in the last half; with `relief_for_large_clubs` the members of a club that holds more
    than 40 % of the field may meet. `far_time_zones` says the same of games between players whose time zones
    are more than `hours_in_reach` apart. `bracket_by_lot` draws the places of a knock-out by lot, and
    `redraw_losers` the lower bracket of a double elimination again each round. With `third_place` the losers
    of the semi-finals of a knock-out meet again.
    """

    first_seeding: Annotated[
        SeedingChoice,
        Setting(Message("Seeding of the first rounds"), group=SEEDING, row=2, used_when=(_IF_FIRST_ROUNDS,)),
    ] = field(default_factory=SeedingChoice)
    later_seeding: Annotated[
        SeedingChoice,
        Setting(Message("Seeding of the later rounds"), group=SEEDING, row=3, used_when=(_IF_LATER_ROUNDS,)),
    ] = field(default_factory=SeedingChoice)
    first_seeding_rounds: Annotated[
        RoundCount,
        Setting(
            Message("Number of first rounds"),
            Message("All rounds after these are seeded as later ones."),
            group=SEEDING,
            row=1,
            aspect=Aspect.SEEDING,
        ),
    ] = 2
    float_down_from: Annotated[
        GroupEnd,
        Setting(
            Message("Part of the group that floats down"),
            Message(
                "The players who leave an odd group for a lower one. An end comes before the seeding, but "
                "after clubs, earlier floats and colours. This costs up to 2 of 100 games across the halves."
            ),
            group=PAIRING,
            row=2,
            aspect=Aspect.FLOAT_PLACES,
        ),
    ] = GroupEnd.MIDDLE
    float_up_from: Annotated[
        GroupEnd,
        Setting(
            Message("Part of the group that floats up"),
            Message(
                "The players of the lower group who meet them. An end comes before the seeding, but after "
                "clubs, earlier floats and colours. This costs up to 2 of 100 games across the halves."
            ),
            group=PAIRING,
            row=2,
            aspect=Aspect.FLOAT_PLACES,
        ),
    ] = GroupEnd.MIDDLE
    compensate_floats: Annotated[
        bool,
        Setting(
            Message("Who floated down floats up next time"),
            Message("And whoever floated up floats down; if not, nobody floats twice."),
            group=PAIRING,
            row=3,
            aspect=Aspect.FLOATS,
        ),
    ] = True
    same_country: Annotated[
        PointDifference,
        Setting(
            Message("Same country"),
            Message(
                "Points of difference accepted so that players of one country do not meet; 0 if they "
                "may meet."
            ),
            group=APART,
            row=1,
            aspect=Aspect.KIN,
        ),
    ] = 1
    same_state: Annotated[
        PointDifference,
        Setting(
            Message("Same state"),
            Message(
                "Points of difference accepted so that players of one state do not meet; 0 if they may meet."
            ),
            group=APART,
            row=1,
            aspect=Aspect.KIN_IN_STATE_OR_CITY,
            used_when=(BETWEEN_PLAYERS,),
        ),
        Added(3, before=0),
    ] = 0
    same_city: Annotated[
        PointDifference,
        Setting(
            Message("Same city"),
            Message(
                "Points of difference accepted so that players of one city do not meet; 0 if they may meet."
            ),
            group=APART,
            row=1,
            aspect=Aspect.KIN_IN_STATE_OR_CITY,
            used_when=(BETWEEN_PLAYERS,),
        ),
        Added(3, before=0),
    ] = 0
    same_clubs_group: Annotated[
        PointDifference,
        Setting(
            Message("Same group of clubs"),
            Message(
                "Points of difference accepted so that clubs of one group do not meet; 0 if they may meet."
            ),
            group=APART,
            row=1,
            aspect=Aspect.KIN,
        ),
    ] = 2
    same_club: Annotated[
        PointDifference,
        Setting(
            Message("Same club"),
            Message(
                "Points of difference accepted so that players of one club do not meet; 0 if they may meet."
            ),
            group=APART,
            row=1,
            aspect=Aspect.KIN,
        ),
    ] = 3
    exempt_at_bar: Annotated[
        bool,
        Setting(
            Message("Clubs do not matter above the bar"),
            Message("Whoever starts at the bar may meet players of the same club."),
            group=APART,
            row=5,
            aspect=Aspect.EXEMPTIONS,
            used_when=(BY_POINTS_OR_GOTHA, _IF_EXEMPTIONS_MATTER),
        ),
    ] = True
    exempt_half_won: Annotated[
        bool,
        Setting(
            Message("Clubs do not matter after winning half of the rounds"),
            Message("For whoever has won as many games."),
            group=APART,
            row=6,
            aspect=Aspect.EXEMPTIONS,
            used_when=(_IF_EXEMPTIONS_MATTER, KEPT_APART_TO_THE_END),
        ),
    ] = False
    exempt_from: Annotated[
        Grade | None,
        Setting(
            Message("Clubs do not matter from this grade"),
            Message("Counted by score; empty for no such grade."),
            group=APART,
            row=4,
            aspect=Aspect.EXEMPTIONS,
            used_when=(BY_POINTS_OR_GOTHA, _IF_EXEMPTIONS_MATTER),
        ),
    ] = Grade(Kind.DAN, 1)
    exempt_last_half: Annotated[
        bool,
        Setting(
            Message("Clubs do not matter in the last half"),
            Message("Then only the score decides."),
            group=APART,
            row=7,
            aspect=Aspect.LATE_EXEMPTIONS,
            used_when=(_IF_KEPT_APART, KEPT_APART_TO_THE_END),
        ),
    ] = False
    relief_for_large_clubs: Annotated[
        bool,
        Setting(
            Message("Members of a club with more than 40 %% of the field may meet"),
            Message("Otherwise the others would meet nobody but them."),
            group=APART,
            row=8,
            aspect=Aspect.LATE_EXEMPTIONS,
            used_when=(_IF_KEPT_APART,),
        ),
        Added(3, before=False),
    ] = False
    far_time_zones: Annotated[
        PointDifference,
        Setting(
            Message("Time zones far apart"),
            Message(
                "Points of difference accepted so that players in time zones far apart do not meet; 0 "
                "if they may meet."
            ),
            group=APART,
            row=9,
            aspect=Aspect.TIME_ZONES,
            used_when=(BETWEEN_PLAYERS,),
        ),
        Added(6, before=0),
    ] = 0
    hours_in_reach: Annotated[
        int,
        Between(0, 12),
        Setting(
            Message("Hours between time zones that are not far"),
            Message("Counted the shorter way around the globe; more hours are far."),
            group=APART,
            row=9,
            aspect=Aspect.TIME_ZONES,
            used_when=(BETWEEN_PLAYERS, _IF_ZONES_ARE_KEPT_APART),
        ),
        Added(6, before=6),
    ] = 6
    family_apart: Annotated[
        bool,
        Setting(
            Message("Families are kept apart"),
            Message("Members of one family, as entered with the players, never meet."),
            group=APART,
            row=3,
            used_when=(BETWEEN_PLAYERS, PAIRS_CAN_BE_AVOIDED),
        ),
        Added(3, before=True),
    ] = True
    colours: Annotated[
        ColourRule,
        Setting(
            Message("Colours of even games"),
            Message("With nigiri the two draw lots, and earlier colours do not matter."),
            group=PAIRING,
            row=1,
        ),
        Added(3, before="balance"),
    ] = ColourRule.BALANCE
    keep_categories_apart: Annotated[
        bool,
        Setting(
            Message("Pair within categories"),
            Message("As far as there are opponents."),
            group=CATEGORIES,
            row=2,
            aspect=Aspect.CATEGORIES,
            used_when=(_WITH_CATEGORIES,),
        ),
    ] = True
    small_handicaps: Annotated[
        bool,
        Setting(
            Message("Small handicaps preferred"),
            Message("Among pairings that are otherwise as good, games with fewer stones."),
            group=HANDICAP,
            row=6,
            aspect=Aspect.SMALL_HANDICAPS,
            used_when=(BETWEEN_PLAYERS, WITH_HANDICAPS),
        ),
    ] = False
    grading_information: Annotated[
        bool,
        Setting(
            Message("Games that tell most about grades preferred"),
            Message(
                "Players who won clearly more or less than expected meet opponents who show the right grade, "
                "in 55 of 100 of their games instead of 37. This costs 2 of 100 games on equal scores, and 3 "
                "of 100 more games up and down are out of balance."
            ),
            group=PAIRING,
            row=4,
            aspect=Aspect.GRADING_INFORMATION,
        ),
    ] = False
    bracket_by_lot: Annotated[
        bool,
        Setting(
            Message("Places in the bracket drawn by lot"),
            Message("Also who has a free first round; otherwise rating decides."),
            group=BRACKETS,
            row=1,
            used_when=(_IN_BRACKETS,),
        ),
        Added(3, before=False),
    ] = False
    redraw_losers: Annotated[
        bool,
        Setting(
            Message("Lower bracket drawn anew each round"),
            Message("So that nobody meets the same opponent twice, if it can be avoided."),
            group=BRACKETS,
            row=2,
            used_when=(_WITH_SECOND_CHANCE,),
        ),
        Added(3, before=False),
    ] = False
    third_place: Annotated[
        bool,
        Setting(
            Message("Game for the third place"),
            Message("The losers of the semi-finals play it beside the final; if not, they share the place."),
            group=BRACKETS,
            row=3,
            used_when=(_IN_A_CUP,),
        ),
        Added(8, before=True),
    ] = True
    weights: Annotated[Weights, Setting(GOTHA.title, group=GOTHA, aspect=Aspect.GOTHA_WEIGHTS)] = field(
        default_factory=Weights
    )
    kaniuk: Annotated[
        KaniukWeights,
        Setting(KANIUK.title, group=KANIUK, aspect=Aspect.KANIUK_WEIGHTS),
        Added(3, before=KANIUK_BEFORE),
    ] = field(default_factory=KaniukWeights)
    edition: Annotated[
        WeightsEdition,
        Setting(
            EDITION.title,
            Message("Events that began with Miai 0.1 or 0.2 keep its weights unless you change this."),
            group=EDITION,
            aspect=Aspect.WEIGHTS_EDITION,
            used_when=(IF_EDITIONS_DIFFER,),
        ),
        Added(7, before="1"),
    ] = WeightsEdition.SECOND

    @property
    def floats_from_an_end(self) -> bool:
        """True if the director wants floaters from the top or the bottom of a group."""
        return (self.float_down_from, self.float_up_from) != (GroupEnd.MIDDLE, GroupEnd.MIDDLE)

    @property
    def keeps_kin_apart(self) -> bool:
        """Whether players of one country, state, city, club or group of clubs are kept apart."""
        same = (self.same_country, self.same_state, self.same_city, self.same_clubs_group, self.same_club)
        return any(same)

    def seeding(self, round_number: int) -> SeedingChoice:
        """How a round is seeded."""
        return self.first_seeding if round_number <= self.first_seeding_rounds else self.later_seeding
