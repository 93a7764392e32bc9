"""A server that runs during a test."""

from dataclasses import dataclass

from miai.app.desk import Desk


@dataclass(frozen=True, slots=True, kw_only=True)
class Running:
    """A server with its desk, its address, and the demo tournament's id."""

    url: str
    desk: Desk
    demo: str

    def at(self, page: str = "") -> str:
        """The address of a page of the demo tournament."""
        return f"{self.url}/t/{self.demo}/{page}".rstrip("/")
