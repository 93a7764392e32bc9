"""Make tournaments in a program: grades in words, points in points, players by id or name."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from enum import Enum
from functools import cache
from itertools import count
from typing import Annotated, Any, get_args, get_origin

from miai.domain.bounds import RoundNumber, Stones
from miai.domain.field_facts import field_hints
from miai.domain.money import Cents
from miai.domain.people.grade import Grade
from miai.domain.people.player import Player, PlayerId
from miai.domain.points import Quarters, plain
from miai.domain.problems import demand_none, problems, round_problems
from miai.domain.rounds.game import Board, Result
from miai.domain.rounds.round import Bye, Round
from miai.domain.settings.event_details import detail_problems
from miai.domain.settings.setting_text import NO, NONE, YES, read_text
from miai.domain.starting_bands import with_bands_of_entries
from miai.domain.tournament import Tournament
from miai.engine.pairing.presets import demand_preset
from miai.engine.pairing.protocol import Draw
from miai.engine.pairing.registry import demand_system
from miai.errors import InputError, Problem, problems_at, unknown_word
from miai.features.draw import pair
from miai.features.draw.pair import round_of, with_line_ups_of
from miai.features.library.arguments import fitted
from miai.features.players.find_entrant import entrant_named
from miai.features.players.register_player import free_number, tidy
from miai.features.settings.change_settings import demand_good_settings
from miai.features.settings.typed_rules import with_typed_rules
from miai.features.teams.enter_team import new_team
from miai.features.tournament.create_tournament import new_settings
from miai.messages import Message

Game = tuple[str, str] | tuple[str, str, str | Result] | tuple[str, str, str | Result, Stones]


def player(
    first_name: str,
    surname: str,
    *,
    grade: str | Grade,
    rating: float | None = None,
    club: str = "",
    country: str = "",
    id: str = "",
    absent: Iterable[RoundNumber] = (),
    **details: Any,
) -> Player:
    """A player; `absent` are the rounds that they miss, `details` are other fields of `Player`.

    Details are given as people state them: `bar_side="above"`, `highest_grade="4d"`, `start=2.5` points,
    `fee=12.50`. Without an `id` the tournament gives one.

    >>> anna = miai.player("Anna", "Example", grade="3d", club="Lund")
    >>> anna.name, str(anna.grade)
    ('Example Anna', '3d')
    >>> miai.player("Ben", "Other", grade="3x")
    Traceback (most recent call last):
    miai.errors.InputError: Other Ben: grade: 3x is not a grade. Use 50k to 1k, 1d to 9d, or 1p to 9p
    """
    known = {"grade": grade, "rating": rating, "club": club, "country": country, **details}
    try:
        values = {name: _detail(name, value) for name, value in known.items()}
        return tidy(
            Player(
                id=PlayerId(id.strip()),
                surname=surname,
                first_name=first_name,
                absent_rounds=frozenset(absent),
                **values,
            )
        )
    except InputError as error:
        name = f"{surname} {first_name}".strip()
        raise InputError(
            each if each.where == name else Problem(what=each.message, where=name) for each in error.problems
        ) from None


def tournament(
    name: str,
    *,
    players: Iterable[Player] = (),
    system: str = "mcmahon",
    rounds: RoundNumber | None = None,
    preset: str | None = None,
    criteria: Sequence[str] | str | None = None,
    bar: str | Grade | None = None,
    floor: str | Grade | None = None,
    bye_points: float | None = None,
    absent_points: float | None = None,
    komi: float | None = None,
    team_size: int = 0,
    begin: str = "",
    end: str = "",
    place: str = "",
    rules: Mapping[str, Any] | None = None,
) -> Tournament:
    """A new tournament with the usual rules of its system, as the console would make it.

    `bye_points` and `absent_points` are points, for scores and for wins alike. With a `team_size` teams of so
    many boards play each other. `rules` are any other rules by the paths that `miai rules` prints, such as
    `{"pairing.same_club": 2, "handicapping.ceiling": 0}`.

    >>> event = miai.tournament(
    ...     "Autumn Open", rounds=5, bar="3d", bye_points=0.5,
    ...     players=[miai.player("Anna", "Example", grade="3d"), miai.player("Ben", "Other", grade="1k")],
    ... )
    >>> [player.id for player in event.players]
    ['p1', 'p2']
    >>> [row.values["mms"] for row in miai.standings(event).rows]
    [32, 29]
    """
    given = {
        "preset": preset,
        "criteria": criteria,
        "scoring.bar": bar,
        "scoring.floor": floor,
        "scoring.bye_points": bye_points,
        "scoring.bye_wins": bye_points,
        "scoring.absent_points": absent_points,
        "scoring.absent_wins": absent_points,
        "komi": komi,
    }
    wanted = {path: value for path, value in given.items() if value is not None} | dict(rules or {})
    demand_system(system)
    if preset is not None:
        demand_preset(preset)
    end = end or begin
    demand_none(detail_problems({"name": name, "begin": begin, "end": end, "place": place}))
    made = Tournament(
        name=name,
        begin=begin,
        end=end,
        place=place,
        settings=new_settings(system, rounds=rounds, team_size=team_size),
    )
    typed = with_typed_rules(made, [f"{path}={_rule_text(value)}" for path, value in wanted.items()])
    demand_good_settings(typed.settings)
    return with_players(typed, players)


def with_players(event: Tournament, players: Iterable[Player]) -> Tournament:
    """The tournament with more players; an id that two of them have is refused.

    >>> anna = miai.player("Anna", "Example", grade="3d", id="a")
    >>> ben = miai.player("Ben", "Other", grade="1k", id="a")
    >>> miai.with_players(evening, [anna, ben])
    Traceback (most recent call last):
    miai.errors.InputError: two players have the id 'a'
    """
    entered = tuple(players)
    for each in entered:
        beyond = [number for number in each.absent_rounds if not 1 <= number <= event.settings.rounds]
        if beyond:
            raise InputError(
                Message(
                    "%(name)s misses round %(round)s, but the event has rounds 1 to %(rounds)s",
                    name=each.name,
                    round=min(beyond),
                    rounds=event.settings.rounds,
                )
            )
    known = replace(event, players=(*event.players, *(each for each in entered if each.id)))
    numbers = count(free_number(known))
    named = (each if each.id else replace(each, id=PlayerId(f"p{next(numbers)}")) for each in entered)
    changed = with_bands_of_entries(replace(event, players=(*event.players, *named)))
    demand_none(problems(changed))
    return changed


def with_team(event: Tournament, name: str, members: Iterable[str]) -> Tournament:
    """The tournament with one more team; its members, in the captain's order, are given by id or by name.

    >>> event = miai.tournament("Team cup", players=players, team_size=3)
    >>> event = miai.with_team(event, "Lund", ["Anna", "Chris", "Emil"])
    >>> event = miai.with_team(event, "Ulm", ["Ben", "Dora", "Fay"])
    >>> len(miai.pair(event, round=1).boards)
    3
    """
    seats = [entrant_named(event, each).id for each in members]
    return replace(event, teams=(*event.teams, new_team(event, name=name, members=seats)))


def with_draw(event: Tournament, draw: Draw) -> Tournament:
    """The tournament with a drawn round, which replaces one of that number; later rounds are dropped.

    >>> event = miai.with_draw(evening, miai.pair(evening, round=3))
    >>> len(event.round(3).boards)
    3
    """
    drawn = round_of(draw, tables=event.settings.tables)
    made = pair.with_draw(with_line_ups_of(event, draw), drawn)
    # The draw may be of another tournament.
    demand_none(round_problems(drawn, made.names, made.teams))
    return made


def with_results(
    event: Tournament,
    round: RoundNumber,
    results: Mapping[int, str | Result],
) -> Tournament:
    """The tournament with results of a round by their table: "white", "black", "jigo", "both lose", …

    >>> event = miai.with_draw(evening, miai.pair(evening, round=3))
    >>> event = miai.with_results(event, 3, {1: "white", 2: "jigo"})
    >>> [board.result.value for board in event.round(3).boards]
    ['white', 'jigo', 'unknown']
    >>> miai.with_results(event, 3, {7: "white"})
    Traceback (most recent call last):
    miai.errors.InputError: round 3 has no table 7
    """
    drawn = event.drawn_round(round)
    known = {event.board_at(round, table).table: _result(result) for table, result in results.items()}
    boards = tuple(replace(board, result=known.get(board.table, board.result)) for board in drawn.boards)
    return _with_round(event, replace(drawn, boards=boards))


def with_games(
    event: Tournament,
    round: RoundNumber,
    games: Iterable[Game],
    *,
    byes: Iterable[str] = (),
) -> Tournament:
    """The tournament with a round that was paired elsewhere; it replaces the one that is there.

    A game is (White, Black), with a result if it is known, and then with the number of handicap stones if
    there are any; players are given by their id or by name.

    >>> games = [("Anna Example", "Sixth Fay", "white"), ("Chris", "p2", "jigo"), ("Dora", "Emil")]
    >>> event = miai.with_games(evening, 3, games)
    >>> miai.standings(event).rows[0].values["nbw"]
    3
    """
    boards = tuple(replace(_board(event, *game), table=table) for table, game in enumerate(games, start=1))
    free = tuple(Bye(player=entrant_named(event, each).id) for each in byes)
    return _with_round(event, Round(number=round, boards=boards, byes=free))


def _board(
    event: Tournament, white: str, black: str, result: str | Result = Result.UNKNOWN, stones: int = 0
) -> Board:
    """A game at the first table."""
    return Board(
        table=1,
        white=entrant_named(event, white).id,
        black=entrant_named(event, black).id,
        handicap=stones,
        komi=event.settings.usual_komi(stones),
        result=_result(result),
    )


def _with_round(event: Tournament, changed: Round) -> Tournament:
    others = [each for each in event.rounds if each.number != changed.number]
    rounds = tuple(sorted((*others, changed), key=lambda each: each.number))
    made = replace(event, rounds=rounds, published_places=())
    demand_none(problems(made))
    return made


def _result(result: str | Result) -> Result:
    if isinstance(result, Result):
        return result
    words = tuple(each.value for each in Result)
    if result not in words:
        raise InputError(unknown_word(Message("“%(text)s” is not a result", text=result), str(result), words))
    return Result.parse(result)


def _detail(name: str, value: Any) -> Any:
    """The value of a field of a player as a person would state it; text stands for anything."""
    if name not in _kinds():
        raise InputError(
            unknown_word(Message("a player has no '%(name)s'", name=name), name, sorted(_kinds()))
        )
    kind = _kinds()[name]
    if _is_shown_otherwise(kind) and not isinstance(value, str | Quarters):
        number = fitted(float | None if type(None) in get_args(kind) else float, value, name)
        value = number if number is None else str(number)
    if not isinstance(value, str) or kind is str:
        return fitted(kind, value, name)
    with problems_at(name):
        return read_text(kind, value)


@cache
def _kinds() -> dict[str, Any]:
    """The types of the fields that can be stated about a player."""
    otherwise = ("id", "surname", "first_name", "absent_rounds", "extras")
    return {name: hint for name, hint in field_hints(Player).items() if name not in otherwise}


def _is_shown_otherwise(kind: Any) -> bool:
    """Whether people state another number than the one that is kept: points for quarters, euros for cents."""
    parts = (kind, *get_args(kind))
    return any(get_origin(each) is Annotated and get_args(each)[0] in (Quarters, Cents) for each in parts)


def _rule_text(value: Any) -> str:
    """A value of a rule as one types it."""
    match value:
        case None:
            return NONE
        case bool():
            return YES if value else NO
        case Enum():
            return str(value.value)
        case Quarters():
            return str(plain(value))
        case list() | tuple():
            return ", ".join(map(_rule_text, value)) or NONE
    return str(value)
