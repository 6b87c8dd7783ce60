"""Edits of test files that put shared state back, or that give a test the state it needs.

They are offered to a person; nothing else of the test changes. A file whose tests are of `unittest` gets `setUp` and
clean-ups, every other one an automatic fixture of pytest.
"""

from __future__ import annotations

import ast
import re
import textwrap
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Literal

from testfix_pipeline.core import python_code
from testfix_pipeline.core.code_view import first_line
from testfix_pipeline.core.order_records import OrderDependence, SharedState
from testfix_pipeline.core.python_code import argument_names, names_in
from testfix_pipeline.core.python_imports import imported_names
from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.execution.order_dependence import javascript_edits
from testfix_pipeline.execution.project_files import read_text

Scope = Literal["test", "class", "module", "import"]
"""When the state is put back: after each test, a class of unittest, the file's tests, or before each test as at import.
"""
SCOPES: tuple[Scope, ...] = ("test", "class", "module", "import")
_ROOT = re.compile(r"\bROOT\b")
_Function = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True)
class _Restoration:
    """Lines of code that save the state and that put it back; `name` names both together."""

    name: str
    saving: list[str]
    restoring: list[str]
    modules: list[str]


def with_restoration(text: str, test: TestId, state: Sequence[SharedState], scope: Scope) -> str:
    """Return a test's file with the state put back; "" where no statement can.

    The state is put back around all tests of the file, with unittest those of the test's class.
    """
    tree = python_code.parse_or_none(text)
    if tree is None or not state or not all(one.restore for one in state):
        return ""
    owner = _test_case(tree, test)
    if scope == "class" and owner is None:
        return ""
    at_import = scope == "import" or (scope == "module" and owner is not None)
    code = _restoration(test, state, at_import=at_import)
    if owner is not None:
        block, modules = _in_test_case(tree, owner, code, scope), code.modules
    else:
        block = [(_line_after_imports(tree), ["", "", *_fixture(code, scope), ""])]
        modules = [*code.modules, "pytest"]
    if at_import:
        block.append((_line_after_imports(tree), ["", *code.saving]))
    return _with_lines(text, [*block, *_imports(tree, modules)])


def with_lines_before(text: str, test: TestId, lines: Sequence[str], source: str) -> str:
    """Return a test's file in which the test begins with these statements of the file `source`.

    "" where they need names of their own file that are no imports.
    """
    tree, other = python_code.parse_or_none(text), python_code.parse_or_none(source)
    body = _function(tree, test) if tree is not None else None
    if tree is None or other is None or body is None or not lines:
        return ""
    used = names_in(python_code.parse_or_empty("\n".join(lines)))
    own, theirs = _bound(tree), _bound(other)
    missing = used & theirs - own
    imports = {one.name: one.statement for one in imported_names(other.body) if not one.level}
    if not missing <= set(imports):
        return ""
    first = _first_statement(body)
    indented = textwrap.indent("\n".join(lines), " " * first.col_offset).splitlines()
    statements = [(_line_after_imports(tree), [imports[name] for name in sorted(missing)])]
    return _with_lines(text, [(first.lineno - 1, indented), *statements])


def statements_of(text: str, test: TestId) -> list[str]:
    """Return the statements of a test that may set up state: no assertions, nothing that needs a fixture or `self`."""
    tree = python_code.parse_or_none(text)
    body = _function(tree, test) if tree is not None else None
    if body is None:
        return []
    given = argument_names(body.args)
    found = [one for one in body.body if not isinstance(one, ast.Assert | ast.Return) and not _is_docstring(one)]
    return [ast.unparse(one) for one in found if given.isdisjoint(names_in(one))]


def names_state(text: str, state: str) -> bool:
    """Whether a test file uses a variable or an attribute, by its path; to call a function is no use of its cache."""
    tree = python_code.parse_or_empty(text)
    *_, owner, name = ["", *state.rpartition(" ")[2].partition("[")[0].split(".")]
    called = {id(node.func) for node in ast.walk(tree) if isinstance(node, ast.Call)}
    used = [node for node in ast.walk(tree) if id(node) not in called]
    return (name in _bound(tree) and any(isinstance(one, ast.Name) and one.id == name for one in used)) or any(
        isinstance(one, ast.Attribute) and one.attr == name and ast.unparse(one.value).rpartition(".")[2] == owner
        for one in used
    )


