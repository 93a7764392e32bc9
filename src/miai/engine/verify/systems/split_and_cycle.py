"""Split-and-cycle (document 5, page 9): one half stays, the other moves on; then each half is split again."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from miai.domain.people.player import Player, PlayerId
from miai.engine.verify.draw_in_log import DrawInLog
from miai.engine.verify.systems.rotation import SeatGame, Seats, Turn, rotation_draw
from miai.engine.verify.systems.seating import OwnDraw

Group = list[int | None]


def split_and_cycle(draw: DrawInLog) -> OwnDraw:
    """The games of a round; players are called by their teams, if there are any."""
    names: dict[PlayerId, str] = {}
    for team in draw.before.teams:
        for member in team.members:
            names.setdefault(member, team.name)
    event = draw.before
    if event.teams:
        players = (replace(player, team=names.get(player.id, "")) for player in event.players)
        event = replace(event, players=tuple(players))
    return rotation_draw(replace(draw, before=event), SplitAndCycle())


class SplitAndCycle:
    """The halves are the stronger and the weaker players, or two teams of which each player is in one."""

    def seats(self, order: Sequence[Player]) -> Seats:
        """The half that stays, then the one that moves; free seats are in the half that moves."""
        teams = _two_teams(order)
        if teams:
            staying, moving = teams
            return [*staying, *moving, *[None] * (len(staying) - len(moving))]
        return [*order, None] if len(order) % 2 else list(order)

    def turns(self, seats: Seats) -> list[Turn]:
        """Every turn of every splitting, until everybody has met everybody."""
        taken = [each is not None for each in seats]
        colours = [(0, 0)] * len(seats)
        turns: list[Turn] = []
        for pairs in _all_pairs(len(seats)):
            turn = []
            for upper, lower in pairs:
                played = lower is not None and taken[upper] and taken[lower]
                black = not played
                if lower is not None and played:
                    black = _upper_is_black(colours, upper, lower, turn=len(turns))
                turn.append(SeatGame(upper, lower, upper_is_black=black))
            turns.append(turn)
        return turns

    def upper_first(
        self, games: list[tuple[Player, Player]], players: Sequence[Player]
    ) -> list[tuple[Player, Player]]:
        """Black is of the half that stays, unless teams say otherwise."""
        teams = _two_teams(players)
        if not teams or not games:
            return games
        equal = len(teams[0]) == len(teams[1])
        staying = games[0][0].team if equal else teams[0][0].team
        return [(one, other) if one.team == staying else (other, one) for one, other in games]


def _two_teams(players: Sequence[Player]) -> tuple[list[Player], list[Player]] | None:
    """The players by team, the larger one first; None unless each is in one of two."""
    names = list(dict.fromkeys(player.team for player in players))
    if len(names) != 2 or "" in names:
        return None
    one, other = ([player for player in players if player.team == name] for name in names)
    return (one, other) if len(one) >= len(other) else (other, one)


def _all_pairs(seats: int) -> Iterator[list[tuple[int, int | None]]]:
    """The seats that meet in each turn; a seat alone has a free one opposite."""
    groups: list[Group] = [list(range(seats))]
    while len(groups[0]) > 1:
        groups = [[*group, None] if len(group) % 2 else group for group in groups]
        half = len(groups[0]) // 2
        for turn in range(half):
            found: list[tuple[int, int | None]] = []
            for group in groups:
                for board in range(half):
                    one, other = group[board], group[half + (board - turn) % half]
                    if one is not None:
                        found.append((one, other))
                    elif other is not None:
                        found.append((other, None))
            yield found
        groups = [part for group in groups for part in (group[:half], group[half:])]


def _upper_is_black(colours: list[tuple[int, int]], upper: int, lower: int, *, turn: int) -> bool:
    """White has had fewer whites, else Black in the last game; else the rows take turns."""
    black = turn % 2 == 0
    if colours[upper] != colours[lower]:
        black = colours[upper] > colours[lower]
    for seat, sign in ((upper, -1 if black else 1), (lower, 1 if black else -1)):
        colours[seat] = (colours[seat][0] + sign, sign)
    return black
