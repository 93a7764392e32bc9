"""Builds what a pairing system sees from a tournament and its state before the round."""

import hashlib
from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from miai.domain.event_games import rounds_before, stage_of
from miai.domain.people.player import Member, Player, PlayerId, Registration
from miai.domain.people.sides import people_of
from miai.domain.people.strength import rating_of
from miai.domain.points import POINT
from miai.domain.pricing_version import FIRST_PRICING, PRICING
from miai.domain.rounds.game import Board, Colour, Result
from miai.domain.rounds.round import Round
from miai.domain.settings.unfinished_games import OpenGames
from miai.domain.time_zones import minutes_east
from miai.domain.tournament import Tournament
from miai.engine.kernel.arrays import Flags, Floats, Ints, SmallInts
from miai.engine.kernel.deviations import NO_ZONE
from miai.engine.kernel.jit import in_python
from miai.engine.kernel.seeding import fill_places
from miai.engine.pairing.games_elsewhere import GamesElsewhere, Meeting, games_elsewhere
from miai.engine.pairing.grades_in_question import wanted_opponents
from miai.engine.pairing.protocol import Constraints, PeopleOrigins, RoundView, SeedingOrder, ViewSource
from miai.engine.rating.event_ratings import ratings_after
from miai.engine.rating.protocol import RatingSystem
from miai.engine.scoring.places import criteria_values
from miai.engine.scoring.scores import PlayerRound, Scores, scores
from miai.engine.scoring.tiebreaks import TIEBREAKS
from miai.errors import InputError
from miai.messages import Message

Seeding = SeedingOrder

# The share of the field from which on a club is large.
LARGE_CLUB = 0.4


def state_before(tournament: Tournament, round_number: int) -> tuple[Tournament, tuple[Message, ...]]:
    """The tournament without the round and what follows, and a message for each game without a result.

    For pairing only, such a game counts as a jigo, or nothing where the settings say so.
    """
    if round_number < 1:
        raise InputError(
            Message("there is no round %(round)s: rounds are numbered from 1", round=round_number)
        )
    counts = tournament.settings.unfinished.in_next_draw
    pending = [
        _no_result(tournament, drawn.number, board)
        for drawn in tournament.rounds
        if drawn.number < round_number
        for board in drawn.boards
        if not board.result.known
    ]
    before = tuple(drawn for drawn in tournament.rounds if drawn.number < round_number)
    rounds = before if counts is OpenGames.NOTHING else tuple(map(_decided, before))
    return replace(tournament, rounds=rounds), tuple(pending)


def _no_result(tournament: Tournament, number: int, board: Board) -> Message:
    names = tournament.names
    game: dict[str, Any] = {
        "round": number,
        "table": board.table,
        "white": names[board.white],
        "black": names[board.black],
    }
    if tournament.settings.unfinished.in_next_draw is OpenGames.NOTHING:
        return Message(
            "round %(round)s, table %(table)s, %(white)s against %(black)s, has no result yet: "
            "it counts nothing in this draw",
            **game,
        )
    return Message(
        "round %(round)s, table %(table)s, %(white)s against %(black)s, has no result yet: "
        "a jigo for this draw",
        **game,
    )


