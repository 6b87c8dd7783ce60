"""A session's files: what is written comes back, and damage is recovered or named, never read as something else."""

import json
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from testfix_pipeline.core.checksummed_file import seal, unseal
from testfix_pipeline.core.errors import DamagedState, InvalidConfig, ProjectError, UnknownSession, UsageError
from testfix_pipeline.core.iteration_records import IterationRecord, IterationState
from testfix_pipeline.core.records import Attempt, SessionRecord, SuiteResults
from testfix_pipeline.core.task_records import Task
from testfix_pipeline.workspace.files.atomic import append_line, write_atomic
from testfix_pipeline.workspace.sessions.store import STATE, SessionStore

SESSION = "WFS-test-demo"


@pytest.fixture
def store(repo):
    made = SessionStore(repo.root, SESSION)
    made.create(SessionRecord(session_id=SESSION, description="do it"))
    return made


def state(iteration: int = 0) -> IterationState:
    return IterationState(session_id=SESSION, current_iteration=iteration)


def test_a_new_session_has_its_folders_and_is_ignored_by_git(repo, store):
    for name in (".task", ".process", ".summaries/iteration-summaries"):
        assert (store.folder / name).is_dir()
    assert (repo.root / ".workflow/.gitignore").read_text() == "*\n"
    assert repo.git("status", "--porcelain") == ""
    assert store.session().description == "do it"
    assert (store.state(), store.results(), store.history().attempts, store.tasks()) == (None, None, [], [])


def test_the_draft_of_a_killed_run_goes_with_the_next(repo):
    repo.write(".workflow/..gitignore.0a1b2c3d.part", "*")
    SessionStore(repo.root, SESSION).create(SessionRecord(session_id=SESSION))
    assert [path.name for path in (repo.root / ".workflow").iterdir() if path.is_file()] == [".gitignore"]


def test_a_project_that_tracks_its_workflow_keeps_tracking_it(repo):
    repo.commit("tracked", **{".workflow/testfix.yaml": "a: 1\n"})
    SessionStore(repo.root, SESSION).create(SessionRecord(session_id=SESSION))
    assert not (repo.root / ".workflow/.gitignore").exists()


def test_a_session_is_made_once(store):
    with pytest.raises(UsageError, match="exists already"):
        store.create(SessionRecord(session_id=SESSION))


def test_an_unknown_session_is_named(repo):
    with pytest.raises(UnknownSession, match="WFS-test-other"):
        SessionStore(repo.root, "WFS-test-other").session()


@pytest.mark.parametrize("name", ["../x", "WFS-../../x", "WFS-a\0b", "WFS-", "x", "WFS-a/b", "WFS-a.lock"])
def test_what_is_no_session_id_is_refused(repo, name):
    with pytest.raises(InvalidConfig):
        SessionStore(repo.root, name)


@pytest.mark.parametrize("link", [".workflow", ".workflow/active", f".workflow/active/{SESSION}"])
def test_a_link_that_leads_out_of_the_project_is_refused(repo, tmp_path, link):
    (tmp_path / "outside").mkdir()
    place = repo.root / link
    place.parent.mkdir(parents=True, exist_ok=True)
    place.symlink_to(tmp_path / "outside")
    with pytest.raises(ProjectError, match="leads out"):
        SessionStore(repo.root, SESSION).create(SessionRecord(session_id=SESSION))
    assert list((tmp_path / "outside").iterdir()) == []


def test_documents_stay_in_the_session(store, tmp_path):
    assert store.write_text(".process/note.md", "a\udcffb").read_text() == "a\\udcffb"
    (store.folder / "out").symlink_to(tmp_path)
    for place in ("../x", "out/x", "a\0b", "/etc/x"):
        with pytest.raises(ProjectError):
            store.write_text(place, "x")


