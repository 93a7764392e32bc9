"""Verify a published draw from the file of its proof, or from the document of its event."""

from dataclasses import dataclass

from miai.desk.live_state import State
from miai.domain.log.document import read_history
from miai.domain.stages import StageId
from miai.engine.verify.costs import CostVerdict, check_costs
from miai.engine.verify.draw import DrawVerdict, check_draw
from miai.engine.verify.log import PublishedRound, check_log, read_log
from miai.engine.verify.proof_file import ProofFile, Refused, is_proof, open_proof
from miai.errors import InputError
from miai.features.draw.entries import draw_entries
from miai.features.draw.evaluation import how_drawn
from miai.features.draw.proof import LogEnd, entries_before, facts_of_proof, make_proof_again
from miai.messages import Message
from miai.store.tournament_id import TournamentId

REFUSALS = {
    "hash": Message("this is not the proof that was fixed at the publication"),
    "file": Message("the file is damaged"),
    "format": Message("this file is not a proof, or one of another version"),
    "seats": Message("somebody sits at two tables, or is not in the field"),
    "best": Message("the draw that is said to be the best is not one"),
    "forbidden": Message("the draw that is said to be the best has a forbidden pair"),
    "total": Message("the costs do not add up"),
    "duals": Message("the numbers that should prove the draw are missing or too many"),
    "blossoms": Message("the sets that should prove the draw are not as they must be"),
    "undercut": Message("a pair costs less than the proof allows, so a better draw may exist"),
    "bound": Message("the proof does not reach the cost of the draw, so a better draw may exist"),
    "claim": Message("what is said of the published draw is not what its costs say"),
    "log": Message("the log cannot be read"),
    "log before": Message(
        "the log before the publication is not the one that the proof names: it was rewritten, or begun with"
        " an earlier version of Miai"
    ),
    "log shorter": Message("the log ends before the publication"),
    "log rewritten": Message("an entry of the log was changed, left out or put in"),
}
"""Why a proof is refused, by the codes that the script of the web page uses too."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Verification:
    """What was found: of the draw, and with the document of the event also of its costs and its log.

    `added` is how many entries the log has since the publication.
    """

    proof: ProofFile
    draw: DrawVerdict
    costs: CostVerdict | None = None
    added: int | None = None

    @property
    def named(self) -> bool:
        """Whether the log names this very proof."""
        return self.added is not None


def verify_draw(
    file: bytes, *, round: int | None = None, stage: str = "", proof: bytes | None = None
) -> Verification:
    """Verify the file of a proof, or a round in the document of an event with its proof or one made again.

    `stage` is the id of a stage of the event, or its name.
    """
    try:
        if is_proof(file):
            opened = open_proof(file)
            return Verification(proof=opened, draw=check_draw(opened))
        return _in_document(file, round, stage, proof)
    except Refused as refused:
        why = REFUSALS.get(refused.code, REFUSALS["file"])
        raise InputError(Message("the proof is refused: %(why)s", why=why)) from refused


def _in_document(document: bytes, number: int | None, stage: str, proof: bytes | None) -> Verification:
    log = read_log(document)
    published = log.publication(number, _stage_id(document, stage) if stage else "")
    if published is None:
        raise InputError(Message("no round of this event was published with a proof"))
    before = _state_before(document, published)
    if proof is None:
        ends = [LogEnd(entry=entry, hash=log.hashes[entry - 1]) for entry in entries_before(before)]
        made = make_proof_again(before, published.round, ends=ends, named=published.proof)
        if made is None:
            raise InputError(
                Message("the proof of round %(round)s cannot be made again", round=published.round)
            )
        proof = made.file
    opened = open_proof(proof)
    added = check_log(opened, log, published)
    draw = check_draw(opened, named=published.proof)
    costs = _costs(opened, before, published.round)
    return Verification(proof=opened, draw=draw, costs=costs, added=added)


def _costs(proof: ProofFile, before: State, number: int) -> CostVerdict:
    """The costs by the facts of the draw, or by those of the publication, as older versions made proofs."""
    how = how_drawn(draw_entries(before.history, number), before.tournament.settings)
    names = {each.id: each.name for each in before.tournament.players}
    drawn_by = facts_of_proof(before, number)
    found = check_costs(proof, drawn_by, pricing=how.pricing, names=names)
    if not found.differences or drawn_by == before.tournament:
        return found
    later = check_costs(proof, before.tournament, pricing=how.pricing)
    return found if later.differences else later


def _state_before(document: bytes, published: PublishedRound) -> State:
    """The event as it was when the round was published."""
    history = read_history(document).until(published.entry - 1)
    event = history.tournament()
    if published.stage:
        stage = StageId(published.stage)
        history, event = history.in_stage(stage), event.stage(stage).event
    return State(id=TournamentId(""), history=history, tournament=event, version=published.before)


def _stage_id(document: bytes, asked: str) -> str:
    """The id of the stage that is asked for by its id or its name."""
    stages = read_history(document).tournament().stages
    for stage in stages:
        if asked.casefold() in (stage.id.casefold(), stage.event.name.casefold()):
            return stage.id
    raise InputError(
        Message(
            "there is no stage '%(id)s': %(known)s", id=asked, known=", ".join(stage.id for stage in stages)
        )
    )
