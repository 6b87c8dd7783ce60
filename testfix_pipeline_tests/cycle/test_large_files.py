"""Large files of a shared session at a location of fsspec: the refs have pointers, every worker has the files."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from testfix_pipeline import cycle
from testfix_pipeline.cli.use_cases import session_actions
from testfix_pipeline.core.errors import DamagedState, InvalidConfig
from testfix_pipeline.core.test_ids import SessionId
from testfix_pipeline.steps.session.ownership import release
from testfix_pipeline.steps.session.sharing import bring_home, shared_step, work_on
from testfix_pipeline.workspace.shared import shared_files
from testfix_pipeline.workspace.shared.large_files import BLOBS, BlobsUnusable, LargeFiles, large_files, new_folder
from testfix_pipeline.workspace.shared.leases import read_record
from testfix_pipeline.workspace.shared.session_state import FREE, SharedPlace
from testfix_pipeline_tests.cycle.conftest import remote_refs

SESSION = SessionId("WFS-one")
STATE, LEASE = (f"refs/testfix/{SESSION}/{name}" for name in ("state", "lease"))
LARGE = bytes(range(256)) * 5000
FILE = ".process/large.bin"


@pytest.fixture
def blobs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The location of this test."""
    place = tmp_path / "blobs"
    place.mkdir()
    monkeypatch.setenv(BLOBS, f"file://{place}")
    return place


@pytest.fixture
def measured(blobs: Path, shared: Callable[..., Any]) -> tuple[Any, SharedPlace]:
    """A session that has a large file beside its measurement."""
    repo, place = shared("add")
    ref = cycle.SessionRef.of_shared(place, "run")
    cycle.measure(ref)
    write(place, LARGE)
    return repo, place


def write(place: SharedPlace, content: bytes) -> None:
    """Have a step write the large file."""
    with shared_step(place, "run") as work:
        (work.state.files.folder / FILE).write_bytes(content)


def stored(blobs: Path) -> list[Path]:
    return sorted(path for path in blobs.rglob("*") if path.is_file())


def in_git(place: SharedPlace) -> bytes:
    return subprocess.run(
        ["git", "cat-file", "blob", f"{STATE}:{FILE}"], cwd=place.url, capture_output=True, check=True
    ).stdout


def sizes(place: SharedPlace) -> dict[str, int]:
    """The largest file in the session's state and in each attempt, by ref."""
    found = {}
    for ref in [one for one in remote_refs(place) if one == STATE or "/attempts/" in one]:
        command = ["git", "ls-tree", "-r", "-l", ref]
        rows = subprocess.run(command, cwd=place.url, capture_output=True, text=True, check=True).stdout.splitlines()
        found[ref] = max((int(row.split()[3]) for row in rows), default=0)
    return found


def test_a_large_file_is_a_pointer_in_git_and_whole_for_another_worker(measured, blobs, tmp_path) -> None:
    _, place = measured
    [blob] = stored(blobs)
    assert blob.read_bytes() == LARGE and blob.name.encode() in in_git(place) and len(in_git(place)) < 100
    # another worker: a process with a home and a cache of its own, that knows the remote and the location
    script = (
        "import sys, json; from pathlib import Path; from testfix_pipeline.steps.session.sharing import work_on\n"
        "from testfix_pipeline.workspace.shared.session_state import SharedPlace\n"
        "work = work_on(SharedPlace(sys.argv[1], sys.argv[2], sys.argv[3]))\n"
        "file = work.state.files.folder / sys.argv[4]; file_bytes = file.read_bytes()\n"
        "print(json.dumps([str(file), len(file_bytes), file_bytes == bytes(range(256)) * 5000]))"
    )
    own = {name: str(tmp_path / "other" / name) for name in ("HOME", "TESTFIX_CACHE", "DAGSTER_HOME")}
    for folder in own.values():
        Path(folder).mkdir(parents=True)
    command = [sys.executable, "-c", script, place.url, SESSION, place.origin, FILE]
    done = subprocess.run(command, env={**os.environ, **own}, capture_output=True, text=True, check=True)
    file, size, is_same = json.loads(done.stdout)
    assert file.startswith(str(tmp_path / "other")) and (size, is_same) == (len(LARGE), True)


