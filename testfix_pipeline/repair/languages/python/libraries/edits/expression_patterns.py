"""Patterns of expressions with placeholders, matched with a file's expressions by what the file imports.

A placeholder is a name in a pattern that is neither assigned to without an annotation, called nor the beginning of a
dotted name; `self`, a method's object, always is one. Of a call, positional placeholders have to be given, by place or
by keyword; `k=k` may be given; another keyword has to have the same value; `*args` and `**rest` take what is left,
`[*items]` all of a list.
"""

from __future__ import annotations

import ast
from collections.abc import Collection, Mapping, Sequence

from testfix_pipeline.core.python_bindings import names_bound_by
from testfix_pipeline.core.python_code import names_in
from testfix_pipeline.core.python_imports import imported_names
from testfix_pipeline.repair.languages.python.source import SourceFile

Value = ast.expr | list[ast.expr] | list[ast.keyword]
Values = Mapping[str, Value]
OBJECT = "self"


def names_of_imports(source: SourceFile) -> dict[str, str]:
    """What each local name of a file's imports stands for, as a dotted name."""
    return {one.name: one.full for one in imported_names(source.nodes) if not one.level}


def root_of(node: ast.expr) -> ast.Name | None:
    """The name that a chain of attributes begins with; None of another expression."""
    while isinstance(node, ast.Attribute):
        node = node.value
    return node if isinstance(node, ast.Name) else None


def dotted(node: ast.expr, names: Mapping[str, str] | None = None) -> str:
    """The dotted name that an expression is, its beginning replaced by what `names` say; "" of another one."""
    root = root_of(node)
    if root is None or (names is not None and root.id not in names):
        return ""
    text = ast.unparse(node)
    return f"{names[root.id]}{text.removeprefix(root.id)}" if names is not None else text


def placeholders(pattern: ast.AST) -> frozenset[str]:
    """The placeholders of a pattern."""
    taken = {
        id(inner)
        for node in ast.walk(pattern)
        if isinstance(inner := node.func if isinstance(node, ast.Call) else getattr(node, "value", None), ast.Name)
        and inner.id != OBJECT
        and isinstance(node, ast.Call | ast.Attribute)
    }
    names = [node for node in ast.walk(pattern) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)]
    names += [pattern.target] if isinstance(pattern, ast.AnnAssign) and isinstance(pattern.target, ast.Name) else []
    return frozenset(node.id for node in names if id(node) not in taken)


class PatternMatch:
    """One attempt to match a pattern, of which `free` are the placeholders.

    values: by placeholder; roots: the names that matched dotted names begin with.
    """

    def __init__(self, pattern: ast.AST, free: frozenset[str], names: Mapping[str, str]) -> None:
        self.pattern, self.free, self.names = pattern, free, names
        self.values: dict[str, Value] = {}
        self.roots: list[ast.Name] = []

    def take(self, node: ast.AST) -> bool:
        """Whether an expression, or an assignment, is one of the pattern."""
        return self._is(self.pattern, node)

    def _is(self, pattern: ast.AST, node: ast.AST) -> bool:
        if isinstance(pattern, ast.Name) and pattern.id in self.free:
            return self._bind(pattern.id, node)
        if isinstance(pattern, ast.Name | ast.Attribute) and (root := root_of(pattern)) and root.id not in self.free:
            return self._is_named(pattern, node)
        if isinstance(pattern, ast.Call) and isinstance(node, ast.Call):
            return self._is(pattern.func, node.func) and self._is_given(pattern, node)
        if type(pattern) is not type(node):
            return False
        if isinstance(node, ast.List) and (star := _whole(pattern)):
            self.values[star] = node.elts
            return True
        return all(
            self._is_field(getattr(pattern, name), getattr(node, name)) for name in pattern._fields if name != "ctx"
        )

    def _is_field(self, wanted: object, found: object) -> bool:
        if isinstance(wanted, list) and isinstance(found, list):
            return len(wanted) == len(found) and all(map(self._is_field, wanted, found))
        if isinstance(wanted, ast.AST) and isinstance(found, ast.AST):
            return self._is(wanted, found)
        return wanted == found

    def _is_named(self, pattern: ast.expr, node: ast.AST) -> bool:
        if not isinstance(node, ast.Name | ast.Attribute):
            return False
        if isinstance(pattern, ast.Name):  # one of Python's own
            return isinstance(node, ast.Name) and node.id == pattern.id and node.id not in self.names
        root = root_of(node)
        if root is None or dotted(node, self.names) != dotted(pattern):
            return False
        self.roots.append(root)
        return True

    def _bind(self, name: str, node: ast.AST) -> bool:
        known = self.values.get(name)
        if not isinstance(node, ast.expr) or isinstance(node, ast.Starred):
            return False
        if known is None:
            self.values[name] = node
        return known is None or (isinstance(known, ast.expr) and ast.dump(known) == ast.dump(node))

    def _is_given(self, pattern: ast.Call, call: ast.Call) -> bool:
        """Whether a call's arguments are those that a pattern's call asks for."""
        places = list(call.args)
        keywords = {one.arg: one for one in call.keywords if one.arg is not None}
        spread = [one for one in call.keywords if one.arg is None]
        star = next(filter(None, map(_star, pattern.args)), None)
        for one in pattern.args:
            if _star(one):
                continue
            given = places.pop(0) if places else None
            if given is None and isinstance(one, ast.Name) and one.id in keywords:
                given = keywords.pop(one.id).value
            if given is None or not self._is(one, given):
                return False
        rest = None
        for key in pattern.keywords:
            if key.arg is None:
                rest = key.value.id if isinstance(key.value, ast.Name) else None
            elif not self._is_keyword(key, keywords, places if star is None else []):
                return False
        if star is not None:
            self.values[star] = places
        if rest is not None:
            self.values[rest] = [*keywords.values(), *spread]
        return (star is not None or not places) and (rest is not None or not (keywords or spread))

    def _is_keyword(self, key: ast.keyword, keywords: dict[str, ast.keyword], places: list[ast.expr]) -> bool:
        is_optional = isinstance(key.value, ast.Name) and key.value.id in self.free
        if key.arg in keywords:
            return self._is(key.value, keywords.pop(key.arg).value)
        if is_optional and places:
            return self._is(key.value, places.pop(0))
        return is_optional


