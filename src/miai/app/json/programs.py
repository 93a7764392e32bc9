"""The JSON of `miai token`, and of the tokens and webhooks of the API."""

from typing_extensions import TypedDict

from miai.store.programs_protocol import ApiToken, Webhook


class TokenJson(TypedDict):
    """A token without its secret."""

    id: str
    name: str
    scope: str
    tournament: str | None
    created_at: str
    created_by: str
    last_used_at: str | None
    revoked_at: str | None


class MadeTokenJson(TokenJson):
    """A token with its secret, which is shown only once."""

    token: str


class TokensJson(TypedDict):
    """The tokens of a tournament, or of the whole server."""

    event: str | None
    tokens: list[TokenJson]


class WebhookJson(TypedDict):
    """A webhook without its secret; `delivered` is the last entry that arrived."""

    id: str
    url: str
    created_at: str
    created_by: str
    delivered: int
    failures: int
    next_try_at: str
    problem: str
    dead: bool


def token_json(token: ApiToken) -> TokenJson:
    """A token without its secret."""
    return {
        "id": token.id,
        "name": token.name,
        "scope": token.scope,
        "tournament": token.tournament,
        "created_at": token.created_at,
        "created_by": token.created_by,
        "last_used_at": token.last_used_at,
        "revoked_at": token.revoked_at,
    }


def webhook_json(webhook: Webhook) -> WebhookJson:
    """A webhook without its secret."""
    return {
        "id": webhook.id,
        "url": webhook.url,
        "created_at": webhook.created_at,
        "created_by": webhook.created_by,
        "delivered": webhook.delivered,
        "failures": webhook.failures,
        "next_try_at": webhook.next_try_at,
        "problem": webhook.problem,
        "dead": webhook.dead,
    }
