"""A program at the API for tests."""

from typing import Any

import httpx

from kit.web_site import Site
from miai.desk.live_state import Desk
from miai.features.programs.tokens import Scope, add_token


class Program:
    """A program with a token at the application."""

    def __init__(self, desk: Desk, scope: Scope, tournament: str | None = None, **serving: Any) -> None:
        self.site = Site(desk, **serving)
        self.desk = desk
        self.made = add_token(desk.store, tournament, scope=scope, name="program", by="director")
        self.client = self.site.browser()

    def ask(self, method: str, path: str, body: Any = None, **headers: str) -> httpx.Response:
        """Send a request; `if_match` is the header If-Match."""
        sent = {name.replace("_", "-"): value for name, value in headers.items()}
        sent.setdefault("Authorization", f"Bearer {self.made.text}")
        content = {} if body is None else {"json": body}
        answer: httpx.Response = self.client.request(method, f"/api/v1{path}", headers=sent, **content)
        return answer

    def get(self, path: str, **headers: str) -> Any:
        """What an address answers."""
        answer = self.ask("GET", path, **headers)
        assert answer.status_code == 200, answer.text
        return answer.json()


def kind_of(answer: httpx.Response) -> str:
    """The kind of a problem."""
    assert answer.headers["content-type"] == "application/problem+json", answer.text
    content = answer.json()
    assert content["status"] == answer.status_code
    assert content["title"]
    assert content["detail"]
    return str(content["type"]).removeprefix("/api#")