def build_view(
    tournament: Tournament,
    round_number: int,
    *,
    seed: int,
    seeding: SeedingOrder | None = None,
    constraints: Constraints | None = None,
    only: Sequence[PlayerId] | None = None,
    live: RatingSystem | None = None,
    drawn_for: Sequence[PlayerId] | None = None,
    drawn_from: Tournament | None = None,
    kept: Sequence[tuple[PlayerId, PlayerId]] = (),
    pricing: int = PRICING,
) -> RoundView:
    """See the round from the state before it; `only` leaves out everybody else who could play.

    With `live` ratings are updated by the rounds so far. `drawn_for`, `drawn_from` and `kept` are for a round
    that is drawn already (`ViewSource`).
    """
    state, problems = state_before(tournament, round_number)
    _demand_players(state, only or (), constraints)
    playing, warnings = _playing(state, round_number, seed=seed, only=only)
    table = scores(_for_pairing(state), after=round_number - 1)
    order = seeding or SeedingOrder(criteria=state.settings.criteria, then=("rating",))
    standing = _standing(table, playing, order)
    elsewhere = games_elsewhere(state, round_number, pricing=pricing)
    colours, floats = _colours(table, playing, elsewhere), _floats(table, playing)
    origins = _origins(state, playing)
    low, high = wanted_opponents(table)
    met, meetings = _met(table, playing)
    met_elsewhere = _met_elsewhere(met, [state.players[i].id for i in playing], elsewhere)
    return RoundView(
        round=round_number,
        rounds=max(state.settings.rounds, round_number),
        players=tuple(state.players[i] for i in playing),
        settings=state.settings,
        scores=standing.scores,
        wins=standing.wins,
        points=_chosen(playing, table.points),
        groups=standing.groups,
        places=standing.places,
        sizes=standing.sizes,
        starts=standing.starts,
        grades=_chosen(playing, [player.grade.number for player in state.players]),
        ratings=_ratings(state, playing, live=live, pricing=pricing, before=round_number),
        balances=colours.balances,
        last_colours=colours.last,
        whites=colours.whites,
        blacks=colours.blacks,
        streaks=colours.streaks,
        ups=floats.ups,
        downs=floats.downs,
        last_floats=floats.last,
        last_points=_chosen(playing, [_last_points(rounds) for rounds in table.rounds]),
        byes=_chosen(playing, _byes(table, elsewhere)),
        met=met,
        meetings=meetings,
        met_elsewhere=met_elsewhere,
        countries=origins.countries,
        states=origins.states,
        cities=origins.cities,
        clubs=origins.clubs,
        clubs_groups=origins.clubs_groups,
        zones=origins.zones,
        families=origins.families,
        people=_people(state, playing),
        categories=_chosen(playing, [int(-value) for value in TIEBREAKS["cat"].compute(table)]),
        wanted_low=_chosen(playing, low),
        wanted_high=_chosen(playing, high),
        source=ViewSource(
            tournament=_before(tournament, round_number),
            seed=seed,
            seeding=order,
            live=live,
            drawn_for=None if drawn_for is None else tuple(drawn_for),
            drawn_from=drawn_from,
            kept=tuple(kept),
            pricing=pricing,
        ),
        problems=(*problems, *warnings),
        constraints=constraints or Constraints(),
    )


def as_drawn(view: RoundView) -> RoundView:
    """The view that a round was drawn from: its players at the time, with the pairs that were kept."""
    source = view.source
    if source.drawn_from is not None:
        return build_view(
            source.drawn_from,
            view.round,
            seed=source.seed,
            seeding=source.seeding,
            constraints=view.constraints,
            live=source.live,
            kept=source.kept,
            pricing=source.pricing,
        )
    if source.drawn_for is None and not source.kept:
        return view
    constraints = keeping(view.constraints, source.kept)
    if source.drawn_for is None:
        return replace(view, constraints=constraints)
    there = set(source.drawn_for)
    forced = tuple(pair for pair in constraints.forced if there.issuperset(pair))
    return build_view(
        source.tournament,
        view.round,
        seed=source.seed,
        seeding=source.seeding,
        constraints=replace(constraints, forced=forced),
        only=source.drawn_for,
        live=source.live,
        pricing=source.pricing,
    )


def keeping(constraints: Constraints, kept: Sequence[tuple[PlayerId, PlayerId]]) -> Constraints:
    """The wishes for a round of which some pairs are kept; wishes about these players have to wait."""
    busy = {seat for pair in kept for seat in pair}
    return replace(
        constraints,
        forced=(*(pair for pair in constraints.forced if busy.isdisjoint(pair)), *kept),
        fixed_tables=tuple(wish for wish in constraints.fixed_tables if wish[0] not in busy),
        excluded_tables=tuple(wish for wish in constraints.excluded_tables if wish[0] not in busy),
        volunteers=tuple(player for player in constraints.volunteers if player not in busy),
    )


def _before(tournament: Tournament, round_number: int) -> Tournament:
    return replace(tournament, rounds=tuple(r for r in tournament.rounds if r.number < round_number))


def _for_pairing(state: Tournament) -> Tournament:
    """Points for absence count in pairing even where they give no place (EPM)."""
    scoring = replace(state.settings.scoring, absence_for_place=True)
    return replace(state, settings=replace(state.settings, scoring=scoring))


