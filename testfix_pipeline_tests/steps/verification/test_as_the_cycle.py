"""A foreign change that is verified is one that the cycle would have accepted: the same refusals, the same doubts."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from testfix_pipeline.core.verification import Verification
from testfix_pipeline.steps.verification.compared_commits import ChangeToVerify
from testfix_pipeline.steps.verification.verify_change import verify
from testfix_pipeline.workspace.git import changes
from testfix_pipeline_tests.cycle.iteration.test_leads import ADD_OF_NONE, SILENT

Change = Callable[..., Verification]
HALF = {
    "calc.py": "def half(n):\n    return n * 2\n",
    "test_calc.py": "from calc import half\n\n\ndef test_half():\n    assert half(4) == 2\n",
}
FIXED = HALF["calc.py"].replace("*", "//")


@pytest.mark.parametrize(("asserting", "verdict"), [(False, "cannot tell"), (True, "verified")])
def test_what_only_silences_is_for_a_person_unless_a_test_asserts_what_comes_of_it(asserting, verdict, changed) -> None:
    tests = ADD_OF_NONE["test_calc.py"]
    tests = tests.replace("    add(None, 2)", "    assert add(None, 2) is None") if asserting else tests
    found = changed({**ADD_OF_NONE, "test_calc.py": tests}, {"calc.py": SILENT})
    assert found.verdict == verdict and bool(found.doubts) is not asserting
    assert asserting or "It goes on where it failed: `if a is None: return None`." in found.verdict_with_reasons()[1][0]


def test_a_file_that_is_too_large_to_be_read_is_refused(changed: Change) -> None:
    large = b"# no fix\n" * (changes.MOST_BYTES // 9 + 1)
    found = changed(HALF, {"calc.py": FIXED, "tables.py": large})
    assert [(one.rule, one.path) for one in found.refused] == [("size", "tables.py")]
    assert found.verdict == "not verified"


def test_a_committed_file_that_git_ignores_is_judged_too(changed: Change) -> None:
    """What is committed comes with the change, whatever `.gitignore` says."""
    files = {**HALF, ".gitignore": "own/\nsitecustomize.py\n"}
    used = f"from own.numbers import TWO\n\n\n{FIXED.replace('2', 'TWO')}"
    found = changed(files, {"calc.py": used, "own/numbers.py": "TWO = 2\n", "own/__init__.py": ""})
    assert found.verdict == "verified", found.verdict_with_reasons()


def test_a_committed_file_that_git_ignores_is_refused_by_its_name(changed: Change) -> None:
    found = changed({**HALF, ".gitignore": "sitecustomize.py\n"}, {"calc.py": FIXED, "sitecustomize.py": "a = 1\n"})
    assert found.verdict == "not verified" and found.refused[0].rule == "shadow_module"


@pytest.mark.parametrize("folder", ["", "service/"], ids=["a repository", "a folder of one"])
def test_the_branch_of_a_session_is_judged_without_the_files_of_sessions(repository, folder) -> None:
    repo = repository()
    repo.commit(**{f"{folder}{path}": text for path, text in HALF.items()})
    session = f"{folder}.workflow/active/WFS-test-fix/workflow-session.json"
    archived = f"{folder}.workflow/archives/manifest.json"
    repo.commit(**{f"{folder}calc.py": FIXED, session: "{}\n", archived: "{}\n"})
    found = verify({"project": str(repo.root / folder)}, ChangeToVerify("HEAD~1..HEAD"))
    assert (found.verdict, found.files) == ("verified", ["calc.py"]), found.verdict_with_reasons()


def test_settings_of_the_pipeline_and_submodules_are_for_a_person(repository: Callable[..., Any]) -> None:
    repo, other = repository(), repository("other")
    repo.commit(**HALF)
    commit = other.commit(**{"a.txt": "1\n"})
    repo.commit(**{"calc.py": FIXED, ".workflow/notes.md": "1\n"})
    repo.git("update-index", "--add", "--cacheinfo", f"160000,{commit},vendor")
    repo.git("commit", "-q", "-m", "a submodule")
    found = verify({"project": str(repo.root)}, ChangeToVerify("HEAD~2..HEAD"))
    assert found.verdict == "cannot tell"
    assert [one.partition(" ")[0] for one in found.doubts] == [".workflow/notes.md", "vendor"]


PATCH = """\
diff --git a/{old} b/{new}
{mode}--- {minus}
+++ b/{new}
@@ -0,0 +1 @@
+{line}
"""


def _new(path: str, line: str = "print(1)", mode: str = "100644") -> str:
    return PATCH.format(old=path, new=path, minus="/dev/null", mode=f"new file mode {mode}\n", line=line)


LINKED = f"{_new('out', '../outside', '120000')}\\ No newline at end of file\n{_new('out/x.py')}"
PATCHES = {
    "a parent": (_new("../x.py"), "names a place that is no file of the project: '../x.py'"),
    "an absolute path": (_new("/tmp/x.py"), "names a place that is no file of the project: '/tmp/x.py'"),
    "git's own folder": (_new(".git/hooks/pre-commit"), "names a place that is no file of the project"),
    "beyond a symlink": (LINKED, "does not apply to HEAD: .*symbolic link"),
    "another text": (
        "--- a/calc.py\n+++ b/calc.py\n@@ -1,2 +1,2 @@\n def half(n):\n-    return n * 3\n+    return n / 2\n",
        "does not apply to HEAD: .*calc.py",
    ),
    "a binary difference": (
        "diff --git a/calc.bin b/calc.bin\nindex 123..456 100644\nBinary files a/calc.bin and b/calc.bin differ\n",
        "only says that binary files differ",
    ),
    "nothing": ("", "is no patch"),
    "no patch": ("half of it is wrong\n", "is no patch"),
    "a cut patch": (_new("a.py").rpartition("@@")[0], "does not apply|is no patch"),
}


@pytest.mark.parametrize(("patch", "said"), PATCHES.values(), ids=PATCHES)
def test_a_patch_that_can_not_be_judged_is_refused(patch, said, repository, tmp_path) -> None:
    repo = repository()
    repo.commit(**HALF)
    file = tmp_path / "x.patch"
    file.write_text(patch)
    before = sorted(tmp_path.rglob("*.py"))
    with pytest.raises(Exception, match=said) as caught:
        verify({"project": str(repo.root)}, ChangeToVerify(patch=file))
    assert type(caught.value).__name__ == "UsageError" and "x.patch" in str(caught.value)
    assert [one for one in sorted(tmp_path.rglob("*.py")) if "cache" not in one.parts] == before


def test_a_binary_patch_and_a_link_are_no_repair(repository: Callable[..., Any], tmp_path: Path) -> None:
    repo = repository()
    repo.commit(**HALF)
    repo.write("calc.py", FIXED)
    repo.write("table.bin", b"\0\1\2" * 50)
    (repo.root / "out").symlink_to("..")
    repo.git("add", "-A")
    file = tmp_path / "x.patch"
    file.write_text(repo.git("diff", "--cached", "--binary"))
    repo.git("reset", "-q", "--hard")
    found = verify({"project": str(repo.root)}, ChangeToVerify(patch=file))
    assert found.verdict == "not verified"
    assert {(one.rule, one.path) for one in found.refused} == {("binary", "table.bin"), ("link", "out")}
