"""The outline of a Python file from its syntax tree: executable lines, functions, branches, imports.

How lines are counted: one per statement, at its first line, as coverage tools do. A statement ran when any line of
its header ran (a simple statement's header is all of it). Not counted: docstrings and other bare constants, functions
that are only `...`, `global` and `nonlocal`, annotations without a value in functions, what `TYPE_CHECKING` hides, and
`pragma: no cover`.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from testfix_pipeline.core import python_code
from testfix_pipeline.core.code_view import callee, first_line, last_name, line_range
from testfix_pipeline.core.python_code import FunctionNode
from testfix_pipeline.core.python_imports import imported_names

_LEAVES = (ast.Return, ast.Raise, ast.Continue, ast.Break)
_NO_CODE = (ast.Global, ast.Nonlocal)
_LONGEST_DOC = 120
MODULE = ""
"""The key of a module's own documentation in `Outline.docs`."""
_LONGEST_MODULE_DOC = 1_000
# Most statements: there is nothing below them to look for, which saves half of the time.
_SIMPLE = (ast.Expr, ast.Assign, ast.AnnAssign, ast.AugAssign, ast.Return, ast.Raise, ast.Import, ast.ImportFrom,
           ast.Assert, ast.Pass, ast.Continue, ast.Break, ast.Delete)  # fmt: skip
_WITHOUT_BLOCK = (*_SIMPLE, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
_PRAGMA = "pragma: no cover"


@dataclass(frozen=True)
class SkippedBranch:
    """The branch past an `if` without `else`: covered by a test that ran `header` and not `body`."""

    header: range
    body: range


@dataclass
class Outline:
    """The parts of one file. `statements`: first line -> header; `functions`: qualified name -> headers of its body.

    branches: for each way that a decision can go, the lines that only this way runs, or `SkippedBranch`.
    imports: (level of a relative import, dotted name). symbols: the names defined at the top, methods with their class.
    one_line: functions that share their line with their `def`. docs: function -> its docstring's first line;
    `MODULE` -> the docstring of the module, at most 1,000 characters of it.
    arguments: function -> the names of its parameters, and of the errors that it raises.
    complexity: function -> its decisions plus one (McCabe 1976; operators inside expressions are not counted).
    error: why the file is no Python, then all is empty.
    """

    statements: dict[int, range] = field(default_factory=dict)
    functions: dict[str, list[range]] = field(default_factory=dict)
    branches: list[range | SkippedBranch] = field(default_factory=list)
    imports: set[tuple[int, str]] = field(default_factory=set)
    symbols: list[str] = field(default_factory=list)
    one_line: set[str] = field(default_factory=set)
    docs: dict[str, str] = field(default_factory=dict)
    arguments: dict[str, str] = field(default_factory=dict)
    complexity: dict[str, int] = field(default_factory=dict)
    error: str = ""


def outline(text: str) -> Outline:
    """The outline of a Python file's text; `error` is set where it can't be parsed."""
    return outline_and_tree(text)[0]


def outline_and_tree(text: str) -> tuple[Outline, ast.Module | None]:
    """The outline, and the syntax tree for further analysis of the same file, None if it can't be parsed."""
    found = Outline()
    try:
        tree = python_code.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        line = getattr(error, "lineno", None)
        found.error = f"{getattr(error, 'msg', error)}" + (f" (line {line})" if line else "")
        return found, None
    if said := ast.get_docstring(tree):
        found.docs[MODULE] = said[:_LONGEST_MODULE_DOC]
    lines = text.split("\n") if _PRAGMA in text else []
    _OutlineBuilder(found, lines).add_block(tree.body, owner="", inside=False)
    return found, tree


class _OutlineBuilder:
    """Builds an outline in one pass over the statements; expressions are not visited, for speed."""

    def __init__(self, found: Outline, lines: Sequence[str]) -> None:
        self._found = found
        self._lines = lines

    def add_block(self, body: Sequence[ast.stmt], owner: str, inside: bool) -> None:
        """Add the statements of a block. `owner` is the enclosing class, `inside` whether a function encloses it."""
        for place, statement in enumerate(body):
            if not _is_executable(statement, inside) or _is_stub(statement) or self._excluded(statement):
                continue
            span = header(statement)
            self._found.statements[span.start] = span
            self._add_names(statement, owner, inside)
            self._found.branches += _branches(statement, body, place)
            if not isinstance(statement, _SIMPLE):
                self._add_inner(statement, owner, inside)

    def _excluded(self, statement: ast.stmt) -> bool:
        return any(_PRAGMA in self._lines[line - 1] for line in header(statement)) if self._lines else False

    def _add_names(self, statement: ast.stmt, owner: str, inside: bool) -> None:
        """Add the names that a statement defines or imports."""
        self._found.imports.update((one.level, one.whole) for one in imported_names([statement]))
        if isinstance(statement, ast.ClassDef | FunctionNode) and not inside:
            self._found.symbols.append(owner + statement.name)

    def _add_inner(self, statement: ast.stmt, owner: str, inside: bool) -> None:
        if isinstance(statement, ast.ClassDef):
            self.add_block(statement.body, owner if inside else f"{owner}{statement.name}.", inside)
        elif isinstance(statement, FunctionNode):
            if not inside:
                self._add_function(statement, owner + statement.name)
            self.add_block(statement.body, owner, True)
        else:
            for line, body in _inner_blocks(statement):
                if line is not None:
                    self._found.statements[line.start] = line
                self.add_block(body, owner, inside)

    def _add_function(self, function: FunctionNode, name: str) -> None:
        """Add a function, unless it is a stub (abstract method, overload, member of a protocol)."""
        if any(last_name(callee(each)) in ("abstractmethod", "overload") for each in function.decorator_list):
            return
        body = [statement for statement in function.body if _is_executable(statement, True)]
        if not body or self._excluded(function):
            return
        statements = list(_statements(body))
        spans = [header(each) for each in statements]
        decisions = sum(map(_decisions, statements))
        self._found.complexity[name] = max(self._found.complexity.get(name, 0), 1 + decisions)
        taken = function.args
        names = (each.arg for each in (*taken.posonlyargs, *taken.args, *taken.kwonlyargs))
        raised = (last_name(callee(each.exc)) for each in statements if isinstance(each, ast.Raise) and each.exc)
        self._found.arguments[name] = " ".join(each for each in (*names, *raised) if each not in ("self", "cls"))
        said = _first_doc_line(function)
        if said:
            self._found.docs[name] = said
        below = [span for span in spans if span.start > function.lineno]
        self._found.functions.setdefault(name, []).extend(below or spans)
        if not below:
            self._found.one_line.add(name)


def _first_doc_line(function: FunctionNode) -> str:
    """The first line of a function's docstring, "" if it has none."""
    first = function.body[0]
    if not (isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant)):
        return ""
    said = first.value.value if isinstance(first.value.value, str) else ""
    return said.strip().partition("\n")[0][:_LONGEST_DOC]


