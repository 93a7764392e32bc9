"""miai verify."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from miai.errors import InputError
from miai.features.verify.answer import VERIFICATION
from miai.features.verify.verify_draw import Conclusion, verify_draw
from miai.features.verify.witnesses import witness_messages
from miai.features.verify.words import hand_words, wish_words
from miai.formats.foreign_json import api_error
from miai.formats.reading import in_file
from miai.messages import Message
from miai.terminal.app import Json, app
from miai.terminal.output import print_answer, print_line
from miai.terminal.streams import file_argument

if TYPE_CHECKING:
    from miai.features.verify.verify_draw import Verification

ProofOption = Annotated[
    Path | None, typer.Option("--proof", help="The proof that was downloaded; else it is computed again.")
]
SeenOption = Annotated[
    list[str] | None,
    typer.Option(
        "--seen",
        metavar="HEAD",
        help="A head of the log that a witness kept, NUMBER:HASH, or a file of heads; as often as needed.",
    ),
]
# Status 2 is for files and arguments that are wrong.
_STATUS = {
    Conclusion.BEST: 0,
    Conclusion.BY_RULES: 0,
    Conclusion.CHANGED: 0,
    Conclusion.REFUSED: 1,
    Conclusion.NOT_VERIFIED: 3,
    Conclusion.CONSISTENT: 3,
}


@app.command()
def verify(
    file: Annotated[
        Path, file_argument("A proof (.miaiproof), the document of an event (.miai) or its public log.")
    ],
    round_number: Annotated[
        int | None, typer.Option("--round", "-r", help="The round of an event; the last one by default.")
    ] = None,
    stage: Annotated[
        str, typer.Option("--stage", help="The id or name of a stage; else the rounds of the event itself.")
    ] = "",
    proof: ProofOption = None,
    seen: SeenOption = None,
    as_json: Json = False,
) -> None:
    """Verify a published draw: derive it from the log of its event, and show that none is better."""
    given = None if proof is None else _read(proof)
    heads = [_seen(text) for text in seen or ()]
    found = verify_draw(_read(file), round=round_number, stage=stage, proof=given, seen=heads)
    if as_json:
        print_answer(VERIFICATION, found)
    else:
        for line in _lines(found):
            print_line(line)
    if _STATUS[found.conclusion]:
        raise typer.Exit(_STATUS[found.conclusion])


def _read(file: Path) -> bytes:
    try:
        data = file.read_bytes()
    except OSError as error:
        raise InputError(Message("%(file)s cannot be read", file=str(file))) from error
    if error_of_api := api_error(data):
        raise in_file(InputError(error_of_api), file.name)
    return data


def _seen(text: str) -> str:
    """A head, or the heads in a file."""
    return _read(Path(text)).decode(errors="replace") if Path(text).is_file() else text


def _lines(found: "Verification") -> Iterator[str]:
    about = found.proof.about if found.proof else None
    if about is not None and found.proof is not None:
        yield f"{about['event']}, round {about['round']}: {found.proof.players} {about['sides']}"
    yield from _verdict(found)
    yield from _what_was_free(found)
    if found.proof is not None:
        yield f"SHA-256 of the proof: {found.proof.hash}"
    if found.round is not None and found.round.compared:
        yield f"Derived from the log and compared: {', '.join(found.round.compared)}."
        if not found.round.at_the_draw:
            yield "By the facts of the publication, as Miai made proofs before 0.3."
    yield from _log_lines(found)


def _verdict(found: "Verification") -> Iterator[str]:
    reasons = [str(reason) for reason in found.reasons]
    match found.conclusion:
        case Conclusion.BEST:
            pairs = found.draw.pairs if found.draw else 0
            yield f"PROVEN BEST: no draw costs less; {pairs:,} possible games were compared."
        case Conclusion.BY_RULES:
            yield "VERIFIED BY ITS RULES: the system draws the same games again from the log."
        case Conclusion.CHANGED if found.round is not None and found.round.by_rules:
            yield f"CHANGED BY HAND since the draw, which follows the rules{_tables(found.round.changed)}"
            yield from (f"  {hand_words(each)}" for each in found.round.by_hand)
        case Conclusion.CHANGED:
            yield f"CHANGED BY HAND{_extra(found)}"
        case Conclusion.CONSISTENT:
            yield (
                "CONSISTENT WITH ITSELF, and nothing more: a proof alone does not show that its players,"
                " costs and games are those of the event. Give the document of the event."
            )
            yield f"What the proof says: {_said(found)}"
        case Conclusion.REFUSED:
            yield "REFUSED, because:"
            yield from (f"  {reason}" for reason in reasons)
        case Conclusion.NOT_VERIFIED:
            yield f"NOT VERIFIED, because {'; '.join(reasons)}."


def _tables(changed: tuple[int, ...] | None) -> str:
    tables = ", ".join(str(table) for table in changed or ())
    return f". Tables: {tables}." if tables else ": another player has the bye."


def _extra(found: "Verification") -> str:
    draw = found.draw
    if draw is None:
        return "."
    tables = ", ".join(str(table) for table in draw.tables)
    if draw.kind == "incomplete":
        return f": not everybody has a game. Tables that the best draw does not have: {tables or 'none'}."
    more = "more" if draw.extra > 0 else "less"
    return f": it costs {abs(draw.extra):,} {more} than the best draw. Tables: {tables}."


def _said(found: "Verification") -> str:
    draw = found.draw
    match draw.kind if draw else "":
        case "best":
            return "no draw costs less."
        case "changed" | "incomplete":
            return f"changed by hand{_extra(found)}"
        case "weighed":
            return "this system does not look for the draw that costs least."
    return "this system draws by a plan or by lot, without costs."


def _what_was_free(found: "Verification") -> Iterator[str]:
    counts = found.counts
    if counts is not None:
        yield (
            f"Games that were free: {counts.free}. Wanted by the director: {counts.wanted}."
            f" Pairs that could not be drawn: {counts.forbidden} of {counts.pairs}"
            f" (rematches {counts.rematches}, families {counts.families},"
            f" kept apart by the director {counts.apart})."
        )
    yield from (f"  {wish_words(wish, names)}" for wish, names in found.wishes)
    if found.round is not None and found.round.terms_by_hand:
        tables = ", ".join(str(table) for table in found.round.terms_by_hand)
        yield f"Colours, stones or komi that the rules do not give, changed by hand: tables {tables}."


def _log_lines(found: "Verification") -> Iterator[str]:
    if found.seed is not None and found.known is not None:
        yield (
            f"The seed {found.known.seed} {found.seed.origin.value}. Draws of this round in the log:"
            f" {found.seed.draws}, of which {found.seed.others} before this one had other games."
        )
    if found.head is None:
        return
    yield f"The log names this proof; it has grown by {found.added} since. Head of the log: {found.head.text}"
    if found.later.terms:
        tables = ", ".join(str(table) for table in found.later.terms)
        yield f"Colours, stones, komi or the table were changed after the publication: tables {tables}."
    if found.public:
        yield (
            "This is a public log. Not looked at, because it is private: wishes, families, the lot that the"
            " seed follows from, the authors of entries, and reasons."
        )
    if not found.seen.judged:
        yield (
            "The chain of the log is whole. A log that was rewritten from the start has a whole chain too:"
            " compare it with what others saw of it (--seen)."
        )
    yield from (f"Witnesses: {message}." for message in witness_messages(found.seen))
