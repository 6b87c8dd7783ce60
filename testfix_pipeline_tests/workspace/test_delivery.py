"""Bringing fixes onto the user's branch: whole, or not at all with a patch and the command that uses it."""

import shlex
import subprocess

import pytest

from testfix_pipeline.workspace.delivery import delivery
from testfix_pipeline.workspace.git.mirror import Mirror

SESSION = "WFS-test-demo"
RESULTS = f".workflow/active/{SESSION}/.process/test-results.json"
FIXED = "def add(a, b):\n    return a + b\n"


class Session:
    """A session that fixed `calc.py`, broke and rolled back `lib/text.py`, and added `extra/new.py`."""

    def __init__(self, repo):
        self.repo = repo
        self.mirror = Mirror.open(repo.open(), SESSION)
        self.baseline = self.mirror.snapshot().baseline_commit
        tree = self.mirror.add_worktree("w", self.baseline)
        file = tree / "calc.py"
        file.write_text(file.read_text().replace("a - b", "a + b"))
        self.mirror.land(self.mirror.commit(tree, "fix one", {RESULTS: b"1"}))
        (tree / "lib/text.py").write_text("broken\n")
        worse = self.mirror.commit(tree, "worse", {RESULTS: b"2"})
        self.mirror.land(self.mirror.revert_commit(worse, "rollback", {RESULTS: b"3"}))
        self.mirror.reset(tree, self.mirror.tip)
        (tree / "extra").mkdir()
        (tree / "extra/new.py").write_text("new = 1\n")
        self.mirror.land(self.mirror.commit(tree, "fix two", {RESULTS: b"4"}))
        self.patch = self.mirror.folder / "fix.patch"

    def apply(self, **keywords):
        project = self.repo.open()
        return delivery.apply(
            project, self.baseline, self.mirror.tip, message="Fix the tests", patch_path=self.patch, **keywords
        )


@pytest.fixture
def session(repo):
    return Session(repo)


def test_the_source_difference_becomes_one_commit(repo, session):
    done = session.apply()
    assert (done.applied, done.reason, done.patch) == (True, "", None)
    assert done.commits == [repo.git("rev-parse", "main").strip()]
    assert repo.git("show", "--format=%s%n%an", "--name-only").split() == [
        "Fix",
        "the",
        "tests",
        "Ada",
        "calc.py",
        "extra/new.py",
    ]
    assert (repo.root / "calc.py").read_text() == FIXED
    assert repo.git("status", "--porcelain") == ""
    assert not session.patch.exists()


def test_one_commit_for_each_fix_without_what_was_rolled_back(repo, session):
    done = session.apply(per_fix=True)
    assert repo.git("log", "--reverse", "--format=%s").split("\n")[:-1] == ["first", "fix one", "fix two"]
    assert len(done.commits) == 2
    assert (repo.root / "extra/new.py").exists()


@pytest.mark.parametrize("per_fix", [False, True])
def test_applying_twice_says_so(repo, session, per_fix):
    session.apply(per_fix=per_fix)
    before = repo.fingerprint()
    again = session.apply(per_fix=per_fix)
    assert (again.applied, again.commits) == (False, [])
    assert "already" in again.reason
    assert repo.fingerprint() == before


def test_a_session_without_a_change_has_nothing_to_apply(repo):
    mirror = Mirror.open(repo.open(), SESSION)
    base = mirror.snapshot().baseline_commit
    done = delivery.apply(repo.open(), base, base, message="x", patch_path=mirror.folder / "fix.patch")
    assert not done.applied
    assert "nothing to apply" in done.reason


def test_the_users_other_changes_stay_staged_or_not(repo, session):
    repo.write("lib/text.py", "staged = 1\n")
    repo.git("add", "lib/text.py")
    repo.write("lib/text.py", "staged = 1\nand_more = 1\n")
    repo.write("staged-new.py", "x\n")
    repo.git("add", "staged-new.py")
    repo.write("untracked.py", "x\n")
    before = repo.git("status", "--porcelain")
    assert session.apply().applied
    assert repo.git("status", "--porcelain") == before
    assert repo.git("show", ":lib/text.py") == "staged = 1\n"
    assert repo.git("show", ":calc.py") == FIXED == (repo.root / "calc.py").read_text()


def test_work_that_was_uncommitted_at_the_start_is_not_committed(repo):
    repo.write("lib/text.py", "in_progress = 1\n")
    session = Session(repo)
    assert session.apply().applied
    assert repo.git("show", "HEAD:lib/text.py").startswith("def shout")
    assert repo.git("status", "--porcelain") == " M lib/text.py\n"


def test_a_branch_that_went_on_is_merged(repo, session):
    repo.commit("docs", **{"calc.py": "def add(a, b):\n    return a - b\n", "README": "x\n"})
    repo.commit("elsewhere", **{"lib/text.py": "other = 1\n"})
    assert session.apply().applied
    assert (repo.root / "calc.py").read_text() == FIXED
    assert (repo.root / "lib/text.py").read_text() == "other = 1\n"


def _unstaged(repo):
    repo.write("calc.py", "mine = 1\n")


def _staged(repo):
    repo.write("calc.py", "mine = 1\n")
    repo.git("add", "calc.py")


def _deleted(repo):
    (repo.root / "calc.py").unlink()


def _in_the_way(repo):
    repo.write("extra/new.py", "mine\n")


def _ignored_in_the_way(repo):
    repo.write(".git/info/exclude", "extra/\n")
    repo.write("extra/new.py", "mine\n")


