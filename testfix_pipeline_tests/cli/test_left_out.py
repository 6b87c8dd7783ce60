"""A result with tests that were not measured is no bare success, in any command."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

LEFT = {
    "shop/__init__.py": "",
    "shop/tests.py": "import unittest\n\n\nclass T(unittest.TestCase):\n    def test_a(self):\n        pass\n",
    "test_b.py": "import pytest\n\n\ndef test_b():\n    pass\n",
    "Makefile": "test:\n\truff check .\n\tpython -m pytest\n",
}
NAMED = "shop/tests.py: tests in a file whose name pytest does not look for"


def test_tests_that_are_not_measured_make_a_fix_a_partial_one(calc: Any, testfix: Callable[..., Any]) -> None:
    calc.commit("more", **LEFT)
    fixed = testfix("fix", "--project", calc.root, "--json").found
    assert (fixed["outcome"], fixed["review"], fixed["left_out"]) == ("partial", True, [NAMED])
    assert "All 4 tests pass on a full run. Not measured: 1 file with tests: shop/tests.py (" in fixed["reason"]
    assert any("`ruff check .` (`test` of the Makefile)" in one for one in fixed["notices"])
    assert NAMED in Path(fixed["report"]).read_text()


QUEUE = {
    "Makefile": "test:\n\tpython -m unittest\n",
    "kit/__init__.py": "",
    "kit/core.py": "def full(waiting, places):\n    return len(waiting) > places\n",
    "kit/testfull.py": "import unittest\n\nfrom kit.core import full\n\n\nclass FullTest(unittest.TestCase):\n"
    "    def test_full(self):\n        self.assertTrue(full(['a', 'b'], 2))\n\n"
    "    def test_not_full(self):\n        self.assertFalse(full(['a'], 2))\n",
}


def test_what_only_unittest_discovers_is_fixed_and_its_file_is_no_place_for_a_patch(
    repository: Callable[..., Any], testfix: Callable[..., Any], tmp_path: Path
) -> None:
    repo = repository(files=QUEUE)
    found = testfix("fix", "--project", repo.root, "--json").found
    assert (found["total"], found["fixed_tests"], found["left_out"]) == (
        2,
        ["kit/testfull.py::FullTest::test_full"],
        [],
    )
    assert "return len(waiting) >= places" in repo.git("show", f"{found['branch']}:kit/core.py")
    patch = tmp_path / "weaker.patch"
    (repo.root / "kit/testfull.py").write_text(QUEUE["kit/testfull.py"].replace("(full(['a', 'b'], 2))", "(True)"))
    patch.write_text(repo.git("diff"))
    repo.git("checkout", "-q", ".")
    judged = testfix("verify", "--project", repo.root, "--patch", patch, "--json").found
    assert (judged["verdict"], judged["test_files"]) == ("not verified", ["kit/testfull.py"])


def test_a_green_suite_with_tests_beside_it_is_a_partial_one(repository, testfix, tmp_path) -> None:
    repo = repository(files=LEFT)
    measured = testfix("measure", "--project", repo.root, "--json")
    assert (measured.code, measured.found["outcome"], measured.found["review"]) == (0, "partial", True)
    assert measured.found["left_out"][0]["file"] == "shop/tests.py" and "ruff check" in measured.found["notices"][0]
    said = testfix("measure", "--project", repo.root).out
    assert f"partial, for review: 1 file with tests not measured\n  {NAMED}\nnote  Not measured" in said
    found = testfix("ci", "--project", repo.root, "--output", tmp_path / "out", "--json")
    assert (found.code, found.found["outcome"], found.found["review"]) == (0, "partial", True)
    assert found.found["left_out"] == [NAMED] and NAMED in (tmp_path / "out" / "summary.md").read_text()
    repaired = testfix("repair", "--project", repo.root, "--json").found
    assert "shop/tests.py" in repaired["notes"][0]
    chosen = testfix("measure", "--project", repo.root, "--test-command", "pytest test_b.py", "--json")
    assert (chosen.found["outcome"], chosen.found["total"]) == ("success", 1)
