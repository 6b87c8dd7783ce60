"""A Python file: its exact text, its syntax tree, and the mapping between them."""

from __future__ import annotations

import ast
import codecs
import io
import tokenize
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from testfix_pipeline.core import python_code
from testfix_pipeline.core.code_view import first_line, last_name
from testfix_pipeline.core.python_code import FunctionNode
from testfix_pipeline.repair.model.source_text import SourceText

COMPOUND = (
    ast.If,
    ast.For,
    ast.AsyncFor,
    ast.While,
    ast.With,
    ast.AsyncWith,
    ast.Try,
    ast.TryStar,
    ast.FunctionDef,
    ast.AsyncFunctionDef,
    ast.ClassDef,
    ast.Match,
)
ROLES: Mapping[str, tuple[type[ast.stmt], ...]] = {
    "condition": (ast.If,),
    "branching": (ast.If, ast.For, ast.AsyncFor, ast.While, ast.Try, ast.Match),
    "definition": (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef),
    "return": (ast.Return,),
    "complaint": (ast.Raise, ast.Assert),
}


@dataclass(frozen=True)
class PythonFunction:
    """A function or method. `outer` is the outermost function that contains it (usually itself), which is swapped.

    owner: the class whose method it is. self_class: the class of `self` in it, also where a method around it binds it.
    """

    name: str
    qualname: str
    node: FunctionNode
    outer: FunctionNode
    owner: ast.ClassDef | None = field(default=None)
    self_class: ast.ClassDef | None = None

    @property
    def arguments(self) -> list[ast.arg]:
        """The parameters in their order, without `*args` and `**kwargs`."""
        args = self.node.args
        return [*args.posonlyargs, *args.args, *args.kwonlyargs]

    @property
    def waits(self) -> bool:
        """Whether a call must be awaited."""
        return isinstance(self.node, ast.AsyncFunctionDef)


