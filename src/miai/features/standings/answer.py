"""What is told of standings: of players, of teams, of the players of teams, and over all stages."""

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from miai.answers import Answer, Field, Heading, Shape, column, many
from miai.domain.people.people_answers import PERSON
from miai.domain.points import plain
from miai.domain.settings.criterion_names import CRITERION_NAMES, TEAM_CRITERION_NAMES, Criterion
from miai.engine.scoring import Standings, StandingsRow, TeamTable
from miai.engine.scoring.teams.individuals import IndividualRow, IndividualTable
from miai.engine.scoring.teams.table import TeamRow
from miai.features.standings.bonus_answer import BONUS
from miai.messages import Clauses, Message

# A table needs neither the stages nor the desk.
if TYPE_CHECKING:
    from miai.features.stages.overall_standings import WholeRow, WholeStandings
    from miai.features.standings.standings_view import StandingsView

_TOURNAMENT: Field[Any] = Field("tournament", str, lambda table: table.tournament.name)
_AFTER: Field[Any] = Field("after_round", int)
_CRITERIA: Field[Any] = Field("criteria", list[str])
_FINAL: Field[Any] = Field("final", bool)
_CORRECTIONS: Field[Any] = Field("corrections", list[str], lambda table: table.tournament.corrections)


def _rounds(table: Any) -> list[Heading]:
    return [
        Heading(title=Message("R%(number)s", number=each), right=True)
        for each in range(1, table.after_round + 1)
    ]


def _criteria(names: Mapping[str, Criterion]) -> Callable[[Any], list[Heading]]:
    return lambda table: [
        Heading(title=names[key].title, says=names[key].says, right=True) for key in table.shown_criteria
    ]


def _corrected(table: Standings | TeamTable) -> Iterator[Message]:
    """Why a final table was corrected, if it was."""
    if table.final and table.tournament.corrections:
        yield Message("corrected: %(reasons)s", reasons=Clauses(table.tournament.corrections))


def _stage(table: Standings) -> Message:
    if not table.after_round:
        return Message("Starting list")
    if table.final:
        return Message("Final standings after round %(number)s", number=table.after_round)
    return Message("Standings after round %(number)s", number=table.after_round)


def _short_title(table: Standings) -> str:
    stage = f"after round {table.after_round}" if table.after_round else "before round 1"
    some = f" ({table.among})" if table.of_some else ""
    return f"{table.tournament.name or 'Tournament'}: standings {stage}{some}"


def _stage_of_teams(table: TeamTable) -> Message:
    if table.final:
        return Message("Final standings of the teams after round %(number)s", number=table.after_round)
    return Message("Teams after round %(number)s", number=table.after_round)


_LINE: Shape[StandingsRow] = Shape(
    "StandingsRow",
    "A line of the standings; `values` are those of the criteria.",
    (
        Field("place", int, columns=column(Message("Place"), "Pl", right=True), once=True),
        Field(
            "overall",
            int,
            columns=column(Message("Overall"), "All", right=True, when=lambda table: table.of_some),
        ),
        Field("line", columns=column(Message("No."), "#", right=True)),
        *PERSON.of(lambda row: row.player),
        Field("name", get=lambda row: row.player.name, columns=column(Message("Name"))),
        Field("grade", str, lambda row: row.player.grade, column(Message("Grade"), "Gr", right=True)),
        Field("country", str, lambda row: row.player.country, column(Message("Country"), "Co")),
        Field("club", str, lambda row: row.player.club, column(Message("Club"))),
        Field(
            "start",
            columns=column(Message("Start"), right=True, when=lambda table: table.shows_start),
            wide=True,
        ),
        Field("results", list[str], columns=_rounds),
        Field(
            "wins",
            columns=column(Message("Wins"), right=True, when=lambda table: table.shows_wins),
            wide=True,
        ),
        Field("values", dict[str, float], columns=_criteria(CRITERION_NAMES)),
    ),
)
_STANDINGS: Shape[Standings] = Shape(
    "Standings",
    "The standings after a round.",
    (
        *(_TOURNAMENT, _AFTER, _CRITERIA, Field("among", str), _FINAL, _CORRECTIONS),
        Field("rows", many(_LINE)),
        Field("bonuses", many(BONUS)),
    ),
)
STANDINGS = Answer(
    question="standings",
    whole=_STANDINGS,
    lines="rows",
    title=lambda table: (table.tournament.name, _stage(table), *_corrected(table), str(table.among)),
    short=_short_title,
)