def test_records_come_back_with_fields_we_do_not_know(store):
    known = SessionRecord.model_validate({"session_id": SESSION, "status": "active", "from_the_future": {"x": [1]}})
    store.save_session(known)
    store.save_state(state(3))
    results = SuiteResults(total=2, passed=1, failed=1, skipped=0, errors=0, pass_rate=50.0)
    store.save_results(results)
    again = SessionStore(store.project_root, SESSION)
    assert again.session().model_extra == {"from_the_future": {"x": [1]}}
    assert again.session().status == "active"
    assert again.state() == state(3).model_copy(update={"started_at": again.state().started_at})
    assert again.results() == results


def test_an_attempt_recorded_twice_is_one_attempt(store):
    first = Attempt(iteration=1, task_id="IMPL-fix-1", strategy="conservative", reason="first")
    store.append_attempt(first)
    store.append_attempt(Attempt(iteration=2, task_id="IMPL-fix-2", strategy="conservative"))
    store.append_attempt(first.model_copy(update={"reason": "again"}))
    assert [(known.task_id, known.reason) for known in store.history().attempts] == [
        ("IMPL-fix-1", "again"),
        ("IMPL-fix-2", ""),
    ]


def test_task_files_are_named_as_the_seeds_name_them(store):
    for name in ("IMPL-001", "IMPL-001.3", "IMPL-001.5", "IMPL-fix-3", "IMPL-fix-3-parallel"):
        store.save_task(Task(id=name, title=name))
    assert {path.name for path in (store.folder / ".task").glob("*.json")} == {
        *("IMPL-001.json", "IMPL-001.3-validation.json", "IMPL-001.5-review.json"),
        *("IMPL-fix-3.json", "IMPL-fix-3-parallel.json"),
    }
    assert store.task("IMPL-fix-3").title == "IMPL-fix-3"
    assert len(store.tasks()) == 5
    with pytest.raises(DamagedState, match="no task IMPL-009"):
        store.task("IMPL-009")
    with pytest.raises(UsageError):
        store.task("../x")


@pytest.mark.parametrize("name", ["IMPL-001.3.json", "IMPL-001.3-validation.json"])
def test_a_flat_task_is_read_under_either_name_and_stays_there(store, name):
    flat = {
        "id": "IMPL-001.3",
        "type": "code-validation",
        "depends_on": ["IMPL-001"],
        "target_files": ["a"],
        "extra": 1,
    }
    (store.folder / ".task" / name).write_text(json.dumps(flat))
    task = store.task("IMPL-001.3")
    assert (task.meta.type, task.context.depends_on) == ("code-validation", ["IMPL-001"])
    assert (task.flow_control, task.model_extra) == ({"target_files": ["a"]}, {"extra": 1})
    store.save_task(task.model_copy(update={"status": "completed"}))
    assert [known.status for known in store.tasks()] == ["completed"]
    assert [path.name for path in (store.folder / ".task").glob("*.json")] == [name]


def test_the_journal_of_the_seeds_is_read(store):
    seed = {
        "session_id": "WFS-test-user-auth",
        "current_iteration": 2,
        "iterations": [
            {
                "iteration": 1,
                "test_results": {"total": 10, "passed": 7, "failed": 3, "failures": ["test1", "test2", "test3"]},
                "fix_task": "IMPL-fix-1",
                "result": "partial_success",
            }
        ],
        "next_action": "execute_fix_task",
        "status": "active",
    }
    (store.folder / STATE).write_text(json.dumps(seed))
    found = store.state()
    assert found is not None
    (iteration,) = found.iterations
    assert (iteration.pass_rate, iteration.failed_tests) == (70.0, ["test1", "test2", "test3"])
    assert (iteration.fix_tasks, iteration.strategy, iteration.result) == (
        ["IMPL-fix-1"],
        "conservative",
        "partial_success",
    )


def test_damage_is_kept_and_the_previous_version_used(store):
    store.save_state(state(1))
    store.save_state(state(2))
    (store.folder / STATE).write_text("{ torn")
    assert store.state().current_iteration == 1
    assert (store.folder / f"{STATE}.damaged-1").read_text() == "{ torn"
    assert len(store.recovered) == 1
    assert "iteration-state.json.damaged-1" in store.recovered[0]
    assert store.state().current_iteration == 1
    assert len(store.recovered) == 1


