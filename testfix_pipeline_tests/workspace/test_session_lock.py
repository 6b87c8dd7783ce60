"""One live owner per session; the dead, the rebooted and the re-used do not count."""

import json
import os
import signal
import subprocess
import sys
from types import SimpleNamespace

import psutil
import pytest

from testfix_pipeline.core.errors import SessionBusy
from testfix_pipeline.core.records import SessionRecord
from testfix_pipeline.workspace.files.process_identity import Identity
from testfix_pipeline.workspace.sessions.session_lock import claim, owner_of
from testfix_pipeline.workspace.sessions.store import SessionStore

SESSION = "WFS-test-demo"


@pytest.fixture
def store(repo):
    made = SessionStore(repo.root, SESSION)
    made.create(SessionRecord(session_id=SESSION))
    return made


@pytest.fixture
def other(store):
    """Another process that holds the session for `run-1`, until its standard input is closed."""
    code = (
        "import sys\nfrom pathlib import Path\n"
        "from testfix_pipeline.workspace.sessions.store import SessionStore\n"
        "from testfix_pipeline.workspace.sessions.session_lock import claim\n"
        f"claim(SessionStore(Path({str(store.project_root)!r}), {SESSION!r}), 'run-1')\n"
        "print('held', flush=True)\nsys.stdin.read()\n"
    )
    process = subprocess.Popen([sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert process.stdout is not None
    assert process.stdout.readline() == b"held\n"
    with process:
        yield process
        process.kill()


def test_a_live_owner_keeps_others_out_and_is_named(store, other):
    with pytest.raises(SessionBusy, match=f"run-1 .*process {other.pid}") as caught:
        claim(store, "run-2")
    assert caught.value.next_step
    assert owner_of(store) == "run-1"


def test_the_same_owner_joins_from_another_process(store, other):
    with claim(store, "run-1"):
        other.kill()
        other.wait()
        with pytest.raises(SessionBusy, match=str(os.getpid())):
            claim(store, "run-2")
    with claim(store, "run-2"):
        assert owner_of(store) == "run-2"


def test_leaving_early_does_not_free_the_session_for_others(store, other):
    claim(store, "run-1").release()
    with pytest.raises(SessionBusy):
        claim(store, "run-2")


def test_a_killed_owner_is_taken_over_and_swept_after(store, other):
    part = store.folder / ".workflow-session.json.00000000.part"
    part.write_text("{")
    other.send_signal(signal.SIGKILL)
    other.wait()
    assert owner_of(store) is None
    with claim(store, "run-2"):
        assert owner_of(store) == "run-2"
    assert not part.exists()


def test_a_released_session_is_free(store):
    held = claim(store, "run-1")
    held.release()
    held.release()
    assert owner_of(store) is None
    claim(store, "run-2").release()


def _record(store, **changes) -> None:
    holder = {**Identity.of().model_dump(), **changes}
    (store.folder / ".lock").write_text(json.dumps({"owner": "run-1", "holders": [holder]}))


def test_a_process_number_that_was_given_to_another_does_not_count(store):
    _record(store, started="1")
    with claim(store, "run-2"):
        assert owner_of(store) == "run-2"


def test_an_owner_from_before_a_reboot_does_not_count(store):
    _record(store, boot="another boot")
    with claim(store, "run-2"):
        assert owner_of(store) == "run-2"


def _on_disk(monkeypatch, store, fstype) -> None:
    """Have the project lie on a disk of this kind."""
    root = SimpleNamespace(mountpoint="/", fstype="ext4")
    mine = SimpleNamespace(mountpoint=str(store.project_root.resolve()), fstype=fstype)
    monkeypatch.setattr(psutil, "disk_partitions", lambda all: [mine, root])


def test_an_owner_from_a_container_before_a_reboot_does_not_count(store, monkeypatch):
    _on_disk(monkeypatch, store, "ext4")
    _record(store, boot="another boot", host="0123456789ab")
    claim(store, "run-2").release()


def test_an_owner_on_another_machine_counts(store, monkeypatch):
    _on_disk(monkeypatch, store, "nfs4")
    _record(store, boot="another boot", host="elsewhere")
    with pytest.raises(SessionBusy, match="elsewhere") as caught:
        claim(store, "run-2")
    assert ".lock" in caught.value.next_step


def test_a_claim_for_another_process_ends_with_that_one(store):
    child = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
    code = (
        "import sys\nfrom pathlib import Path\n"
        "from testfix_pipeline.workspace.sessions.store import SessionStore\n"
        "from testfix_pipeline.workspace.sessions.session_lock import claim\n"
        f"claim(SessionStore(Path({str(store.project_root)!r}), {SESSION!r}), 'run-1', {child.pid})\n"
    )
    assert subprocess.run([sys.executable, "-c", code]).returncode == 0
    with pytest.raises(SessionBusy, match=str(child.pid)):
        claim(store, "run-2")
    child.communicate(b"\n")
    claim(store, "run-2").release()


@pytest.mark.parametrize("content", [b"", b"{", b"[]", b"\0\0"])
def test_a_torn_record_without_a_live_holder_is_no_owner(store, content):
    (store.folder / ".lock").write_bytes(content)
    with claim(store, "run-2"):
        assert owner_of(store) == "run-2"


def test_a_torn_record_with_a_live_holder_still_keeps_others_out(store, other):
    (store.folder / ".lock").write_bytes(b"{")
    with pytest.raises(SessionBusy, match="unknown owner"):
        claim(store, "run-2")
