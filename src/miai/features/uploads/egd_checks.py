"""What the European Go Database would refuse."""

from collections import Counter, defaultdict
from collections.abc import Iterator

from miai.domain.people.player import Player
from miai.domain.people.transliteration import ascii_text
from miai.domain.rounds.game import Result
from miai.domain.settings.egf_class import class_message, class_of
from miai.domain.tournament import Tournament
from miai.features.uploads.upload_problem import (
    UploadProblem,
    event_problems,
    name_notes,
    name_problems,
    of_event,
    of_player,
)
from miai.formats.egd.write import PIN, begins_with_country, country_code
from miai.messages import Message, counted


def egd_problems(tournament: Tournament) -> Iterator[UploadProblem]:
    """What is missing or wrong for the European Go Database; `tournament` has only those who played."""
    yield from event_problems(tournament)
    yield from _place_problems(tournament)
    if class_of(tournament) is None:
        yield of_event(class_message(tournament), "clock.basic_minutes")
    yield from _namesake_problems(tournament)
    pins = Counter(player.egf_pin for player in tournament.players)
    for player in tournament.players:
        yield from name_problems(player)
        yield from _letter_problems(player)
        if player.egf_pin and not PIN.fullmatch(player.egf_pin):
            what = Message("the PIN '%(pin)s' is not a number of 8 digits", pin=player.egf_pin)
            yield of_player(what, player, "egf_pin")
        elif player.egf_pin and pins[player.egf_pin] > 1:
            what = Message("the PIN %(pin)s belongs to another player too", pin=player.egf_pin)
            yield of_player(what, player, "egf_pin")


def egd_notes(tournament: Tournament) -> Iterator[Message]:
    """What the database accepts, but the director may want to know."""
    yield from name_notes(tournament)
    yield from _games_without_one_loser(tournament)
    without_pin = sum(not player.egf_pin for player in tournament.players)
    if without_pin:
        yield counted(
            "%(num)s player has no PIN: the database finds them by name or takes them for new",
            "%(num)s players have no PIN: the database finds them by name or takes them for new",
            without_pin,
        )
    without_country = sum(not country_code(player.country) for player in tournament.players)
    if without_country:
        yield counted(
            "the country of %(num)s player is not known and is written as XX",
            "the country of %(num)s players is not known and is written as XX",
            without_country,
        )


def _games_without_one_loser(tournament: Tournament) -> Iterator[Message]:
    """Games that both lost or both won, which a table can only hold in another form."""
    games: defaultdict[Result, list[Message]] = defaultdict(list)
    names = tournament.names
    for drawn in tournament.rounds:
        for board in sorted(drawn.boards, key=lambda board: board.table):
            named = Message(
                "%(white)s – %(black)s in round %(round)s",
                white=names[board.white],
                black=names[board.black],
                round=drawn.number,
            )
            games[board.result.played].append(named)
    if lost := games[Result.BOTH_LOSE]:
        yield counted(
            "%(num)s game that both players lost is written as a loss on both lines: %(games)s",
            "%(num)s games that both players lost are written as losses on both lines: %(games)s",
            len(lost),
            games=tuple(lost),
        )
    if won := games[Result.BOTH_WIN]:
        yield counted(
            "%(num)s game that both players won is written as a free win for each and is not rated: "
            "%(games)s",
            "%(num)s games that both players won are written as free wins for each and are not rated: "
            "%(games)s",
            len(won),
            games=tuple(won),
        )


def _place_problems(tournament: Tournament) -> Iterator[UploadProblem]:
    """Country and place, unless the event is on the internet."""
    country, place = tournament.country.strip(), tournament.place.strip()
    if country and not country_code(country):
        what = Message("the country of the event '%(text)s' is not a code of two letters", text=country)
        yield of_event(what, "country")
    if tournament.settings.internet:
        return
    if not place:
        yield of_event(Message("the place of the event is missing"), "place")
    if not country and not begins_with_country(place):
        yield of_event(Message("the country of the event is missing"), "country")


def _namesake_problems(tournament: Tournament) -> Iterator[UploadProblem]:
    """Players without a PIN who share a name: the database distinguishes players by PIN or name alone."""
    by_name: defaultdict[tuple[str, str], list[Player]] = defaultdict(list)
    for player in tournament.players:
        surname, first_name = (ascii_text(name).casefold() for name in (player.surname, player.first_name))
        by_name[surname.strip(), first_name.strip()].append(player)
    for same in by_name.values():
        for player in same if len(same) > 1 else ():
            if not PIN.fullmatch(player.egf_pin):
                others = tuple(_described(each) for each in same if each is not player)
                what = Message(
                    "%(others)s has the same name, and %(player)s has no PIN: the games of both would be "
                    "credited to one of them",
                    others=others,
                    player=_described(player),
                )
                yield of_player(what, player, "egf_pin")


def _described(player: Player) -> str:
    """A player as the director knows them from a namesake."""
    return " ".join(filter(None, (player.name, str(player.grade), player.club, player.egf_pin)))


def _letter_problems(player: Player) -> Iterator[UploadProblem]:
    for field, name in (("surname", player.surname), ("first_name", player.first_name)):
        if name.strip() and not ascii_text(name).strip():
            what = Message("'%(name)s' cannot be written in Latin letters: type the name in them", name=name)
            yield of_player(what, player, field)