class SourceFile(SourceText):
    """One parsed file.

    Raises SyntaxError, UnicodeError or ValueError if the text is not valid Python for this interpreter.
    """

    def __init__(self, path: str, raw: bytes, absent: bool = False) -> None:
        super().__init__(path, raw, absent)
        self.tree = self._parse()
        self._spans: dict[ast.AST, tuple[int, int]] = {}
        self._own: dict[ast.stmt, list[ast.AST]] = {}
        self._expressions: dict[ast.stmt, list[ast.expr]] = {}
        self._hints: dict[ast.stmt, frozenset[ast.AST]] = {}

    @staticmethod
    def decoded(raw: bytes) -> tuple[str, str]:
        """(text, encoding), where a comment may name the encoding. Raises SyntaxError, UnicodeError."""
        encoding, _ = tokenize.detect_encoding(io.BytesIO(raw).readline)
        body = raw.removeprefix(codecs.BOM_UTF8)
        return body.decode("utf-8" if encoding == "utf-8-sig" else encoding), encoding

    def _parse(self) -> ast.Module:
        return python_code.parse(self.text)

    @classmethod
    def load(cls, root: Path, path: str) -> SourceFile | None:
        """The file; None if it cannot be read or parsed."""
        try:
            return cls(path, (root / path).read_bytes())
        except (OSError, SyntaxError, ValueError, RecursionError):
            return None

    def offset(self, line: int, column: int) -> int:
        """The character offset of an AST position; `column` counts UTF-8 bytes."""
        start = self.line_starts[line - 1]
        text = self.line_text(line)
        if text.isascii():
            return start + column
        return start + len(text.encode("utf-8", "surrogatepass")[:column].decode("utf-8", "replace"))

    def span(self, node: ast.AST) -> tuple[int, int]:
        """Start and end of a node that has a position."""
        if node not in self._spans:
            self._spans[node] = self._span(node)
        return self._spans[node]

    def _span(self, node: ast.AST) -> tuple[int, int]:
        lines = int(getattr(node, "lineno")), int(getattr(node, "end_lineno"))  # noqa: B009  # not every AST has them
        columns = int(getattr(node, "col_offset")), int(getattr(node, "end_col_offset"))  # noqa: B009
        return self.offset(lines[0], columns[0]), self.offset(lines[1], columns[1])

    def segment(self, node: ast.AST) -> str:
        start, end = self.span(node)
        return self.text[start:end]

    def indent(self, node: ast.stmt) -> str:
        """The white space before the statement; "" if other code precedes it on its line."""
        start = self.line_starts[node.lineno - 1]
        before = self.text[start : self.span(node)[0]]
        return before if not before.strip() else ""

    def owns_line(self, node: ast.stmt) -> bool:
        """Whether only comments share the statement's first and last lines."""
        start, end = self.span(node)
        before = self.text[self.line_starts[node.lineno - 1] : start]
        after = self.text[end : self._line_end(end)].strip()
        return not before.strip() and (not after or after.startswith("#"))

    def _line_end(self, offset: int) -> int:
        end = self.text.find("\n", offset)
        return len(self.text) if end < 0 else end

    def block(self, node: ast.stmt) -> tuple[int, int]:
        """(start, end) of the statement's whole lines, decorators and final line end included."""
        first = first_line(node)
        end = self._line_end(self.span(node)[1])
        return self.line_starts[first - 1], min(end + 1, len(self.text))

    def raises_at(self, line: int) -> bool:
        """Whether a statement on a line raises an error itself."""
        own = (node for node in self.nodes if isinstance(node, (ast.Raise, ast.Assert)))
        return any(node.lineno <= line <= (node.end_lineno or line) for node in own)

    @cached_property
    def nodes(self) -> list[ast.AST]:
        """All nodes of the tree, in the order of `ast.walk`."""
        return list(ast.walk(self.tree))

    @cached_property
    def expressions_at(self) -> dict[tuple[int, int, int | None, int | None], list[ast.expr]]:
        """The expressions by the lines and columns where they begin and end, the outermost first."""
        found: dict[tuple[int, int, int | None, int | None], list[ast.expr]] = {}
        for node in self.nodes:
            if isinstance(node, ast.expr):
                place = node.lineno, node.col_offset, node.end_lineno, node.end_col_offset
                found.setdefault(place, []).append(node)
        return found

    @cached_property
    def parents(self) -> dict[ast.AST, ast.AST]:
        return {child: node for node in self.nodes for child in ast.iter_child_nodes(node)}

    def ancestors(self, node: ast.AST) -> Iterator[ast.AST]:
        while node in self.parents:
            node = self.parents[node]
            yield node

    @property
    def outermost(self) -> list[ast.stmt]:
        return self.tree.body

    @cached_property
    def functions(self) -> list[PythonFunction]:
        return list(_functions(self.tree, "", None, None, None))

    @cached_property
    def classes(self) -> dict[str, ast.ClassDef]:
        return {node.name: node for node in ast.walk(self.tree) if isinstance(node, ast.ClassDef)}

    @cached_property
    def _function_of_node(self) -> dict[ast.AST, PythonFunction]:
        return {function.node: function for function in self.functions}

    def function_of(self, node: ast.AST) -> PythonFunction | None:
        """The innermost function whose body contains the node. A function's own header belongs to its surroundings."""
        child = node
        for parent in self.ancestors(node):
            if isinstance(parent, FunctionNode) and any(child is stmt for stmt in parent.body):
                return self._function_of_node[parent]
            child = parent
        return None

    def holder(self, stmt: ast.stmt) -> PythonFunction | None:
        """The function that a statement belongs to: the one whose header it is, else the one whose body contains it."""
        return self._function_of_node.get(stmt) or self.function_of(stmt)

    @cached_property
    def statements(self) -> dict[int, ast.stmt]:
        """The statement of each line: all lines of a simple one, the header of a compound one."""
        found: dict[int, ast.stmt] = {}
        for node in ast.walk(self.tree):  # breadth first: inner statements overwrite outer ones
            if isinstance(node, ast.stmt):
                found.update((line, node) for line in range(first_line(node), header_end(node) + 1))
            for first, body in _inner_headers(node):
                found.update((line, node) for line in range(first, body[0].lineno) if isinstance(node, ast.stmt))
        return found

    def lines_of(self, stmt: ast.stmt) -> range:
        """The lines of a statement's own code, decorators included, without its blocks."""
        return range(first_line(stmt), header_end(stmt) + 1)

    def body_lines(self, function: PythonFunction) -> range:
        body = function.node.body
        return range(body[0].lineno, (body[-1].end_lineno or 0) + 1)

    def blocks(self, stmt: ast.stmt) -> list[list[ast.stmt]]:
        return list(blocks(stmt))

    def roles(self, stmt: ast.stmt) -> frozenset[str]:
        known = (role for role, types in ROLES.items() if isinstance(stmt, types))
        return frozenset([*known, *(["complaint"] if _warns(stmt) else []), *(["documentation"] * is_docstring(stmt))])

    def may_be_in_body(self, line: int) -> bool:
        """Whether a line is indented and neither a function header nor a decorator."""
        start = self.line_starts[line - 1] if line <= len(self.line_starts) else len(self.text)
        text = self.text[start : start + 200]
        return text[:1].isspace() and not text.lstrip().startswith(("def ", "async def ", "@"))

    def own(self, stmt: ast.stmt) -> list[ast.AST]:
        """`own_nodes` of a statement of this file, cached."""
        if stmt not in self._own:
            self._own[stmt] = list(own_nodes(stmt))
        return self._own[stmt]

    def expressions(self, stmt: ast.stmt) -> list[ast.expr]:
        """The expressions of a statement's own code with a reliable position, cached."""
        if stmt not in self._expressions:
            own_nodes_of_stmt = self.own(stmt)
            inside = any(isinstance(node, ast.JoinedStr) for node in own_nodes_of_stmt)
            known = (node for node in own_nodes_of_stmt if isinstance(node, ast.expr))
            self._expressions[stmt] = [node for node in known if not inside or self.is_real(node)]
        return self._expressions[stmt]

    def hints(self, stmt: ast.stmt) -> frozenset[ast.AST]:
        """The nodes of a statement's annotations: of parameters, return values and variables."""
        if stmt not in self._hints:
            annotated = isinstance(stmt, (FunctionNode, ast.AnnAssign))
            own = self.own(stmt) if annotated else []
            notes = [getattr(node, name, None) for node in own for name in ("annotation", "returns")]
            self._hints[stmt] = frozenset(part for note in notes if note is not None for part in ast.walk(note))
        return self._hints[stmt]

    def is_called(self, node: ast.AST) -> bool:
        """Whether an expression is the function of a call."""
        parent = self.parents.get(node)
        return isinstance(parent, ast.Call) and parent.func is node

    def is_real(self, node: ast.expr | ast.stmt) -> bool:
        """Whether the node's position is reliable: inside f-strings, before Python 3.12, it often is not."""
        if not any(isinstance(parent, ast.JoinedStr) for parent in self.ancestors(node)):
            return True
        try:
            start, end = self.span(node)
            parsed = python_code.expression(self.text[start:end].strip())
        except (SyntaxError, ValueError, IndexError):
            return False
        return ast.dump(parsed) == ast.dump(node)


