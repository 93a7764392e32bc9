"""The measures of a tournament's quality: what each counts, what it says, and where it comes from.

The kernel counts; here counts become shares and averages. The counts of many tournaments are added before
they are divided (document 4, (8)).
"""

from dataclasses import dataclass
from enum import Enum
from math import sqrt

from miai.engine.kernel import qualities as kernel
from miai.engine.kernel.arrays import Floats


class Unit(Enum):
    """How a measure is shown."""

    SHARE = "share"
    SHARE_OF_TOURNAMENTS = "share of tournaments"
    GRADES = "grades"
    NUMBER = "number"


@dataclass(frozen=True, slots=True, kw_only=True)
class Measure:
    """One measure: some counts over others, or the root of that.

    `needs` is a count without which the measure says nothing; `ideal` is what one would wish for, `printed`
    what the documents found.
    """

    key: str
    title: str
    says: str
    formula: str
    source: str
    numerator: tuple[int, ...]
    denominator: tuple[int, ...]
    rooted: bool = False
    needs: int = kernel.TOURNAMENTS
    unit: Unit = Unit.SHARE
    ideal: float
    printed: str = ""

    def of(self, counts: Floats) -> float | None:
        """The value, if anything was counted."""
        below = float(sum(counts[i] for i in self.denominator))
        if below == 0 or counts[self.needs] == 0:
            return None
        ratio = float(sum(counts[i] for i in self.numerator)) / below
        return sqrt(ratio) if self.rooted else ratio


