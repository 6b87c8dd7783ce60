"""Slips of textbooks and of everyday code: the right text is among the proposals."""

import pytest

from testfix_pipeline.repair.edits import (
    calls,
    compared_fields,
    forgotten_fields,
    idioms,
    literals,
    maybe,
    named_keys,
    rounds,
    searched,
    types_asked,
)
from testfix_pipeline_tests.repair.sources import Propose, assert_proposed

CASES = {
    "the other fields": (
        forgotten_fields.listed,
        "class View:\n    def __init__(self, graph):\n        self._graph, self._rows = graph, graph.rows\n\n"
        "    def __getstate__(self):\n        return {'_graph': self._graph}\n",
        "{'_graph': self._graph}",
        "{'_graph': self._graph, '_rows': self._rows}",
    ),
    "known first": (
        maybe.known_first,
        "def f(graph, node, other):\n    if other not in graph[node]:\n        return False\n",
        "other not in graph[node]",
        "node not in graph or other not in graph[node]",
    ),
    "of nothing all is true": (
        maybe.not_of_nothing,
        "def f(xs):\n    return all(x > 0 for x in xs)\n",
        "all(x > 0 for x in xs)",
        "bool(xs) and all(x > 0 for x in xs)",
    ),
    "an instance": (
        types_asked.by_instance,
        "x = type(a) is not dict\n",
        "type(a) is not dict",
        "not isinstance(a, dict)",
    ),
    "a name for a key": (
        named_keys.keys,
        "def f(edge, weight):\n    return edge[weight]\n",
        "edge[weight]",
        "edge['weight']",
    ),
    "a key for a name": (
        named_keys.keys,
        "def f(edge, weight):\n    return edge.get('weight', 1)\n",
        "'weight'",
        "weight",
    ),
    "a keyword by a name": (
        named_keys.keywords,
        "def f(graph, weight):\n    graph.add(1, weight=3)\n",
        "weight=3",
        "**{weight: 3}",
    ),
    "where it is found": (
        searched.found,
        "def f(text, x):\n    at = text.find(x)\n    if at:\n        return 1\n",
        "if at",
        "if at != -1",
    ),
    "a nought is left": (searched.left_over, "x = text.lstrip('0')\n", "text.lstrip('0')", "text.lstrip('0') or '0'"),
    "only the first": (searched.left_over, "x = text.replace(a, '')\n", "a, ''", "a, '', 1"),
    "the end of the line": (searched.left_over, "x = line.strip()\n", "strip()", "rstrip('\\n')"),
    "bytes as text": (searched.decoded, "x = str(data)\n", "str(data)", "data.decode()"),
    "each a number": (
        searched.each_part,
        "x = tuple(text.split('.'))\n",
        "tuple(text.split('.'))",
        "tuple(int(one) for one in text.split('.'))",
    ),
    "each that is there": (
        searched.each_part,
        "x = text.split(',')\n",
        "text.split(',')",
        "[one for one in text.split(',') if one]",
    ),
    "an empty set": (
        literals.other_empties,
        "def f(x):\n    if x:\n        return {}\n    return set(x)\n",
        "return {}",
        "return set()",
    ),
    "begun with nought": (literals.begun, "def f(xs):\n    sums = []\n    return sums\n", "[]", "[0]"),
    "begun with what is given": (
        literals.begun,
        "def f(start):\n    seen = set()\n    return seen\n",
        "set()",
        "{start}",
    ),
    "one answer, an empty one": (literals.begun, "def f(xs):\n    if not xs:\n        return []\n", "[]", "[[]]"),
    "a wider table": (
        literals.tables_wider,
        "def f(n, m):\n    return [[0] * n for _ in range(m)]\n",
        "[[0] * n for _ in range(m)]",
        "[[0] * (n + 1) for _ in range(m + 1)]",
    ),
    "a ring": (
        rounds.again,
        "class A:\n    def next(self):\n        self.at = self.at + 1\n        return self.items[self.at]\n",
        "self.at + 1",
        "(self.at + 1) % len(self.items)",
    ),
    "a day": (rounds.again, "def f(hour, more):\n    return hour + more\n", "hour + more", "(hour + more) % 24"),
    "pages from one on": (
        rounds.pages,
        "def f(xs, page, size):\n    return xs[page * size:page * size + size]\n",
        "page * size:page * size + size",
        "(page - 1) * size:page * size",
    ),
    "hashed as compared": (
        compared_fields.hashed,
        "class P:\n    def __eq__(self, other):\n        return self.x == other.x and self.y == other.y\n\n"
        "    def __hash__(self):\n        return hash(self.x)\n",
        "hash(self.x)",
        "hash((self.x, self.y))",
    ),
    "by the first, then by the second": (
        compared_fields.ordered,
        "def f(a, b):\n    return a.x < b.x and a.y < b.y\n",
        "a.x < b.x and a.y < b.y",
        "(a.x, a.y) < (b.x, b.y)",
    ),
    "what comes on top": (idioms.complements, "def f(p, rate):\n    return p * rate\n", "p * rate", "p * (1 + rate)"),
    "the oldest": (calls.known_keywords, "def f(d):\n    d.popitem()\n", "popitem()", "popitem(last=False)"),
}


@pytest.mark.parametrize(("family", "code", "broken", "right"), CASES.values(), ids=CASES)
def test_the_slip_is_put_right(family: Propose, code: str, broken: str, right: str) -> None:
    assert_proposed(family, code, broken, right)
