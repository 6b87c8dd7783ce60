"""Twelve small programs that lack something, each with the change that is right, tests, and tests that nobody sees.

The missing parts are several lines, or in several places: what a model is asked for because a small edit won't do.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Program:
    """`right` is the text with the change in it; the pairs of `changes` turn it back into the text with the bug."""

    name: str
    right: str
    changes: tuple[tuple[str, str], ...]
    tests: str
    hidden: str

    @property
    def broken(self) -> str:
        text = self.right
        for new, old in self.changes:
            assert text.count(new) == 1, (self.name, new)
            text = text.replace(new, old)
        return text


PROGRAMS = (
    Program(
        "bulk_discount",
        '''\
"""Bills with a discount for bulk."""

BULK = 10


def amount(price, count):
    return price * count


def total(lines, discount):
    result = 0
    for price, count in lines:
        cost = amount(price, count)
        if count >= BULK:
            cost -= cost * discount // 100
        result += cost
    return result


def label(name, width):
    return name.ljust(width)
''',
        (
            (
                "        cost = amount(price, count)\n        if count >= BULK:\n"
                "            cost -= cost * discount // 100\n        result += cost\n",
                "        result += amount(price, count)\n",
            ),
        ),
        """\
def test_plain():
    assert total([(5, 2), (3, 1)], 10) == 13

def test_bulk():
    assert total([(5, 10), (3, 1)], 10) == 48
    assert total([(5, 20), (30, 2)], 50) == 110

def test_nearly_bulk():
    assert total([(100, 9)], 10) == 900

def test_label():
    assert label("a", 3) == "a  "
""",
        "def test_hidden():\n    assert total([(7, 10), (7, 11)], 100) == 0\n    assert total([(1, 10)], 25) == 8\n"
        "    assert total([(20, 10)], 50) == 100 and total([(2, 5)], 50) == 10\n",
    ),
    Program(
        "ring_buffer",
        '''\
"""A buffer that forgets the oldest."""


class Ring:
    def __init__(self, size):
        self.size = size
        self.items = []
        self.dropped = 0

    def push(self, item):
        if len(self.items) == self.size:
            self.items.pop(0)
            self.dropped += 1
        self.items.append(item)

    def latest(self, count):
        return self.items[-count:] if count else []

    def stats(self):
        return {"held": len(self.items), "dropped": self.dropped}
''',
        (
            (
                "        if len(self.items) == self.size:\n            self.items.pop(0)\n"
                "            self.dropped += 1\n",
                "",
            ),
            ("self.items[-count:] if count else []", "self.items[-count:]"),
        ),
        """\
def test_order():
    ring = Ring(3)
    for n in range(2):
        ring.push(n)
    assert ring.latest(2) == [0, 1]

def test_forgets():
    ring = Ring(2)
    for n in range(5):
        ring.push(n)
    assert ring.items == [3, 4]
    assert ring.stats() == {"held": 2, "dropped": 3}

def test_none():
    ring = Ring(2)
    ring.push(1)
    assert ring.latest(0) == []
""",
        "def test_hidden():\n    ring = Ring(1)\n    [ring.push(n) for n in 'abc']\n"
        "    assert (ring.items, ring.dropped, ring.latest(0), ring.latest(5)) == (['c'], 2, [], ['c'])\n",
    ),
    Program(
        "word_wrap",
        '''\
"""Wraps words into lines."""


def wrap(text, width):
    lines = []
    line = ""
    for word in text.split():
        longer = f"{line} {word}" if line else word
        if len(longer) <= width:
            line = longer
        else:
            lines.append(line)
            line = word
    if line:
        lines.append(line)
    return lines


def indent(lines, columns):
    return [" " * columns + line for line in lines]
''',
        (
            ('        longer = f"{line} {word}" if line else word\n', '        longer = f"{line} {word}"\n'),
            ("    if line:\n        lines.append(line)\n    return lines\n", "    return lines\n"),
        ),
        """\
def test_short():
    assert wrap("a b", 10) == ["a b"]

def test_breaks():
    assert wrap("one two three", 7) == ["one two", "three"]

def test_nothing():
    assert wrap("", 5) == []

def test_indent():
    assert indent(["a"], 2) == ["  a"]
