"""Members that a class lacks: the first value of an attribute, a decorator or `self` of a method."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from testfix_pipeline.core.python_code import FunctionNode, argument_names, names_in
from testfix_pipeline.repair.languages.python.analysis.blocks import after, before, is_lone_pass
from testfix_pipeline.repair.languages.python.analysis.edit import Edit, PythonEditSite
from testfix_pipeline.repair.languages.python.analysis.scope import (
    bound_names,
    class_attributes,
    own_attribute,
    undecorated_methods,
)
from testfix_pipeline.repair.model.source_cache import cached_per_search

LACKING = re.compile(r"'\w+' object has no attribute '(\w+)'")
BARE_METHOD = re.compile(r"'(method|function)'|<bound method")
FIRST_VALUES = ("0", "None", "[]", "{}", "set()", "False", "''", "True", "1")


def propose_members(target: PythonEditSite) -> Iterator[Edit]:
    """Proposes `self.x = 0` at the end of a constructor, and what a method lacks where it is defined or asked for."""
    function, stmt = target.function, target.stmt
    owner = function.self_class if function is not None and function.name == "__init__" else None
    if function is not None and owner is not None and stmt is function.node.body[-1]:
        yield from _first_values(target, function.node, owner)
    if isinstance(stmt, FunctionNode):
        yield from _of_method(target, stmt)
    attributes = (one for one in target.nodes if isinstance(one, ast.Attribute))
    asked = {one.attr for one in attributes if not target.source.is_called(one)}
    for method in undecorated_methods(target.source) if asked else ():
        if method.name in asked and len(argument_names(method.args)) == 1:
            yield _inserted(target, method, "@property", 0.8)


def _first_values(target: PythonEditSite, constructor: FunctionNode, owner: ast.ClassDef) -> Iterator[Edit]:
    """Yields first values of the attributes that the class reads, or failing tests ask for, and nothing sets: an unread
    parameter, then simple values."""
    asked = {name for message in target.failure_evidence.messages for name in LACKING.findall(message)}
    asked -= {*class_attributes(target.source, owner)[1], *_set(constructor), *bound_names(owner)}
    put = before if is_lone_pass(target.source, target.stmt) else after
    read = set[str]().union(*map(names_in, constructor.body))
    unread = argument_names(constructor.args) - read
    for name in sorted(asked | _unset(owner)):
        values = sorted(unread, key=lambda one: (one not in name, one))
        for rank, value in enumerate((*values, *FIRST_VALUES)):
            code, prior = [f"self.{name} = {value}"], (0.9 if name in asked else 0.4) / (1 + 0.1 * rank)
            edit = put(target, code, "member.set", prior, code[0])
            yield from [edit] if edit is not None else []


def _set(node: ast.AST) -> set[str]:
    """The attributes that a class or method gives its object; changed ones were there before."""
    changed = {id(one.target) for one in ast.walk(node) if isinstance(one, ast.AugAssign)}
    stores = (one for one in ast.walk(node) if isinstance(one, ast.Attribute) and isinstance(one.ctx, ast.Store))
    return {own_attribute(one) for one in stores if id(one) not in changed}


@cached_per_search(512)
def _unset(owner: ast.ClassDef) -> frozenset[str]:
    """The attributes that a class without bases reads or changes and never sets."""
    used = {own_attribute(one) for one in ast.walk(owner)} - {""}
    return frozenset(used - _set(owner) - bound_names(owner).keys() - vars(object).keys() if not owner.bases else ())


def _of_method(target: PythonEditSite, method: FunctionNode) -> Iterator[Edit]:
    """Yields `@property` where a failure shows a method for its value, and what takes the place of a lacking `self`."""
    if method not in undecorated_methods(target.source):
        return
    names = [one.arg for one in (*method.args.posonlyargs, *method.args.args)]
    if names == ["self"] and any(map(BARE_METHOD.search, target.failure_evidence.messages)):
        yield _inserted(target, method, "@property", 0.7)
    if "self" in names[:1] or method.name in ("__new__", "__init_subclass__", "__class_getitem__"):
        return
    yield _inserted(target, method, "@classmethod" if names[:1] == ["cls"] else "@staticmethod", 0.7)
    start = target.source.text.index("(", target.source.text.index(method.name, target.source.span(method)[0])) + 1
    yield target.splice(start, start, "self, " if names else "self", "member.self", 0.8, "self")


def _inserted(target: PythonEditSite, method: FunctionNode, decorator: str, prior: float) -> Edit:
    source = target.source
    start, text = source.block(method)[0], f"{source.indent(method)}{decorator}{source.newline}"
    return target.splice(start, start, text, "member.decorated", prior, decorator)