def keep_owners(found: Sequence[OrderDependence], root: Path) -> None:
    """Leave state to the program only where no test file (below `root`) of those that depend on it names it.

    What a function changes by the state's own name, as a counter or a registry, is meant to last: the tests share it.
    A brittle test that does not call all that its state-setter calls lacks that call: the program is as it should be.
    """
    for one in found:
        text, *others = (read_text(root / test.file) for test in (one.test, *one.others))
        is_python = one.test.file.endswith(".py")
        is_named = names_state if is_python else javascript_edits.names_state
        calls = calls_of if is_python else javascript_edits.calls_of
        known = calls(text, one.test, whole=True)
        setters = zip(others, one.others, strict=True) if one.kind == "brittle" else ()
        lacks = any(not calls(source, setter) <= known for source, setter in setters)
        for piece in one.state:
            piece.of_program &= not lacks and not any(is_named(each, piece.name) for each in (text, *others))
            piece.of_program &= not (one.kind == "victim" and _is_meant_to_last(root, piece.name))


def _is_meant_to_last(root: Path, state: str) -> bool:
    """Whether a statement in a function of the state's own module changes it by its name, and not by another one."""
    path, _, file = state.partition(" of ")
    *module, name = path.partition("[")[0].split(".")
    files = [f"{folder}{'/'.join(module)}{end}" for folder in ("", "src/") for end in (".py", "/__init__.py")]
    text = "".join(read_text(root / one) for one in ([file] if file else files if module else []))
    own = rf"{re.escape(name)}(?![\w$])"
    changed = rf"{own}(?:\.[\w$]+|\[[^\]\n]*\])*[ \t]*(?:\+\+|--|[-+*/|&]?=(?!=)|\()"
    return re.search(rf"^[ \t]+(?:global [\w, ]*(?<!\w){own}|{changed})", text, re.MULTILINE) is not None


def calls_of(text: str, test: TestId, *, whole: bool = False) -> set[str]:
    """Return what a test calls of its file's names; unless `whole`, in statements that may set up state."""
    tree = python_code.parse_or_empty(text)
    body = _function(tree, test)
    code = python_code.parse_or_empty("\n".join(statements_of(text, test))) if not whole or body is None else body
    called = (ast.unparse(node.func) for node in ast.walk(code) if isinstance(node, ast.Call))
    return {one for one in called if one.partition(".")[0] in _bound(tree)}


def _restoration(test: TestId, state: Sequence[SharedState], *, at_import: bool) -> _Restoration:
    """Return the code for all pieces; a file's own names are written without its module."""
    saving: list[str] = []
    restoring: list[str] = []
    modules: set[str] = set()
    own = [".".join(PurePosixPath(test.file).with_suffix("").parts[-n:]) for n in range(9, 0, -1)]
    depth = test.file.count("/")
    for number, one in enumerate(state, 1):
        saved = ("SAVED" if at_import else "saved") + (f"_{number}" if len(state) > 1 else "")
        lines = [f"saved = {one.save}"] if one.save else []
        for line, target in [(line, saving) for line in lines] + [(line, restoring) for line in one.restore]:
            line = re.sub(r"\bsaved\b", saved, line)
            line = _ROOT.sub(f"pathlib.Path(__file__).resolve().parents[{depth}]", line)
            target.append(next((line.replace(f"{name}.", "") for name in own if name in one.modules), line))
        modules |= {name for name in one.modules if name not in own}
        modules |= {"pathlib"} if "ROOT" in one.save else {"time"} if "time.tzset()" in one.restore else set()
    names = re.sub(r"\W+", "_", "_".join(one.name.rpartition(".")[2] for one in state)).strip("_").lower()
    return _Restoration(f"restore_{names}", saving, restoring, sorted(modules))


def _fixture(code: _Restoration, scope: Scope) -> list[str]:
    body = code.restoring if scope == "import" else [*code.saving, "yield", *code.restoring]
    wide = ', scope="module"' if scope == "module" else ""
    return [f"@pytest.fixture(autouse=True{wide})", f"def {code.name}():", *_indented(body)]


