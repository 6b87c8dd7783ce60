"""Values that code compares its parameters with."""

import ast
from pathlib import Path

import pytest

from testfix_pipeline.planning.generation.inputs.compared_values import compared_values, quoted_texts
from testfix_pipeline.planning.python_code.module_source import read_module
from testfix_pipeline_tests.project_files import write_files

CODE = """
ROLES = {"admin": ("read", "write"), "guest": ("read",)}
COLOURS = frozenset({"red"})
LIMIT = 7


def f(one, two=0, *rest):
    %s
"""


@pytest.mark.parametrize(
    ("body", "compared"),
    [
        ("return two in ROLES.get(one, ())", {"one": ["'admin'", "'guest'"], "two": []}),
        ("return ROLES[one]", {"one": ["'admin'", "'guest'"]}),
        ("return one.lower() in COLOURS", {"one": ["'red'"]}),
        ("return 'open' == one or one in ('shut', 'ajar')", {"one": ["'open'", "'shut'", "'ajar'"]}),
        ("return 0 < two < LIMIT", {"two": ["0", "7"]}),
        ("match one:\n        case 'a' | 'b':\n            return two", {"one": ["'a'", "'b'"]}),
        ("three = one\n    return three == 'x' and one is None and two is True", {}),
    ],
)
def test_values_come_from_comparisons_and_from_the_constants_of_the_module(
    tmp_path: Path, body: str, compared: dict[str, list[str]]
) -> None:
    module = read_module(write_files(tmp_path, {"a.py": CODE % body}), "a.py")
    assert module is not None
    function = module.tree.body[-1]
    assert isinstance(function, ast.FunctionDef)
    assert compared_values(module, function) == {name: texts for name, texts in compared.items() if texts}


def test_texts_that_a_docstring_quotes_are_values() -> None:
    text = """def f(x):
    '\\'21\\' or \"70F\" -> degrees. Isn\\'t it what others\\' code does?'"""
    function = ast.parse(text).body[0]
    assert isinstance(function, ast.FunctionDef)
    assert quoted_texts(function) == ["'21'", "'70F'"]
