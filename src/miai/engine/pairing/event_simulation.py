"""A real event as a simulation: the rounds that are left, drawn by its own system and preset."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from miai.domain.people.player import PlayerId, Registration
from miai.domain.points import NOTHING, POINT
from miai.domain.rounds.director_constraints import Wishes
from miai.domain.rounds.game import Result
from miai.domain.rounds.round import Attendance, Round
from miai.domain.settings.criterion_names import criteria_titles
from miai.domain.settings.event_settings import Settings
from miai.domain.settings.handicaps import scale_of, size_of, terms_of
from miai.domain.settings.pairing_rules import ColourRule
from miai.domain.settings.presets import added_rules, base_preset
from miai.domain.settings.scoring_rules import Rulebook, Scoring, Unplayed
from miai.domain.tournament import Tournament
from miai.engine.kernel import criteria
from miai.engine.kernel.event import (
    AWAY,
    BYE,
    CREDITS,
    HALVES_OF_POINTS,
    HALVES_OF_WINS,
    OF_AGA,
    UNPAIRED,
    Field,
    Standing,
    Terms,
)
from miai.engine.pairing.byes import BYE_RULES
from miai.engine.pairing.draw_plan import Plan
from miai.engine.pairing.exemption import exempt_limits, gotha_exempt_limits
from miai.engine.pairing.grades_in_question import grade_histories
from miai.engine.pairing.handicapping import even_from, levels_by_score
from miai.engine.pairing.presets import plan_for, seeding_for
from miai.engine.pairing.pricing.gotha import gotha_codes, group_span, handicap_span, handicap_top
from miai.engine.pairing.pricing.price_matrix import SimulatedPricing
from miai.engine.pairing.protocol import Flags, Floats, Ints, RoundView
from miai.engine.pairing.registry import abilities_of
from miai.engine.pairing.rules.float_place import ENDS
from miai.engine.pairing.rules.forbidding import NeverMet
from miai.engine.pairing.rules.geography import Geography
from miai.engine.pairing.rules.seeding import METHODS
from miai.engine.pairing.simulation import Simulation, expected_of, with_handicap
from miai.engine.pairing.view import build_view, club_codes, in_large_club
from miai.engine.rating.win_models import WinModel, table
from miai.engine.scoring.opponents import share_won
from miai.engine.scoring.scores import PlayerRound, Scores, aga_credit, scores, unpaired_is_absent, zero_of
from miai.engine.scoring.tiebreaks import TIEBREAKS
from miai.errors import InternalError
from miai.messages import Message

CHANGING = {
    "mms": criteria.POINTS,
    "nbw": criteria.WINS,
    "cussm": criteria.CUMULATED_POINTS,
    "cussw": criteria.CUMULATED_WINS,
    "sosm": criteria.SOS_POINTS,
    "sosw": criteria.SOS_WINS,
    "sososm": criteria.SOSOS_POINTS,
    "sososw": criteria.SOSOS_WINS,
    "sodosm": criteria.SODOS_POINTS,
    "sodosw": criteria.SODOS_WINS,
    "sosm-1": criteria.SOS_POINTS_BUT_ONE,
    "sosw-1": criteria.SOS_WINS_BUT_ONE,
    "sosm-2": criteria.SOS_POINTS_BUT_TWO,
    "sosw-2": criteria.SOS_WINS_BUT_TWO,
    "ext": criteria.EXPLOITS_TRIED,
    "exr": criteria.EXPLOITS,
    "cps": criteria.CUP,
    "soms": criteria.SOMS,
    "sodoms": criteria.SODOMS,
}
"""Criteria that change with every round, as the kernel computes them."""
FIXED = ("cat", "rank", "rating", "draw")
"""Criteria that stay as they are."""
# The order by name, which is no criterion of the standings.
_BY_NAME = "name"
_STAND_INS = {
    Unplayed.ZERO: criteria.NOTHING,
    Unplayed.START: criteria.OWN_START,
    Unplayed.OWN: criteria.OWN_SCORE,
    Unplayed.MACMAHON: criteria.ONE_BELOW,
    Unplayed.DUMMY: criteria.DUMMY,
    Unplayed.AGA: criteria.PHANTOM,
    Unplayed.EPM: criteria.OWN_SCORE_OF_BYE,
}
_NOBODY = {Attendance.BYE: BYE, Attendance.ABSENT: AWAY, Attendance.UNPAIRED: UNPAIRED}


@dataclass(frozen=True, slots=True, kw_only=True)
class EventNow:
    """An event after its last drawn round, whose open games count nothing yet.

    `view` holds everybody who may still play or has played; `rows` says where each stands in the table of
    scores; `pending` are the games without a result: White, Black, handicap and round, from 0.
    """

    tournament: Tournament
    view: RoundView
    table: Scores
    rows: tuple[int, ...]
    after: int
    pending: Ints

    @property
    def settings(self) -> Settings:
        """The event's rules."""
        return self.tournament.settings

    @property
    def strengths(self) -> tuple[float, ...]:
        """Everybody's rating in grades from shodan at 0."""
        return tuple(((self.view.ratings - 2100) / 100).tolist())

    def chosen(self, values: Sequence[float]) -> Floats:
        """Values by the table's players, in the order of the view."""
        return np.array([values[row] for row in self.rows], np.float64)

    def whole(self, values: Sequence[int]) -> Ints:
        """Whole numbers by the table's players, in the order of the view."""
        return np.array([values[row] for row in self.rows], np.int64)


