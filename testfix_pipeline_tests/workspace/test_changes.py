"""What was changed in a worktree, and getting changes in and out of it."""

import pytest

from testfix_pipeline.workspace.git.mirror import Mirror

SESSION = "WFS-test-demo"


@pytest.fixture
def tree(mirror):
    return mirror.add_worktree("w", mirror.tip)


def test_every_kind_of_change_is_seen(mirror, tree):
    (tree / "calc.py").write_text("x\n")
    (tree / "lib/text.py").unlink()
    (tree / "new ü.py").write_text("n\n")
    (tree / "link").symlink_to("/etc/passwd")
    (tree / ".workflow").mkdir()
    (tree / ".workflow/note").write_text("ours")
    found = {change.path: change for change in mirror.changes(tree)}
    assert set(found) == {"calc.py", "lib/text.py", "new ü.py", "link"}
    assert found["calc.py"].before == b"def add(a, b):\n    return a - b\n"
    assert found["calc.py"].after == b"x\n"
    assert found["lib/text.py"].after is None
    assert found["new ü.py"].before is None
    assert (found["link"].symlink, found["link"].after, found["link"].mode) == (True, b"/etc/passwd", 0o120000)


def test_a_huge_file_is_named_and_not_read(mirror, tree):
    for name in ("calc.py", "new.bin"):
        with (tree / name).open("ab") as file:
            file.truncate(1 << 30)  # takes no room: it is all holes
    found = {change.path: change for change in mirror.changes(tree)}
    assert [(change.after, change.oversize) for change in found.values()] == [(b"", True)] * 2
    assert (found["calc.py"].before, found["new.bin"].before) == (b"", None)


def test_a_folder_turned_into_a_link_is_not_followed(mirror, tree, tmp_path):
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "text.py").write_text("stolen\n")
    (tree / "lib/text.py").unlink()
    (tree / "lib").rmdir()
    (tree / "lib").symlink_to(outside)
    found = {change.path: change.after for change in mirror.changes(tree)}
    assert found == {"lib": str(outside).encode(), "lib/text.py": None}
    mirror.restore(tree, mirror.tip, ["lib/text.py", "lib"])
    assert (outside / "text.py").read_text() == "stolen\n"
    assert (tree / "lib/text.py").read_text().startswith("def shout")


def test_an_executable_bit_alone_is_a_change(mirror, tree):
    (tree / "calc.py").chmod(0o755)
    (change,) = mirror.changes(tree)
    assert (change.mode, change.before) == (0o100755, change.after)


def test_ignored_files_are_no_change(repo):
    repo.commit("ignore", **{".gitignore": "*.log\n"})
    mirror = Mirror.open(repo.open(), SESSION)
    tree = mirror.add_worktree("w", mirror.snapshot().baseline_commit)
    (tree / "out.log").write_text("x")
    assert mirror.changes(tree) == []
    mirror.reset(tree, mirror.tip)
    assert (tree / "out.log").exists()
    mirror.reset(tree, mirror.tip, ignored=True)
    assert not (tree / "out.log").exists()


def test_a_worktree_whose_git_file_was_bent_is_still_ours(mirror, tree, tmp_path):
    (tree / "calc.py").write_text("x\n")
    marker = tmp_path / "ran"
    evil = tmp_path / "evil"
    evil.mkdir()
    (evil / "config").write_text(f"[core]\n\tfsmonitor = touch {marker}\n\trepositoryformatversion = 0\n")
    (evil / "HEAD").write_text("ref: refs/heads/main\n")
    for name in ("objects", "refs"):
        (evil / name).mkdir()
    (tree / ".git").write_text(f"gitdir: {evil}\n")
    assert [change.path for change in mirror.changes(tree)] == ["calc.py"]
    mirror.commit(tree, "test-cycle: iteration 1")
    mirror.reset(tree, mirror.tip)
    assert not marker.exists()


