"""Methods that the language asks of a class and that it lacks."""

from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from testfix_pipeline.repair.candidate import Part
from testfix_pipeline.repair.edits.edit import Edit
from testfix_pipeline.repair.engine import RepairResult
from testfix_pipeline_tests.repair.sources import parsed, shape

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


@pytest.mark.parametrize(("message", "method"), LACKING)
def test_the_likeliest_wording_of_what_is_lacking_comes_first(message: str, method: str) -> None:
    found = proposed(SHELF, message)
    assert max(found, key=lambda text: found[text]) == shape(f"{SHELF}    {method}\n")


def test_a_dataclass_has_options_for_that() -> None:
    frozen = POINT.replace("@dataclass", "@dataclass(frozen=True)")
    assert shape(frozen) in proposed(POINT, "unhashable type: 'Point'")
    ordered = POINT.replace("@dataclass", "@dataclass(order=True)")
    assert shape(ordered) in proposed(POINT, "'<' not supported between instances of 'Point' and 'Point'")


def test_objects_that_are_equal_in_all_their_parts_may_be_meant_to_be() -> None:
    code = SHELF.replace("    def __eq__(self, other):\n        return self.name == other.name\n", "")
    message = "assert <shelf.Shelf object at 0x7f00> == <shelf.Shelf object at 0x7f40>"
    whole = "isinstance(other, Shelf) and self.name == other.name and self.books == other.books"
    assert shape(f"{code}    def __eq__(self, other):\n        return {whole}\n") in proposed(code, message)


def test_nothing_is_added_that_is_there_or_not_asked_for() -> None:
    assert not proposed(SHELF, "assert 1 == 2")
    assert not proposed(SHELF, "'int' object is not iterable")
    assert not proposed(f"{SHELF}    def __iter__(self): ...\n", "'Shelf' object is not iterable")


def test_a_class_gets_its_method_and_the_test_passes(write: Writer, fix: Fixer) -> None:
    tests = "from subject import Shelf\ndef test_size():\n    assert len(Shelf('a', [1, 2])) == 2\n"
    best = fix(write({"subject.py": SHELF, "test_subject.py": tests})).patches[0]
    assert best.complete and best.kind == "method-added"
    assert shape(best.files["subject.py"]) == shape(f"{SHELF}    def __len__(self):\n        return len(self.books)\n")


@pytest.mark.parametrize(("text", "inside"), [("    def g(self): ...\n", False), ("        return 2\n", True)])
def test_what_is_put_behind_a_function_is_only_a_part_of_it_if_it_is_indented_so(text: str, inside: bool) -> None:
    (source,) = parsed("class A:\n    def f(self):\n        self.x = 1\n")
    at = len(source.text)
    part = Part(source, (Edit(source.path, at, at, text, "test", 0.5, 3),))
    assert (part.functions is not None) == inside
