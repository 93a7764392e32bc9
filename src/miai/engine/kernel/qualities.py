"""Each measure of a played tournament once, as counts: of many tournaments they are added, then divided.

A tournament is what happened by round and player: whom they met (another's number, or below 0: -1 a bye,
-2 away, -3 left unpaired), colour (1 White, -1 Black, 0 none), handicap of the game, score in quarters before
the round, place in the group of that score and its size. Colours count in games without handicap, as in
pairing.
"""

from math import sqrt
from typing import Final, NamedTuple

from miai.engine.kernel.arrays import Flags, Floats, Ints
from miai.engine.kernel.deviations import ADJACENT, CROSS, DOUBLE_FOLD, seeding_distance
from miai.engine.kernel.jit import compiled, compiled_part

# How many entries the vector of counts has, and what stands where. A game is counted once, a seat is one
# player's side of a game.
COUNTS: Final = 39
(
    TOURNAMENTS,
    PERFECT,  # tournaments in which nobody was left unpaired
    UNIQUE,  # tournaments with one player alone on the highest score
    PLAYERS,
    GAMES,
    UNPAIRED,  # seats left empty because no pairing was found
    EVEN,  # games on the same score
    UNEVEN,  # games on different scores without handicap
    HANDICAP,  # games with a handicap
    FAR_APART,  # games over more than one point
    SEEDED,  # games exactly as the seeding wants them
    SPLIT,  # games across the parts into which the seeding splits a group
    SWAPPED,  # games in which both change colour
    PEER_SEATS,  # seats above the bar with an opponent above the bar
    ABOVE_SEATS,
    BELOW_GAMES,  # games with both players below the bar
    MIXED_COUNTRY,  # of those, between countries
    MIXED_CLUB,  # of those, between clubs of one country
    GRADE_GAP,  # grades between the two players of a game
    BAR_DIFFERENCE,  # opponents' grades less the own, of players of the lowest grade above the bar
    BAR_SEATS,
    ABOVE_DIFFERENCE,
    BELOW_DIFFERENCE,
    BELOW_SEATS,
    LOW_WINS,  # wins of players who start more than half of the rounds below the bar
    LOW_ROUNDS,  # what they could have won
    FLOAT_EXCESS,  # games up less games down, or the reverse, of each player
    COLOUR_EXCESS,  # games with White less games with Black, or the reverse, of each player
    COLOURED,  # seats with a colour that counts
    KEPT,  # seats with the same colour as in the player's last game
    REVERSIBLE,  # seats of players who had a colour before
    RANK_SQUARES,  # squares of what grade rank and score rank differ by
    RANKED,
    CONCORDANCE,  # pairs of players whom grade and score order alike, less those they order contrarily
    COMPARABLE,  # pairs of players who differ: the mean, as tau-b takes it, of those by grade and by score
    SEEDABLE,  # games of rounds that are seeded at all
    WIDEST,  # points between the two players of the widest game
    TOTAL_ERROR,  # of relative strengths; counted by the code that computes them, as is the next
    RESTED,  # tournaments whose relative strengths came to rest
) = range(COUNTS)

# The columns of a table of grade groups.
GROUP_COUNTS: Final = 6
(
    MEMBERS,
    MEMBER_SEATS,
    MEMBER_WINS,  # quarters
    MEMBER_SCORES,  # final scores in quarters
    OPPONENT_GRADES,
    WEAKER_SEATS,  # seats of games whose weaker player is of this grade
) = range(GROUP_COUNTS)

POINT: Final = 4
BYE, LEFT_UNPAIRED = -1, -3
# The method of a round without seeding.
NO_SEEDING: Final = -1


class Games(NamedTuple):
    """What happened by round and player, and at last by player; of many tournaments, by tournament first."""

    opponents: Ints
    colours: Ints
    handicaps: Ints
    before: Ints
    places: Ints
    sizes: Ints
    final: Ints
    wins: Ints


class Entrants(NamedTuple):
    """Who played: grades from shodan at 0, starts in quarters, and the seeding of each round."""

    grades: Ints
    starts: Ints
    above_bar: Flags
    countries: Ints
    clubs: Ints
    seeding_methods: Ints


@compiled
def count_qualities(games: Games, entrants: Entrants, counts: Floats) -> None:
    """Add one tournament to the counts; every round has its own way of seeding."""
    opponents, before = games.opponents, games.before
    counts[TOURNAMENTS] += 1
    counts[PLAYERS] += len(entrants.grades)
    _count_unpaired(opponents, counts)
    for r in range(len(opponents)):
        for i in range(len(entrants.grades)):
            j = opponents[r, i]
            if j > i:
                _count_game(games, entrants, r, i, j, counts)
    counts[WIDEST] += _widest(opponents, before) / POINT
    _count_floats_and_colours(opponents, games.colours, games.handicaps, before, counts)
    _count_sides_of_the_bar(
        opponents, games.wins, entrants.grades, entrants.starts, entrants.above_bar, counts
    )
    _count_ranking(games.final, entrants.grades, entrants.starts, entrants.above_bar, counts)


