"""Ordinary code with a slip about names, starts, mirrored or moved code, and the family that mends it."""

import pytest

from testfix_pipeline.repair.edits import (
    consume,
    donors,
    idioms,
    imports,
    initials,
    keys,
    keyword_names,
    lazy,
    like_attributes,
    like_calls,
    loose_operands,
    merges,
    mirrors,
    moves,
    names,
    ties,
)
from testfix_pipeline_tests.repair.sources import Propose, assert_proposed

CASES = {
    "lo gathered dict key": (
        consume.unread,
        """
def f(id, title, done):
    return {"id": id, "title": title}
""",
        '"title": title',
        '"title": title, "done": done',
    ),
    "lo annassign2": (
        donors.operands,
        """
def f(price, qty):
    total: float = price
    return total
""",
        "= price",
        "= price * qty",
    ),
    "any": (
        idioms.as_long,
        """
def f(xs, ys):
    return any(a != b for a, b in zip(xs, ys))
""",
        "any(",
        "len(xs) != len(ys) or any(",
    ),
    "int div prec mod": (
        idioms.calls,
        """
def f(a, b, c):
    return c % int(a / b)
""",
        "int(a / b)",
        "(a // b)",
    ),
    "dist 2": (
        idioms.distances,
        """
def dist(a, b):
    return (a[0] - b[0]) + (a[1] - b[1])
""",
        "(a[0] - b[0]) + (a[1] - b[1])",
        "abs(a[0] - b[0]) + abs(a[1] - b[1])",
    ),
    "mean gen": (
        idioms.means,
        """
def f(rows, n):
    return sum(r.n for r in rows) / n
""",
        "/ n",
        "/ len(rows)",
    ),
    "merge lit": (
        merges.swapped,
        """
def f(a):
    return {**a, "x": 1}
""",
        '{**a, "x": 1}',
        '{"x": 1, **a}',
    ),
    "datetime timedelta": (
        imports.doubled,
        """
from datetime import datetime
def f(x):
    return x + datetime.timedelta(days=1)
""",
        "from datetime import datetime\ndef f(x):\n    return x + datetime.timedelta",
        "from datetime import datetime, timedelta\ndef f(x):\n    return x + timedelta",
    ),
    "init tuple2": (
        initials.accumulators,
        """
def f(xs):
    best, count = 0, 0
    for x in xs:
        best = max(best, x)
        count += 1
    return best, count
""",
        "best, count = 0, 0",
        "best, count = xs[0], 0",
    ),
    "missing cls": (
        initials.missing_self,
        """
class A:
    @classmethod
    def make(name):
        return cls(name)
""",
        "make(name)",
        "make(cls, name)",
    ),
    "default now": (
        initials.mutable_defaults,
        """
from datetime import datetime
def f(x, now=datetime.now()):
    return x - now
""",
        "now=datetime.now()):",
        "now=None):\n    if now is None:\n        now = datetime.now()",
    ),
    "super name only": (
        initials.parameters_kept,
        """
class Animal:
    def __init__(self, name):
        self.name = name
class Dog(Animal):
    def __init__(self, name, breed):
        self.breed = breed
""",
        "        self.breed",
        "        super().__init__(name)\n        self.breed",
    ),
    "key binop div in tuple": (
        keys.reversed_parts,
        """
def f(rows):
    return sorted(rows, key=lambda r: (r.wins / r.games, r.name))
""",
        "(r.wins / r.games, ",
        "(-(r.wins / r.games), ",
    ),
    "lazy kw": (
        lazy.made_lists,
        """
class R:
    def __init__(self, rows):
        self.rows = rows
def f(xs):
    return R(rows=(x for x in xs))
""",
        "(x for x in xs)",
        "[x for x in xs]",
    ),
    "other": (
        like_attributes.done_too,
        """
class Account:
    def __init__(self):
        self.balance = 0
        self.available = 0
    def deposit(self, n):
        self.balance += n
        self.available += n
    def withdraw(self, n):
        self.balance -= n
        return n
""",
        "        self.balance -= n\n",
        "        self.balance -= n\n        self.available -= n\n",
    ),
    "dropped_too prefix": (
        like_attributes.dropped_too,
        """
class Users:
    def __init__(self):
        self.users = {}
        self.users_by_email = {}
    def add(self, name, email):
        self.users[name] = email
        self.users_by_email[email] = name
    def remove(self, name, email):
        del self.users_by_email[email]
""",
        "        del self.users_by_email[email]",
        "        del self.users_by_email[email]\n        self.users.pop(name, None)",
    ),
    "out_of_date aug": (
        like_attributes.out_of_date,
        """
class Users:
    def __init__(self):
        self.stock = {}
        self.cache = {}
    def total(self, k):
        if k not in self.cache:
            self.cache[k] = self.stock[k] * 2
        return self.cache[k]
    def add(self, k, n):
        self.stock[k] += n
""",
        "        self.stock[k] += n",
        "        self.stock[k] += n\n        self.cache.pop(k, None)",
    ),
    "like call lambda kw": (
        like_calls.arguments,
        """
def g(rows):
    return pick(rows, by=lambda r: r.n)
def f(rows):
    return pick(rows)
""",
        "    return pick(rows)\n",
        "    return pick(rows, by=lambda r: r.n)\n",
    ),
    "lo join": (
        loose_operands.for_constants,
        """
def f(xs, sep=","):
    return ",".join(xs)
""",
        '",".join(xs)',
        "sep.join(xs)",
    ),
    "lo prefix add": (
        loose_operands.operands,
        """
def f(name, prefix):
    return name
""",
        "return name",
        "return prefix + name",
    ),
    "lo slices start end": (
        loose_operands.slices,
        """
def f(rows, start, end):
    return rows[start:]
""",
        "rows[start:]",
        "rows[start:end]",
    ),
    "lo reverse": (
        loose_operands.turned,
        """
def f(xs, reverse=False):
    return sorted(xs)
""",
        "sorted(xs)",
        "sorted(xs, reverse=reverse)",
    ),
    "lo descending": (
        loose_operands.turned,
        """
def f(xs, descending=False):
    return sorted(xs)
""",
        "sorted(xs)",
        "sorted(xs, reverse=descending)",
    ),
    "mirror kw": (
        mirrors.arguments,
        """
def f(self, dx):
    return Box(left=self.left + dx, other=1)
""",
        "left=self.left + dx",
        "left=self.left + dx, right=self.right + dx",
    ),
    "mirror upper": (
        mirrors.statements,
        """
def f(k, p):
    if k == LEFT:
        p.turn(LEFT)
""",
        "        p.turn(LEFT)\n",
        "        p.turn(LEFT)\n    if k == RIGHT:\n        p.turn(RIGHT)\n",
    ),
    "move out of else": (
        moves.moves,
        """
def f(xs):
    for x in xs:
        if x:
            return True
        else:
            return False
""",
        "        else:\n            return False\n",
        "    return False\n",
    ),
    "misspelt kw": (
        keyword_names.keywords,
        """
def g(x, key=None, name=None):
    return x, key, name
def f(a, b):
    return g(a, nam=b)
""",
        "nam=b",
        "name=b",
    ),
    "super method": (
        names.prefixes,
        """
class B:
    def save(self): return 1
class A(B):
    def save(self):
        return self.save()
""",
        "self.save()",
        "super().save()",
    ),
    "unwrap in call arg": (
        names.unwrap_attribute,
        """
def f(a, b):
    print(a.name)
    return g(a)
""",
        "g(a)",
        "g(a.name)",
    ),
    "lambda param": (
        names.variables,
        """
def f(xs, key):
    return sorted(xs, key=lambda x: xs.n)
""",
        "xs.n",
        "x.n",
    ),
    "tie len": (
        ties.further_parts,
        """
def f(words):
    return sorted(words, key=len, reverse=True)
""",
        "len, reverse=True",
        "lambda one: (-len(one), one)",
    ),
    "tie get": (
        ties.further_parts,
        """
def f(counts):
    return sorted(counts, key=counts.get, reverse=True)
""",
        "counts.get, reverse=True",
        "lambda one: (-counts.get(one), one)",
    ),
    "tie word": (
        ties.further_parts,
        """
def f(counts):
    return sorted(counts, key=lambda w: counts[w], reverse=True)
""",
        "counts[w], reverse=True",
        "(-counts[w], w)",
    ),
}


@pytest.mark.parametrize(("family", "code", "broken", "right"), CASES.values(), ids=CASES)
def test_the_right_text_is_among_what_the_family_proposes(family: Propose, code: str, broken: str, right: str) -> None:
    assert_proposed(family, code, broken, right)
