"""The sentences of a verification: why a proof is refused, what differs, what could not be derived."""

from collections.abc import Callable

from miai.domain.settings.system_names import system_name
from miai.engine.verify.draw_in_log import ChangeByHand
from miai.engine.verify.round_in_log import EnteredWish, WishKind
from miai.engine.verify.verdicts import Difference, Missing, What, Why
from miai.messages import Message, counted, literal

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

_DIFFERENT = {
    What.EVENT: Message("the name of the event"),
    What.ROUND: Message("the number of the round"),
    What.SIDES: Message("if players or teams are paired"),
    What.SYSTEM: Message("the system"),
    What.PRESET: Message("the pairing rules"),
    What.SEED: Message("the seed"),
    What.PLAYERS: Message("who plays, and their order in the groups"),
    What.BOARDS: Message("the games, with their tables, colours, stones and komi"),
    What.BYES: Message("who has the bye"),
    What.UNPAIRED: Message("who has no game"),
    What.FORCED: Message("the games that the director wanted"),
    What.FORBIDDEN: Message("the pairs that may not be drawn"),
    What.RULES: Message("which rules there are"),
    What.BYE_COSTS: Message("the costs of the bye"),
    What.BYE: Message("who should sit out by the order of the bye"),
    What.OWN_GAMES: Message("the games that the system draws"),
    What.OWN_COLOURS: Message("the colours that the system draws"),
    What.OWN_TERMS: Message("the stones and komi by the rules"),
    What.OWN_TABLES: Message("the tables by the rules"),
    What.OWN_BYES: Message("the bye that the system gives"),
    What.NEAREST: Message("if a draw keeps all rules"),
    What.CLAIM: Message("that the system looks for the draw that costs least"),
}
FACTS = {
    "grade": Message("the grades of the players"),
    "club": Message("the clubs of the players"),
    "country": Message("the countries of the players"),
    "score": Message("the scores of the players"),
    "group": Message("the groups of the players"),
    "place": Message("the places in the groups"),
    "of": Message("the sizes of the groups"),
    "up": Message("how often players were drawn up"),
    "down": Message("how often players were drawn down"),
    "balance": Message("the colours that players have had"),
    "last": Message("the last colours of the players"),
    "level": Message("what handicaps are counted from"),
    "category": Message("the categories of the players"),
    "byes": Message("the earlier byes of the players"),
}


def difference_words(found: Difference) -> Message:
    """A part of a proof that is not what the log says."""
    match found.what:
        case What.FACT:
            return FACTS[found.of]
        case What.PRICES:
            return Message("the costs by the rule '%(rule)s'", rule=found.of)
    return _DIFFERENT[found.what]


_MISSING = {
    Why.WISHES: Message("the director wanted two games of one player"),
    Why.ALL_WANTED: Message("the director's wishes leave no other draw"),
    Why.NO_ENTRY: Message("the log does not say with which seed the round was drawn"),
    Why.KEPT: Message("only some of the games were drawn again, and the others kept"),
    Why.NO_DRAW: Message("no draw keeps all rules, and which ones were broken is not derived"),
    Why.PLAN_WISHES: Message("wishes about pairs, or families, move players in the plan"),
    Why.FIRST_ROUND: Message("the plan cannot be read from round 1 as it stands in the log"),
    Why.MADE_UP: Message("which missed games should be made up cannot be decided"),
    Why.LEAVES: Message("the games of a player who leaves later are settled before"),
    Why.OPEN_GAME: Message("a match that decides about this round has no winner"),
    Why.BOTH_LOST: Message("both players of an earlier match lost"),
    Why.LOSERS_DRAWN: Message("the draws of the losers' bracket are not made again"),
    Why.LARGE_GROUP: Message("a score group is too large to compare all its pairings"),
    Why.PRICING: Message("the costs are those of an older Miai than the one that wrote this log"),
    Why.NEAR_TIE: Message("two opponents are so alike that the last digits of their ratings decided"),
    Why.UNSTABLE: Message("two players would rather meet each other, which can be so if no draw is stable"),
    Why.FEW_LEFT: Message("so few pairings are left that the lot was drawn in another way"),
    Why.HIDDEN_BYE: Message("who offered to sit out is private, so that the bye is not derived"),
    Why.HIDDEN_FACTS: Message("private facts decide about this draw"),
    Why.ERASED: Message("facts that decide about this draw were erased"),
}


