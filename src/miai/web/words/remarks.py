"""The use cases' short remarks on players, in the reader's language."""

import re
from functools import cache

from miai.web.words import gettext as _
from miai.web.words import mark

# As the use cases say them; one that is not here is shown in English.
_REMARKS = (
    mark("twice? also %(others)s"),
    mark("rating %(rating)s is nearer %(grade)s"),
    mark("name in capitals"),
    mark("in no rating list"),
    mark("AGA membership ended on %(day)s"),
    mark("not a member of the AGA"),
    mark("no French licence this season"),
    mark("a French leisure licence only"),
    mark("French licence status '%(status)s'"),
    mark("the list says %(grade)s"),
    mark("no first name"),
    mark("no name"),
    mark("no grade"),
    mark("'%(text)s' is not a grade"),
)
_PLACE = re.compile(r"%\\\((\w+)\\\)s")


def remark(text: str) -> str:
    """The remark as the reader would say it."""
    for message, pattern in _patterns():
        found = pattern.fullmatch(text)
        if found:
            return _(message, **found.groupdict())
    return text


@cache
def _patterns() -> tuple[tuple[str, re.Pattern[str]], ...]:
    """Every message with its places open."""
    return tuple((message, re.compile(_PLACE.sub(r"(?P<\1>.+)", re.escape(message)))) for message in _REMARKS)
