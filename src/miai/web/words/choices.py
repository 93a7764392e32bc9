"""What can be chosen in forms, in the reader's language."""

from miai.domain.settings import Overtime, Unplayed
from miai.web.words import gettext as _
from miai.web.words import tell
from miai.web.words.formatting import system_name


def systems() -> list[tuple[str, str, str]]:
    """The systems for a new tournament, with a hint each."""
    return [
        ("mcmahon", system_name("mcmahon"), _("a field of all grades")),
        ("swiss", system_name("swiss"), _("all start equal")),
        ("round_robin", system_name("round_robin"), _("everyone meets")),
        ("knockout", system_name("knockout"), _("a bracket")),
    ]


def all_systems() -> list[tuple[str, str]]:
    """Every system there is."""
    from miai.pairing.registry import ALL_SYSTEMS  # noqa: PLC0415 - only this choice needs them

    return [(key, system_name(key)) for key in ALL_SYSTEMS]


def criteria() -> list[tuple[str, str]]:
    """Every criterion that can order the table, and none."""
    from miai.standings.places import CRITERIA  # noqa: PLC0415 - as above

    return [("", _("none")), *((key, f"{tell(each.title)} ({key})") for key, each in CRITERIA.items())]


def overtimes() -> list[tuple[str, str]]:
    """What follows the main time, with its usual lengths."""
    return [
        (Overtime.BYO_YOMI.value, _("Byo-yomi, 30 seconds")),
        (Overtime.CANADIAN.value, _("Canadian, 15 in 5 minutes")),
        (Overtime.FISCHER.value, _("10 seconds a move, added")),
        (Overtime.SUDDEN_DEATH.value, _("None")),
    ]


def overtime_kinds() -> list[tuple[str, str]]:
    """What follows the main time, whatever its length."""
    return [
        (Overtime.BYO_YOMI.value, _("Byo-yomi")),
        (Overtime.CANADIAN.value, _("Canadian")),
        (Overtime.FISCHER.value, _("Time added each move")),
        (Overtime.SUDDEN_DEATH.value, _("None")),
    ]


def presets() -> list[tuple[str, str]]:
    """The presets of pairing rules."""
    return [
        ("miai", _("Miai’s own rules")),
        ("gotha", _("As OpenGotha")),
        ("kaniuk", _("As Kaniuk")),
        ("aga", _("As the AGA")),
    ]


def counted_by() -> list[tuple[str, str]]:
    """What handicaps are counted by."""
    return [("score", _("McMahon score")), ("grade", _("Grade"))]


def unplayed() -> list[tuple[str, str]]:
    """What a round that an opponent did not play counts in sums over opponents."""
    return [
        (Unplayed.START.value, _("the starting score of the one who did not play")),
        (Unplayed.OWN.value, _("the own score")),
        (Unplayed.ZERO.value, _("nothing")),
        (Unplayed.MACMAHON.value, _("as in MacMahon")),
        (Unplayed.DUMMY.value, _("a virtual opponent")),
        (Unplayed.AGA.value, _("as the AGA counts")),
    ]
