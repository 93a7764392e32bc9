"""Verify a published draw from the file of its proof, or from the document of its event."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum
from typing import Any

from miai.desk.live_state import State
from miai.domain.log.document import read_history
from miai.domain.log.history import History
from miai.domain.log.public_part import read_public_history
from miai.domain.numbers import shortened
from miai.domain.rounds.game import Board
from miai.domain.rounds.round import Round
from miai.domain.stages import StageId
from miai.engine.verify.contradictions import check_contradictions
from miai.engine.verify.draw import DrawVerdict, check_draw
from miai.engine.verify.entering import check_entrants
from miai.engine.verify.entrants import round_between_teams
from miai.engine.verify.heads import Head, HeadsCompared, Judged, compare_heads, read_heads
from miai.engine.verify.log import PublishedRound, ReadLog, check_log, read_log
from miai.engine.verify.private_facts import Gaps, with_wishes_of_proof
from miai.engine.verify.proof_file import ProofFile, Refused, demand, is_proof, open_proof
from miai.engine.verify.round_check import check_round
from miai.engine.verify.round_in_log import EnteredWish, RoundInLog, rounds_in_log
from miai.engine.verify.seeds import SeedOrigin, SeedVerdict, check_seed
from miai.engine.verify.terms import GamesVerdict, check_games
from miai.engine.verify.verdicts import GameCounts, Missing, RoundVerdict, Why
from miai.errors import InputError
from miai.features.draw.proof import LogEnd, entries_before, make_proof_again
from miai.features.verify.words import REFUSALS, difference_words, missing_words
from miai.messages import Message
from miai.store.tournament_id import TournamentId

# What a file that cannot be read at all is refused for.
_SHORT_HEAD = re.compile(r"([1-9][0-9]{0,8}):([0-9a-fA-F]{64})")
_UNREADABLE = ("file", "format", "log")
# A lot is one only if nobody could choose its seed.
_CHOSEN = (SeedOrigin.TYPED, SeedOrigin.UNKNOWN)
_TYPED = Message("the seed was typed for this draw, so that it was not fixed before the round")
_LOT = Message("the lot that the seed follows from is private")
_NOT_IN_PUBLIC = Message(
    "a proof cannot be made again from a public log: give the one that was downloaded, with --proof"
)
_NO_HEADS = HeadsCompared(judged=())
_NOT_AS_SEEN = Message("the log is not the one that was seen")
_OTHER_BYES = Message("in the log others have the bye of this round now")
_NOT_MADE = Message(
    "this version of Miai makes another proof of it: give the one that was downloaded, with --proof"
)


class Conclusion(Enum):
    """The truth about a published draw, by all that could be derived."""

    BEST = "proven best"
    BY_RULES = "verified by its rules"
    CHANGED = "changed by hand"
    NOT_VERIFIED = "not verified"
    CONSISTENT = "consistent with itself"
    REFUSED = "refused"


@dataclass(frozen=True, slots=True, kw_only=True)
class LaterGames:
    """The tables whose games in the log are not those that were published: other pairs, or other terms.

    If others have the bye now, `byes` is true.
    """

    pairs: tuple[int, ...] = ()
    terms: tuple[int, ...] = ()
    byes: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Verification:
    """A draw that was verified: alone only by what its proof says, with the document of the event by the log.

    `refusal` is the code of a reason; `added` is how many entries the log has since the publication. A proof
    that is `not_made` could not be made again by this version. A witness would keep the `head` now. In a
    `public` log private facts are not looked at; up to the entry `unproved` its chain cannot be computed.
    """

    proof: ProofFile | None = None
    published: PublishedRound | None = None
    draw: DrawVerdict | None = None
    known: RoundInLog | None = None
    round: RoundVerdict | None = None
    later: LaterGames = LaterGames()
    refusal: str = ""
    not_made: bool = False
    added: int | None = None
    head: Head | None = None
    seen: HeadsCompared = _NO_HEADS
    seed: SeedVerdict | None = None
    public: bool = False
    unproved: int = 0

    @property
    def conclusion(self) -> Conclusion:
        """The truth about the draw, as one of six words."""
        if self.refusal or self._contradicted:
            return Conclusion.REFUSED
        if self.published is None:
            return Conclusion.CONSISTENT
        if self.draw is None or self.round is None or self.reasons:
            return Conclusion.NOT_VERIFIED
        if self.round.by_rules:
            return Conclusion.BY_RULES if self.round.changed is None else Conclusion.CHANGED
        return Conclusion.BEST if self.draw.kind == "best" else Conclusion.CHANGED

    @property
    def reasons(self) -> tuple[Message, ...]:
        """The reasons why a draw is refused or not verified."""
        found = [REFUSALS.get(self.refusal, REFUSALS["file"])] if self.refusal else []
        if any(judged is not Judged.AGREES for _, judged in self.seen.judged):
            found.append(_NOT_AS_SEEN)
        if self.round is not None:
            found += [
                Message("the proof has something else than the log: %(what)s", what=difference_words(each))
                for each in self.round.differences
            ]
            found += [missing_words(each) for each in self.round.missing]
            if self.round.by_rules and self.seed is not None and self.seed.origin in _CHOSEN:
                found.append(_TYPED)
            if self.round.by_rules and self.seed is not None and self.seed.origin is SeedOrigin.HIDDEN:
                found.append(_LOT)
        if self.unproved:
            found.append(
                Message(
                    "the hashes of the entries up to %(number)s cover private fields, so that they cannot be"
                    " computed from a public log",
                    number=self.unproved,
                )
            )
        if self.not_made:
            found.append(_NOT_IN_PUBLIC if self.public else _NOT_MADE)
        if self.later.pairs:
            found.append(
                Message(
                    "the games of this round in the log are not those that were published: tables %(tables)s",
                    tables=", ".join(str(table) for table in self.later.pairs),
                )
            )
        if self.later.byes:
            found.append(_OTHER_BYES)
        return tuple(found)

    @property
    def changed_tables(self) -> tuple[int, ...] | None:
        """The tables that are not as the system draws them; None without a proof."""
        if self.round is not None and self.round.by_rules:
            return self.round.changed or ()
        return self.draw.tables if self.draw else None

    @property
    def hash(self) -> str:
        """The SHA-256 of the proof; empty if none was read."""
        return self.proof.hash if self.proof else ""

    @property
    def counts(self) -> GameCounts | None:
        """How many games were free, if that was derived and is what the proof says."""
        return self.round.counts if self.round else None

    @property
    def wishes(self) -> tuple[tuple[EnteredWish, tuple[str, ...]], ...]:
        """The director's wishes that the draw kept to, with the names in them."""
        if self.round is None or self.known is None:
            return ()
        names = self.known.names
        return tuple((each, tuple(names.get(who, "") for who in each.players)) for each in self.round.wishes)

    def about(self, field: str) -> Any:
        """What the log says of the round; without a log what the proof says."""
        if self.known is not None:
            return {"event": self.known.event_name, "round": self.known.number}[field]
        return self.proof.about[field] if self.proof else None

    @property
    def _contradicted(self) -> bool:
        return bool(self.seen.changed) or (self.round is not None and bool(self.round.differences))


