"""Failures that only other tests cause are said to be that; they are searched last and once."""

from collections.abc import Callable
from typing import Any

import pytest

from testfix_pipeline.core.records import FixHistory, SuiteResults
from testfix_pipeline.steps.verification.tree_measurement import measure_tree

REGISTRY = {
    "registry.py": "ENTRIES = {}\n\n\ndef add(name, value):\n    ENTRIES[name] = value\n",
    "tests/test_registry.py": "from registry import ENTRIES, add\n\n\ndef test_adds():\n    add('a', 1)\n\n\n"
    "def test_starts_empty():\n    assert ENTRIES == {}\n",
}
ENVIRONMENT = {
    "unit.py": "import os\n\n\ndef unit():\n    return os.environ.get('UNIT_OF', 'kg')\n",
    "tests/test_unit.py": "import os\n\nfrom unit import unit\n\n\ndef test_lb():\n    os.environ['UNIT_OF'] = 'lb'\n"
    "    assert unit() == 'lb'\n\n\ndef test_by_default():\n    assert unit() == 'kg'\n",
}
AREA = {
    "area.py": "def area(width, height):\n    return width + height\n",
    "tests/test_area.py": "from area import area\n\n\ndef test_area():\n"
    "    assert (area(3, 4), area(2, 5)) == (12, 10)\n",
}
BAG = {
    "bag.py": 'def put(item, bag=[]):\n    """A bag with the item in it."""\n    bag.append(item)\n    return bag\n',
    "test_bag.py": "from bag import put\n\n\ndef test_one():\n    assert put('a') == ['a']\n\n\n"
    "def test_two():\n    assert put('b') == ['b']\n",
}
CONFTEST = {"conftest.py": "import pathlib, sys\nsys.path.insert(0, str(pathlib.Path(__file__).parent))\n"}
Make = Callable[..., Any]


def measured(root: Any) -> SuiteResults:
    return measure_tree({"project": str(root)})


@pytest.mark.parametrize(
    ("files", "test"),
    [(REGISTRY, "tests/test_registry.py::test_starts_empty"), (ENVIRONMENT, "tests/test_unit.py::test_by_default")],
    ids=["registry", "environment"],
)
def test_a_measurement_says_that_a_failure_depends_on_the_order(
    repository: Make, files: dict[str, str], test: str
) -> None:
    [failure] = measured(repository(files={**CONFTEST, **files}).root).failures
    assert (failure.test, failure.flaky) == (test, False)
    assert failure.order == failure.evidence and "alone, failed with other tests before it" in failure.order
    assert failure.why.startswith("depends on the order of the tests: passed in each of")


@pytest.mark.usefixtures("every_round")
def test_what_only_other_tests_cause_is_named_and_not_hunted(repository: Make, run_cycle: Make) -> None:
    repo = repository(files={**CONFTEST, **REGISTRY, **AREA})
    found = run_cycle(repo, agents=["builtin"], max_iterations=6)
    test = "tests/test_registry.py::test_starts_empty"
    assert (found["outcome"], found["remaining_failures"]) == ("blocked", [test])
    assert found["fixed_tests"] == ["tests/test_area.py::test_area"] and found["iterations"] <= 2
    assert found["reason"].startswith(f"Only failures that depend on the order of the tests remain: {test} passes")
    assert "they share state" in found["failure_reasons"][test] and "put back what it changes" in found["advice"]
    text = next(repo.root.rglob("fix-history.json")).read_text()
    tried = [one for one in FixHistory.model_validate_json(text).attempts if test in one.target_tests]
    assert len({one.iteration for one in tried}) <= 1
    assert any("they share state" in path.read_text() for path in repo.root.rglob("iteration-*-analysis.md"))


@pytest.mark.usefixtures("every_round")
def test_state_that_the_code_keeps_is_still_repaired(repository: Make, run_cycle: Make) -> None:
    found = run_cycle(repository(files=BAG), agents=["builtin"], max_iterations=2)
    assert found["fixed_tests"] == ["test_bag.py::test_two"] and not found["remaining_failures"], found["reason"]