@compiled_part
def _count_game(games: Games, entrants: Entrants, r: int, i: int, j: int, counts: Floats) -> None:
    before, method = games.before, entrants.seeding_methods[r]
    _count_scores(before[r, i], before[r, j], games.handicaps[r, i], counts)
    if _turns(games.colours, games.handicaps, r, i) and _turns(games.colours, games.handicaps, r, j):
        counts[SWAPPED] += 1
    if not entrants.above_bar[i] and not entrants.above_bar[j]:
        countries, clubs = entrants.countries, entrants.clubs
        _count_area(countries[i], countries[j], clubs[i], clubs[j], counts)
    counts[GRADE_GAP] += abs(entrants.grades[i] - entrants.grades[j])
    if method != NO_SEEDING:
        counts[SEEDABLE] += 1
        if before[r, i] // POINT == before[r, j] // POINT:
            _count_seeding(games.places[r, i], games.places[r, j], games.sizes[r, i], method, counts)


@compiled
def count_many(games: Games, entrants: Entrants, counts: Floats) -> None:
    """Add each of many tournaments of one entry to a line of counts of its own."""
    for t in range(len(games.final)):
        one = Games(
            games.opponents[t],
            games.colours[t],
            games.handicaps[t],
            games.before[t],
            games.places[t],
            games.sizes[t],
            games.final[t],
            games.wins[t],
        )
        count_qualities(one, entrants, counts[t])


@compiled
def count_groups(opponents: Ints, final: Ints, wins: Ints, grades: Ints, lowest: int, groups: Floats) -> None:
    """Add one tournament to a table of grade groups, of which the first line is the grade `lowest`."""
    for i in range(len(grades)):
        mine = grades[i] - lowest
        groups[mine, MEMBERS] += 1
        groups[mine, MEMBER_WINS] += wins[i]
        groups[mine, MEMBER_SCORES] += final[i]
        for r in range(len(opponents)):
            j = opponents[r, i]
            if j >= 0:
                groups[mine, MEMBER_SEATS] += 1
                groups[mine, OPPONENT_GRADES] += grades[j]
                groups[min(grades[i], grades[j]) - lowest, WEAKER_SEATS] += 1


@compiled_part
def _count_unpaired(opponents: Ints, counts: Floats) -> None:
    unpaired = 0
    for r in range(len(opponents)):
        for i in range(opponents.shape[1]):
            if opponents[r, i] == LEFT_UNPAIRED:
                unpaired += 1
    counts[UNPAIRED] += unpaired
    if unpaired == 0:
        counts[PERFECT] += 1


@compiled_part
def _widest(opponents: Ints, before: Ints) -> int:
    """The largest difference of scores in a game, in quarters."""
    widest = 0
    for r in range(len(opponents)):
        for i in range(opponents.shape[1]):
            j = opponents[r, i]
            if j > i:
                widest = max(widest, abs(before[r, i] - before[r, j]))
    return widest


@compiled_part
def _count_scores(score: int, other: int, handicap: int, counts: Floats) -> None:
    counts[GAMES] += 1
    if score == other:
        counts[EVEN] += 1
    elif handicap == 0:
        counts[UNEVEN] += 1
    if handicap > 0:
        counts[HANDICAP] += 1
    if abs(score - other) > POINT:
        counts[FAR_APART] += 1


@compiled_part
def _count_seeding(own: int, other: int, size: int, method: int, counts: Floats) -> None:
    """A game inside a group, by the places of the two."""
    if seeding_distance(own, other, size, method) == 0:
        counts[SEEDED] += 1
    if _is_split(own, other, size, method):
        counts[SPLIT] += 1


@compiled_part
def _is_split(own: int, other: int, size: int, method: int) -> bool:
    """Whether two places are of the parts that the method sets against each other."""
    if seeding_distance(own, other, size, method) == 0:
        return True
    if method == ADJACENT:
        # Nothing is split: the parts are the players.
        return False
    if method != DOUBLE_FOLD:
        return seeding_distance(own, other, size, CROSS) == 0
    middle = size - size // 2
    if own < middle and other < middle:
        return seeding_distance(own, other, middle, CROSS) == 0
    if own >= middle and other >= middle:
        return seeding_distance(own - middle, other - middle, size - middle, CROSS) == 0
    return False


@compiled_part
def _turns(colours: Ints, handicaps: Ints, r: int, i: int) -> bool:
    """Whether a player has the other colour than in the last game before this round."""
    if handicaps[r, i] > 0:
        return False
    for earlier in range(r - 1, -1, -1):
        if handicaps[earlier, i] == 0 and colours[earlier, i] != 0:
            return bool(colours[earlier, i] == -colours[r, i])
    return False


