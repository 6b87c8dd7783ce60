"""The other calls of the object that an error is about: by the rules its class refuses them with the same words."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence

from testfix_pipeline.core.python_code import FunctionNode
from testfix_pipeline.core.records import Failure
from testfix_pipeline.repair.languages.python.libraries.edits.expression_rule import ExpressionRule
from testfix_pipeline.repair.languages.python.libraries.edits.value_kinds import kind_of
from testfix_pipeline.repair.languages.python.source import SourceFile


def of_same_object(
    rules: Sequence[ExpressionRule], every: Sequence[ExpressionRule], failure: Failure, source: SourceFile
) -> tuple[list[ExpressionRule], set[int]]:
    """The rules for other methods of the object, and the lines of calls that can be replaced in one way only.

    rules: those for the error. every: all that there are.
    """
    methods, line = {rule.method for rule in rules if rule.method}, failure.frames[-1].line
    others = [rule for rule in every if any(_is_refused_alike(rule, one, failure.error) for one in methods)]
    objects = {_object(node, source) for node, name in _calls(source) if name in methods and _is_at(node, line)}
    objects = {one for one in objects if _is_one(*one, source)}
    lines, used, strange = set[int](), list[ExpressionRule](), set[int]()
    for node, name in _calls(source) if objects and others else ():
        named = [rule for rule in others if rule.method == name]
        meant = [rule for rule in named if _is_decided(rule, node, source)]
        if meant and _object(node, source) in objects:
            used += meant
            lines.add(node.lineno)
        elif named:
            strange.add(node.lineno)
    return [one for one in others if one in used], lines - strange


def _is_refused_alike(rule: ExpressionRule, method: str, error: str) -> bool:
    """Whether an error would be that of a rule if it named the rule's method in place of this one."""
    if rule.error is None or rule.everywhere or not rule.method or rule.error.search(error):
        return False
    return rule.error.search(re.sub(rf"\b{method}\b", rule.method, error)) is not None


def _calls(source: SourceFile) -> Iterator[tuple[ast.Call, str]]:
    """The calls of methods, with their names."""
    nodes = (node for node in source.nodes if isinstance(node, ast.Call))
    yield from ((node, node.func.attr) for node in nodes if isinstance(node.func, ast.Attribute))


def _is_at(node: ast.Call, line: int) -> bool:
    return node.lineno <= line <= (node.end_lineno or node.lineno)


def _object(call: ast.Call, source: SourceFile) -> tuple[str, ast.AST | None]:
    """How the code writes the object of a call, and the class or function in which that stands for the same object."""
    assert isinstance(call.func, ast.Attribute)
    text, scope = ast.unparse(call.func.value), source.parents.get(call)
    is_of_self = text.startswith("self.")
    while scope is not None and not isinstance(scope, ast.ClassDef if is_of_self else FunctionNode):
        scope = source.parents.get(scope)
    return text, scope


def _is_one(text: str, scope: ast.AST | None, source: SourceFile) -> bool:
    """Whether the class or function gives the object's name, or any that it begins with, at most one value."""
    nodes = [*ast.walk(scope or source.tree)]
    given = [ast.unparse(one) for one in nodes if isinstance(getattr(one, "ctx", None), ast.Store)]
    given += [one.arg for one in nodes if isinstance(one, ast.arg) and one.arg != "self"]
    return all(given.count(one) < 2 for one in given if re.match(rf"{re.escape(one)}(?!\w)", text))


def _is_decided(rule: ExpressionRule, call: ast.Call, source: SourceFile) -> bool:
    """Whether a call can be replaced in one way only, or the kind of an argument decides."""
    kinds = {kind_of(one, source) for one in call.args}
    return len(rule.new) == 1 or not rule.kinds.keys().isdisjoint(kinds)
