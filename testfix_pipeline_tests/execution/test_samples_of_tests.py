"""Where there is no time for all tests, some of each file run."""

from typing import NamedTuple

import pytest

from testfix_pipeline.execution.in_target.testfix_samples import sampled


class Item(NamedTuple):
    nodeid: str


ITEMS = [Item(f"test_{file}.py::test_{number}") for file in range(10) for number in range(40)]
SECONDS = dict.fromkeys((one.nodeid for one in ITEMS), 0.1)


def chosen(within: float, slowness: float, kept: frozenset[str] = frozenset()) -> list[str]:
    """The names of those that run where each computes for its usual seconds, times `slowness`."""
    found: list[str] = []
    for one in sampled(ITEMS, SECONDS, kept, within, lambda: sum(SECONDS[name] * slowness for name in found)):
        found.append(one.nodeid)
    return found


def test_all_run_if_there_is_time() -> None:
    assert chosen(80.1, 2.0) == [*SECONDS]


@pytest.mark.parametrize("within", [10, 20, 40])
def test_some_of_each_file_run_if_there_is_not(within: float) -> None:
    found = chosen(within, 2.0)
    by_file = [len([one for one in found if one.startswith(f"test_{file}.py")]) for file in range(10)]
    assert sum(by_file) * 0.2 <= within + 0.2 and all(by_file) and sum(by_file[5:]) * 4 >= sum(by_file)
    assert found == [one for one in SECONDS if one in found] and found == chosen(within, 2.0)


def test_wanted_ones_run_in_any_case() -> None:
    assert chosen(0.0, 2.0, frozenset([ITEMS[-1].nodeid])) == [ITEMS[0].nodeid, ITEMS[-1].nodeid]
