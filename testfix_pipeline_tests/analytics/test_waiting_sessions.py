"""Sessions that runs have noted are in every table that is read afterwards, once."""

import shutil
import sys
from pathlib import Path

import pytest

from testfix_pipeline.analytics.history.history_store import History
from testfix_pipeline.analytics.history.waiting_sessions import WAITING, history_folder, note_session
from testfix_pipeline.core.errors import MachineError
from testfix_pipeline.execution.processes.environment import clean_environment
from testfix_pipeline.execution.processes.supervisor import ProcessLimits, run
from testfix_pipeline.execution.project import SandboxPolicy


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("DAGSTER_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


def waiting_notes() -> list[Path]:
    return list((history_folder() / WAITING).glob("*.json"))


def test_whoever_reads_next_sees_the_session(green):
    note_session(green.store.project_root, green.store.session_id)
    assert list(History().read("sessions")["session_id"]) == [green.store.session_id]
    assert waiting_notes() == []


def test_a_session_that_was_noted_twice_is_there_once_as_it_is_now(green):
    note_session(green.store.project_root, green.store.session_id)
    green.planned("f2").attempted("f2").settled().finished()
    note_session(green.store.project_root, green.store.session_id)
    history = History()
    assert history.take_up_waiting() == list(history.read("sessions")["session_key"])
    assert len(history.read("iterations")) == 2


def test_a_session_that_is_gone_is_named_and_no_longer_waits(green):
    note_session(green.store.project_root, green.store.session_id)
    shutil.rmtree(green.store.folder)
    history = History()
    assert history.take_up_waiting() == []
    assert green.store.session_id in history.notes[0]
    assert waiting_notes() == []


@pytest.mark.parametrize("damage", ["", "[]", '{"project": 1}', "\0"])
def test_a_damaged_note_is_dropped(green, damage):
    note_session(green.store.project_root, green.store.session_id)
    (note,) = waiting_notes()
    note.with_name("other.json").write_text(damage)
    assert len(History().take_up_waiting()) == 1
    assert waiting_notes() == []


def test_noting_a_session_loads_no_table_library(tmp_path: Path, home: Path):
    code = (
        "import sys; from pathlib import Path\n"
        "from testfix_pipeline.analytics.history.waiting_sessions import note_session\n"
        "note_session(Path('.'), 'WFS-test-a'); sys.exit('pandas' in sys.modules or 'pyarrow' in sys.modules)"
    )
    checkout = Path(__file__).parents[2]
    done = run(
        [sys.executable, "-c", code],
        cwd=tmp_path,
        env=clean_environment(extra={"DAGSTER_HOME": str(home), "PYTHONPATH": str(checkout)}),
        limits=ProcessLimits(60.0),
        policy=SandboxPolicy(mode="off"),
        writable=[tmp_path],
    )
    assert done.returncode == 0, done.log
    assert len(waiting_notes()) == 1


def test_a_folder_that_can_not_be_written_is_said_with_the_next_step(green):
    history_folder().parent.mkdir(parents=True, exist_ok=True)
    history_folder().write_text("in the way")
    with pytest.raises(MachineError, match="can't be used") as found:
        note_session(green.store.project_root, green.store.session_id)
    assert "--rebuild" in found.value.next_step


def test_a_session_of_a_project_with_a_very_long_name_is_noted(story):
    long = story(project="p" * 250).baseline(a="passed")
    note_session(long.store.project_root, long.store.session_id)
    assert History().take_up_waiting() == list(History().read("sessions")["session_key"])
