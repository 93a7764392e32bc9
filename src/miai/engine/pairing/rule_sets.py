"""The rule sets that the five documents give their systems; a new event has that of its system.

Values that a document leaves to the director are the usual ones of Miai, and the same in every set: the
floor, the grade that starts at 0, what is kept apart, how groups are seeded.
"""

from dataclasses import dataclass

from miai.domain.people.grade import Grade, Kind
from miai.domain.points import NOTHING, quarters
from miai.domain.settings.handicap_rules import Handicapping
from miai.domain.settings.scoring_rules import Scoring, Unplayed

_HALF = quarters(0.5)
_SHODAN = Grade(Kind.DAN, 1)

# The games of a score group differ by a grade or two, and the difference less one is given.
STONES = Handicapping(none_above_bar=True)
EVEN = Handicapping(ceiling=0, none_above_bar=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleSet:
    """The rules that a system brings: criteria, unplayed rounds, bands, handicap, byes, seeding.

    `rounds` are those of an event whose director names none.
    """

    criteria: tuple[str, ...]
    scoring: Scoring
    handicapping: Handicapping = EVEN
    bracket_by_lot: bool = False
    rounds: int = 5


# Document 1, 4.1 (5) and 4.2.1: half a point for an absence, rounded down in total; 4.2.4: a free round is
# worth a point, and adds the player's own score to SOS. Further criteria are the organiser's choice (4.2.2).
_CHAPTER_4 = Scoring(absent_points=_HALF, unplayed=Unplayed.OWN)
_BY_SCORE = ("mms", "sosm", "sodosm")
MCMAHON = RuleSet(criteria=_BY_SCORE, scoring=_CHAPTER_4, handicapping=STONES)

# Document 1, 3.3: the McMahon system of chapter 4 with another way of pairing. Whoever is paired by rating
# needs no stones: the score says nothing about how far apart two players are.
ACCELRAT = RuleSet(criteria=_BY_SCORE, scoring=_CHAPTER_4)

# Document 1, 5.3.2: handicap games with reduced handicaps are part of GoDraw.
GUIDED_RANDOM = RuleSet(criteria=_BY_SCORE, scoring=_CHAPTER_4, handicapping=STONES)

# Document 1, 6.1: absences count for pairing and for the opponents' SOS only; figure 6.1: MMS, SOS, SOSOS;
# a free round adds the player's own score (player 20 there); 5.3.2: the games are even.
EPM = RuleSet(
    criteria=("mms", "sosm", "sososm"),
    scoring=Scoring(absent_points=_HALF, absence_for_place=False, unplayed=Unplayed.EPM),
)

# Document 1, 2.4.5: chances are those of even games; places are those of chapter 4.
ENTROPY = RuleSet(criteria=_BY_SCORE, scoring=_CHAPTER_4)

# Document 1, 3.4: everybody starts at 0, a free round is a win, and there is no handicap.
_WINS = Scoring(unplayed=Unplayed.OWN)
_BY_WINS = ("nbw", "sosw", "sodosw")
SWISS = RuleSet(criteria=_BY_WINS, scoring=_WINS)

# Document 1, 3.1: the game between two with as many wins decides (2.4.4); nothing sorts a cycle of three.
# Rounds of a plan depend on the field: 5 are enough for 6 players.
ROUND_ROBIN = RuleSet(criteria=("nbw", "dc"), scoring=_WINS, rounds=5)

# Document 5, 2: two equal halves, a round for each player of one; 4 rounds are enough for 8 players.
SPLIT_AND_CYCLE = RuleSet(criteria=_BY_WINS, scoring=_WINS, rounds=4)

# Document 1, 3.2: a lottery decides who is free in round 1; 4 rounds are enough for 16 players.
KNOCKOUT = RuleSet(criteria=("cps", "nbw"), scoring=_WINS, bracket_by_lot=True, rounds=4)

# Document 1, 3.2.1: just like a cup; 8 rounds are enough for 16 players.
DOUBLE_ELIMINATION = RuleSet(criteria=("nbw", "sosw"), scoring=_WINS, bracket_by_lot=True, rounds=8)

# Documents 4 and 5: without a bar everybody starts equal, so that the score is the number of wins.
RANDOM = RuleSet(
    criteria=_BY_WINS, scoring=Scoring(bar=_SHODAN, floor=_SHODAN, zero=_SHODAN, unplayed=Unplayed.OWN)
)

# Document 2: the bar at 7 dan, bands built automatically from the entries, nothing for a voluntary bye, a
# phantom for every bye, four tie-breaks in this order, even games. A director who chooses a handicap
# tournament gives full handicaps, but none in the top band.
AGA = RuleSet(
    criteria=("mms", "soms", "sodoms", "f2f", "draw"),
    scoring=Scoring(
        bar=Grade(Kind.DAN, 7), bands_from_entries=True, absent_points=NOTHING, unplayed=Unplayed.AGA
    ),
    handicapping=Handicapping(by_score=False, correction=0, ceiling=0, none_above_bar=True),
)
