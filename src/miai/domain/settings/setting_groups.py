"""The groups in which forms and lists show the settings, in their order."""

from dataclasses import dataclass

from miai.messages import Message


@dataclass(frozen=True, slots=True, kw_only=True)
class SettingGroup:
    """Settings that belong together; `intro` says what is true of all of them.

    A group that is `advanced` is for those who know why they need it. `page` is the page of the console where
    its settings are changed, if that is not the settings page.
    """

    key: str
    title: Message
    intro: Message | None = None
    advanced: bool = False
    page: str = ""


SYSTEM = SettingGroup(key="system", title=Message("System"))
TIME = SettingGroup(key="time", title=Message("Time and komi"))
TABLES = SettingGroup(key="tables", title=Message("Tables"))
BAR = SettingGroup(key="bar", title=Message("Bar and floor"))
UNPLAYED = SettingGroup(key="unplayed", title=Message("Rounds not played"))
HANDICAP = SettingGroup(key="handicap", title=Message("Handicap"))
CRITERIA = SettingGroup(key="criteria", title=Message("Criteria for places"))
PAIRING = SettingGroup(key="pairing", title=Message("Pairing"))
SEEDING = SettingGroup(
    key="seeding",
    title=Message("Seeding"),
    intro=Message(
        "Who of a group meets whom. Fold: first against last. Double fold: first against last in each "
        "half. Slip: the upper half against the lower half in order. Adjacent: neighbours."
    ),
)
APART = SettingGroup(key="apart", title=Message("Kept apart"))
WEEKS = SettingGroup(key="weeks", title=Message("Events over weeks"))
CATEGORIES = SettingGroup(key="categories", title=Message("Categories"))
BRACKETS = SettingGroup(key="brackets", title=Message("Brackets"))
SIDES = SettingGroup(key="sides", title=Message("Pair Go and rengo"))
TEAMS = SettingGroup(key="teams", title=Message("Teams"))
CHANCE = SettingGroup(key="chance", title=Message("Chance"), advanced=True)
GOTHA = SettingGroup(
    key="gotha",
    title=Message("OpenGotha’s weights"),
    intro=Message("The larger a weight, the more important."),
    advanced=True,
)
KANIUK = SettingGroup(key="kaniuk", title=Message("Kaniuk’s weights"), advanced=True)
EDITION = SettingGroup(key="edition", title=Message("Edition of the weights"), advanced=True)
OLD_RATING = SettingGroup(key="classic", title=Message("The EGF’s old rating"), advanced=True)
BANDS = SettingGroup(key="bands", title=Message("Starting bands"), page="players/bands")
PRIZES = SettingGroup(key="prizes", title=Message("Prizes"), page="prizes")
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
    PRIZES,
    FEES,
)
