"""The groups in which forms and lists show the settings, in their order."""

from dataclasses import dataclass

from miai.messages import Message


@dataclass(frozen=True, slots=True, kw_only=True)
class SettingGroup:
    """Settings that belong together; `intro` says what is true of all of them.

    A group that is `advanced` is for those who know why they need it. `page` is the page of the console where
    its settings are changed, if that is not the settings page. `applies` says from when a change counts.
    """

    key: str
    title: Message
    intro: Message | None = None
    applies: Message | None = None
    advanced: bool = False
    page: str = ""


_NEXT_DRAW = Message("Applies from the next draw. Rounds already drawn stay.")
_AT_ONCE = Message("Applies immediately, to the scores and places of all rounds. You see first what moves.")

SYSTEM = SettingGroup(
    key="system",
    title=Message("System"),
    applies=Message(
        "Applies from the next draw. Scores and places follow immediately if the system counts them"
        " differently; you see first what moves."
    ),
)
TIME = SettingGroup(
    key="time",
    title=Message("Time and komi"),
    applies=Message(
        "Komi and board size apply from the next draw, times to rounds whose clock is not set yet."
    ),
)
TABLES = SettingGroup(key="tables", title=Message("Tables"), applies=_NEXT_DRAW)
BAR = SettingGroup(key="bar", title=Message("Bar and floor"), applies=_AT_ONCE)
UNPLAYED = SettingGroup(key="unplayed", title=Message("Rounds not played"), applies=_AT_ONCE)
HANDICAP = SettingGroup(
    key="handicap",
    title=Message("Handicap"),
    applies=Message("Applies from the next draw. Games already drawn keep their handicap and komi."),
)
CRITERIA = SettingGroup(
    key="criteria",
    title=Message("Criteria for places"),
    applies=Message(
        "Applies immediately to your standings. Published standings keep their criteria until you publish"
        " them again."
    ),
)
PAIRING = SettingGroup(key="pairing", title=Message("Pairing"), applies=_NEXT_DRAW)
SEEDING = SettingGroup(
    key="seeding",
    title=Message("Seeding"),
    intro=Message(
        "Who of a group meets whom. Fold: first against last. Double fold: first against last in each "
        "half. Slip: the upper half against the lower half in order. Adjacent: neighbours."
    ),
    applies=_NEXT_DRAW,
)
APART = SettingGroup(key="apart", title=Message("Kept apart"), applies=_NEXT_DRAW)
WEEKS = SettingGroup(
    key="weeks",
    title=Message("Events over weeks"),
    applies=Message("Applies from the next draw and the next deadline. The time zone applies immediately."),
)
CATEGORIES = SettingGroup(
    key="categories",
    title=Message("Categories"),
    applies=Message("Categories change immediately in lists and prizes, and from the next draw in pairing."),
)
BRACKETS = SettingGroup(key="brackets", title=Message("Brackets"), applies=_NEXT_DRAW)
SIDES = SettingGroup(
    key="sides",
    title=Message("Pair Go and rengo"),
    applies=Message("Applies immediately to the grades of all sides. You see first what moves."),
)
TEAMS = SettingGroup(
    key="teams",
    title=Message("Teams"),
    applies=Message(
        "Criteria and points apply immediately to the places of teams; boards and pairing from the next draw."
    ),
)
CHANCE = SettingGroup(key="chance", title=Message("Chance"), advanced=True, applies=_NEXT_DRAW)
GOTHA = SettingGroup(
    key="gotha",
    title=Message("OpenGotha’s weights"),
    intro=Message("The larger a weight, the more important."),
    advanced=True,
    applies=_NEXT_DRAW,
)
KANIUK = SettingGroup(key="kaniuk", title=Message("Kaniuk’s weights"), advanced=True, applies=_NEXT_DRAW)
OLD_RATING = SettingGroup(
    key="classic",
    title=Message("The EGF’s old rating"),
    advanced=True,
    applies=Message("Applies immediately to the old rating of all rounds."),
)
EDITION = SettingGroup(
    key="edition", title=Message("Edition of the weights"), advanced=True, applies=_NEXT_DRAW
)
BANDS = SettingGroup(key="bands", title=Message("Starting bands"), page="players/bands")
PRIZES = SettingGroup(key="prizes", title=Message("Prizes"), page="prizes")
PUBLISHING = SettingGroup(key="publishing", title=Message("Publishing"), page="show")
FEES = SettingGroup(key="fees", title=Message("Fees"), page="fees")

SETTING_GROUPS = (
    SYSTEM,
    TIME,
    TABLES,
    BAR,
    UNPLAYED,
    HANDICAP,
    CRITERIA,
    PAIRING,
    SEEDING,
    APART,
    WEEKS,
    CATEGORIES,
    BRACKETS,
    SIDES,
    TEAMS,
    CHANCE,
    GOTHA,
    KANIUK,
    EDITION,
    OLD_RATING,
    BANDS,
    PUBLISHING,
    PRIZES,
    FEES,
)
