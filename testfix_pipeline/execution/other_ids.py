"""Says which tests have other ids in each run, and gives those of a run the ids of an earlier one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from testfix_pipeline.core.test_ids import TestId, group_of


def other_id_notices(renamed: Iterable[TestId], together: Iterable[str]) -> list[str]:
    """A sentence for each function, or group of tests, that has other ids in each run."""
    counted = Counter(_function_of(test) for test in renamed)
    found = [
        f"{function}: {number} tests have another id in each run; matched by their place."
        if number > 1
        else f"{function}: 1 test has another id in each run; matched by its place."
        for function, number in counted.items()
    ]
    return [*found, *(f"{one}: another number of cases in each run; they count together." for one in together)]


def _function_of(test: TestId) -> str:
    return test.partition("[")[0] if test.endswith("]") else group_of(test)
