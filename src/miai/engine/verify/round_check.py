"""Compares a proof with the round in the log: nothing of the proof but its duals is taken as given."""

from collections.abc import Iterator, Sequence

from miai.domain.settings.presets import added_rules
from miai.engine.verify.alternating_paths import even_ends
from miai.engine.verify.costs import Bans, CostsInLog
from miai.engine.verify.field_check import different_boards, different_players, same
from miai.engine.verify.order import not_counted, seed_order
from miai.engine.verify.private_facts import NO_GAPS, Gaps, with_gaps, with_wishes_of_proof
from miai.engine.verify.proof_file import Pair, ProofFile, whole
from miai.engine.verify.round_in_log import BY_PRESET, COMPUTED_SYSTEMS, RoundInLog
from miai.engine.verify.systems.check import DERIVED_SYSTEMS, PLANS_AND_LOTS, check_by_rules
from miai.engine.verify.verdicts import Difference, GameCounts, Missing, RoundVerdict, What, Why


def check_round(proof: ProofFile, known: RoundInLog, *, gaps: Gaps = NO_GAPS) -> RoundVerdict:
    """Compare everything in a proof with what the log gives for the round, as far as it has no gaps."""
    if not gaps:
        return _checked(proof, known)
    given, assumed = with_wishes_of_proof(known, proof) if gaps.private else (known, ())
    return with_gaps(_checked(proof, given), known, gaps, assumed)


def _checked(proof: ProofFile, known: RoundInLog) -> RoundVerdict:
    scope = tuple(_different_scope(proof, known))
    if known.system in DERIVED_SYSTEMS:
        return check_by_rules(proof, known, scope)
    missing = _why_not(known)
    if missing:
        return RoundVerdict(missing=missing, differences=scope, wishes=known.wishes)
    if proof.about.get("claim", {}).get("kind") not in ("best", "changed", "incomplete"):
        return RoundVerdict(differences=(*scope, Difference(what=What.CLAIM)), wishes=known.wishes)
    return _Comparison(proof, known).verdict(scope)


def _different_scope(proof: ProofFile, known: RoundInLog) -> Iterator[Difference]:
    own = {
        What.EVENT: known.event_name,
        What.ROUND: known.number,
        What.SIDES: "teams" if known.teams else "players",
        What.SYSTEM: known.system,
        What.PRESET: known.preset,
        What.SEED: str(known.seed),
    }
    if known.system in PLANS_AND_LOTS:
        # Systems that weigh no pairs have no preset.
        own[What.PRESET] = ""
    elif known.system not in (*COMPUTED_SYSTEMS, *DERIVED_SYSTEMS):
        # The preset of a plug-in that is gone is not known.
        del own[What.SYSTEM], own[What.PRESET]
    for what, value in own.items():
        if not same(proof.about.get(what.value), value):
            yield Difference(what=what)


def _why_not(known: RoundInLog) -> tuple[Missing, ...]:
    """The reasons why the costs of a round cannot be derived."""
    if known.system not in COMPUTED_SYSTEMS:
        return (Missing(why=Why.SYSTEM, of=known.system),)
    settings = known.facts.settings
    plugged = added_rules(known.preset) if known.system in BY_PRESET else ()
    criteria = not_counted(seed_order(settings, known.number, known.preset))
    found = [Missing(why=Why.PLUGIN, of=rule) for rule in plugged]
    found += [Missing(why=Why.CRITERIA, of=key) for key in dict.fromkeys(criteria)]
    return tuple(found)