@pytest.mark.parametrize(
    "content",
    [
        b"plain\n",
        b"no newline at end",
        b"caf\xe9 in latin-1\n",
        b"\0binary\xff",
        b"crlf\r\nends\r\n",
        "日本語\n".encode(),
    ],
)
def test_a_patch_taken_out_goes_in_again(mirror, tree, content):
    (tree / "calc.py").write_bytes(content)
    (tree / "neu ü.txt").write_bytes(content)
    (tree / "lib/text.py").unlink()
    patch = mirror.diff(tree)
    assert patch.encode()
    mirror.reset(tree, mirror.tip)
    assert mirror.changes(tree) == []
    assert mirror.apply_patch(tree, patch) is None
    assert (tree / "calc.py").read_bytes() == (tree / "neu ü.txt").read_bytes() == content
    assert not (tree / "lib/text.py").exists()


def test_a_patch_for_an_older_version_is_merged(repo):
    lines = [f"line {number}\n" for number in range(30)]
    repo.commit("long", **{"long.py": "".join(lines)})
    mirror = Mirror.open(repo.open(), SESSION)
    tree = mirror.add_worktree("w", mirror.snapshot().baseline_commit)
    (tree / "long.py").write_text("".join([*lines[:13], "patched\n", *lines[14:]]))
    patch = mirror.diff(tree)
    mirror.reset(tree, mirror.tip)
    # the context of the patch has changed, the line itself has not
    (tree / "long.py").write_text("".join([*lines[:10], "moved\n", *lines[11:]]))
    assert mirror.apply_patch(tree, patch) is None
    assert "patched" in (tree / "long.py").read_text()
    assert "moved" in (tree / "long.py").read_text()


def test_a_patch_that_conflicts_changes_nothing_and_says_why(mirror, tree):
    (tree / "calc.py").write_text("def add(a, b):\n    return a + b\n")
    (tree / "other.py").write_text("x\n")
    patch = mirror.diff(tree)
    mirror.reset(tree, mirror.tip)
    (tree / "calc.py").write_text("def add(a, b):\n    return a * b\n")
    reason = mirror.apply_patch(tree, patch)
    assert reason is not None
    assert "calc.py" in reason
    assert (tree / "calc.py").read_text() == "def add(a, b):\n    return a * b\n"
    assert [change.path for change in mirror.changes(tree)] == ["calc.py"]


@pytest.mark.parametrize("target", ["../outside.py", ".git/config", "/tmp/absolute.py"])
def test_a_patch_that_leaves_the_tree_is_refused(mirror, tree, target):
    patch = f"--- /dev/null\n+++ b/{target}\n@@ -0,0 +1 @@\n+x\n"
    assert mirror.apply_patch(tree, patch) is not None
    assert not (tree.parent / "outside.py").exists()


@pytest.mark.parametrize("patch", ["", "nonsense\n", "--- a/calc.py\n+++ b/calc.py\n@@ broken\n"])
def test_what_is_no_patch_is_refused(mirror, tree, patch):
    assert mirror.apply_patch(tree, patch)
    assert mirror.changes(tree) == []


def test_restore_brings_single_files_back(mirror, tree):
    (tree / "calc.py").write_text("x\n")
    (tree / "deep/er").mkdir(parents=True)
    (tree / "deep/er/new.py").write_text("x\n")
    (tree / "lib/text.py").write_text("x\n")
    mirror.restore(tree, mirror.tip, ["calc.py", "deep/er/new.py", "never.py"])
    assert [change.path for change in mirror.changes(tree)] == ["lib/text.py"]
    assert not (tree / "deep").exists()


def test_reset_undoes_everything(mirror, tree):
    (tree / "calc.py").unlink()
    (tree / "calc.py").mkdir()
    (tree / "calc.py/x").write_text("x")
    (tree / "new").write_text("x")
    (tree / "lib/text.py").unlink()
    mirror.reset(tree, mirror.tip)
    assert mirror.changes(tree) == []
    assert (tree / "calc.py").is_file()