def missing_words(found: Missing) -> Message:
    """A reason for which a round cannot be derived."""
    if found.why in _MISSING:
        return _MISSING[found.why]
    return _MISSING_OF[found.why](found.of)


_MISSING_OF: dict[Why, Callable[[str], Message]] = {
    Why.SYSTEM: lambda of: Message(
        "the draws of the system %(system)s are not computed again", system=system_name(of)
    ),
    Why.PLUGIN: lambda of: Message("the rule '%(rule)s' is one of a plug-in", rule=of),
    Why.CRITERIA: lambda of: Message(
        "the criterion '%(key)s', which orders the groups, is not counted again", key=of
    ),
    Why.OTHER_SYSTEM: lambda of: Message(
        "the rules of the event named another system at the draw: %(system)s", system=system_name(of)
    ),
    Why.AWAY: lambda of: Message("%(name)s has a game and is away from this round by the log", name=of),
    Why.TERMS: lambda of: Message(
        "the rules give other colours, stones or komi, and no entry of the log changed them by hand:"
        " tables %(tables)s",
        tables=of,
    ),
    Why.MATCHES: lambda of: Message(
        "the rules give other colours, and no entry of the log changed them by hand: matches %(matches)s",
        matches=of,
    ),
    Why.BOARDS: lambda of: Message(
        "the boards are not those of the matches and line-ups, and no entry of the log changed them by hand:"
        " tables %(tables)s",
        tables=of,
    ),
    Why.LINE_UP: lambda of: Message(
        "the line-up of %(team)s is not that of the rules, and nobody stated it", team=of
    ),
    Why.PLACES: lambda of: Message(
        "the places of %(stage)s, by which players entered, are not counted again", stage=of
    ),
    Why.NOT_QUALIFIED: lambda of: Message(
        "%(name)s does not qualify for this stage by the places at the draw", name=of
    ),
    Why.LEFT_OUT: lambda of: Message(
        "%(name)s qualifies for this stage by the places at the draw, and is not in it", name=of
    ),
    Why.HIDDEN_PAIRS: lambda of: counted(
        "%(num)s pair is kept apart for a private reason, such as a wish or family",
        "%(num)s pairs are kept apart for private reasons, such as wishes or families",
        int(of),
    ),
    Why.HIDDEN_GAMES: lambda of: counted(
        "%(num)s game is said to be wanted, and wishes are private",
        "%(num)s games are said to be wanted, and wishes are private",
        int(of),
    ),
    Why.SIDE: lambda of: Message("the side %(name)s has other people than its name and grade say", name=of),
}


def wish_words(wish: EnteredWish, names: tuple[str, ...]) -> Message:
    """A wish of the director, with the entry of the log, its author and its time."""
    entered = _entry_words(wish.entry, wish.by, wish.at)
    match wish.kind:
        case WishKind.APART:
            return Message("%(a)s and %(b)s never meet: %(entered)s", a=names[0], b=names[1], entered=entered)
        case WishKind.GAME:
            return Message("%(a)s plays %(b)s: %(entered)s", a=names[0], b=names[1], entered=entered)
        case WishKind.VOLUNTEER:
            return Message("%(name)s offered to sit out: %(entered)s", name=names[0], entered=entered)


def _entry_words(number: int, by: str, at: str) -> Message:
    if not by and not at:
        return Message("entry %(number)s", number=number)
    who = ", ".join(text for text in (by, at) if text)
    return Message("entry %(number)s (%(who)s)", number=number, who=literal(who))


def hand_words(change: ChangeByHand) -> Message:
    """A change of boards or byes by hand, with its entry in the log, its author and its time."""
    return _entry_words(change.entry, change.by, change.at)
