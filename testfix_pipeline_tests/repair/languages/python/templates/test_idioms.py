"""Mistakes with what Python has for the purpose: each common mistake is put right by one of the producers."""

import ast
from textwrap import dedent

import pytest

from testfix_pipeline.repair.languages.python.producers import PRODUCERS
from testfix_pipeline_tests.repair.sources import texts


def proposed(code: str) -> set[str]:
    """Everything that the producers make of the code, as Python writes it."""
    return {text for producer in PRODUCERS for text in texts(producer.propose, code)}


@pytest.mark.parametrize(
    ("broken", "right"),
    [
        ("', '.join(i.n for i in x)", "', '.join(str(i.n) for i in x)"),
        ("x.split('=')", "x.split('=', 1)"),
        ("x.split(':')", "x.strip().split(':')"),
        ("isinstance(x, int)", "isinstance(x, (int, float))"),
        ("zip(x.y, x.y[1:] + x.y[:1])", "zip(x.y, x.y[1:])"),
        ("[i for i in x if i]", "[i for i in x if i is not None]"),
        ("1 if not x else y", "1 if x is None else y"),
        ("x >= y", "x < 0 or x >= y"),
        ("map(one, x)", "list(map(one, x))"),
        ("x.pop() == '('", "x and x.pop() == '('"),
    ],
)
def test_an_expression_is_said_as_it_was_meant(broken: str, right: str) -> None:
    code = "def f(x, y, z):\n    return {}\n"
    assert ast.unparse(ast.parse(code.format(right))) in proposed(code.format(broken))


@pytest.mark.parametrize(("broken", "right"), [("if x:\n        y = 1", "if x is not None:\n        y = 1")])
def test_a_statement_does_what_was_meant(broken: str, right: str) -> None:
    code = "def f(*given):\n    {}\n"
    assert ast.unparse(ast.parse(code.format(right))) in proposed(code.format(broken))


def changed(code: str, old: str, new: str) -> bool:
    code = dedent(code)
    assert old in code
    return ast.unparse(ast.parse(code.replace(old, new, 1))) in proposed(code)


def test_a_name_of_a_scope_around_is_declared() -> None:
    inner = """
        def f():
            count = 0
            def g():
                count += 1
            return g
    """
    assert changed(inner, "        count += 1", "        nonlocal count\n        count += 1")
    outer = "TOTAL = 0\ndef f(n):\n    TOTAL = TOTAL + n\n    return TOTAL\n"
    assert changed(outer, "    TOTAL =", "    global TOTAL\n    TOTAL =")
    assert not any("global" in text for text in proposed("N = 0\ndef f(N):\n    N += 1\n")), "a parameter"


def test_what_is_handed_out_is_copied() -> None:
    code = "from copy import deepcopy\nclass A:\n    def get(self):\n        return self.known\n"
    assert changed(code, "return self.known", "return deepcopy(self.known)")


def test_a_helper_is_called_on_what_it_is_called_on_elsewhere() -> None:
    code = """
        def normal(name):
            return name.lower()
        def links(pages):
            return {normal(page.target) for page in pages}
        def renamed(link, old):
            if link.target != old:
                return link
    """
    assert changed(code, "if link.target", "if normal(link.target)")
    assert changed(code, "!= old", "!= normal(old)")
