"""A player's page: the current round, then all other games of the event; in a congress all their games."""

from dataclasses import dataclass
from itertools import groupby
from typing import Any

from starlette.responses import Response

from miai.desk.live_state import State
from miai.domain.people.player import Player, PlayerId
from miai.domain.rounds.game import Board, Result
from miai.domain.rounds.result_reports import delay_of
from miai.domain.rounds.round import Round
from miai.domain.settings.handicaps import has_handicap
from miai.domain.time_zones import known_zone, zone_of
from miai.domain.tournament import Tournament
from miai.features.draw.view.pairings import PlayerSeat, seat_of, terms
from miai.features.phones.player_requests import phone_actions
from miai.features.public.page import congress
from miai.features.public.page.ask_rating import rating_of
from miai.features.public.page.phone_page import last_round_open, render
from miai.features.public.view.public_parts import PublicPart, part_of_player, public_parts
from miai.features.public.view.shown_now import projector_state
from miai.features.publish.publish_round import game_in_draw, public_round
from miai.features.publish.view.published_items import shown_rounds
from miai.features.results.jigo import jigo_possible
from miai.features.schedule.set_clock import clock_of
from miai.features.standings.standings_view import (
    published_standings,
    published_team_criteria,
)
from miai.features.standings.view.team_table import team_table
from miai.features.teams.view.team_matches import team_of, team_seat
from miai.server.request_context import Visit
from miai.server.words import gettext as _
from miai.server.words.formatting import delay_words


@dataclass(frozen=True, slots=True, kw_only=True)
class _ShownRound:
    """A published round of a part of the event, with the seat of the player in it and why the game waits."""

    part: str
    phase: int
    number: int
    seat: PlayerSeat | None
    delay: str = ""

    @property
    def order(self) -> tuple[int, int]:
        """Its place in the order of play."""
        return self.phase, self.number