def _decisions(statement: ast.stmt) -> int:
    """The number of paths that a statement adds to those through its function."""
    if isinstance(statement, ast.If | ast.While | ast.For | ast.AsyncFor):
        return 1
    if isinstance(statement, _WITHOUT_BLOCK):
        return 0
    return len(getattr(statement, "handlers", ())) + max(0, len(getattr(statement, "cases", ())) - 1)


def _is_stub(statement: ast.stmt) -> bool:
    """Whether a statement is a function with only `...`: a member of a protocol, an overload."""
    if (
        not isinstance(statement, FunctionNode)
        or len(statement.body) > 1
        or not isinstance(statement.body[0], ast.Expr)
    ):
        return False
    return isinstance(statement.body[0].value, ast.Constant) and statement.body[0].value.value is ...


def header(statement: ast.stmt) -> range:
    """The lines of a statement without its block, with its decorators."""
    if isinstance(statement, _SIMPLE):
        return line_range(statement)
    first = first_line(statement)
    if isinstance(statement, ast.Match):
        return range(first, max(statement.cases[0].pattern.lineno, statement.lineno + 1))
    body: list[ast.stmt] = getattr(statement, "body", [])
    if not body:
        return range(first, (statement.end_lineno or first) + 1)
    return range(first, max(first_line(body[0]), statement.lineno + 1))


def _is_executable(statement: ast.stmt, inside: bool) -> bool:
    if isinstance(statement, ast.Expr):
        return not isinstance(statement.value, ast.Constant)
    if isinstance(statement, ast.AnnAssign) and inside:
        return statement.value is not None
    return not isinstance(statement, _NO_CODE)


def _inner_blocks(statement: ast.stmt) -> Iterator[tuple[range | None, list[ast.stmt]]]:
    """Yield the blocks of a compound statement; with the line of its head where that runs, as for `except`."""
    if isinstance(statement, ast.If) and last_name(callee(statement.test)) == "TYPE_CHECKING":
        yield None, statement.orelse
        return
    for part in ("body", "orelse", "finalbody"):
        yield None, getattr(statement, part, [])
    for handler in getattr(statement, "handlers", []):
        yield range(handler.lineno, max(first_line(handler.body[0]), handler.lineno + 1)), handler.body
    for case in getattr(statement, "cases", []):
        yield range(case.pattern.lineno, case.pattern.lineno + 1), case.body


def _statements(body: Sequence[ast.stmt]) -> Iterator[ast.stmt]:
    """Yield all statements that run with a function, without those of nested definitions."""
    for statement in body:
        if not _is_executable(statement, True):
            continue
        yield statement
        if not isinstance(statement, _WITHOUT_BLOCK):
            for _, block in _inner_blocks(statement):
                yield from _statements(block)


def _branches(statement: ast.stmt, block: Sequence[ast.stmt], place: int) -> Iterator[range | SkippedBranch]:
    """Yield the branches of a decision: both of an `if`, each case of a `match`, into the body of a loop.

    `block[place]` is the statement. A way without a line of its own is not counted: it can't be seen.
    """
    if isinstance(statement, _WITHOUT_BLOCK):
        return
    own = header(statement)
    if isinstance(statement, ast.If):
        yield from _if_branches(own, statement, block[place + 1 :])
    elif isinstance(statement, ast.While | ast.For | ast.AsyncFor):
        yield from _branch_into(own, statement.body)
    elif isinstance(statement, ast.Match):
        for case in statement.cases:
            yield from _branch_into(range(case.pattern.lineno, case.pattern.lineno + 1), case.body)


def _if_branches(own: range, statement: ast.If, after: Sequence[ast.stmt]) -> Iterator[range | SkippedBranch]:
    if isinstance(statement.test, ast.Constant) or last_name(callee(statement.test)) == "TYPE_CHECKING":
        return
    into = list(_branch_into(own, statement.body))
    yield from into
    if statement.orelse:
        yield from _branch_into(own, statement.orelse)
    elif into and after and isinstance(statement.body[-1], _LEAVES):
        yield from _branch_into(own, after)
    elif into:
        yield SkippedBranch(own, into[0])


def _branch_into(own: range, block: Sequence[ast.stmt]) -> Iterator[range]:
    first = next((header(each) for each in block if _is_executable(each, True)), None)
    if first is not None and first.start not in own:
        yield first