def _inner_headers(node: ast.AST) -> Iterator[tuple[int, list[ast.stmt]]]:
    """Yields (first line, block) of the `except` and `case` clauses of a compound statement."""
    yield from ((handler.lineno, handler.body) for handler in getattr(node, "handlers", ()))
    yield from ((case.pattern.lineno, case.body) for case in getattr(node, "cases", ()))


def _functions(
    node: ast.AST, prefix: str, outer: FunctionNode | None, owner: ast.ClassDef | None, around: ast.ClassDef | None
) -> Iterator[PythonFunction]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, FunctionNode):
            top, rebound = outer or child, any(one.arg == "self" for one in child.args.args)
            of_self = owner or (None if rebound else around)
            yield PythonFunction(child.name, prefix + child.name, child, top, owner, of_self)
            yield from _functions(child, f"{prefix}{child.name}.<locals>.", top, None, of_self)
        elif isinstance(child, ast.ClassDef):
            yield from _functions(child, f"{prefix}{child.name}.", outer, child, None)
        else:
            yield from _functions(child, prefix, outer, owner, around)


def functions(tree: ast.AST) -> Iterator[FunctionNode]:
    """Yields all functions and methods under a node, nested ones included."""
    return (node for node in ast.walk(tree) if isinstance(node, FunctionNode))


def is_docstring(stmt: ast.stmt) -> bool:
    """Whether a statement is a constant."""
    return isinstance(stmt, ast.Expr) and isinstance(stmt.value, ast.Constant)


def _warns(stmt: ast.stmt) -> bool:
    call = stmt.value if isinstance(stmt, ast.Expr) else None
    return isinstance(call, ast.Call) and last_name(call.func) == "warn"


def header_end(node: ast.stmt) -> int:
    """The last line of a statement's own code, without its blocks."""
    if isinstance(node, ast.Match):
        return node.cases[0].pattern.lineno - 1 if node.cases[0].pattern.lineno > node.lineno else node.lineno
    if isinstance(node, COMPOUND):
        return max(node.lineno, first_line(next(blocks(node))[0]) - 1)
    return node.end_lineno or node.lineno


def own_nodes(stmt: ast.stmt) -> Iterator[ast.AST]:
    """Yields the nodes of a statement's own code in source order, without the statements in its blocks."""
    stack: list[ast.AST] = [stmt]
    while stack:
        node = stack.pop()
        yield node
        children = [c for c in ast.iter_child_nodes(node) if not isinstance(c, ast.stmt)]
        stack.extend(reversed(children))


def blocks(node: ast.AST) -> Iterator[list[ast.stmt]]:
    """Yields the statement lists directly under a node."""
    for name in ("body", "orelse", "finalbody"):
        block = getattr(node, name, None)
        if isinstance(block, list) and block and isinstance(block[0], ast.stmt):
            yield block
    for part in (*getattr(node, "handlers", ()), *getattr(node, "cases", ())):
        yield part.body