def event_now(tournament: Tournament) -> EventNow:
    """The event as it stands: those registered finally and those who have played."""
    after = tournament.rounds_played
    boards = [(drawn.number, board) for drawn in tournament.rounds for board in drawn.boards]
    view = build_view(tournament, after + 1, seed=0, only=_taking_part(tournament))
    number = {player.id: i for i, player in enumerate(view.players)}
    row = {player.id: i for i, player in enumerate(tournament.players)}
    pending = [
        (number[board.white], number[board.black], size_of(tournament.settings, board), drawn - 1)
        for drawn, board in boards
        if not board.result.known
    ]
    return EventNow(
        tournament=tournament,
        view=view,
        table=_pairing_scores(tournament, after),
        rows=tuple(row[player.id] for player in view.players),
        after=after,
        pending=np.array(pending, np.int64).reshape(-1, 4),
    )


def _taking_part(tournament: Tournament) -> list[PlayerId]:
    """Those registered finally and those who have a game in any round; everybody if there are none."""
    seated = {
        seat for drawn in tournament.rounds for board in drawn.boards for seat in (board.white, board.black)
    }
    entrants = {player.id for player in tournament.players if player.registration is Registration.FINAL}
    everybody = [player.id for player in tournament.players]
    return [each for each in everybody if each in entrants | seated] or everybody


def _pairing_scores(tournament: Tournament, after: int) -> Scores:
    """Scores as pairing sees them: points for absence count even where they give no place."""
    scoring = replace(tournament.settings.scoring, absence_for_place=True)
    settings = replace(tournament.settings, scoring=scoring)
    return scores(replace(tournament, settings=settings), after=after)


def why_not_simulated(tournament: Tournament, rounds: int) -> Message | None:
    """Why the compiled simulation cannot play an event of so many rounds by its own rules, if so."""
    settings = tournament.settings
    if not abilities_of(settings.system).by_preset:
        return Message("the system '%(system)s' does not weigh pairs", system=settings.system)
    if added_rules(settings.preset):
        return Message("the simulation does not know the rules of plug-ins")
    if tournament.wishes != Wishes():
        return Message("the director's wishes are kept to")
    if any(player.members for player in tournament.players):
        return Message("sides are kept apart by the countries and clubs of each of their people")
    used = dict.fromkeys(key for number in range(1, rounds + 1) for key in _seeding_keys(settings, number))
    strange = tuple(key for key in used if key not in CHANGING and key not in (*FIXED, _BY_NAME))
    if strange:
        titles = criteria_titles(strange)
        return Message("the simulation does not seed by these criteria: %(criteria)s", criteria=titles)
    return None


def event_simulation(now: EventNow, *, rounds: int, model: WinModel) -> Simulation:
    """The rest of an event of so many rounds; the results are by the model, and handicaps count."""
    plan = _plan(now.settings, 1)
    if not isinstance(plan.pricing, SimulatedPricing):
        raise InternalError(f"The prices of the preset '{plan.preset}' cannot be simulated.")
    keys = [_seeding_keys(now.settings, number) for number in range(1, rounds + 1)]
    fixed = tuple(dict.fromkeys(key for one in keys for key in one if key not in CHANGING))
    return Simulation(
        field=_field(now, rounds, fixed, model),
        prices=plan.pricing.tables(now.settings, plan.rules),
        terms=_terms(now, rounds, keys, fixed),
        standing=_standing(now),
    )


def _plan(settings: Settings, round_number: int) -> Plan:
    return plan_for(settings, round_number=round_number, preset=settings.preset, seed=0)


def _seeding_keys(settings: Settings, round_number: int) -> tuple[str, ...]:
    order = seeding_for(settings, round_number=round_number, preset=settings.preset)
    return (*order.criteria, *order.then, *((_BY_NAME,) if order.by_name else ()))


