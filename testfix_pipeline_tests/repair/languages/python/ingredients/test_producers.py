"""The producers propose known fixes, parse, and change nothing outside of their spans."""

import ast
import random
from collections.abc import Iterator
from textwrap import dedent

import pytest

from testfix_pipeline.repair.languages.python.analysis.edit import Edit, FailureEvidence, PythonEditSite, apply_spans
from testfix_pipeline.repair.languages.python.ingredients.priors import prior
from testfix_pipeline.repair.languages.python.ingredients.producers import FUNCTIONS, PRODUCERS
from testfix_pipeline.repair.languages.python.producers import PRODUCERS as OF_SEARCH
from testfix_pipeline.repair.model.candidate import Candidate
from testfix_pipeline.repair.model.edit import without_layout
from testfix_pipeline.repair.model.ids import group
from testfix_pipeline_tests.repair.sources import parsed, producer, targets, texts

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
    ("replace.call", "= len(item)", "= area(item)"),
    ("replace.constant", "last + 1", "last + 2"),
    ("replace.constant", "last + 1", "last + -1"),
    ("replace.constant", "return True", "return None"),
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


def test_an_exception_that_is_caught_already_is_no_further_one() -> None:
    text = "def f(d, k):\n    try:\n        return d[k]\n    except KeyError:\n        return None\n"
    (target,) = [one for one in targets(parsed(text)) if one.stmt.lineno == 2]
    found = {edit.replacement for edit in producer("extend.exception")(target)}
    assert "(KeyError, IndexError)" in found
    assert found.isdisjoint({"(KeyError, LookupError)", "(KeyError, Exception)", "(IndexError, KeyError)"})


def test_a_condition_is_not_extended_by_itself() -> None:
    text = "def f(a, b):\n    if a is not None or not b:\n        a = b\n    if a:\n        return b\n    return a\n"
    (target,) = [one for one in targets(parsed(text)) if one.stmt.lineno == 4]
    found = {edit.replacement for edit in producer("extend.condition")(target)}
    assert {"a and not b", "a or not b"} <= found
    assert found.isdisjoint({"a and a", "a or a", "a and not a", "not a or a", "a or a is not None", "a and a is None"})


def test_no_second_number_is_added_to_a_sum() -> None:
    assert "last + 1" in CODE
    found = [
        apply_spans(one.source.text, edit.spans) for one in targets(SOURCES) for edit in producer("extend.operand")(one)
    ]
    assert found and not any("last + 1 + 1" in text or "last + 1 - 1" in text for text in found)


def test_every_producer_has_a_case_and_is_searched_with() -> None:
    assert {name for name, _, _ in CASES} == set(FUNCTIONS)
    assert set(PRODUCERS) <= set(OF_SEARCH)


def proposals() -> Iterator[tuple[PythonEditSite, Edit]]:
    for target in targets(SOURCES):
        for one in PRODUCERS:
            yield from ((target, edit) for edit in one.propose(target))


def test_every_proposal_differs_and_all_but_a_few_parse() -> None:
    found = list(proposals())
    chosen = random.Random(1).sample(found, 600)
    refused = [edit for target, edit in chosen if not Candidate.single(target.source, edit, 1.0, "test").valid()]
    assert len(found) > 5000
    assert len(refused) < len(chosen) / 50, [(edit.kind, edit.note) for edit in refused]


def test_nothing_outside_of_an_edit_changes() -> None:
    for target, edit in proposals():
        text = apply_spans(target.source.text, edit.spans)
        start, end = edit.start, edit.end
        assert text[:start] == target.source.text[:start]
        assert text[len(text) - (len(target.source.text) - end) :] == target.source.text[end:]


def test_proposals_come_in_the_same_order_always() -> None:
    assert [edit for _, edit in proposals()] == [edit for _, edit in proposals()]


def test_edits_have_kinds_of_the_groups_that_producers_belong_to() -> None:
    for target in targets(parsed(CODE)):
        for one in PRODUCERS:
            assert all(group(edit.kind) == group(one.id) and edit.prior <= one.bound for edit in one.propose(target))


def test_priors_fall_with_the_rank() -> None:
    assert prior(0) == 1 > prior(1) > prior(30) > 0


def test_a_statement_gets_a_bounded_number_of_proposals() -> None:
    table = "def f(a, b):\n    x = {" + ", ".join(f"'k{n}': a.m(b, {n})" for n in range(400)) + "}\n    return x\n"
    for target in targets(parsed(table)):
        for one in PRODUCERS:
            assert len(list(one.propose(target))) <= 2 * 1600 + 400


@pytest.mark.parametrize(
    ("error", "first"),
    [
        ("TypeError", "if item.parent is not None:\n        return item.parent.name"),
        ("AttributeError", "if item.parent is not None:\n        return item.parent.name"),
    ],
)
def test_a_crash_says_what_is_asked_first(error: str, first: str) -> None:
    code = "def name(item, other):\n    x = 1\n    return item.parent.name\n"
    failure_evidence = FailureEvidence(crash_lines={("file0.py", 3): error})
    here = next(one for one in targets(parsed(code), failure_evidence) if one.stmt.lineno == 3)
    best = next(iter(producer("insert.condition")(here)))
    assert apply_spans(here.source.text, best.spans) == f"def name(item, other):\n    x = 1\n    {first}\n"


def test_the_expected_value_of_the_assertion_is_a_constant_to_try() -> None:
    code = dedent("""
        def rate(n):
            return n * 25
    """)
    found = texts(producer("replace.constant"), code, failure_evidence=FailureEvidence(values=(("50", "38"),)))
    assert any("n * 38" in text for text in found)


def test_the_result_of_the_projects_own_function_is_collected() -> None:
    code = dedent("""
        def walk(node, found=None):
            names, total = [], 0
            seen = set()
            for one in node.children:
                walk(one)
                print(one)
            return names
    """)
    found = texts(producer("exchange.statement"), code)
    for form in ("names.extend({})", "names.append({})", "total += {}", "seen.add({})"):
        assert any(form.format("walk(one)") in text for text in found)
    assert not any("(print(one))" in text for text in found)


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


@pytest.mark.parametrize("line", ["print (n - 1)", "x = g (n - 1)", "x = (n - 1).real", "x = [(n - 1)for n in n]"])
def test_parentheses_that_something_needs_stay(line: str) -> None:
    code = f"def f(n):\n    {line}\n"
    (target,) = (one for one in targets(parsed(code)) if one.stmt.lineno == 2)
    (node,) = (one for one in target.expressions(ast.BinOp) if target.text(one) == "n - 1")
    assert "(m)" in apply_spans(code, target.replace(node, "m", "a.b", 1.0).spans)