""",
        "def test_hidden():\n    assert wrap('aa bb cc', 5) == ['aa bb', 'cc']\n    assert wrap('x', 1) == ['x']\n",
    ),
    Program(
        "roman",
        '''\
"""Roman numerals."""

VALUES = {"I": 1, "V": 5, "X": 10, "L": 50, "C": 100, "D": 500, "M": 1000}


def number(roman):
    result = 0
    previous = 0
    for letter in reversed(roman):
        value = VALUES[letter]
        if value < previous:
            result -= value
        else:
            result += value
            previous = value
    return result


def is_roman(text):
    return bool(text) and all(letter in VALUES for letter in text)
''',
        (
            ("    previous = 0\n", ""),
            (
                "        if value < previous:\n            result -= value\n        else:\n"
                "            result += value\n            previous = value\n",
                "        result += value\n",
            ),
        ),
        """\
def test_plain():
    assert number("XVI") == 16

def test_less():
    assert number("IV") == 4
    assert number("XIX") == 19

def test_large():
    assert number("MCMXCIV") == 1994

def test_is():
    assert is_roman("XX") and not is_roman("XA") and not is_roman("")
""",
        "def test_hidden():\n    assert [number(n) for n in ('XL', 'CD', 'III', 'MMXXIV')] == [40, 400, 3, 2024]\n",
    ),
    Program(
        "inventory",
        '''\
"""What is in store."""


class Store:
    def __init__(self):
        self.counts = {}
        self.log = []

    def add(self, name, count):
        self.counts[name] = self.counts.get(name, 0) + count
        self.log.append(("add", name, count))

    def take(self, name, count):
        held = self.counts.get(name, 0)
        if count > held:
            raise ValueError(f"only {held} of {name}")
        self.counts[name] = held - count
        if self.counts[name] == 0:
            del self.counts[name]
        self.log.append(("take", name, count))
        return count

    def names(self):
        return sorted(self.counts)
''',
        (
            (
                "        held = self.counts.get(name, 0)\n        if count > held:\n"
                '            raise ValueError(f"only {held} of {name}")\n        self.counts[name] = held - count\n'
                "        if self.counts[name] == 0:\n            del self.counts[name]\n",
                "        self.counts[name] = self.counts.get(name, 0) - count\n",
            ),
        ),
        """\
import pytest

def filled():
    store = Store()
    store.add("nut", 3)
    store.add("nut", 2)
    return store

def test_take():
    store = filled()
    assert store.take("nut", 2) == 2
    assert store.counts == {"nut": 3} and store.log[-1] == ("take", "nut", 2)

def test_too_many():
    store = filled()
    with pytest.raises(ValueError):
        store.take("nut", 6)
    assert store.counts == {"nut": 5}

def test_all():
    store = filled()
    store.take("nut", 5)
    assert store.names() == []
""",
        "import pytest\n\ndef test_hidden():\n    store = Store()\n    store.add('a', 1)\n    store.take('a', 1)\n"
        "    assert store.counts == {}\n    with pytest.raises(ValueError, match='only 0 of a'):\n"
        "        store.take('a', 1)\n",
    ),
    Program(
        "intervals",
        '''\
"""Spans of numbers."""


def merged(spans):
    result = []
    for start, end in sorted(spans):
        if result and start <= result[-1][1]:
            result[-1] = (result[-1][0], max(result[-1][1], end))
        else:
            result.append((start, end))
    return result


def covered(spans):
    return sum(end - start for start, end in merged(spans))


def holds(spans, point):
    return any(start <= point < end for start, end in spans)
''',
        (
            (
                "        if result and start <= result[-1][1]:\n"
                "            result[-1] = (result[-1][0], max(result[-1][1], end))\n        else:\n"
                "            result.append((start, end))\n",
                "        result.append((start, end))\n",
            ),
        ),
        """\
def test_apart():
    assert merged([(5, 6), (1, 2)]) == [(1, 2), (5, 6)]

def test_over_each_other():
    assert merged([(1, 4), (3, 6)]) == [(1, 6)]
    assert merged([(1, 9), (2, 3)]) == [(1, 9)]

def test_touching():
    assert merged([(1, 2), (2, 3)]) == [(1, 3)]

def test_covered():
    assert covered([(0, 5), (3, 8), (10, 11)]) == 9

def test_holds():
    assert holds([(1, 3)], 1) and not holds([(1, 3)], 3)
""",
        "def test_hidden():\n    assert merged([(0, 1), (4, 8), (5, 6), (7, 9)]) == [(0, 1), (4, 9)]\n"
        "    assert merged([]) == []\n",
    ),
    Program(
        "csv_row",
        '''\
"""Rows of comma-separated values."""


def fields(row):
    result = []
    text = ""
    quoted = False
    for letter in row:
        if letter == '"':
            quoted = not quoted
        elif letter == "," and not quoted:
            result.append(text)
            text = ""
        else:
            text += letter
    result.append(text)
    return result


def line(values):
    return ",".join(f'"{value}"' if "," in value else value for value in values)
''',
        (
            ("    quoted = False\n", ""),
            (
                "        if letter == '\"':\n            quoted = not quoted\n"
                '        elif letter == "," and not quoted:\n',
                '        if letter == ",":\n',
            ),
        ),
        """\
