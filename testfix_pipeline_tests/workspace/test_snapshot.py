"""The user's uncommitted work becomes the baseline, and the user's checkout does not notice."""

import os
import subprocess

import pytest

from testfix_pipeline.core.errors import ProjectError
from testfix_pipeline.core.test_ids import SessionId
from testfix_pipeline.workspace.git.mirror import Mirror

SESSION = SessionId("WFS-test-demo")


def snapshot_of(repo, subdir: str = "", **keywords):
    mirror = Mirror.open(repo.open(subdir), SESSION)
    return mirror, mirror.snapshot(**keywords)


def test_a_clean_checkout_needs_no_commit(repo):
    mirror, taken = snapshot_of(repo)
    assert (taken.dirty, taken.excluded) == (False, [])
    assert taken.base_commit == taken.baseline_commit == mirror.tip == repo.open().head


def test_all_kinds_of_uncommitted_work_are_taken(repo):
    repo.write("gone.py", "x\n")
    repo.write("folder/inner.py", "x\n")
    repo.write("plain", "x\n")
    repo.commit("more")
    repo.write("calc.py", "changed = 1\n")
    repo.write("staged.py", "staged = 1\n")
    repo.git("add", "staged.py")
    repo.write("new.py", "new = 1\n")
    (repo.root / "gone.py").unlink()
    (repo.root / "folder" / "inner.py").unlink()
    (repo.root / "folder").rmdir()
    repo.write("folder", "a file now\n")
    (repo.root / "plain").unlink()
    repo.write("plain/inner.py", "a folder now\n")
    mirror, taken = snapshot_of(repo)
    assert taken.dirty
    assert set(mirror.files(taken.baseline_commit)) == {
        *("calc.py", "lib/text.py", "staged.py", "new.py", "folder", "plain/inner.py")
    }
    assert mirror.read(taken.baseline_commit, "calc.py") == b"changed = 1\n"
    assert repo.git("log", "-1", "--format=%an %s", mirror.branch).startswith("Ada test-cycle: snapshot")


def test_a_change_in_the_second_of_the_commit_is_not_missed(repo):
    file = repo.root / "calc.py"
    before = file.stat()
    content = file.read_bytes().replace(b"-", b"+")
    file.write_bytes(content)  # same size, and the same time as when git looked last
    os.utime(file, ns=(before.st_atime_ns, before.st_mtime_ns))
    mirror, taken = snapshot_of(repo)
    assert mirror.read(taken.baseline_commit, "calc.py") == content


@pytest.mark.parametrize(
    "name", ["with space.py", 'qu"ote.py', "new\nline.py", "tab\t.py", "ümläut-日本.py", "-dash.py", ":(top)x"]
)
def test_odd_names_and_what_they_hold_survive(repo, name):
    repo.write(name, f"# {name!r}\n")
    mirror, taken = snapshot_of(repo)
    assert name in mirror.files(taken.baseline_commit)
    tree = mirror.add_worktree("w", taken.baseline_commit)
    assert (tree / name).read_text() == f"# {name!r}\n"
    (tree / name).write_text("changed\n")
    assert [change.path for change in mirror.changes(tree)] == [name]


def test_a_name_that_is_no_utf8_survives(repo):
    name = os.fsdecode(b"latin-\xe9.py")
    repo.write(name, "x = 1\n")
    mirror, taken = snapshot_of(repo)
    assert name in mirror.files(taken.baseline_commit)


def test_links_and_executable_bits_survive(repo):
    repo.write("run.sh", "#!/bin/sh\n").chmod(0o755)
    (repo.root / "link").symlink_to("calc.py")
    (repo.root / "dangling").symlink_to("nowhere")
    mirror, taken = snapshot_of(repo)
    tree = mirror.add_worktree("w", taken.baseline_commit)
    assert os.access(tree / "run.sh", os.X_OK)
    assert (tree / "link").readlink().name == "calc.py"
    assert (tree / "dangling").is_symlink()


def test_names_that_differ_in_case_only_are_two_files(repo):
    repo.write("Case.py", "1\n")
    repo.write("case.py", "2\n")
    mirror, taken = snapshot_of(repo)
    assert {"Case.py", "case.py"} <= set(mirror.files(taken.baseline_commit))


def test_what_must_not_enter_git_is_left_out_and_named(repo):
    repo.write(".gitignore", "ignored/\n")
    repo.write("ignored/x", "x")
    repo.write("big.bin", b"x" * ((1 << 20) + 1))
    repo.write("settings.env", "DB_PASSWORD=hunter2xyz9\n")
    repo.write("venv/pyvenv.cfg", "home = x\n")
    repo.write("venv/lib/x.py", "x\n")
    repo.write("node_modules/a/index.js", "x\n")
    repo.write("third/party.py", "x\n")
    repo.write("__pycache__/calc.pyc", "x")
    repo.write(".workflow/active/WFS-x/workflow-session.json", "{}")
    subprocess.run(["git", "init", "-q", str(repo.root / "nested")], check=True)
    repo.write("nested/file", "x")
    mirror, taken = snapshot_of(repo, skip=["third"])
    assert set(mirror.files(taken.baseline_commit)) == {".gitignore", "calc.py", "lib/text.py"}
    reasons = dict(taken.excluded)
    assert set(reasons) == {"big.bin", "settings.env", "venv", "node_modules", "third", "nested"}
    assert "1 MiB" in reasons["big.bin"]
    assert "secret" in reasons["settings.env"]


