"""Patterns: Python code with metavariables, and the syntax nodes that they match.

`$A` matches one expression (or a name after a dot), `$$$A` any number of elements or arguments. The notation is that of
ast-grep. Everything else in a pattern must be present, and nothing else may be: layout, comments, quotes and redundant
parentheses are ignored. A metavariable that occurs twice matches the same code twice.
"""

from __future__ import annotations

import ast
import itertools
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from testfix_pipeline.core import python_code
from testfix_pipeline.repair.languages.python.analysis.edit import PythonEditSite, is_sole_generator_argument
from testfix_pipeline.repair.languages.python.source import COMPOUND

ONE, MANY = "_one_", "_many_"
MARKED = re.compile(rf"\b(?:{ONE}|{MANY})([A-Z][A-Z0-9_]*)\b")
IGNORED = frozenset({"ctx", "kind", "type_comment"})
Captured = ast.expr | str | list[ast.AST]


class TemplateError(ValueError):
    """A template cannot be used; the message gives its id and the reason."""


@dataclass(frozen=True)
class PatternCode:
    """A pattern or replacement: its text with metavariables as identifiers, and its tree."""

    text: str
    root: ast.stmt | ast.expr

    @classmethod
    def parse(cls, code: str) -> PatternCode:
        """Parses a pattern. Raises TemplateError if the code is not one Python statement or expression."""
        text = re.sub(r"\$([A-Z])", rf"{ONE}\1", re.sub(r"\$\$\$([A-Z])", rf"{MANY}\1", code))
        try:
            (stmt,) = python_code.parse(text).body
        except (SyntaxError, ValueError) as error:
            raise TemplateError(f"`{code}` is not one Python statement or expression") from error
        if isinstance(stmt, COMPOUND) or "\n" in code:
            raise TemplateError(f"`{code}` is more than one line or has a block: use `$A` alone and a condition")
        return cls(text, stmt.value if isinstance(stmt, ast.Expr) else stmt)

    @property
    def names(self) -> frozenset[str]:
        """The metavariables, without their dollar signs."""
        return frozenset(MARKED.findall(self.text))


@dataclass(frozen=True)
class Match:
    """A node of the suspicious statement that a pattern matches.

    found: the code that each metavariable matches. nodes: the source's node for each node of the pattern.
    """

    target: PythonEditSite
    node: ast.AST
    found: Mapping[str, Captured]
    nodes: Mapping[ast.AST, ast.AST]

    def __getitem__(self, name: str) -> ast.expr:
        """The expression that a metavariable matches. Raises TemplateError if there is none."""
        node = self.found.get(name)
        if not isinstance(node, ast.expr):
            raise TemplateError(f"the pattern has no ${name} for an expression")
        return node

    @property
    def parent(self) -> ast.AST | None:
        """The parent of the matched node."""
        return self.target.source.parents.get(self.node)

    def text(self, name: str) -> str:
        """The code that a metavariable matches."""
        captured = self.found[name]
        if isinstance(captured, list):
            texts = [self.target.text(one) for one in captured]
            return (
                texts[0][1:-1]
                if len(captured) == 1 and is_sole_generator_argument(self.target, captured[0])
                else ", ".join(texts)
            )
        return captured if isinstance(captured, str) else self.target.text(captured)


Condition = Callable[[Match], bool]


@dataclass(frozen=True)
class NodeKind:
    """The condition that a metavariable matches a node of one of some types."""

    name: str
    types: frozenset[type[ast.AST]]

    def __call__(self, match: Match) -> bool:
        return type(match.found[self.name]) in self.types


