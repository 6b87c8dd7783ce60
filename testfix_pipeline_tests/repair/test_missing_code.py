"""Edits for missing code: loose ends are taken up, and siblings show what a place lacks."""

from textwrap import dedent

import pytest

from testfix_pipeline.repair.candidate import Candidate
from testfix_pipeline.repair.edits import (
    FAMILIES,
    aligned,
    asyncs,
    branches,
    consume,
    definitions,
    emptied,
    entries,
    explained,
    gaps,
    helpers,
    uses,
)
from testfix_pipeline.repair.edits.edit import Clues
from testfix_pipeline.repair.edits.family import weighed_proposals
from testfix_pipeline_tests.repair.sources import parsed, shape, targets, texts

CASES = {
    "an accumulator that nothing fills": (
        consume.unfilled,
        """
        def doubled(xs):
            out = []
            for x in xs:
                y = x * 2
            return out
        """,
        "y = x * 2\n",
        "y = x * 2\n        out.append(y)\n",
    ),
    "a table that nothing fills": (
        consume.unfilled,
        """
        def index(rows):
            table = {}
            for name, row in rows:
                row.check()
            return table
        """,
        "row.check()\n",
        "row.check()\n        table[name] = row\n",
    ),
    "a value that is kept only where there is any, under what names the element": (
        consume.unread,
        """
        def errors(fields, data):
            found = {}
            for field in fields:
                problems = field.check(data)
            found["all"] = [field.name for field in fields]
            return found
        """,
        "problems = field.check(data)\n",
        "problems = field.check(data)\n        if problems:\n            found[field.name] = problems\n",
    ),
    "a value that is computed and not passed on": (
        consume.unread,
        """
        def report(order):
            label = order.label()
            return show(order)
        """,
        "show(order)",
        "show(order, label)",
    ),
    "a parameter that is not forwarded": (
        consume.unread,
        """
        def read(path, encoding=None):
            text = load(path)
            return text.strip()
        """,
        "load(path)",
        "load(path, encoding=encoding)",
    ),
    "a value left out of a table": (
        consume.unread,
        """
        def make(name):
            meta = Meta(name)
            return {"name": name}
        """,
        '{"name": name}',
        '{"name": name, "meta": meta}',
    ),
    "a helper that nobody calls": (
        helpers.helpers,
        """
        class Shop:
            def sell(self, name):
                return self.take(name)

            def take(self, name):
                return self.stock.pop(name)

            def _check(self, name):
                if not name:
                    raise ValueError(name)
        """,
        "return self.take(name)",
        "self._check(name)\n        return self.take(name)",
    ),
    "a counter that never moves": (
        helpers.unmoved,
        """
        class Page:
            def __init__(self):
                self.hits = 0

            def show(self, user):
                print(user)
                return user

            def popular(self):
                return self.hits > 3
        """,
        "print(user)",
        "self.hits += 1\n        print(user)",
    ),
    "a name that nothing binds": (
        definitions.names,
        """
        def key_of(text):
            return ord(text[0])


        def encode(text):
            code = key_of(text)
            return code + 1


        def decode(word):
            return code - 1
        """,
        "return code - 1",
        "code = key_of(word)\n    return code - 1",
    ),
    "an attribute that nothing stores": (
        definitions.stored_attributes,
        """
        class Point:
            def __init__(self, x, y):
                self.x = x

            def total(self):
                return self.x + self.y
        """,
        "self.x = x",
        "self.x = x\n        self.y = y",
    ),
    "a statement that stands between the same neighbours elsewhere": (
        gaps.statements,
        """
        def save(self, item):
            self.open(item)
            self.lock(item)
            self.write(item)
            self.close(item)


        def append(self, entry):
            self.open(entry)
            self.write(entry)
            self.close(entry)
        """,
        "self.open(entry)\n",
        "self.open(entry)\n    self.lock(entry)\n",
    ),
    "an argument that a sibling branch passes": (
        aligned.insertions,
        """
        def kind(value):
            if isinstance(value, int):
                return "number"
            elif isinstance(str):
                return "text"
        """,
        "isinstance(str)",
        "isinstance(value, str)",
    ),
    "an operand that a sibling has": (
        aligned.insertions,
        """
        def load(self, name):
            if name in self.cache and self.fresh(name):
                return self.cache[name]


        def drop(self, key):
            if key in self.cache:
                del self.cache[key]
        """,
        "if key in self.cache:",
        "if key in self.cache and self.fresh(key):",
    ),
    "a use that a namesake has": (
        uses.namesakes,
        """
        def add_repr(self):
            script, attach_repr = make_repr(self)
            self.snippets.append((script, attach_repr))
            return self


        def add_hash(self):
            script, attach_hash = make_hash(self)
            return self
        """,
        "make_hash(self)\n",
        "make_hash(self)\n    self.snippets.append((script, attach_hash))\n",
    ),
    "a branch that does nothing and whose sibling does": (
        emptied.branches,
        """
        def tokens(match, found):
            number, name = match.groups()
            if number:
                found.append(("number", number))
            elif name:
                pass
            else:
                raise ValueError
        """,
        "pass\n",
        'found.append(("name", name))\n',
    ),
    "an else that does nothing": (
        emptied.branches,
        """
        def parted(rows, wanted):
            kept, left = [], []
            for row in rows:
                if wanted(row):
                    kept.append(row)
                else:
                    pass
            return kept, left
        """,
        "pass\n",
        "left.append(row)\n",
    ),
    "an else branch that does the same with another value": (
        branches.otherwise,
        """
        def ranks(rows):
            places = []
            for number, row in enumerate(rows, 1):
                if places and row == rows[number - 2]:
                    places.append(places[-1])
            return places
        """,
        "places.append(places[-1])\n",
        "places.append(places[-1])\n        else:\n            places.append(number)\n",
    ),
    "an else that a like condition has": (
        branches.otherwise,
        """
        def one(self, name):
            if name in self.table:
                value = self.table[name]
            else:
                value = self.default(name)
            return value


        def two(self, key):
            if key in self.table:
                value = self.table[key]
            return value
        """,
        "value = self.table[key]\n",
        "value = self.table[key]\n    else:\n        value = self.default(key)\n",
    ),
    "an elif that a like chain has": (
        branches.alternatives,
        """
        def one(value):
            if isinstance(value, int):
                return number(value)
            elif isinstance(value, bytes):
                return binary(value)
            return None


        def two(item):
            if isinstance(item, int):
                return number(item)
            return None


        def number(n): ...


        def binary(n): ...
        """,
        "        return number(item)\n",
        "        return number(item)\n    elif isinstance(item, bytes):\n        return binary(item)\n",
    ),
    "an except that a like try has": (
        branches.handlers,
        """
        def one(self, text):
            try:
                return self.read(text)
            except ValueError:
                return None
            except OSError as error:
                self.log(error)
                return None


        def two(self, word):
            try:
                return self.read(word)
            except ValueError:
                return None
        """,
        "return self.read(word)\n    except ValueError:\n        return None\n",
        "return self.read(word)\n    except ValueError:\n        return None\n"
        "    except OSError as error:\n        self.log(error)\n        return None\n",
    ),
    "an entry named like the others": (
        entries.entries,
        """
        def parse_int(text): ...
        def parse_str(text): ...
        def parse_bool(text): ...


        PARSERS = {"int": parse_int, "str": parse_str}
        """,
        '"str": parse_str}',
        '"str": parse_str, "bool": parse_bool}',
    ),
    "a twin of the statement before it": (
        uses.twins,
        """
        def split(fields):
            load, dump = {}, {}
            for name, field in fields.items():
                if not field.dump_only:
                    load[name] = field
                log(field.load_only)
            return load, dump
        """,
        "load[name] = field\n",
        "load[name] = field\n        if not field.load_only:\n            dump[name] = field\n",
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_what_is_missing_is_proposed(name: str) -> None:
    family, code, old, new = CASES[name]
    code = dedent(code).lstrip("\n")
    assert code.count(old) == 1
    assert shape(code.replace(old, new)) in texts(family, code)


def test_donors_come_from_other_files_of_the_project() -> None:
    other = """
    def save(self, item):
        self.open(item)
        self.lock(item)
        self.write(item)
    """
    code = "def append(self, entry):\n    self.open(entry)\n    self.write(entry)\n"
    right = code.replace("    self.write", "    self.lock(entry)\n    self.write")
    assert shape(right) in texts(gaps.statements, code, other)
    assert shape(right) not in texts(gaps.statements, code)


@pytest.mark.parametrize(
    ("actual", "expected", "right"),
    [
        ("' a '", "'a'", "x.strip()"),
        ("[2, 1]", "[1, 2]", "sorted(x)"),
        ("[1, 1]", "[1]", "list(dict.fromkeys(x))"),
        ("(1, 2)", "[1, 2]", "list(x)"),
        ("-3", "3", "abs(x)"),
        ("'3'", "3", "int(x)"),
    ],
)
def test_conversions_are_taken_from_actual_and_expected(actual: str, expected: str, right: str) -> None:
    code = "def f(x):\n    return x\n"
    assert shape(code.replace("return x", f"return {right}")) in texts(
        explained.conversions, code, clues=Clues(values=((actual, expected),))
    )
    assert not texts(explained.conversions, code, clues=Clues(values=(("1", "7"),)))


@pytest.mark.parametrize(
    ("broken", "right"),
    [
        ("def f(a):\n    return g(a)\n", "async def f(a):\n    return g(a)\n"),
        (
            "async def f(a):\n    for x in a:\n        g(x)\n",
            "async def f(a):\n    async for x in a:\n        g(x)\n",
        ),
        (
            "async def f(a):\n    with a:\n        g(a)\n",
            "async def f(a):\n    async with a:\n        g(a)\n",
        ),
        (
            "async def f(a):\n    return [g(x) for x in a]\n",
            "async def f(a):\n    return [await g(x) for x in a]\n",
        ),
    ],
)
def test_asynchronous_slips_are_undone_where_a_failure_speaks_of_them(broken: str, right: str) -> None:
    clues = Clues(messages=("TypeError: 'async for' requires an object with __aiter__ method",))
    assert shape(right) in texts(asyncs.slips, broken, clues=clues)
    assert not texts(asyncs.slips, broken)


def test_the_same_slip_in_parallel_statements_is_one_candidate() -> None:
    sources = parsed(
        """
        def area(box):
            width = box.right + box.left
            height = box.bottom + box.top
            return width * height
        """
    )
    found = [
        edit
        for target in targets(sources)
        for family in FAMILIES
        if family.id == "arithmetic"
        for edit in weighed_proposals(target, family)
    ]
    both = [edit for edit in found if edit.more and edit.replacement == "-"]
    single = [edit for edit in found if not edit.more and edit.replacement == "-"]
    assert len(both) == 1 and len(single) == 3 and 0.5 * single[0].prior < both[0].prior < single[0].prior
    text = Candidate.single(sources[0], both[0], 1.0, "test").texts["file0.py"]
    assert "box.right - box.left" in text and "box.bottom - box.top" in text


def test_weighed_priors_are_shares() -> None:
    sources = parsed(*(case[1] for case in CASES.values()))
    for target in targets(sources):
        for family in FAMILIES:
            assert all(0 < edit.prior <= 1 for edit in weighed_proposals(target, family)), family.id
