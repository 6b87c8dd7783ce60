"""Edits for missing code: loose ends are taken up, and siblings show what a place lacks."""

import ast
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
    entries,
    explained,
    gaps,
    helpers,
    pull,
    uses,
    weighed_proposals,
)
from testfix_pipeline.repair.edits.edit import Clues, Edit, Target
from testfix_pipeline.repair.edits.tokens import own_tokens, substituted, tokenised
from testfix_pipeline.repair.edits.traces import attributes, loose_ends, uncalled
from testfix_pipeline.repair.source import SourceFile


def parsed(*codes: str) -> tuple[SourceFile, ...]:
    return tuple(SourceFile(f"file{n}.py", dedent(code).lstrip("\n").encode()) for n, code in enumerate(codes))


def targets(sources: tuple[SourceFile, ...], clues: Clues = Clues()) -> list[Target]:  # noqa: B008
    first = sources[0]
    every = dict.fromkeys(first.statements.values())
    return [Target(first, stmt, first.function_of(stmt), clues, (), sources) for stmt in every]


def proposed(family: object, *codes: str, clues: Clues | None = None) -> set[str]:
    """The valid texts of the first file that a family proposes."""
    sources, found = parsed(*codes), set()
    for target in targets(sources, clues or Clues()):
        for edit in family(target):  # type: ignore[operator]
            candidate = Candidate.single(sources[0], edit, 1.0, "test")
            if candidate.valid():
                found.add(ast.unparse(ast.parse(candidate.texts["file0.py"])))
    return found


def shape(code: str) -> str:
    return ast.unparse(ast.parse(dedent(code)))


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
    assert shape(code.replace(old, new)) in proposed(family, code)


def test_donors_come_from_other_files_of_the_project() -> None:
    other = """
    def save(self, item):
        self.open(item)
        self.lock(item)
        self.write(item)
    """
    code = "def append(self, entry):\n    self.open(entry)\n    self.write(entry)\n"
    right = code.replace("    self.write", "    self.lock(entry)\n    self.write")
    assert shape(right) in proposed(gaps.statements, code, other)
    assert shape(right) not in proposed(gaps.statements, code)


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
    assert shape(code.replace("return x", f"return {right}")) in proposed(
        explained.conversions, code, clues=Clues(values=((actual, expected),))
    )
    assert not proposed(explained.conversions, code, clues=Clues(values=(("1", "7"),)))


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
    assert shape(right) in proposed(asyncs.slips, broken, clues=clues)
    assert not proposed(asyncs.slips, broken)


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
        if family.name == "arithmetic"
        for edit in weighed_proposals(target, family)
    ]
    both = [edit for edit in found if edit.more and edit.replacement == "-"]
    single = [edit for edit in found if not edit.more and edit.replacement == "-"]
    assert len(both) == 1 and len(single) == 3 and 0.5 * single[0].prior < both[0].prior < single[0].prior
    text = Candidate.single(sources[0], both[0], 1.0, "test").texts["file0.py"]
    assert "box.right - box.left" in text and "box.bottom - box.top" in text


def test_sound_code_has_no_loose_ends() -> None:
    (source,) = parsed(
        """
        def f(items, *, key=None, _unused=0):
            found, count = [], 0
            for item in items:
                count += 1
                found.append(key(item))
            inner = lambda: found
            try:
                return [n for n in inner()], count
            except ValueError as error:
                raise KeyError(key) from error
        """
    )
    loose = loose_ends(source, source.functions[0])
    assert not loose and not loose.unmoved


def test_loose_ends_are_found() -> None:
    (source,) = parsed(
        """
        def f(items, wanted):
            found = []
            best = 0
            label = "x"
            for item in items:
                if item > best:
                    print(missing)
            return found
        """
    )
    loose = loose_ends(source, source.functions[0])
    assert set(loose.unread) == {"wanted", "label"} and loose.unread["label"] > loose.unread["wanted"]
    assert loose.unfilled == {"found": "list"} and loose.unmoved == {"best": "0"} and loose.unbound == {"missing"}


def test_what_reads_all_locals_has_none_that_are_unread() -> None:
    (source,) = parsed("def f(a):\n    b = 1\n    return '{a} {b}'.format(**locals())\n")
    assert not loose_ends(source, source.functions[0])


def test_helpers_and_attributes_are_looked_for_in_all_files() -> None:
    code = "class A:\n    def __init__(self):\n        self.n = 0\n    def _one(self): pass\n    def _two(self): pass\n"
    sources = parsed(code, "def g(a):\n    a._one()\n    a.n += 1\n    return a.m\n")
    assert [f.name for f in uncalled(sources)[sources[0]]] == ["_two"]
    known = attributes(sources)
    assert known["n"].moved and not known["n"].constant
    assert known["m"].reads == 1 and not known["m"].stores
    assert attributes(sources[:1])["n"].constant == "0"


def weigh(code: str, old: str, new: str) -> float:
    (source,) = parsed(code)
    start = source.text.index(old)
    stmt = source.statements[source.line_at(start)]
    target = Target(source, stmt, source.function_of(stmt), Clues(), (), (source,))
    return pull.weighed(target, Edit(source.path, start, start + len(old), new, "variable", 0.4, 1)).prior


def test_edits_that_take_up_a_loose_end_gain_and_those_that_make_one_lose() -> None:
    code = "def f(a, b):\n    c = a + b\n    d = g(a)\n    return h(c, a)\n"
    assert weigh(code, "h(c, a)", "h(c, d)") > 0.4
    assert weigh(code, "h(c, a)", "h(a, a)") < 0.4
    assert weigh(code, "h(c, a)", "h(a, c)") == 0.4


def test_loose_ends_draw_the_search_to_their_function() -> None:
    (source,) = parsed("def f(a):\n    b = g(a)\n    return a\n\n\ndef h(a):\n    return a\n")
    places = [pull.place(target) for target in targets((source,)) if target.function]
    assert places[0] > 0.5 and places[-1] == 0.0
    assert pull.raised(0.25, 1.0) == 0.5 and pull.raised(0.25, 0.0) == 0.25


def test_weighed_priors_are_shares() -> None:
    sources = parsed(*(case[1] for case in CASES.values()))
    for target in targets(sources):
        for family in FAMILIES:
            assert all(0 < edit.prior <= 1 for edit in weighed_proposals(target, family)), family.name


def test_tokens_leave_out_layout_and_comments() -> None:
    text = "x  = f(a,  # why\n   'b # c', 1.5e-3) // y**2"
    found = [token.text for token in tokenised(text)]
    assert found == ["x", "=", "f", "(", "a", ",", "'b # c'", ",", "1.5e-3", ")", "//", "y", "**", "2"]
    assert substituted("a.b(a, 'a')", lambda t: "z" if t.text == "a" else t.text) == "z.b(z, 'a')"


def test_the_own_tokens_of_a_compound_statement_are_its_header() -> None:
    (source,) = parsed("def f(a):\n    if a:\n        g()\n    elif a.b: h()\n")
    chain = source.functions[0].node.body[0]
    assert isinstance(chain, ast.If)
    assert [t.text for t in own_tokens(source, chain)] == ["if", "a", ":"]
    assert [t.text for t in own_tokens(source, chain.orelse[0])] == ["if", "a", ".", "b", ":"]