STANDINGS_SO_FAR: "Shape[StandingsView]" = Shape(
    "StandingsAnswer",
    "The standings after a round; `waiting` is the number of games without a result.",
    (*_STANDINGS.of(lambda seen: seen.table), Field("waiting", int, lambda seen: len(seen.waiting))),
)

_TEAM: Shape[TeamRow] = Shape(
    "TeamStandingsRow",
    "A line of the standings of teams.",
    (
        Field("place", int, columns=column(Message("Place"), right=True)),
        Field("line", columns=column(Message("No."), right=True)),
        Field("number", int, lambda row: row.team.number),
        Field("team", str, lambda row: row.team.name, column(Message("Team"))),
        Field("results", list[str], columns=_rounds),
        Field("values", dict[str, float], columns=_criteria(TEAM_CRITERION_NAMES)),
    ),
)
_TEAMS: Shape[TeamTable] = Shape(
    "TeamStandings",
    "The standings of the teams with the matches of every round.",
    (_TOURNAMENT, _AFTER, _CRITERIA, _FINAL, _CORRECTIONS, Field("rows", many(_TEAM))),
)
TEAM_STANDINGS = Answer(
    question="standings-teams",
    whole=_TEAMS,
    lines="rows",
    title=lambda table: (table.tournament.name, _stage_of_teams(table), *_corrected(table)),
)

_MEMBER: Shape[IndividualRow] = Shape(
    "IndividualRow",
    "What a player of a team won; a round without a match is null.",
    (
        Field("place", int, columns=column(Message("Place"), right=True)),
        *PERSON.of(lambda row: row.player),
        Field("name", get=lambda row: row.player.name, columns=column(Message("Name"))),
        Field("grade", str, lambda row: row.player.grade, column(Message("Grade"), right=True)),
        Field("team", str, lambda row: row.team.name, column(Message("Team"))),
        Field("results", list[str | None], lambda row: [turn and turn.text for turn in row.turns], _rounds),
        Field("points", float, lambda row: plain(row.points), column(Message("Points"), right=True)),
        Field("games", int, columns=column(Message("Games"), right=True)),
        Field("board", int | None),
    ),
)
_MEMBERS: Shape[IndividualTable] = Shape(
    "Individuals",
    "The players of the teams by what they won.",
    (_TOURNAMENT, _AFTER, Field("rows", many(_MEMBER))),
)
TEAM_MEMBERS = Answer(
    question="standings-individuals",
    whole=_MEMBERS,
    lines="rows",
    title=lambda table: (
        table.tournament.name,
        Message("Players of the teams after round %(number)s", number=table.after_round),
    ),
)

_PLACE_OF_ALL: "Shape[WholeRow]" = Shape(
    "WholeRow",
    'A place over all stages; the stage "" is the main event.',
    (
        Field("place", int, columns=column(Message("Place"), right=True)),
        *PERSON.of(lambda row: row.player),
        Field("name", get=lambda row: row.player.name, columns=column(Message("Name"))),
        Field("grade", str, lambda row: row.player.grade, column(Message("Grade"), right=True)),
        Field("country", get=lambda row: row.player.country, columns=column(Message("Country"))),
        Field("club", get=lambda row: row.player.club, columns=column(Message("Club"))),
        Field("stage", str),
        Field("stage_name", str, columns=column(Message("Stage"))),
        Field("stage_place", int, columns=column(Message("Place in it"), right=True)),
    ),
)
_WHOLE_EVENT: "Shape[WholeStandings]" = Shape(
    "WholeStandings",
    "The places of all over all stages.",
    (_TOURNAMENT, _FINAL, Field("rows", many(_PLACE_OF_ALL))),
)
WHOLE_EVENT = Answer(
    question="standings-whole",
    whole=_WHOLE_EVENT,
    lines="rows",
    title=lambda table: (table.tournament.name, Message("All stages")),
)
