"""What decides on flaky tests is named with its runs, in measurements and in sessions, and not searched as a defect."""

from collections.abc import Callable
from typing import Any

import pytest

from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.steps.verification.repeated_measurement import measure_repeatedly
from testfix_pipeline.steps.verification.tree_measurement import measure_tree

Make = Callable[..., Any]
CONFTEST = {"conftest.py": "import pathlib, sys\nsys.path.insert(0, str(pathlib.Path(__file__).parent))\n"}
EXPIRED = {
    "tickets.py": "import datetime\n\n\ndef is_valid(until):\n    return datetime.date.today() <= until\n",
    "test_tickets.py": "import datetime\n\nimport tickets\n\n\ndef test_valid():\n"
    "    assert tickets.is_valid(datetime.date(2021, 5, 1))\n",
}
STEADY = {
    "days.py": "import datetime\n\n\ndef day():\n    return datetime.date.today().day * 0\n",
    "test_days.py": "import days\n\n\ndef test_day():\n    assert days.day() == 1\n",
}
CASES = {
    "iteration_order": ("def names():\n    return list({'ann', 'bob', 'cleo'})\n", "source.names()[0] == 'ann'", 2),
    "randomness": ("import secrets\n\n\ndef names():\n    return secrets.token_hex(2)\n", "source.names() < '8'", 5),
    "ports": (
        "import socket\n\n\ndef names():\n    with socket.create_server(('127.0.0.1', 48017)) as made:\n"
        "        return made.getsockname()\n",
        "source.names()",
        5,
    ),
    "time": ("import time\n\n\ndef names():\n    return time.localtime(0).tm_hour\n", "source.names() == 0", 5),
    "floating_point": (
        "def names():\n    parts = {'a': 0.1, 'b': 0.2, 'c': 0.3, 'd': 0.7}\n"
        "    return sum(parts[one] for one in set(parts)) == 1.3\n",
        "source.names()",
        3,
    ),
    "concurrency": (
        "import threading\n\n\ndef names():\n    seen = []\n"
        "    threading.Thread(target=seen.append, args=(1,)).start()\n    return seen\n",
        "source.names() == [1]",
        6,
    ),
}


@pytest.mark.parametrize("kind", CASES)
def test_a_reported_test_is_explained_by_runs_that_fail_and_that_pass(repository: Make, kind: str) -> None:
    source, condition, line = CASES[kind]
    test = TestId("test_source.py::test_source")
    text = f"import source\n\n\ndef test_source():\n    assert {condition}\n"
    root = repository(files={**CONFTEST, "source.py": source, "test_source.py": text}).root
    findings = measure_repeatedly({"project": str(root)}, 1, tests=[test]).flaky_findings
    assert findings is not None
    [found] = findings.tests
    assert found.kind == kind and found.passes is not None, found.describe()
    assert (found.fails.failed, found.passes.failed, found.place) == (8, 0, f"source.py:{line}")


def test_an_expired_date_is_named_and_a_steady_failure_is_not(repository: Make) -> None:
    found = measure_tree({"project": str(repository(files={**CONFTEST, **EXPIRED, **STEADY}).root)})
    steady, expired = found.failures
    assert (steady.failure_class, steady.flaky_cause) == ("code_defect", "")
    assert expired.failure_class == "test_defect" and "with clock=" in expired.why
    assert "Read at tickets.py:5, the test is at fault" in expired.flaky_cause


@pytest.mark.usefixtures("every_round")
def test_a_failure_whose_cause_lies_in_the_test_is_not_searched(repository: Make, run_cycle: Make) -> None:
    found = run_cycle(repository(files={**CONFTEST, **EXPIRED}), agents=["builtin"], max_iterations=3)
    assert found["outcome"] == "blocked" and not found["fixed_tests"]
    assert "clock or the time zone" in found["failure_reasons"]["test_tickets.py::test_valid"]
