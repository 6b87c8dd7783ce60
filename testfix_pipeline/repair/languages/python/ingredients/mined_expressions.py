"""The expressions of a file by the variables that they need, and the forms of its values."""

from __future__ import annotations

import ast
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from testfix_pipeline.core.python_code import FunctionNode
from testfix_pipeline.repair.languages.python.analysis.scope import bound_names, inner_names
from testfix_pipeline.repair.languages.python.ingredients.static_types import (
    ANY,
    BUILTINS,
    NONE,
    OWNERS,
    Types,
    Typing,
    typing_of,
)
from testfix_pipeline.repair.languages.python.source import SourceFile
from testfix_pipeline.repair.languages.python.templates import precedence
from testfix_pipeline.repair.model.source_cache import cached_per_search

LONGEST = 60
"""The greatest length of an expression in characters: longer ones fit only their own place."""
SELF = frozenset({"self", "cls"})
EXPRESSION_TYPES = (
    ast.Attribute,
    ast.Subscript,
    ast.Call,
    ast.Compare,
    ast.BinOp,
    ast.UnaryOp,
    ast.BoolOp,
    ast.Constant,
    ast.List,
    ast.Dict,
    ast.Tuple,
    ast.Set,
    ast.ListComp,
    ast.IfExp,
)
SIMPLE_STATEMENTS = (
    ast.Assign,
    ast.AnnAssign,
    ast.AugAssign,
    ast.Expr,
    ast.Return,
    ast.Raise,
    ast.Delete,
    ast.Continue,
    ast.Break,
)
FORM_TYPES = (ast.Call, ast.Attribute, ast.Subscript, ast.Compare, ast.UnaryOp, ast.BinOp, ast.BoolOp, ast.Await)


@dataclass(frozen=True, slots=True)
class Mention:
    """An occurrence of an expression. is_condition: whether its truth value is used there."""

    text: str
    node: ast.expr
    function: ast.AST | None
    owner: ast.AST | None
    types: Types
    is_condition: bool
    needs: frozenset[str]


@dataclass(frozen=True, slots=True)
class MinedLine:
    """A simple statement on one line, with its function and class and the variables that it reads."""

    text: str
    node: ast.stmt
    function: ast.AST | None
    owner: ast.AST | None
    needs: frozenset[str]


@dataclass(frozen=True, slots=True)
class Form:
    """Code around a value: `len(` and `)`.

    needed: the least precedence of the value. of: the name of the code's node type. takes, types: the types of the
    value and of the code with it. needs_self: only methods can use it.
    """

    before: str
    after: str
    needed: int
    of: str
    takes: Types = ANY
    types: Types = ANY
    needs_self: bool = False

    def filled(self, text: str) -> str:
        """The code around another value."""
        return f"{self.before}{text}{self.after}"


PLAIN = Form("", "", precedence.LOOSEST, "Name")
"""A value that is itself a condition."""


@dataclass
class MinedExpressions:
    """The expressions and forms of a file. by_names: expressions by the variables that they need. forms, conditions:
    how often each form is used, and used as a condition."""

    by_names: dict[frozenset[str], list[Mention]] = field(default_factory=lambda: defaultdict(list))
    forms: Counter[Form] = field(default_factory=Counter)
    conditions: Counter[Form] = field(default_factory=Counter)
    words: dict[str, Counter[Form]] = field(default_factory=lambda: defaultdict(Counter))
    attributes: dict[str, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))
    called: Counter[str] = field(default_factory=Counter)
    classes: Counter[str] = field(default_factory=Counter)
    operators: Counter[str] = field(default_factory=Counter)
    lines: list[MinedLine] = field(default_factory=list)


@cached_per_search(64)
def mined(source: SourceFile) -> MinedExpressions:
    """The expressions and forms of a file's functions and module."""
    found = MinedExpressions()
    _Walk(source, found).visit(source.tree, None, None)
    return found


@cached_per_search(64)
def module_reach(source: SourceFile) -> frozenset[str]:
    """The names that are defined everywhere in the file."""
    return frozenset(bound_names(source.tree)) | BUILTINS


