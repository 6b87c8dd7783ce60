"""The benchmark of `testfix fix` finds the functions whose time it takes."""

import importlib

import pytest

from benchmarks.fix.parts import PARTS


@pytest.mark.parametrize(("place", "name"), PARTS)
def test_every_part_names_a_function_that_there_is(place: str, name: str) -> None:
    module, _, inner = place.partition(":")
    owner = importlib.import_module(module)
    assert callable(getattr(getattr(owner, inner) if inner else owner, name))
