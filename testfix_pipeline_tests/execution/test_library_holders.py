"""The class that took a keyword from a callable which takes an object of it."""

import importlib
import inspect
import sys
from types import ModuleType

import pytest

from testfix_pipeline.execution.processes.environment import IN_TARGET

CLASSES = """
from __future__ import annotations
class Transport:
    def __init__(self, retries=0): pass
class Local(Transport):
    def __init__(self, app, root=""): pass
class Both(Transport):
    def __init__(self, first, second): pass
"""
CLIENT = "def client(*, base='', transport: Transport | None = None): pass\n"


@pytest.fixture
def module(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(str(IN_TARGET))
    return importlib.import_module("testfix_library_holders")


@pytest.mark.parametrize(
    ("keyword", "more", "expected"),
    [
        ("retries", "", [("transport", "lib_of_clients", "Transport")]),
        ("app", "", [("transport", "lib_of_clients", "Local")]),
        ("app", "class Remote(Transport):\n    def __init__(self, app): pass\n", []),
        ("first", "", []),
        ("absent", "", []),
    ],
)
def test_the_one_class_of_the_annotation_or_below_it_that_takes_the_keyword_alone(
    keyword: str, more: str, expected: object, module: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    library = ModuleType("lib_of_clients")
    exec(compile(CLASSES + more + CLIENT, "lib", "exec"), vars(library))
    monkeypatch.setitem(sys.modules, "lib_of_clients", library)
    assert module.holders(keyword, library.client, inspect.signature(library.client).parameters) == expected
