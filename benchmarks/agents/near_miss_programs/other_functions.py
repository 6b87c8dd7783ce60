"""Functions on numbers, intervals and calls, each of which lacks several lines."""

from __future__ import annotations

from benchmarks.agents.near_miss_programs.program import Program

OTHER_FUNCTIONS = (
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
)