def _field(now: EventNow, rounds: int, fixed: Sequence[str], model: WinModel) -> Field:
    view, settings = now.view, now.settings
    countries, clubs, present = view.countries, club_codes(view.players), _attendance(now, rounds)
    large = np.zeros((0, len(view)), np.bool_)
    if _like_gotha(settings):
        countries, clubs = gotha_codes(view.players)
    elif settings.pairing.relief_for_large_clubs:
        large = _large_clubs(clubs, present)
    return Field(
        starts=view.starts,
        ratings=view.ratings,
        grades=view.grades,
        countries=countries,
        states=view.states,
        cities=view.cities,
        clubs=clubs,
        clubs_groups=view.clubs_groups,
        zones=view.zones,
        families=view.families,
        categories=view.categories,
        present=present,
        large=large,
        expected=expected_of(view.grades.tolist(), _plan(settings, 1).rules),
        fixed=np.array([fixed_values(now, key) for key in fixed]).reshape(len(fixed), len(view)),
        chances=table(model, now.strengths),
        with_handicap=with_handicap(model, now.strengths, settings),
    )


def fixed_values(now: EventNow, key: str) -> Floats:
    """The values of a criterion that stays as it is."""
    if key != _BY_NAME:
        return now.chosen([float(value) for value in TIEBREAKS[key].compute(now.table)])
    names = [(player.surname, player.first_name) for player in now.view.players]
    rank = {name: place for place, name in enumerate(sorted(set(names)))}
    return np.array([-float(rank[name]) for name in names])


def _attendance(now: EventNow, rounds: int) -> Flags:
    """Who is there in each round; in rounds that the event does not have, those of its last one."""
    last = max(now.settings.rounds, now.after)
    numbers = [min(number, last) for number in range(1, rounds + 1)]
    players = now.view.players
    attends = np.array([[player.attends(number) for player in players] for number in numbers], np.bool_)
    final = np.array([player.registration is Registration.FINAL for player in players], np.bool_)
    # Where nobody is registered finally, everybody plays.
    return np.where((attends & final).any(axis=1, keepdims=True), attends & final, attends)


def _large_clubs(clubs: Ints, present: Flags) -> Flags:
    """Whose club is large among those who play, by round and player."""
    large = np.zeros(present.shape, np.bool_)
    for r, there in enumerate(present):
        large[r, there] = in_large_club(clubs[there])
    return large


def _terms(now: EventNow, rounds: int, keys: Sequence[Sequence[str]], fixed: Sequence[str]) -> Terms:
    settings = now.settings
    rules, scoring, handicapping = settings.pairing, settings.scoring, settings.handicapping
    plan, scale = _plan(settings, 1), scale_of(handicapping)
    geography = Geography.of(rules)
    numbers = range(1, rounds + 1)
    codes = np.full((rounds, max(map(len, keys), default=0)), criteria.NO_CRITERION, np.int64)
    for r, one in enumerate(keys):
        codes[r, : len(one)] = criterion_codes(settings, one, fixed, after=r)
    return Terms(
        seeding=np.array([METHODS[rules.seeding(number).method] for number in numbers], np.int64),
        criteria=codes,
        stand_in=_stand_in(scoring),
        seen=_seen(scoring),
        by_wins=int(settings.by_wins),
        zero=zero_of(scoring),
        bye_points=scoring.bye_points,
        absent_points=scoring.absent_points,
        unpaired_points=_unpaired_points(scoring),
        bye_wins=scoring.bye_wins,
        absent_wins=scoring.absent_wins,
        unit=POINT if scoring.round_down else 1,
        levels_by_score=int(levels_by_score(settings)),
        even_from=even_from(settings, now.tournament.players),
        threshold=handicapping.none_from.number,
        correction=scale.correction,
        least=scale.least,
        placed=np.array([terms_of(settings, size).stones for size in range(scale.most + 1)], np.int64),
        compensate=int(rules.compensate_floats),
        down_from=ENDS[rules.float_down_from],
        up_from=ENDS[rules.float_up_from],
        kinship=geography.prices,
        far_zones=geography.far_zones,
        in_reach=geography.in_reach,
        exempt=np.array([_exempt_limits(settings, number) for number in numbers], np.int64),
        exempt_by_grade=int(_like_gotha(settings)),
        categories=_categories(now),
        spans=np.array([group_span(settings, number) for number in numbers], np.int64),
        handicap_spans=np.array([handicap_span(settings, number) for number in numbers], np.int64),
        handicap_tops=np.array([handicap_top(settings, number) for number in numbers], np.int64),
        bye_rule=BYE_RULES[plan.bye_order],
        rematches=int(not any(isinstance(ban, NeverMet) for ban in plan.bans)),
        nigiri=int(rules.colours is ColourRule.NIGIRI),
    )


