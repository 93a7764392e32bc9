"""Options that several commands have."""

from pathlib import Path
from typing import Annotated

import typer

from miai.terminal.secrets_given import given_database

Data = Annotated[
    Path | None,
    typer.Option(
        "--data", metavar="DIR", help="Where Miai keeps its data; MIAI_DATA or your own by default."
    ),
]


MOST_PORT = 65_535


Database = Annotated[
    str | None,
    typer.Option(
        "--database",
        metavar="URL",
        help="A PostgreSQL server instead of a file in the folder; also MIAI_DATABASE or MIAI_DATABASE_FILE.",
        callback=given_database,
    ),
]


BasePath = Annotated[
    str, typer.Option("--base-path", metavar="PATH", help="Serve below a path of a site, such as /go.")
]


ChangedRules = Annotated[
    list[str] | None,
    typer.Option("--set", metavar="PATH=VALUE", help="Another rule, such as scoring.bar=3d; repeatable."),
]


Rounds = Annotated[
    str, typer.Option("--rounds", metavar="ROUNDS", help="Only these rounds: 1-5, or 1-2,4-6.")
]


Without = Annotated[str, typer.Option("--without", metavar="ROUNDS", help="Leave these rounds out.")]


TemporaryIds = Annotated[
    bool, typer.Option("--temporary-ids", help="Accept temporary AGA ids for players who have none.")
]
