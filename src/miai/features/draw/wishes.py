"""The director's standing wishes for the draws; in a team event they are about teams."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from miai.desk.live_state import Desk, Saved, State
from miai.domain.log import events
from miai.domain.people.player import PlayerId
from miai.domain.rounds.director_constraints import ByeVolunteer, WantedGame, Wishes
from miai.domain.settings.system_names import system_name
from miai.domain.tournament import Tournament
from miai.engine.pairing.registry import abilities_of
from miai.engine.scoring.teams.entrants import entrants_of
from miai.errors import InputError
from miai.messages import Message


def never_pair(
    desk: Desk, tournament_id: str, *, a: PlayerId, b: PlayerId, by: str, never: bool = True
) -> Saved:
    """Keep two players apart in every draw, or let them meet again."""

    def change(tournament: Tournament) -> Wishes:
        _demand_two(tournament, a, b)
        others = tuple(pair for pair in tournament.wishes.apart if set(pair) != {a, b})
        return replace(tournament.wishes, apart=(*others, (a, b)) if never else others)

    return _change(desk, tournament_id, change, by)


def want_game(
    desk: Desk,
    tournament_id: str,
    *,
    round: int,
    white: PlayerId,
    black: PlayerId,
    by: str,
    wanted: bool = True,
) -> Saved:
    """Want two players to meet in a round, whatever the rules say, or no longer."""
    game = WantedGame(round=round, white=white, black=black)
    return desk.change(tournament_id, lambda state: game_wanted(state.tournament, game, wanted=wanted), by=by)


def game_wanted(
    tournament: Tournament, wish: WantedGame, *, wanted: bool = True
) -> list[events.WishesChanged]:
    """The event that adds a wanted game or takes it back; none if nothing changes."""
    pair = {wish.white, wish.black}
    _demand_two(tournament, wish.white, wish.black)
    others = tuple(
        game
        for game in tournament.wishes.games
        if game.round != wish.round or {game.white, game.black} != pair
    )
    for game in others:
        if wanted and game.round == wish.round and {game.white, game.black} & pair:
            names = entrants_of(tournament, 1).names
            raise InputError(
                Message(
                    "%(name)s is to meet %(other)s in round %(round)s by your wish: end that wish first",
                    name=names[game.white],
                    other=names[game.black],
                    round=wish.round,
                )
            )
    return _wishes_changed(
        tournament, replace(tournament.wishes, games=(*others, wish) if wanted else others)
    )


def fix_table(desk: Desk, tournament_id: str, *, player: PlayerId, table: int | None, by: str) -> Saved:
    """Let a player sit at one table in every round, or, without a table, anywhere."""

    def change(tournament: Tournament) -> Wishes:
        _demand_table(tournament, player, table or 1)
        others = tuple(wish for wish in tournament.wishes.tables if wish[0] != player)
        return replace(tournament.wishes, tables=others if table is None else (*others, (player, table)))

    return _change(desk, tournament_id, change, by)


def keep_off_table(
    desk: Desk, tournament_id: str, *, player: PlayerId, table: int, by: str, off: bool = True
) -> Saved:
    """Never seat a player at a table, or allow it again."""

    def change(tournament: Tournament) -> Wishes:
        _demand_table(tournament, player, table)
        others = tuple(wish for wish in tournament.wishes.off_tables if wish != (player, table))
        return replace(tournament.wishes, off_tables=(*others, (player, table)) if off else others)

    return _change(desk, tournament_id, change, by)


def offer_bye(
    desk: Desk, tournament_id: str, *, round: int, player: PlayerId, by: str, offers: bool = True
) -> Saved:
    """Record that a player offers to sit out a round if somebody has to, or no longer does."""

    def change(tournament: Tournament) -> Wishes:
        if offers:
            demand_volunteer(tournament, round, player)
        offer = ByeVolunteer(round=round, player=player)
        others = tuple(each for each in tournament.wishes.volunteers if each != offer)
        return replace(tournament.wishes, volunteers=(*others, offer) if offers else others)

    return _change(desk, tournament_id, change, by)


def with_volunteers(tournament: Tournament, number: int, players: Iterable[PlayerId]) -> Tournament:
    """The tournament with more volunteers for the bye of a round, to draw it once."""
    offers = []
    for player in players:
        demand_volunteer(tournament, number, player)
        offers.append(ByeVolunteer(round=number, player=player))
    volunteers = tuple(dict.fromkeys((*tournament.wishes.volunteers, *offers)))
    return replace(tournament, wishes=replace(tournament.wishes, volunteers=volunteers))


def demand_volunteer(tournament: Tournament, number: int, player: PlayerId) -> None:
    """Refuse a volunteer for a round that there is not, that the player misses anyway or that is planned."""
    known = entrants_of(tournament, max(1, number)).player(player)
    system = tournament.settings.system
    if abilities_of(system).plans_rounds:
        raise InputError(
            Message(
                "the plan of the system says who sits out: %(system)s takes no volunteers",
                system=system_name(system),
            )
        )
    if not 1 <= number <= tournament.settings.rounds:
        raise InputError(Message("there is no round %(round)s", round=number))
    if not known.attends(number):
        raise InputError(Message("%(name)s misses round %(round)s anyway", name=known.name, round=number))


def _change(desk: Desk, tournament_id: str, change: Callable[[Tournament], Wishes], by: str) -> Saved:
    def decide(state: State) -> Sequence[events.Event]:
        return _wishes_changed(state.tournament, change(state.tournament))

    return desk.change(tournament_id, decide, by=by)


def _wishes_changed(tournament: Tournament, wishes: Wishes) -> list[events.WishesChanged]:
    return [] if wishes == tournament.wishes else [events.WishesChanged(wishes=wishes)]


def _demand_two(tournament: Tournament, a: PlayerId, b: PlayerId) -> None:
    entrants = entrants_of(tournament, 1)
    if entrants.player(a) is entrants.player(b):
        raise InputError(Message("%(name)s cannot meet themselves", name=entrants.player(a).name))


def _demand_table(tournament: Tournament, player: PlayerId, table: int) -> None:
    tournament.player(player)
    if tournament.settings.by_teams:
        raise InputError(Message("the tables of a team event follow its matches: there are no other wishes"))
    if table < 1:
        raise InputError(Message("there is no table %(table)s", table=table))
