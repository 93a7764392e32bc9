"""Let two teams change places in a drawn round."""

from miai.desk.live_state import Desk, Saved, State
from miai.domain.draw_seeds import seed_of_round
from miai.domain.log import events
from miai.domain.people.player import Player
from miai.domain.people.team import TeamId
from miai.domain.rounds.round import Round
from miai.domain.settings.pairing_rules import ColourRule
from miai.domain.tournament import Tournament
from miai.engine.pairing.protocol import Draw, Pairing
from miai.engine.pairing.registry import abilities_of
from miai.engine.pairing.teams.boards import with_boards
from miai.engine.scoring.teams.entrants import entrants_of
from miai.errors import InputError
from miai.features.draw.draw_round import demand_last
from miai.features.draw.entries import draw_entries
from miai.features.draw.evaluation import how_drawn
from miai.features.draw.pair import round_of, teams_stated
from miai.messages import Message


def swap_teams(desk: Desk, tournament_id: str, *, round: int, a: TeamId, b: TeamId, by: str) -> Saved:
    """Exchange two teams, in matches or at rest; two that play each other exchange the colours of board 1.

    Other matches keep their players and their results. A match with a result stays as it is.
    """

    def decide(state: State) -> list[events.Event]:
        tournament = state.tournament
        drawn = tournament.drawn_round(round)
        demand_last(tournament, round)
        _demand_drawn(tournament, drawn, (a, b))
        how = how_drawn(draw_entries(state.history, round), tournament.settings)
        entrants = {TeamId(team.id): team for team in entrants_of(tournament, round).players}
        entrants[a], entrants[b] = entrants[b], entrants[a]
        draw = with_boards(tournament, _as_draw(tournament, drawn, entrants))
        made = events.RoundDrawn(
            round=round_of(draw).pairings,
            system=how.system,
            preset=how.preset if abilities_of(how.system).by_preset else "",
            seed=how.seed,
            again=True,
            pricing=how.pricing,
        )
        stated = teams_stated(tournament, draw)
        return [events.TeamsChanged(teams=stated), made] if stated else [made]

    return desk.change(tournament_id, decide, by=by)


def _demand_drawn(tournament: Tournament, drawn: Round, teams: tuple[TeamId, TeamId]) -> None:
    inside = {side for match in drawn.matches for side in (match.white, match.black)} | set(drawn.resting)
    for team in teams:
        if team not in inside:
            raise InputError(
                Message(
                    "%(name)s is not in the draw of round %(round)s",
                    name=tournament.team(team).name,
                    round=drawn.number,
                )
            )
    if teams[0] == teams[1]:
        raise InputError(Message("choose two teams"))


def _as_draw(tournament: Tournament, drawn: Round, entrants: dict[TeamId, Player]) -> Draw:
    """The matches of a round as a draw of these teams."""
    settings = tournament.settings
    free = tuple(entrants[team] for team in drawn.resting)
    return Draw(
        round=drawn.number,
        system=settings.system,
        preset=settings.preset,
        seed=seed_of_round(tournament, drawn.number),
        boards=tuple(
            Pairing(
                table=table,
                white=entrants[match.white],
                black=entrants[match.black],
                handicap=0,
                komi=settings.komi,
                colours_known=settings.pairing.colours is not ColourRule.NIGIRI,
            )
            for table, match in enumerate(drawn.matches, start=1)
        ),
        bye=free[0] if free else None,
        also_free=free[1:],
        total=0,
        optimal=False,
    )
