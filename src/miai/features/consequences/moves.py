"""The values that a change moves, as facts; `wording` turns them into messages."""

from dataclasses import dataclass

from miai.desk.handed_out import HandedOut
from miai.domain.money import Cents
from miai.domain.people.player import PlayerId
from miai.domain.points import Quarters
from miai.domain.stages import MAIN, StageId
from miai.features.players.left_games import LeftGame
from miai.features.standings.shown_lines import Move, Shows


@dataclass(frozen=True, slots=True, kw_only=True)
class TableMoves:
    """The lines of one table that move.

    `standings_after` is its round. A table that is not `published` is the one that the director sees after
    the last round that is played; `of_all` is the one of the places over all stages. `scores` are by the
    first criterion; `tiebreaks` are players with another value of a later one. With
    `other_criteria` the table is ordered by other values, and these are not compared. A published
    table also shows `games`, the players with another result or game, and `data`, those of whom it shows
    something else, by the part that differs. A table that is `gone` can no longer be shown.
    """

    standings_after: int
    published: bool
    of_teams: bool = False
    of_all: bool = False
    gone: bool = False
    other_criteria: bool = False
    places: tuple[Move[int], ...] = ()
    scores: tuple[Move[float], ...] = ()
    tiebreaks: tuple[str, ...] = ()
    games: tuple[str, ...] = ()
    data: tuple[tuple[Shows, tuple[str, ...]], ...] = ()

    def __bool__(self) -> bool:
        return self.moves_past or bool(self.data)

    @property
    def moves_past(self) -> bool:
        """True if more than a name, a grade, a country or a club changes."""
        return bool(self.gone or self.places or self.scores or self.tiebreaks or self.games)


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawMoves:
    """A drawn round that would be drawn from other scores or grades; it stays as it is.

    `games` are the tables whose players are further apart or closer now. `grades` are the tables of a draft
    with a player of another grade. `changed` are tables of a round that is played, and whose game itself
    changes.
    """

    round: int
    is_draft: bool
    games: tuple[int, ...] = ()
    grades: tuple[int, ...] = ()
    changed: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class PartMoves:
    """What moves in the main event, or in one of its stages.

    `kept` are players with another grade and the same starting score, which was set by hand. `in_files` are
    players whose data in files and on lists changes, `results_in_files` the played rounds whose games or
    results change, as result files have them. `left` are games of players who no longer play in their round.
    `pinned` are the rounds whose published tables keep the
    criteria of their publication.
    """

    stage: StageId = MAIN
    name: str = ""
    starts: tuple[Move[Quarters], ...] = ()
    tables: tuple[TableMoves, ...] = ()
    draws: tuple[DrawMoves, ...] = ()
    prizes: tuple[Move[tuple[str, ...]], ...] = ()
    kept: tuple[Move[Quarters], ...] = ()
    in_files: tuple[str, ...] = ()
    results_in_files: tuple[int, ...] = ()
    left: tuple[LeftGame, ...] = ()
    pinned: tuple[int, ...] = ()

    @property
    def moves_past(self) -> bool:
        """True if something moves that was played or published; a draft alone is neither."""
        return bool(
            self.starts
            or self.prizes
            or any(each.moves_past for each in self.tables)
            or any(each.changed for each in self.draws)
        )

    @property
    def leading(self) -> TableMoves | None:
        """The table to show first: the newest of those that move."""
        moving = [each for each in self.tables if each.moves_past]
        return max(moving, key=lambda each: (not each.of_teams, each.standings_after), default=None)

    @property
    def other_places(self) -> tuple[TableMoves, ...]:
        """The tables besides the leading one in which places move."""
        return tuple(each for each in self.tables if (each.places or each.gone) and each != self.leading)


@dataclass(frozen=True, slots=True, kw_only=True)
class EntrantMoves:
    """The players who would enter a stage that is filled already, and the entrants who would not.

    Players of a group in `tied` share its last place after the change, and nothing has decided who enters.
    With `reopened` the places that lead to the stage are no longer final.
    """

    stage: StageId
    name: str
    entering: tuple[PlayerId, ...]
    entering_names: tuple[str, ...]
    leaving: tuple[PlayerId, ...]
    leaving_names: tuple[str, ...]
    tied: tuple[tuple[PlayerId, ...], ...] = ()
    tied_names: tuple[tuple[str, ...], ...] = ()
    reopened: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Consequences:
    """What a change moves in rounds that were played and in tables that were published.

    `whole` is the published table of the places over all stages. `files` were handed out, and would be
    different now; with `files_known` no others were.
    """

    parts: tuple[PartMoves, ...] = ()
    whole: TableMoves | None = None
    qualified: tuple[EntrantMoves, ...] = ()
    fees: tuple[Move[Cents], ...] = ()
    files: tuple[HandedOut, ...] = ()
    files_known: bool = False

    def __bool__(self) -> bool:
        moves = bool(self.whole and self.whole.moves_past)
        return bool(moves or self.qualified or any(part.moves_past for part in self.parts))
