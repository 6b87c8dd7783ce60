"""Reads the fixtures of a conftest file: the fixtures they need, and their scope."""

from __future__ import annotations

import ast
import keyword
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from testfix_pipeline.core.python_code import FunctionNode
from testfix_pipeline.execution.in_target.observe_fixtures import is_fixture
from testfix_pipeline.planning.generation.subjects.environment_variables import variables_set
from testfix_pipeline.planning.python_code.module_source import ModuleSource, module_name, read_source

WIDTH_OF = {"function": 0, "class": 1, "module": 2, "package": 3, "session": 4}
"""The scopes; tests that are functions have one of class scope for themselves."""
SHARED = ("module", "package", "session")


@dataclass(frozen=True)
class Fixture:
    """A fixture of a conftest file. `kind`: the class of its value, "" until it is set up.

    settings: variables of the environment that it sets. trouble: why it can't be used, "" if nothing speaks against it.
    """

    name: str
    needs: tuple[str, ...]
    kind: str
    file: str = ""
    scope: str = "function"
    autouse: bool = False
    settings: tuple[str, ...] = ()
    trouble: str = ""


def read_fixtures(root: Path, file: str) -> Iterator[Fixture]:
    """Yield all fixtures of a conftest file, the autouse ones sorted by name, as pytest sets them up.

    Yields nothing where the file can't be parsed.
    """
    module = read_source(root, file, module_name(root, file) or "conftest")
    found: dict[str, Fixture] = {}
    for node in [] if module is None else ast.walk(module.tree):  # those at the top come first
        mark = next((one for one in getattr(node, "decorator_list", ()) if is_fixture(one)), None)
        if module is not None and mark is not None and isinstance(node, FunctionNode):
            one = _read_fixture(module, node, mark)
            is_top = node in module.tree.body
            if is_top or one.name not in found:
                found[one.name] = one if is_top else replace(one, trouble="it is not defined at the top of its file")
    yield from sorted(found.values(), key=lambda one: one.name if one.autouse else "")


def _read_fixture(module: ModuleSource, node: FunctionNode, mark: ast.expr) -> Fixture:
    options = {one.arg: one.value for one in mark.keywords} if isinstance(mark, ast.Call) else {}
    name, scope = _text(options.get("name"), node.name), _text(options.get("scope"), "function")
    needs = tuple(one.arg for one in node.args.args)
    autouse = options.get("autouse")
    forced = isinstance(autouse, ast.Constant) and autouse.value is True
    trouble = "it has parameters" if "params" in options else _why_unusable(node, scope, name, forced=forced)
    return Fixture(
        name,
        needs,
        "",
        module.file,
        scope if scope in WIDTH_OF else "function",
        forced,
        tuple(variables_set(node)),
        trouble,
    )


def _why_unusable(node: FunctionNode, scope: str, name: str, *, forced: bool) -> str:
    if isinstance(node, ast.AsyncFunctionDef):
        return "it is asynchronous"
    if not name.isidentifier() or keyword.iskeyword(name):
        return "its name is no identifier"
    if scope not in WIDTH_OF:
        return "its scope is not written down"
    if name in {one.arg for one in node.args.args}:
        return "it builds on another of its name"
    return "tests share its value" if scope in SHARED and not forced else ""


def _text(node: ast.expr | None, default: str) -> str:
    if node is None:
        return default
    return str(node.value) if isinstance(node, ast.Constant) else "?"
