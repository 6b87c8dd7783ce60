"""The producers propose known fixes, parse, and change nothing outside of their spans."""

import ast
from collections.abc import Iterator
from textwrap import dedent

import pytest

from testfix_pipeline.repair.languages.python.analysis.edit import Edit, PythonEditSite, apply_spans
from testfix_pipeline.repair.languages.python.ingredients.producers import FUNCTIONS, PRODUCERS
from testfix_pipeline.repair.languages.python.producers import PRODUCERS as OF_SEARCH
from testfix_pipeline.repair.model.edit import without_layout
from testfix_pipeline_tests.repair.sources import parsed, producer, targets

CODE = """\
    import os
    from shapes import area, Circle

    LIMIT = 10

    class Store(Base):
        def __init__(self, path, limit=None):
            self.path = path
            self._limit = limit
            self.items = []
            self.names = {}

        def add(self, item, name=None, quiet=False):
            if item in self.items:
                return False
            if not name:
                name = item.strip()
            self.items.append(item)
            self.names.clear()
            return True

        @os.fspath
        def find(self, name, default=None):
            try:
                item = self.names[name]
            except KeyError:
                return default
            if isinstance(item, str):
                item = self.clean(item)
            for other in self.items:
                if other is None:
                    continue
                if other == name:
                    found = other
            return found

        def clean(self, item):
            total = len(item) + self.count
            self.add(item, quiet=True)
            size = os.path.getsize(item) * (2 - LIMIT)
            return item[1:]

        def words(self, item, name):
            return item.split(name)

        def plain(self):
            return self.path

        def count(self, items, first, last):
            self.items.sort()
            for one in items:
                self.add(one)
                last = last + 1
            return first, last

    def whole(store, name, text="a"):
        result = store.find(name)
        store.add(text.lower(), name)
        return result.value or area(Circle(text))

    def parts(lines):
        part = []
        for line in lines:
            if not line:
                yield part
                part = []
            part.append(line)
        print(lines)
"""

CHAIN = """\
if other == name:
                    found = other
"""

CASES = [
    ("replace.name", "return first, last", "return first, items"),
    ("replace.name", "Circle(text)", "Circle(name)"),
    ("replace.name", "last = last + 1", "last = last + one"),
    ("replace.attribute", "self.items.append", "self.names.append"),
    ("replace.attribute", "text.lower()", "text.upper()"),
    ("replace.attribute", "result.value or", "result.plain() or"),
    ("replace.call", "= len(item)", "= area(item)"),
    ("replace.constant", "last + 1", "last + 2"),
    ("replace.constant", "last + 1", "last + -1"),
    ("replace.constant", "return True", "return None"),
    ("replace.constant", "last = last + 1", "last = 0 + 1"),
    ("replace.constant", "store.find(name)", "store.find('')"),
    ("replace.expression", "result.value or", "name or"),
    ("replace.expression", "self._limit = limit", "self._limit = self.path"),
    ("replace.condition", "if not name:", "if name is None:"),
    ("replace.keyword", "quiet=True", "name=True"),
    ("replace.exception", "except KeyError", "except LookupError"),
    ("shrink.part", "last + 1", "last"),
    ("shrink.part", "item.strip()", "item"),
    ("shrink.part", "result.value or area(Circle(text))", "result.value"),
    ("shrink.dropped", "item, quiet=True", "item"),
    ("shrink.dropped", "item[1:]", "item[:]"),
    ("wrap", "self.add(one)", "self.add(one.strip())"),
    ("wrap", "return first, last", "return first, last - 1"),
    ("wrap", "in self.items:\n                if", "in sorted(self.items):\n                if"),
    ("wrap", "for one in items", "for one in [item.strip() for item in items]"),
    ("wrap", "return item.split(name)", "return [item.strip() for item in item.split(name)]"),
    ("wrap", "if not name", "if not name is None"),
    ("wrap", "area(Circle(text))", "area(Circle(area(text)))"),
    ("wrap.prefix", '"a"', 'b"a"'),
    ("extend.condition", "other == name:", "other == name and default is not None:"),
    ("extend.condition", "if not name:", "if not name or quiet:"),
    ("extend.condition-part", "not name", "not (name and item)"),
    ("extend.argument", "store.find(name)", "store.find(name, text)"),
    ("extend.argument", "self.add(one)", "self.add(one, quiet=True)"),
    ("extend.argument", "quiet=True)", "quiet=True, name=total)"),
    ("extend.argument", "text.lower(), name)", "text.lower(), name=name)"),
    ("extend.element", "return first, last", "return first, last, items"),
    ("extend.class", "isinstance(item, str)", "isinstance(item, (str, bytes))"),
    ("extend.offset", "return first, last", "return first, last - 1"),
    ("extend.offset", "area(Circle(text))", "area(Circle(text) + 1)"),
    ("extend.operand", "last + 1", "last + 1 - first"),
    ("extend.operation", "last + 1", "last * (2 - LIMIT) + 1"),
    ("extend.branch", "= self.names[name]", "= self.names[name] if name else None"),
    ("extend.exception", "except KeyError", "except (KeyError, TypeError)"),
    ("extend.parameter", "def clean(self, item)", "def clean(self, item, **kwargs)"),
    ("insert.guard", "self.add(one)", "if one is None:\n                    continue\n                self.add(one)"),
    ("insert.condition", "    self.items.sort()", "    if items:\n                self.items.sort()"),
    ("insert.statement", "total = len(item)", "item = self.clean(item)\n            total = len(item)"),
    ("insert.assignment", "total = len(item)", "item = item.strip()\n            total = len(item)"),
    ("insert.as-elsewhere", "self.items.sort()", "self.items.sort()\n            self.names.clear()"),
    ("insert.else", CHAIN, CHAIN + "                else:\n                    return default\n"),
    ("remove.statement", "            self.items.sort()\n", ""),
    ("remove.condition", "if not name:\n                name = item.strip()", "name = item.strip()"),
    (
        "move.statement",
        "self.path = path\n            self._limit = limit",
        "self._limit = limit\n            self.path = path",
    ),
    ("exchange.statement", "return item[1:]", "item[1:]"),
    ("exchange.statement", "            self.items.sort()", "            self.items = self.items.sort()"),
    ("exchange.parts", "return first, last", "return last, first"),
]  # fmt: skip


