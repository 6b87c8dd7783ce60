"""Suites of which only a part is collected: the bugs of that part are repaired all the same."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from testfix_pipeline.standalone.api import repair_project
from testfix_pipeline_tests.project_files import write_files

# `pkg.a` can only be imported after `pkg.b`, so that the second test file can't be collected alone.
FILES = {
    "pkg/__init__.py": "",
    "pkg/a.py": "from pkg import b\nX = 1\ndef half(n):\n    return n * 2\n",
    "pkg/b.py": "from pkg.a import X\n",
    "checks/test_1.py": "import pkg.b\ndef test_b():\n    assert pkg.b.X == 1\n",
    "checks/test_2.py": "from pkg.a import half\ndef test_half():\n    assert (half(4), half(5)) == (2, 2.5)\n"
    "def test_more():\n    assert (half(-6), half(0)) == (-3, 0)\n",
    "pytest.ini": "[pytest]\npythonpath = .\n",
}
NO_WARM = """\
import pytest, sys


def pytest_sessionstart(session):
    if '"mode": "warm"' in " ".join(getattr(sys, "orig_argv", sys.argv)):
        pytest.exit("not in a warm process", 4)
"""
CASES: dict[str, Mapping[str, str]] = {
    "a file that can't be collected alone": {"conftest.py": NO_WARM},
    "a script among the test files": {"checks/test_3.py": "import sys\nsys.exit(0)\n"},
    "a conftest.py that dies of program code": {
        "pkg/c.py": "from markupsafe import soft_unicode\n",
        "tests/conftest.py": "import pkg.c\n",
        "tests/test_4.py": "def test_four():\n    assert True\n",
    },
}


@pytest.mark.parametrize("case", CASES)
def test_what_one_file_does_keeps_no_bug_of_another_from_repair(repository: Any, case: str) -> None:
    root: Path = repository().root
    write_files(root, {**FILES, **CASES[case]})
    report = repair_project(root, ["checks/test_2.py"], seconds=30, cores=2)
    assert report.outcome == "fixed", report
    assert [bug.tests for bug in report.bugs] == [["checks/test_2.py::test_half", "checks/test_2.py::test_more"]]
    assert "-    return n * 2" in report.diff