@compiled_part
def _count_area(country: int, other_country: int, club: int, other_club: int, counts: Floats) -> None:
    """A game below the bar: between countries, between clubs of one country, or between clubmates."""
    counts[BELOW_GAMES] += 1
    if country >= 0 and other_country >= 0 and country != other_country:
        counts[MIXED_COUNTRY] += 1
    elif club < 0 or club != other_club:
        if country >= 0 and country == other_country:
            counts[MIXED_CLUB] += 1
        else:
            counts[MIXED_COUNTRY] += 1


@compiled_part
def _count_floats_and_colours(
    opponents: Ints, colours: Ints, handicaps: Ints, before: Ints, counts: Floats
) -> None:
    """What each player's games leave unbalanced: up and down, White and Black, and colours kept."""
    for i in range(opponents.shape[1]):
        ups, balance, last = 0, 0, 0
        for r in range(len(opponents)):
            j = opponents[r, i]
            if j < 0:
                continue
            difference = before[r, j] - before[r, i]
            ups += int(difference > 0) - int(difference < 0)
            colour = colours[r, i]
            if handicaps[r, i] > 0 or colour == 0:
                continue
            counts[COLOURED] += 1
            balance += colour
            if last != 0:
                counts[REVERSIBLE] += 1
                if last == colour:
                    counts[KEPT] += 1
            last = colour
        counts[FLOAT_EXCESS] += abs(ups)
        counts[COLOUR_EXCESS] += abs(balance)


@compiled_part
def _count_sides_of_the_bar(
    opponents: Ints, wins: Ints, grades: Ints, starts: Ints, above_bar: Flags, counts: Floats
) -> None:
    """Whom players above, at and below the bar meet, and what those well below it win."""
    any_above = False
    bar_grade, bar_start = 0, 0
    for i in range(len(grades)):
        if above_bar[i]:
            bar_grade = min(bar_grade, grades[i]) if any_above else grades[i]
            bar_start = min(bar_start, starts[i]) if any_above else starts[i]
            any_above = True
    for i in range(len(grades)):
        seats, difference, peers, byes = 0, 0, 0, 0
        for r in range(len(opponents)):
            j = opponents[r, i]
            if j >= 0:
                seats += 1
                difference += grades[j] - grades[i]
                peers += int(above_bar[j])
            elif j == BYE:
                byes += 1
        if not above_bar[i]:
            counts[BELOW_DIFFERENCE] += difference
            counts[BELOW_SEATS] += seats
            if any_above and 2 * (bar_start - starts[i]) > POINT * len(opponents):
                counts[LOW_WINS] += wins[i] / POINT
                counts[LOW_ROUNDS] += seats + byes
            continue
        counts[ABOVE_DIFFERENCE] += difference
        counts[ABOVE_SEATS] += seats
        counts[PEER_SEATS] += peers
        if grades[i] == bar_grade:
            counts[BAR_DIFFERENCE] += difference
            counts[BAR_SEATS] += seats


@compiled_part
def _count_ranking(final: Ints, grades: Ints, starts: Ints, above_bar: Flags, counts: Floats) -> None:
    """The winner, and how scores and grades order the players."""
    n = len(final)
    if n == 0:
        return
    highest, winners = final[0], 0
    for i in range(n):
        if final[i] > highest:
            highest, winners = final[i], 0
        winners += int(final[i] == highest)
    if winners == 1:
        counts[UNIQUE] += 1
    _count_rank_squares(final, grades, starts, above_bar, highest, counts)
    concordance, by_grade, by_score = 0, 0, 0
    for i in range(n):
        for j in range(i):
            grade_sign = int(grades[i] > grades[j]) - int(grades[i] < grades[j])
            score_sign = int(final[i] > final[j]) - int(final[i] < final[j])
            concordance += grade_sign * score_sign
            by_grade += grade_sign * grade_sign
            by_score += score_sign * score_sign
    counts[CONCORDANCE] += concordance
    counts[COMPARABLE] += sqrt(float(by_grade) * float(by_score))


@compiled_part
def _count_rank_squares(
    final: Ints, grades: Ints, starts: Ints, above_bar: Flags, highest: int, counts: Floats
) -> None:
    """Document 5, (17): grade and score, each between 0 and 1; the best score is that above the bar."""
    lowest_grade, highest_grade, lowest = grades[0], grades[0], starts[0]
    top, any_above = highest, False
    for i in range(len(final)):
        lowest_grade = min(lowest_grade, grades[i])
        highest_grade = max(highest_grade, grades[i])
        lowest = min(lowest, starts[i])
        if above_bar[i]:
            top = max(top, final[i]) if any_above else final[i]
            any_above = True
    if lowest_grade == highest_grade or top <= lowest:
        return
    for i in range(len(final)):
        by_grade = (grades[i] - lowest_grade) / (highest_grade - lowest_grade)
        by_score = (final[i] - lowest) / (top - lowest)
        counts[RANK_SQUARES] += (by_grade - by_score) ** 2
        counts[RANKED] += 1
