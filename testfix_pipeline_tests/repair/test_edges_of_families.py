"""Where families of edits come to their edges: keys of several parts, annotations, `elif`, jumps, namesakes."""

import pytest

from testfix_pipeline.repair.languages.python.edits import bounds, factors, keyword_names, like_elements
from testfix_pipeline_tests.repair.sources import Propose, assert_proposed, shape, texts

BEST = "def f(best, x, y, n):\n    best[x, y] = n\n    return best\n"
GRID = """
class Grid:
    def __init__(self):
        self.cells, self.made = {}, {}
        self.cells = {}
        self.made = {}
    def put(self, x, y, cell):
        self.cells[x, y] = cell
    def kept(self, x, y):
        return self.cells[x, y]
    def at(self, place):
        return self.cells[place]
"""
ANNOTATED = """
def count(counts, key):
    a: dict[str, int] = {}
    b: list[str] = []
    c: set[str] = set()
    d: frozenset[str] = frozenset()
    n = counts.get(key, 0) + 1
    return a, b, c, d
"""
MEMO = """
def paths(memo, i, j):
    if (i, j) in memo:
        return memo[i, j]
    found = paths(memo, i - 1, j) + paths(memo, i, j - 1)
    memo[i, j] = found
    return found
"""
SEVERAL_TIMES = "def f(t):\n    a, b, c = parse(t), parse(t), parse(t)\n    return timedelta(a, b, c)\n"
SOLE = "def f(self, top):\n    return max(len(row) for row in self.rows)\n"
ANY = "def f(xs, *args):\n    return any(x for x in xs)\n"
IN_ELIF = """
def f(x):
    if x > 1:
        a()
    elif x > 0:
        b()
    c()
"""
ANSWERED_AT_ONCE = """
class Board:
    def __init__(self):
        self.names = {}
        self.scores = {}
    def add(self, name, score):
        self.names[name] = 1
        self.scores[name] = score
    def take(self, name):
        return self.names.pop(name)
"""
LEFT_AT_ONCE = """
def runs(xs):
    start = last = xs[0]
    for x in xs:
        if x - last > 1:
            print(start)
            continue
        last = x
"""
MEMBERS = """
class Kind:
    Round = 1
    Square = 2
def f(k):
    return k == Kind.Round
def g(k):
    return k == Kind.Square
"""
NO_WILDCARD = 'INSTALL = "install"\nANYONE = "*"\ndef f(step, wanted):\n    return step == wanted\n'
THREE_NAMED = "".join(
    f"class {kind}:\n    def __init__(self, name):\n        self.name = name\n" for kind in ("A", "B", "C", "D", "E")
)
RENAMING = f"""
{THREE_NAMED}
class Tree:
    def __init__(self):
        self.parent = None
    def rename(self, node, new_name, new_parent):
        print(node.name, node.parent)
"""
LIMITS = 'NAMES = "abc"\nMOST = 9\ndef f(x):\n    return x + 1\n'
OWN_NUMBERS = """
class Account:
    rate: int
    fee: int
    def left(self, x):
        if x > self.rate:
            return x - self.fee
"""
QUOTIENT = "def f(a, b, rate):\n    share = a * rate\n    c = a / b\n    return c, share\n"
CACHE = "def f(cache, names):\n    cache.set(names)\n    return [n.lower() for n in names]\n"
DELEGATING = """
class Store:
    def get(self, key, default):
        value = key
        return self.data.get(key, default)
"""
BY_KEYWORD = """
def names(node, *, deep):
    found = []
    for child in node.children:
        found.append(child.name)
    return found
"""
SETTER = """
class Point:
    def __init__(self, x):
        self._x = x
    @property
    def x(self):
        return self._x
    @x.setter
    def x(self, value):
        self._x = value
    def move(self, d):
        self._x = d
"""
RING = """
class Ring:
    def __init__(self):
        self.last = 0
        self.buffer = {}
    def put(self, value):
        self.buffer[self.last] = value
        return value
"""
LOOKED_UP = """
def f(table, xs):
    out = []
    for x in xs:
        y = table.get(x)
        out.append(y)
    return out
"""
ROUND = """
def walk(todo, children):
    while todo:
        one = todo.pop()
        for child in children[one]:
            todo.appendleft(child)
"""
DESCRIBED = """
class Item:
    def __init__(self, description):
        self.description = description
    def big(self, x):
        return x > 1
"""
TABLE = """
class Router:
    def __init__(self):
        self.ways = {"a": 1, "b": 2}
    def way(self, name, other):
        return self.ways[name]
"""

LEFT_SIZE = "def f(left_size, right_size):\n    return g(size=left_size)\n"
BARE = """
def f(x):
    try:
        return int(x)
    except ValueError:
        return 0
    except:
        return 1
"""
TIMES = "import time\n\ndef f():\n    return time.strftime('%H')\n"
STATIC = """
class Unit:
    @staticmethod
    def made(size, kind):
        return size, kind

def f(n):
    return Unit.made(size=n, kind=1)
"""
COUNTED = "def f(n):\n    for i in range(n):\n        print(i)\n"
WOUND = "def f(n):\n    while n:\n        print(n)\n"
FLAG = "def f(flag, a, x, b):\n    return flag and a <= x < b\n"
BRACES = """
def f(rows):
    found = []
    for row in rows:
        found.append({"{id}": row})
    return found
"""
UNPACKED = 'def f(base, rate):\n    return {**base, "k": 1}\n'


@pytest.mark.parametrize(
    ("family", "code", "broken", "right"),
    [
        pytest.param(factors.terms, OWN_NUMBERS, "x > self.rate", "x > self.rate + self.fee", id="header only"),
    ],
)
def test_at_the_edge_the_right_text_is_proposed(family: Propose, code: str, broken: str, right: str) -> None:
    assert_proposed(family, code, broken, right)


@pytest.mark.parametrize(
    ("family", "code", "wrong"),
    [
        pytest.param(like_elements.further, SOLE, "(len(top) for top", id="sole generator"),
        pytest.param(bounds.clamps, LIMITS, "NAMES)", id="a text is no limit"),
        pytest.param(keyword_names.keywords, STATIC, "kind=n", id="the first of a static method"),
    ],
)
def test_at_the_edge_nothing_odd_is_proposed(family: Propose, code: str, wrong: str) -> None:
    plain = shape(code)
    found = [text for text in texts(family, code) if text.count(wrong) > plain.count(wrong)]
    assert not found