def show_player(visit: Visit, known: Player, *, is_me: bool, token: str = "") -> Response:
    """The page of a player; with the token of a private link it also takes reports."""
    if visit.tournament.is_congress:
        return congress.show_person(visit, known, is_me=is_me, token=token)
    shown = _ShownPlayer.of(visit, known)
    event, state = shown.event, shown.state
    own_zone = known_zone(known.time_zone)
    return render(
        visit,
        "public/public_player.html",
        player=known,
        is_me=is_me,
        token=token,
        zone=own_zone or zone_of(event),
        own_zone=bool(own_zone),
        stage=shown.part.name if shown.part else "",
        address=state.id,
        settings=event.settings,
        **_current_round(shown, "" if token else visit.session.browser),
        earlier=_other_games(shown),
        **_place(visit, shown),
        actions=phone_actions(visit.desk, state.id, known.id) if token else None,
        rating=rating_of(visit, visit.event_state, known) if is_me else None,
        shows_reasons=visit.event_state.tournament.phones.reasons,
        terms=lambda board: terms(board, event.settings),
        has_handicap=lambda board: has_handicap(event.settings, board),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class _ShownPlayer:
    """A player with the published rounds of the event, or of the stage that they play in.

    `parts` are all parts of an event with stages, none of another one; `part` is the one with these rounds.
    """

    player: Player
    state: State
    part: PublicPart | None
    parts: tuple[PublicPart, ...]
    rounds: tuple[Round, ...]

    @classmethod
    def of(cls, visit: Visit, player: Player) -> "_ShownPlayer":
        """Find the part of the event that the player is in."""
        state = visit.state
        parts = public_parts(visit.desk, state) if state.tournament.stages else []
        part = part_of_player(parts, player.id)
        if part:
            state = part.state
        rounds = tuple(shown_rounds(state.tournament))
        return cls(player=player, state=state, part=part, parts=tuple(parts), rounds=rounds)

    @property
    def event(self) -> Tournament:
        return self.state.tournament

    def in_round(self, event: Tournament, drawn: Round, part: PublicPart | None = None) -> _ShownRound:
        """The player in a round; a game that is put off by the player's own clock."""
        zone = known_zone(self.player.time_zone) or zone_of(event)
        seat = seat_of(event, drawn, self.player.id)
        return _ShownRound(
            part=part.name or _("Main event") if part else "",
            phase=part.phase if part else 0,
            number=drawn.number,
            seat=seat,
            delay=delay_words(delay_of(drawn.delayed, seat.board), zone) if seat and seat.board else "",
        )


def _current_round(shown: _ShownPlayer, phone: str) -> dict[str, Any]:
    """The player's game in the last published round, as the template calls its parts.

    `phone` is the one that asks; with a private link there is none.
    """
    if not shown.rounds:
        return {
            "number": None,
            "seat": None,
            "for_team": None,
            "said": {"state": "none"},
            "jigo": False,
            "deadline": "",
            "delay": "",
        }
    event, player, drawn = shown.event, shown.player, shown.rounds[-1]
    now = shown.in_round(event, drawn)
    seat, board = now.seat, now.seat.board if now.seat else None
    return {
        "number": drawn.number,
        "seat": seat,
        "for_team": team_seat(event, drawn, player.id),
        "said": _reports(event, drawn.number, player.id, phone),
        "jigo": board is not None and jigo_possible(board),
        "deadline": clock_of(event, drawn.number).deadline,
        "delay": now.delay,
    }


def _place(visit: Visit, shown: _ShownPlayer) -> dict[str, Any]:
    """The player's place in the last published table, or the place of the player's team."""
    event, player = shown.event, shown.player
    team, after = team_of(event, player.id), projector_state(event).table_after
    place: dict[str, Any] = {
        "team": team,
        "after": after,
        "line": None,
        "team_line": None,
        "at_stake": not team and last_round_open(event),
    }
    if after is None:
        return place
    if team:
        teams = team_table(
            visit.desk, shown.state, after=after, criteria=published_team_criteria(shown.event, after)
        )
        return {**place, "team_line": teams.row_of(team.id) if teams else None}
    return {**place, "line": published_standings(visit.desk, shown.state, after=after).row_of(player.id)}


def _other_games(shown: _ShownPlayer) -> list[tuple[str, list[_ShownRound]]]:
    """All rounds of the player but the current one, in order of play, together while they are of one part.

    In an event with stages only rounds with a game or a bye: a player who misses a round of one part may play
    in another one.
    """
    if not shown.parts:
        rounds = [shown.in_round(shown.event, drawn) for drawn in shown.rounds[:-1]]
        return [("", rounds)] if rounds else []
    found = (
        shown.in_round(part.event, drawn, part)
        for part in shown.parts
        for drawn in (part.rounds[:-1] if part is shown.part else part.rounds)
    )
    in_order = sorted((each for each in found if each.seat), key=lambda each: each.order)
    return [(name, list(rounds)) for name, rounds in groupby(in_order, key=lambda each: each.part)]


def _reports(event: Tournament, number: int, player: PlayerId, phone: str) -> dict[str, str]:
    """The reports of the two at a board, seen by one of them: "won", "lost" or "jigo".

    `state` is "ask" before anybody spoke, "mine" or "theirs" after one did, "elsewhere" if another phone than
    the one that asks reported by name, "differ" when they disagree, "desk" when the result desk entered
    something else, and "settled". `counts` is empty while a report by name waits.
    """
    shown = public_round(event, number)
    seen = shown.board_of(player) if shown else None
    if seen is None:
        return {"state": "none"}
    drawn = game_in_draw(event, number, seen)
    board = drawn or seen
    said = {claim.player: claim for claim in event.round(number).claims} if drawn else {}
    own, other = said.get(player), said.get(board.opponent_of(player))
    mine, theirs = own.result if own else None, other.result if other else None
    words = _words_for(player, board)
    state = _state_of_reports(board.result, mine, theirs)
    if state == "mine" and own and phone and own.phone != phone:
        state = "elsewhere"
    return {
        "state": state,
        "counts": "" if own and own.by_name else "yes",
        "mine": words.get(mine, ""),
        "theirs": words.get(theirs, ""),
        "result": words.get(board.result.played, ""),
    }


def _state_of_reports(result: Result, mine: Result | None, theirs: Result | None) -> str:
    reported = {each for each in (mine, theirs) if each}
    if not reported:
        return "settled" if result.known else "ask"
    if result.known and reported != {result}:
        return "desk"
    if len(reported) > 1:
        return "differ"
    return "mine" if mine else "theirs"


def _words_for(player: PlayerId, board: Board) -> dict[Result | None, str]:
    """The results as a player at the board says them."""
    white = board.white == player
    return {
        Result.WHITE_WINS: "won" if white else "lost",
        Result.BLACK_WINS: "lost" if white else "won",
        Result.JIGO: "jigo",
    }
