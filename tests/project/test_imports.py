"""Every module of the pairing can be imported first: none needs another one to be there already."""

import subprocess
import sys

_IMPORT_EACH_FIRST = """
import importlib, pkgutil, sys
import miai.engine.kernel, miai.engine.pairing
importlib.import_module("miai.engine.pairing.registry")
names = [each.name for each in pkgutil.iter_modules(miai.engine.pairing.__path__, "miai.engine.pairing.")]
for name in names:
    for known in [known for known in sys.modules if known.startswith("miai.engine.pairing")]:
        del sys.modules[known]
    importlib.import_module(name)
print(len(names))
"""


def test_every_module_of_the_pairing_can_be_imported_first() -> None:
    done = subprocess.run(
        [sys.executable, "-c", _IMPORT_EACH_FIRST], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr[-2000:]
    assert int(done.stdout) > 20
