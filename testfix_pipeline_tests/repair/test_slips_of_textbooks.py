"""Slips of textbooks and of everyday code: the right text is among the proposals."""

import pytest

from testfix_pipeline.repair.edits import (
    calls,
    compared_fields,
    constants,
    days,
    forgotten_fields,
    formulas,
    initials,
    kept_up,
    literals,
    loose_operands,
    maybe,
    mirrors,
    named_keys,
    names,
    patterns,
    progress,
    recursion,
    resets,
    rounds,
    searched,
    stores,
    strings,
    walks,
)
from testfix_pipeline.repair.edits.edit import Clues
from testfix_pipeline_tests.repair.sources import Propose, assert_proposed, shape, texts

CASES = {
    "kept at the end": (
        strings.modes,
        "def f(path, line):\n    with open(path, 'w') as file:\n        file.write(line)\n",
        "'w'",
        "'a'",
    ),
    "past the middle": (
        progress.stepped_past,
        "def f(xs, x):\n    low, high = 0, len(xs)\n    while low < high:\n        middle = (low + high) // 2\n"
        "        if xs[middle] < x:\n            low = middle\n"
        "        else:\n            high = middle\n    return low\n",
        "low = middle\n",
        "low = middle + 1\n",
    ),
    "not again": (
        progress.visited,
        "def f(graph, start):\n    seen = set()\n    todo = [start]\n    while todo:\n        node = todo.pop()\n"
        "        seen.add(node)\n        for other in graph[node]:\n            todo.append(other)\n    return seen\n",
        "            todo.append(other)\n",
        "            if other not in seen:\n                todo.append(other)\n",
    ),
    "a streak begins with one": (
        resets.otherwise,
        "def f(xs):\n    best = run = 0\n    old = None\n    for x in xs:\n        if x == old:\n            run += 1\n"
        "        best = max(best, run)\n        old = x\n    return best\n",
        "            run += 1\n",
        "            run += 1\n        else:\n            run = 1\n",
    ),
    "as it is told": (
        loose_operands.given_instead,
        "def register(cls, name=None):\n    KNOWN[cls.__name__] = cls\n    print(cls)\n",
        "cls.__name__",
        "name or cls.__name__",
    ),
    "that one": (
        loose_operands.taken_by_name,
        "class A:\n    def drop(self, item):\n        self.items.pop()\n        self.count -= 1\n",
        "self.items.pop()",
        "self.items.remove(item)",
    ),
    "two digits": (
        patterns.variants,
        "import re\nDATE = re.compile(r'(\\d{2})-(\\d{1})')\n",
        "{1}",
        "{2}",
    ),
    "bytes of a file": (strings.modes, "data = path.open(mode='r').read()\n", "'r'", "'rb'"),
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
    "each a number": (
        searched.each_part,
        "x = tuple(text.split('.'))\n",
        "tuple(text.split('.'))",
        "tuple(int(one) for one in text.split('.'))",
    ),
    "each a number in a list": (
        searched.each_part,
        "x = text.split('.')\n",
        "text.split('.')",
        "[int(one) for one in text.split('.')]",
    ),
    "each a number, the greatest first": (
        searched.each_part,
        "x = sorted(text.split('.'), reverse=True)\n",
        "text.split('.')",
        "[int(one) for one in text.split('.')]",
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
    "into the next day": (
        rounds.again,
        "DAY = 24 * 60\n\ndef a(x):\n    return x % DAY\n\ndef f(start, end):\n    return end - start\n",
        "end - start",
        "(end - start) % DAY",
    ),
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
    "the oldest": (calls.known_keywords, "def f(d):\n    d.popitem()\n", "popitem()", "popitem(last=False)"),
    "the distance": (
        formulas.completed,
        "def f(a, b):\n    return a ** 2 + b ** 2\n",
        "a ** 2 + b ** 2",
        "(a ** 2 + b ** 2) ** 0.5",
    ),
    "from the beginning of a scale": (
        formulas.completed,
        "def f(x, low, high):\n    return x / (high - low)\n",
        "x / (high - low)",
        "(x - low) / (high - low)",
    ),
    "minutes of an hour": (
        formulas.completed,
        "def f(s):\n    return f'{s // 3600}:{s // 60}'\n",
        "s // 60",
        "s // 60 % 60",
    ),
    "twelve for nought": (formulas.completed, "def f(h):\n    return h % 12\n", "h % 12", "h % 12 or 12"),
    "the place of a bit": (formulas.completed, "def f(x, i):\n    return x & i\n", "x & i", "x & (1 << i)"),
    "all bits but these": (formulas.completed, "def f(x, i):\n    return x & (1 << i)\n", "(1 << i)", "~(1 << i)"),
    "the lowest bits": (
        formulas.completed,
        "def f(c):\n    return c >> 16, c & 255\n",
        "c >> 16",
        "c >> 16 & 255",
    ),
    "a birthday": (
        days.ages_in_days,
        "def age(born, now):\n    return (now - born).days // 365\n",
        "(now - born).days // 365",
        "now.year - born.year - ((now.month, now.day) < (born.month, born.day))",
    ),
    "each pair once": (
        walks.each_pair,
        "def f(xs):\n    for i in range(len(xs)):\n        for j in range(len(xs)):\n            yield xs[i], xs[j]\n",
        "for j in range(len(xs))",
        "for j in range(i + 1, len(xs))",
    ),
    "clauses in order": (
        walks.clauses_in_order,
        "def f(rows):\n    return [x for x in row for row in rows]\n",
        "for x in row for row in rows",
        "for row in rows for x in row",
    ),
    "to the last node": (
        walks.to_the_last,
        "def f(node):\n    while node.next:\n        node = node.next\n",
        "while node.next",
        "while node",
    ),
    "an element of the cache": (
        walks.looked_up,
        "def f(cache, key):\n    cache[key] = g(key)\n    return cache\n",
        "return cache",
        "return cache[key]",
    ),
    "an expression of the other call": (
        walks.of_the_statement,
        "def f(n, lo, hi):\n    return f(n.left, lo, hi) and f(n.right, n.key, hi)\n",
        "f(n.left, lo, hi)",
        "f(n.left, lo, n.key)",
    ),
    "within the list": (
        maybe.known_first,
        "def f(xs, i, x):\n    if xs[i] < x:\n        return i\n",
        "xs[i] < x",
        "i < len(xs) and xs[i] < x",
    ),
    "the other direction": (
        mirrors.statements,
        "def f(node):\n    node.prev.next = node.next\n    return node\n",
        "    node.prev.next = node.next\n",
        "    node.prev.next = node.next\n    node.next.prev = node.prev\n",
    ),
    "spans that meet": (
        mirrors.both_ways,
        "def f(a, b):\n    return a[0] <= b[0] <= a[1]\n",
        "a[0] <= b[0] <= a[1]",
        "(a[0] <= b[1] and b[0] <= a[1])",
    ),
    "another field of the class": (
        names.attributes,
        "class A:\n    def __init__(self, name, total):\n        self.name, self.total = name, total\n\n"
        "def best(xs):\n    return max(xs, key=lambda x: x.name)\n",
        "x.name)",
        "x.total)",
    ),
    "a shift within the alphabet": (
        formulas.completed,
        "def f(c, by):\n    return chr((ord(c) - ord('a') + by) % 26)\n",
        "(ord(c) - ord('a') + by) % 26",
        "(ord(c) - ord('a') + by) % 26 + ord('a')",
    ),
    "whole words": (searched.as_words, "x = text.count(word)\n", "text.count", "text.split().count"),
    "what is used up": (
        kept_up.used_up,
        "class A:\n    def run(self):\n        for x in self.waiting:\n            x()\n",
        "            x()\n",
        "            x()\n        self.waiting.clear()\n",
    ),
    "not itself": (
        walks.neighbours,
        "x = [(x + a, y + b) for a in (-1, 0, 1) for b in (-1, 0, 1)]\n",
        "for b in (-1, 0, 1)",
        "for b in (-1, 0, 1) if a or b",
    ),
    "what leads there": (
        recursion.arguments,
        "def flat(rows, start=''):\n    for key, row in rows.items():\n        if row:\n            flat(row, key)\n"
        "        show(start + key)\n",
        "flat(row, key)",
        "flat(row, start + key)",
    ),
    "a method of the class": (
        initials.decorators,
        "class A:\n    @staticmethod\n    def load(cls, x):\n        return cls(x)\n",
        "@staticmethod",
        "@classmethod",
    ),
    "the other argument of the constructor": (
        forgotten_fields.listed,
        "class A:\n    def __init__(self, name, total=0):\n        self.name, self.total = name, total\n\n"
        "    def copy(self):\n        return A(self.name)\n",
        "A(self.name)",
        "A(self.name, total=self.total)",
    ),
    "divisible": (formulas.completed, "def f(x):\n    return x % 11\n", "x % 11", "x % 11 == 0"),
    "no ten": (
        formulas.completed,
        "def f(x):\n    return 10 - x % 10\n",
        "10 - x % 10",
        "(10 - x % 10) % 10",
    ),
    "modulo as everywhere": (
        formulas.completed,
        "def f(b, r, m):\n    r = r * b % m\n    b = b * b\n    return r, b\n",
        "b * b\n",
        "b * b % m\n",
    ),
    "one stroke": (searched.joined_cleanly, "def f(a, b):\n    return a + '/' + b\n", "a +", "a.rstrip('/') +"),
    "by the value": (stores.by_value, "def f(d, i, x):\n    d[i] = x\n", "d[i] = x", "d[x] = i"),
    "places exchanged": (
        stores.exchanged,
        "def f(xs, i, j):\n    xs[i] = xs[j]\n",
        "xs[i] = xs[j]",
        "xs[i], xs[j] = xs[j], xs[i]",
    ),
    "taken from a queue": (stores.taken_out, "def f(xs):\n    return xs[0]\n", "xs[0]", "xs.pop(0)"),
    "only looked at": (stores.taken_out, "def f(xs):\n    return xs.pop()\n", "xs.pop()", "xs[-1]"),
    "one way to nothing": (
        stores.first_of_table,
        "def f(n):\n    ways = [0] * (n + 1)\n    return ways\n",
        "    return",
        "    ways[0] = 1\n    return",
    ),
    "what is left of both": (
        stores.rest_of_both,
        "def f(a, b, out, i, j):\n    while i < len(a) and j < len(b):\n        i += 1\n    return out + a[i:]\n",
        "a[i:]",
        "a[i:] + b[j:]",
    ),
}


@pytest.mark.parametrize(("family", "code", "broken", "right"), CASES.values(), ids=CASES)
def test_the_slip_is_put_right(family: Propose, code: str, broken: str, right: str) -> None:
    assert_proposed(family, code, broken, right)


def test_a_word_of_a_text_is_exchanged_as_a_whole() -> None:
    code = "def f(a):\n    return f'circle of {a}'\n"
    found = texts(strings.from_assertion, code, clues=Clues(values=(("'circle of 2'", "'square of 2'"),)))
    assert shape(code.replace("circle", "square")) in found


@pytest.mark.parametrize(
    ("family", "code"),
    [
        pytest.param(constants.numbers, "def f(xs):\n    return xs[1:]\n", id="all of it"),
    ],
)
def test_what_another_family_says_better_is_not_proposed(family: Propose, code: str) -> None:
    found = texts(family, code)
    assert shape("def f(a, b):\n    return b < a\n") not in found
    assert shape("def f(xs):\n    return xs[0:]\n") not in found


def test_what_is_seldom_meant_comes_later() -> None:
    found = texts(names.attributes, "def f(text):\n    return text.lower()\n")
    upper, swapped = (found[shape(f"def f(text):\n    return text.{name}()\n")].prior for name in ("upper", "swapcase"))
    assert upper > swapped
