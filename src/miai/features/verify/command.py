"""miai verify."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from miai.errors import InputError
from miai.features.verify.answer import VERIFICATION
from miai.features.verify.verify_draw import verify_draw
from miai.messages import Message
from miai.terminal.app import Json, app
from miai.terminal.output import print_answer, print_line
from miai.terminal.streams import file_argument

if TYPE_CHECKING:
    from miai.features.verify.verify_draw import Verification

ProofOption = Annotated[
    Path | None, typer.Option("--proof", help="The proof that was downloaded; else it is computed again.")
]


@app.command()
def verify(
    file: Annotated[Path, file_argument("A proof (.miaiproof) or the document of an event (.miai).")],
    round_number: Annotated[
        int | None, typer.Option("--round", "-r", help="The round of an event; the last one by default.")
    ] = None,
    stage: Annotated[
        str, typer.Option("--stage", help="The id or name of a stage; else the rounds of the event itself.")
    ] = "",
    proof: ProofOption = None,
    as_json: Json = False,
) -> None:
    """Verify a published draw: that none is better, and with the event also its costs and its log."""
    given = None if proof is None else _read(proof)
    found = verify_draw(_read(file), round=round_number, stage=stage, proof=given)
    if as_json:
        print_answer(VERIFICATION, found)
    else:
        for line in _lines(found):
            print_line(line)
    if found.costs and found.costs.differences:
        raise typer.Exit(1)


def _read(file: Path) -> bytes:
    try:
        return file.read_bytes()
    except OSError as error:
        raise InputError(Message("%(file)s cannot be read", file=str(file))) from error


def _lines(found: "Verification") -> list[str]:
    about, draw = found.proof.about, found.draw
    tables = ", ".join(str(table) for table in draw.tables)
    lines = [f"{about['event']}, round {about['round']}: {found.proof.players} {about['sides']}"]
    match draw.kind:
        case "best":
            lines.append(f"No draw is better under these costs: {draw.pairs:,} possible games were compared.")
        case "changed":
            more = "more" if draw.extra > 0 else "less"
            lines.append(
                f"Changed by hand: it costs {abs(draw.extra):,} {more} than the best draw. Tables: {tables}."
            )
        case "incomplete":
            lines.append(f"Not everybody has a game. Tables that the best draw does not have: {tables}.")
        case "weighed":
            lines.append("This system does not look for the draw that costs least.")
        case _:
            lines.append(
                "This system draws by a plan or by lot, without costs: everybody is in the draw once."
            )
            if tables:
                lines.append(f"Changed by hand, as the proof itself says: tables {tables}.")
    lines.append(f"SHA-256 of the proof: {found.proof.hash}")
    if found.added is not None:
        lines.append(f"The log names this proof and was not rewritten; it has grown by {found.added} since.")
    if found.costs is not None:
        if found.costs.recomputed:
            lines.append(f"Computed again from the rules: {', '.join(found.costs.recomputed)}.")
        lines += [f"Not computed again: {what}, because {why}." for what, why in found.costs.left_out]
        lines += [f"DIFFERENT from the rules: {what}." for what in found.costs.differences]
    return lines
