"""What the settings do, each in a sentence for a tournament director.

A setting has none where its label or the introduction of its group says it.
"""

from miai.messages import Message

_ORDER = Message("Instead of the score, for the order inside a group.")
_THEN = Message("Orders players of one group who are equal so far.")
_BY_STANDINGS = Message(
    "Orders a group as in the standings. Pairing by a criterion such as SOS evens it out, so that it can "
    "hardly break ties any more."
)

SETTING_HELP: dict[str, Message] = {
    "system": Message("How players are brought together."),
    "preset": Message("How the rules are weighed against each other."),
    "criteria": Message("The first that differs decides; who is equal in all shares the place."),
    "scoring.bar": Message("Everyone from this grade up starts equal"),
    "scoring.floor": Message("Everyone from this grade down starts equal"),
    "scoring.zero": Message("Starting scores are counted from here."),
    "scoring.bands": Message("The AGA’s way: a whole band of grades starts with one score."),
    "scoring.bye_wins": Message("In the number of wins, which is the score of a Swiss."),
    "scoring.bye_points": Message("In the McMahon score."),
    "scoring.absent_wins": Message("In the number of wins, which is the score of a Swiss."),
    "scoring.absent_points": Message("In the McMahon score; half a point keeps pace with the others."),
    "scoring.round_down": Message("One absence of half a point then gives nothing, two give a point."),
    "scoring.absence_for_place": Message(
        "If not, they count when pairing and for the opponents only, as in EPM."
    ),
    "scoring.unplayed_is_half_for_opponents": Message(
        "In sums over opponents each round without a game over the board is worth half a point."
    ),
    "scoring.unplayed": Message("What a round without an opponent adds to one’s own SOS."),
    "scoring.rulebook": Message("To the letter, for comparison with the tables of OpenGotha or MacMahon."),
    "handicapping.by_score": Message("Whether the difference in score or in grade gives the stones."),
    "handicapping.correction": Message("Stones less than the difference in strength."),
    "handicapping.ceiling": Message("0 for even games only."),
    "handicapping.none_from": Message(
        "Players from this grade up play even games with each other, and give weaker players as many stones "
        "as this grade does."
    ),
    "handicapping.none_above_bar": Message("Whoever starts at the bar gives and takes no stones."),
    "handicapping.komi_per_grade": Message(
        "White’s komi falls by so many points for each grade, below 0 if need be; 0 to give stones."
    ),
    "handicapping.table": Message(
        "For small boards: 13x13 or 9x9 for the usual one, or one step a line: the difference in grades, a "
        "colon, the stones, a colon, the komi."
    ),
    "pairing.first_seeding.by": _THEN,
    "pairing.first_seeding.criteria": _ORDER,
    "pairing.first_seeding.by_standings": _BY_STANDINGS,
    "pairing.later_seeding.by": _THEN,
    "pairing.later_seeding.criteria": _ORDER,
    "pairing.later_seeding.by_standings": _BY_STANDINGS,
    "pairing.first_seeding_rounds": Message("All rounds after these are seeded as later ones."),
    "pairing.float_down_from": Message("Who leaves an odd group to meet somebody of a lower one."),
    "pairing.float_up_from": Message("Who of the lower group meets them."),
    "pairing.compensate_floats": Message("And whoever floated up floats down; if not, nobody floats twice."),
    "pairing.same_country": Message(
        "Points of difference accepted so that players of one country do not meet; 0 if they may meet."
    ),
    "pairing.same_state": Message(
        "Points of difference accepted so that players of one state do not meet; 0 if they may meet."
    ),
    "pairing.same_city": Message(
        "Points of difference accepted so that players of one city do not meet; 0 if they may meet."
    ),
    "pairing.same_clubs_group": Message(
        "Points of difference accepted so that clubs of one group do not meet; 0 if they may meet."
    ),
    "pairing.same_club": Message(
        "Points of difference accepted so that players of one club do not meet; 0 if they may meet."
    ),
    "pairing.exempt_at_bar": Message("Whoever starts at the bar may meet players of the same club."),
    "pairing.exempt_from": Message("Counted by score; empty for no such grade."),
    "pairing.exempt_half_won": Message("For whoever has won as many games."),
    "pairing.exempt_last_half": Message("Then only the score decides."),
    "pairing.relief_for_large_clubs": Message("Otherwise the others would meet nobody but them."),
    "pairing.far_time_zones": Message(
        "Points of difference accepted so that players in time zones far apart do not meet; 0 if they may "
        "meet."
    ),
    "pairing.hours_in_reach": Message("Counted the shorter way around the globe; more hours are far."),
    "unfinished.in_next_draw": Message(
        "What a game of an earlier round that has no result yet counts when the next round is drawn."
    ),
    "unfinished.after_deadline": Message(
        "The result that the director can give to all games that are past the deadline of their round."
    ),
    "time_zone": Message(
        "Such as Europe/Paris or UTC+5:30, for times on all pages and for players who have named no zone of "
        "their own; empty for the zone of this computer."
    ),
    "ratings_frozen_after": Message("Lists that are younger do not change ratings; empty for no such day."),
    "pairing.family_apart": Message("Members of one family, as entered with the players, never meet."),
    "pairing.colours": Message("With nigiri the two draw lots, and earlier colours do not matter."),
    "pairing.keep_categories_apart": Message("As far as there are opponents."),
    "pairing.small_handicaps": Message("Among pairings that are otherwise as good, games with fewer stones."),
    "pairing.grading_information": Message(
        "Whoever won clearly more or less than expected meets opponents who show the right grade."
    ),
    "pairing.bracket_by_lot": Message("Also who has a free first round; otherwise rating decides."),
    "pairing.redraw_losers": Message("So that nobody meets the same opponent twice, if it can be avoided."),
    "pairing.weights.concavity": Message("0 to 1; the larger, the cheaper a small difference."),
    "pairing.kaniuk.psi": Message("How a weight falls with the deviation: psi of W · psi(λ · deviation)."),
    "pairing.kaniuk.rules": Message("W: how important a rule is. λ: how soon a deviation counts in full."),
    "clock.byo_yomi_periods": Message("0 if the event does not state it."),
    "tables.ranges": Message("In the order of use, for example 1-40, 61-; empty for all from 1 upwards."),
    "tables.left_out": Message("For example 13, 17-20."),
    "ruleset": Message("Goes into the result files that name it."),
    "internet": Message("Such games are rated in a class of their own."),
    "category_limits": Message("The lowest grade of each category but the last, for example 1d, 5k, 10k"),
    "clubs_groups": Message("Clubs that count as one. One group a line: the name, a colon, its clubs."),
    "sides.people": Message("1 where everybody plays alone, 2 for Pair Go, 2 or 3 for rengo."),
    "sides.rounding": Message("Handicap and starting score go by that grade."),
    "teams.size": Message("2 to 10; 0 for an event of individuals."),
    "teams.paired": Message("Otherwise players are paired, and teams only have a table of their own."),
    "teams.order": Message("Board 1 is the first of the captain’s list, or the strongest."),
    "teams.criteria": Message("The first that differs decides; who is equal in all shares the place."),
    "teams.handicaps": Message("As in games of individuals; otherwise all boards are even."),
    "teams.half_of_all_boards": Message("As in OpenGotha, where boards that were not played count as well."),
    "teams.empty_seat_loses": Message("The opponent gets the board point; otherwise nobody gets it."),
    "teams.bye_points": Message("For a team that has no opponent in a round; a won match gives 2."),
    "teams.bye_boards": Message("So that a rest counts in the board points too."),
    "teams.limits.most_grades": Message(
        "Of the strongest line-up, 1 dan as 1 and 1 kyu as 0; empty for no limit."
    ),
    "teams.limits.most_rating": Message("Of the strongest line-up; empty for no limit."),
    "teams.limits.least_juniors": Message("Among the members."),
    "teams.limits.junior_since": Message("The first year of birth."),
    "teams.limits.one_country": Message("All members have the same country."),
    "fees.currency": Message("Written after amounts, such as EUR or £."),
    "fees.usual": Message("0 if nobody pays."),
    "fees.for_juniors": Message("0 if they pay nothing."),
    "fees.junior_since": Message("The first year of birth; empty if all pay the same."),
    "draw_seed": Message("Chooses among draws that are equally good; the same number gives the same draw."),
    "classic_rating.epsilon": Message("Against deflation: what both players together are expected to lack."),
    "classic_rating.points_per_stone": Message("What one handicap stone is worth."),
    "classic_rating.stones_off": Message(
        "0.5 where the first stone is worth half of one, 0 where all are equal."
    ),
}
