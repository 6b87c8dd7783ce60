"""Failures that only other tests cause are said to be that; no search hunts them."""

from collections.abc import Callable
from typing import Any

import pytest

from testfix_pipeline.core.cycle_rules.triage import code_failures
from testfix_pipeline.core.records import SuiteResults
from testfix_pipeline.steps.verification.verify_change import measure_tree

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
    assert code_failures([failure]) == [], "no search for an edit of the code"
    assert failure.order == failure.evidence and "alone, failed with other tests before it" in failure.order
    assert failure.why.startswith("depends on the order of the tests: passed in each of")