def matches(pattern: ast.AST, target: PythonEditSite, node: ast.AST, in_chains: bool = False) -> Iterator[Match]:
    """Yields the match of a pattern with a node, if there is one; with in_chains one for each pair of `a < b < c` or `a
    and b and c`."""
    if isinstance(node, ast.expr) and (name := metavariable(pattern)):
        yield Match(target, node, {name: node}, {pattern: node})
        return
    for part in _adjacent_pairs(node) if in_chains and isinstance(node, (ast.Compare, ast.BoolOp)) else [node]:
        found: dict[str, Captured] = {}
        nodes: dict[ast.AST, ast.AST] = {}
        if _binds(pattern, part, found, nodes):
            yield Match(target, node, found, nodes)


def _adjacent_pairs(node: ast.Compare | ast.BoolOp) -> Iterator[ast.Compare | ast.BoolOp]:
    if isinstance(node, ast.BoolOp):
        yield from (ast.BoolOp(node.op, list(pair)) for pair in itertools.pairwise(node.values))
        return
    operands = itertools.pairwise([node.left, *node.comparators])
    for (left, right), operator in zip(operands, node.ops, strict=True):
        yield ast.Compare(left, [operator], [right])


def metavariable(node: object) -> str:
    """The metavariable's name if a pattern's node is one, else ""."""
    name = node.id if isinstance(node, ast.Name) else node if isinstance(node, str) else ""
    return name.removeprefix(ONE) if name.startswith(ONE) else ""


def ellipsis(node: object) -> str:
    """The name of the metavariable for any number of nodes if a pattern's node is one, else ""."""
    return node.id.removeprefix(MANY) if isinstance(node, ast.Name) and node.id.startswith(MANY) else ""


def _binds(pattern: ast.AST, node: ast.AST, found: dict[str, Captured], nodes: dict[ast.AST, ast.AST]) -> bool:
    nodes[pattern] = node
    if name := metavariable(pattern):
        return (
            isinstance(node, ast.expr) and not isinstance(node, ast.Starred) and _binds_consistently(found, name, node)
        )
    if type(pattern) is not type(node):
        return False
    if isinstance(pattern, ast.Call) and not pattern.keywords and any(map(ellipsis, pattern.args)):
        assert isinstance(node, ast.Call)
        given = _all_bind(pattern.args, [*node.args, *node.keywords], found, nodes)
        return given and _binds(pattern.func, node.func, found, nodes)
    fields = (field for field in pattern._fields if field not in IGNORED)
    return all(_field_binds(getattr(pattern, one), getattr(node, one), found, nodes) for one in fields)


def _field_binds(pattern: object, value: object, found: dict[str, Captured], nodes: dict[ast.AST, ast.AST]) -> bool:
    if isinstance(pattern, list):
        return isinstance(value, list) and _all_bind(pattern, value, found, nodes)
    if isinstance(pattern, ast.AST):
        return isinstance(value, ast.AST) and _binds(pattern, value, found, nodes)
    if isinstance(value, str) and (name := metavariable(pattern)):
        return found.setdefault(name, value) == value
    return type(pattern) is type(value) and pattern == value


def _all_bind(
    patterns: Sequence[ast.AST | None],
    values: Sequence[ast.AST | None],
    found: dict[str, Captured],
    nodes: dict[ast.AST, ast.AST],
) -> bool:
    at = next((at for at, one in enumerate(patterns) if ellipsis(one)), None)
    if at is not None:
        end = len(values) - (len(patterns) - at - 1)
        if end < at:
            return False
        found[ellipsis(patterns[at])] = [value for value in values[at:end] if value is not None]
        patterns, values = [*patterns[:at], *patterns[at + 1 :]], [*values[:at], *values[end:]]
    return len(patterns) == len(values) and all(
        one is value if one is None or value is None else _binds(one, value, found, nodes)  # None: the key of `**d`
        for one, value in zip(patterns, values, strict=True)
    )


def _binds_consistently(found: dict[str, Captured], name: str, node: ast.expr) -> bool:
    """Whether a metavariable may match the node: it is new, or matches the same code elsewhere."""
    known = found.setdefault(name, node)
    return known is node or (isinstance(known, ast.expr) and ast.unparse(known) == ast.unparse(node))
