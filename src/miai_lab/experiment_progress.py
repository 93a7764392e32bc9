"""How far a study is: its table, the experiments of it, and an estimate of the time that they still take."""

from typing import Self

from rich.console import Console
from rich.progress import Progress


class LabProgress(Progress):
    """A bar on the terminal while a study runs; nothing of it stays, and a file gets none of it."""

    def __init__(self) -> None:
        console = Console(stderr=True)
        super().__init__(console=console, transient=True, disable=not console.is_terminal)

    def stop(self) -> None:
        """Take the bar away; Progress itself would add an empty line where there is no terminal."""
        self.live.stop()


class ExperimentProgress(LabProgress):
    """A bar on the terminal for one table after the other."""

    def __init__(self) -> None:
        super().__init__()
        self._bar = self.add_task("", total=None)

    def __enter__(self) -> Self:
        super().__enter__()
        return self

    def table(self, name: str) -> None:
        """A table begins."""
        self.reset(self._bar, total=None, description=name)

    def experiments(self, done: int, total: int) -> None:
        """So many experiments of so many are done; the estimate begins anew with the first."""
        if done == 0:
            self.reset(self._bar, total=total)
        else:
            self.update(self._bar, completed=done)
