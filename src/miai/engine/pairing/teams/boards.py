"""The boards of matches: board against board, with colours that alternate, handicaps and tables."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import zip_longest

from miai.domain.draw_seeds import seed_of_round
from miai.domain.people.player import PlayerId
from miai.domain.people.team import LineUp, TeamId
from miai.domain.settings.handicaps import terms_of
from miai.domain.settings.pairing_rules import ColourRule
from miai.domain.tournament import Tournament
from miai.engine.pairing.handicapping import handicap_matrix, levels
from miai.engine.pairing.protocol import Draw, Pairing
from miai.engine.pairing.solving import index_of
from miai.engine.pairing.view import build_view
from miai.engine.scoring.teams.fielding import fielded, gaps
from miai.engine.scoring.teams.line_ups import Seats
from miai.errors import InputError
from miai.messages import Message

Pair = tuple[PlayerId, PlayerId]


def with_boards(tournament: Tournament, teams: Draw) -> Draw:
    """The draw of a team event from the draw of its matches: the line-ups meet board by board.

    White of a match has White on board 1, and the colours alternate down the boards; who gives a handicap has
    White. Tables follow each other match by match.
    """
    line_ups = fielded(tournament, teams.round)
    by_captains = {
        team.id
        for team in tournament.teams
        if (stated := team.stated_line_up(teams.round)) and not stated.drawn
    }
    playing = [TeamId(team.id) for match in teams.boards for team in (match.white, match.black)]
    _demand_one_team_each(tournament, {team: line_ups[team] for team in playing})
    pairs = [
        (match, pair)
        for match in teams.boards
        for pair in pairs_of(line_ups[TeamId(match.white.id)], line_ups[TeamId(match.black.id)])
    ]
    numbers = tournament.settings.tables.free()
    settle = _Terms(tournament, teams.round, [pair for _, pair in pairs])
    boards = []
    for match, pair in pairs:
        board = settle.board(pair, next(numbers), colours_known=match.colours_known)
        boards.append(replace(board, reasons=match.reasons))
    return replace(
        teams,
        boards=tuple(sorted(boards, key=lambda board: board.table)),
        bye=None,
        also_free=(),
        sits_out=(),
        problems=(*teams.problems, *gaps(tournament, teams.round)),
        teams=teams,
        line_ups=tuple(
            (team, LineUp(round=teams.round, players=line_ups[team], drawn=team not in by_captains))
            for team in playing
        ),
    )


def pairs_of(white: Seats, black: Seats) -> Iterator[Pair]:
    """Who plays at each board of a match, White first; nobody plays where a seat is empty."""
    for at, (one, other) in enumerate(zip_longest(white, black)):
        if one is not None and other is not None:
            yield (one, other) if at % 2 == 0 else (other, one)


def settled(tournament: Tournament, number: int, pairs: Mapping[int, Pair]) -> tuple[Pairing, ...]:
    """The boards of some pairs of a team event, by table, with their handicaps."""
    settle = _Terms(tournament, number, list(pairs.values()))
    known = tournament.settings.pairing.colours is not ColourRule.NIGIRI
    return tuple(settle.board(pair, table, colours_known=known) for table, pair in pairs.items())


class _Terms:
    """Stones and komi on the boards of a round, by the rules for games of individuals where they are set."""

    def __init__(self, tournament: Tournament, number: int, pairs: Sequence[Pair]) -> None:
        self._settings = tournament.settings
        self._players = {player.id: player for player in tournament.players}
        self._view = None
        if tournament.settings.teams.handicaps and pairs:
            seats = [seat for pair in pairs for seat in pair]
            self._view = build_view(tournament, number, seed=seed_of_round(tournament, number), only=seats)
            self._sizes, self._levels = handicap_matrix(self._view), levels(self._view)

    def board(self, pair: Pair, table: int, *, colours_known: bool) -> Pairing:
        """The board of two players, who have these colours unless one gives a handicap."""
        white, black = pair
        size = 0
        if self._view is not None:
            i, j = index_of(self._view, white), index_of(self._view, black)
            size = int(self._sizes[i, j])
            if size and self._levels[i] < self._levels[j]:
                white, black = black, white
        terms = terms_of(self._settings, size)
        return Pairing(
            table=table,
            white=self._players[white],
            black=self._players[black],
            handicap=terms.stones,
            komi=terms.komi,
            colours_known=size > 0 or colours_known,
        )


def _demand_one_team_each(tournament: Tournament, line_ups: Mapping[TeamId, Seats]) -> None:
    """Refuse a round in which somebody would play for two teams."""
    times = Counter(seat for seats in line_ups.values() for seat in seats if seat)
    for player, count in times.items():
        if count > 1:
            teams = tuple(team.name for team in tournament.teams if player in line_ups.get(team.id, ()))
            raise InputError(
                Message(
                    "%(name)s is in the line-ups of %(teams)s: state who they play for",
                    name=tournament.name_of(player),
                    teams=teams,
                )
            )
