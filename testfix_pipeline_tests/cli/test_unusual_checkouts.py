"""What the user has checked out is what is measured and fixed: filters without a program, sparse and partial clones."""

import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

CODE = "def weight(boxes, each):\n    return boxes - each\n"
FIXED = CODE.replace("-", "*")
TESTS = """\
from pathlib import Path

from freight import weight


def test_weight():
    assert (weight(3, 4), weight(5, 2), weight(1, 7)) == (12, 10, 7)


def test_logo():
    assert Path(__file__).with_name("logo.bin").read_bytes() == {content!r}
"""
POINTER = b"version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 12345\n"
FILES = {"freight.py": CODE, "test_freight.py": TESTS.format(content=POINTER)}


def git(folder: Path, *arguments: str) -> str:
    return subprocess.run(["git", *arguments], cwd=folder, check=True, capture_output=True, text=True).stdout


def require_filter(repo: Any, name: str, program: str) -> None:
    """Configure a filter as `git lfs install --local` does."""
    for step in ("process", "smudge", "clean"):
        repo.git("config", f"filter.{name}.{step}", f"{program} {step} -- %f")
    repo.git("config", f"filter.{name}.required", "true")


@pytest.fixture
def freight(repository: Callable[..., Any]) -> Any:
    """A repository with one bug, whose logo.bin is a pointer of LFS."""
    repo = repository(files={**FILES, ".gitattributes": "*.bin filter=lfs diff=lfs merge=lfs -text\n"})
    (repo.root / "logo.bin").write_bytes(POINTER)
    repo.git("add", "logo.bin")
    repo.git("commit", "-qm", "logo")
    return repo


def test_a_fix_keeps_the_pointers_of_a_filter_whose_program_is_missing(freight, testfix) -> None:
    require_filter(freight, "lfs", "git-lfs-of-nobody")
    head = git(freight.root, "rev-parse", "HEAD")
    (freight.root / "logo.bin").touch()  # as in a fresh clone: git has to look into the file
    found = testfix("fix", "--project", freight.root, "--json").found
    assert (found["outcome"], found["pass_rate"], found["remaining_failures"]) == ("success", 100, [])
    note = "The filter `lfs` of .gitattributes needs git-lfs-of-nobody, which is not on the PATH: logo.bin is used"
    assert any(note in one for one in found["notices"])
    assert git(freight.root, "show", f"{found['branch']}:logo.bin").encode() == POINTER
    assert (freight.root / "logo.bin").read_bytes() == POINTER and git(freight.root, "rev-parse", "HEAD") == head
    rows = testfix("doctor", "--project", freight.root).out
    assert "git filter" in rows and "next: Install git-lfs-of-nobody to have the content." in rows


@pytest.mark.parametrize(("name", "passes"), [("lfs", True), ("git-crypt", False)])
def test_content_that_a_missing_filter_once_made_is_measured_unless_it_may_be_secret(
    freight: Any, testfix: Callable[..., Any], name: str, passes: bool
) -> None:
    """Bytes of LFS are those of the checkout; what git-crypt has decoded does not enter git, and that is said."""
    attributes, tests = f"*.bin filter={name} -text\n", TESTS.format(content=b"the picture")
    freight.commit("more", **{".gitattributes": attributes, "test_freight.py": tests, "freight.py": FIXED})
    (freight.root / "logo.bin").write_bytes(b"the picture")
    freight.git("update-index", "--refresh", "--really-refresh", "-q", check=False)
    require_filter(freight, name, f"{name}-of-nobody")
    found = testfix("measure", "--project", freight.root, "--json").found
    assert found["passed"] == 1 + passes
    assert f"The filter `{name}` of .gitattributes needs {name}-of-nobody" in " ".join(found["notices"])


CRYPT = """\
#!/bin/sh
[ -f "$(git rev-parse --git-dir)/git-crypt/keys/default" ] || exit 1
exec tr 'a-z' 'b-za'
"""


