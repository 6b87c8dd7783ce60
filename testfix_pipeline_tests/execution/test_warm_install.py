"""The counter that is put into the loops of a candidate, and the mark at the top of its functions."""

import ast
from textwrap import dedent
from types import ModuleType

import pytest

from testfix_pipeline_tests.repair.sources import of_target

EVERYWHERE = """
    class Owner:
        def method(self, items):
            "Says what it does."
            for item in items:
                if item:
                    while item:
                        item -= 1
                else:
                    for one in item:
                        pass
                    else:
                        for other in one:
                            pass
            try:
                for item in items: pass
            except ValueError:
                while items: items.pop()
            else:
                for item in items: pass
            finally:
                with items as other:
                    for item in other: pass
            async def inner():
                async for item in items:
                    yield [lambda: item for item in items]
            match items:
                case []:
                    while True: break
                case _:
                    def last(): return [one for one in items]
"""


@pytest.fixture(scope="module")
def installing() -> ModuleType:
    return of_target("warm_install")


def calls(node: ast.stmt, name: str) -> bool:
    return (
        isinstance(node, ast.Expr) and isinstance(node.value, ast.Call) and getattr(node.value.func, "id", "") == name
    )


def test_every_loop_and_function_wherever_it_stands(installing: ModuleType) -> None:
    tree = ast.parse(dedent(EVERYWHERE))
    installing.instrument(tree)
    loops = [node for node in ast.walk(tree) if isinstance(node, (ast.For, ast.AsyncFor, ast.While))]
    functions = [node for node in ast.walk(tree) if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))]
    assert len(loops) == 10 and len(functions) == 3
    assert all(calls(loop.body[0], installing.TICK) for loop in loops)
    assert ast.get_docstring(functions[0]) == "Says what it does."
    assert calls(functions[0].body[1], installing.ENTER)
    assert all(calls(function.body[0], installing.ENTER) for function in functions[1:])
    assert sum(calls(node, installing.TICK) for node in ast.walk(tree) if isinstance(node, ast.stmt)) == len(loops)


def test_no_line_moves(installing: ModuleType) -> None:
    """A traceback of a candidate names the lines of its file."""
    source = "def f(items):\n    for item in items:\n        item()\n"
    code = installing.compile_function({"source": source, "line": 40, "path": ["f"], "file": "m.py"})
    lines = {line for _, _, line in code.co_lines() if line}
    assert lines == {40, 41, 42}
