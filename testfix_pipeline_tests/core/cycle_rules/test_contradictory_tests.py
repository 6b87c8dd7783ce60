"""Failing tests that no program can satisfy are found, and others are left to the engine."""

import ast

import pytest

from testfix_pipeline.core.cycle_rules.contradictory_tests import contradictory_tests
from testfix_pipeline.core.cycle_rules.stateless_functions import FunctionLookup
from testfix_pipeline.core.records import Outcome
from testfix_pipeline.core.test_ids import TestId

PRICES = '''
RATES = {"de": 19}


def total(prices, rate=0):
    """Sum up prices.

    >>> total([1, 2])
    3

    `total([5])` is 5.
    """
    return _taxed(sum(prices), rate)


def _taxed(amount, rate):
    return amount + amount * rate // 100


def next_id(prefix):
    global _last
    _last += 1
    return f"{prefix}{_last}"


_last = 0
'''
HEAD = "import pytest\nfrom shop.prices import next_id, total\n\n"


def found(tests: str, failing: dict[str, str], passing: tuple[str, ...] = (), prices: str = PRICES) -> dict[str, str]:
    """What is found in `tests/test_prices.py`; failing: messages by the tests' names."""
    files = {"shop/prices.py": prices, "tests/test_prices.py": HEAD + tests}
    outcomes = [_outcome(name, "failed", message) for name, message in failing.items()]
    outcomes += [_outcome(name, "passed", "") for name in passing]
    by_test = contradictory_tests({one.id: one for one in outcomes}, files.get)
    return {test.partition("::")[2]: why for test, why in by_test.items()}


def _outcome(name: str, status: str, message: str) -> Outcome:
    return Outcome.model_validate({"id": TestId(f"tests/test_prices.py::{name}"), "status": status, "message": message})


def test_two_values_of_the_same_call_are_a_contradiction() -> None:
    tests = (
        "def test_sum():\n    assert total([1, 2]) == 3\n\ndef test_other():\n    prices = [1, 2]\n"
        "    assert total(prices) == 4\n"
    )
    assert found(tests, {"test_other": "assert 3 == 4"}, ("test_sum",)) == {
        "test_other": "Tests contradict each other: `total([1, 2])` is expected to be 4 in tests/test_prices.py:9, and "
        "to be 3 in tests/test_prices.py:5. No program does both: a person has to say which is right."
    }


@pytest.mark.parametrize(
    "tests",
    [
        "def test_a():\n    assert 3 == total([1], rate=2)\n\ndef test_b():\n    assert total([1], rate=2) == 4\n",
        "def test_a():\n    with pytest.raises(ValueError):\n        total([])\n\n"
        "def test_b():\n    assert total([]) == 0\n",
        "class TestTotal:\n    def test_a(self):\n        self.assertEqual(total([7]), 7)\n        "
        "self.assertEqual(total([7]), 8)\n\ndef test_b():\n    result = total([7])\n    assert result == 9\n",
    ],
)
def test_both_sides_and_errors_are_read(tests: str) -> None:
    names = ("test_b",)
    assert set(found(tests, {"test_b": "", "TestTotal::test_a": "", "test_a": ""})) >= set(names)


def test_cases_of_a_parametrised_test_are_distinguished() -> None:
    tests = (
        '@pytest.mark.parametrize("prices, expected", [([1], 1), ([2], 2), ([1], 3)])\n'
        "def test_sum(prices, expected):\n    assert total(prices) == expected\n"
    )
    passing = ("test_sum[prices0-1]", "test_sum[prices1-2]")
    # the cases come in the order of the run
    both = found(tests, {"test_sum[prices2-3]": ""}, ())
    assert both == {}  # the count of cases does not fit the run's
    outcomes = [_outcome(name, "passed", "") for name in passing] + [_outcome("test_sum[prices2-3]", "failed", "")]
    files = {"shop/prices.py": PRICES, "tests/test_prices.py": HEAD + tests}
    assert list(contradictory_tests({one.id: one for one in outcomes}, files.get)) == [outcomes[-1].id]


