"""A kind of event as a configuration tells it."""

from collections.abc import Sequence

from miai.messages import Message
from miai_lab.entries import EventKind
from miai_lab.toml_tables import TomlTable

NOISE = "noise"
_FIELDS = frozenset({
    "players", "rounds", "weakest", "strongest", "mean", "spread", NOISE, "clubs", "countries", "at_home",
    "absent",
})  # fmt: skip


def describes_a_kind(table: TomlTable, *, besides: Sequence[str] = ()) -> bool:
    """Whether a table describes a kind of its own, by a key that kinds with a known name do not have.

    A misspelt key is none of these: it is complained of, and nothing is said to be missing because of it.
    """
    table.asked |= _FIELDS
    return bool((_FIELDS - set(besides)) & table.data.keys())


def own_kind(table: TomlTable, name: str) -> EventKind:
    """The kind that a table describes field by field; what is wrong is noted in the table."""
    fewest, most = table.span("players")
    kind = EventKind(
        key=name,
        fewest=int(fewest),
        most=int(most),
        rounds=table.whole("rounds", least=1),
        weakest=table.grade("weakest"),
        strongest=table.grade("strongest"),
        mean=table.grade("mean"),
        spread=table.number("spread", least=0, most=40),
        noise=noise_of(table),
        clubs=table.whole("clubs", 10, least=1),
        countries=table.whole("countries", 1, least=1),
        at_home=table.number("at_home", 0.2, least=0, most=1),
        absent=table.number("absent", 0, least=0, most=0.9),
    )
    if kind.fewest <= kind.rounds:
        table.complain(
            "players",
            Message(
                "%(players)s players are too few for %(rounds)s rounds",
                players=kind.fewest,
                rounds=kind.rounds,
            ),
        )
    if kind.weakest > kind.strongest:
        table.complain("weakest", Message("the weakest grade is above the strongest"))
    return kind


def noise_of(table: TomlTable) -> float | None:
    """By how many grades true strengths differ from what is declared; none where the fit decides."""
    table.asked.add(NOISE)
    return table.number(NOISE, least=0, most=10) if NOISE in table else None
