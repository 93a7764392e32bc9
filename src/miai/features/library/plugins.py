"""What installed packages add to Miai."""

from miai.domain.languages import LANGUAGES
from miai.engine.pairing.registry import ALL_SYSTEMS
from miai.engine.pairing.rules import PLUGGED_RULES
from miai.engine.rating import SYSTEMS
from miai.engine.scoring.places import CRITERIA
from miai.formats import FORMATS
from miai.plugins import Plugin


def installed_plugins() -> tuple[Plugin, ...]:
    """Every plug-in, those that cannot be used as well, by kind, package and name."""
    return (
        *CRITERIA.plugins,
        *PLUGGED_RULES.plugins,
        *ALL_SYSTEMS.plugins,
        *FORMATS.plugins,
        *SYSTEMS.plugins,
        *LANGUAGES.plugins,
    )
