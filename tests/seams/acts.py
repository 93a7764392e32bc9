"""What people do in a hall, one line for each; `a`, `b` and `c` are any numbers."""

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime

from miai.domain.people.grade import Grade
from miai.domain.people.player import BarSide, Player
from miai.domain.points import HALF, POINT
from miai.domain.rounds.game import Result
from miai.domain.rounds.round_in_progress import DelayKind
from miai.domain.table_numbers import TableRange
from miai.engine.bar.bands import BandPlan
from miai.features.bands import change_bands
from miai.features.draw import change_draw, wishes
from miai.features.draw.draw_round import draw_around_wishes, draw_round, repair_rest, take_back_round
from miai.features.draw.force_game import force_game
from miai.features.draw.late_arrival import late_arrival_offers, take_late_arrival
from miai.features.fees.charge_fees import record_payment
from miai.features.history.undo import redo, undo
from miai.features.phones.claim_result import claim_result
from miai.features.players import change_player as people
from miai.features.players.paste_players import register_pasted
from miai.features.players.register_player import NEW, register_player
from miai.features.publish.publish_round import publish_round, publish_standings
from miai.features.publish.unpublish import unpublish_round, unpublish_standings
from miai.features.results.enter_result import enter_result
from miai.features.schedule.deadlines import settle_late_games
from miai.features.schedule.delay_game import delay_game
from miai.features.schedule.set_clock import set_clock
from miai.features.settings.change_settings import change_rules
from miai.features.sign_up.decide import accept, accept_as, accept_clear, decline
from miai.features.sign_up.form_answers import SignUpAnswers
from miai.features.sign_up.sign_up_form import close_form, open_form
from miai.features.sign_up.waiting import sign_up, waiting_of
from miai.features.standings.bonus import give_bonus
from miai.features.standings.finalise import finalise, reopen
from miai.features.teams.change_team import change_team, let_rest, remove_team
from miai.features.teams.enter_team import enter_team
from miai.features.teams.state_line_up import clear_line_up, state_line_up
from miai.features.teams.swap_teams import swap_teams
from miai.features.tournament.change_details import change_details
from seams.hall import GRADES, MOST_PLAYERS, ROUNDS, Hall

Act = Callable[[Hall, int, int, int], object]
RESULTS = (Result.WHITE_WINS, Result.BLACK_WINS, Result.JIGO, Result.UNKNOWN, Result.BOTH_LOSE)


def _grade(pick: int) -> Grade:
    return Grade.parse(GRADES[pick % len(GRADES)])


# People ------------------------------------------------------------------------------------------


def enters(hall: Hall, a: int, b: int, c: int) -> None:
    if len(hall.whole.players) < MOST_PLAYERS:
        hall.enter(1 + a % 2)


def pasted(hall: Hall, a: int, b: int, c: int) -> None:
    if len(hall.whole.players) < MOST_PLAYERS:
        text = f"P{hall.checked.version} {GRADES[a % len(GRADES)]}"
        hall.attempt(register_pasted, text, whole=True)


def changes(hall: Hall, a: int, b: int, c: int) -> None:
    new = (
        {"grade": _grade(b)},
        {"club": "Lyon"},
        {"surname": f"R{c}"},
        {"start": 2 * POINT},
        {"bar_side": BarSide.ABOVE},
    )
    about = new[c % len(new)]
    hall.attempt(people.change_player, hall.player(a), lambda old: replace(old, **about))


def comes(hall: Hall, a: int, b: int, c: int) -> None:
    hall.attempt(people.check_in, hall.player(a), here=bool(b % 2))


def several_come(hall: Hall, a: int, b: int, c: int) -> None:
    hall.attempt(people.check_in_several, {hall.player(a), hall.player(b)}, here=bool(c % 2))


def attends(hall: Hall, a: int, b: int, c: int) -> None:
    hall.attempt(people.set_attendance, hall.player(a), round=1 + b % ROUNDS, plays=bool(c % 2))


def withdraws(hall: Hall, a: int, b: int, c: int) -> None:
    hall.attempt(people.withdraw, hall.player(a), from_round=1 + b % ROUNDS)


def removed(hall: Hall, a: int, b: int, c: int) -> None:
    hall.attempt(people.remove_player, hall.player(a))


def newest_removed(hall: Hall, a: int, b: int, c: int) -> None:
    """Who came last is in no draw yet."""
    if hall.event.players:
        hall.attempt(people.remove_player, hall.event.players[-1].id)


def pays(hall: Hall, a: int, b: int, c: int) -> None:
    hall.attempt(record_payment, hall.player(a), 100 * (b % 3))


