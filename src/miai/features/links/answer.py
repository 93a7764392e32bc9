"""What is told of private links."""

from collections.abc import Sequence

from miai.answers import Field, Shape, many
from miai.features.links.player_links import IssuedLink

_LINK: Shape[IssuedLink] = Shape(
    "IssuedLink",
    "A private link, which is shown only this once.",
    (Field("player", str, lambda link: link.player.id), Field("path", str)),
)
ISSUED_LINKS: Shape[Sequence[IssuedLink]] = Shape(
    "IssuedLinks", "Links that were just issued.", (Field("links", many(_LINK), lambda links: links),)
)
REVOKED: Shape[int] = Shape(
    "Revoked", "How many links were revoked.", (Field("revoked", int, lambda revoked: revoked),)
)
