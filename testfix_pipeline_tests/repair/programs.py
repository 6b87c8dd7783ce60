"""Small programs with one realistic bug each: the right source, the fragment that was got wrong, and the tests.

`PROGRAMS` maps a name to a Program; `broken` is the source with the bug in it.
"""

from dataclasses import dataclass
from textwrap import dedent


@dataclass(frozen=True)
class Program:
    right: str
    good: str
    bad: str
    tests: str

    @property
    def broken(self) -> str:
        assert self.right.count(self.good) == 1, self.good
        return self.right.replace(self.good, self.bad)


def program(right: str, good: str, bad: str, tests: str) -> Program:
    return Program(dedent(right).lstrip("\n"), good, bad, "from subject import *\n" + dedent(tests))


PROGRAMS = {
    "pages": program(
        """
        def page_count(items, per_page):
            full, rest = divmod(len(items), per_page)
            return full + 1 if rest > 0 else full


        def page(items, number, per_page):
            start = (number - 1) * per_page
            return items[start : start + per_page]
        """,
        "(number - 1) * per_page",
        "number * per_page",
        """
        def test_count(): assert page_count([1, 2, 3], 2) == 2 and page_count([1, 2], 2) == 1
        def test_first_page(): assert page(list("abcde"), 1, 2) == ["a", "b"]
        def test_last_page(): assert page(list("abcde"), 3, 2) == ["e"]
        """,
    ),
    "merge": program(
        """
        def merge(intervals):
            done = []
            for start, end in sorted(intervals):
                if done and start <= done[-1][1]:
                    done[-1] = (done[-1][0], max(done[-1][1], end))
                else:
                    done.append((start, end))
            return done
        """,
        "max(done[-1][1], end)",
        "end",
        """
        def test_apart(): assert merge([(5, 6), (1, 2)]) == [(1, 2), (5, 6)]
        def test_touching(): assert merge([(1, 3), (3, 5)]) == [(1, 5)]
        def test_inside(): assert merge([(1, 9), (2, 3), (8, 10)]) == [(1, 10)]
        def test_wholly_inside(): assert merge([(1, 9), (2, 3)]) == [(1, 9)]
        """,
    ),
    "account": program(
        """
        class InsufficientFunds(Exception):
            pass


        class Account:
            def __init__(self, owner, balance=0):
                self.owner = owner
                self.balance = balance
                self.log = []

            def deposit(self, amount):
                if amount <= 0:
                    raise ValueError("amount must be positive")
                self.balance += amount
                self.log.append(("deposit", amount))

            def withdraw(self, amount):
                if amount <= 0:
                    raise ValueError("amount must be positive")
                if amount > self.balance:
                    raise InsufficientFunds(self.owner)
                self.balance -= amount
                self.log.append(("withdraw", amount))

            def transfer(self, other, amount):
                self.withdraw(amount)
                other.deposit(amount)
        """,
        "if amount > self.balance",
        "if amount >= self.balance",
        """
        import pytest
        def test_deposit():
            a = Account("x"); a.deposit(5); assert a.balance == 5
        def test_too_much():
            with pytest.raises(InsufficientFunds): Account("x", 3).withdraw(4)
        def test_everything():
            a, b = Account("x", 3), Account("y"); a.transfer(b, 3); assert (a.balance, b.balance) == (0, 3)
        @pytest.mark.parametrize("bad", [0, -1])
        def test_bad(bad):
            with pytest.raises(ValueError): Account("x", 3).withdraw(bad)
        """,
    ),
    "average": program(
        """
        def mean(values):
            if not values:
                return 0.0
            return sum(values) / len(values)


        def spread(values):
            middle = mean(values)
            return mean([(v - middle) ** 2 for v in values]) ** 0.5
        """,
        "    if not values:\n        return 0.0\n",
        "",
        """
        def test_mean(): assert mean([1, 2, 3]) == 2
        def test_spread(): assert spread([2, 4]) == 1
        def test_empty(): assert mean([]) == 0.0
        """,
    ),
    "words": program(
        """
        import re
        from collections import Counter

        WORD = re.compile(r"[a-z']+")


        def words(text):
            return WORD.findall(text.lower())


        def most_common(text, count=3):
            return [word for word, _ in Counter(words(text)).most_common(count)]
        """,
        "[a-z']+",
        "[a-z]+",
        """
        def test_words(): assert words("One two") == ["one", "two"]
        def test_apostrophe(): assert words("Don't stop") == ["don't", "stop"]
        def test_common(): assert most_common("a b a c a b", 2) == ["a", "b"]
        """,
    ),
    "cache": program(
        """
        from collections import OrderedDict


        class Cache:
            def __init__(self, size):
                self.size = size
                self.entries = OrderedDict()

            def get(self, key, default=None):
                if key not in self.entries:
                    return default
                self.entries.move_to_end(key)
                return self.entries[key]

            def put(self, key, value):
                self.entries[key] = value
                self.entries.move_to_end(key)
                if len(self.entries) > self.size:
                    self.entries.popitem(last=False)
        """,
        "        self.entries.move_to_end(key)\n        return",
        "        return",
        """
        def test_get():
            c = Cache(2); c.put("a", 1); assert c.get("a") == 1 and c.get("b", 5) == 5
        def test_oldest_goes():
            c = Cache(2)
            for k in "abc": c.put(k, k)
            assert c.get("a") is None and c.get("c") == "c"
        def test_used_stays():
            c = Cache(2); c.put("a", 1); c.put("b", 2); c.get("a"); c.put("c", 3)
            assert c.get("a") == 1 and c.get("b") is None
        """,
    ),
    "defaults": program(
        """
        def collect(item, into=None):
            if into is None:
                into = []
            into.append(item)
            return into


        def flatten(items):
            out = []
            for item in items:
                if isinstance(item, (list, tuple)):
                    out.extend(flatten(item))
                else:
                    out.append(item)
            return out
        """,
        "into=None):\n    if into is None:\n        into = []\n",
        "into=[]):\n",
        """
        def test_first(): assert collect(1, []) == [1]
        def test_fresh():
            collect(1); assert collect(2) == [2]
        def test_flatten(): assert flatten([1, [2, (3, [4])]]) == [1, 2, 3, 4]
        """,
    ),
    "roman": program(
        """
        NUMERALS = [(1000, "M"), (900, "CM"), (500, "D"), (400, "CD"), (100, "C"), (90, "XC"),
                    (50, "L"), (40, "XL"), (10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I")]


        def to_roman(number):
            text = ""
            for value, letters in NUMERALS:
                while number >= value:
                    text += letters
                    number -= value
            return text


        def from_roman(text):
            values = dict((letters, value) for value, letters in NUMERALS)
            total = 0
            for position, letter in enumerate(text):
                value = values[letter]
                if position + 1 < len(text) and values[text[position + 1]] > value:
                    total -= value
                else:
                    total += value
            return total
        """,
        '(9, "IX")',
        '(8, "IX")',
        """
        import pytest
        @pytest.mark.parametrize("n,t", [(1, "I"), (4, "IV"), (14, "XIV"), (1990, "MCMXC"), (8, "VIII")])
        def test_to(n, t): assert to_roman(n) == t
        @pytest.mark.parametrize("n,t", [(4, "IV"), (1990, "MCMXC"), (2024, "MMXXIV")])
        def test_from(n, t): assert from_roman(t) == n
        """,
    ),
}
