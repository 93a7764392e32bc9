"""Rounds of a log that lacks facts: private ones in a public log, and personal ones that were erased.

A proof shows everybody which pairs it keeps apart and which games it was given, but not why. With a public
log these are taken as the proof says, so that all else is derived and compared. A proof that uses none of
them is verified as with the whole log; what it does use makes the round not verified, and is counted.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from miai.domain.rounds.director_constraints import WantedGame, Wishes
from miai.engine.verify.costs import CostsInLog
from miai.engine.verify.proof_file import ProofFile
from miai.engine.verify.round_in_log import COMPUTED_SYSTEMS, RoundInLog
from miai.engine.verify.verdicts import Difference, Missing, RoundVerdict, What, Why

# What depends on who offers to sit out.
_OF_THE_BYE = (What.BYE, What.BYE_COSTS)
# What the log states of a round, whatever is private.
_STATED = (
    What.EVENT, What.ROUND, What.SIDES, What.SYSTEM, What.PRESET, What.SEED, What.RULES,
)  # fmt: skip
# What wishes decide in a system that looks for no draw that costs least.
_OF_WISHES = (What.CLAIM, What.FORBIDDEN, What.FORCED, What.RULES)
_BROKEN = "broken"


@dataclass(frozen=True, slots=True, kw_only=True)
class Gaps:
    """What a log lacks: private facts, and perhaps facts of persons that were erased."""

    private: bool = False
    erased: bool = False

    def __bool__(self) -> bool:
        return self.private or self.erased


NO_GAPS = Gaps()


def with_wishes_of_proof(known: RoundInLog, proof: ProofFile) -> tuple[RoundInLog, tuple[Missing, ...]]:
    """A round with wishes that explain the forced games and forbidden pairs of a proof, and their number."""
    if known.system not in COMPUTED_SYSTEMS:
        return known, ()
    field = CostsInLog(known, nearest=False)
    ids = [each.player.id for each in field.field]
    if len(ids) != proof.players:
        return known, ()
    forced = proof.about["forced"]
    unexplained = sorted(proof.forbidden - field.bans.all)
    games = tuple(WantedGame(round=known.number, white=ids[i], black=ids[j]) for i, j in forced)
    wishes = Wishes(apart=tuple((ids[i], ids[j]) for i, j in unexplained), games=games)
    assumed = [(Why.HIDDEN_PAIRS, len(unexplained)), (Why.HIDDEN_GAMES, len(games))]
    found = replace(known, facts=replace(known.facts, wishes=wishes))
    return found, tuple(Missing(why=why, of=str(count)) for why, count in assumed if count)


def with_gaps(
    verdict: RoundVerdict, known: RoundInLog, gaps: Gaps, assumed: Sequence[Missing]
) -> RoundVerdict:
    """A verdict in which nothing is said to differ that facts which the log lacks could explain."""
    kept = tuple(each for each in verdict.differences if not _explained(each, known, gaps))
    if kept:
        return replace(verdict, differences=kept)
    lacking = dict.fromkeys(_lacking(verdict.differences, gaps))
    return replace(verdict, differences=(), missing=(*assumed, *verdict.missing, *lacking))


def _explained(found: Difference, known: RoundInLog, gaps: Gaps) -> bool:
    if found.what in _OF_THE_BYE and gaps.private:
        return True
    by_rules = known.system not in COMPUTED_SYSTEMS
    # If no draw keeps a private wish, AccelRat has the rules of the nearest draw.
    if found.what in _STATED and not (by_rules and gaps.private and found.what is What.RULES):
        return False
    if gaps.erased or (gaps.private and _alike(known)):
        return True
    by_wishes = found.what is What.NEAREST or (found.what is What.PRICES and found.of == _BROKEN)
    own = found.what.value.startswith("own ") or (by_rules and found.what in _OF_WISHES)
    return gaps.private and (by_wishes or own)


def _lacking(differences: Sequence[Difference], gaps: Gaps) -> Iterator[Missing]:
    for each in differences:
        if each.what in _OF_THE_BYE and gaps.private:
            yield Missing(why=Why.HIDDEN_BYE)
        else:
            yield Missing(why=Why.ERASED if gaps.erased else Why.HIDDEN_FACTS)


def _alike(known: RoundInLog) -> bool:
    """If nothing public tells two players apart: by lot, private facts decide between them."""
    names = Counter(
        (each.surname, each.first_name, each.egf_pin, each.aga_id, each.ffg_licence)
        for each in known.facts.players
    )
    return any(count > 1 for count in names.values())
