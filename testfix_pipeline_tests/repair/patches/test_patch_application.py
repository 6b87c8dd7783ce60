"""Patches as models write them: read with forbearance, judged without."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from testfix_pipeline.repair.patches import diff_text
from testfix_pipeline.repair.patches import patch_application as applying
from testfix_pipeline.repair.patches.diff_text import UnreadablePatch, read_diff
from testfix_pipeline.repair.patches.patch_application import (
    apply_at_likeliest_places,
    refusals_of,
    targets_of,
    write_files,
)

Write = Callable[[Mapping[str, str]], Path]

CALC = """\
def add(a, b):
    # both are numbers
    return a - b


def half(n):
    return n // 2


class Till:
    def total(self, items):
        result = 0
        for item in items:
            result += item.price
        return result
"""
REPAIRED = CALC.replace("a - b", "a + b")
HEAD = "--- a/calc.py\n+++ b/calc.py\n"
GOOD = HEAD + "@@ -1,3 +1,3 @@\n def add(a, b):\n     # both are numbers\n-    return a - b\n+    return a + b\n"


@pytest.fixture
def root(write: Write) -> Path:
    return write({"calc.py": CALC, "pkg/deep/money.py": "RATE = 1\n", "test_calc.py": "import calc\n"})


def after(patch: str, root: Path, path: str = "calc.py") -> str:
    content = apply_at_likeliest_places(targets_of(patch, root)).contents[path]
    assert content is not None
    return content.decode()


WELL_MEANT = {
    "as it should be": GOOD,
    "with git's own headers": "diff --git a/calc.py b/calc.py\nindex 123abc..456def 100644\n" + GOOD,
    "in a fence with prose around": f"Here is the fix:\n\n```diff\n{GOOD}```\n\nIt adds instead of subtracting.\n",
    "counts too small": GOOD.replace("-1,3 +1,3", "-1,1 +1,1"),
    "counts too big": GOOD.replace("-1,3 +1,3", "-1,9 +1,9"),
    "far from the line it claims": GOOD.replace("-1,3 +1,3", "-90,3 +90,3"),
    "no numbers at all": GOOD.replace("@@ -1,3 +1,3 @@", "@@ def add @@"),
    "a bare hunk header": GOOD.replace("@@ -1,3 +1,3 @@", "@@"),
    "no prefixes": GOOD.replace("a/calc", "calc").replace("b/calc", "calc"),
    "time stamps": GOOD.replace("a/calc.py", "a/calc.py\t2020-01-01 00:00:00"),
    "the file of before under another name": GOOD.replace("a/calc.py", "calc.py.orig").replace("b/calc.py", "calc.py"),
    "windows line ends": GOOD.replace("\n", "\r\n"),
    "lost marks of context": GOOD.replace(" def add", "def add").replace("     # both", "    # both"),
    "lost blanks at the end": GOOD + "\n\n",
    "context retold": GOOD.replace("both are numbers", "the two are numbers"),
    "context left out": GOOD.replace("     # both are numbers\n", ""),
    "context invented": GOOD.replace("     # both are numbers\n", "     # both are numbers\n     # so it seems\n"),
    "at another indentation": HEAD + "@@ -1,3 +1,3 @@\n # both are numbers\n-return a - b\n+return a + b\n",
    "a folder too many": GOOD.replace("a/calc", "a/project/calc").replace("b/calc", "b/project/calc"),
    "no newline at the end": GOOD + "\\ No newline at end of file\n",
}


@pytest.mark.parametrize("name", WELL_MEANT)
def test_what_is_meant_is_done(root: Path, name: str) -> None:
    assert after(WELL_MEANT[name], root) == REPAIRED


def test_a_folder_that_was_left_out_is_found_where_only_one_fits(root: Path) -> None:
    patch = "--- a/money.py\n+++ b/money.py\n@@ -1 +1 @@\n-RATE = 1\n+RATE = 2\n"
    assert after(patch, root, "pkg/deep/money.py") == "RATE = 2\n"


def test_lines_that_are_added_come_to_the_indentation_of_the_text(root: Path) -> None:
    patch = (
        HEAD
        + "@@ -1 +1,4 @@\n for item in items:\n+    if item is None:\n+        continue\n     result += item.price\n"
    )
    assert "            if item is None:\n                continue\n            result += item" in after(patch, root)


def test_files_are_made_and_deleted(root: Path) -> None:
    patch = (
        "--- /dev/null\n+++ b/pkg/new.py\n@@ -0,0 +1,2 @@\n+A = 1\n+B = 2\n"
        "diff --git a/pkg/deep/money.py b/pkg/deep/money.py\ndeleted file mode 100644\n"
        "--- a/pkg/deep/money.py\n+++ /dev/null\n@@ -1 +0,0 @@\n-RATE = 1\n"
    )
    contents = apply_at_likeliest_places(targets_of(patch, root)).contents
    assert contents == {"pkg/new.py": b"A = 1\nB = 2\n", "pkg/deep/money.py": None}
    write_files(root, contents)
    assert (root / "pkg/new.py").read_text() == "A = 1\nB = 2\n" and not (root / "pkg/deep/money.py").exists()


def test_every_line_keeps_its_own_end(write: Write) -> None:
    root = write({"calc.py": CALC.replace("\n", "\r\n")})
    assert after(GOOD, root) == REPAIRED.replace("\n", "\r\n")
    mixed = CALC.replace("a - b\n", "a - b\r\n")
    (root / "calc.py").write_bytes(mixed.encode())
    assert after(GOOD, root) == mixed.replace("a - b\r\n", "a + b\n")
    (root / "calc.py").write_bytes(CALC.removesuffix("\n").encode())
    patch = (
        HEAD
        + "@@ -14,2 +14,2 @@\n             result += item.price\n-        return result\n+        return result or 0\n"
    )
    assert after(patch, root).endswith("        return result or 0")


def test_a_hunk_that_fits_several_places_goes_where_it_claims_to_be(write: Write) -> None:
    root = write({"calc.py": "def a():\n    return 0\n\n\ndef b():\n    return 0\n"})
    patch = HEAD + "@@ -6 +6 @@\n-    return 0\n+    return 1\n"
    assert after(patch, root) == "def a():\n    return 0\n\n\ndef b():\n    return 1\n"


QUOTED = '"a/\\056./calc.py"'
GIT = "diff --git a/{0} b/{0}\n"
NEW = "--- /dev/null\n+++ b/{0}\n@@ -0,0 +1 @@\n"
UNREADABLE = {
    "prose": "I would add the two numbers instead of subtracting them.",
    "nothing": "",
    "no change": HEAD + "@@ -1,2 +1,2 @@\n def add(a, b):\n     # both are numbers\n",
    "a binary hunk": GIT.format("x.bin") + "index 1..2 100644\nGIT binary patch\nliteral 3\nKcmZQzU|?WmU\n",
    "binary files differ": GIT.format("x.bin") + "Binary files a/x.bin and b/x.bin differ\n" + GOOD,
    "a link": GIT.format("link") + "new file mode 120000\n" + NEW.format("link") + "+/etc/passwd\n",
    "a file turned into a link": "diff --git a/calc.py b/calc.py\nold mode 100644\nnew mode 120000\n" + GOOD,
    "a submodule": GIT.format("sub") + "new file mode 160000\n" + NEW.format("sub") + "+Subproject commit 1\n",
    "a renaming": "diff --git a/calc.py b/sum.py\nsimilarity index 90%\nrename from calc.py\nrename to sum.py\n",
    "an absolute path": GOOD.replace("a/calc.py", "/etc/calc.py").replace("b/calc.py", "/etc/calc.py"),
    "a path that climbs": GOOD.replace("/calc.py", "/../calc.py"),
    "a path that climbs by quotes": GOOD.replace("a/calc.py", QUOTED).replace("b/calc.py", QUOTED),
    "a path of another system": GOOD.replace("a/calc.py", "C:\\calc.py").replace("b/calc.py", "C:\\calc.py"),
    "a new file that climbs": "--- /dev/null\n+++ b/../../evil.py\n@@ -0,0 +1 @@\n+A = 1\n",
    "a file that is not there": GOOD.replace("calc.py", "other.py"),
    "a hunk of another program": HEAD + "@@ -3 +3 @@\n-    raise UnheardOf(self.xyzzy)\n+    raise KeyError(1)\n",
    "a folder": GOOD.replace("calc.py", "pkg/deep"),
    "huge": GOOD + "+x\n" * diff_text.MOST_CHARACTERS,
    "too many files": "".join(GOOD.replace("calc", f"calc{n}") for n in range(diff_text.MOST_FILES + 1)),
    "too many hunks": HEAD + "@@ -3 +3 @@\n-    return a - b\n+    return a + b\n" * (diff_text.MOST_HUNKS + 1),
}  # fmt: skip


@pytest.mark.parametrize("name", UNREADABLE)
def test_what_is_no_patch_or_leads_elsewhere_is_refused_and_nothing_is_written(root: Path, name: str) -> None:
    before = {path: path.read_bytes() for path in root.parent.rglob("*") if path.is_file()}
    with pytest.raises(UnreadablePatch):
        write_files(root, apply_at_likeliest_places(targets_of(UNREADABLE[name], root)).contents)
    assert before == {path: path.read_bytes() for path in root.parent.rglob("*") if path.is_file()}


def test_a_symbolic_link_is_not_followed(root: Path, tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "calc.py").write_text(CALC)
    (root / "away").symlink_to(outside)
    (root / "alias.py").symlink_to(outside / "calc.py")
    for path in ("away/calc.py", "alias.py"):
        with pytest.raises(UnreadablePatch, match="symbolic link"):
            targets_of(GOOD.replace("calc.py", path), root)
    with pytest.raises(UnreadablePatch, match="symbolic link"):
        write_files(root, {"away/new.py": b"A = 1\n"})
    assert (outside / "calc.py").read_text() == CALC and not (outside / "new.py").exists()


def test_a_big_file_is_not_read_into_a_patch(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(applying, "MOST_FILE_BYTES", 10)
    with pytest.raises(UnreadablePatch, match="too big"):
        targets_of(GOOD, root)


FORBIDDEN = {
    "a test": ("test_calc.py", "def test_add():\n    pass\n", "test_side"),
    "the runner's settings": ("pytest.ini", "[pytest]\naddopts = -k nothing\n", "test_side"),
    "git": (".git/hooks/post-checkout", "#!/bin/sh\n", "git_files"),
    "continuous integration": (".github/workflows/x.yml", "on: push\n", "ci_files"),
    "a module that shadows the runner": ("pytest.py", "A = 1\n", "shadow_module"),
    "skips": ("calc.py", CALC + "\nimport pytest\n\npytest.skip('later')\n", "test_framework"),
    "no Python": ("calc.py", CALC.replace("a - b", "a +"), "syntax"),
}


@pytest.mark.parametrize("name", FORBIDDEN)
def test_a_readable_patch_of_what_it_must_not_touch_is_refused_with_the_reason(root: Path, name: str) -> None:
    path, content, rule = FORBIDDEN[name]
    assert rule in [one.rule for one in refusals_of(root, {path: content.encode()})]
    assert refusals_of(root, apply_at_likeliest_places(targets_of(GOOD, root)).contents) == []


def test_a_patch_may_name_a_file_twice(root: Path) -> None:
    second = HEAD + "@@ -7 +7 @@\n def half(n):\n-    return n // 2\n+    return n / 2\n"
    assert after(GOOD + second, root) == REPAIRED.replace("n // 2", "n / 2")
    assert len(read_diff(GOOD + second)) == 1
