"""What is told of the tokens and webhooks of the API."""

from collections.abc import Sequence
from dataclasses import dataclass

from miai.answers import Answer, Field, Shape, column, many
from miai.features.programs.tokens import NewToken
from miai.store.accounts.programs_protocol import ApiToken, Webhook


@dataclass(frozen=True, slots=True)
class Tokens:
    """The tokens of a tournament, or of the whole server."""

    event: str | None
    tokens: Sequence[ApiToken]


TOKEN: Shape[ApiToken] = Shape(
    "Token",
    "A token without its secret.",
    (
        Field("id", str, columns=column("Id")),
        Field("name", str, columns=column("Name")),
        Field("scope", str, columns=column("Scope")),
        Field("tournament", str | None),
        Field("tournament_id", str | None, lambda token: token.tournament),
        Field("created_at", str, columns=column("Made")),
        Field("created_by", str),
        Field("last_used_at", str | None, columns=column("Last used")),
        Field("revoked_at", str | None, columns=column("Revoked")),
    ),
)
_MADE: Shape[NewToken] = Shape(
    "MadeToken",
    "A token with its secret, which is shown only once.",
    (*TOKEN.of(lambda made: made.token), Field("token", str, lambda made: made.text)),
)
MADE_TOKEN = Answer(question="token-add", whole=_MADE)
_TOKENS: Shape[Tokens] = Shape(
    "Tokens",
    "The tokens of a tournament, or of the whole server.",
    (Field("event", str | None), Field("tokens", many(TOKEN))),
)
TOKENS = Answer(question="token-list", whole=_TOKENS, lines="tokens", title=lambda _: ("Tokens",))

TOKEN_LIST: Shape[Sequence[ApiToken]] = Shape(
    "TokenList", "Tokens without their secrets.", (Field("tokens", many(TOKEN), lambda tokens: tokens),)
)

WEBHOOK: Shape[Webhook] = Shape(
    "Webhook",
    "A webhook without its secret; `delivered` is the last entry that arrived.",
    (
        Field("id", str),
        Field("url", str),
        Field("created_at", str),
        Field("created_by", str),
        Field("delivered", int),
        Field("failures", int),
        Field("next_try_at", str),
        Field("problem", str),
        Field("dead", bool),
    ),
)
WEBHOOKS: Shape[Sequence[Webhook]] = Shape(
    "Webhooks", "Webhooks without their secrets.", (Field("webhooks", many(WEBHOOK), lambda hooks: hooks),)
)
MADE_WEBHOOK: Shape[Webhook] = Shape(
    "MadeWebhook",
    "A new webhook with its secret, which is shown only this once.",
    (*WEBHOOK.fields, Field("secret", str)),
)
