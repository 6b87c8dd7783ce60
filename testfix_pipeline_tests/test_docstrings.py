"""Docstrings of the packages that others build on: what is public has one, which names the errors it raises itself."""

from __future__ import annotations

import ast
import functools
from collections.abc import Iterator
from pathlib import Path

import pytest

CODE = Path(__file__).parents[1] / "testfix_pipeline"
PACKAGES = ("core", "workspace", "execution", "frameworks", "registry", "repair")


def public_functions(node: ast.AST) -> Iterator[ast.FunctionDef]:
    """Functions and methods whose own name and whose class are public."""
    for one in ast.iter_child_nodes(node):
        if isinstance(one, ast.ClassDef | ast.FunctionDef) and not one.name.startswith("_"):
            if isinstance(one, ast.FunctionDef):
                yield one
            else:
                yield from public_functions(one)


def raised(node: ast.AST) -> Iterator[str]:
    """The names of the errors that a body raises, without what functions in it do."""
    for one in ast.iter_child_nodes(node):
        if isinstance(one, ast.Raise) and one.exc is not None:
            error = one.exc.func if isinstance(one.exc, ast.Call) else one.exc
            name = ast.unparse(error).rpartition(".")[2]
            yield from [name] * name[:1].isupper()  # not an error that was caught, or made by a function
        if not isinstance(one, ast.FunctionDef | ast.Lambda | ast.ClassDef):
            yield from raised(one)


def unnamed(code: str) -> dict[str, list[str]]:
    """By public function of a module: the errors it raises that its docstring does not name."""
    functions = {
        one.name: (set(raised(one)), ast.get_docstring(one) or "") for one in public_functions(ast.parse(code))
    }
    missing = {name: sorted(one for one in errors if one not in doc) for name, (errors, doc) in functions.items()}
    return {name: errors for name, errors in missing.items() if errors}


@pytest.mark.parametrize("package", PACKAGES)
def test_errors_that_a_public_function_raises_are_in_its_docstring(package: str) -> None:
    files = [file for file in (CODE / package).rglob("*.py") if "in_target" not in file.parts]
    found = {file.relative_to(CODE).as_posix(): unnamed(file.read_text()) for file in files}
    assert files and {name: errors for name, errors in found.items() if errors} == {}


Definition = ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef


@functools.cache
def asked_by_protocols() -> frozenset[str]:
    """The names of methods that protocols document for all who have them."""
    texts = [text for file in CODE.rglob("*.py") if "Protocol" in (text := file.read_text())]
    classes = [one for text in texts for one in ast.parse(text).body if isinstance(one, ast.ClassDef)]
    protocols = [one for one in classes if any("Protocol" in ast.unparse(base) for base in one.bases)]
    return frozenset(one.name for each in protocols for one in each.body if isinstance(one, ast.FunctionDef))


def undocumented(node: ast.AST, path: str = "") -> Iterator[str]:
    """Public definitions without a docstring; what a class with bases, or a protocol, asks for has one there."""
    inherits = isinstance(node, ast.ClassDef) and bool(node.bases)
    for one in ast.iter_child_nodes(node):
        if isinstance(one, Definition) and not one.name.startswith("_"):
            name = f"{path}.{one.name}".lstrip(".")
            of_other = isinstance(node, ast.ClassDef) and (inherits or one.name in asked_by_protocols())
            if ast.get_docstring(one) is None and (isinstance(one, ast.ClassDef) or not of_other):
                yield name
            if isinstance(one, ast.ClassDef):
                yield from undocumented(one, name)


@pytest.mark.parametrize("package", PACKAGES)
def test_what_is_public_has_a_docstring(package: str) -> None:
    files = [file for file in (CODE / package).rglob("*.py") if "in_target" not in file.parts]
    found = {file.relative_to(CODE).as_posix(): list(undocumented(ast.parse(file.read_text()))) for file in files}
    assert {name: names for name, names in found.items() if names} == {}


def test_what_counts_as_undocumented() -> None:
    code = (
        "class A:\n  def rd(self): ...\n  def _own(self): ...\nclass B(A):\n  'b'\n  def rd(self): ...\n  class C: ..."
    )
    assert list(undocumented(ast.parse(code))) == ["A", "A.rd", "B.C"]


def test_what_counts_as_unnamed() -> None:
    code = '''
class Store:
    def read(self):
        """The text."""
        raise errors.Damaged("x")
    def write(self):
        """Raises Full."""
        if self.full:
            raise Full
    def _hidden(self):
        raise Damaged
def outer():
    try:
        return lambda: 1
    except OSError as error:
        raise error
    def inner():
        raise Damaged
'''
    assert unnamed(code) == {"read": ["Damaged"]}