def _link_in_the_way(repo):
    (repo.root / "extra").symlink_to("lib")


def _conflict(repo):
    repo.commit("mine", **{"calc.py": "def add(a, b):\n    return a * b\n"})


def _merging(repo):
    repo.write(".git/MERGE_HEAD", repo.git("rev-parse", "HEAD"))


def _locked(repo):
    repo.write(".git/index.lock", "")


@pytest.mark.parametrize(
    ("prepare", "word"),
    [
        (_unstaged, "calc.py"),
        (_staged, "calc.py"),
        (_deleted, "calc.py"),
        (_in_the_way, "extra/new.py"),
        (_ignored_in_the_way, "extra/new.py"),
        (_link_in_the_way, "extra/new.py"),
        (_conflict, "calc.py"),
        (_merging, "MERGE_HEAD"),
        (_locked, "index.lock"),
    ],
)
def test_where_it_does_not_fit_nothing_changes_and_a_patch_is_written(repo, session, prepare, word):
    prepare(repo)
    before = repo.fingerprint()
    done = session.apply(per_fix=prepare in (_conflict, _staged))
    assert (done.applied, done.commits, done.patch) == (False, [], session.patch)
    assert word in done.reason
    assert repo.fingerprint() == before
    assert "return a + b" in session.patch.read_text()


@pytest.mark.parametrize("distance", ["", "\n\n\n\n"], ids=["beside the fix", "elsewhere"])
def test_the_command_that_is_named_applies_the_patch_to_uncommitted_work(repo, distance):
    repo.write("calc.py", (repo.root / "calc.py").read_text() + f"{distance}# in progress\n")
    reason = Session(repo).apply().reason
    assert "calc.py" in reason and "uncommitted" in reason
    assert subprocess.run(shlex.split(reason.rpartition("by hand: ")[2]), cwd="/").returncode == 0
    assert (repo.root / "calc.py").read_text() == f"{FIXED}{distance}# in progress\n"


def test_a_conflict_with_the_branch_is_named_beside_uncommitted_work(repo, session):
    _conflict(repo)
    repo.write("calc.py", (repo.root / "calc.py").read_text() + "\n\n\n\n# in progress\n")
    reason = session.apply().reason
    assert "same lines since: calc.py" in reason and "uncommitted changes: calc.py" in reason
    assert " apply --3way " in reason


def test_a_detached_head_moves_as_a_commit_moves_it(repo, session):
    repo.git("checkout", "-q", "--detach")
    done = session.apply()
    assert repo.git("rev-parse", "HEAD").strip() == done.commits[0]
    assert repo.git("rev-parse", "main").strip() == session.baseline
    assert repo.git("symbolic-ref", "-q", "HEAD", check=False) == ""


def test_an_interrupted_apply_is_finished_by_the_next(repo, session):
    made = session.apply().commits[0]
    repo.git("update-ref", "HEAD", f"{made}^")  # killed between the files and the branch
    assert repo.git("status", "--porcelain") == "M  calc.py\nA  extra/new.py\n"
    assert session.apply().applied
    assert repo.git("status", "--porcelain") == ""
    assert repo.git("show", "HEAD:calc.py") == FIXED


def test_hooks_and_signing_are_not_triggered(repo, session, tmp_path):
    marker = tmp_path / "trace"
    for name in (
        "pre-commit",
        "post-commit",
        "post-checkout",
        "post-index-change",
        "reference-transaction",
        "post-merge",
    ):
        repo.write(f".git/hooks/{name}", f"#!/bin/sh\ntouch '{marker}'\nexit 1\n").chmod(0o755)
    repo.git("config", "commit.gpgsign", "true")
    assert session.apply().applied
    assert not marker.exists()


def test_deleted_files_modes_and_odd_names_are_delivered(repo):
    repo.commit("odd", **{"old file.py": "x\n", "run.sh": "#!/bin/sh\n"})
    mirror = Mirror.open(repo.open(), SESSION)
    base = mirror.snapshot().baseline_commit
    tree = mirror.add_worktree("w", base)
    (tree / "old file.py").unlink()
    (tree / "run.sh").chmod(0o755)
    (tree / 'néw\n"file".py').write_text("x\n")
    mirror.land(mirror.commit(tree, "fix"))
    mirror.close()
    done = delivery.apply(repo.open(), base, mirror.tip, message="Fix", patch_path=repo.root.parent / "fix.patch")
    assert done.applied
    assert not (repo.root / "old file.py").exists()
    assert (repo.root / "run.sh").stat().st_mode & 0o100
    assert (repo.root / 'néw\n"file".py').exists()
    assert repo.git("status", "--porcelain") == ""
    repo.git("fsck", "--strict")


def test_a_project_in_a_folder_is_delivered_from_its_own_sessions(repo):
    repo.commit("inner", **{"inner/code.py": "x\n"})
    mirror = Mirror.open(repo.open("inner"), SESSION)
    base = mirror.snapshot().baseline_commit
    tree = mirror.add_worktree("w", base)
    (tree / "inner/code.py").write_text("y\n")
    mirror.land(mirror.commit(tree, "fix", {f"inner/{RESULTS}": b"{}"}))
    done = delivery.apply(
        repo.open("inner"), base, mirror.tip, message="Fix", patch_path=repo.root.parent / "fix.patch"
    )
    assert done.applied
    assert repo.git("show", "--format=", "--name-only").split() == ["inner/code.py"]
