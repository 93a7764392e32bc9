"""Document 1, 2.4.5 and 2.4.6: the six players of table 2.2 play two rounds, worked out on paper."""

import pytest

from kit.golden_event import drawn, event_of, pairs, places, results, starts, stones, values

FIELD = "A 16k 509, B 12k 902, C 16k 464, D 13k 800, E 18k 340, F 15k 646"


@pytest.mark.requirement("V15", "V16")
def test_an_entropy_event_from_entry_to_final_places() -> None:
    hall = event_of("entropy", FIELD, rounds=2)
    # Document 1 gives no scores of its own here: those of chapter 4, counted from 30 kyu at 0.
    assert starts(hall) == {"A": 14, "B": 18, "C": 14, "D": 17, "E": 12, "F": 15}

    # Table 2.3, in bold: the three games have 2.7625 bits; the second best pairing has 2.6420.
    assert drawn(hall, 1) == pairs("A-F B-D C-E")
    # Chances are those of even games.
    assert stones(hall, 1) == [0, 0, 0]
    results(hall, 1, "F>A B>D C>E")

    # 2.4.6: ratings are updated first, by (2.1), (2.2) and table 2.1, straight lines between its rows:
    # A 509 - 94.55·0.318 = 478.9     F 646 + 87.70·0.318 = 673.9
    # B 902 + 74.90·0.350 = 928.2     D 800 - 80.00·0.350 = 772.0
    # C 464 + 96.80·0.341 = 497.0     E 340 - 103.00·0.341 = 304.9
    # Of those who have not met: A-E, B-F, C-D 2.229 bits; A-E, B-C, D-F 2.221; A-C, B-E, D-F 2.166.
    assert drawn(hall, 2) == pairs("A-E B-F C-D")
    results(hall, 2, "A>E B>F C>D")

    # A 14 + 1, B 18 + 2, C 14 + 2, D 17, E 12, F 15 + 1.
    assert values(hall, "mms") == {"A": 15, "B": 20, "C": 16, "D": 17, "E": 12, "F": 16}
    # A: F 16 + E 12. B: D 17 + F 16. C: E 12 + D 17. D: B 20 + C 16. E: C 16 + A 15. F: A 15 + B 20.
    assert values(hall, "sosm") == {"A": 28, "B": 33, "C": 29, "D": 36, "E": 31, "F": 35}
    assert places(hall) == [(1, "B"), (2, "D"), (3, "F"), (4, "C"), (5, "A"), (6, "E")]
