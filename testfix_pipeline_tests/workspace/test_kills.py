"""A session killed before any of its git calls goes on as if nothing had been: no lost fix, none twice, no trace."""

import itertools

from testfix_pipeline.core.test_ids import SessionId
from testfix_pipeline.workspace.delivery import delivery
from testfix_pipeline.workspace.files.secret_scan import find_secret
from testfix_pipeline.workspace.git.mirror import Mirror
from testfix_pipeline_tests.killed_child import killed_before

SESSION = SessionId("WFS-test-demo")
RESULTS = f".workflow/active/{SESSION}/.process/test-results.json"
OPENING = 5  # git calls that only read, before anything is made
FIXED = "def add(a, b):\n    return a + b\n"


def work(repo) -> None:
    """What a run and its resume both do: every step looks first at what is there."""
    mirror = Mirror.open(repo.open(), SESSION)
    mirror.sweep()
    baseline = mirror.snapshot().baseline_commit
    if not mirror.log():
        tree = mirror.add_worktree("w", mirror.tip)
        assert mirror.read(baseline, "new.py") == b"x = 1\n"
        (tree / "calc.py").write_text(FIXED)
        commit = mirror.commit(tree, "fix", {RESULTS: b"{}"})
        mirror.keep(commit, "IMPL-fix-1")
        mirror.land(commit)
    mirror.close()


def deliver(repo) -> None:
    mirror = Mirror.open(repo.open(), SESSION)
    baseline = mirror.snapshot().baseline_commit
    delivery.apply(repo.open(), baseline, mirror.tip, message="Fix", patch_path=mirror.folder / "fix.patch")
    mirror.close()


def starts_process(event: str, _arguments: object) -> bool:
    return event == "subprocess.Popen"


def test_a_run_killed_before_any_git_call_is_resumed(repo, tmp_path):
    repo.write("new.py", "x = 1\n")
    before = repo.fingerprint()
    find_secret("x.py", ["x = 1"])  # loaded once here and not in every child
    kills = 0
    # each kill hits what the one before left half done, until a run gets through
    for calls in itertools.count(OPENING):
        if not killed_before(calls, starts_process, lambda: work(repo)):
            break
        kills += 1
        assert repo.fingerprint() == before
    assert kills > 15
    assert repo.git("log", "--format=%s", f"main..testfix/{SESSION}").split("\n")[:-1] == [
        *("fix", "test-cycle: snapshot of uncommitted work")
    ]
    assert repo.fingerprint() == before
    assert not list((tmp_path / "cache").iterdir())
    repo.git("fsck", "--strict")


def test_a_delivery_killed_before_any_git_call_is_finished_by_the_next(repo):
    repo.write("new.py", "x = 1\n")
    work(repo)
    for calls in itertools.count(OPENING):
        if not killed_before(calls, starts_process, lambda: deliver(repo)):
            break
    assert calls > 10
    assert repo.git("log", "--format=%s", "main").split() == ["Fix", "first"]
    assert repo.git("status", "--porcelain") == "?? new.py\n"
    assert (repo.root / "calc.py").read_text() == FIXED