SOURCES = parsed(CODE)


@pytest.mark.parametrize(("name", "old", "new"), CASES, ids=lambda one: str(one)[:40])
def test_a_producer_proposes_the_fix(name: str, old: str, new: str) -> None:
    assert CODE.count(old) >= 1
    wanted = without_layout(dedent(CODE.replace(old, new, 1)))
    at = CODE[: CODE.index(old)].count("\n") + 1
    lines = range(at, at + old.count("\n") + 1)
    near = [one for one in targets(SOURCES) if one.stmt.lineno in lines or SOURCES[0].statements[at] is one.stmt]
    found = [apply_spans(one.source.text, edit.spans) for one in near for edit in producer(name)(one)]
    assert wanted in map(without_layout, found)


def test_every_producer_has_a_case_and_is_searched_with() -> None:
    assert {name for name, _, _ in CASES} == set(FUNCTIONS)
    assert set(PRODUCERS) <= set(OF_SEARCH)


def proposals() -> Iterator[tuple[PythonEditSite, Edit]]:
    for target in targets(SOURCES):
        for one in PRODUCERS:
            yield from ((target, edit) for edit in one.propose(target))


def test_parentheses_that_nothing_needs_any_more_go_with_what_needed_them() -> None:
    code = "def f(total, n):\n    return total / (n - 1) + g(n - 1)\n"
    (target,) = (one for one in targets(parsed(code)) if one.stmt.lineno == 2)
    first, second = (one for one in target.expressions(ast.BinOp) if target.text(one) == "n - 1")

    def put(node: ast.expr, text: str) -> str:
        return apply_spans(code, target.replace(node, text, "a.b", 1.0).spans).splitlines()[1].strip()

    assert put(first, "max(n, 1)") == "return total / max(n, 1) + g(n - 1)"
    assert put(first, "(n - 2)") == "return total / (n - 2) + g(n - 1)"
    assert put(first, "n - 2") == "return total / (n - 2) + g(n - 1)"
    assert put(second, "max(n, 1)") == "return total / (n - 1) + g(max(n, 1))"


def test_neighbours_are_exchanged_first() -> None:
    source = parsed("def f(a, b, c):\n    return (a, b, c)\n")
    site = next(one for one in targets(source) if isinstance(one.stmt, ast.Return))
    found = [apply_spans(source[0].text, edit.spans).splitlines()[1] for edit in FUNCTIONS["exchange.parts"](site)]
    assert found == ["    return (b, a, c)", "    return (a, c, b)", "    return (c, b, a)"]


def test_what_is_passed_by_its_own_name_is_exchanged_last() -> None:
    code = (
        "def post(debit, credit, low, high):\n    pass\ndef undo(one):\n    return post(one.debit, one.credit, 1, 2)\n"
    )
    (target,) = (one for one in targets(parsed(code)) if one.stmt.lineno == 4)
    found = [apply_spans(code, edit.spans).splitlines()[3].strip() for edit in FUNCTIONS["exchange.parts"](target)]
    assert found[:2] == ["return post(one.debit, one.credit, 2, 1)", "return post(one.credit, one.debit, 1, 2)"]


def test_a_return_in_a_loop_may_go_on_instead() -> None:
    code = "def f(xs):\n    for x in xs:\n        if x:\n            return xs\n        return\n    return 1\n"
    found = {
        one.stmt.lineno: [edit.replacement for edit in FUNCTIONS["exchange.statement"](one)]
        for one in targets(parsed(code))
        if isinstance(one.stmt, ast.Return)
    }
    assert found == {4: ["xs", "continue", "break"], 5: ["continue", "break", "pass"], 6: ["1"]}
