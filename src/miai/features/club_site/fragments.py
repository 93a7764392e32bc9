"""Pairings, results and standings as pieces of HTML that a club site puts into its own pages."""

from html import escape

from miai.answers import Column, Table
from miai.domain.rounds.game import Board, Result
from miai.domain.tournament import Tournament
from miai.engine.scoring import standings, team_standings
from miai.engine.scoring.teams.individuals import individual_standings
from miai.errors import InputError
from miai.features.publish.publish_round import public_round
from miai.features.standings.answer import STANDINGS, TEAM_MEMBERS, TEAM_STANDINGS
from miai.features.standings.standings_view import (
    published_criteria,
    published_team_criteria,
)
from miai.formats.pairgoth.terms import RESULT_NAMES
from miai.messages import Message

_STYLE = """@layer pairgoth-published {
.pairgoth-published table { border-collapse: collapse; width: 100%; }
.pairgoth-published :is(th, td) { padding: .25em .6em; border-bottom: 1px solid #ddd; text-align: left; }
.pairgoth-published tbody tr:nth-child(even) { background: rgb(0 0 0 / 4%); }
.pairgoth-published .num, .pairgoth-published .t { text-align: right; font-variant-numeric: tabular-nums; }
.pairgoth-published .log-head { overflow-wrap: anywhere; }
.pairgoth-published .res { text-align: center; white-space: nowrap; }
}"""
_SIGNS = {
    Result.WHITE_WINS: "1-0",
    Result.BLACK_WINS: "0-1",
    Result.JIGO: "½-½",
    Result.BOTH_LOSE: "0-0",
    Result.BOTH_WIN: "1-1",
}


def pairings_fragment(tournament: Tournament, number: int, *, results: bool, log_head: str = "") -> str:
    """The published pairings of a round, with their results if asked, and a head of the log."""
    shown = public_round(tournament, number)
    if shown is None:
        raise InputError(Message("the pairings of round %(round)s are not published", round=number))
    heads = ["Table", "White", "Black", "Handicap", *(["Result"] if results else [])]
    rows = "".join(_board(tournament, board, results=results) for board in shown.boards)
    byes = [escape(tournament.name_of(bye.player)) for bye in shown.byes]
    free = f"<p>Bye: {', '.join(byes)}</p>" if byes else ""
    head = "".join(f'<th scope="col">{each}</th>' for each in heads)
    return _wrapped(f"<table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>{free}", log_head)


def standings_fragment(tournament: Tournament, after: int, *, log_head: str = "") -> str:
    """The standings after a round; of a team event those of the teams, then those of their players."""
    if not tournament.settings.by_teams:
        criteria = published_criteria(tournament, after)
        table = STANDINGS.table(standings(tournament, after=after, criteria=criteria))
        return _wrapped(_table(table), log_head)
    of_teams = published_team_criteria(tournament, after)
    teams = _table(TEAM_STANDINGS.table(team_standings(tournament, after=after, criteria=of_teams)))
    people = _table(TEAM_MEMBERS.table(individual_standings(tournament, after=after)))
    return _wrapped(
        f'<div class="standings-section team-standings">{teams}</div>'
        f'<div class="standings-section individual-standings">{people}</div>',
        log_head,
    )


def _board(tournament: Tournament, board: Board, *, results: bool) -> str:
    white, black = (tournament.player(each) for each in (board.white, board.black))
    cells = [
        f'<td class="t" data-table="{board.table}">{board.table}</td>',
        f"<td>{escape(white.name)} ({white.grade})</td>",
        f"<td>{escape(black.name)} ({black.grade})</td>",
        f'<td class="num">{board.handicap or 0}</td>',
    ]
    if results:
        code = RESULT_NAMES.get(board.result) or RESULT_NAMES.get(board.result.played, "?")
        sign = _SIGNS.get(board.result.played, "?")
        cells.append(f'<td class="res" data-result="{code}">{sign}</td>')
    return f"<tr>{''.join(cells)}</tr>"


def _table(table: Table) -> str:
    heads = "".join(f'<th scope="col"{_kind(each)}>{escape(each.title)}</th>' for each in table.columns)
    rows = "".join(
        "<tr>"
        + "".join(
            f"<td{_kind(column)}>{escape(text)}</td>" for column, text in zip(table.columns, row, strict=True)
        )
        + "</tr>"
        for row in table.rows
    )
    return f"<table><thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table>"


def _kind(column: Column) -> str:
    return ' class="num"' if column.right else ""


def _wrapped(content: str, log_head: str) -> str:
    kept = f'\n<p class="log-head"><small>{escape(log_head)}</small></p>' if log_head else ""
    return f'<style>{_STYLE}</style>\n<div class="pairgoth-published">\n{content}{kept}\n</div>\n'