def _demand_players(state: Tournament, only: Sequence[PlayerId], constraints: Constraints | None) -> None:
    pairs = (*constraints.forbidden, *constraints.forced) if constraints else ()
    known = {player.id for player in state.players}
    for player in (*only, *(player for pair in pairs for player in pair)):
        if player not in known:
            raise InputError(Message("there is no player '%(player)s'", player=player))


def _decided(drawn: Round) -> Round:
    def decided(board: Board) -> Board:
        return board if board.result.known else replace(board, result=Result.JIGO)

    return replace(drawn, boards=tuple(decided(board) for board in drawn.boards))


def _playing(
    state: Tournament, round_number: int, *, seed: int, only: Sequence[PlayerId] | None
) -> tuple[list[int], tuple[Message, ...]]:
    """Those who play, in canonical order, and what is worth a warning about them."""
    coming = [i for i, player in enumerate(state.players) if player.attends(round_number)]
    final = [i for i in coming if state.players[i].registration is Registration.FINAL]
    playing = final or coming
    if only is not None:
        wanted = set(only)
        playing = [i for i, player in enumerate(state.players) if player.id in wanted]
    warnings = (nobody_final(),) if coming and not final else ()
    return _canonical(state.players, playing, seed), warnings


def nobody_final() -> Message:
    """The warning that those who are registered only preliminarily play."""
    return Message("nobody is registered finally: everybody registered preliminarily plays")


def _canonical(players: Sequence[Player], playing: Sequence[int], seed: int) -> list[int]:
    """An order that depends on who plays and on the seed, not on the order of the file."""

    def key(i: int) -> bytes:
        player = players[i]
        who = (player.surname, player.first_name, player.egf_pin, player.aga_id, player.ffg_licence)
        return hashlib.sha256("\0".join((str(seed), *who)).encode()).digest()

    keys = {i: key(i) for i in playing}
    namesakes = {each for each, times in Counter(keys.values()).items() if times > 1}

    def with_all(i: int) -> tuple[bytes, str]:
        # Namesakes are distinguished by whatever else differs.
        return keys[i], repr(replace(players[i], id=PlayerId(""))) if keys[i] in namesakes else ""

    return sorted(playing, key=with_all)


def _chosen(playing: Sequence[int], values: Sequence[int]) -> Ints:
    return np.array([values[i] for i in playing], np.int64)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Standing:
    """Where everybody stands: scores, groups of whole points, and places within the group."""

    scores: Ints
    wins: Ints
    starts: Ints
    groups: Ints
    places: Ints
    sizes: Ints


def _standing(table: Scores, playing: Sequence[int], seeding: SeedingOrder) -> _Standing:
    points = _chosen(playing, table.wins if table.tournament.settings.by_wins else table.points)
    groups: Ints = points // POINT
    places, sizes = _places(groups, _order(table, playing, seeding))
    return _Standing(
        scores=points,
        wins=_chosen(playing, table.wins),
        starts=_chosen(playing, table.starts),
        groups=groups,
        places=places,
        sizes=sizes,
    )


def _order(
    table: Scores, playing: Sequence[int], seeding: SeedingOrder
) -> list[tuple[float | str | int, ...]]:
    first = criteria_values(table, seeding.criteria)
    columns = [first[key] for key in seeding.criteria]
    columns += [TIEBREAKS[key].compute(table) for key in seeding.then]
    result: list[tuple[float | str | int, ...]] = []
    for canonical, i in enumerate(playing):
        player = table.players[i]
        last: tuple[str | int, ...] = (canonical,)
        if seeding.by_name:
            last = (player.surname, player.first_name, canonical)
        result.append((*(-column[i] for column in columns), *last))
    return result


def _places(groups: Ints, order: Sequence[tuple[float | str | int, ...]]) -> tuple[Ints, Ints]:
    n = len(groups)
    places, sizes = np.zeros(n, np.int64), np.zeros(n, np.int64)
    if n:
        lowest = int(groups.min())
        counted = np.zeros(int(groups.max()) - lowest + 1, np.int64)
        best_first = np.array(sorted(range(n), key=lambda i: order[i]), np.int64)
        in_python(fill_places)(best_first, groups, np.ones(n, np.bool_), lowest, counted, places, sizes)
    return places, sizes