def test_a_session_with_files_outside_of_git_comes_to_the_same_and_goes_whole(blobs, shared, monkeypatch) -> None:
    monkeypatch.setattr(shared_files, "LARGE_BYTES", 1500)
    repo, place = shared("add")
    ref = cycle.SessionRef.of_shared(place, "run")
    cycle.measure(ref)
    assert cycle.plan(ref, 1) == ["IMPL-fix-1"]
    assert cycle.work(ref, 1) == ["IMPL-fix-1"]
    assert len(sizes(place)) == 2 and max(sizes(place).values()) <= 1500
    cycle.settle_iteration(ref, 1)
    assert cycle.finish(ref)["outcome"] == "success"
    bring_home(place, repo.root, "run")
    release("run")
    assert len(stored(blobs)) > 3
    other = blobs / "WFS-other-01234567" / ("0" * 64)
    other.parent.mkdir()
    other.write_bytes(b"of another session")
    repo.git("merge", "-q", f"testfix/{SESSION}")
    session_actions.remove(repo.root, SESSION, force=False)
    assert remote_refs(place) == {} and stored(blobs) == [other]


def test_a_file_that_is_not_large_any_more_is_in_git(measured: tuple[Any, SharedPlace]) -> None:
    _, place = measured
    write(place, b"short")
    assert in_git(place) == b"short"


@pytest.mark.parametrize("damage", ["gone", "altered"])
def test_a_large_file_that_is_gone_or_altered_is_named_and_comes_back_with_a_copy(measured, blobs, damage) -> None:
    _, place = measured
    [blob] = stored(blobs)
    blob.unlink() if damage == "gone" else blob.write_bytes(LARGE[::-1])
    before, work = remote_refs(place), work_on(place)
    (work.state.files.folder / FILE).unlink()  # as in the checkout of another worker
    with pytest.raises(DamagedState, match=blob.name) as refused:
        cycle.plan(cycle.SessionRef.of_shared(place, "run"), 1)
    after = remote_refs(place)
    assert "from a copy" in refused.value.next_step and after[STATE] == before[STATE]
    work.state.remote.fetch([after[LEASE]])
    assert read_record(work.state.remote, after[LEASE])["state"] == FREE, "nobody waits for it to run out"
    blob.write_bytes(LARGE)
    assert cycle.plan(cycle.SessionRef.of_shared(place, "run"), 1) == ["IMPL-fix-1"]


@pytest.mark.parametrize("way", ["unset", "a file", "another driver"])
def test_a_location_that_can_not_be_used_loses_nothing(measured, blobs, monkeypatch, way) -> None:
    _, place = measured
    before = remote_refs(place)[STATE]
    (blobs / "file").write_bytes(b"")
    places = {"unset": "", "a file": f"file://{blobs}/file", "another driver": "nowhere://bucket"}
    with monkeypatch.context() as changed:
        changed.setenv(BLOBS, places[way])
        with pytest.raises(BlobsUnusable, match=BLOBS) as refused:
            write(place, LARGE[1:])
    assert "nothing is lost" in refused.value.next_step and remote_refs(place)[STATE] == before
    write(place, LARGE[1:])
    assert len(stored(blobs)) == 3, "both contents, and the file of this test"


def test_a_session_whose_location_is_away_stays_whole(measured, blobs, monkeypatch) -> None:
    repo, place = measured
    cycle.finish(cycle.SessionRef.of_shared(place, "run"))
    bring_home(place, repo.root, "run")
    release("run")
    before = remote_refs(place)
    monkeypatch.setenv(BLOBS, "nowhere://bucket")
    with pytest.raises(BlobsUnusable):
        session_actions.remove(repo.root, SESSION, force=True)
    assert remote_refs(place) == before and stored(blobs)


def test_the_location_is_the_same_for_all_machines(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(BLOBS, raising=False)
    assert new_folder(SESSION) == "" and large_files("") is None
    monkeypatch.setenv(BLOBS, "blobs")
    with pytest.raises(InvalidConfig, match="folder of one machine"):
        new_folder(SESSION)
    monkeypatch.setenv(BLOBS, "memory://blobs")
    kept = large_files(new_folder(SESSION))
    assert isinstance(kept, LargeFiles) and kept.get(kept.put(LARGE)) == LARGE and kept.get(b"else") == b"else"
    kept.remove(kept.names())
    assert kept.names() == []
    for foreign in ("../other", "/etc", "WFS-one"):
        with pytest.raises(DamagedState, match="is none"):
            large_files(foreign)
