"""What import statements bind, and what each name stands for."""

import ast

import pytest

from testfix_pipeline.core.python_imports import imported_names


@pytest.mark.parametrize(
    ("statement", "name", "module", "member", "full", "whole", "spelling"),
    [
        ("import os", "os", "os", "", "os", "os", "os"),
        ("import os.path", "os", "os.path", "", "os", "os.path", "os.path"),
        ("import os.path as p", "p", "os.path", "", "os.path", "os.path", "p"),
        ("from os import path", "path", "os", "path", "os.path", "os.path", "path"),
        ("from os import path as p", "p", "os", "path", "os.path", "os.path", "p"),
        ("from os import path as path", "path", "os", "path", "os.path", "os.path", "path"),
        ("from . import views", "views", "", "views", "views", "views", "views"),
        ("from ..shop import *", "*", "shop", "*", "shop.*", "shop.*", "*"),
    ],
)
def test_a_name_stands_for(
    statement: str, name: str, module: str, member: str, full: str, whole: str, spelling: str
) -> None:
    (found,) = imported_names(ast.parse(statement).body)
    assert (found.name, found.module, found.member, found.full) == (name, module, member, full)
    assert (found.top, found.whole, found.spelling) == (module.partition(".")[0], whole, spelling)
    assert found.statement == statement


def test_a_statement_of_several_names_is_one_for_each() -> None:
    found = imported_names(ast.parse("import a.b, c as d\nfrom ..e import f as g, h").body)
    expected = ["import a.b", "import c as d", "from ..e import f as g", "from ..e import h"]
    assert [one.statement for one in found] == expected


def test_each_name_of_each_statement_comes_in_order() -> None:
    tree = ast.parse("import a, b.c\nif x:\n    from d import e, f as g\nh = 1\n")
    assert [one.name for one in imported_names(ast.walk(tree))] == ["a", "b", "e", "g"]


def test_the_dots_of_a_relative_import_are_its_level() -> None:
    assert [one.level for one in imported_names(ast.parse("from . import a\nfrom ...b import c\nimport d").body)] == [
        1,
        3,
        0,
    ]
