"""Types of the fields that forms send; a route gives a default to a field that may be missing."""

from typing import Annotated

from fastapi import Form

Text = Annotated[str, Form()]
Number = Annotated[int, Form()]
Checkbox = Annotated[bool, Form()]
# Fields of the same name that stand several times on a form; none where the form has none.
Texts = Annotated[list[str], Form(default_factory=list)]
Numbers = Annotated[list[int], Form(default_factory=list)]
OptionalText = Annotated[str | None, Form()]
OptionalNumber = Annotated[int | None, Form()]
