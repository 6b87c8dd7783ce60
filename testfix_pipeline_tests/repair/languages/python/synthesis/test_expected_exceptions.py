"""The exceptions that tests expect, and messages made of the values at hand."""

from collections.abc import Callable, Mapping
from pathlib import Path

from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.repair.languages.python.synthesis.expected_exceptions import (
    ExpectedException,
    expected_exceptions,
    with_values,
)

Writer = Callable[[Mapping[str, str]], Path]


def test_exceptions_and_messages_are_read_from_tests(write: Writer) -> None:
    tests = """
import pytest

def test_match():
    with pytest.raises(ValueError, match=r"^too many \\(3\\)$"):
        pass

class TestUnit:
    def test_compared(self):
        with self.assertRaises(KeyError) as caught:
            pass
        self.assertTrue(str(caught.exception) == "no such key")
"""
    root = write({"test_m.py": tests})
    missed = "DID NOT RAISE <class 'ValueError'>"
    assert expected_exceptions(TestId("test_m.py::test_match"), missed, 5, root)[0] == ExpectedException(
        "ValueError", "too many (3)"
    )
    assert expected_exceptions(TestId("test_m.py::test_match"), "another error", 6, root)[0] == ExpectedException(
        "ValueError", "too many (3)"
    )
    assert expected_exceptions(TestId("test_m.py::test_match"), "assert 1 == 2", 4, root) == [], (
        "the test failed somewhere else"
    )
    assert (
        expected_exceptions(TestId("test_m.py::TestUnit::test_compared"), "KeyError not raised", 10, root)[0].message
        == "no such key"
    )
    assert expected_exceptions(TestId("test_m.py::test_gone"), "DID NOT RAISE <class 'a.Own'>", 1, root) == [
        ExpectedException("Own")
    ]


def test_messages_take_the_values_in_reach() -> None:
    assert with_values("no key 'abc' here", [("key", "'abc'")]) == 'f"no key {key!r} here"'
    assert with_values("plain {text}", []) == "'plain {text}'"
    known = [("name", "'a'"), ("self.most", "3")]
    assert with_values("a: given up after 3 attempts", known) == 'f"{name}: given up after {self.most} attempts"'
    assert with_values("3 of 3 are bad", known) == "'3 of 3 are bad'", "which of them is meant is not known"
