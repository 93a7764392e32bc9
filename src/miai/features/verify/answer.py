"""What is told of a draw that was verified."""

from typing import Any

from miai.answers import Answer, Field, Shape, many
from miai.engine.verify.draw_in_log import ChangeByHand
from miai.engine.verify.heads import Head, Judged
from miai.engine.verify.round_in_log import EnteredWish
from miai.features.verify.verify_draw import Verification
from miai.features.verify.words import difference_words, missing_words

_WISH: Shape[tuple[EnteredWish, tuple[str, ...]]] = Shape(
    "VerifiedWish",
    "A wish of the director that the draw kept to, and the entry of the log since which it counts.",
    (
        Field("kind", str, lambda each: each[0].kind.value),
        Field("players", list[str], lambda each: list(each[1])),
        Field("entry", int, lambda each: each[0].entry),
        Field("by", str, lambda each: each[0].by),
        Field("at", str, lambda each: each[0].at),
    ),
)
_CHANGE: Shape[ChangeByHand] = Shape(
    "ChangeByHand",
    "An entry that changed boards or byes of a draw by hand, in a system without prices.",
    (
        Field("how", str, lambda each: each.how),
        Field("entry", int, lambda each: each.entry),
        Field("by", str, lambda each: each.by),
        Field("at", str, lambda each: each.at),
    ),
)
_SEEN: Shape[tuple[Head, Judged]] = Shape(
    "SeenHead",
    "A head of the log that a witness kept: it agrees with this log, was changed, is later, or is foreign.",
    (
        Field("head", str, lambda each: each[0].line),
        Field("judged", str, lambda each: each[1].value),
    ),
)
_VERIFICATION: Shape[Verification] = Shape(
    "Verification",
    "What was found; what only the document of an event tells is null without it.",
    (
        Field("verdict", str, lambda found: found.conclusion.value),
        Field("reasons", list[str], lambda found: [str(reason) for reason in found.reasons]),
        Field("event", Any, lambda found: found.about("event")),
        Field("round", Any, lambda found: found.about("round")),
        Field("proof", str | None, lambda found: found.hash or None),
        Field("draw", str | None, lambda found: found.draw and found.draw.kind),
        Field("extra", int | None, lambda found: found.draw and found.draw.extra),
        Field("tables", list[int] | None, lambda found: found.changed_tables),
        Field("pairs", int | None, lambda found: found.draw and found.draw.pairs),
        Field("system", str | None, lambda found: found.known and found.known.system),
        Field("preset", str | None, lambda found: found.known and found.known.preset),
        Field("seed", str | None, lambda found: found.known and str(found.known.seed)),
        Field("seed_origin", str | None, lambda found: found.seed and found.seed.origin.value),
        Field("draws_made", int | None, lambda found: found.seed and found.seed.draws),
        Field("draws_with_other_games", int | None, lambda found: found.seed and found.seed.others),
        Field("log_entries_since", int | None, lambda found: found.added),
        Field("public_log", bool, lambda found: found.public),
        Field("head", str | None, lambda found: found.head and found.head.text),
        Field("recomputed", list[str] | None, lambda found: found.round and list(found.round.compared)),
        Field(
            "missing",
            list[str] | None,
            lambda found: found.round and [str(missing_words(each)) for each in found.round.missing],
        ),
        Field(
            "differences",
            list[str] | None,
            lambda found: found.round and [str(difference_words(each)) for each in found.round.differences],
        ),
        Field("games_free", int | None, lambda found: found.counts and found.counts.free),
        Field("games_wanted", int | None, lambda found: found.counts and found.counts.wanted),
        Field("pairs_forbidden", int | None, lambda found: found.counts and found.counts.forbidden),
        Field("rematches", int | None, lambda found: found.counts and found.counts.rematches),
        Field("families", int | None, lambda found: found.counts and found.counts.families),
        Field("kept_apart", int | None, lambda found: found.counts and found.counts.apart),
        Field(
            "terms_changed_by_hand_at",
            list[int] | None,
            lambda found: found.round and list(found.round.terms_by_hand),
        ),
        Field("wishes", many(_WISH), lambda found: found.wishes),
        Field("changes", many(_CHANGE), lambda found: found.round.by_hand if found.round else ()),
        Field("seen", many(_SEEN), lambda found: found.seen.judged),
        Field("other_games_at", list[int], lambda found: list(found.later.pairs)),
        Field("other_terms_at", list[int], lambda found: list(found.later.terms)),
    ),
)
VERIFICATION = Answer(question="verify", whole=_VERIFICATION)