def test_plain():
    assert fields("a,b") == ["a", "b"]

def test_quoted():
    assert fields('a,"b,c",d') == ["a", "b,c", "d"]

def test_empty():
    assert fields("a,,b") == ["a", "", "b"]

def test_line():
    assert line(["a", "b,c"]) == 'a,"b,c"'
""",
        "def test_hidden():\n    assert fields('\"x\",\",\",\"\"') == ['x', ',', '']\n    assert fields('') == ['']\n",
    ),
    Program(
        "tree_depth",
        '''\
"""Folders in folders."""


class Folder:
    def __init__(self, name, size=0):
        self.name = name
        self.size = size
        self.parent = None
        self.children = []

    def add(self, child):
        child.parent = self
        self.children.append(child)
        return child

    def total(self):
        return self.size + sum(child.total() for child in self.children)

    def path(self):
        if self.parent is None:
            return self.name
        return f"{self.parent.path()}/{self.name}"

    def depth(self):
        return 1 + max((child.depth() for child in self.children), default=0)
''',
        (
            ("        child.parent = self\n", ""),
            (
                "        if self.parent is None:\n            return self.name\n"
                '        return f"{self.parent.path()}/{self.name}"\n',
                "        return self.name\n",
            ),
            ("max((child.depth() for child in self.children), default=0)", "len(self.children)"),
        ),
        """\
def home():
    top = Folder("top", 1)
    middle = top.add(Folder("middle", 2))
    middle.add(Folder("leaf", 4))
    top.add(Folder("other"))
    top.add(Folder("third"))
    return top

def test_total():
    assert home().total() == 7

def test_path():
    assert home().children[0].children[0].path() == "top/middle/leaf"
    assert home().path() == "top"

def test_depth():
    assert home().depth() == 3
    assert Folder("x").depth() == 1
""",
        "def test_hidden():\n    a = Folder('a')\n    b = a.add(Folder('b'))\n    c = b.add(Folder('c'))\n"
        "    assert (c.path(), a.depth(), b.depth(), b.parent is a) == ('a/b/c', 3, 2, True)\n",
    ),
    Program(
        "retry",
        '''\
"""Calls that may fail for a while."""


def attempts(call, most, errors):
    failures = []
    for number in range(most):
        try:
            return call(number), failures
        except errors as error:
            failures.append(str(error))
    raise RuntimeError(f"{len(failures)} failures: {failures[-1]}")


def delays(first, factor, most):
    result = []
    delay = first
    for _ in range(most):
        result.append(delay)
        delay *= factor
    return result
''',
        (
            (
                "        try:\n            return call(number), failures\n        except errors as error:\n"
                "            failures.append(str(error))\n"
                '    raise RuntimeError(f"{len(failures)} failures: {failures[-1]}")\n',
                "        return call(number), failures\n",
            ),
        ),
        """\
import pytest

def flaky(good):
    def call(number):
        if number < good:
            raise OSError(f"no {number}")
        return "yes"
    return call

def test_at_once():
    assert attempts(flaky(0), 3, (OSError,)) == ("yes", [])

def test_later():
    assert attempts(flaky(2), 3, (OSError,)) == ("yes", ["no 0", "no 1"])

def test_never():
    with pytest.raises(RuntimeError, match="3 failures: no 2"):
        attempts(flaky(9), 3, (OSError,))

def test_other_errors():
    with pytest.raises(OSError):
        attempts(flaky(9), 3, (KeyError,))

def test_delays():
    assert delays(1, 2, 3) == [1, 2, 4]
""",
        "import pytest\n\ndef test_hidden():\n    def call(n):\n        raise KeyError('k') if n else ValueError('v')\n"
        "    with pytest.raises(RuntimeError, match='2 failures'):\n"
        "        attempts(call, 2, (KeyError, ValueError))\n",
    ),
    Program(
        "scores",
        '''\
"""Who has how many points."""


def ranking(points):
    ordered = sorted(points, key=lambda name: (-points[name], name))
    places = {}
    place = 0
    last = None
    for index, name in enumerate(ordered):
        if points[name] != last:
            place = index + 1
            last = points[name]
        places[name] = place
    return places


def best(points, count):
    ordered = sorted(points, key=lambda name: (-points[name], name))
    return ordered[:count]
''',
        (
            ("    place = 0\n    last = None\n", ""),
            (
                "        if points[name] != last:\n            place = index + 1\n            last = points[name]\n"
                "        places[name] = place\n",
                "        places[name] = index + 1\n",
            ),
        ),
        """\
