"""Words the moves of a change as messages, for pages, the API and commands alike."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date

from miai.desk.handed_out import HandedOut
from miai.domain.money import money_text
from miai.domain.points import Quarters, quarters
from miai.features.consequences.confirm import Option, Way
from miai.features.consequences.moves import Consequences, DrawMoves, PartMoves, TableMoves
from miai.features.players.left_games import left_in_rounds
from miai.features.standings.shown_lines import Move, Shows, T
from miai.formats.registry import format_of
from miai.messages import Clauses, Message, Score, counted, literal

# More players than this are counted and not named.
_NAMED = 5
_NO_SCORE = "–"


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """One kind of thing and what becomes of it; `moves` are the places to show below it."""

    label: Message
    text: Message
    moves: tuple[Move[int], ...] = ()
    stays: bool = False


def all_lines(way: Way) -> tuple[Line, ...]:
    """Everything that is lost or moves, log by log; each line names its log if there are several."""
    return tuple(
        replace(line, label=Message("%(stage)s: %(what)s", stage=part.proposal.before.name, what=line.label))
        if way.among_several
        else line
        for part in way.parts
        for line in (*_lost_lines(part.option), *lines_of(part.option.moves))
    )


def _lost_lines(option: Option) -> Iterator[Line]:
    if option.losses:
        yield Line(label=Message("Removed"), text=Message("%(text)s", text=Clauses(option.losses)))


def lines_of(found: Consequences) -> tuple[Line, ...]:
    """Everything that moves, kind by kind, and what stays."""
    return (
        *(line for part in found.parts for line in _part_lines(part)),
        *_handed_out_lines(found),
        *_whole_lines(found),
        *_qualified_lines(found),
        *_fee_lines(found),
    )


def _part_lines(part: PartMoves) -> Iterator[Line]:
    for word in (_left_lines, _start_lines, _table_lines, _draw_lines, _prize_lines):
        for line in word(part):
            label = Message("%(stage)s: %(what)s", stage=part.name, what=line.label)
            yield replace(line, label=label) if part.name else line


def _left_lines(part: PartMoves) -> Iterator[Line]:
    for number, what in left_in_rounds(part.left):
        yield Line(label=Message("Round %(number)s", number=number), text=what)


def _start_lines(part: PartMoves) -> Iterator[Line]:
    label = Message("Starting score")
    if len(part.starts) > _NAMED:
        text = counted(
            "%(num)s player starts with another score",
            "%(num)s players start with another score",
            len(part.starts),
        )
        yield Line(label=label, text=text)
    elif part.starts:
        yield Line(label=label, text=_moved(part.starts, Score))
    if len(part.kept) > _NAMED:
        text = counted(
            "%(num)s player starts as before, by hand",
            "%(num)s players start as before, by hand",
            len(part.kept),
        )
        yield Line(label=label, text=text, stays=True)
    elif part.kept:
        yield Line(
            label=label, text=Message("%(text)s", text=Clauses(tuple(map(_stays, part.kept)))), stays=True
        )


def _stays(move: Move[Quarters]) -> Message:
    score = Score(move.after or Quarters(0))
    return Message("%(name)s keeps %(score)s, set by hand", name=move.name, score=score)


def _moved(moves: Sequence[Move[T]], show: Callable[[T], object]) -> Message:
    """Each name with the values before and after."""

    def shown(value: T | None) -> object:
        return _NO_SCORE if value is None else show(value)

    clauses = tuple(
        Message(
            "%(name)s: %(before)s → %(after)s",
            name=move.name,
            before=shown(move.before),
            after=shown(move.after),
        )
        for move in moves
    )
    return Message("%(text)s", text=Clauses(clauses))


# Tables -----------------------------------------------------------------------------------------------


def _table_lines(part: PartMoves) -> Iterator[Line]:
    leading = part.leading
    if leading is None:
        yield Line(label=Message("Places"), text=Message("no player moves"), stays=True)
    else:
        yield from _lines_of_table(leading)
        yield from map(_line_of_places, part.other_places)
    yield from _published_lines(part)
    changed = bool(_changed(part) or part.results_in_files)
    yield Line(label=Message("Played rounds"), text=_played(part), stays=not changed)


def _lines_of_table(table: TableMoves) -> Iterator[Line]:
    """The places, scores and tie-breaks of a table; values by other criteria are no news of anybody."""
    yield replace(_line_of_places(table), moves=table.places)
    if table.other_criteria:
        return
    if table.scores:
        yield Line(label=Message("Score"), text=_scores(table))
    if table.tiebreaks:
        yield Line(label=Message("Tie-breaks"), text=_tiebreaks(table))


def _line_of_places(table: TableMoves) -> Line:
    """How many places of the table after a round move."""
    what = Message("Places of teams") if table.of_teams else Message("Places")
    label = Message("%(what)s after round %(round)s", what=what, round=table.standings_after)
    return Line(label=label, text=_places(table), stays=not (table.places or table.gone))


def _places(table: TableMoves) -> Message:
    if table.gone:
        return Message(
            "the standings after round %(round)s are no longer possible", round=table.standings_after
        )
    if not table.places:
        return Message("no team moves") if table.of_teams else Message("no player moves")
    if table.of_teams:
        return counted("%(num)s team moves", "%(num)s teams move", len(table.places))
    return counted("%(num)s player moves", "%(num)s players move", len(table.places))


def _scores(table: TableMoves) -> Message:
    if len(table.scores) > _NAMED:
        return counted(
            "%(num)s player gets another score", "%(num)s players get another score", len(table.scores)
        )
    return _moved(table.scores, _value)


def _value(value: float) -> object:
    in_quarters = value * 4
    return Score(quarters(value)) if in_quarters == int(in_quarters) else float(value)


def _tiebreaks(table: TableMoves) -> Message:
    if len(table.tiebreaks) > _NAMED:
        return counted(
            "%(num)s player gets other tie-breaks",
            "%(num)s players get other tie-breaks",
            len(table.tiebreaks),
        )
    return counted(
        "%(names)s gets other tie-breaks", "%(names)s get other tie-breaks",
        len(table.tiebreaks),
        names=tuple(table.tiebreaks),
    )  # fmt: skip


def _published_lines(part: PartMoves) -> Iterator[Line]:
    published = tuple(table for table in part.tables if table.published)
    if not published:
        yield Line(label=Message("Published"), text=_kept(part.pinned), stays=True)
        return
    gone = tuple(dict.fromkeys(table.standings_after for table in published if table.gone))
    changed = tuple(dict.fromkeys(table.standings_after for table in published if not table.gone))
    clauses = [Message("printed lists are out of date"), *_shown_otherwise(published)]
    if gone:
        text = counted(
            "players no longer see the standings after round %(rounds)s",
            "players no longer see the standings after rounds %(rounds)s",
            len(gone),
            rounds=gone,
        )
        clauses.insert(0, text)
    if changed:
        text = counted(
            "standings after round %(rounds)s change for players",
            "standings after rounds %(rounds)s change for players",
            len(changed),
            rounds=changed,
        )
        clauses.insert(0, text)
    yield Line(label=Message("Published"), text=Message("%(text)s", text=Clauses(tuple(clauses))))


def _shown_otherwise(tables: Sequence[TableMoves]) -> Iterator[Message]:
    """What published tables show of players in another way, besides places and scores."""
    games = tuple(dict.fromkeys(name for table in tables for name in table.games))
    if games:
        yield Message("another game or result: %(names)s", names=_named(games))
    for part, data in _OTHER_DATA.items():
        names = tuple(
            dict.fromkeys(
                name for table in tables for each, found in table.data if each is part for name in found
            )
        )
        if names:
            yield data(_named(names))


# What a table shows of a player in another way.
_OTHER_DATA: dict[Shows, Callable[[Message], Message]] = {
    Shows.NAMES: lambda names: Message("another name: %(names)s", names=names),
    Shows.GRADES: lambda names: Message("another grade: %(names)s", names=names),
    Shows.COUNTRIES: lambda names: Message("another country: %(names)s", names=names),
    Shows.CLUBS: lambda names: Message("another club: %(names)s", names=names),
}


def _named(names: tuple[str, ...]) -> Message:
    """The names, or their number if they are many."""
    if len(names) > _NAMED:
        return counted("%(num)s player", "%(num)s players", len(names))
    return Message("%(names)s", names=names)


def _whole_lines(found: Consequences) -> Iterator[Line]:
    """The published places over all stages."""
    if found.whole is None:
        return
    detail = tuple(_shown_otherwise((found.whole,)))
    text = Message("the published places of the whole event change for players")
    yield Line(
        label=Message("Whole event"),
        text=Message("%(text)s", text=Clauses((text, *detail))) if detail else text,
        moves=found.whole.places,
    )


def _kept(pinned: tuple[int, ...]) -> Message:
    if not pinned:
        return Message("no published table changes")
    return counted(
        "standings after round %(rounds)s keep their criteria until they are published again",
        "standings after rounds %(rounds)s keep their criteria until they are published again",
        len(pinned),
        rounds=pinned,
    )


def _changed(part: PartMoves) -> tuple[int, ...]:
    return tuple(each.round for each in part.draws if each.changed)


def _played(part: PartMoves) -> Message:
    changed = _changed(part)
    if not changed:
        return _other_results(part.results_in_files)
    return counted(
        "games of round %(rounds)s change", "games of rounds %(rounds)s change", len(changed), rounds=changed
    )


def _other_results(rounds: tuple[int, ...]) -> Message:
    if not rounds:
        return Message("stay as played")
    return counted(
        "the games stay; results, byes or bonus points of round %(rounds)s change",
        "the games stay; results, byes or bonus points of rounds %(rounds)s change",
        len(rounds),
        rounds=rounds,
    )


# The rest ---------------------------------------------------------------------------------------------


def _draw_lines(part: PartMoves) -> Iterator[Line]:
    rounds = tuple(each.round for each in part.draws if each.games and not each.is_draft)
    if rounds:
        text = counted(
            "round %(rounds)s stays as drawn, from the scores of that time",
            "rounds %(rounds)s stay as drawn, from the scores of that time",
            len(rounds),
            rounds=rounds,
        )
        yield Line(label=Message("Draws"), text=text)
    yield from (_draft_line(each) for each in part.draws if each.is_draft and (each.games or each.grades))


def _draft_line(draft: DrawMoves) -> Line:
    if draft.games:
        text = counted(
            "%(num)s game was drawn from other scores: draw again before publishing",
            "%(num)s games were drawn from other scores: draw again before publishing",
            len(draft.games),
        )
    else:
        text = counted(
            "%(num)s game was drawn with another grade: draw again before publishing",
            "%(num)s games were drawn with other grades: draw again before publishing",
            len(draft.grades),
        )
    return Line(label=Message("Draft of round %(round)s", round=draft.round), text=text)


def _prize_lines(part: PartMoves) -> Iterator[Line]:
    if part.prizes:
        yield Line(label=Message("Prizes"), text=_moved(part.prizes, ", ".join))


def _handed_out_lines(found: Consequences) -> Iterator[Line]:
    """The files that were handed out and would be different now; if not all are known, what others have."""
    clauses = tuple(map(_outdated, found.files))
    if not found.files_known:
        clauses += tuple(clause for part in found.parts for clause in _others(part))
    if clauses:
        yield Line(label=Message("Files"), text=Message("%(text)s", text=Clauses(clauses)))
    elif any(map(_changes_files, found.parts)):
        yield Line(label=Message("Files"), text=Message("none that was handed out changes"), stays=True)


def _outdated(file: HandedOut) -> Message:
    return Message(
        "%(file)s, handed out on %(day)s after entry %(number)s, would be different now",
        file=format_of(file.format).title,
        day=date.fromisoformat(file.at[:10]),
        number=file.version,
    )


def _changes_files(part: PartMoves) -> bool:
    """True if something changes that files show."""
    moved = any(table.places or table.scores for table in part.tables)
    return bool(part.results_in_files or part.in_files or part.starts or moved)


def _others(part: PartMoves) -> Iterator[Message]:
    """The old values in files that may have been sent before it was noted which."""
    clause = _old_values(part)
    if clause:
        yield clause
    if part.in_files:
        names = _named(part.in_files)
        yield (
            Message("new data in all rounds: %(names)s", names=names)
            if clause
            else Message(
                "new data in all rounds: %(names)s; files sent before, if any, have the old", names=names
            )
        )


def _old_values(part: PartMoves) -> Message | None:
    if part.results_in_files:
        return counted(
            "result files sent before, if any, have the old games and results of round %(rounds)s",
            "result files sent before, if any, have the old games and results of rounds %(rounds)s",
            len(part.results_in_files),
            rounds=part.results_in_files,
        )
    if part.starts or any(table.places or table.scores for table in part.tables):
        return Message("files sent before, if any, have the old scores and places")
    return None


def _qualified_lines(found: Consequences) -> Iterator[Line]:
    for each in found.qualified:
        parts = []
        if each.entering_names:
            parts.append(Message("would enter: %(names)s", names=each.entering_names))
        if each.leaving_names:
            parts.append(Message("would not enter: %(names)s", names=each.leaving_names))
        parts += [Message("would share the last place: %(names)s", names=names) for names in each.tied_names]
        if each.reopened:
            parts.append(Message("its places are no longer final"))
        parts.append(Message("its entrants stay until you change them"))
        yield Line(label=literal(each.name), text=Message("%(text)s", text=Clauses(tuple(parts))))


def _fee_lines(found: Consequences) -> Iterator[Line]:
    if found.fees:
        text = _moved(found.fees[:_NAMED], money_text)
        yield Line(label=Message("Fees of players who paid"), text=text)