def criterion_codes(settings: Settings, keys: Sequence[str], fixed: Sequence[str], *, after: int) -> Ints:
    """What the kernel calls criteria after so many rounds; `fixed` are those with a row of the field."""
    codes = [CHANGING[key] if key in CHANGING else fixed.index(key) for key in keys]
    if settings.scoring.rulebook is Rulebook.GOTHA and after == 2:
        # OpenGotha leaves this criterion out after round 2.
        codes = [criteria.NO_CRITERION if code == criteria.SOS_POINTS_BUT_ONE else code for code in codes]
    return np.array(codes, np.int64)


def _unpaired_points(scoring: Scoring) -> int:
    return scoring.absent_points if unpaired_is_absent(scoring) else NOTHING


def _stand_in(scoring: Scoring) -> int:
    if scoring.unplayed is Unplayed.MACMAHON and scoring.rulebook is Rulebook.MACMAHON:
        return criteria.LIKE_MACMAHON
    return _STAND_INS[scoring.unplayed]


def _seen(scoring: Scoring) -> int:
    if scoring.unplayed_is_half_for_opponents:
        return criteria.HALF_FOR_UNPLAYED
    return criteria.WITH_AGA_CREDIT if scoring.unplayed is Unplayed.AGA else criteria.AS_IT_IS


def _like_gotha(settings: Settings) -> bool:
    return base_preset(settings.preset) == "gotha"


def _categories(now: EventNow) -> int:
    """How many categories have groups of their own."""
    if not (_like_gotha(now.settings) and now.settings.category_limits):
        return 1
    return int(now.view.categories.max(initial=0)) + 1


def _exempt_limits(settings: Settings, round_number: int) -> Ints:
    rounds = max(settings.rounds, round_number)
    if _like_gotha(settings):
        return gotha_exempt_limits(settings, rounds)
    return exempt_limits(settings, round_number, rounds)


def _standing(now: EventNow) -> Standing:
    view, scoring = now.view, now.table.scoring
    # As if open games were lost by both: the winner's point is all that is missing.
    table_now = _pairing_scores(_with_open_games_lost(now.tournament), now.after)
    number = {row: i for i, row in enumerate(now.rows)}

    def free(bye: int, absent: int, unpaired: int) -> Ints:
        worth = {Attendance.BYE: bye, Attendance.ABSENT: absent, Attendance.UNPAIRED: unpaired}
        return now.whole([sum(worth.get(each.attendance, 0) for each in one) for one in table_now.rounds])

    grading = grade_histories(now.table)
    history = [[table_now.rounds[row][k] for row in now.rows] for k in range(now.after)]
    shape = (now.after, len(view))

    def by_round(value: Callable[[PlayerRound], int]) -> Ints:
        return np.array([[value(each) for each in one] for one in history], np.int64).reshape(shape)

    return Standing(
        gone=now.after,
        points=now.whole(table_now.points),
        wins=now.whole(table_now.wins),
        free_points=free(scoring.bye_points, scoring.absent_points, _unpaired_points(scoring)),
        free_wins=free(scoring.bye_wins, scoring.absent_wins, NOTHING),
        cumulated_points=now.whole([sum(one) for one in table_now.points_after]),
        cumulated_wins=now.whole([sum(one) for one in table_now.wins_after]),
        balances=view.balances,
        lasts=view.last_colours,
        ups=view.ups,
        downs=view.downs,
        byes=view.byes,
        surplus=now.whole([each.surplus for each in grading]),
        beaten=now.whole([each.beaten for each in grading]),
        lost_to=now.whole([each.lost_to for each in grading]),
        credits=_credits(now, table_now),
        met=view.met > 0,
        opponents=by_round(lambda each: number[each.opponent] if each.played else _NOBODY[each.attendance]),
        stones=by_round(lambda each: each.stones),
        results=by_round(lambda each: each.points),
        shares=by_round(lambda each: share_won(table_now, each)),
        pending=now.pending,
    )


def _with_open_games_lost(tournament: Tournament) -> Tournament:
    def lost(drawn: Round) -> Round:
        boards = tuple(
            board if board.result.known else replace(board, result=Result.BOTH_LOSE) for board in drawn.boards
        )
        return replace(drawn, boards=boards)

    return replace(tournament, rounds=tuple(map(lost, tournament.rounds)))


def _credits(now: EventNow, table_now: Scores) -> Ints:
    """What scores count more in the sums of opponents, by kind."""
    halved = replace(table_now.scoring, unplayed_is_half_for_opponents=True)
    settings = replace(table_now.tournament.settings, scoring=halved)
    seen = scores(replace(table_now.tournament, settings=settings), after=now.after)
    credit = np.zeros((CREDITS, len(now.view)), np.int64)
    credit[HALVES_OF_POINTS] = now.whole(seen.points_seen) - now.whole(table_now.points)
    credit[HALVES_OF_WINS] = now.whole(seen.wins_seen) - now.whole(table_now.wins)
    credit[OF_AGA] = now.whole([aga_credit(one) for one in table_now.rounds])
    return credit
