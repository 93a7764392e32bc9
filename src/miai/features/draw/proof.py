"""The proofs of published draws: made at the publication, kept beside the log, made again where lost."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product

from miai.desk.live_state import STAGE_SIGN, Desk, State
from miai.domain.log.events import (
    DrawChanged,
    Event,
    InStage,
    PlayerRegistered,
    Redone,
    RoundPublished,
    Undone,
)
from miai.domain.log.history import Entry
from miai.domain.tournament import Tournament
from miai.engine.pairing.proof.content import Published, proof_content, proof_file, proof_hash
from miai.engine.pairing.registry import abilities_of
from miai.engine.scoring.teams.entrants import entrants_of, round_of_teams
from miai.errors import InputError, NoPairingError
from miai.features.draw.as_drawn import as_drawn, before_draw
from miai.features.draw.entries import draw_entries
from miai.features.draw.evaluation import analysis_of_drawn, before_round, how_drawn
from miai.messages import Message
from miai.store.tournament_id import TournamentId


@dataclass(frozen=True, slots=True, kw_only=True)
class Proof:
    """The proof of a draw: the hash that the log names, and the file."""

    hash: str
    file: bytes


@dataclass(frozen=True, slots=True, kw_only=True)
class LogHashes:
    """The hashes of a log from the entry `first` on, without what the entries say."""

    first: int
    hashes: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class LogEnd:
    """The entry of the log before a publication, and its hash."""

    entry: int
    hash: str


def make_proof(
    state: State,
    number: int,
    *,
    end: LogEnd,
    with_ids: bool = True,
    facts_now: bool = False,
    plan_now: bool = False,
) -> Proof | None:
    """The proof of a round as it is drawn in a state, after an entry of the log.

    It rests on the facts that the draw rests on, as its explanation does; with `facts_now` on those of the
    state, and with `plan_now` a plan has the players of now, as older versions made it.
    `with_ids` distinguishes players who share a name; None where the system cannot be asked any more.
    """
    tournament = state.tournament
    event = tournament if facts_now else facts_of_proof(state, number)
    how = how_drawn(draw_entries(state.history, number), event.settings)
    if not plan_now and abilities_of(how.system).plans_rounds:
        how = replace(how, drawn_from=_drawn_from(state, number))
    try:
        tournament.drawn_round(number)
        analysis = analysis_of_drawn(event, number, how)
        weighs = analysis.prices is not None
    except (InputError, NoPairingError):
        return None
    shown = entrants_of(tournament, number)
    content = proof_content(
        analysis,
        Published(
            event=tournament.name,
            drawn=shown.drawn_round(number),
            teams=tournament.settings.by_teams,
            system=how.system,
            preset=how.preset if weighs else "",
            seed=how.seed,
            entry=end.entry,
            entry_hash=end.hash,
            with_ids=with_ids,
            names={each.id: each.name for each in shown.players},
        ),
    )
    return Proof(hash=proof_hash(content), file=proof_file(content))


def _drawn_from(state: State, number: int) -> Tournament | None:
    """The event from which a round of a system with a plan was drawn."""
    found = before_draw(state.history, number)
    return before_round(entrants_of(found, number), number) if found else None


def facts_of_proof(state: State, number: int) -> Tournament:
    """The event with all that the proof of a draw rests on, before its publication."""
    return as_drawn(state.history, state.tournament, number, published=True)


def make_proof_again(state: State, number: int, *, ends: Sequence[LogEnd], named: str) -> Proof | None:
    """The proof that the log names, of the first end, or as older versions made it.

    They made it from later facts, without ids of namesakes, and that of a stage with the last entry that
    happened in it.
    """
    first = None
    older = ((False, False), (False, True), (True, True))
    for end, (facts_now, plan_now), with_ids in product(ends, older, (True, False)):
        made = make_proof(state, number, end=end, with_ids=with_ids, facts_now=facts_now, plan_now=plan_now)
        if made and made.hash == named:
            return made
        first = first or made
    return first


def proof_to_publish(desk: Desk, state: State, number: int, *, after: int | None = None) -> Proof | None:
    """The proof of a round that is about to be published; of a draft it names the last entry before it."""
    end = state.last_entry if after is None else after
    return make_proof(state, number, end=log_end(desk, state, end))


def log_end(desk: Desk, state: State, entry: int) -> LogEnd:
    """An entry of the log with its hash."""
    return LogEnd(entry=entry, hash=log_hashes(desk, state, since=entry).hashes[0])


def entries_before(state: State) -> tuple[int, ...]:
    """The entries that the proof of a round published now can name.

    The last one; of a stage also the last before rounds of other stages that are published with it, the last
    before another player took over a seat, which publishes its rounds again, and the last that happened in
    it, which proofs of Miai 0.2 name.
    """
    inside: set[int] = set()
    together = state.last_entry
    whole = state.history.whole
    for entry in whole.entries if whole else ():
        match entry.event:
            case InStage(stage=stage) if stage == state.history.stage:
                inside.add(entry.number)
            case Undone(entry=number) | Redone(entry=number) if number in inside:
                inside.add(entry.number)
    for entry in reversed(whole.entries if whole else ()):
        if entry.number in inside or not _publishes_elsewhere(entry.event):
            break
        together = entry.number - 1
    last = max(inside, default=together)
    return tuple(dict.fromkeys((state.last_entry, together, last, *_before_replacement(state))))


def _before_replacement(state: State) -> Iterator[int]:
    """The last entry before a player entered a stage and took over a seat, if nothing has happened since."""
    for entry in reversed(state.history.whole.entries if state.history.whole else ()):
        event = entry.event
        if not isinstance(event, InStage) or event.stage != state.history.stage:
            return
        if isinstance(event.change, PlayerRegistered):
            yield entry.number - 1
        if not isinstance(event.change, DrawChanged | RoundPublished):
            return


def _publishes_elsewhere(event: Event) -> bool:
    return isinstance(event, InStage) and isinstance(event.change, RoundPublished)


def keep_proof(desk: Desk, tournament_id: str, proof: Proof) -> None:
    """Store a proof beside the log that names it."""
    desk.store.proofs.keep(_log_of(tournament_id), proof.hash, proof.file)


def publication_of(state: State, number: int) -> Entry | None:
    """The entry by which the pairings of a round were last published."""
    for entry in reversed(state.history.entries_of_draw(number)):
        if isinstance(entry.event, RoundPublished) and entry.event.round == number:
            return entry
    return None


def proof_of(desk: Desk, tournament_id: str, *, round: int) -> Proof:
    """The proof of a published round; one that is lost, such as by an import, is made again from the log."""
    state = desk.state(tournament_id)
    entry = publication_of(state, round)
    named = entry.event.proof if entry and isinstance(entry.event, RoundPublished) else ""
    if entry is None or not named:
        raise InputError(Message("round %(round)s was published without a proof", round=round))
    kept = desk.store.proofs.get(_log_of(tournament_id), named)
    if kept is not None:
        return Proof(hash=named, file=kept)
    before = entry.number - 1

    def make_again() -> Proof | None:
        earlier = desk.state_at(tournament_id, before)
        ends = [log_end(desk, earlier, each) for each in entries_before(earlier)]
        return make_proof_again(earlier, round, ends=ends, named=named)

    again = desk.recall(state, ("proof made again", round), make_again)
    if again is None or again.hash != named:
        raise InputError(
            Message(
                "the proof of round %(round)s is not kept here, and this version of Miai makes another one",
                round=round,
            )
        )
    keep_proof(desk, tournament_id, again)
    return again


def shown_boards(tournament: Tournament, number: int) -> list[tuple[int, str, str]]:
    """The pairings that players see, as a proof has them: table, White and Black by name; or the matches."""
    drawn = next(each for each in tournament.shown if each.number == number)
    names: dict[str, str] = {player.id: player.name for player in tournament.players}
    if tournament.settings.by_teams:
        drawn, names = round_of_teams(drawn), {team.id: team.name for team in tournament.teams}
    boards = sorted(drawn.boards, key=lambda board: board.table)
    return [(board.table, names.get(board.white, ""), names.get(board.black, "")) for board in boards]


def shown_seats(tournament: Tournament, number: int) -> list[tuple[int, str, str]]:
    """The same by the ids of players or teams, which distinguish namesakes."""
    drawn = next(each for each in tournament.shown if each.number == number)
    if tournament.settings.by_teams:
        drawn = round_of_teams(drawn)
    boards = sorted(drawn.boards, key=lambda board: board.table)
    return [(board.table, board.white, board.black) for board in boards]


def log_hashes(desk: Desk, state: State, *, since: int) -> LogHashes:
    """The hashes of the log from an entry on."""
    first = max(1, since)
    hashes = desk.store.hashes(_log_of(state.id), after=first - 1)
    return LogHashes(first=first, hashes=hashes[: state.last_entry - first + 1])


def _log_of(tournament_id: str) -> TournamentId:
    """The id of the tournament whose log it is; a stage has no log of its own."""
    return TournamentId(tournament_id.partition(STAGE_SIGN)[0])
