"""What knock-outs have in common: seeds, byes, and the first round as it was drawn."""

from collections.abc import Callable, Sequence

from miai.domain.player import Player
from miai.domain.round import Round
from miai.domain.tournament import Tournament
from miai.errors import InputError
from miai.pairing.protocol import Draw
from miai.pairing.schedules.bracket import Bracket, Match, MatchId, Nobody, Side, Slot
from miai.pairing.schedules.drawing import demand_ready, draw_from
from miai.pairing.schedules.field import demand_fit, entrants_of, free_in, in_order, seat_of
from miai.pairing.schedules.played import PlayedBack, played_back

Arrange = Callable[[Sequence[Player]], Bracket]


def stages_for(players: int) -> int:
    """How often the field must be halved."""
    return max(0, players - 1).bit_length()


def first_pairs(players: int) -> list[tuple[int, int]]:
    """The seeds of round 1 from the top of the bracket, counted from 1; one beyond the field is a bye.

    1 meets the last, and 1 and 2 can meet in the final only: byes fall to the top seeds.
    """
    order = [1]
    for _ in range(stages_for(players)):
        order = [seed for one in order for seed in (one, 2 * len(order) + 1 - one)]
    return list(zip(order[::2], order[1::2], strict=True))


def first_slots(order: Sequence[Player]) -> list[tuple[Slot, Slot]]:
    """The slots of round 1, from the top of the bracket."""

    def slot(seed: int) -> Slot:
        return order[seed - 1] if seed <= len(order) else Nobody()

    return [(slot(upper), slot(lower)) for upper, lower in first_pairs(len(order))]


def add(matches: list[Match], number: int, side: Side, upper: Slot, lower: Slot) -> MatchId:
    """Put a match at the end of the list."""
    match_id = MatchId(len(matches) + 1)
    matches.append(Match(id=match_id, round=number, side=side, upper=upper, lower=lower))
    return match_id


def play_back(
    tournament: Tournament, *, arrange: Arrange, title: str, drawn: bool, after: int, seed: int
) -> tuple[PlayedBack, tuple[str, ...]]:
    """The bracket after a round, on the places that round 1 gave; and warnings about the field."""
    first = tournament.round(1)
    if after > 0 and (first.boards or free_in(first)):
        order = _order_of(first, tournament, title, drawn=drawn, seed=seed)
        return played_back(arrange(order), tournament, after=after), ()
    entrants, problems = entrants_of(tournament)
    order = in_order(entrants, drawn=drawn, seed=seed)
    return played_back(arrange(order), tournament, after=after), problems


def draw_elimination(
    tournament: Tournament,
    *,
    system: str,
    arrange: Arrange,
    title: str,
    drawn: bool,
    round: int,  # noqa: A002 - the players' word
    seed: int,
) -> Draw:
    """Draw a round of a knock-out or a double elimination."""
    if round < 1:
        raise InputError("rounds are numbered from 1")
    played, problems = play_back(
        tournament, arrange=arrange, title=title, drawn=drawn, after=round - 1, seed=seed
    )
    if not played.bracket.entrants:
        raise InputError(f"nobody plays in round {round}")
    demand_ready(played, round=round)
    return draw_from(played.bracket, tournament, system=system, round=round, seed=seed, problems=problems)


def _order_of(
    first: Round, tournament: Tournament, title: str, *, drawn: bool, seed: int
) -> tuple[Player, ...]:
    """The seeds that give round 1 as it stands: its tables and byes, in order, are the bracket from the top.

    So a swap by hand in round 1, another seed, or a rating corrected later does not upset the bracket.
    """
    players = seat_of(tournament)
    boards = sorted(first.boards, key=lambda board: board.table)
    number = 2 * len(boards) + len(free_in(first))
    pairs = first_pairs(number)
    games = [pair for pair in pairs if max(pair) <= number]
    free = [min(pair) for pair in pairs if max(pair) > number]
    demand_fit(first, title, boards=len(games), byes=len(free), of=number)
    seeds = {seed: players[bye.player] for seed, bye in zip(free, free_in(first), strict=True)}
    for (upper, lower), board in zip(games, boards, strict=True):
        both = (players[board.white], players[board.black])
        seeds[upper], seeds[lower] = in_order(both, drawn=drawn, seed=seed)
    return tuple(seeds[seed] for seed in range(1, number + 1))