def verify_draw(
    file: bytes,
    *,
    round: int | None = None,
    stage: str = "",
    proof: bytes | None = None,
    seen: Sequence[str] = (),
) -> Verification:
    """Verify the file of a proof, or a round in the document of an event with its proof or one made again.

    `stage` is the id of a stage of the event, or its name; `seen` are texts with heads that witnesses kept.
    """
    if is_proof(file):
        if seen:
            raise InputError(
                Message("only the document of the event can be compared with what was seen of it")
            )
        return _alone(file)
    try:
        log = read_log(file)
    except Refused as refused:
        if refused.code in _UNREADABLE:
            raise InputError(REFUSALS[refused.code]) from refused
        return Verification(refusal=refused.code)
    return _in_document(file, log, round, stage, proof, seen)


def _alone(file: bytes) -> Verification:
    try:
        opened = open_proof(file)
        return Verification(proof=opened, draw=check_draw(opened))
    except Refused as refused:
        if refused.code in _UNREADABLE:
            why = REFUSALS.get(refused.code, REFUSALS["file"])
            raise InputError(Message("the proof is refused: %(why)s", why=why)) from refused
        return Verification(refusal=refused.code)


def _in_document(
    document: bytes, log: ReadLog, number: int | None, stage: str, proof: bytes | None, seen: Sequence[str]
) -> Verification:
    history = read_public_history(document) if log.public else read_history(document)
    published = log.publication(number, _stage_id(history, stage) if stage else "")
    if published is None or not published.proof:
        raise InputError(_no_proof(number if published is None else published.round))
    found = Verification(
        published=published,
        head=log.head,
        added=len(log.hashes) - published.entry,
        public=log.public,
        unproved=log.unproved,
        seen=compare_heads(_heads(seen, log.event), event=log.event, hashes=log.hashes, times=log.times),
    )
    before = _state_before(history, published)
    if proof is None and log.public:
        return replace(found, not_made=True)
    if proof is None:
        ends = [LogEnd(entry=entry, hash=log.hashes[entry - 1]) for entry in entries_before(before)]
        made = make_proof_again(before, published.round, ends=ends, named=published.proof)
        if made is None or made.hash != published.proof:
            return replace(found, not_made=True)
        proof = made.file
    try:
        opened = open_proof(proof)
        demand(opened.hash == published.proof, "hash")
        check_log(opened, log, published)
        draw = check_draw(opened)
        gaps = Gaps(private=log.public, erased=log.erased)
        known, verdict = _by_the_log(opened, before.history, published.round, gaps)
    except Refused as refused:
        return replace(found, refusal=refused.code)
    later = _later_games(history, published, known)
    seed = check_seed(before.history, published.round, lot_is_private=log.public)
    return replace(found, proof=opened, draw=draw, known=known, round=verdict, later=later, seed=seed)