def _in_test_case(
    tree: ast.Module, owner: ast.ClassDef, code: _Restoration, scope: Scope
) -> list[tuple[int, list[str]]]:
    """Return the lines for a class of unittest, and after which line of the file they go."""
    if scope == "module":  # pytest does not call what `addModuleCleanup` registers
        existing = _named(tree.body, "tearDownModule")
        if existing is not None:
            return [(_first_statement(existing).lineno - 1, _indented(code.restoring))]
        whole = ["", "", "def tearDownModule():", *_indented(code.restoring), ""]
        return [(_line_after_imports(tree), whole)]
    of_class = scope == "class"
    existing = _named(owner.body, "setUpClass" if of_class else "setUp")
    one = existing.args.args[0].arg if existing is not None and existing.args.args else "cls" if of_class else "self"
    register = f"{one}.{'addClassCleanup' if of_class else 'addCleanup'}({code.name})"
    undo = [f"def {code.name}():", *_indented(code.restoring), ""]
    body = code.restoring if scope == "import" else [*code.saving, "", *undo, register, ""]
    if existing is not None:
        return [(_first_statement(existing).lineno - 1, _indented(body, 8))]
    line = first_line(_first_statement(owner))
    head = ["@classmethod", "def setUpClass(cls):"] if of_class else ["def setUp(self):"]
    whole = [*head, *_indented([f"super().setUp{'Class' if of_class else ''}()", *body])]
    return [(line - 1, [*_indented(whole), *([] if body[-1:] == [""] else [""])])]


def _imports(tree: ast.Module, modules: Sequence[str]) -> Iterator[tuple[int, list[str]]]:
    """Yield the lines that import what is not imported by its whole name, after those that are there."""
    known = {one.whole for one in imported_names(tree.body) if not one.member and not one.is_renamed}
    lines = [f"import {name}" for name in modules if name not in known]
    if lines:
        yield _line_after_imports(tree), lines


def _with_lines(text: str, additions: Sequence[tuple[int, list[str]]]) -> str:
    """Return the text with lines added after the lines of these numbers; of two at one place the last one is first."""
    rows = text.splitlines()
    for place, lines in sorted(additions, key=lambda one: -one[0]):
        rows[place:place] = [line.rstrip() for line in lines]
    return re.sub(r"\n{4,}", "\n\n\n", "\n".join(rows) + "\n")


def _indented(lines: Sequence[str], columns: int = 4) -> list[str]:
    return [f"{' ' * columns}{line}" if line else "" for line in lines]


def _line_after_imports(tree: ast.Module) -> int:
    """Return the number of the last line of the imports at the top of a file, else of its docstring, else 0."""
    ends = [one.end_lineno or 0 for one in tree.body if isinstance(one, ast.Import | ast.ImportFrom)]
    first = tree.body[:1]
    return max(ends, default=first[0].end_lineno or 0 if first and _is_docstring(first[0]) else 0)


def _is_docstring(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def _first_statement(owner: _Function | ast.ClassDef) -> ast.stmt:
    """Return the first statement of a function or class behind its docstring, if there is one."""
    return owner.body[1] if ast.get_docstring(owner) is not None and len(owner.body) > 1 else owner.body[0]


def _named(body: Sequence[ast.stmt], name: str) -> _Function | None:
    return next((one for one in body if isinstance(one, _Function) and one.name == name), None)


def _test_case(tree: ast.Module, test: TestId) -> ast.ClassDef | None:
    """Return the test's class if it is one of unittest."""
    if len(test.titles) < 2:
        return None
    found = next((one for one in tree.body if isinstance(one, ast.ClassDef) and one.name == test.titles[0]), None)
    is_case = found is not None and any("Test" in ast.unparse(base) for base in found.bases)
    return found if is_case else None


def _function(tree: ast.Module, test: TestId) -> _Function | None:
    body: Sequence[ast.stmt] = tree.body
    for title in test.titles[:-1]:
        owner = next((one for one in body if isinstance(one, ast.ClassDef) and one.name == title), None)
        body = owner.body if owner is not None else []
    return _named(body, test.function)


def _bound(tree: ast.Module) -> set[str]:
    """Return the names that a file binds at its top."""
    names = {one.name for one in imported_names(tree.body)}
    names |= {one.name for one in tree.body if isinstance(one, _Function | ast.ClassDef)}
    return names | {one.id for node in tree.body if isinstance(node, ast.Assign) for one in _targets(node)}


def _targets(node: ast.Assign) -> Iterator[ast.Name]:
    return (one for target in node.targets for one in ast.walk(target) if isinstance(one, ast.Name))
