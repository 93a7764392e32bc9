"""The games of players who left a round robin: annulled, or awarded to the opponents."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from miai.domain.people.player import Player, PlayerId
from miai.domain.people.withdrawal import left_before
from miai.domain.rounds.game import Board
from miai.domain.rounds.round import ByeKind, Round
from miai.domain.settings.scoring_rules import Withdrawal
from miai.domain.tournament import Tournament


@dataclass(frozen=True, slots=True, kw_only=True)
class SettledGames:
    """The players who left, by what becomes of their games.

    `awards` are the points for games that were never drawn: by round and opponent, the player who left.
    """

    annulled: frozenset[PlayerId] = frozenset()
    awarding: frozenset[PlayerId] = frozenset()
    awards: Mapping[tuple[int, PlayerId], PlayerId] = field(default_factory=dict)

    def __bool__(self) -> bool:
        return bool(self.annulled or self.awarding)

    def annuls(self, one: PlayerId, other: PlayerId) -> bool:
        """True if a game of the two counts for neither."""
        return one in self.annulled or other in self.annulled

    def winner(self, one: PlayerId, other: PlayerId) -> PlayerId | None:
        """The one of the two who has the point of a game that is not played."""
        if self.annuls(one, other) or (one in self.awarding) == (other in self.awarding):
            return None
        return other if one in self.awarding else one


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayedGames:
    """The games of a player in a round robin: those that were played, of all that the plan has."""

    played: int
    of: int

    @property
    def fewer_than_half(self) -> bool:
        """True if the usual rule annuls them when the player leaves."""
        return 2 * self.played < self.of


NOTHING_SETTLED = SettledGames()


def settled_games(tournament: Tournament) -> SettledGames:
    """The games that the rule for withdrawals settles, by all rounds there are."""
    settings = tournament.settings
    if not settings.settles_withdrawals:
        return NOTHING_SETTLED
    rule = settings.scoring.withdrawal
    left = [player.id for player in leavers(tournament)]
    annulled = frozenset(each for each in left if _is_annulled(each, tournament, rule))
    awarding = frozenset(left) - annulled
    found = SettledGames(annulled=annulled, awarding=awarding)
    if not awarding:
        return found
    return SettledGames(annulled=annulled, awarding=awarding, awards=_awards(tournament, found))


def leavers(tournament: Tournament) -> tuple[Player, ...]:
    """The players who have left a round robin of players, whatever the rule."""
    settings = tournament.settings
    if settings.system != "round_robin" or settings.by_teams or not tournament.rounds:
        return ()
    table = _at_the_table(tournament)
    return tuple(
        player
        for player in tournament.players
        if player.id in table and left_before(player, settings.rounds) is not None
    )


def played_games(tournament: Tournament, player: PlayerId) -> PlayedGames:
    """The games that a player of a round robin has played, of how many; one by default was not played."""
    played = sum(_was_played(board) for board in _boards(tournament, player))
    games = min(len(_at_the_table(tournament)) - 1, tournament.settings.rounds)
    return PlayedGames(played=played, of=games)


def as_played(tournament: Tournament) -> Tournament:
    """The tournament with the games that were played, whatever becomes of them for places."""
    settings = tournament.settings
    scoring = replace(settings.scoring, withdrawal=Withdrawal.KEEP)
    return replace(tournament, settings=replace(settings, scoring=scoring))


def _at_the_table(tournament: Tournament) -> frozenset[PlayerId]:
    """The players who have a game or a bye in any round."""
    return frozenset(
        seat
        for drawn in tournament.rounds
        for seat in (
            *(seat for board in drawn.boards for seat in (board.white, board.black)),
            *(bye.player for bye in drawn.byes),
        )
    )


def _is_annulled(player: PlayerId, tournament: Tournament, rule: Withdrawal) -> bool:
    """True if no game of a player who left counts."""
    if rule is not Withdrawal.HALF:
        return rule is Withdrawal.ANNUL
    return played_games(tournament, player).fewer_than_half


def _was_played(board: Board) -> bool:
    return board.result.known and not board.result.by_default


def _boards(tournament: Tournament, player: PlayerId) -> Iterator[Board]:
    for drawn in tournament.rounds:
        board = drawn.board_of(player)
        if board:
            yield board


def _awards(tournament: Tournament, found: SettledGames) -> dict[tuple[int, PlayerId], PlayerId]:
    """Each point in the round in which the two were to meet; the rest once every round is drawn.

    The point of an opponent who made up another game in that round is in a round in which they had none.
    """
    table = _at_the_table(tournament)
    owed = {
        (gone, other)
        for gone in found.awarding
        for other in table
        if found.winner(gone, other) == other and not _have_met(tournament, gone, other)
    }
    awards: dict[tuple[int, PlayerId], PlayerId] = {}
    for drawn in tournament.rounds:
        for one, other in _missed_pairs(drawn):
            for gone, opponent in ((one, other), (other, one)):
                if (gone, opponent) in owed:
                    awards[drawn.number, opponent] = gone
                    owed.discard((gone, opponent))
    drawn_rounds = [drawn for drawn in tournament.rounds if drawn.boards or drawn.byes]
    if len(drawn_rounds) >= len(table) - 1 + len(table) % 2:
        for gone, opponent in sorted(owed):
            rounds = [each for each in _free_rounds(drawn_rounds, opponent) if (each, opponent) not in awards]
            if rounds:
                awards[rounds[-1], opponent] = gone
    return awards


def _have_met(tournament: Tournament, one: PlayerId, other: PlayerId) -> bool:
    return any(other in (board.white, board.black) for board in _boards(tournament, one))


def _missed_pairs(drawn: Round) -> Iterator[tuple[PlayerId, PlayerId]]:
    """The pairs of a round whose game was missed: their byes are recorded one after the other."""
    resting = [bye.player for bye in drawn.byes if bye.kind is ByeKind.VOLUNTARY]
    return zip(resting[::2], resting[1::2], strict=False)


def _free_rounds(rounds: Sequence[Round], player: PlayerId) -> list[int]:
    """The rounds in which a player had neither a game nor the free seat."""
    return [drawn.number for drawn in rounds if not drawn.board_of(player) and player not in drawn.free]
