"""A hall in which people do anything in any order; every request is checked."""

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, rule

from conftest import SOAK
from seams import acts, staging
from seams.hall import Hall
from seams.sides import SIDES

ANY = st.integers(0, 11)
STEPS = 30


class SeamsMachine(RuleBasedStateMachine):
    """Directors, result desks, players and a second laptop at work."""

    systems: tuple[str, ...] = ("mcmahon", "swiss")
    teams = False
    on_a_side = 1
    hall: Hall

    @initialize(pick=ANY, entrants=st.integers(3, 6), drawn=st.booleans())
    def open(self, pick: int, entrants: int, drawn: bool) -> None:  # noqa: FBT001 - drawn by name
        self.hall = Hall(self.systems[pick % len(self.systems)], teams=self.teams, people=self.on_a_side)
        self.hall.enter(entrants)
        if self.teams:
            for _ in range(entrants // 2):
                acts.enters_team(self.hall, 0, 0, 0)
        if drawn:
            acts.draws(self.hall, 1, pick, 0)
            acts.publishes(self.hall, 1, 0, 0)

    def teardown(self) -> None:
        if hasattr(self, "hall") and self.hall.sound:
            self.hall.telling.at_the_end(self.hall.desk, self.hall.id)

    @rule(act=st.sampled_from(acts.PEOPLE), a=ANY, b=ANY, c=ANY)
    def people(self, act: acts.Act, a: int, b: int, c: int) -> None:
        act(self.hall, a, b, c)

    @rule(act=st.sampled_from(acts.DRAWS), a=ANY, b=ANY, c=ANY)
    def draws(self, act: acts.Act, a: int, b: int, c: int) -> None:
        act(self.hall, a, b, c)

    @rule(act=st.sampled_from(acts.RESULTS_AND_TABLES), a=ANY, b=ANY, c=ANY)
    def results(self, act: acts.Act, a: int, b: int, c: int) -> None:
        act(self.hall, a, b, c)

    @rule(act=st.sampled_from(acts.RULES), a=ANY, b=ANY, c=ANY)
    def rulebook(self, act: acts.Act, a: int, b: int, c: int) -> None:
        act(self.hall, a, b, c)

    @rule(act=st.sampled_from(acts.HISTORY), a=ANY, b=ANY, c=ANY)
    def history(self, act: acts.Act, a: int, b: int, c: int) -> None:
        act(self.hall, a, b, c)


class WithStages(SeamsMachine):
    """The same for an event with groups, finals and cups, mostly at a step of its plan."""

    @initialize(pick=ANY, entrants=st.integers(4, 8), ahead=st.integers(0, 14), b=ANY, c=ANY)
    def open(self, pick: int, entrants: int, ahead: int, b: int, c: int) -> None:
        self.hall = Hall(self.systems[pick % len(self.systems)])
        self.hall.enter(entrants)
        staging.plans(self.hall, pick, b, c)
        for step in range(ahead):
            staging.goes_on(self.hall, pick + step, b, c + step)

    @rule(act=st.sampled_from(staging.STAGES), a=ANY, b=ANY, c=ANY)
    def stages(self, act: acts.Act, a: int, b: int, c: int) -> None:
        act(self.hall, a, b, c)

    @rule(a=ANY, b=ANY, c=ANY)
    def goes_on(self, a: int, b: int, c: int) -> None:
        staging.goes_on(self.hall, a, b, c)

    @rule(a=ANY, b=ANY, c=ANY)
    def goes_further(self, a: int, b: int, c: int) -> None:
        for step in range(1 + a % 3):
            staging.goes_on(self.hall, a + step, b, c)

    @rule(act=st.sampled_from(staging.BETWEEN), a=ANY, b=ANY, c=ANY)
    def between(self, act: acts.Act, a: int, b: int, c: int) -> None:
        act(self.hall, a, b, c)

    @rule(act=st.sampled_from((*acts.LAPTOPS, *staging.LAPTOPS)), a=ANY, b=ANY, c=ANY)
    def laptops(self, act: acts.Act, a: int, b: int, c: int) -> None:
        act(self.hall, a, b, c)


class WithTeams(SeamsMachine):
    """The same for an event of teams."""

    systems = ("swiss", "mcmahon")
    teams = True

    @rule(act=st.sampled_from(acts.TEAMS), a=ANY, b=ANY, c=ANY)
    def of_teams(self, act: acts.Act, a: int, b: int, c: int) -> None:
        act(self.hall, a, b, c)


class WithSides(SeamsMachine):
    """The same for Pair Go and rengo."""

    systems = ("mcmahon", "swiss", "knockout")
    on_a_side = 2

    @rule(act=st.sampled_from(SIDES), a=ANY, b=ANY, c=ANY)
    def of_sides(self, act: acts.Act, a: int, b: int, c: int) -> None:
        act(self.hall, a, b, c)


class WithOthers(SeamsMachine):
    """The same with people who sign up, and with a second laptop that goes on by itself."""

    systems = ("mcmahon", "swiss", "round_robin", "knockout", "random")

    @rule(act=st.sampled_from(acts.SIGN_UPS), a=ANY, b=ANY, c=ANY)
    def sign_ups(self, act: acts.Act, a: int, b: int, c: int) -> None:
        act(self.hall, a, b, c)

    @rule(act=st.sampled_from(acts.LAPTOPS), a=ANY, b=ANY, c=ANY)
    def laptops(self, act: acts.Act, a: int, b: int, c: int) -> None:
        act(self.hall, a, b, c)


def often(machine: type[RuleBasedStateMachine], sequences: int) -> type:
    """The test of a machine: so many sequences in `make test`, twenty times as many in `make soak`."""
    case = machine.TestCase
    case.settings = settings(
        max_examples=20 * sequences if SOAK else sequences, stateful_step_count=2 * STEPS if SOAK else STEPS
    )
    return case