@pytest.mark.parametrize(
    ("tests", "why"),
    [
        ('def test_a():\n    assert next_id("a") == "a1"\n\ndef test_b():\n    assert next_id("a") == "a2"\n', "state"),
        ("def test_a(shop):\n    assert total([1]) == 1\n\ndef test_b():\n    assert total([1]) == 2\n", "a fixture"),
        (
            "def test_a():\n    prepare()\n    assert total([1]) == 1\n\ndef test_b():\n    assert total([1]) == 2\n",
            "something happens before",
        ),
        ("def test_a():\n    assert total([1]) == 2\n\ndef test_b():\n    assert total([1]) == 2.0\n", "equal values"),
        ("def test_a():\n    assert total([1]) == 2\n\ndef test_b():\n    assert total([2]) == 3\n", "other calls"),
        (
            "def test_a(monkeypatch):\n    assert total([1]) == 2\n\ndef test_b():\n    assert total([1]) == 3\n",
            "the program is changed",
        ),
    ],
)
def test_what_may_both_be_true_is_no_contradiction(tests: str, why: str) -> None:
    assert found(tests, {"test_a": "", "test_b": ""}) == {}, why


@pytest.mark.parametrize(
    ("call", "message", "documented"),
    [("total([1, 2])", "assert 3 == 4", "3"), ("total([5])", "AssertionError: 5 != 4", "5")],
)
def test_a_test_against_the_docstring_that_the_program_keeps(call: str, message: str, documented: str) -> None:
    tests = f"def test_sum():\n    assert {call} == 4\n"
    (why,) = found(tests, {"test_sum": message}).values()
    assert f"contradicts the docstring of `total` (shop/prices.py:5): `{call}` is {documented} there" in why


def test_a_program_that_breaks_its_docstring_is_to_be_repaired() -> None:
    tests = "def test_sum():\n    assert total([1, 2]) == 4\n"
    assert found(tests, {"test_sum": "assert 5 == 4"}) == {}


FEES = '''
def total(items):
    """Return the fee in cents.

    >>> total(10)
    210
    """
    return 10 + 20 * items


next_id = total
'''


def _fees(values: dict[int, int], given: str = "assert 70 == 71", prices: str = FEES) -> list[str]:
    tests = "".join(f"def test_{items}():\n    assert total({items}) == {fee}\n\n" for items, fee in values.items())
    passing = tuple(f"test_{items}" for items in values if items != 3)
    return list(found(tests, {"test_3": given}, passing, prices).values())


def test_a_value_against_all_neighbours_and_the_docstring() -> None:
    (why,) = _fees({2: 50, 3: 71, 4: 90, 7: 150})
    assert "contradicts all its neighbours: `total(3)` is expected to be 71" in why
    assert "4 other results of `total`" in why and "on which it is 70, as the program gives" in why


@pytest.mark.parametrize(
    ("values", "given", "prices", "why"),
    [
        ({2: 50, 3: 71, 4: 90}, "assert 70 == 71", FEES, "few"),
        ({2: 50, 3: 71, 4: 90, 7: 151}, "assert 70 == 71", FEES, "no line"),
        ({2: 50, 3: 71, 5: 110, 7: 150}, "assert 70 == 71", FEES, "no neighbour on one side"),
        ({2: 50, 3: 71, 4: 90, 7: 150}, "assert 0 == 71", FEES, "the program gives something else"),
        ({2: 50, 3: 71, 4: 90, 7: 150}, "assert 70 == 71", FEES.replace("cents.", "cents; 3 have a price."), "named"),
        ({2: 50, 3: 71, 4: 90, 7: 150}, "assert 70 == 71", FEES.replace(">>> total(10)\n    210\n", ""), "no docs"),
    ],
)
def test_a_value_that_may_be_an_exception_is_none(values: dict[int, int], given: str, prices: str, why: str) -> None:
    assert _fees(values, given, prices) == [], why


def test_a_table_that_is_changed_is_state() -> None:
    prices = (
        "SEEN = {}\n\ndef total(prices, rate=0):\n    SEEN[len(SEEN)] = 1\n    return len(SEEN)\n\nnext_id = total\n"
    )
    tests = "def test_a():\n    assert total([1]) == 1\n\ndef test_b():\n    assert total([1]) == 2\n"
    assert found(tests, {"test_b": "assert 1 == 2"}, ("test_a",), prices) == {}


def test_modules_that_import_a_name_from_each_other_end_the_lookup() -> None:
    circle = {"a.py": "from b import f\n", "b.py": "from a import f\n"}
    assert FunctionLookup(lambda file: ast.parse(circle[file]) if file in circle else None).function("a.f") is None
