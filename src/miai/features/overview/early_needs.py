"""What the director should do in time: a no-show would be paired again, a file needs details."""

from collections.abc import Iterator

from miai.domain.people.player import Player, PlayerId, Registration
from miai.domain.rounds.round import Round
from miai.domain.tournament import Tournament
from miai.features.overview.need import Need, NeedKind
from miai.messages import Clauses, Message, counted

# The most names in a line.
_MOST_NAMES = 4


def early_needs(tournament: Tournament, drawn: Round, following: int | None) -> Iterator[Need]:
    """Each of them; `following` is the next round to be drawn, None after the last."""
    if following and drawn.number:
        yield from _no_shows(tournament, drawn, following)
    yield from _without_team(tournament)
    if drawn.number and following is None and all(board.result.known for board in drawn.boards):
        yield from _details(tournament)


def _no_shows(tournament: Tournament, drawn: Round, following: int) -> Iterator[Need]:
    """Players who did not come to their game and would be paired again."""
    names = tournament.names
    for player in tournament.players:
        if (
            player.registration is Registration.FINAL
            and player.attends(following)
            and _did_not_come(drawn, player)
        ):
            yield Need(
                kind=NeedKind.NO_SHOW,
                what=Message(
                    "%(name)s lost round %(round)s by default", name=names[player.id], round=drawn.number
                ),
                detail=Message(
                    "Would be paired again in round %(round)s: nothing is to do if they are here.",
                    round=following,
                ),
                round=following,
                player=player.id,
            )


def _did_not_come(drawn: Round, player: Player) -> bool:
    board = drawn.board_of(player.id)
    if board is None or not board.result.by_default:
        return False
    return board.result.winner is not board.colour_of(player.id)


def _without_team(tournament: Tournament) -> Iterator[Need]:
    """Players of a team event who are in no team."""
    if not tournament.settings.has_teams or not tournament.teams:
        return
    inside: set[PlayerId] = {member for team in tournament.teams for member in team.members}
    names = tournament.names
    outside = tuple(names[player.id] for player in tournament.players if player.id not in inside)
    if outside:
        yield Need(
            kind=NeedKind.NO_TEAM,
            what=counted("%(num)s player is in no team", "%(num)s players are in no team", len(outside)),
            detail=Message("%(names)s", names=Clauses(outside[:_MOST_NAMES], ", ")),
        )


def _details(tournament: Tournament) -> Iterator[Need]:
    """The details of the event without which the file of a federation is refused."""
    missing = [
        what
        for lacks, what in (
            (not tournament.begin, Message("the first day")),
            (not tournament.place.strip() and not tournament.settings.internet, Message("the place")),
            (not tournament.country.strip() and not tournament.settings.internet, Message("the country")),
        )
        if lacks
    ]
    if missing:
        yield Need(
            kind=NeedKind.DETAILS,
            what=Message("The event lacks %(missing)s", missing=Clauses(tuple(missing), ", ")),
            detail=Message("A federation refuses a file without them."),
        )