def late(hall: Hall, a: int, b: int, c: int) -> None:
    player, number = hall.player(a), hall.last
    offers = hall.ask(late_arrival_offers, player, round=number)
    if isinstance(offers, list | tuple) and offers:
        hall.attempt(take_late_arrival, player, round=number, choice=offers[b % len(offers)].choice)


# Draws -------------------------------------------------------------------------------------------


def draws(hall: Hall, a: int, b: int, c: int) -> None:
    drawn = {each.number for each in hall.event.rounds}
    following = min(ROUNDS, hall.last + 1) if drawn else 1
    hall.attempt(draw_round, round=following if a % 3 else hall.last, seed=b % 3)


def takes_back(hall: Hall, a: int, b: int, c: int) -> None:
    hall.attempt(take_back_round, round=hall.round(a))


def swaps(hall: Hall, a: int, b: int, c: int) -> None:
    hall.attempt(change_draw.swap_or_pair, round=hall.last, a=hall.player(a), b=hall.player(b))


def swaps_teams(hall: Hall, a: int, b: int, c: int) -> None:
    hall.attempt(swap_teams, round=hall.last, a=hall.team(a), b=hall.team(b))


def unpairs(hall: Hall, a: int, b: int, c: int) -> None:
    hall.attempt(change_draw.unpair, round=hall.last, table=hall.table(hall.last, a))


def forces(hall: Hall, a: int, b: int, c: int) -> None:
    hall.attempt(force_game, round=hall.round(c), white=hall.player(a), black=hall.player(b))


def locks(hall: Hall, a: int, b: int, c: int) -> None:
    hall.attempt(change_draw.lock, round=hall.last, table=hall.table(hall.last, a), locked=bool(b % 3))


def locks_bye(hall: Hall, a: int, b: int, c: int) -> None:
    hall.attempt(change_draw.lock_bye, round=hall.last, player=hall.player(a), locked=bool(b % 3))


def turns(hall: Hall, a: int, b: int, c: int) -> None:
    hall.attempt(change_draw.swap_colours, round=hall.round(b), table=hall.table(hall.round(b), a))


def stones(hall: Hall, a: int, b: int, c: int) -> None:
    hall.attempt(change_draw.set_terms, round=hall.last, table=hall.table(hall.last, a), handicap=b % 5)


def moves_table(hall: Hall, a: int, b: int, c: int) -> None:
    hall.attempt(change_draw.set_table, round=hall.last, table=hall.table(hall.last, a), new_table=1 + b % 5)


def gives_bye(hall: Hall, a: int, b: int, c: int) -> None:
    hall.attempt(change_draw.set_bye, round=hall.last, player=hall.player(a))


def repairs(hall: Hall, a: int, b: int, c: int) -> None:
    hall.attempt(draw_around_wishes if a % 2 else repair_rest, round=hall.last)


def apart(hall: Hall, a: int, b: int, c: int) -> None:
    hall.attempt(wishes.never_pair, a=hall.player(a), b=hall.player(b), never=bool(c % 3))


def fixed(hall: Hall, a: int, b: int, c: int) -> None:
    hall.attempt(wishes.fix_table, player=hall.player(a), table=1 + b % 4 if c % 4 else None)


def kept_off(hall: Hall, a: int, b: int, c: int) -> None:
    hall.attempt(wishes.keep_off_table, player=hall.player(a), table=1 + b % 4, off=bool(c % 3))


def offers_bye(hall: Hall, a: int, b: int, c: int) -> None:
    hall.attempt(wishes.offer_bye, player=hall.player(a), round=1 + b % ROUNDS, offers=bool(c % 3))


# Results and publication -------------------------------------------------------------------------


def result(hall: Hall, a: int, b: int, c: int) -> None:
    number = hall.round(c)
    hall.attempt(enter_result, round=number, table=hall.table(number, a), result=RESULTS[b % len(RESULTS)])


def all_results(hall: Hall, a: int, b: int, c: int) -> None:
    """Everybody is ready, so that the next round can be drawn."""
    number = hall.last
    for board in hall.event.round(number).boards:
        if not board.result.known:
            won = RESULTS[(a + board.table) % 2]
            hall.attempt(enter_result, round=number, table=board.table, result=won)


def claims(hall: Hall, a: int, b: int, c: int) -> None:
    hall.attempt(claim_result, round=hall.last, player=hall.player(a), result=RESULTS[b % 2])


def bonus(hall: Hall, a: int, b: int, c: int) -> None:
    points = POINT if b % 2 else HALF
    hall.attempt(give_bonus, round=hall.last, player=hall.player(a), points=points)


