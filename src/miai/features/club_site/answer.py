"""What is told of things that were sent to the site of a club."""

from miai.answers import Field, Shape
from miai.features.club_site.linked_site import Sent

SENT: Shape[Sent] = Shape(
    "Sent", "How sending went; without a problem the text is empty.", (Field("problem", str),)
)
