"""Conditions within expressions that lack something: filters of comprehensions, operands, conditional expressions."""

from collections.abc import Callable, Mapping
from pathlib import Path
from textwrap import dedent

import pytest

from testfix_pipeline.repair.engine import RepairResult
from testfix_pipeline_tests.repair.sources import behaviour

Fixer = Callable[..., RepairResult]
Writer = Callable[[Mapping[str, str]], Path]

# name: (the right program, what of it is there, what is there instead, its tests, calls that no test makes)
CASES = {
    "a filter by an attribute": (
        """
        class Order:
            def __init__(self, name, total, paid):
                self.name, self.total, self.paid = name, total, paid

        def owing(orders, least):
            return [order.name for order in orders if order.total >= least]

        def settled(orders):
            return sum(order.total for order in orders if order.paid)
        """,
        " if order.total >= least",
        "",
        """
        from subject import Order, owing, settled
        SOME = [Order("a", 5, True), Order("b", 20, False), Order("c", 7, False), Order("d", 10, True)]
        def test_all(): assert owing(SOME, 0) == ["a", "b", "c", "d"]
        def test_none(): assert owing([], 3) == []
        def test_some(): assert owing(SOME, 10) == ["b", "d"]
        def test_settled(): assert settled(SOME) == 15
        """,
        ("owing([Order('x', 3, True), Order('y', 4, True)], 4)", "owing([Order('x', 3, False)], 5)"),
    ),
    "a second part of a filter": (
        """
        def active(users, minimum):
            return {user["name"]: user["age"] for user in users if user["active"] and user["age"] >= minimum}
        """,
        ' and user["age"] >= minimum',
        "",
        """
        from subject import active
        SOME = [{"name": "a", "age": 3, "active": True}, {"name": "b", "age": 30, "active": True},
                {"name": "c", "age": 40, "active": False}]
        def test_all(): assert active(SOME, 0) == {"a": 3, "b": 30}
        def test_grown(): assert active(SOME, 18) == {"b": 30}
        def test_edge(): assert active(SOME, 3) == {"a": 3, "b": 30}
        """,
        (
            "active([{'name': 'x', 'age': 5, 'active': True}], 5)",
            "active([{'name': 'x', 'age': 5, 'active': True}], 6)",
        ),
    ),
    "a part of what any looks for": (
        """
        class Rule:
            def __init__(self, prefix, off=False):
                self.prefix, self.off = prefix, off

        def matches(rules, path):
            return any(path.startswith(rule.prefix) and not rule.off for rule in rules)
        """,
        " and not rule.off",
        "",
        """
        from subject import Rule, matches
        RULES = [Rule("/a"), Rule("/b", off=True)]
        def test_on(): assert matches(RULES, "/a/x")
        def test_other(): assert not matches(RULES, "/c")
        def test_off(): assert not matches(RULES, "/b/x")
        """,
        ("matches([Rule('x', True), Rule('x')], 'xy')", "matches([Rule('', True)], 'xy')"),
    ),
    "a condition within a conditional expression": (
        """
        def label(name, count, fixed=False):
            word = name + "s" if count != 1 and not fixed else name
            return f"{count} {word}"
        """,
        " and not fixed",
        "",
        """
        from subject import label
        def test_one(): assert label("cat", 1) == "1 cat"
        def test_more(): assert label("cat", 2) == "2 cats" and label("dog", 7) == "7 dogs"
        def test_fixed(): assert label("cat", 1, True) == "1 cat"
        def test_series(): assert label("sheep", 2, True) == "2 sheep"
        """,
        ("label('news', 4, True)", "label('new', 4)", "label('sheep', 3, fixed=True)"),
    ),
    "another value where there is none": (
        """
        def span(text):
            first, _, last = text.partition("-")
            return int(first), int(last or first)
        """,
        "last or first",
        "last",
        """
        from subject import span
        def test_pair(): assert span("3-7") == (3, 7) and span("1-1") == (1, 1)
        def test_single(): assert span("2-4") == (2, 4) and span("5") == (5, 5)
        """,
        ("span('9')", "span('0-9')"),
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_a_condition_within_an_expression_gets_what_it_lacks(name: str, write: Writer, fix: Fixer) -> None:
    code, old, new, tests, calls = CASES[name]
    right = dedent(code)
    assert right.count(old) == 1
    best = fix(write({"subject.py": right.replace(old, new), "test_subject.py": dedent(tests)})).patches[0]
    assert best.complete
    assert behaviour(best.files["subject.py"], calls) == behaviour(right, calls)


def test_a_value_that_may_be_zero_is_plainly_asked_for_none(write: Writer, fix: Fixer) -> None:
    code = """
        def shown(value, digits=None):
            if digits:
                text = f"{value:.{digits}f}"
            else:
                text = str(value)
            return text
    """
    tests = """
        from subject import shown
        def test_some(): assert shown(2.75, 1) == "2.8" and shown(3.14159, 3) == "3.142"
        def test_all(): assert shown(2.5) == "2.5"
        def test_none(): assert shown(7.2, 0) == "7"
    """
    best = fix(write({"subject.py": dedent(code), "test_subject.py": dedent(tests)})).patches[0]
    assert "if digits is not None:\n" in best.files["subject.py"]
