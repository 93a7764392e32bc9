"""Teams in OpenGotha's XML: read with their matches, which the file does not store, and written."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from miai.domain.bounds import bounds_of
from miai.domain.numbers import Between, shortened, whole_or_none
from miai.domain.people.player import PlayerId
from miai.domain.people.team import BoardOrder, LineUp, Match, Team, TeamId, TeamRules
from miai.domain.points import NOTHING
from miai.domain.rounds.round import Round
from miai.domain.tournament import Tournament
from miai.engine.scoring.teams.line_ups import Seats, line_ups_of
from miai.engine.scoring.teams.matches import matches_of
from miai.formats.names import PlayersByKey
from miai.formats.opengotha.terms import MOST_CRITERIA, MOST_ROUNDS, NO_NAME, PREFIX
from miai.formats.reading import Faults
from miai.formats.xml_tree import Element
from miai.messages import Message

# OpenGotha's boards of a team: most, fewest, and where nothing is stated.
MOST_BOARDS, _LEAST_SIZE, _USUAL_SIZE = 10, 2, 4
_SIZES, _BOARDS, _ROUNDS = Between(1, MOST_BOARDS), Between(1, MOST_BOARDS), Between(1, MOST_ROUNDS)
_NUMBERS = bounds_of(Team, "number")
_CRITERION_NUMBERS = Between(1, MOST_CRITERIA)
_DEFAULT_CRITERIA = ("teamp", "bdw", "bdw3u", "bdw2u", "bdw1u", "mnr")
TEAM_CRITERIA = frozenset(("teamp", "sost", "bdw", "mnr", *(f"bdw{boards}u" for boards in range(1, 10))))
_TEAM_ATTRIBUTES = frozenset(("teamName", "teamNumber"))
_SeatsByRound = Mapping[int, Seats]


def read_team_rules(root: Element, faults: Faults) -> TeamRules:
    """The rules for teams as OpenGotha applies them; an event without teams has none.

    Every file states a size and criteria, also one without teams.
    """
    if not any(_team_elements(root)):
        return TeamRules()
    parameters = root.child("TeamTournamentParameterSet")
    return TeamRules(
        size=_size(parameters.child("TeamGeneralParameterSet"), faults),
        order=BoardOrder.CAPTAIN,
        criteria=_criteria(parameters.child("TeamPlacementParameterSet"), faults),
        handicaps=True,
        half_of_all_boards=True,
        empty_seat_loses=False,
        bye_points=NOTHING,
        bye_boards=NOTHING,
    )


def with_teams(tournament: Tournament, root: Element, keys: PlayersByKey, faults: Faults) -> Tournament:
    """The tournament with the teams of a file, and with the matches that follow from its games."""
    found = _TeamsReader(tournament=tournament, keys=keys, faults=faults).teams(root)
    if not found:
        return tournament
    ordered = sorted(found, key=lambda each: each[0].number)
    numbered = [
        (replace(team, id=TeamId(f"t{i}")), seats) for i, (team, seats) in enumerate(ordered, start=1)
    ]
    with_line_ups = _with_line_ups(tournament, numbered)
    rounds = tuple(
        replace(drawn, matches=tuple(_matches(with_line_ups, drawn))) for drawn in tournament.rounds
    )
    ranked = replace(with_line_ups, rounds=rounds)
    teams = replace(tournament.settings.teams, paired=_are_paired(ranked))
    return replace(ranked, settings=replace(tournament.settings, teams=teams))


def add_teams(root: Element, tournament: Tournament, keys: Mapping[PlayerId, str]) -> None:
    """Write the teams with a line for each seat in all rounds that OpenGotha holds.

    After the last round of the event the line-up of that round is repeated.
    """
    rules = tournament.settings.teams
    last = _last_round(tournament)
    line_ups = [line_ups_of(tournament, min(number, last)) for number in range(1, MOST_ROUNDS + 1)]
    teams = root.add("Teams")
    names: set[str] = set()
    numbers: set[int] = set()
    for team in tournament.teams:
        name = _free_name(team.name.strip() or NO_NAME, names)
        team_number = _free_number(team.number, numbers)
        names.add(name)
        numbers.add(team_number)
        element = teams.add(
            "Team", {"teamName": name, "teamNumber": str(team_number), **_kept_attributes(team)}
        )
        for number, seats in enumerate(line_ups, start=1):
            for board, player in enumerate(seats[team.id][:MOST_BOARDS], start=1):
                if player is not None and player in keys:
                    element.add(
                        "Board",
                        {"boardNumber": str(board), "player": keys[player], "roundNumber": str(number)},
                    )
    parameters = root.add("TeamTournamentParameterSet")
    parameters.add("TeamGeneralParameterSet", {"teamSize": str(max(_LEAST_SIZE, rules.size))})
    criteria = parameters.add("TeamPlacementParameterSet").add("PlacementCriteria")
    listed = [key.upper() for key in rules.criteria if key in TEAM_CRITERIA][:MOST_CRITERIA]
    for number, name in enumerate(listed + ["NULL"] * (MOST_CRITERIA - len(listed)), start=1):
        criteria.add("PlacementCriterion", {"name": name, "number": str(number)})


def _team_elements(root: Element) -> Iterator[Element]:
    return root.child("Teams").all("Team")


def _size(element: Element, faults: Faults) -> int:
    text = element.get("teamSize") or str(_USUAL_SIZE)
    size = whole_or_none(text, _SIZES)
    if size is None:
        note = Message(
            "team size '%(text)s' is not between %(low)s and %(high)s and is read as %(size)s",
            text=shortened(text),
            low=_SIZES.low,
            high=_SIZES.high,
            size=_USUAL_SIZE,
        )
        faults.note(note, element.where)
    return _USUAL_SIZE if size is None else size


def _criteria(element: Element, faults: Faults) -> tuple[str, ...]:
    listed = list(element.child("PlacementCriteria").all("PlacementCriterion"))
    if not listed:
        return _DEFAULT_CRITERIA
    by_number: dict[int, str] = {}
    for place, each in enumerate(listed, start=1):
        name = each.get("name") or "NULL"
        number = whole_or_none(each.get("number") or str(place), _CRITERION_NUMBERS)
        if name.lower() in TEAM_CRITERIA and number is not None:
            by_number[number] = name.lower()
        elif name.upper() != "NULL":
            faults.note(
                Message("criterion '%(name)s' is not known and is left out", name=shortened(name)), each.where
            )
    return tuple(dict.fromkeys(by_number[number] for number in sorted(by_number)))


def _last_round(tournament: Tournament) -> int:
    """The last round for which lines count."""
    drawn = (drawn.number for drawn in tournament.rounds)
    return min(MOST_ROUNDS, max(1, tournament.settings.rounds, *drawn))


def _free_name(name: str, taken: Collection[str]) -> str:
    """As OpenGotha names a team whose name is taken."""
    others = (f"{name}_{n}" for n in range(2, len(taken) + 3))
    return next(each for each in (name, *others) if each not in taken)


def _free_number(number: int | None, taken: Collection[int]) -> int:
    """As OpenGotha numbers a team whose number is taken: the lowest free one."""
    if number is not None and number not in taken:
        return number
    return min(set(range(1, len(taken) + 2)) - set(taken))


def _kept_attributes(team: Team) -> dict[str, str]:
    return {name.removeprefix(PREFIX): value for name, value in team.extras if name.startswith(PREFIX)}


@dataclass(frozen=True, slots=True, kw_only=True)
class _TeamsReader:
    """Reads the teams of a file as leniently as OpenGotha."""

    tournament: Tournament
    keys: PlayersByKey
    faults: Faults

    def teams(self, root: Element) -> list[tuple[Team, _SeatsByRound]]:
        """The teams in the order of the file, without ids; names and numbers that are taken are replaced."""
        found: list[tuple[Team, _SeatsByRound]] = []
        names: set[str] = set()
        numbers: set[int] = set()
        for element in _team_elements(root):
            team = Team(
                id=TeamId(""),
                name=self._free_name(element, names),
                number=self._free_number(element, numbers),
                extras=tuple(
                    sorted(
                        (f"{PREFIX}{name}", value)
                        for name, value in element.attributes.items()
                        if name not in _TEAM_ATTRIBUTES
                    )
                ),
            )
            names.add(team.name)
            numbers.add(team.number)
            seats = self._seats_by_round(team, self._lines(element, team))
            # In the order of their first boards.
            members = dict.fromkeys(player for each in seats.values() for player in each if player)
            found.append((replace(team, members=tuple(members)), seats))
        return found

    def _free_name(self, element: Element, taken: set[str]) -> str:
        name = element.get("teamName")
        free = _free_name(name, taken)
        if free == name:
            return name
        note = Message(
            "two teams are called '%(name)s': the later one becomes %(free)s", name=name, free=free
        )
        self.faults.note(note, element.where)
        return free

    def _free_number(self, element: Element, taken: set[int]) -> int:
        text = element.get("teamNumber")
        number = whole_or_none(text, _NUMBERS)
        free = _free_number(number, taken)
        if free == number:
            return number
        note = Message(
            "the number '%(text)s' of team %(name)s is taken or is no number: it becomes %(free)s",
            text=shortened(text),
            name=element.get("teamName"),
            free=free,
        )
        self.faults.note(note, element.where)
        return free

    def _lines(self, element: Element, team: Team) -> dict[int, dict[int, PlayerId]]:
        """Who sits where, by round and board, up to the last round of the event; the last line counts."""
        rounds = range(1, _last_round(self.tournament) + 1)
        lines: dict[int, dict[int, PlayerId]] = {number: {} for number in rounds}
        unknown: dict[str, Element] = {}
        for each in element.all("Board"):
            board = whole_or_none(each.get("boardNumber"), _BOARDS)
            number = whole_or_none(each.get("roundNumber"), _ROUNDS) if each.get("roundNumber") else 0
            player = self.keys.find(each.get("player"))
            if board is None or number is None:
                note = Message("a line of team %(name)s names no board or round: left out", name=team.name)
                self.faults.note(note, each.where)
            elif player is None:
                unknown.setdefault(each.get("player"), each)
            else:
                # Without a number, in files before 3.28.04, a line counts for all rounds.
                for counted in [number] if number else rounds:
                    lines.setdefault(counted, {})[board] = player
        for key, each in unknown.items():
            note = Message(
                "team %(name)s has a seat for '%(key)s', who is not among the players: it stays empty",
                name=team.name,
                key=shortened(key),
            )
            self.faults.note(note, each.where)
        return {number: lines[number] for number in rounds}

    def _seats_by_round(self, team: Team, lines: Mapping[int, Mapping[int, PlayerId]]) -> _SeatsByRound:
        """The seats of every round; nobody sits at two boards."""
        size = self.tournament.settings.teams.size
        found: dict[int, Seats] = {}
        for number, boards in lines.items():
            taken: dict[PlayerId, int] = {}
            for board, player in sorted(boards.items()):
                if player in taken:
                    note = Message(
                        "%(player)s is at two boards of team %(name)s in round %(round)s: "
                        "the first one counts",
                        player=self.keys.name(player),
                        name=team.name,
                        round=number,
                    )
                    self.faults.note(note)
                taken.setdefault(player, board)
            seats = {board: player for player, board in taken.items()}
            found[number] = tuple(seats.get(board) for board in range(1, max(size, *seats, 0) + 1))
        return found


def _with_line_ups(tournament: Tournament, found: Sequence[tuple[Team, _SeatsByRound]]) -> Tournament:
    """The tournament with the teams and the line-ups that have to be stated.

    These are the ones of rounds that are drawn, and those that the rule would not give.
    """
    drawn = {each.number for each in tournament.rounds}
    unstated = replace(tournament, teams=tuple(team for team, _ in found))
    by_rule = {number: line_ups_of(unstated, number) for number in range(1, _last_round(tournament) + 1)}
    teams = tuple(
        replace(
            team,
            line_ups=tuple(
                LineUp(round=number, players=players)
                for number, players in seats.items()
                if number in drawn or players != by_rule[number][team.id]
            ),
        )
        for team, seats in found
    )
    return replace(tournament, teams=teams)


def _matches(tournament: Tournament, drawn: Round) -> Iterator[Match]:
    """The matches of a round, derived from the games of the players at the first boards as OpenGotha does it.

    The team of the opponent, whatever board they have there, is the other side. Of the two sides the team
    whose name sorts first decides: if its first player meets nobody of a team, there is no match.
    """
    line_ups = line_ups_of(tournament, drawn.number)
    team_of: dict[PlayerId, Team] = {}
    for team in tournament.teams:
        for player in line_ups[team.id]:
            if player is not None:
                team_of.setdefault(player, team)
    boards = {player: board for board in drawn.boards for player in (board.white, board.black)}
    found: list[tuple[int, Match]] = []
    for team in tournament.teams:
        first = next(iter(line_ups[team.id]), None)
        board = boards.get(first) if first else None
        if first is None or board is None:
            continue
        other = team_of.get(board.opponent_of(first))
        if other is None or other.id == team.id or _name_order(team) > _name_order(other):
            continue
        white, black = (team, other) if board.white == first else (other, team)
        found.append((board.table, Match(white=white.id, black=black.id)))
    return (match for _, match in sorted(found, key=lambda each: each[0]))


def _are_paired(tournament: Tournament) -> bool:
    """Whether teams were paired, not players: nobody is in two teams, and most games are those of matches.

    OpenGotha does not say; in some events teams are only labels for a table.
    """
    for number in range(1, _last_round(tournament) + 1):
        seated = [seat for seats in line_ups_of(tournament, number).values() for seat in seats if seat]
        if len(set(seated)) < len(seated):
            return False
    games = sum(len(drawn.boards) for drawn in tournament.rounds)
    met = sum(
        board.met
        for drawn in tournament.rounds
        for match in matches_of(tournament, drawn.number)
        for board in match.boards
    )
    return 2 * met >= games


def _name_order(team: Team) -> bytes:
    """OpenGotha compares names by UTF-16 code units, case and accents included."""
    return team.name.encode("utf-16-be", errors="surrogatepass")