def test_what_git_crypt_has_unlocked_is_unlocked_in_worktrees(freight, testfix, tmp_path) -> None:
    """git-crypt finds its keys in the git folder of a checkout, so that a worktree elsewhere has none."""
    program = tmp_path / "crypt"
    program.write_text(CRYPT)
    program.chmod(0o755)
    (freight.root / ".git/git-crypt/keys").mkdir(parents=True)
    (freight.root / ".git/git-crypt/keys/default").write_text("key")
    for step, value in (("smudge", str(program)), ("clean", "tr 'b-za' 'a-z'"), ("required", "true")):
        freight.git("config", f"filter.git-crypt.{step}", value)
    tests = TESTS.format(content=b"the picture")
    (freight.root / "logo.bin").write_text("the picture")
    freight.commit("more", **{".gitattributes": "*.bin filter=git-crypt\n", "test_freight.py": tests})
    assert freight.git("cat-file", "blob", "HEAD:logo.bin") != "the picture"
    found = testfix("measure", "--project", freight.root, "--json").found
    assert (found["passed"], found["notices"]) == (1, [])


def test_a_sparse_partial_clone_without_its_remote_stays_as_it_is(freight, testfix, tmp_path) -> None:
    freight.commit("earlier", **{"freight.py": FIXED})  # the clone lacks the contents of earlier commits
    freight.commit("more", **{"freight.py": CODE, "heavy/test_heavy.py": "def test_heavy():\n    raise SystemExit\n"})
    freight.git("config", "uploadpack.allowFilter", "true")
    clone = tmp_path / "clone"
    git(tmp_path, "clone", "-q", "--filter=blob:none", "--no-checkout", freight.root.as_uri(), str(clone))
    git(clone, "sparse-checkout", "set", "--no-cone", "/*", "!/heavy/")
    git(clone, "checkout", "-q", "HEAD")
    freight.root.rename(tmp_path / "gone")
    assert not (clone / "heavy").exists()
    found = testfix("fix", "--project", clone, "--json").found
    assert (found["outcome"], found["total"], found["fixed_tests"]) == ("success", 2, ["test_freight.py::test_weight"])
    assert "heavy/test_heavy.py" in git(clone, "ls-tree", "-r", "--name-only", found["branch"])
    assert not (clone / "heavy").exists() and git(clone, "status", "--porcelain") == ""


@pytest.mark.parametrize("kind", ["worktree-of-bare", "shallow", "submodule-of-filter"])
def test_other_checkouts_are_measured_as_they_are(freight, testfix, tmp_path, kind) -> None:
    folder = tmp_path / kind
    if kind == "worktree-of-bare":
        git(tmp_path, "clone", "-q", "--bare", str(freight.root), "bare.git")
        git(tmp_path / "bare.git", "worktree", "add", "-q", str(folder))
    elif kind == "shallow":
        git(tmp_path, "clone", "-q", "--depth=1", freight.root.as_uri(), str(folder))
    else:
        outer = tmp_path / kind
        git(tmp_path, "init", "-q", str(outer))
        git(outer, "-c", "protocol.file.allow=always", "submodule", "add", "-q", str(freight.root), "freight")
        git(outer, "-c", "user.name=a", "-c", "user.email=a@b", "commit", "-qm", "first")
        for step, value in (("process", "git-lfs-of-nobody"), ("required", "true")):  # as `git lfs install` does
            git(outer, "config", "--global", f"filter.lfs.{step}", value)
    ended = testfix("measure", "--project", folder, "--json")
    assert (ended.found.get("total"), ended.found.get("passed")) == (2, 1), ended


def test_the_tests_fail_as_by_pytest_where_its_search_path_is_wrong(repository, testfix) -> None:
    settings = "[tool.pytest.ini_options]\npythonpath = ['source']\n"
    tests = "from sums import add\n\n\ndef test_add():\n    assert add(1, 2) == 3\n"
    files = {
        "pyproject.toml": settings,
        "src/sums.py": "def add(a, b):\n    return a + b\n",
        "tests/test_sums.py": tests,
    }
    repo = repository(files={**files, "test_calc.py": "def test_nothing():\n    assert True\n"})
    named = "pytest's `pythonpath` in pyproject.toml names source, which does not exist"
    measured = testfix("measure", "--project", repo.root, "--json")
    assert (measured.code, measured.found["passed"], measured.found["total"]) == (1, 1, 2)
    assert any(named in one for one in measured.found["notices"])
    fixed = testfix("fix", "--project", repo.root, "--max-iterations", "1", "--json")
    assert fixed.code == 1 and fixed.found["remaining_failures"] == ["tests/test_sums.py"]
    assert any(named in one for one in fixed.found["notices"])
