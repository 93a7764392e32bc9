"""miai follow."""

from contextlib import closing
from pathlib import Path

from kit.builders import crosstable
from kit.command import Run
from kit.second_laptop import laptop
from miai.domain.log.history import History
from miai.store.database import open_store
from miai.store.folder_lock import folder_lock


def test_a_folder_that_another_miai_uses_is_refused_before_anything_is_copied(
    tmp_path: Path, run: Run
) -> None:
    with laptop(tmp_path / "hall", "Hall") as hall:
        hall.desk.create(History.of_tournament(crosstable("A?B")), id="event")
        code = hall.hall.new_code()
        with folder_lock(tmp_path / "used"):
            status, out, err = run("follow", hall.url, "--code", code, "--data", tmp_path / "used")
        assert (status, out) == (2, "")
        assert "another Miai uses the folder" in err
        assert hall.hall.others() == ()
    with closing(open_store(tmp_path / "used")) as store:
        assert store.tournaments() == ()