def test_a_damaged_file_never_becomes_the_previous_good_one(store):
    store.save_state(state(1))
    store.save_state(state(2))
    (store.folder / STATE).write_text("")
    store.save_state(state(3))
    (store.folder / STATE).write_text("")
    assert store.state().current_iteration == 1


def test_a_file_that_is_gone_is_recovered(store):
    store.save_session(store.session())
    (store.folder / "workflow-session.json").unlink()
    assert store.session().description == "do it"
    assert "was gone" in store.recovered[0]


def test_where_nothing_can_be_recovered_it_says_which_file(store):
    store.save_state(state(1))
    (store.folder / STATE).write_text("[]")
    with pytest.raises(DamagedState, match=r"iteration-state\.json") as caught:
        store.state()
    assert caught.value.next_step
    assert (store.folder / STATE).read_text() == "[]"


@pytest.mark.parametrize(
    ("content", "why"),
    [
        ("{torn", "it is not JSON (Expecting property name"),
        ("[]", "it holds no JSON object"),
        ('{"id": "IMPL-002", "context": "oops"}', "`context` is 'oops': "),
        ('{"id": "IMPL-002", "status": "asleep"}', "`status` is 'asleep': "),
    ],
)
def test_a_record_that_cannot_be_read_says_why(store, content, why):
    (store.folder / ".task/IMPL-002.json").write_text(content)
    with pytest.raises(DamagedState) as caught:
        store.task("IMPL-002")
    assert f".task/IMPL-002.json can't be read: {why}" in str(caught.value)


def test_damage_inside_valid_json_is_seen(store):
    store.save_state(state(1))
    store.save_state(state(2))
    file = store.folder / STATE
    file.write_text(file.read_text().replace('"current_iteration": 2', '"current_iteration": 7'))
    assert store.state().current_iteration == 1
    assert "damaged-1" in store.recovered[0]


def test_what_others_changed_in_a_task_or_in_the_sessions_record_counts_and_is_said(store):
    store.save_task(Task(id="IMPL-002", title="as planned"))
    task, record = store.folder / ".task/IMPL-002.json", store.folder / "workflow-session.json"
    assert store.tasks()[0].title == "as planned" and not store.recovered
    assert not {"format", "as_written"} & {*store.tasks()[0].model_extra, *store.session().model_extra}
    for file, old, new in ((task, "as planned", "as plunned"), (record, "do it", "do xt")):
        file.write_text(file.read_text().replace(old, new))
    assert (store.task("IMPL-002").title, store.session().description) == ("as plunned", "do xt")
    assert [line for line in store.recovered if "not as it was written" in line] == store.recovered
    assert {str(task), str(record)} == {line.split()[0] for line in store.recovered}
    assert len({*store.recovered, *SessionStore(store.project_root, SESSION).recovered}) == 2

    store.recovered.clear()
    for file in (task, record):  # by hand, or by a tool that writes what it knows
        data = json.loads(file.read_text())
        file.write_text(json.dumps({name: value for name, value in data.items() if name != "as_written"}))
    assert (store.task("IMPL-002").title, store.session().description) == ("as plunned", "do xt")
    assert store.recovered == []


def test_a_task_that_is_changed_into_none_is_damage(store):
    store.save_task(Task(id="IMPL-002", title="first"))
    store.save_task(Task(id="IMPL-002", title="second"))
    task = store.folder / ".task/IMPL-002.json"
    task.write_text(task.read_text().replace('"pending"', '"penDing"'))
    assert store.task("IMPL-002").title == "first"
    assert "kept as IMPL-002.json.damaged-1" in store.recovered[0]


def test_a_file_of_another_writer_is_read_without_its_seal(store):
    store.save_state(state(1))
    file = store.folder / STATE
    data = json.loads(file.read_text())
    assert data["format"] == 1
    file.write_text(json.dumps({**data, "checksum": "of another kind", "format": 2, "current_iteration": 3}))
    assert store.state().current_iteration == 3
    file.write_text(json.dumps({"session_id": SESSION, "current_iteration": 4}))
    assert store.state().current_iteration == 4
    assert not {"format", "checksum"} & set(store.state().model_extra)