def bonus_for_the_newest(hall: Hall, a: int, b: int, c: int) -> None:
    if hall.event.players:
        hall.attempt(give_bonus, round=hall.last, player=hall.event.players[-1].id, points=POINT)


def delays(hall: Hall, a: int, b: int, c: int) -> None:
    kind = (DelayKind.POSTPONED, DelayKind.ADJOURNED, None)[b % 3]
    hall.attempt(delay_game, round=hall.last, table=hall.table(hall.last, a), kind=kind)


def settles_late(hall: Hall, a: int, b: int, c: int) -> None:
    hall.attempt(settle_late_games, keys=(), now=datetime(2031, 1, 1, tzinfo=UTC))


def publishes(hall: Hall, a: int, b: int, c: int) -> None:
    if a % 3:
        hall.attempt(publish_round, round=hall.round(b))
    else:
        hall.attempt(publish_standings, after=hall.round(b), final=bool(c % 2))


def unpublishes(hall: Hall, a: int, b: int, c: int) -> None:
    if a % 2:
        hall.attempt(unpublish_round, round=hall.round(b))
    else:
        hall.attempt(unpublish_standings, after=hall.round(b))


def closes(hall: Hall, a: int, b: int, c: int) -> None:
    if hall.event.final is None and a % 3 == 0:
        hall.attempt(finalise)
    else:
        hall.attempt(reopen, reason="a result was wrong")


# Rules and history -------------------------------------------------------------------------------


def rules(hall: Hall, a: int, b: int, c: int) -> None:
    values: tuple[dict[str, object], ...] = (
        {"rounds": 2 + b % 3},
        {"criteria": ("nbw", "sosw") if b % 2 else ("mms", "sosm", "sosw")},
        {"scoring.bar": _grade(b)},
        {"scoring.bye_points": HALF if b % 2 else POINT},
        {"komi": 7.5},
        {"tables.left_out": (TableRange(first=1, last=1),) if b % 2 else ()},
        {"time_zone": "Europe/Paris"},
    )
    hall.attempt(change_rules, values[a % len(values)])


def bands(hall: Hall, a: int, b: int, c: int) -> None:
    match a % 4:
        case 0:
            hall.attempt(change_bands.build, BandPlan(smallest=2))
        case 1 | 2:
            hall.attempt(change_bands.move, hall.player(b), c % 2)
        case _:
            hall.attempt(change_bands.remove)


def details(hall: Hall, a: int, b: int, c: int) -> None:
    hall.attempt(change_details, place=("Lyon", "Ulm")[a % 2])


def clock(hall: Hall, a: int, b: int, c: int) -> None:
    hall.attempt(set_clock, round=1 + a % ROUNDS, minutes=30 + b % 60)


def undoes(hall: Hall, a: int, b: int, c: int) -> None:
    hall.attempt(undo, max(1, hall.checked.version - a % 12))


def undoes_several(hall: Hall, a: int, b: int, c: int) -> None:
    last = max(1, hall.checked.version - a % 4)
    hall.attempt(undo, max(1, last - b % 4), last=last)


def redoes(hall: Hall, a: int, b: int, c: int) -> None:
    undone = sorted(hall.state.history.undone)
    if undone:
        hall.attempt(redo, undone[a % len(undone)])


# Teams -------------------------------------------------------------------------------------------


def enters_team(hall: Hall, a: int, b: int, c: int) -> None:
    free = [
        player.id
        for player in hall.event.players
        if all(player.id not in team.members for team in hall.event.teams)
    ]
    new = Player(id=NEW, surname=f"T{hall.checked.version}", grade=_grade(b))
    members = [*free[:2]] if len(free) > 1 else [*free[:1], new]
    hall.attempt(enter_team, name=f"Team {hall.checked.version}", members=members)


def changes_team(hall: Hall, a: int, b: int, c: int) -> None:
    if c % 2:
        hall.attempt(change_team, hall.team(a), lambda old: replace(old, name=f"{old.name}x"))
    else:
        gone = hall.player(b)
        hall.attempt(
            change_team,
            hall.team(a),
            lambda old: replace(old, members=tuple(each for each in old.members if each != gone)),
        )


def rests(hall: Hall, a: int, b: int, c: int) -> None:
    hall.attempt(let_rest, hall.team(a), rounds={1 + b % ROUNDS}, rests=bool(c % 2))


def removes_team(hall: Hall, a: int, b: int, c: int) -> None:
    hall.attempt(remove_team, hall.team(a))


