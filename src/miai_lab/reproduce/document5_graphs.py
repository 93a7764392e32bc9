"""Document 5, section 2: figures 2 and 3, and the ten players of split-and-cycle."""

from dataclasses import replace
from itertools import combinations

from miai.domain.people.grade import Grade
from miai.domain.people.player import Player, PlayerId
from miai.domain.rounds.game import Board, Result
from miai.domain.rounds.round import Round
from miai.domain.settings.event_settings import Settings
from miai.domain.tournament import Tournament
from miai.engine.pairing.schedules import SplitAndCycle
from miai_lab.reproduce.cell import Cell
from miai_lab.reproduce.study import ReproductionStudy

Edge = tuple[int, int]
Edges = frozenset[Edge]


def _edges(text: str) -> Edges:
    found = [tuple(sorted(int(end) for end in edge)) for edge in text.split()]
    return frozenset((edge[0], edge[1]) for edge in found)


_LEFT = _edges("13 24 56 15 53 34 46 62 21")
_RIGHT = _edges("13 24 56 12 25 53 34 46 61")
_FIRST = _edges("13 24 56")
_BAD = _edges("12 34 56")
_TEAM, _CYCLED = 5, 6


def graphs(study: ReproductionStudy) -> list[Cell]:
    """What can still be paired in the graphs of figures 2 and 3."""
    square = frozenset(combinations(range(1, 5), 2)) - _edges("14 23")
    six = frozenset(combinations(range(1, 7), 2))
    left_over = {six - one - two for one in pairings(six) for two in pairings(six - one)}
    kinds = {_triangles(graph) for graph in left_over}
    drawn = {_triangles(graph): name for graph, name in ((_LEFT, "left"), (_RIGHT, "right"))}
    seen = ", ".join(sorted(drawn[kind] for kind in kinds))
    lasting = sum(bool(pairings(_RIGHT - one)) for one in pairings(_RIGHT))
    rows = (
        ("figure 2", "pairings of round two", "2", len(pairings(square)), ""),
        (
            "figure 3",
            "graphs at the start of round 3",
            "2",
            len(kinds),
            f"all {len(left_over)} graphs that two rounds of six players leave are the {seen} one; the other"
            " would need two triangles to be played",
        ),
        ("figure 3", "left, pairings after 1-3 2-4 5-6", "2", len(pairings(_LEFT - _FIRST)), ""),
        ("figure 3", "left, byes after 1-2 3-4 5-6", "2", 6 - 2 * _most_games(_LEFT - _BAD), ""),
        ("figure 3", "right, pairings after 1-3 2-4 5-6", "2", len(pairings(_RIGHT - _FIRST)), ""),
    )
    cells = [
        Cell(document=5, table=table, cell=cell, printed=printed, ours=ours, digit=0.0, reason=reason)
        for table, cell, printed, ours, reason in rows
    ]
    always = "always" if lasting == len(pairings(_RIGHT)) else "not always"
    name = "right, whether round 4 can be paired whatever round 3 was"
    return [*cells, Cell(document=5, table="figure 3", cell=name, printed="always", ours=always)]


def split_and_cycle(study: ReproductionStudy) -> list[Cell]:
    """Ten players: five rounds without a flaw, and what round 6 leaves."""
    players = tuple(
        Player(id=PlayerId(str(number)), surname=str(number), grade=Grade.parse("1d"), rating=2200.0 - number)
        for number in range(1, 2 * _TEAM + 1)
    )
    event = Tournament(players=players, settings=Settings(rounds=2 * _TEAM - 1, system="split_and_cycle"))
    byes, seated = [], 0
    for number in range(1, _CYCLED + 1):
        draw = SplitAndCycle().draw(event, round=number, seed=0)
        byes.append(len(draw.byes))
        seated = sum(
            int(player.surname) <= _TEAM for each in draw.boards for player in (each.white, each.black)
        )
        boards = tuple(
            Board(table=each.table, white=each.white.id, black=each.black.id, result=Result.WHITE_WINS)
            for each in draw.boards
        )
        event = replace(event, rounds=(*event.rounds, Round(number=number, boards=boards, byes=draw.byes)))
    rows = (
        ("rounds without a bye", "5", byes.index(next(filter(None, byes)))),
        ("players of team A who can be paired in round 6", "4", seated),
        ("byes in round 6", "2", byes[-1]),
    )
    return [
        Cell(
            document=5, table="section 2", cell=f"split-and-cycle, {cell}", printed=text, ours=ours, digit=0.0
        )
        for cell, text, ours in rows
    ]


def pairings(graph: Edges) -> list[Edges]:
    """Every perfect pairing of the players that a graph joins."""
    players = sorted({player for edge in graph for player in edge})
    if not players:
        return [frozenset()]
    first = players[0]
    found = []
    for edge in sorted(graph):
        if edge[0] == first:
            rest = frozenset(other for other in graph if not set(other) & set(edge))
            left = set(players) - set(edge)
            if left == {player for other in rest for player in other}:
                found += [frozenset((edge, *others)) for others in pairings(rest)]
    return found


def _most_games(graph: Edges) -> int:
    return max(
        (
            size
            for size in range(1, len(graph) + 1)
            for some in combinations(graph, size)
            if len({player for edge in some for player in edge}) == 2 * size
        ),
        default=0,
    )


def _triangles(graph: Edges) -> int:
    """Tells the two cubic graphs of six players apart."""
    return sum(
        {(a, b), (a, c), (b, c)} <= graph
        for a, b, c in combinations(sorted({player for edge in graph for player in edge}), 3)
    )