def test_names_that_are_no_unicode_come_back_from_every_file(store):
    name = "src/caf\udce9.py"
    attempt = Attempt(iteration=1, task_id="IMPL-fix-1", strategy="conservative", reason=name, patch=f"\\{name}")
    store.append_attempt(attempt.model_copy(update={"changed_files": [name]}))
    store.save_task(Task(id="IMPL-fix-1", title=name))
    (found,) = store.history().attempts
    assert (found.reason, found.patch, found.changed_files) == (name, f"\\{name}", [name])
    assert store.task("IMPL-fix-1").title == name
    assert unseal(seal(attempt), Attempt) == attempt


texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)
unknown = st.dictionaries(
    texts.map(lambda key: f"x_{key}"), st.recursive(st.none() | st.integers() | texts, st.lists), max_size=3
)
iterations = st.builds(
    IterationRecord,
    iteration=st.integers(0, 20),
    pass_rate=st.floats(0, 100),
    strategy=st.sampled_from(["conservative", "aggressive", "exploratory", "surgical"]),
    failed_tests=st.lists(texts, max_size=3),
)


@settings(max_examples=25, deadline=None)
@given(st.lists(iterations, max_size=3), unknown, st.data())
def test_any_journal_comes_back_whole_or_not_at_all(steps, extra, data):
    with tempfile.TemporaryDirectory() as folder:
        store = SessionStore(Path(folder), SESSION)
        (store.folder / ".process").mkdir(parents=True)
        first, second = state(1), IterationState.model_validate({"session_id": SESSION, "iterations": steps, **extra})
        store.save_state(first)
        store.save_state(second)
        assert store.state() == second
        file = store.folder / STATE
        whole = file.read_bytes()
        cut = data.draw(st.integers(0, len(whole) - 1))
        file.write_bytes(whole[:cut])
        # without its last newline the file is still whole
        assert store.state() == (second if cut == len(whole) - 1 else first)
        file.write_bytes(whole[:cut])
        (file.with_name(file.name + ".bak")).unlink()
        if cut < len(whole) - 1:
            with pytest.raises(DamagedState):
                store.state()


def test_a_writer_killed_at_any_call_leaves_the_old_or_the_new(tmp_path):
    """Kills the writer before its n-th system call of the kind that changes files, for every n."""
    code = (
        "import os, signal, sys\n"
        "from pathlib import Path\n"
        "from testfix_pipeline.workspace.files.atomic import keep_previous, write_atomic\n"
        "left = int(sys.argv[2])\n"
        "def hook(event, arguments):\n"
        "    global left\n"
        "    if event in ('open', 'os.rename', 'os.link') and 'part' in str(arguments):\n"
        "        left -= 1\n"
        "        if left < 0: os.kill(os.getpid(), signal.SIGKILL)\n"
        "sys.addaudithook(hook)\n"
        "keep_previous(Path(sys.argv[1]))\n"
        "write_atomic(Path(sys.argv[1]), b'new')\n"
    )
    for calls in range(10):
        file = tmp_path / f"{calls}" / "record.json"
        write_atomic(file, b"old")
        done = subprocess.run([sys.executable, "-c", code, str(file), str(calls)])
        assert file.read_bytes() in (b"old", b"new")
        if done.returncode == 0:
            assert calls >= 3
            assert file.read_bytes() == b"new"
            assert file.with_name("record.json.bak").read_bytes() == b"old"
            return
        assert done.returncode == -signal.SIGKILL
    raise AssertionError("the writer never got through")


def test_what_a_killed_writer_left_is_swept(store):
    part = store.folder / ".process" / ".iteration-state.json.0a1b2c3d.part"
    part.write_text("{")
    store.sweep()
    assert not part.exists()


def test_a_torn_last_line_does_not_swallow_the_next(tmp_path):
    file = tmp_path / "log" / "sync.jsonl"
    append_line(file, "one")
    with file.open("a") as stream:
        stream.write("to")
    append_line(file, "three")
    assert file.read_text() == "one\nto\nthree\n"
    assert list(file.parent.iterdir()) == [file]
