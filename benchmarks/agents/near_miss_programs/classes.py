"""Programs made of a class, each of which lacks several lines."""

from __future__ import annotations

from benchmarks.agents.near_miss_programs.program import Program

CLASSES = (
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