def test_all_differ():
    assert ranking({"a": 1, "b": 3, "c": 2}) == {"b": 1, "c": 2, "a": 3}

def test_ties():
    assert ranking({"a": 5, "b": 5, "c": 1}) == {"a": 1, "b": 1, "c": 3}
    assert ranking({"a": 1, "b": 7, "c": 1, "d": 0}) == {"b": 1, "a": 2, "c": 2, "d": 4}

def test_nobody():
    assert ranking({}) == {}

def test_best():
    assert best({"a": 1, "b": 3, "c": 3}, 2) == ["b", "c"]
""",
        "def test_hidden():\n"
        "    assert ranking({'x': 0, 'y': 0, 'z': 0, 'w': -1}) == {'x': 1, 'y': 1, 'z': 1, 'w': 4}\n",
    ),
    Program(
        "matcher",
        '''\
"""Patterns with stars and question marks."""


def matches(pattern, text):
    if not pattern:
        return not text
    first, rest = pattern[0], pattern[1:]
    if first == "*":
        return any(matches(rest, text[skip:]) for skip in range(len(text) + 1))
    if not text:
        return False
    return first in ("?", text[0]) and matches(rest, text[1:])


def chosen(pattern, names):
    return [name for name in names if matches(pattern, name)]
''',
        (
            (
                '    if first == "*":\n'
                "        return any(matches(rest, text[skip:]) for skip in range(len(text) + 1))\n"
                "    if not text:\n        return False\n",
                "    if not text:\n        return False\n",
            ),
            ('first in ("?", text[0])', "first == text[0]"),
        ),
        """\
def test_plain():
    assert matches("abc", "abc") and not matches("abc", "abd") and not matches("a", "")

def test_star():
    assert matches("a*c", "abbbc") and matches("*", "") and not matches("a*", "ba")

def test_question():
    assert matches("a?c", "abc") and not matches("a?c", "ac")

def test_chosen():
    assert chosen("*.py", ["a.py", "b.txt"]) == ["a.py"]
""",
        "def test_hidden():\n    assert matches('*a*', 'bab') and matches('**', 'x') and matches('???', 'abc')\n"
        "    assert not matches('?', '') and not matches('*b', 'abc')\n",
    ),
    Program(
        "cache",
        '''\
"""Values that are good for a while."""


class Cache:
    def __init__(self, lifetime):
        self.lifetime = lifetime
        self.values = {}
        self.hits = 0

    def put(self, key, value, now):
        self.values[key] = (value, now)

    def get(self, key, now, default=None):
        if key not in self.values:
            return default
        value, stored = self.values[key]
        if now - stored > self.lifetime:
            del self.values[key]
            return default
        self.hits += 1
        return value

    def oldest(self):
        return min(self.values, key=lambda key: self.values[key][1], default=None)
''',
        (
            (
                "        if now - stored > self.lifetime:\n            del self.values[key]\n"
                "            return default\n"
                "        self.hits += 1\n        return value\n",
                "        return value\n",
            ),
            ("self.values[key][1], default=None)", "self.values[key][0])"),
        ),
        """\
def test_get():
    cache = Cache(10)
    cache.put("a", 1, 0)
    assert cache.get("a", 5) == 1 and cache.get("b", 5, "no") == "no"

def test_too_old():
    cache = Cache(10)
    cache.put("a", 1, 0)
    assert cache.get("a", 10) == 1
    assert cache.get("a", 11, "gone") == "gone"
    assert cache.values == {}

def test_hits():
    cache = Cache(10)
    cache.put("a", 1, 0)
    cache.get("a", 1), cache.get("b", 1), cache.get("a", 99)
    assert cache.hits == 1

def test_oldest():
    cache = Cache(10)
    assert cache.oldest() is None
    cache.put("x", 9, 1)
    cache.put("y", 1, 2)
    assert cache.oldest() == "x"
""",
        "def test_hidden():\n    cache = Cache(0)\n    cache.put('k', 0, 3)\n"
        "    assert cache.get('k', 3) == 0 and cache.hits == 1\n"
        "    assert cache.get('k', 4) is None and cache.oldest() is None\n",
    ),
)
