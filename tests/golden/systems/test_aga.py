"""Document 2: an event by the AGA's protocol, worked out on paper."""

import pytest

from kit.golden_event import drawn, event_of, free, misses, pairs, places, results, starts, stones, values
from miai.domain.settings.pairing_rules import ColourRule
from miai.features.settings.change_settings import change_rules

# In the order of the ratings; players of one band have different grades.
FIELD = (
    "Ada 7d 2700, Bo 7d 2690, Cy 7d 2680, Di 3d 2310, Eva 3d 2300, Flo 2d 2200, "
    "Gus 1k 2000, Hal 1k 1990, Ida 2k 1900"
)


@pytest.mark.requirement("A14", "A20", "A29", "A30", "A32", "A51", "A52", "A53", "A55", "A56", "A57", "A70")
def test_an_aga_event_from_entry_to_final_places() -> None:
    hall = event_of("aga", FIELD, rounds=3)
    # Criterion 4 is left out, as "some Tournament Directors" do, so that lots for colours decide nothing.
    change_rules(*hall.at, {"pairing.colours": ColourRule.NIGIRI}, by="Anneke")
    misses(hall, "Hal", 2)

    # Band construction: the bar at 7 dan, then grades joined until a band holds as many players as there
    # are rounds. S = int(0.75·3/3) = 0, but at least 1. The top band starts at 0.
    assert starts(hall) == {
        "Ada": 0, "Bo": 0, "Cy": 0, "Di": -1, "Eva": -1, "Flo": -1, "Gus": -2, "Hal": -2, "Ida": -2,
    }  # fmt: skip

    # Groups Ada Bo Cy | Di Eva Flo | Gus Hal Ida. The first is odd: the strongest of the next floats up,
    # and Ada Bo | Cy Di pair by split and shift. Eva and Flo are left. The last group is odd: the lowest
    # rated has the bye.
    assert drawn(hall, 1) == pairs("Ada-Cy Bo-Di Eva-Flo Gus-Hal")
    assert free(hall, 1) == ["Ida"]
    # "All games within a band are played without a handicap", and so are the others.
    assert stones(hall, 1) == [0, 0, 0, 0]
    results(hall, 1, "Ada>Cy Di>Bo Eva>Flo Hal>Gus")

    # Ada 1 | Bo Cy Di Eva 0 | Flo Hal Ida -1 | Gus -2. Hal asks for a voluntary bye, eight are left. Ada is
    # odd: Bo floats up; they have not met, and Bo floated down before. Cy Di Eva are odd: Flo floats up: Cy
    # Di | Eva Flo. Ida is odd: Gus floats up.
    assert drawn(hall, 2) == pairs("Ada-Bo Cy-Eva Di-Flo Ida-Gus")
    assert free(hall, 2) == []
    results(hall, 2, "Ada>Bo Eva>Cy Flo>Di Gus>Ida")

    # Ada 2 | Eva 1 | Bo Cy Di Flo 0 | Gus Hal Ida -1. Ada is odd: Eva floats up. Bo Cy | Di Flo: Bo has met
    # Di, so two players of one half are exchanged: Bo-Flo, Cy-Di. The last group is odd. Ida has had a
    # forced bye. Without Hal (his bye was voluntary) Gus and Ida would meet again. So Gus has it, the next
    # in the order of ratings.
    assert drawn(hall, 3) == pairs("Ada-Eva Bo-Flo Cy-Di Hal-Ida")
    assert free(hall, 3) == ["Gus"]
    results(hall, 3, "Ada>Eva Flo>Bo Di>Cy Ida>Hal")

    # A win or a forced bye is a point, a voluntary bye is none.
    assert values(hall, "mms") == {
        "Ada": 3, "Bo": 0, "Cy": 0, "Di": 1, "Eva": 1, "Flo": 1, "Gus": 0, "Hal": -1, "Ida": 0,
    }  # fmt: skip
    # For opponents Hal counts half a point more: -0.5. The phantom of a bye started with the player and won
    # half of the three rounds: -2 + 1.5 = -0.5. Ada: Cy 0, Bo 0, Eva 1. Bo: Di 1, Ada 3, Flo 1. Cy: Ada 3,
    # Eva 1, Di 1. Di: Bo 0, Flo 1, Cy 0. Eva: Flo 1, Cy 0, Ada 3. Flo: Eva 1, Di 1, Bo 0. Gus: Hal -0.5,
    # Ida 0, phantom -0.5. Hal: Gus 0, phantom -0.5, Ida 0. Ida: phantom -0.5, Gus 0, Hal -0.5.
    assert values(hall, "soms") == {
        "Ada": 1, "Bo": 5, "Cy": 5, "Di": 1, "Eva": 4, "Flo": 2, "Gus": -1, "Hal": -0.5, "Ida": -1,
    }  # fmt: skip
    # Ada beat Cy 0, Bo 0 and Eva 1. Di beat Bo and Cy, Eva beat Flo 1 and Cy 0, Flo beat Di 1 and Bo 0. Gus
    # beat Ida 0 and the phantom -0.5. Hal beat Gus 0; a voluntary bye is a loss. Ida beat the phantom -0.5
    # and Hal -0.5.
    assert values(hall, "sodoms") == {
        "Ada": 1, "Bo": 0, "Cy": 0, "Di": 0, "Eva": 1, "Flo": 1, "Gus": -0.5, "Hal": 0, "Ida": -1,
    }  # fmt: skip
    # Eva, Flo and Di by SOMS; Gus and Ida by SODOMS. Bo and Cy are equal in both and have not met: lots
    # decide.
    order = places(hall)
    assert {name for _, name in order[4:6]} == {"Bo", "Cy"}
    assert [place for place, _ in order] == [1, 2, 3, 4, 5, 6, 7, 8, 9]
    assert [name for _, name in (*order[:4], *order[6:])] == ["Ada", "Eva", "Flo", "Di", "Gus", "Ida", "Hal"]


@pytest.mark.requirement("A9", "A18")
def test_the_sample_bands_of_the_protocol_are_those_of_the_entries() -> None:
    # "Sample band calculation": six rounds, D = 0.75, and 19, 17, 10, 11 and 24 players give 0, -2, -3, -4,
    # -6.
    sizes = {"7d": 19, "6d": 17, "5d": 10, "4d": 11, "3d": 24}
    field = [f"{grade}x{number} {grade}" for grade, size in sizes.items() for number in range(size)]
    hall = event_of("aga", ", ".join(field), rounds=6)
    bands = hall.event.settings.scoring.bands
    assert [(str(band.weakest), band.score / 4) for band in bands] == [
        ("7d", 0), ("6d", -2), ("5d", -3), ("4d", -4), ("3d", -6),
    ]  # fmt: skip