_RULES = (
    Measure(
        key="flawed",
        title="Seats that got a game",
        says="What is missing to 100 % are players who were there and for whom no pairing was found.",
        formula="1 - ½·unpaired / games; the games are those that should have been played",
        source="document 4, (2)",
        numerator=(kernel.GAMES, kernel.GAMES),
        denominator=(kernel.GAMES, kernel.GAMES, kernel.UNPAIRED),
        ideal=1,
    ),
    Measure(
        key="perfect",
        title="Nobody left unpaired",
        says="Whether everybody got a game or a bye in every round.",
        formula="tournaments without an unpaired player / tournaments",
        source="document 5, section 2",
        numerator=(kernel.PERFECT,),
        denominator=(kernel.TOURNAMENTS,),
        unit=Unit.SHARE_OF_TOURNAMENTS,
        ideal=1,
        printed="document 5, table 2: 70 to 100 % of all-play-alls drawn at random",
    ),
    Measure(
        key="even",
        title="Games on the same score",
        says="Games between players with exactly the same score before the round.",
        formula="even games / games",
        source="document 4, (3)",
        numerator=(kernel.EVEN,),
        denominator=(kernel.GAMES,),
        ideal=1,
    ),
    Measure(
        key="seed",
        title="Games exactly as seeded",
        says="Games between the two places of a group that the seeding of the round sets against each other.",
        formula="games exactly as seeded / games",
        source="document 4, (4)",
        numerator=(kernel.SEEDED,),
        denominator=(kernel.SEEDABLE,),
        ideal=1,
    ),
    Measure(
        key="seed_split",
        title="Games across the halves of a group",
        says="The forgiving form: the two are of different parts into which the seeding splits a group.",
        formula="games between separate subgroups / games",
        source="document 4, below (4)",
        numerator=(kernel.SPLIT,),
        denominator=(kernel.SEEDABLE,),
        ideal=1,
    ),
    Measure(
        key="colour",
        title="Games in which both change colour",
        says="Both have the other colour than in their last game without handicap; in round 1 nobody can.",
        formula="games with both colours swapped / games",
        source="document 4, (5)",
        numerator=(kernel.SWAPPED,),
        denominator=(kernel.GAMES,),
        needs=kernel.COLOURED,
        ideal=1,
    ),
    Measure(
        key="peer",
        title="Peer games above the bar",
        says="Of the games that players above the bar play, those against each other.",
        formula="seats above the bar facing somebody above it / seats above the bar",
        source="document 4, (6); document 5, section 6",
        numerator=(kernel.PEER_SEATS,),
        denominator=(kernel.ABOVE_SEATS,),
        ideal=1,
        printed="document 5, T_ideal: 49 % where 4 above the bar play 6 rounds, 50 % at most",
    ),
    Measure(
        key="area",
        title="Games between strangers below the bar",
        says="Of the games below the bar, or of all where there is none, those not between clubmates.",
        formula="(mixed country + same country, mixed club) / games below the bar",
        source="document 4, (7), both sides of the fraction below the bar",
        numerator=(kernel.MIXED_COUNTRY, kernel.MIXED_CLUB),
        denominator=(kernel.BELOW_GAMES,),
        ideal=1,
    ),
)
_IMPLIED = (
    Measure(
        key="unique_winner",
        title="One player alone on top",
        says="Whether one player has the highest score alone, without tie-breaks.",
        formula="tournaments with a single highest score / tournaments",
        source="document 4, section 3",
        numerator=(kernel.UNIQUE,),
        denominator=(kernel.TOURNAMENTS,),
        unit=Unit.SHARE_OF_TOURNAMENTS,
        ideal=1,
        printed="document 5: below 60 % from 4 rounds on",
    ),
    Measure(
        key="uneven",
        title="Games on different scores without handicap",
        says="Games between players with different scores who play even.",
        formula="uneven games / games",
        source="document 4, section 3; document 5, section 5",
        numerator=(kernel.UNEVEN,),
        denominator=(kernel.GAMES,),
        ideal=0,
        printed="document 5, T_ideal: 12 to 14 %",
    ),
    Measure(
        key="handicap",
        title="Games with handicap stones",
        says="Games in which Black got stones.",
        formula="games with stones / games",
        source="document 4, section 3",
        numerator=(kernel.HANDICAP,),
        denominator=(kernel.GAMES,),
        ideal=0,
    ),
    Measure(
        key="far_apart",
        title="Games over more than one point",
        says="Games between scores more than a point apart, which document 5 takes for handicap games.",
        formula="games over more than one point / games",
        source="document 5, section 5",
        numerator=(kernel.FAR_APART,),
        denominator=(kernel.GAMES,),
        ideal=0,
        printed="document 5, T_ideal: 4.2 % at worst",
    ),
    Measure(
        key="widest_game",
        title="Points between the players of the widest game",
        says="The game with the largest difference of scores: one board that is given up shows here.",
        formula="sum over tournaments of the largest difference of scores in a game / tournaments",
        source="no document",
        numerator=(kernel.WIDEST,),
        denominator=(kernel.TOURNAMENTS,),
        unit=Unit.NUMBER,
        ideal=0,
    ),
    Measure(
        key="opponent_grade_above",
        title="Opponents stronger than players above the bar, in grades",
        says="On average over the games of players above the bar; below 0 they are weaker.",
        formula="sum of (opponent's grade - own grade) / seats above the bar",
        source="document 4, section 3; document 5, (6)",
        numerator=(kernel.ABOVE_DIFFERENCE,),
        denominator=(kernel.ABOVE_SEATS,),
        unit=Unit.GRADES,
        ideal=0,
    ),
    Measure(
        key="opponent_grade_bar",
        title="Opponents stronger than the bottom of the bar, in grades",
        says="On average over the games of the lowest grade above the bar; a good bar makes it 0.",
        formula="sum of (opponent's grade - own grade) / seats of the lowest grade above the bar",
        source="document 4, section 3; document 5, (7)",
        numerator=(kernel.BAR_DIFFERENCE,),
        denominator=(kernel.BAR_SEATS,),
        unit=Unit.GRADES,
        ideal=0,
    ),
    Measure(
        key="opponent_grade_below",
        title="Opponents stronger than players below the bar, in grades",
        says="On average over the games of players below the bar.",
        formula="sum of (opponent's grade - own grade) / seats below the bar",
        source="document 4, section 3; document 5, (6)",
        numerator=(kernel.BELOW_DIFFERENCE,),
        denominator=(kernel.BELOW_SEATS,),
        needs=kernel.ABOVE_SEATS,
        unit=Unit.GRADES,
        ideal=0,
    ),
    Measure(
        key="grade_gap",
        title="Grades between the two players of a game",
        says="On average, whoever is the stronger.",
        formula="sum of the differences of grades / games",
        source="document 4, section 3",
        numerator=(kernel.GRADE_GAP,),
        denominator=(kernel.GAMES,),
        unit=Unit.NUMBER,
        ideal=0,
    ),
    Measure(
        key="average_wins",
        title="Rounds won well below the bar",
        says="Of players who start more points below the bar than half of the rounds: they should win half.",
        formula="wins / rounds with a game or a bye, of those players",
        source="document 4, section 3",
        numerator=(kernel.LOW_WINS,),
        denominator=(kernel.LOW_ROUNDS,),
        ideal=0.5,
        printed="document 5, T_ideal: 2.96 of 6, 49 %",
    ),
    Measure(
        key="ranking",
        title="Final scores and grades in the same order",
        says="Kendall's tau-b: 1 where scores order players as grades do, 0 where neither tells the other.",
        formula="(concordant - discordant pairs) / √(pairs apart by grade · pairs apart by score)",
        source="document 4, section 3",
        numerator=(kernel.CONCORDANCE,),
        denominator=(kernel.COMPARABLE,),
        unit=Unit.NUMBER,
        ideal=1,
    ),
)
_BALANCES = (
    Measure(
        key="up_down_balance",
        title="Games up and down out of balance",
        says="Each player's games against higher scores less those against lower ones, or the reverse.",
        formula="sum over players of the difference between games up and games down / seats",
        source="document 5, section 5",
        numerator=(kernel.FLOAT_EXCESS,),
        denominator=(kernel.GAMES, kernel.GAMES),
        ideal=0,
    ),
    Measure(
        key="colour_balance",
        title="White and Black out of balance",
        says="Each player's games with White less those with Black, or the reverse, without handicap games.",
        formula="sum over players of the difference between whites and blacks / seats with a colour",
        source="document 5, section 5",
        numerator=(kernel.COLOUR_EXCESS,),
        denominator=(kernel.COLOURED,),
        ideal=0,
    ),
    Measure(
        key="colour_alternation",
        title="Colours kept from the last game",
        says="Where one would have expected the other colour; games with handicap do not count.",
        formula="1 - colour reversals / expected reversals",
        source="document 5, section 5",
        numerator=(kernel.KEPT,),
        denominator=(kernel.REVERSIBLE,),
        ideal=0,
    ),
    Measure(
        key="rank_deviation",
        title="Score rank and grade rank apart",
        says="Both ranks run from 0 to 1; 0 where every score is what the grade promised.",
        formula="√(sum of (score rank - grade rank)² / players)",
        source="document 5, (17)",
        numerator=(kernel.RANK_SQUARES,),
        denominator=(kernel.RANKED,),
        rooted=True,
        unit=Unit.NUMBER,
        ideal=0,
    ),
    Measure(
        key="total_error",
        title="Total error by relative strength",
        says="How far apart, by strengths that come from the results alone, the players of a game are.",
        formula="√(sum of (own - opponent's strength)²) / (2 · rounds · players)",
        source="document 1, (7.1) and appendix B",
        numerator=(kernel.TOTAL_ERROR,),
        denominator=(kernel.RESTED,),
        unit=Unit.NUMBER,
        ideal=0,
        printed="document 1, tables 7.1 to 7.4: 0.14 to 0.42",
    ),
)
MEASURES: dict[str, Measure] = {each.key: each for each in (*_RULES, *_IMPLIED, *_BALANCES)}


def measures(counts: Floats) -> dict[str, float]:
    """Every measure of which anything was counted, for one tournament or for many added up."""
    values = {key: measure.of(counts) for key, measure in MEASURES.items()}
    return {key: value for key, value in values.items() if value is not None}