def _heads(texts: Sequence[str], event: str) -> list[Head]:
    """The heads in some texts; a number and a hash alone are a head of this event."""
    found: list[Head] = []
    for text in texts:
        short = _SHORT_HEAD.fullmatch(text.strip())
        if short:
            found.append(Head(event=event, entries=int(short[1]), hash=short[2].lower()))
            continue
        try:
            found += read_heads(text)
        except Refused as refused:
            raise InputError(
                Message(
                    "'%(text)s' is not a head of a log: it begins with miai-head, or is the number of an"
                    " entry, a colon and its hash",
                    text=shortened(text),
                )
            ) from refused
    return found


def _by_the_log(
    proof: ProofFile, before: History, number: int, gaps: Gaps
) -> tuple[RoundInLog, RoundVerdict]:
    """The round by the facts of its draw, or by those of the publication, as older versions made proofs."""
    found = [(known, check_round(proof, known, gaps=gaps)) for known in rounds_in_log(before, number)]
    known, verdict = next((each for each in found if not each[1].differences), found[0])
    if verdict.differences:
        return known, verdict
    at_draw = with_wishes_of_proof(found[0][0], proof)[0] if gaps.private else found[0][0]
    games = check_games(at_draw) if verdict.compared else GamesVerdict()
    missing = (*games.missing, *check_entrants(at_draw), *check_contradictions(at_draw))
    if missing and gaps.erased:
        missing = (Missing(why=Why.ERASED),)
    missing = tuple(dict.fromkeys((*verdict.missing, *missing)))
    return known, replace(verdict, missing=missing, terms_by_hand=games.by_hand)


def _later_games(history: History, published: PublishedRound, shown: RoundInLog) -> LaterGames:
    """What became of the published games in the log: games that were played are those."""
    event = history.tournament()
    if published.stage:
        stages = [each.event for each in event.stages if each.id == published.stage]
        event = stages[0] if stages else type(event)()
    now = event.round(published.round)
    now = round_between_teams(now) if shown.teams else now
    games, later = _games(shown.drawn), _games(now)
    pairs = {board.table for pair, board in games.items() if pair not in later}
    pairs |= {board.table for pair, board in later.items() if pair not in games}
    both = [(board, later[pair]) for pair, board in games.items() if pair in later]
    terms = {board.table for board, other in both if _terms(board) != _terms(other)}
    return LaterGames(
        pairs=tuple(sorted(pairs)),
        terms=tuple(sorted(terms)),
        byes=not pairs and sorted(shown.drawn.free) != sorted(now.free),
    )


def _games(drawn: Round) -> dict[frozenset[str], Board]:
    return {frozenset((board.white, board.black)): board for board in drawn.boards}


def _terms(board: Board) -> tuple[object, ...]:
    return board.table, board.white, board.handicap, board.komi


def _no_proof(number: int | None) -> Message:
    if number is None:
        return Message("no round of this event was published with a proof")
    return Message("round %(round)s of this event was not published with a proof", round=number)


def _state_before(history: History, published: PublishedRound) -> State:
    """The event as it was when the round was published."""
    history = history.until(published.entry - 1)
    event = history.tournament()
    if published.stage:
        stage = StageId(published.stage)
        history, event = history.in_stage(stage), event.stage(stage).event
    return State(id=TournamentId(""), history=history, tournament=event, version=published.before)


def _stage_id(history: History, asked: str) -> str:
    """The id of the stage that is asked for by its id, or by a name that no other stage has."""
    stages = history.tournament().stages
    by_id = [stage.id for stage in stages if stage.id == asked]
    wanted = asked.casefold()
    found = by_id or [
        stage.id for stage in stages if wanted in (stage.id.casefold(), stage.event.name.casefold())
    ]
    if len(found) == 1:
        return found[0]
    if found:
        raise InputError(
            Message(
                "'%(name)s' is the name of several stages: give an id: %(known)s",
                name=asked,
                known=", ".join(found),
            )
        )
    raise InputError(
        Message(
            "there is no stage '%(id)s': %(known)s", id=asked, known=", ".join(stage.id for stage in stages)
        )
    )
