"""Marks the tests that `long-tests.txt` names `long`: `make test` leaves them out, `make test-full` runs them.

A line is a module, a test, or one case of a test, relative to this folder. As a program: prints the modules that hold
such tests, for pytest to collect no others.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

import pytest

FOLDER = Path(__file__).parent
LIST = FOLDER / "long-tests.txt"
MARKER = "long"


def listed(text: str) -> list[str]:
    """The names in the text of a list, without its comments."""
    return [line for line in text.splitlines() if line and not line.startswith("#")]


def names_of(test: str) -> tuple[str, str, str]:
    """Each line that would name the test with this id: its module, the test, the case."""
    test = test.removeprefix(f"{FOLDER.name}/")
    return test.partition("::")[0], test.partition("[")[0], test


def without_test(lines: Iterable[str], tests: Iterable[str]) -> list[str]:
    """The lines that name none of the tests although their modules are among those of the tests."""
    tests = list(tests)
    modules = {names_of(test)[0] for test in tests}
    found = {name for test in tests for name in names_of(test)}
    return [line for line in lines if line.partition("::")[0] in modules and line not in found]


class LongTests:
    """The pytest plugin that marks and skips the listed tests, and refuses a line that names no test."""

    def __init__(self, lines: Iterable[str]) -> None:
        self.lines = frozenset(lines)

    @pytest.hookimpl(tryfirst=True)
    def pytest_collection_modifyitems(self, config: pytest.Config, items: list[pytest.Item]) -> None:
        for item in items:
            if not self.lines.isdisjoint(names_of(item.nodeid)):
                item.add_marker(MARKER)
        are_modules_whole = not any("::" in argument for argument in config.args) and not config.getoption("lf", False)
        if are_modules_whole and (lost := without_test(self.lines, (item.nodeid for item in items))):
            raise pytest.UsageError(f"{LIST.name} names what is no test: {', '.join(sorted(lost))}")

    def pytest_runtest_setup(self, item: pytest.Item) -> None:
        if item.get_closest_marker(MARKER) is not None and not os.environ.get("TESTFIX_FULL"):
            pytest.skip("takes long: make test-full runs it (TESTFIX_FULL=some does, too)")


def pytest_configure(config: pytest.Config) -> None:
    config.pluginmanager.register(LongTests(listed(LIST.read_text())), "long-tests")


if __name__ == "__main__":
    print(*dict.fromkeys(f"{FOLDER.name}/{line.partition('::')[0]}" for line in listed(LIST.read_text())))
