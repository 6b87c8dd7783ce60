"""Blocks in which nothing is done: what is put there, and that it takes the place of the `pass`."""

import ast
from textwrap import dedent

import pytest

from testfix_pipeline.repair.languages.python.analysis.edit import FailureEvidence
from testfix_pipeline.repair.languages.python.edits import counter_updates as steps
from testfix_pipeline.repair.languages.python.edits import dataflow_bonus as pull
from testfix_pipeline_tests.repair.sources import Propose, parsed, shape, targets, texts

HOLES = {
    "best = value": """
        def f(values):
            best = values[0]
            for value in values:
                if value > best:
                    pass
            return best
    """,
    "total += value": """
        def f(values):
            total = 0
            for value in values:
                pass
            return total
    """,
    "groups[key] = []": """
        def f(words):
            groups = {}
            for word in words:
                key = word[0]
                if key not in groups:
                    pass
                groups[key].append(word)
            return groups
    """,
    "depth -= 1": """
        def f(text):
            depth = 0
            for c in text:
                if c == "(":
                    depth += 1
                elif c == ")":
                    pass
            return depth
    """,
    "limit = len(items)": """
        def f(items, limit=None):
            if limit is None:
                pass
            return items[:limit]
    """,
    "self.items[key] = value": """
        class A:
            def __init__(self):
                self.items = {}
            def put(self, key, value):
                pass
    """,
    "a, b = b, a % b": """
        def f(a, b):
            while b:
                pass
            return a
    """,
    "return i": """
        def f(xs, target):
            for i, x in enumerate(xs):
                if x == target:
                    pass
            return -1
    """,
    "low = mid + 1": """
        def f(low, high, xs, x):
            while low < high:
                mid = (low + high) // 2
                if xs[mid] < x:
                    pass
                else:
                    high = mid
            return low
    """,
    "totals[name] += amount": """
        def f(rows):
            totals = {}
            for name, amount in rows:
                if name in totals:
                    pass
                else:
                    totals[name] = amount
            return totals
    """,
    "handler(event)": """
        class A:
            def fire(self, event):
                for handler in self.handlers:
                    pass
    """,
    "found[key] = value": """
        def f(options):
            found = dict(DEFAULTS)
            for key, value in options.items():
                if value is not None:
                    pass
            return found
    """,
    "stack.append(int(token))": """
        def f(tokens):
            stack = []
            for token in tokens:
                if token.isdigit():
                    pass
                else:
                    b, a = stack.pop(), stack.pop()
                    stack.append(apply(token, a, b))
            return stack[0]
    """,
    "return self.count": """
        class A:
            def __init__(self):
                self.count = 0
            def size(self):
                pass
    """,
}


@pytest.mark.parametrize(
    ("producer", "code", "wanted"),
    [
        pytest.param(steps.propose_steps, HOLES["depth -= 1"], "depth -= 1", id="a step"),
    ],
)
def test_what_other_producers_put_there_takes_its_place(producer: Propose, code: str, wanted: str) -> None:
    found = texts(producer, code)
    assert shape(code.replace("pass", wanted)) in found
    for beside in (f"{wanted}; pass", f"pass; {wanted}"):
        assert shape(code.replace("pass", beside)) not in found


@pytest.mark.parametrize(("head", "strong"), [("if x:", True), ("for y in x:", True), ("except KeyError:", False)])
def test_a_hole_draws_the_search_but_for_that_of_a_handler(head: str, strong: bool) -> None:
    lead = "    try:\n        x = x[0]\n" if head.startswith("except") else ""
    code = dedent(f"def f(x):\n{lead}    {head}\n        pass\n    return x\n")
    (hole,) = [one for one in targets(parsed(code), FailureEvidence()) if isinstance(one.stmt, ast.Pass)]
    assert (pull.strongest_pull(hole) >= pull.FORGOTTEN) is strong