class _Walk:
    """Visits a file once, from the outside in, and records the variables that each expression needs."""

    def __init__(self, source: SourceFile, found: MinedExpressions) -> None:
        self.source, self.found = source, found
        self.known, self.everywhere = typing_of(source), module_reach(source)
        self.simple = source.text.isascii()

    def visit(self, node: ast.AST, function: ast.AST | None, owner: ast.AST | None) -> frozenset[str]:
        """The variables that a node needs; records the expressions in it."""
        inner = node if isinstance(node, FunctionNode) else function
        around = node if isinstance(node, ast.ClassDef) else owner
        if isinstance(node, (ast.Name, ast.Attribute)) and is_condition(node, self.source.parents[node]):
            self.found.conditions[PLAIN] += 1
        if isinstance(node, ast.Name):
            return frozenset() if node.id in self.everywhere else frozenset({node.id})
        if isinstance(node, ast.JoinedStr):
            return frozenset(n.id for n in ast.walk(node) if isinstance(n, ast.Name)) - self.everywhere
        skipped = {getattr(node, "annotation", None), getattr(node, "returns", None)}
        children = [one for one in ast.iter_child_nodes(node) if one not in skipped and not _is_docstring(one)]
        parts = [(one, self.visit(one, inner, around)) for one in children]
        needs = frozenset[str]().union(*(names for _, names in parts))
        if isinstance(node, (ast.Lambda, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)):
            needs -= inner_names(node)
        if isinstance(node, EXPRESSION_TYPES) and isinstance(getattr(node, "ctx", ast.Load()), (ast.Load, ast.Store)):
            self._add_mention(node, needs, function, owner)
        if isinstance(node, FORM_TYPES):
            self._add_forms(node, parts)
        if isinstance(node, SIMPLE_STATEMENTS) and function is not None and node.lineno == node.end_lineno:
            read = needs - frozenset(one.id for one in binding_targets(node) if isinstance(one, ast.Name))
            self.found.lines.append(MinedLine(self._text(node), node, function, owner, read))
        return needs

    def _add_mention(
        self, node: ast.expr, needs: frozenset[str], function: ast.AST | None, owner: ast.AST | None
    ) -> None:
        if node.lineno != node.end_lineno or node.end_col_offset - node.col_offset > LONGEST:  # type: ignore[operator]
            return
        if isinstance(node, ast.Attribute):
            receiver = node.value
            self.found.attributes[ast.unparse(receiver) if _is_dotted_name(receiver) else ""][node.attr] += 1
        parent = self.source.parents[node]
        is_sliced = isinstance(node, ast.Tuple) and any(isinstance(one, ast.Slice) for one in node.elts)
        if is_sliced or (isinstance(parent, ast.Call) and parent.func is node):
            return
        types = self.known.of(node, function)
        mention = Mention(self._text(node), node, function, owner, types, is_condition(node, parent), needs)
        self.found.by_names[needs].append(mention)

    def _text(self, node: ast.AST) -> str:
        return self.source.segment(node)

    def _add_forms(self, node: ast.expr, parts: list[tuple[ast.AST, frozenset[str]]]) -> None:
        """Records the form of each part of an expression that needs variables, if the rest needs none."""
        if node.lineno != node.end_lineno or isinstance(getattr(node, "ctx", None), ast.Store):
            return
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            self.found.called[node.func.id] += 1
            if node.func.id in ("isinstance", "issubclass") and len(node.args) == 2:
                kinds = node.args[1].elts if isinstance(node.args[1], ast.Tuple) else [node.args[1]]
                self.found.classes.update(map(self._text, kinds))
        if isinstance(node, ast.Compare) and len(parts) == 3 and parts[0][1] and parts[2][1]:
            (left, right) = self.source.span(node.left)[1], self.source.span(node.comparators[0])[0]
            self.found.operators[self.source.text[left:right].strip(" ()")] += 1
        for part, names in parts:
            part, own = (part.value, part) if isinstance(part, ast.keyword) else (part, part)
            rest = frozenset[str]().union(*(others for other, others in parts if other is not own))
            needs = names if isinstance(part, ast.Attribute) else names - SELF
            if isinstance(part, ast.expr) and needs and not rest - SELF:
                self._add_form_of_part(node, part, bool(rest))
                if isinstance(node, (ast.Compare, ast.UnaryOp)) and (inner := _inner_value(part)) is not None:
                    self._add_form(node, inner, bool(rest))

    def _add_form_of_part(self, node: ast.expr, part: ast.expr, needs_self: bool) -> None:
        parent = self.source.parents[node]
        if isinstance(node, ast.Attribute) and isinstance(parent, ast.Call) and parent.func is node:
            given = (*parent.args, *(one.value for one in parent.keywords))
            if parent.lineno == parent.end_lineno and all(isinstance(one, ast.Constant) for one in given):
                self._add_form(parent, part, needs_self)
        elif not (isinstance(node, ast.Call) and node.func is part):
            self._add_form(node, part, needs_self)

    def _add_form(self, node: ast.expr, part: ast.expr, needs_self: bool) -> None:
        if isinstance(self.source.parents[node], (ast.Expr, ast.Raise)):
            return  # nothing takes its value
        (start, end), (first, last) = self.source.span(node), self.source.span(part)
        before, after = self.source.text[start:first], self.source.text[last:end]
        if len(before) + len(after) > LONGEST or "\n" in before + after:
            return
        needed = precedence.least_precedence(self.source.parents[part], part)
        takes, types = accepted_types(self.known, node, part), self.known.of(node)
        form = Form(before, after, needed, type(node).__name__, takes, types, needs_self or "self." in before + after)
        self.found.forms[form] += 1
        if word := last_name_or_key(part):
            self.found.words[word][form] += 1
        if is_condition(node, self.source.parents[node]):
            self.found.conditions[form] += 1


