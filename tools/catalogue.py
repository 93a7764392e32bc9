"""Updates the translation catalogues with the messages of the code and of the templates: make catalogue.

With --check nothing is written, and a catalogue that lacks anything is a failure: make translations.
"""

import re
import sys
from functools import cache
from importlib.resources import files
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po, write_po

from miai.server.rendering import EXTENSIONS
from miai.server.words import DOMAIN, LANGUAGES

_FOLDER = Path(str(files("miai")))
_TEMPLATES = "**.html"
# The command line, the lab, the client and the library speak English only; `messages.py` has no messages.
ENGLISH_ONLY = (
    "main.py",
    "terminal/**.py",
    "features/*/command.py",
    "features/*/command/**.py",
    "features/*/table.py",
    "features/forecast/*.py",
    "features/library/*.py",
    "features/ratings/rate.py",
    "formats/tables/table_files.py",
    "engine/forecast/*.py",
    "client/**.py",
    "messages.py",
)
_METHODS = [
    # Players see these on their phones, and the director on a page.
    *((f"features/forecast/{name}.py", "python") for name in ("stakes", "answer", "page", "rail")),
    *((pattern, "ignore") for pattern in ENGLISH_ONLY),
    ("**.py", "python"),
    (_TEMPLATES, "jinja2"),
]
_OPTIONS = {_TEMPLATES: {"extensions": ",".join(EXTENSIONS), "trimmed": "true"}}
_KEYWORDS = {
    "_": None,
    "gettext": None,
    "mark": None,
    "ngettext": (1, 2),
    "pgettext": ((1, "c"), 2),
    "Message": None,
    "counted": (1, 2),
}
# The words of what one adds to a registry; they are shown in English until somebody translates them.
_OF_REGISTRIES = (
    "engine/scoring/direct.py",
    "engine/scoring/teams/criteria.py",
    "engine/scoring/tiebreaks.py",
    "domain/settings/presets.py",
    "engine/pairing/registry.py",
    "formats/registry.py",
    "engine/pairing/rules/",
    "engine/pairing/schedules/",
    "engine/pairing/systems/",
    "engine/rating/",
)
_HEADER = """msgid ""
msgstr ""
"Language: {language}\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"Content-Transfer-Encoding: 8bit\\n"
"Plural-Forms: {plural}\\n"

"""
_PLACE = re.compile(r"%\((\w+)\)|%%|\{n\}")


def translated_languages() -> list[str]:
    """The languages that have a catalogue; the messages themselves are English."""
    return [language for language in LANGUAGES.own if language != "en"]


@cache
def extracted() -> Catalog:
    """Every message of the code and of the templates, read once."""
    catalogue = Catalog(domain=DOMAIN, charset="utf-8")
    found = extract_from_dir(_FOLDER, _METHODS, _OPTIONS, keywords=_KEYWORDS)
    for file, _line, message, _comments, context in found:
        catalogue.add(message, None, [(str(file), 0)], context=context)
    return catalogue


def read(language: str) -> Catalog:
    """The catalogue of a language as it is kept."""
    with _path(language).open("rb") as file:
        return read_po(file, locale=language, domain=DOMAIN)


def update(language: str) -> list[str]:
    """Add what is new, drop what nobody says any more, and name what is still to be translated."""
    catalogue = read(language)
    catalogue.update(extracted(), no_fuzzy_matching=True)
    catalogue.obsolete.clear()
    with _path(language).open("wb") as file:
        # A header without dates and versions: two who translate at the same time should not clash there.
        file.write(_HEADER.format(language=language, plural=catalogue.plural_forms).encode())
        write_po(file, catalogue, width=110, sort_output=True, include_lineno=False, omit_header=True)
    return left_to_do(language)


def left_to_do(language: str) -> list[str]:
    """Everything that a translator has to do."""
    return [*faults(language), *(f"not translated: {text!r}" for text in sorted(shown_in_english(language)))]


def faults(language: str) -> list[str]:
    """What is missing from a catalogue, or says something else than the message; new entries may wait."""
    known = read(language)
    waiting = shown_in_english(language)
    found = []
    for message in extracted():
        if not message.id or _text(message) in waiting:
            continue
        kept = known.get(message.id, message.context)
        if kept is None:
            found.append(f"not in the catalogue: {_text(message)!r}")
        elif not _is_translated(kept):
            found.append(f"not translated: {_text(message)!r}")
        elif any(_places(text) != _places(_text(message)) for text in _strings(kept)):
            found.append(f"other places than the message: {_text(message)!r}")
    return found


def shown_in_english(language: str) -> set[str]:
    """The words of criteria, rules, systems and the like that nobody has translated yet."""
    known = read(language)
    entries = (message for message in extracted() if message.id and _is_of_registries(message))
    return {
        _text(message)
        for message in entries
        if (kept := known.get(message.id, message.context)) is None or not _is_translated(kept)
    }


def _is_of_registries(message: Message) -> bool:
    return all(file.startswith(_OF_REGISTRIES) for file, _ in message.locations)


def _is_translated(message: Message) -> bool:
    return all(_strings(message)) and not message.fuzzy


def _path(language: str) -> Path:
    return _FOLDER / "server" / "locale" / language / "LC_MESSAGES" / f"{DOMAIN}.po"


def _text(message: Message) -> str:
    """The message itself, for a number the form for many."""
    return message.id if isinstance(message.id, str) else message.id[-1]


def _strings(message: Message) -> tuple[str, ...]:
    text = message.string
    return (text,) if isinstance(text, str) else tuple(text or ("",))


def _places(text: str) -> set[str]:
    return {match[0] for match in _PLACE.finditer(text)}


def main() -> None:
    """Update all catalogues and say what is left to do; with --check only look."""
    check = sys.argv[1:] == ["--check"]
    missing = 0
    for language in translated_languages():
        for fault in left_to_do(language) if check else update(language):
            sys.stdout.write(f"{language}: {fault}\n")
            missing += 1
    if check and missing:
        sys.exit(1)


if __name__ == "__main__":
    main()
