"""Search for good settings of the pairing."""

from pathlib import Path

from miai.engine.gpu.playing import CPU
from miai_lab.config_files import read_config
from miai_lab.event_files import read_events
from miai_lab.search.config import Search, parse_search
from miai_lab.search.fields import RealFields, real_fields
from miai_lab.search.findings import SearchFindings
from miai_lab.search.study import Progress, SearchRun, run_search
from miai_lab.task_runner import Place


def search_settings(
    config: Path, *, place: Place, progress: Progress, lenient: bool = False, device: str = CPU
) -> SearchFindings:
    """Run the search of a configuration."""
    return run_search(
        _configured(config, lenient=lenient), SearchRun(place=place, progress=progress, device=device)
    )


def _configured(config: Path, *, lenient: bool) -> Search:
    def read_fields(folder: str) -> RealFields:
        found = read_events([config.parent / folder], lenient=lenient)
        return real_fields([event.tournament for event in found.events])

    return read_config(config, lambda text: parse_search(text, read_fields))
