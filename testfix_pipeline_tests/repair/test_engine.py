"""The engine end to end: measured by the real runner, searched in the real warm process."""

import ast
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from testfix_pipeline.execution.suite_runs import run_suite
from testfix_pipeline.repair.engine import RepairResult
from testfix_pipeline.repair.search.search_memory import SearchMemory

Fixer = Callable[..., RepairResult]
Writer = Callable[[Mapping[str, str]], Path]


@pytest.fixture
def defaults(programs: Mapping[str, Any]) -> dict[str, str]:
    return {"subject.py": programs["defaults"].broken, "test_subject.py": programs["defaults"].tests}


def shape(text: str) -> str:
    return ast.dump(ast.parse(text))


@pytest.mark.parametrize("name", ["cache", "validate"])
def test_a_realistic_bug_is_repaired_and_the_whole_suite_agrees(name, programs, write, fix, project) -> None:
    program = programs[name]
    root = write({"subject.py": program.broken, "test_subject.py": program.tests})
    result = fix(root)
    assert result.exhausted == "found" and result.patches[0].complete
    assert (root / "subject.py").read_text() == program.broken, "the tree itself is left alone"
    (root / "subject.py").write_bytes(result.patches[0].contents["subject.py"])
    assert not run_suite(project, root).failing


def test_a_mutable_default_is_repaired_exactly(defaults, programs, write, fix) -> None:
    result = fix(write(defaults), after_first_seconds=2.0)
    assert shape(result.patches[0].files["subject.py"]) == shape(programs["defaults"].right)
    assert result.patches[0].location.startswith("subject.py:")
    assert 0 < result.patches[0].confidence <= 1
    assert result.candidates_tried == sum(result.tried_kinds.values()) > 0


def test_a_refused_proposal_is_not_made_again(defaults: dict[str, str], write: Writer, fix: Fixer) -> None:
    root = write(defaults)
    first = fix(root).patches[0]
    again = fix(root, exclude={first.fingerprint}, seconds=4)
    assert first.fingerprint not in {patch.fingerprint for patch in again.patches}


def test_what_changed_nothing_is_not_tried_again_on_the_same_code(write: Writer, fix: Fixer) -> None:
    code = "def label(n):\n    return str(n % 7)\n"
    root = write(
        {
            "subject.py": code,
            "test_subject.py": "from subject import label\n\ndef test_label():\n"
            "    assert label(4) == 'jay' and label(5) == 'owl' and label(9) == 'kite'\n",
        }
    )
    memory = SearchMemory()
    first, again = fix(root, memory=memory, seconds=4), fix(root, memory=memory, seconds=4)
    assert not first.patches and first.candidates_tried > 2 * again.candidates_tried
    (root / "subject.py").write_text(f"{code}\nDAYS = 7\n")
    assert fix(root, memory=memory, seconds=4).candidates_tried > 2 * again.candidates_tried


def test_lines_that_may_not_be_touched_are_not(defaults: dict[str, str], write: Writer, fix: Fixer) -> None:
    result = fix(write(defaults), allowed_lines={"subject.py": {6, 7}}, seconds=4)
    assert not any(patch.complete for patch in result.patches)


def test_a_cancelled_search_says_so(defaults: dict[str, str], write: Writer, fix: Fixer) -> None:
    result = fix(write(defaults), cancel=lambda: True)
    assert result.exhausted == "cancelled" and result.candidates_tried == 0


def test_both_bugs_of_two_files_are_repaired_together(write: Writer, fix: Fixer) -> None:
    files = {
        "one.py": "def double(n):\n    return n + 2\n",
        "two.py": "def is_big(n):\n    return n < 10\n",
        "test_all.py": "from one import double\nfrom two import is_big\n"
        "def test_double(): assert double(4) == 8 and double(5) == 10\n"
        "def test_big(): assert is_big(11)\ndef test_small(): assert not is_big(3)\n",
    }
    result = fix(write(files))
    assert result.patches[0].complete and set(result.patches[0].files) == {"one.py", "two.py"}


def test_src_layout_unittest_fixtures_and_parametrised_tests(write: Writer, fix: Fixer) -> None:
    files = {
        "src/shop/__init__.py": "from shop.price import Price\n",
        "src/shop/price.py": "RATE = 20\n\n\nclass Price:\n"
        "    def __init__(self, net):\n        self.net = net\n\n"
        "    @property\n    def gross(self):\n        return self.net - self.net * RATE / 100\n",
        "tests/conftest.py": "import pytest\n\n@pytest.fixture(scope='session')\n"
        "def rate(tmp_path_factory):\n"
        "    path = tmp_path_factory.mktemp('x') / 'rate'\n    path.write_text('20')\n"
        "    return int(path.read_text())\n",
        "tests/test_price.py": "import unittest\nimport pytest\nfrom shop import Price\n\n"
        "class Old(unittest.TestCase):\n    def setUp(self):\n        self.price = Price(50)\n"
        "    def test_gross(self):\n        self.assertEqual(self.price.gross, 60)\n\n"
        "@pytest.mark.parametrize('net', [0, 10])\ndef test_rate(net, rate):\n"
        "    assert Price(net).gross == net * (100 + rate) / 100\n",
    }
    result = fix(write(files))
    assert result.patches[0].complete
    assert "self.net + self.net * RATE" in result.patches[0].files["src/shop/price.py"]


def test_import_time_values_are_repaired_in_a_fresh_process(write: Writer, fix: Fixer) -> None:
    files = {
        "units.py": "FACTORS = {'km': 1000, 'm': 2}\n\n\ndef metres(value, unit):\n    return value * FACTORS[unit]\n",
        "test_units.py": "from units import metres\ndef test_km(): assert metres(2, 'km') == 2000\n"
        "def test_m(): assert metres(3, 'm') == 3\n",
    }
    result = fix(write(files), after_first_seconds=None)
    space: dict[str, Any] = {}
    exec(result.patches[0].files["units.py"], space)
    assert result.patches[0].complete and space["FACTORS"] == {"km": 1000, "m": 1}


def test_every_small_program_is_right_before_its_bug_is_put_in(programs: Mapping[str, Any]) -> None:
    for name, program in programs.items():
        assert shape(program.broken) != shape(program.right), name
        space: dict[str, Any] = {}
        exec(program.right, space)
        tests = program.tests.replace("from subject import *\n", "")
        exec(tests, space)
        found = [value for key, value in space.items() if key.startswith("test_")]
        assert found, name
        for test in found:
            for case in cases(test):
                test(*case)


def cases(test: Any) -> list[tuple[Any, ...]]:
    """The arguments a test is called with: those of its `parametrize`, or none once."""
    marks = getattr(test, "pytestmark", [])
    values = marks[0].args[1] if marks else [()]
    return [value if isinstance(value, tuple) else (value,) for value in values]
