"""What calls could have answered instead: never the same, of values of all kinds."""

import datetime
import decimal
import enum
from collections import Counter, deque, namedtuple
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from testfix_pipeline.execution.in_target.testfix_corruptions import RaisedError, corruptions, text_of

DATA = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.binary(),
    lambda inner: st.lists(inner) | st.tuples(inner) | st.dictionaries(st.text(), inner) | st.sets(st.integers()),
    max_leaves=8,
)
Point = namedtuple("Point", "x y")


@dataclass(frozen=True)
class Price:
    amount: int
    unit: str = "EUR"


class Colour(enum.Enum):
    RED = 1
    BLUE = 2


class Plain:
    def __init__(self) -> None:
        self.size = 3


@given(DATA)
def test_no_other_answer_is_the_same(value: Any) -> None:
    found = corruptions(value)
    assert len(found) >= 2
    for other in found.values():
        assert type(other) is not type(value) or text_of(other) != text_of(value)


@pytest.mark.parametrize(
    ("value", "kind", "other"),
    [
        ([3, 2], "reversed", [2, 3]),
        ({"a": {"b": 1}}, "values", {"a": {"b": 2}}),
        (Counter("aa"), "more", Counter({"a": 2, "corrupted": 1})),
        (Point(1, 2), "reversed", Point(2, 1)),
        (Price(2), "attribute amount", Price(3)),
        ([Price(2)], "item 0, attribute unit", [Price(2, "EURx")]),
        ([{"name": "Ada", "age": 3}], "item 0, 'age'", [{"name": "Ada", "age": 4}]),
        (deque([1]), "item 0", deque([2])),
        (Colour.RED, "member BLUE", Colour.BLUE),
        (PurePosixPath("a/b"), "other name", PurePosixPath("a/bx")),
        ("Total: 42 EUR", "another digit", "Total: 43 EUR"),
        (decimal.Decimal("1.5"), "+1", decimal.Decimal("2.5")),
        (datetime.date(2024, 2, 28), "later", datetime.date(2024, 2, 29)),
    ],
)
def test_a_part_of_a_value_is_another_one(value: Any, kind: str, other: Any) -> None:
    before = text_of(value)
    assert corruptions(value)[kind] == other and type(corruptions(value)[kind]) is type(value)
    assert text_of(value) == before


def test_the_members_of_an_enumeration_stay_what_they_are() -> None:
    corruptions([Colour.RED, {"a": Colour.BLUE}])
    assert [(one.name, one.value) for one in Colour] == [("RED", 1), ("BLUE", 2)]


def test_an_object_that_holds_itself_has_an_end() -> None:
    ring = Plain()
    ring.ring = [ring, {"ring": ring}]  # type: ignore[attr-defined]
    assert corruptions([ring])


def test_an_exception_is_none_another_or_says_something_else() -> None:
    found = corruptions(RaisedError(KeyError("tea")))
    assert found["no error"] is None and type(found["wider error"].error) is LookupError
    assert type(found["other error"].error) is ArithmeticError and str(found["other message"].error) == "'corrupted'"


def test_values_and_errors_that_are_asked_for_are_tried() -> None:
    assert corruptions((6, 1), others=[(3, 2)])["value (3, 2)"] == (3, 2)
    others = [3, "3", RaisedError(ValueError("corrupted"))]
    found = corruptions(6, others=others)
    assert found["value 3"] == 3 and "value '3'" not in found
    assert any(isinstance(one, RaisedError) and type(one.error) is ValueError for one in found.values())


def test_texts_say_nothing_of_addresses_folders_and_the_names_of_tests() -> None:
    class Local:
        pass

    assert text_of(Local()) == "<Local object>" and text_of(Local) == "<class 'Local'>"
    assert text_of("/tmp/pytest-of-ada/pytest-3/test_name0/a.txt") == "'<temporary folder>/a.txt'"
    assert text_of("x" * 1000) != text_of("x" * 1001)
