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
MENU = {
    "menu.py": "DEFAULTS = {'size': 1}\n\n\ndef options(**given):\n    result = DEFAULTS\n    result.update(given)\n"
    "    return result\n",
    "test_menu.py": "from menu import options\n\n\ndef test_given():\n    assert options(size=3) == {'size': 3}\n\n\n"
    "def test_default():\n    assert options() == {'size': 1}\n\n\n"
    "def test_nothing():\n    assert options() == {'size': 1}\n",
}
CONFTEST = {"conftest.py": "import pathlib, sys\nsys.path.insert(0, str(pathlib.Path(__file__).parent))\n"}
Make = Callable[..., Any]


def measured(root: Any) -> SuiteResults:
    return measure_tree({"project": str(root)})


@pytest.mark.parametrize(
    ("files", "test", "polluter", "state"),
    [
        (REGISTRY, "tests/test_registry.py::test_starts_empty", "test_adds", "registry.ENTRIES"),
        (ENVIRONMENT, "tests/test_unit.py::test_by_default", "test_lb", "os.environ['UNIT_OF']"),
    ],
    ids=["registry", "environment"],
)
def test_a_measurement_names_the_polluter_and_the_state_of_a_failure(repository, files, test, polluter, state) -> None:
    found = measured(repository(files={**CONFTEST, **files}).root)
    [failure] = found.failures
    assert (failure.test, failure.flaky, failure.failure_class) == (test, False, "test_defect")
    said = f"Passes alone, fails after {test.partition('::')[0]}::{polluter}, which leaves {state}"
    assert failure.order == failure.evidence == failure.why and failure.order.startswith(said)
    assert found.order_findings is not None
    [explained] = found.order_findings.tests
    assert explained.state[0].name == state and "20 random orders" in explained.proof
    assert "+@pytest.fixture(autouse=True)" in found.order_findings.patch


@pytest.mark.usefixtures("every_round")
def test_what_only_other_tests_cause_is_named_and_not_searched_and_a_change_of_the_tests_offered(
    repository: Make, run_cycle: Make
) -> None:
    repo = repository(files={**CONFTEST, **REGISTRY, **AREA})
    found = run_cycle(repo, agents=["builtin"], max_iterations=6)
    test = "tests/test_registry.py::test_starts_empty"
    assert (found["outcome"], found["remaining_failures"]) == ("blocked", [test])
    assert found["fixed_tests"] == ["tests/test_area.py::test_area"] and found["iterations"] == 1
    assert found["reason"].startswith(f"Only failures that depend on the order of the tests remain: {test}")
    assert "registry.ENTRIES" in found["failure_reasons"][test] and "put back what it changes" in found["advice"]
    text = next(repo.root.rglob("fix-history.json")).read_text()
    assert not [one for one in FixHistory.model_validate_json(text).attempts if test in one.target_tests]
    assert "registry.ENTRIES.update(saved)" in next(repo.root.rglob("tests-would-fix.patch")).read_text()
    assert "tests-would-fix" not in repo.git("diff", "--name-only", f"HEAD..{found['branch']}")


@pytest.mark.usefixtures("every_round")
@pytest.mark.parametrize(
    ("files", "tests"),
    [(BAG, ["test_bag.py::test_two"]), (MENU, ["test_menu.py::test_default", "test_menu.py::test_nothing"])],
    ids=["default", "alias"],
)
def test_state_that_no_test_names_is_still_repaired_in_the_program(repository, run_cycle, files, tests) -> None:
    found = run_cycle(repository(files=files), agents=["builtin"], max_iterations=2)
    assert found["fixed_tests"] == tests and not found["remaining_failures"], found["reason"]
