"""Ordinary code with a slip about answers, texts, states, ties or worklists, and the family that mends it."""

import pytest

from testfix_pipeline.repair.languages.python.edits import names, statements, truth, updates, wrapping
from testfix_pipeline_tests.repair.sources import Propose, assert_proposed

CASES = {
    "match": (
        names.variables,
        """
def area(shape):
    match shape:
        case ("circle", r):
            return 3 * shape
        case {"side": side, **rest}:
            return shape * shape
""",
        "3 * shape",
        "3 * r",
    ),
    "elif else": (
        statements.into_branches,
        """
def f(x):
    if x > 3:
        return "a"
    elif x > 1:
        return "b"
""",
        "elif x > 1:",
        "else:",
    ),
    "in comp ors": (
        truth.nones,
        """
def f(rows):
    return [x for x in rows.items or ()]
""",
        "rows.items or ()",
        "(rows.items if rows.items is not None else ())",
    ),
    "get or default": (
        truth.nones,
        """
def width(options):
    return options.get("width") or 80
""",
        'options.get("width") or 80',
        'options.get("width", 80)',
    ),
    "walrus none": (
        truth.nones,
        """
def find(table, key):
    if count := table.get(key):
        return count
    return -1
""",
        "count := table.get(key)",
        "(count := table.get(key)) is not None",
    ),
    "linked tail": (
        updates.resets,
        """
class Queue:
    def __init__(self):
        self.head = self.tail = None
        self.size = 0
    def pop(self):
        node = self.head
        self.head = node.next
        if self.head is None:
            self.size = 0
        return node.value
""",
        "            self.size = 0\n        return",
        "            self.size = 0\n            self.tail = None\n        return",
    ),
    "wrap listcomp sorted": (
        wrapping.wrappers,
        """
def names(rows):
    return [row.name for row in rows]
""",
        "[row.name for row in rows]",
        "sorted([row.name for row in rows])",
    ),
    "gen sorted": (
        wrapping.wrappers,
        """
def names(rows):
    return ", ".join(row.name for row in rows)
""",
        "(row.name for row in rows)",
        "(sorted(row.name for row in rows))",
    ),
}


@pytest.mark.parametrize(("family", "code", "broken", "right"), CASES.values(), ids=CASES)
def test_the_right_text_is_among_what_the_family_proposes(family: Propose, code: str, broken: str, right: str) -> None:
    assert_proposed(family, code, broken, right)
