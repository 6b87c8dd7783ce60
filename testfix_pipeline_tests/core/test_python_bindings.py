"""Which names code binds, and where."""

import ast

import pytest

from testfix_pipeline.core.python_bindings import bindings, names_bound_by


@pytest.mark.parametrize(
    ("code", "names"),
    [
        ("a = b.c = d[0] = 1", {"a"}),
        ("a: int\nb += 1\n(c := 2)", {"a", "b", "c"}),
        ("for a, *b in c:\n    with d as (e, f):\n        del g", {"a", "b", "e", "f"}),
        ("x = [a for a in b]", {"x", "a"}),
        ("def f(a, /, b=c, *d, e, **g): h", {"f", "a", "b", "d", "e", "g"}),
        ("async def f(): pass\nclass A(B): pass", {"f", "A"}),
        ("f(lambda a, *b: c)", {"a", "b"}),
        ("import a.b, c as d\nfrom e import f, g as h\nfrom i import *", {"a", "d", "f", "h", "*"}),
        ("try:\n    a\nexcept B as c:\n    d\nexcept E:\n    f", {"c"}),
        ("match a:\n    case [b, *c, _]:\n        d\n    case {'e': f, **g}:\n        h", {"b", "c", "f", "g"}),
        ("match a:\n    case B(c=0) | [*_] | {}:\n        d\n    case e:\n        f", {"e"}),
        ("global a\nprint(b)", set()),
    ],
)
def test_names_are_bound_by(code: str, names: set[str]) -> None:
    assert names_bound_by(ast.walk(ast.parse(code))) == names


def test_only_the_given_nodes_count_each_with_its_line() -> None:
    body = ast.parse("import a\n\ndef f(b):\n    c = 1\n\nimport a").body
    assert list(bindings(body)) == [("a", 1), ("f", 3), ("a", 6)]
