"""All that can be computed again, by document and table."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from miai.errors import InputError
from miai.messages import Message, literal
from miai_lab.reproduce import (
    document1,
    document1_rounds,
    document1_standings,
    document2,
    document3,
    named_tournaments,
)
from miai_lab.reproduce.cell import Aside, Cell
from miai_lab.reproduce.document5_bars import shodan_bar, t_ideal_bars
from miai_lab.reproduce.document5_find_bar import figure_29, solutions, table_5, table_7, table_8
from miai_lab.reproduce.document5_flaws import other_methods, table_2
from miai_lab.reproduce.document5_graphs import graphs, split_and_cycle
from miai_lab.reproduce.document5_levels import correlations, gaps, t_ideal
from miai_lab.reproduce.document5_trial import section_11
from miai_lab.reproduce.study import ReproductionStudy


@dataclass(frozen=True, slots=True, kw_only=True)
class Group:
    """Cells that are computed together; a quick one takes a second or two."""

    name: str
    make: Callable[[ReproductionStudy], Sequence[Cell | Aside]]
    quick: bool = False


GROUPS = (
    Group(name="document 1, section 2.1", make=document1.section_2_1, quick=True),
    Group(name="document 1, section 2.2 and figure 2.2", make=document1.section_2_2, quick=True),
    Group(name="document 1, table 2.1", make=document1.table_2_1, quick=True),
    Group(name="document 1, table 2.2", make=document1.table_2_2, quick=True),
    Group(name="document 1, table 2.3", make=document1.table_2_3, quick=True),
    Group(name="document 1, table 3.1", make=document1_rounds.table_3_1, quick=True),
    Group(name="document 1, table 3.2", make=document1_rounds.table_3_2, quick=True),
    Group(name="document 1, section 4.1.1", make=document1_rounds.section_4_1_1, quick=True),
    Group(name="document 1, table 4.1", make=document1_rounds.table_4_1, quick=True),
    Group(name="document 1, section 4.2.2, CUSS", make=document1_standings.cuss, quick=True),
    Group(name="document 1, section 4.2.3", make=document1_rounds.section_4_2_3, quick=True),
    Group(name="document 1, figure 4.3", make=document1_standings.figure_4_3, quick=True),
    Group(name="document 1, figure 5.1", make=document1_standings.figure_5_1, quick=True),
    Group(name="document 1, figure 6.1", make=document1_standings.figure_6_1, quick=True),
    Group(name="document 2, bands", make=document2.bands, quick=True),
    Group(name="document 2, split and shift, merged groups", make=document2.pairing, quick=True),
    Group(name="document 2, penalty", make=document2.penalty, quick=True),
    Group(name="document 2, Bob", make=document2.bob, quick=True),
    Group(name="document 3, table I", make=document3.table_i, quick=True),
    Group(name="document 3, table II", make=document3.table_ii, quick=True),
    Group(name="document 3, section IV, hyperbola", make=document3.hyperbola, quick=True),
    Group(name="document 3, examples", make=document3.examples, quick=True),
    Group(name="document 5, entries of tables 3, 4, 6 and 9", make=named_tournaments.entries, quick=True),
    Group(name="document 5, table 1", make=named_tournaments.table_1, quick=True),
    Group(name="document 5, table 5", make=table_5, quick=True),
    Group(name="document 5, table 10", make=named_tournaments.table_10, quick=True),
    Group(name="document 5, table 2", make=table_2),
    Group(name="document 5, table 2 by other methods", make=other_methods),
    Group(name="document 5, figures 2 and 3", make=graphs, quick=True),
    Group(name="document 5, section 2, split-and-cycle", make=split_and_cycle, quick=True),
    Group(name="document 5, sections 3.1, 3.2 and 4.1, T_ideal", make=t_ideal),
    Group(name="document 5, sections 3.3 and 4.2, T_r-gap and T_s-gaps", make=gaps, quick=True),
    Group(name="document 5, sections 3.3 to 4.2, correlations", make=correlations),
    Group(name="document 5, figures 11 to 16 and 20", make=t_ideal_bars),
    Group(name="document 5, sections 9.1 and 9.2", make=shodan_bar),
    Group(name="document 5, table 7", make=table_7),
    Group(name="document 5, table 8", make=table_8),
    Group(name="document 5, sections 9.3, 11.3 and 11.4, solutions", make=solutions),
    Group(name="document 5, figure 29", make=figure_29),
    Group(name="document 5, sections 11 and 12, trial", make=section_11),
)


def in_documents_order(cells: Iterable[Cell]) -> tuple[Cell, ...]:
    """Documents in order, the tables of each by their numbers; cells of a table keep their order."""

    def place(cell: Cell) -> tuple[int, tuple[int, ...], str]:
        numbers = "".join(sign if sign.isdigit() else " " for sign in cell.table).split()
        return cell.document, tuple(int(number) for number in numbers), cell.table

    return tuple(sorted(cells, key=place))


def selected(*, quick: bool = False, only: Sequence[str] = ()) -> tuple[Group, ...]:
    """The groups whose names hold one of the words, or all; those that take a second or two, or all."""
    found = tuple(
        group
        for group in GROUPS
        if (group.quick or not quick)
        and (not only or any(word.lower() in group.name.lower() for word in only))
    )
    if not found:
        raise InputError(
            Message(
                "no table is called %(names)s; there are %(tables)s",
                names=literal(", ".join(only)),
                tables=literal("; ".join(group.name for group in GROUPS)),
            )
        )
    return found
