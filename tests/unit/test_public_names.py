"""What `import miai` offers: each name is what it says, whatever else is loaded."""

import subprocess
import sys

import miai

_LOAD_EVERY_PACKAGE = """
import importlib, pkgutil, types
import miai
import miai.scoring.tiebreaks
for each in pkgutil.iter_modules(miai.__path__, "miai."):
    if each.name != "miai.__main__":
        importlib.import_module(each.name)
hidden = [name for name in miai.__all__ if isinstance(getattr(miai, name), types.ModuleType)]
print(hidden)
"""


def run(program: str) -> str:
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    return done.stdout


def test_no_package_hides_a_function() -> None:
    assert run(_LOAD_EVERY_PACKAGE).strip() == "[]"


def test_every_name_is_there() -> None:
    assert all(getattr(miai, name) is not None for name in miai.__all__)
    assert dir(miai) == sorted(miai.__all__)


def test_to_import_miai_loads_no_library() -> None:
    loaded = run("import sys, miai; print(*sorted(name.partition('.')[0] for name in sys.modules))").split()
    assert not {"numpy", "numba", "scipy", "sqlalchemy", "fastapi", "rich", "typer"} & set(loaded)