def lines_up(hall: Hall, a: int, b: int, c: int) -> None:
    team = next((each for each in hall.event.teams if each.id == hall.team(a)), None)
    if team is None:
        return
    if c % 4 == 0:
        hall.attempt(clear_line_up, team.id, round=1 + b % ROUNDS)
    else:
        seats = list(reversed(team.members[:2])) if c % 2 else [*team.members[:1], None]
        hall.attempt(state_line_up, team.id, round=1 + b % ROUNDS, players=seats)


def wishes_of_teams(hall: Hall, a: int, b: int, c: int) -> None:
    hall.attempt(wishes.never_pair, a=hall.team(a), b=hall.team(b))


# Sign-ups ----------------------------------------------------------------------------------------


def opens_form(hall: Hall, a: int, b: int, c: int) -> None:
    hall.attempt(open_form if a % 4 else close_form, whole=True)


def signs_up(hall: Hall, a: int, b: int, c: int) -> None:
    if len(hall.store.sign_ups.kept) < MOST_PLAYERS:
        answers = SignUpAnswers(
            surname=f"S{len(hall.store.sign_ups.kept)}",
            grade=GRADES[a % len(GRADES)],
            contact="x@example.org",
        )
        hall.ask(sign_up, answers)


def decides(hall: Hall, a: int, b: int, c: int) -> None:
    waiting = waiting_of(hall.desk, hall.id)
    if not waiting:
        hall.attempt(accept_clear, whole=True)
        return
    number = waiting[b % len(waiting)].number
    match a % 4:
        case 0:
            hall.attempt(accept, [number], whole=True)
        case 1:
            hall.attempt(accept_clear, whole=True)
        case 2 if hall.whole.players:
            hall.attempt(accept_as, number, hall.whole.players[c % len(hall.whole.players)].id, whole=True)
        case _:
            hall.ask(decline, number)


# The second laptop -------------------------------------------------------------------------------


def parts(hall: Hall, a: int, b: int, c: int) -> None:
    if hall.other is None:
        hall.part()


def works_there(hall: Hall, a: int, b: int, c: int) -> None:
    """The same kinds of requests as here, at the laptop that went on by itself."""
    if hall.other is None:
        return
    there = hall.other.desk.state(hall.id).tournament
    players = there.players
    if not players:
        return
    one, two = players[a % len(players)].id, players[b % len(players)].id
    last = max((drawn.number for drawn in there.rounds), default=0)
    boards = there.rounds[-1].boards if there.rounds else ()
    match c % 7:
        case 0 | 1:
            new = Player(id=NEW, surname=f"O{a}{b}{len(players)}", grade=_grade(b))
            hall.enter_there(register_player, new)
        case 2:
            hall.enter_there(wishes.never_pair, a=one, b=players[-1].id)
        case 3:
            hall.enter_there(draw_round, round=min(last + 1, ROUNDS))
        case 4 if boards:
            board = boards[b % len(boards)]
            hall.enter_there(enter_result, round=last, table=board.table, result=RESULTS[a % 2])
        case 5:
            hall.enter_there(people.remove_player, players[-1].id)
        case _:
            hall.enter_there(wishes.fix_table, player=two, table=2)


def joins(hall: Hall, a: int, b: int, c: int) -> None:
    hall.join()


PEOPLE: tuple[Act, ...] = (
    enters, enters, pasted, changes, changes, comes, several_come, attends, withdraws, removed,
    newest_removed, pays, late,
)  # fmt: skip
DRAWS: tuple[Act, ...] = (
    draws, draws, takes_back, swaps, unpairs, forces, locks, locks_bye, turns, stones, moves_table, gives_bye,
    repairs, apart, fixed, kept_off, offers_bye,
)  # fmt: skip
RESULTS_AND_TABLES: tuple[Act, ...] = (
    result, result, all_results, all_results, claims, bonus, bonus_for_the_newest, delays, settles_late,
    publishes, publishes, unpublishes, closes,
)  # fmt: skip
RULES: tuple[Act, ...] = (rules, rules, bands, bands, details, clock)
HISTORY: tuple[Act, ...] = (undoes, undoes, undoes_several, redoes)
TEAMS: tuple[Act, ...] = (
    enters_team, enters_team, changes_team, rests, removes_team, lines_up, swaps_teams, wishes_of_teams,
)  # fmt: skip
SIGN_UPS: tuple[Act, ...] = (opens_form, signs_up, signs_up, decides, decides)
LAPTOPS: tuple[Act, ...] = (parts, works_there, works_there, works_there, joins)
