"""Options that several commands of miai lab have."""

from pathlib import Path
from typing import Annotated

import typer

Threads = Annotated[int | None, typer.Option(help="The number of threads; all cores by default.", min=0)]
Processes = Annotated[int | None, typer.Option(help="The number of processes; all cores by default.", min=0)]
Out = Annotated[
    Path | None,
    typer.Option(
        help="Write everything into this folder: Parquet, JSON, README and CITATION.cff.", metavar="DIR"
    ),
]
Cluster = Annotated[str | None, typer.Option(help="Run on a Dask cluster.", metavar="tcp://HOST:PORT")]
Events = Annotated[
    list[Path], typer.Argument(help="Tournaments in any supported format, or folders of them.")
]