def test_a_secret_counts_in_changed_lines_only(repo):
    repo.write("old.ini", "password = s3cr3t-0ld-one\n")
    repo.write("conf.ini", "name = x\n")
    repo.commit("with a secret already")
    repo.write("old.ini", "password = s3cr3t-0ld-one\nname = y\n")
    repo.write("conf.ini", "name = x\napi_key = AKIA" + "Z7QRX2LM5TB9WKVD\n")
    mirror, taken = snapshot_of(repo)
    assert [path for path, _ in taken.excluded] == ["conf.ini"]
    assert mirror.read(taken.baseline_commit, "conf.ini") == b"name = x\n"
    assert b"name = y" in (mirror.read(taken.baseline_commit, "old.ini") or b"")


def test_a_test_that_passes_a_password_is_no_secret(repo):
    repo.write("test_login.py", "def test_login():\n    assert login(password='letmein')\n    password = 'test'\n")
    _, taken = snapshot_of(repo)
    assert taken.excluded == []


def test_a_second_call_gives_what_was_recorded(repo):
    repo.write("calc.py", "changed = 1\n")
    repo.write("big.bin", b"x" * ((1 << 20) + 1))
    mirror, taken = snapshot_of(repo)
    repo.write("calc.py", "changed = 2\n")
    repo.commit("the user goes on")
    assert mirror.snapshot() == taken
    mirror.close()
    assert snapshot_of(repo)[1] == taken


def test_a_kill_between_record_and_branch_is_completed(repo):
    mirror, taken = snapshot_of(repo)
    repo.git("update-ref", "-d", f"refs/heads/{mirror.branch}")
    assert mirror.snapshot() == taken
    assert mirror.tip == taken.baseline_commit


def test_the_users_checkout_is_byte_identical_afterwards(repo):
    repo.write("stashed.py", "x\n")
    repo.git("add", "-A")
    repo.git("stash", "-q")
    repo.write("calc.py", "changed = 1\n")
    repo.write("staged.py", "staged = 1\n")
    repo.git("add", "staged.py")
    repo.write("new.py", "new = 1\n")
    (repo.root / "lib/text.py").touch()  # git would like to note in the index that this is unchanged
    before = repo.fingerprint()
    snapshot_of(repo)
    assert repo.fingerprint() == before


def test_a_split_index_is_read_and_stays_split(repo):
    repo.git("config", "core.splitIndex", "true")
    repo.git("update-index", "--split-index")
    repo.write("new.py", "x = 1\n")
    before = repo.fingerprint()
    mirror, taken = snapshot_of(repo)
    assert "new.py" in mirror.files(taken.baseline_commit)
    assert repo.fingerprint() == before


def test_a_project_in_a_folder_takes_the_whole_repository_but_its_own_sessions(repo):
    repo.write("inner/code.py", "x\n")
    repo.commit("inner")
    repo.write("inner/code.py", "y\n")
    repo.write("calc.py", "y\n")
    repo.write("inner/.workflow/active/WFS-x/workflow-session.json", "{}")
    _, taken = snapshot_of(repo, "inner")
    changed = repo.git("diff", "--name-only", taken.base_commit, taken.baseline_commit).split()
    assert changed == ["calc.py", "inner/code.py"]
    with pytest.raises(ProjectError, match="another project"):
        snapshot_of(repo)


def test_a_tracked_workflow_folder_stays_as_it_is_committed(repo):
    repo.write(".workflow/testfix.yaml", "a: 1\n")
    repo.commit("tracked")
    repo.write(".workflow/testfix.yaml", "a: 2\n")
    mirror, taken = snapshot_of(repo)
    assert not taken.dirty
    assert mirror.read(taken.baseline_commit, ".workflow/testfix.yaml") == b"a: 1\n"


def test_line_ends_come_back_as_the_checkout_has_them(repo):
    repo.git("config", "core.autocrlf", "true")
    repo.write("windows.py", b"a = 1\r\nb = 2\r\n")
    mirror, taken = snapshot_of(repo)
    tree = mirror.add_worktree("w", taken.baseline_commit)
    assert (tree / "windows.py").read_bytes() == b"a = 1\r\nb = 2\r\n"
    assert mirror.changes(tree) == []


def test_filters_of_the_users_repository_hold_in_worktrees(repo):
    repo.git("config", "filter.swap.clean", "tr ab ba")
    repo.git("config", "filter.swap.smudge", "tr ab ba")
    repo.write(".gitattributes", "*.txt filter=swap\n")
    repo.write("note.txt", "aabb\n")
    mirror, taken = snapshot_of(repo)
    assert mirror.read(taken.baseline_commit, "note.txt") == b"bbaa\n"
    assert (mirror.add_worktree("w", taken.baseline_commit) / "note.txt").read_text() == "aabb\n"
