"""Methods that the language asks of a class and that it lacks."""

from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from testfix_pipeline.repair.engine import RepairResult
from testfix_pipeline.repair.languages.python.analysis.edit import Edit
from testfix_pipeline.repair.model.candidate import Part
from testfix_pipeline_tests.repair.sources import parsed

Fixer = Callable[..., RepairResult]
Writer = Callable[[Mapping[str, str]], Path]

SHELF = """
class Shelf:
    def __init__(self, name, books):
        self.name = name
        self.books = list(books)
    def __eq__(self, other):
        return self.name == other.name
    def close(self):
        self.books.clear()
"""
POINT = """
from dataclasses import dataclass
@dataclass
class Point:
    x: int
    y: int
"""
LACKING = [
    ("object of type 'Shelf' has no len()", "def __len__(self):\n        return len(self.books)"),
    ("argument of type 'Shelf' is not iterable", "def __contains__(self, item):\n        return item in self.books"),
    ("'Shelf' object is not iterable", "def __iter__(self):\n        return iter(self.books)"),
    ("'Shelf' object is not subscriptable", "def __getitem__(self, key):\n        return self.books[key]"),
    ("unhashable type: 'Shelf'", "def __hash__(self):\n        return hash(self.name)"),
    ("'<' not supported between instances of 'Shelf' and 'Shelf'",
     "def __lt__(self, other):\n        return self.name < other.name"),
    ("'Shelf' object does not support the context manager protocol",
     "def __enter__(self):\n        return self\n    def __exit__(self, *exc):\n        self.close()"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "inside"), [("    def g(self): ...\n", False), ("        return 2\n", True)])
def test_what_is_put_behind_a_function_is_only_a_part_of_it_if_it_is_indented_so(text: str, inside: bool) -> None:
    (source,) = parsed("class A:\n    def f(self):\n        self.x = 1\n")
    at = len(source.text)
    part = Part(source, (Edit(source.path, at, at, text, "test", 0.5, 3),))
    assert (part.functions is not None) == inside