def _ratings(
    state: Tournament, playing: Sequence[int], *, live: RatingSystem | None, pricing: int, before: int
) -> Floats:
    if live:
        own, rounds = stage_of(state), rounds_before(state, before)
        if pricing == FIRST_PRICING:
            rounds = tuple(each for each in rounds if each.part.stage == own)
        values = ratings_after(state, rounds, live)
        return np.array([values[i] for i in playing], np.float64)
    american = state.settings.system == "aga"
    return np.array([rating_of(state.players[i], american=american) for i in playing], np.float64)


@dataclass(frozen=True, slots=True, kw_only=True)
class _ColourHistory:
    """The colours that everybody has had in games without handicap."""

    balances: Ints
    last: Ints
    whites: Ints
    blacks: Ints
    streaks: Ints


def _colours(table: Scores, playing: Sequence[int], elsewhere: GamesElsewhere) -> _ColourHistory:
    before = elsewhere.colours
    signs = [[*before.get(table.players[i].id, ()), *_signs(table.rounds[i])] for i in playing]

    def each(value: Callable[[list[int]], int]) -> Ints:
        return np.array([value(own) for own in signs], np.int64)

    return _ColourHistory(
        balances=each(sum),
        last=each(lambda own: own[-1] if own else 0),
        whites=each(lambda own: own.count(1)),
        blacks=each(lambda own: own.count(-1)),
        streaks=each(_streak),
    )


def _signs(rounds: Sequence[PlayerRound]) -> list[int]:
    """1 for White, -1 for Black, in games without handicap whose colours are known."""
    signs = {Colour.WHITE: 1, Colour.BLACK: -1}
    return [
        signs[each.colour]
        for each in rounds
        if each.played and each.handicap == 0 and each.colour is not None
    ]


def _streak(signs: list[int]) -> int:
    last = signs[-1] if signs else 0
    same = next((k for k, sign in enumerate(reversed(signs)) if sign != last), len(signs))
    return last * same


def _byes(table: Scores, elsewhere: GamesElsewhere) -> list[int]:
    """The number of byes that each player of the table has had in the event."""
    return [
        elsewhere.byes.get(player.id, 0) + sum(each.forced_bye for each in rounds)
        for player, rounds in zip(table.players, table.rounds, strict=True)
    ]


@dataclass(frozen=True, slots=True, kw_only=True)
class _FloatHistory:
    """How often everybody has been drawn up and down, by whole points, and how they floated last."""

    ups: Ints
    downs: Ints
    last: Ints


def _floats(table: Scores, playing: Sequence[int]) -> _FloatHistory:
    by_points = [_float_signs(table, i, unit=POINT) for i in playing]
    exact = [_float_signs(table, i, unit=1) for i in playing]
    return _FloatHistory(
        ups=np.array([signs.count(1) for signs in by_points], np.int64),
        downs=np.array([signs.count(-1) for signs in by_points], np.int64),
        last=np.array([signs[-1] if signs else 0 for signs in exact], np.int64),
    )


def _float_signs(table: Scores, i: int, *, unit: int) -> list[int]:
    """For each round 1 for a game against a higher score, -1 against a lower one, else 0.

    Scores are compared in units: whole points where groups count, quarters where any difference does.
    """
    by_wins = table.tournament.settings.by_wins
    histories = table.wins_after if by_wins else table.points_after

    def group(j: int, k: int) -> int:
        start = 0 if by_wins else table.starts[j]
        return (histories[j][k - 1] if k else start) // unit

    return [
        _sign_of(group(each.opponent, k) - group(i, k)) if each.played else 0
        for k, each in enumerate(table.rounds[i])
    ]


def _sign_of(difference: int) -> int:
    return (difference > 0) - (difference < 0)


def _last_points(rounds: Sequence[PlayerRound]) -> int:
    return next((each.points for each in reversed(rounds) if each.played and each.result.known), -1)


def _met_elsewhere(
    met: SmallInts, players: Sequence[PlayerId], elsewhere: GamesElsewhere
) -> dict[tuple[int, int], tuple[Meeting, ...]]:
    """The meetings in other parts of the event, by pairs of indices; they are added to those counted here."""
    position = {player: p for p, player in enumerate(players)}
    found: dict[tuple[int, int], tuple[Meeting, ...]] = {}
    for pair, meetings in elsewhere.meetings.items():
        low, high = sorted(position.get(player, -1) for player in pair)
        if low >= 0:
            met[low, high] += len(meetings)
            met[high, low] += len(meetings)
            found[low, high] = meetings
    return found


