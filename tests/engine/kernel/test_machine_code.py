"""Where machine code is kept, when it is made again, and who is told that it is being made."""

import signal
from errno import ENOSPC
from pathlib import Path
from threading import get_ident
from typing import Any

import pytest

from miai.engine.kernel import compiler, jit
from miai.engine.kernel.preparation import Preparation, preparation


@pytest.fixture
def nowhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A service: the program may not be changed, there is no home, and no folder is named to Numba.

    What lies below a file cannot be made, not even by an administrator.
    """
    file = tmp_path / "file"
    file.touch()
    monkeypatch.setattr(jit, "HERE", file / "kernel")
    for variable in ("NUMBA_CACHE_DIR", "XDG_CACHE_HOME", "XDG_DATA_HOME"):
        monkeypatch.delenv(variable, raising=False)
    monkeypatch.setenv("HOME", str(file / "home"))
    monkeypatch.setenv("MIAI_DATA", str(tmp_path / "data"))
    return tmp_path


def place() -> Path | None:
    return jit._place.__wrapped__()


def test_the_folder_named_to_numba_comes_first(nowhere: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(nowhere / "chosen"))
    assert place() == nowhere / "chosen"


def test_the_folder_of_the_program_comes_before_the_users(
    nowhere: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(nowhere))
    assert place() == nowhere / ".cache" / "miai"
    monkeypatch.setattr(jit, "HERE", nowhere)
    assert place() == nowhere / "__pycache__"


def test_a_service_without_a_home_uses_its_data_folder_if_there_is_one(nowhere: Path) -> None:
    assert place() is None
    assert not (nowhere / "data").exists()
    (nowhere / "data").mkdir()
    assert place() == nowhere / "data" / "compiled"


def test_functions_run_although_the_disk_is_full(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(cache: object, name: object) -> None:
        raise OSError(ENOSPC, "No space left on device")

    monkeypatch.setattr(jit, "_folder_of", lambda module: tmp_path)
    monkeypatch.setattr("numba.core.caching.IndexDataCacheFile._open_for_write", full)

    def thrice(number: int) -> int:
        return 3 * number

    assert jit.compiled(thrice)(7) == 21
    assert not list(tmp_path.rglob("*.nbi"))


def test_without_a_place_functions_are_compiled_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jit, "_folder_of", lambda module: None)

    def twice(number: int) -> int:
        return 2 * number

    assert jit.compiled(twice)(21) == 42


def folder_of(module: str) -> Path:
    folder = jit._folder_of.__wrapped__(module)
    assert folder is not None
    return folder


def test_what_was_compiled_goes_when_a_module_it_is_made_of_changes(
    nowhere: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(jit, "HERE", nowhere)
    found = place()
    monkeypatch.setattr(jit, "_place", lambda: found)
    (nowhere / "inner.py").write_text("A = 1\n")
    (nowhere / "middle.py").write_text("from miai.engine.kernel.inner import A\n")
    (nowhere / "outer.py").write_text("from miai.engine.kernel.middle import B\n")
    (nowhere / "other.py").write_text("C = 1\n")
    before, beside = folder_of("outer"), folder_of("other")
    assert folder_of("outer") == before
    before.mkdir()
    beside.mkdir()
    (nowhere / "inner.py").write_text("A = 2\n")
    assert folder_of("other") == beside
    assert beside.exists()
    assert folder_of("outer") != before
    assert not before.exists()


def test_who_waits_is_told_once_and_only_until_all_is_ready() -> None:
    told = []
    preparation = Preparation(tell=lambda: told.append("preparing"))
    assert not preparation.under_way
    preparation.begin()
    preparation.begin()
    assert told == ["preparing"]
    assert preparation.under_way
    preparation.ready = True
    assert not preparation.under_way


def test_ctrl_c_waits_for_the_next_step_of_the_compiler_and_is_raised_there() -> None:
    preparation = Preparation()
    preparation.begin()
    preparation.interrupt(signal.SIGINT, None)
    with pytest.raises(KeyboardInterrupt):
        preparation.go_on()
    preparation.go_on()


@pytest.mark.parametrize("thread", [None, get_ident() + 1], ids=["none", "another"])
def test_ctrl_c_is_raised_at_once_where_nothing_is_compiled(thread: int | None) -> None:
    preparation = Preparation(thread=thread)
    with pytest.raises(KeyboardInterrupt):
        preparation.interrupt(signal.SIGINT, None)
    preparation.go_on()


def test_the_compiler_stops_at_its_next_step(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jit, "_folder_of", lambda module: None)
    monkeypatch.setattr(preparation, "tell", lambda: preparation.interrupt(signal.SIGINT, None))
    monkeypatch.setattr(preparation, "begun", False)

    def thrice(number: int) -> int:
        return 3 * number

    compiled = jit.compiled(thrice)
    with pytest.raises(KeyboardInterrupt):
        compiled(14)
    assert preparation.thread is None
    assert compiled(14) == 42


def part_and_door() -> tuple[Any, Any]:
    """A function in two halves."""

    @jit.compiled_part
    def twice(number: int) -> int:
        return 2 * number

    @jit.compiled
    def six_times(number: int) -> int:
        return twice(number) + 2 * twice(number)

    return twice, six_times


def test_a_part_becomes_machine_code_only_in_what_it_is_part_of(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jit, "_folder_of", lambda module: None)
    twice, six_times = part_and_door()
    assert six_times(7) == 42
    [part] = twice.overloads.values()
    [door] = six_times.overloads.values()
    assert part.library.get_pointer_to_function(part.fndesc.llvm_func_name) == 0
    assert door.library.get_pointer_to_function(door.fndesc.llvm_func_name) != 0
    assert part.fndesc.llvm_func_name not in door.library.get_asm_str()


def test_another_version_of_numba_compiles_parts_in_its_own_way(monkeypatch: pytest.MonkeyPatch) -> None:
    assert compiler.options_for(compiler.PartCompiler, version=(0, 61))
    assert compiler.options_for(compiler.PartCompiler, version=(0, 68))
    assert not compiler.options_for(compiler.PartCompiler, version=(0, 69))
    assert not compiler.options_for(compiler.PartCompiler, version=(1, 0))
    monkeypatch.setattr(jit, "_folder_of", lambda module: None)
    for name in ("PART", "DOOR"):
        options = {key: value for key, value in getattr(jit, name).items() if key != "pipeline_class"}
        monkeypatch.setattr(jit, name, options)
    twice, six_times = part_and_door()
    assert six_times(7) == 42
    [part] = twice.overloads.values()
    assert part.library.get_pointer_to_function(part.fndesc.llvm_func_name) != 0
