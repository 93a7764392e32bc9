"""What an entry of the history is about, and which round and table it concerns."""

from enum import Enum

from miai.domain.log import events


class Topic(Enum):
    """What an entry of the history is about."""

    RESULTS = "results"
    DRAWS = "draws"
    PLAYERS = "players"
    PUBLISHED = "published"
    SETTINGS = "settings"


_TOPICS: dict[type[events.Event], Topic] = {
    events.ResultEntered: Topic.RESULTS,
    events.ResultClaimed: Topic.RESULTS,
    events.ResultContested: Topic.RESULTS,
    events.BonusGiven: Topic.RESULTS,
    events.GameDelayed: Topic.RESULTS,
    events.RoundDrawn: Topic.DRAWS,
    events.RoundDeleted: Topic.DRAWS,
    events.BoardChanged: Topic.DRAWS,
    events.ByesChanged: Topic.DRAWS,
    events.DrawChanged: Topic.DRAWS,
    events.WishesChanged: Topic.DRAWS,
    events.PlayerRegistered: Topic.PLAYERS,
    events.PlayerChanged: Topic.PLAYERS,
    events.PlayersChanged: Topic.PLAYERS,
    events.PlayerRemoved: Topic.PLAYERS,
    events.PlayerWithdrew: Topic.PLAYERS,
    events.TeamEntered: Topic.PLAYERS,
    events.TeamsChanged: Topic.PLAYERS,
    events.TeamRemoved: Topic.PLAYERS,
    events.EntriesChanged: Topic.PLAYERS,
    events.EntrantsKept: Topic.PLAYERS,
    events.RoundPublished: Topic.PUBLISHED,
    events.StandingsPublished: Topic.PUBLISHED,
    events.StandingsFinalised: Topic.PUBLISHED,
    events.StandingsReopened: Topic.PUBLISHED,
    events.TablePublished: Topic.PUBLISHED,
}


def topic_of(event: events.Change) -> Topic:
    """What a change is about."""
    change = event.change if isinstance(event, events.InStage) else event
    return _TOPICS.get(type(change), Topic.SETTINGS)


def place_of(event: events.Change) -> tuple[int | None, int | None]:
    """The round and the table that a change concerns, as far as it concerns one."""
    match event:
        case events.RoundDrawn(round=drawn):
            return drawn.number, None
        case events.ClockSet(clock=clock):
            return clock.round, None
        case events.StandingsPublished(after_round=number):
            return number, None
        case events.StandingsFinalised(table=final):
            return final.after_round, None
        case (
            events.ResultEntered(round=number, table=table)
            | events.ResultClaimed(round=number, table=table)
            | events.ResultContested(round=number, table=table)
            | events.GameDelayed(round=number, table=table)
        ):
            return number, table
        case events.BoardChanged(round=number, board=board):
            return number, board.table
        case events.DrawChanged(round=number, boards=boards):
            return number, boards[0].table if len(boards) == 1 else None
        case (
            events.RoundDeleted(round=number)
            | events.RoundPublished(round=number)
            | events.ByesChanged(round=number)
            | events.BonusGiven(round=number)
        ):
            return number, None
    return None, None
