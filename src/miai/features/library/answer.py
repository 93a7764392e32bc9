"""What is told of plug-ins."""

from collections.abc import Sequence

from miai.answers import Answer, Field, Shape, column, many
from miai.plugins import Plugin

_PLUGIN: Shape[Plugin] = Shape(
    "Plugin",
    "A plug-in of an installed package; `problem` says why it is not used.",
    (
        Field("kind", str, lambda plugin: plugin.group),
        Field("kind_of_thing", None, lambda plugin: plugin.group.replace("_", " "), column("Kind")),
        Field("key", str, columns=column("Name")),
        Field("package", str, columns=column("Package")),
        Field("version", str, columns=column("Version")),
        Field("problem", str | None, lambda plugin: plugin.problem or None),
        Field(
            "used", None, lambda plugin: f"no: {plugin.problem}" if plugin.problem else "yes", column("Used")
        ),
    ),
)
_PLUGINS: Shape[Sequence[Plugin]] = Shape(
    "Plugins", "What installed packages add.", (Field("plugins", many(_PLUGIN), lambda plugins: plugins),)
)
PLUGINS = Answer(
    question="plugins", whole=_PLUGINS, lines="plugins", title=lambda _: ("What installed packages add",)
)
