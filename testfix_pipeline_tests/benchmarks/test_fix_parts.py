"""The benchmark of `testfix fix` finds the functions whose time it takes."""

import importlib
from collections import Counter
from types import SimpleNamespace

import pytest

from benchmarks.fix.parts import BEFORE, LATER, PARTS, PROCESSES, counted
from benchmarks.fix.ten_tests import FILES


@pytest.mark.parametrize(("place", "name"), PARTS)
def test_every_part_names_a_function_that_there_is(place: str, name: str) -> None:
    module, _, inner = place.partition(":")
    owner = importlib.import_module(module)
    assert callable(getattr(getattr(owner, inner) if inner else owner, name))


def test_processes_are_counted_whatever_they_run() -> None:
    starts = Counter[str]()
    launch = counted(starts, lambda request: request.argv[0])
    for program in ("/usr/bin/python3", "node", "python"):
        assert launch(SimpleNamespace(argv=[program])) == program
    assert (starts[PROCESSES], starts[BEFORE], starts[LATER]) == (3, 2, 0)


def test_both_shops_have_the_same_bug() -> None:
    pytest_files, vitest_files = FILES["pytest"], FILES["vitest"]
    assert "amount + amount * percent / 100" in pytest_files["shop.py"]
    assert "amount + (amount * percent) / 100" in vitest_files["src/shop.js"]
