"""The templates, with their filters and translated messages."""

from functools import cache
from importlib.resources import files
from pathlib import Path

from jinja2 import ChoiceLoader, Environment, FileSystemLoader, PrefixLoader, StrictUndefined

from miai.domain.rounds.game import Result
from miai.domain.rounds.result_messages import result_message
from miai.server.base_path import BasePath
from miai.server.qr import qr
from miai.server.roles import author, other_author
from miai.server.static_files import Assets
from miai.server.words import formatting, tell, tell_sentence
from miai.server.words import translation as words

# Frames and parts of all pages; a template of a feature has its name before it, as "draw/draw_none.html".
FOLDER = Path(str(files("miai.server").joinpath("templates")))
FEATURE_FOLDERS = {
    folder.parent.name: folder
    for folder in sorted(FOLDER.parents[1].joinpath("features").glob("*/templates"))
}
EXTENSIONS = ("jinja2.ext.i18n", "jinja2.ext.do")


def template_loader() -> ChoiceLoader:
    """Finds the templates of the kit and of the features."""
    features = {name: FileSystemLoader(folder) for name, folder in FEATURE_FOLDERS.items()}
    return ChoiceLoader([FileSystemLoader(FOLDER), PrefixLoader(features)])


@cache
def environment(assets: Assets, base: BasePath) -> Environment:
    """The environment in which all templates are rendered; it keeps them compiled for the whole process."""
    env = Environment(
        loader=template_loader(),
        extensions=list(EXTENSIONS),
        autoescape=True,
        auto_reload=False,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    env.policies["ext.i18n.trimmed"] = True
    install = env.install_gettext_callables  # type: ignore[attr-defined] # the i18n extension adds it
    # The extension puts the values in itself; the language is asked for at each message.
    install(
        lambda message: words.translations().gettext(message),
        lambda one, many, num: words.translations().ngettext(one, many, num),
        newstyle=True,
        pgettext=lambda context, message: words.translations().pgettext(context, message),
    )
    env.globals.update(
        url=base.url,
        static=lambda path: base.url(assets.url(path)),
        languages=words.language_names,
        result_sentences=result_sentences,
        qr=qr,
    )
    env.filters.update(
        formatting.FILTERS, tell=tell, sentence=tell_sentence, author=author, other_author=other_author
    )
    return env


def template_files() -> dict[str, Path]:
    """The file of every template, by its name."""
    folders = {"": FOLDER, **{f"{name}/": folder for name, folder in FEATURE_FOLDERS.items()}}
    return {
        f"{before}{path.relative_to(folder).as_posix()}": path
        for before, folder in folders.items()
        for path in sorted(folder.rglob("*.html"))
    }


def load_public(env: Environment) -> None:
    """Compile the templates of the public pages and read the catalogues of all languages."""
    for name in env.list_templates(filter_func=lambda name: name.rpartition("/")[2].startswith("public_")):
        env.get_template(name)
    words.in_all_languages("")


def result_sentences() -> dict[str, str]:
    """The sentence of each result, with places for the names: "{white} beat {black}"."""
    return {each.value: tell(result_message(each, "{white}", "{black}")) for each in Result}