class _Comparison:
    """A proof beside the costs of the log."""

    def __init__(self, proof: ProofFile, known: RoundInLog) -> None:
        self._proof, self._known = proof, known
        self._nearest = proof.about.get("nearest") is True
        self._costs = CostsInLog(known, nearest=self._nearest)

    def verdict(self, scope: Sequence[Difference]) -> RoundVerdict:
        """Everything that differs; without the same field nothing more can be compared."""
        known = self._known
        if len(self._costs.busy) < 2 * len(self._costs.forced):
            return RoundVerdict(
                missing=(Missing(why=Why.WISHES),), differences=tuple(scope), wishes=known.wishes
            )
        differences = [*scope, *different_players(self._proof.about["players"], known, self._costs.field)]
        if any(each.what is What.PLAYERS for each in differences):
            return RoundVerdict(differences=tuple(differences), wishes=known.wishes)
        differences += [*self._of_draw(), *self._of_costs()]
        return RoundVerdict(
            compared=("players", "boards", "wishes", *self._costs.prices),
            missing=() if differences else (*self._away(), *self._no_choice()),
            differences=tuple(differences),
            counts=self._counts(),
            wishes=known.wishes,
            at_the_draw=known.at_the_draw,
        )

    # The draw ---------------------------------------------------------------------------

    def _of_draw(self) -> Iterator[Difference]:
        """Boards and byes; the games that the director wants; who sits out."""
        yield from different_boards(self._proof.about, self._known, self._costs.positions)
        if not same(self._proof.about.get(What.FORCED.value), self._costs.forced):
            yield Difference(what=What.FORCED)
        if not self._bye_is_due():
            yield Difference(what=What.BYE)

    def _bye_is_due(self) -> bool:
        """The first in the order of the bye without whom all others can be paired sits out."""
        bye, order = self._proof.about["best"]["bye"], self._costs.bye_order
        if bye is None or bye not in order:
            return bye is None and len(order) % 2 == 0
        earlier = order[: order.index(bye)]
        return not earlier or self._free_instead(bye).isdisjoint(earlier)

    def _free_instead(self, bye: int) -> set[int]:
        """The players who could sit out instead: the ends of even alternating paths from the bye."""
        free = self._costs.bye_order
        mates: dict[int, int] = {}
        for i, j in self._proof.about["best"]["pairs"]:
            mates[i], mates[j] = j, i
        forbidden = self._costs.forbidden
        allowed = {i: [j for j in free if i != j and (min(i, j), max(i, j)) not in forbidden] for i in free}
        return even_ends(bye, mates, allowed)

    # The costs --------------------------------------------------------------------------

    def _of_costs(self) -> Iterator[Difference]:
        proof, costs = self._proof, self._costs
        if self._nearest and not self._breaks_a_rule():
            yield Difference(what=What.NEAREST)
        if proof.about.get("nearest") not in (True, False):
            yield Difference(what=What.NEAREST)
        if proof.forbidden != costs.forbidden:
            yield Difference(what=What.FORBIDDEN)
        if [rule["key"] for rule in proof.about["rules"]] != list(costs.prices):
            yield Difference(what=What.RULES)
            return
        for key, own in costs.prices.items():
            if own != proof.prices[key]:
                yield Difference(what=What.PRICES, of=key)
        if costs.bye_costs != [whole(cost) for cost in proof.about["bye_costs"]]:
            yield Difference(what=What.BYE_COSTS)

    def _breaks_a_rule(self) -> bool:
        """The nearest draw breaks a rule, or a draw that keeps all of them had to be found."""
        banned, forced = self._costs.bans.all, {_pair(pair) for pair in self._costs.forced}
        pairs = {_pair(pair) for pair in self._proof.about["best"]["pairs"]}
        return bool((pairs - forced) & banned)

    # What was free ----------------------------------------------------------------------

    def _counts(self) -> GameCounts:
        bans: Bans = self._costs.bans
        wanted, players = len(self._costs.forced), len(self._costs.field)
        return GameCounts(
            free=players // 2 - wanted,
            wanted=wanted,
            pairs=len(self._costs.pairs),
            forbidden=len(bans.all),
            rematches=len(bans.rematches),
            families=len(bans.families),
            apart=len(bans.wishes),
        )

    def _away(self) -> Iterator[Missing]:
        """Players who have a game though the log says that they are away."""
        seated = {seat for board in self._known.drawn.boards for seat in (board.white, board.black)}
        for each in self._costs.field:
            if each.player.id in seated and not each.player.attends(self._known.number):
                yield Missing(why=Why.AWAY, of=self._known.names[each.player.id])

    def _no_choice(self) -> Iterator[Missing]:
        """Nothing is proved of a draw if the director's wishes leave no other one."""
        costs = self._costs
        if not costs.forced and not costs.bans.wishes:
            return
        busy, others = costs.busy, costs.bans.rematches | costs.bans.families
        bye = self._proof.about["best"]["bye"]
        best = {_pair(pair) for pair in self._proof.about["best"]["pairs"]}
        open_ = {pair for pair in costs.pairs if bye not in pair and busy.isdisjoint(pair)}
        if not open_ - costs.forbidden - best and (costs.field and (costs.bans.wishes - others or not open_)):
            yield Missing(why=Why.ALL_WANTED)


def _pair(raw: Sequence[int]) -> Pair:
    return min(raw), max(raw)