def binding_targets(node: ast.stmt) -> list[ast.expr]:
    """The targets that a statement binds without reading them first."""
    return node.targets if isinstance(node, ast.Assign) else [node.target] if isinstance(node, ast.AnnAssign) else []


def accepted_types(known: Typing, node: ast.expr, part: ast.expr) -> Types:
    """The types that a part of an expression may have: those with its method, or those of the other operand."""
    match node:
        case ast.Call(func=ast.Attribute() as method) if method.value is part:
            return OWNERS.get(method.attr, ANY)
        case ast.Attribute():
            return OWNERS.get(node.attr, ANY)
        case ast.BinOp(op=ast.Mod()) | ast.Compare(ops=[ast.In()]) | ast.Compare(ops=[ast.NotIn()]):
            return ANY
        case ast.BinOp():
            return known.of(node.right if node.left is part else node.left)
        case ast.BoolOp():
            return known.of(node.values[-1]) - {NONE} if node.values[-1] is not part else ANY
        case ast.Compare():
            return known.of(node.comparators[0] if node.left is part else node.left) - {NONE}
    return ANY


def is_condition(node: ast.AST, parent: ast.AST) -> bool:
    """Whether an expression's truth value is used: it is a test or a part of one."""
    if isinstance(parent, (ast.If, ast.While, ast.Assert, ast.IfExp)):
        return parent.test is node
    if isinstance(parent, ast.comprehension):
        return node in parent.ifs
    denied = isinstance(parent, ast.UnaryOp) and isinstance(parent.op, ast.Not)
    return denied or isinstance(parent, (ast.BoolOp, ast.NamedExpr))


def _inner_value(node: ast.expr) -> ast.expr | None:
    """The value in `len(value)`, `value.strip()`, `value[0]`, else None."""
    match node:
        case ast.Call(func=ast.Name(), args=[one, *rest], keywords=[]) if all(
            _is_constant_or_class(other) for other in rest
        ):
            return one
        case ast.Call(func=ast.Attribute(value=one), args=rest, keywords=[]) if all(map(_is_constant_or_class, rest)):
            return one
        case ast.Subscript(value=one, slice=key) if _is_constant_or_class(key):
            return one
    return None


def _is_constant_or_class(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) or (isinstance(node, ast.Name) and node.id[:1].isupper())


def _is_dotted_name(node: ast.AST) -> bool:
    while isinstance(node, ast.Attribute):
        node = node.value
    return isinstance(node, ast.Name)


def last_name_or_key(node: ast.AST) -> str:
    """The last name of a value, or the constant key that it is looked up by."""
    if isinstance(node, ast.Attribute):
        return node.attr
    if isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Constant):
        return str(node.slice.value)
    return node.id if isinstance(node, ast.Name) else ""


def _is_docstring(node: ast.AST) -> bool:
    """Whether a statement is a docstring."""
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)


def usable(found: MinedExpressions, visible: frozenset[str]) -> Iterator[Mention]:
    """Yields the expressions whose variables are all visible."""
    for names, mentions in found.by_names.items():
        if names <= visible:
            yield from mentions


def likeliest(forms: Mapping[Form, int]) -> list[tuple[Form, float]]:
    """(form, share), the most frequent first."""
    total = sum(forms.values())
    return sorted(((form, count / total) for form, count in forms.items()), key=lambda one: -one[1])