def _star(node: ast.expr) -> str:
    """The name of `*name`, "" of another argument."""
    return node.value.id if isinstance(node, ast.Starred) and isinstance(node.value, ast.Name) else ""


def _whole(node: ast.AST) -> str:
    """The name of `[*name]`, which any list has, "" of another expression."""
    return _star(node.elts[0]) if isinstance(node, ast.List) and len(node.elts) == 1 else ""


def has_effects(value: ast.expr) -> bool:
    """Whether to evaluate an expression twice may do something else than to do so once."""
    return any(isinstance(one, ast.Call | ast.Await | ast.NamedExpr | ast.Yield) for one in ast.walk(value))


def is_fitting(new: ast.AST, values: Values) -> bool:
    """Whether no value has a name to which a comprehension or lambda of the replacement gives another meaning."""
    own = names_bound_by(ast.walk(new))
    given = [one for value in values.values() for one in (value if isinstance(value, list) else [value])]
    return not any(own & names_in(one) for one in given)


def is_evaluated_alike(new: ast.AST, values: Values) -> bool:
    """Whether a replacement drops no value, and evaluates those that have effects once each and in their order."""
    given = {name: value for name, value in values.items() if isinstance(value, ast.expr)}
    if given.keys() != values.keys() or not given.keys() <= names_in(new):
        return False
    if not any(map(has_effects, given.values())):
        return True
    if any(isinstance(one, ast.BoolOp | ast.IfExp | ast.Compare | ast.comprehension) for one in ast.walk(new)):
        return False
    found = [one for one in ast.walk(new) if isinstance(one, ast.Name) and one.id in given]
    found.sort(key=lambda one: (one.lineno, one.col_offset))
    return [one.id for one in found] == sorted(given, key=lambda name: (given[name].lineno, given[name].col_offset))


class FilledDefaults(ast.NodeTransformer):
    """Puts the defaults of parameters in their place where a call gives no value."""

    def __init__(self, defaults: Mapping[str, ast.expr], values: Values) -> None:
        self.left = {name: value for name, value in defaults.items() if name not in values}

    def visit_Name(self, node: ast.Name) -> ast.expr:
        return self.left.get(node.id, node)


class ArgumentNotGiven(Exception):
    """A replacement needs an argument that is not given, or more than once one that may not be evaluated twice."""


class FilledPattern(ast.NodeTransformer):
    """Puts values in the place of placeholders; a keyword of one that is not given goes. Raises ArgumentNotGiven.

    slots: receives the values by the names that stand for them in the result, to be written as the program has them.
    """

    def __init__(self, values: Values, free: Collection[str], slots: dict[str, ast.expr]) -> None:
        self.values, self.free, self.slots = values, free, slots
        self._written: set[str] = set()

    def visit_Name(self, node: ast.Name) -> ast.expr:
        """The value of a placeholder. Raises ArgumentNotGiven."""
        if node.id not in self.free:
            return node
        value = self.values.get(node.id)
        if not isinstance(value, ast.expr) or (node.id in self._written and has_effects(value)):
            raise ArgumentNotGiven(node.id)
        self._written.add(node.id)
        return self._slot(value)

    def visit_List(self, node: ast.List) -> ast.expr:
        return ast.List(self._spliced(node.elts), ast.Load())

    def visit_Call(self, node: ast.Call) -> ast.expr:
        keywords: list[ast.keyword] = []
        for one in node.keywords:
            name = one.value.id if isinstance(one.value, ast.Name) and one.value.id in self.free else ""
            value = self.values.get(name)
            if one.arg is None and isinstance(value, list):
                given = [key for key in value if isinstance(key, ast.keyword)]
                keywords += [ast.keyword(key.arg, self._slot(key.value)) for key in given]
            elif not name or value is not None:
                keywords.append(ast.keyword(one.arg, self.visit(one.value)))
        return ast.Call(self.visit(node.func), self._spliced(node.args), keywords)

    def _spliced(self, nodes: Sequence[ast.expr]) -> list[ast.expr]:
        found: list[ast.expr] = []
        for one in nodes:
            value = self.values.get(_star(one))
            if isinstance(value, list):
                found += [self._slot(each) for each in value if isinstance(each, ast.expr)]
            else:
                found.append(self.visit(one))
        return found

    def _slot(self, value: ast.expr) -> ast.Name | ast.Starred:
        if isinstance(value, ast.Starred):
            return ast.Starred(self._slot(value.value), ast.Load())
        name = f"slot_{len(self.slots)}_"
        self.slots[name] = value
        return ast.Name(name, ast.Load())