def _met(table: Scores, playing: Sequence[int]) -> tuple[SmallInts, dict[tuple[int, int], tuple[int, ...]]]:
    """How often everybody met, and in which rounds by pairs of indices, the lower first."""
    position = {i: p for p, i in enumerate(playing)}
    met = np.zeros((len(playing), len(playing)), np.int8)
    meetings: defaultdict[tuple[int, int], list[int]] = defaultdict(list)
    for i in playing:
        for number, each in enumerate(table.rounds[i], start=1):
            # A bye beside a game makes the round unplayed, but the two have met.
            if each.opponent in position:
                pair = position[i], position[each.opponent]
                met[pair] += 1
                if pair[0] < pair[1]:
                    meetings[pair].append(number)
    return met, {pair: tuple(numbers) for pair, numbers in meetings.items()}


@dataclass(frozen=True, slots=True, kw_only=True)
class _Origins:
    """Where everybody comes from, as codes; below 0 is unknown."""

    countries: Ints
    states: Ints
    cities: Ints
    clubs: Ints
    clubs_groups: Ints
    zones: Ints
    families: Ints


def _origins(state: Tournament, playing: Sequence[int]) -> _Origins:
    def codes(text: Callable[[Player], Hashable]) -> Ints:
        return _codes(text(state.players[i]) for i in playing)

    rules = state.settings.pairing
    clubs = club_codes(state.players[i] for i in playing)
    return _Origins(
        countries=codes(lambda player: player.country.casefold()),
        states=codes(_state),
        cities=codes(_city),
        clubs=np.where(in_large_club(clubs), -1, clubs) if rules.relief_for_large_clubs else clubs,
        clubs_groups=codes(lambda player: _group_of(player.club, state)),
        zones=_zones(state, playing),
        families=codes(lambda player: player.family.casefold() if rules.family_apart else ""),
    )


def _zones(state: Tournament, playing: Sequence[int]) -> Ints:
    """Minutes east of Greenwich; whoever has named no zone lives by the clocks of the event."""
    minutes = {
        zone: minutes_east(zone, state.begin)
        for zone in {state.settings.time_zone, *(state.players[i].time_zone for i in playing)}
    }
    usual = minutes[state.settings.time_zone]
    own = (minutes[state.players[i].time_zone] for i in playing)
    found = (usual if each is None else each for each in own)
    return np.array([NO_ZONE if each is None else each for each in found], np.int64)


def _people(state: Tournament, playing: Sequence[int]) -> PeopleOrigins | None:
    """Where the people of sides come from; None where everybody plays alone."""
    sides = [people_of(state.players[i]) for i in playing]
    most = max(map(len, sides), default=1)
    if most == 1:
        return None

    def codes(text: Callable[[Member | Player], Hashable]) -> Ints:
        flat = [text(side[k]) if k < len(side) else "" for k in range(most) for side in sides]
        return _codes(flat).reshape(most, len(sides))

    clubs = codes(lambda person: person.club.casefold())
    relieved = state.settings.pairing.relief_for_large_clubs
    return PeopleOrigins(
        countries=codes(lambda person: person.country.casefold()),
        clubs=np.where(in_large_club(clubs), -1, clubs) if relieved else clubs,
        clubs_groups=codes(lambda person: _group_of(person.club, state)),
    )


def _state(player: Player) -> Hashable:
    """A state is one of its country."""
    return player.state and (player.country.casefold(), player.state.casefold())


def _city(player: Player) -> Hashable:
    """Cities of one name in two states are two."""
    return player.city and (player.country.casefold(), player.state.casefold(), player.city.casefold())


def club_codes(players: Iterable[Player]) -> Ints:
    """Clubs as codes; below 0 is none."""
    return _codes(player.club.casefold() for player in players)


def in_large_club(clubs: Ints) -> Flags:
    """Who is of a club that holds more than 40 % of the field: they count as of no club."""
    known, sizes = np.unique(clubs[clubs >= 0], return_counts=True)
    return np.isin(clubs, known[sizes > LARGE_CLUB * clubs.size])


def _codes(texts: Iterable[Hashable]) -> Ints:
    numbers: dict[Hashable, int] = {}
    return np.array([numbers.setdefault(text, len(numbers)) if text else -1 for text in texts], np.int64)


def _group_of(club: str, state: Tournament) -> str:
    return next((group.name for group in state.settings.clubs_groups if club and club in group.clubs), "")
