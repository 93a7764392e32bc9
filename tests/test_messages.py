from miai.errors import InputError, Problem
from miai.messages import AnyOf, Clauses, Message, Score, counted, literal


def test_a_message_is_its_english_text_with_its_values() -> None:
    assert str(Message("%(name)s sits out", name="Szabó Dóra")) == "Szabó Dóra sits out"


def test_a_counted_message_chooses_its_template_by_the_number() -> None:
    assert [str(counted("%(num)s board", "%(num)s boards", num)) for num in (0, 1, 2)] == [
        "0 boards",
        "1 board",
        "2 boards",
    ]


def test_values_are_written_by_their_kind() -> None:
    told = Message(
        "%(names)s: %(score)s, %(grades)s; %(why)s",
        names=("A", "B", "C"),
        score=Score(-6),
        grades=AnyOf(("1d", "2d")),
        why=Clauses((Message("%(a)s met %(b)s", a="A", b="B"), Message("enough"))),
    )
    assert str(told) == "A, B and C: -1.5, 1d or 2d; A met B; enough"


def test_a_percent_sign_in_literal_text_stays() -> None:
    assert str(literal("100 %s of it")) == "100 %s of it"


def test_messages_with_the_same_template_and_values_are_equal() -> None:
    one, same, other = Message("%(a)s", a=1), Message("%(a)s", a=1), Message("%(a)s", a=2)
    assert one == same
    assert len({one, same, other}) == 2


def test_an_error_keeps_its_messages_and_reads_as_english() -> None:
    problem = Problem(
        what=Message("'%(text)s' is not a grade", text="4q"), where=Message("line %(line)s", line=14)
    )
    error = InputError([problem])
    assert error.problems == (problem,)
    assert str(error) == "line 14: '4q' is not a grade"
