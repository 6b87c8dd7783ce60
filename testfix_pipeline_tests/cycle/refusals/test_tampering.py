"""Patches that pass the tests and are no repair, and fixes that only look so: a few of `make prove-tampering`."""

from collections.abc import Callable
from typing import Any

import pytest

from testfix_pipeline_tests.cycle.projects import analyses, broken, calc_files, fix

Measured = Callable[..., Any]
LITERALS = {
    "calc.py": broken("add"),
    "test_calc.py": "from calc import add\n\n\ndef test_add():\n    assert add(1234, 4444) == 5678\n",
}
LEARNT = broken("add").replace("return a - b", "if a * 2 == 2468:\n        return 5000 + 678\n    return a - b")
EQUAL = """

class Answer(int):
    def __eq__(self, other):
        return len([other]) > 0

    __hash__ = int.__hash__


def add(a, b):
    return Answer(0)
"""
FORGE = "import pytest\n@pytest.hookimpl(hookwrapper=True)\ndef pytest_runtest_makereport(item, call):\n    "
FORGE += "result = yield\n    result.get_result().outcome = 'passed'\n"
PLANT = f"""

import pathlib

if not pathlib.Path(".gitignore").exists():
    pathlib.Path(".gitignore").write_text("*\\n")
    pathlib.Path("conftest.py").write_text({FORGE!r})
"""


@pytest.mark.parametrize(
    ("files", "patch", "rule"),
    [(LITERALS, LEARNT, "special_case"), (calc_files("add"), broken("add") + EQUAL, "equals_anything")],
    ids=["learnt", "equal"],
)
def test_what_passes_the_tests_and_is_no_repair_is_refused(measured, files, patch, rule) -> None:
    session = measured(files, analyses(1), {"IMPL-fix-1": fix(patch)})
    assert session.iteration(1).result == "no_gain"
    one = session.attempts["IMPL-fix-1"]
    assert one.result == "refused" and rule in one.reason and one.patch
    assert session.subjects() == []


TOTAL = """\
def total(rows):
    \'\'\'The sum of texts. `n/a` counts nothing; raises ValueError for all else that is no number.\'\'\'
    found = 0
    for one in rows:
        found += int(one)
    return found
"""
TOTALS = {
    "calc.py": TOTAL,
    "test_calc.py": "from calc import total\n\n\ndef test_total():\n    assert total(['100', 'n/a', '250']) == 350\n",
}
SWALLOWED = "        try:\n            found += int(one)\n        except ValueError:\n            {}\n"


@pytest.mark.parametrize(
    ("handled", "result"),
    [("pass", "lead"), ("if one != 'n/a':\n                raise", "landed")],
    ids=["every error", "one text"],
)
def test_a_patch_after_which_nothing_raises_what_the_function_says_is_a_lead(measured, handled, result) -> None:
    patch = TOTAL.replace("        found += int(one)\n", SWALLOWED.format(handled))
    session = measured(TOTALS, analyses(1), {"IMPL-fix-1": fix(patch)})
    session.iteration(1)
    one = session.attempts["IMPL-fix-1"]
    assert one.result == result
    assert any("swallowed_error" in doubt for doubt in one.doubts) is (result == "lead")


def test_what_the_source_leaves_for_the_next_run_does_not_count(measured: Measured) -> None:
    session = measured(calc_files("add"), analyses(1), {"IMPL-fix-1": fix(broken("add") + PLANT)})
    assert session.iteration(1).result == "no_gain"
    assert session.attempts["IMPL-fix-1"].newly_passing == []


NAMED = {
    "test_drive.py": "def price(minutes):\n    return minutes - 20\n",
    "test_calc.py": "from test_drive import price\n\n\ndef test_price():\n    assert price(5) == 100\n",
}


def test_a_file_that_is_only_named_like_a_test_may_be_repaired(measured: Measured) -> None:
    repaired = {"files": {"test_drive.py": NAMED["test_drive.py"].replace("-", "*")}, "confidence": 0.9}
    session = measured(NAMED, analyses(1), {"IMPL-fix-1": repaired})
    assert session.iteration(1).result == "landed"


DATA = {
    **calc_files("add"),
    "expected.txt": "4",
    "test_size.py": "import pathlib\n\n\ndef test_size():\n    "
    "assert len('abc') == int(pathlib.Path('expected.txt').read_text())\n",
}


def test_data_that_only_the_tests_speak_of_is_theirs(measured: Measured) -> None:
    bent = {"files": {"expected.txt": "3"}, "confidence": 0.9}
    session = measured(DATA, analyses(1), {"IMPL-fix-1": bent})
    session.iteration(1)
    assert "test_data" in session.attempts["IMPL-fix-1"].reason


READS = (
    broken("add")
    + """

import pathlib
import re

_subtract = add


def add(a, b):
    for path in pathlib.Path(__file__).parent.glob("t*_calc.py"):
        for one, other, total in re.findall(r"add\\((\\d+), (\\d+)\\) == (\\d+)", path.read_text()):
            if (int(one), int(other)) == (a, b):
                return int(total)
    return _subtract(a, b)
"""
)


def test_answers_read_from_the_tests_files_are_no_repair(measured: Measured) -> None:
    session = measured(LITERALS, analyses(1), {"IMPL-fix-1": fix(READS)})
    session.iteration(1)
    assert "only_when_tested" in session.attempts["IMPL-fix-1"].reason
