"""Rules of plug-ins, checked before anything is drawn by them."""

from collections.abc import Callable
from typing import Any, TypeVar

import numpy as np

from miai.engine.pairing.matrix import nothing
from miai.engine.pairing.protocol import Ints, RoundView, SmallInts
from miai.errors import InputError
from miai.messages import Message, literal
from miai.plugins import demand_parts, message_of, package_of

T = TypeVar("T")


class PluggedRule:
    """A rule of a plug-in: what `Rule` asks for, with plain texts allowed and everything it gives checked.

    It may say `before` which of Miai's rules it counts (floats, unless it says so) and its `weight` and
    `scale` for the preset `kaniuk`; without `for_bye` it does not mind who sits out.
    """

    def __init__(self, key: str, given: Any) -> None:
        rule = given() if isinstance(given, type) else given
        demand_parts(rule, ("title", "fault", "deviation", "explain"))
        self.key = key
        self.title, self.fault = message_of(rule.title), message_of(rule.fault)
        self.before = str(getattr(rule, "before", "floats"))
        self.weight, self.scale = float(getattr(rule, "weight", 30.0)), float(getattr(rule, "scale", 1 / 3))
        self._rule = rule

    def deviation(self, view: RoundView) -> SmallInts:
        """The matrix of the plug-in, if it is one."""
        found = np.asarray(self._asked(lambda: self._rule.deviation(view)))
        if found.shape != (len(view), len(view)):
            raise self._refused(Message("its deviations are not a matrix with a row for each player"))
        return self._whole(found if (found == found.T).all() else self._lopsided())

    def for_bye(self, view: RoundView) -> Ints:
        """How far each player is from being the one who should sit out."""
        if not hasattr(self._rule, "for_bye"):
            return nothing(view)
        found = np.asarray(self._asked(lambda: self._rule.for_bye(view)))
        if found.shape != (len(view),):
            raise self._refused(Message("its deviations for the bye are not one for each player"))
        return self._whole(found)

    def explain(self, view: RoundView, i: int, j: int) -> Message:
        """What the plug-in says of a pair."""
        return message_of(self._asked(lambda: self._rule.explain(view, i, j)))

    def _whole(self, found: Any) -> Ints:
        if found.dtype.kind not in "biu" or (found.size and found.min() < 0):
            raise self._refused(Message("its deviations are not whole numbers from 0 on"))
        return np.asarray(found, np.int64)

    def _lopsided(self) -> Any:
        raise self._refused(Message("its deviations are not the same both ways"))

    def _asked(self, question: Callable[[], T]) -> T:
        try:
            return question()
        except Exception as error:
            raise self._refused(literal(f"{type(error).__name__}: {error}")) from error

    def _refused(self, reason: Message) -> InputError:
        return InputError(
            Message(
                "the rule '%(key)s' of the package '%(package)s' cannot be used: %(reason)s",
                key=self.key,
                package=package_of("rules", self.key),
                reason=reason,
            )
        )
