"""The client: one method for each thing that most programs do, and `ask` for everything else."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, cast
from urllib.parse import quote

from miai.client.answers import (
    About,
    EntryJson,
    PlayerJson,
    RoundJson,
    Standings,
    Written,
    WrittenPlayers,
    WrittenRound,
    WrittenWithdrawal,
)
from miai.client.live import LiveEvent, Open
from miai.client.transport import Confirm, Connection, Transport


class Client:
    """A server of Miai: `Client("https://go.example", "miai_…")`.

    A change that gets no answer is sent again and made once. Problems are raised as `Problem`, and `NoAnswer`
    where the server cannot be reached. A change that moves what was played or published is a problem, unless
    `confirm` chooses one of its options: `confirm=lambda options: options[0]["confirm"]` takes the usual one.
    `ask(..., query={"reason": "promoted last week"})` keeps a reason for it in the history.
    """

    def __init__(
        self,
        url: str,
        token: str,
        *,
        transport: Transport | None = None,
        stream: Open | None = None,
        confirm: Confirm | None = None,
    ) -> None:
        self.connection = Connection(url, token, transport=transport, stream=stream, confirm=confirm)

    def ask(self, method: str, path: str, body: Any = None, **more: Any) -> Any:
        """Any operation of the API: ask("POST", "/tournaments/open/undo", {"entry": 12})."""
        return self.connection.ask(method, path, body, **more)

    def tournaments(self) -> list[dict[str, Any]]:
        """The tournaments that the token is for."""
        return cast("list[dict[str, Any]]", self.ask("GET", "/tournaments")["tournaments"])

    def create(self, name: str, **settings: Any) -> "TournamentClient":
        """Create a tournament: create("Open", rounds=5, system="mcmahon")."""
        made = self.ask("POST", "/tournaments", {"name": name, **settings})
        return self.tournament(made["id"])

    def import_file(self, data: bytes, *, file_name: str = "", lenient: bool = False) -> "TournamentClient":
        """Create a tournament from a file of any format that Miai reads."""
        query = {"file_name": file_name or None, "lenient": "true" if lenient else None}
        return self.tournament(self.ask("POST", "/tournaments/import", data, query=query)["id"])

    def tournament(self, id: str) -> "TournamentClient":  # noqa: A002 - its name
        """A tournament, or a stage of one by "event~stage"."""
        return TournamentClient(self, id)


class TournamentClient:
    """One tournament of a server."""

    def __init__(self, client: Client, id: str) -> None:  # noqa: A002
        self.client, self.id = client, id

    def ask(self, method: str, path: str = "", body: Any = None, **more: Any) -> Any:
        """Any operation of the tournament: ask("GET", "/ratings")."""
        return self.client.ask(method, f"{self._path}{path}", body, **more)

    @property
    def _path(self) -> str:
        return f"/tournaments/{quote(self.id, safe='~')}"

    def about(self) -> About:
        """The tournament at a glance."""
        return cast("About", self.ask("GET"))

    def change_settings(
        self, rules: Mapping[str, Any], *, if_match: int | None = None, seen: int | None = None
    ) -> Written:
        """Change rules by their paths: {"scoring.bar": "3d"}."""
        return cast("Written", self.ask("PATCH", "/settings", dict(rules), if_match=if_match, seen=seen))

    def players(self) -> list[PlayerJson]:
        """All players."""
        return cast("list[PlayerJson]", self.ask("GET", "/players")["players"])

    def enter_players(self, players: Sequence[Mapping[str, Any]]) -> WrittenPlayers:
        """Enter players, all or none; each needs a surname and a grade."""
        sent = {"players": [dict(each) for each in players]}
        return cast("WrittenPlayers", self.ask("POST", "/players", sent))

    def change_player(self, player: str, *, seen: int | None = None, **fields: Any) -> WrittenPlayers:
        """Change fields of a player: change_player("p3", club="Lund").

        With `seen`, the version at which the player was read, a field that others have changed since raises.
        """
        return cast("WrittenPlayers", self.ask("PATCH", f"/players/{_part(player)}", fields, seen=seen))

    def check_in(self, players: Sequence[str], *, here: bool = True) -> WrittenPlayers:
        """Record that players are here, or are not."""
        return cast(
            "WrittenPlayers", self.ask("POST", "/players/check-in", {"players": list(players), "here": here})
        )

    def withdraw(self, player: str, *, from_round: int, games: str | None = None) -> WrittenWithdrawal:
        """Withdraw a player from a round on; `games` is what becomes of their games in a round robin."""
        path = f"/players/{_part(player)}/withdraw"
        return cast("WrittenWithdrawal", self.ask("POST", path, {"from_round": from_round, "games": games}))

    def draw(self, number: int, **how: Any) -> WrittenRound:
        """Draw a round: draw(1), draw(1, seed=7, drop=True)."""
        return cast("WrittenRound", self.ask("POST", f"/rounds/{number}/draw", how))

    def round(self, number: int) -> RoundJson:
        """A round as it is drawn."""
        return cast("RoundJson", self.ask("GET", f"/rounds/{number}")["round"])

    def reasons(self, number: int) -> dict[str, Any]:
        """Why the players of a round meet."""
        return cast("dict[str, Any]", self.ask("GET", f"/rounds/{number}/reasons"))

    def publish(self, number: int, *, knowing: bool = False, mark: str | None = None) -> Written:
        """Let players see the pairings of a round; with the mark of a draw only if it is still this one."""
        path = f"/rounds/{number}/publish"
        return cast("Written", self.ask("POST", path, {"knowing": knowing}, query={"mark": mark}))

    def enter_result(
        self, number: int, table: int, result: str, *, seen: str | None = None, correct: bool = False
    ) -> WrittenRound:
        """Enter a result: "white", "black", "jigo" and so on."""
        sent = {"result": result, "seen": seen, "correct": correct}
        return cast("WrittenRound", self.ask("PUT", f"/rounds/{number}/results/{table}", sent))

    def standings(self, *, after: int | None = None, criteria: Sequence[str] | None = None) -> Standings:
        """The standings after a round, by the criteria of the tournament or others."""
        query = {"after": after, "criteria": list(criteria) if criteria else None}
        return cast("Standings", self.ask("GET", "/standings", query=query))

    def publish_standings(self, after: int, *, final: bool = False, mark: str | None = None) -> Written:
        """Let players see the standings after a round."""
        sent = {"after": after, "final": final}
        return cast("Written", self.ask("POST", "/standings/publish", sent, query={"mark": mark}))

    def finalise(self) -> Written:
        """Fix the standings after the last round."""
        return cast("Written", self.ask("POST", "/standings/finalise"))

    def export(self, format: str = "miai", *, rounds: str = "") -> bytes:  # noqa: A002 - the players' word
        """The tournament as a file."""
        return cast("bytes", self.ask("GET", f"/files/{_part(format)}", query={"rounds": rounds or None}))

    def entries(self, *, since: int = 0) -> list[EntryJson]:
        """The entries of the log after a version."""
        return cast("list[EntryJson]", self.ask("GET", "/entries", query={"since": since})["entries"])

    def events(self, *, since: int | None = None) -> Iterator[LiveEvent]:
        """What happens after a version, by default from now on, for ever: for event in open.events(): …

        A line that breaks is opened again, and no entry is lost or comes twice.
        """
        start = self.about()["version"] if since is None else since
        return self.client.connection.follow(f"{self._path}/events", since=start)

    def undo(self, entry: int, *, last: int | None = None) -> Written:
        """Undo an entry, or all up to `last`."""
        return cast("Written", self.ask("POST", "/undo", {"entry": entry, "last": last}))


def _part(text: str) -> str:
    """A part of an address."""
    return quote(text, safe="")
