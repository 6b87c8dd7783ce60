"""Producer: an expression replaced by an ingredient of a compatible type."""

from __future__ import annotations

import ast
import builtins
import itertools
import re
from collections.abc import Iterable, Iterator

from testfix_pipeline.core.code_view import called
from testfix_pipeline.repair.languages.python.analysis.edit import Edit, PythonEditSite
from testfix_pipeline.repair.languages.python.analysis.scope import (
    attributes_by_name,
    class_attributes,
    module_names,
    similarity,
)
from testfix_pipeline.repair.languages.python.edits.imports import imported_names
from testfix_pipeline.repair.languages.python.ingredients.calls import keywords_of_calls
from testfix_pipeline.repair.languages.python.ingredients.enumerate import conditions, constants, each_once, values
from testfix_pipeline.repair.languages.python.ingredients.forms import usual, usual_exceptions
from testfix_pipeline.repair.languages.python.ingredients.mined import mined, word
from testfix_pipeline.repair.languages.python.ingredients.priors import prior
from testfix_pipeline.repair.languages.python.ingredients.slots import (
    CALLEE,
    CONDITION,
    EXCEPTION,
    RECEIVER,
    Slot,
    share,
    slots,
)
from testfix_pipeline.repair.languages.python.ingredients.static_types import OWNERS
from testfix_pipeline.repair.languages.python.source import PythonFunction, SourceFile

MOST, MOST_VALUES = 20, 40
WORD = re.compile(r"[A-Za-z_]\w*")


def names(target: PythonEditSite) -> Iterator[Edit]:
    """Another variable."""
    for slot in slots(target):
        if isinstance(slot.node, ast.Name) and slot.role != CALLEE:
            found = itertools.chain(
                (one.text for one in values(target, slot.accepts, ["name"])), _definitions_like(target, slot.node.id)
            )
            yield from _each(slot, found, "replace.name", share(target, MOST))


def _definitions_like(target: PythonEditSite, name: str) -> Iterator[str]:
    """Classes, functions and imported names for one of them, the most alike first."""
    own = [*module_names(target.source)[1], *imported_names(target.source)]
    if name in own or name in vars(builtins):
        yield from sorted(own, key=lambda one: (-similarity(one, name), one))


def attributes(target: PythonEditSite) -> Iterator[Edit]:
    """Another attribute or method: one that the file asks such an object for, or that objects of its type have."""
    for node in target.expressions(ast.Attribute):
        assert isinstance(node, ast.Attribute)
        is_called = target.source.is_called(node)
        end = target.source.span(node)[1]
        for rank, name in enumerate(each_once(_attributes_like(target, node, is_called), node.attr, MOST)):
            note = f"`.{node.attr}` -> `.{name}`"
            start = end - len(node.attr)
            yield target.splice(start, end, name, "replace.attribute", prior(rank), note)


def _attributes_like(target: PythonEditSite, node: ast.Attribute, is_called: bool) -> Iterator[str]:
    source, receiver = target.source, ast.unparse(node.value)
    asked = mined(source).attributes
    near = sorted(asked.get(receiver, ()), key=lambda name: (-similarity(node.attr, name), name))
    yield from near[:MOST]
    if receiver in ("self", "cls"):
        data, methods = class_attributes(source, target.function.owner if target.function else None)
        yield from sorted(methods if is_called else data, key=lambda name: (-similarity(node.attr, name), name))
    yield from attributes_by_name(source).get(word(node.value), ())
    owners = OWNERS.get(node.attr, frozenset())
    others = [name for name in OWNERS if is_called and OWNERS[name] & owners]
    yield from sorted(others, key=lambda name: (-similarity(node.attr, name), name))
    every = {name: count for names in asked.values() for name, count in names.items()}
    alike = sorted(every, key=lambda name: (-similarity(node.attr, name), -every[name], name))
    yield from alike[: MOST // 2]


def callees(target: PythonEditSite) -> Iterator[Edit]:
    """Another function: of the module, imported, or one that the file calls."""
    for slot in slots(target, CALLEE):
        if isinstance(slot.node, ast.Name):
            yield from _each(slot, _functions_like(target, slot.node.id), "replace.call", share(target, 2 * MOST))


def _functions_like(target: PythonEditSite, name: str) -> Iterator[str]:
    known = mined(target.source).called
    own = {**dict.fromkeys(module_names(target.source)[1], 1), **known}
    yield from sorted(own, key=lambda one: (-similarity(one, name), -own[one], one))[: MOST // 2]
    yield from (one for one, _ in known.most_common(MOST // 2))
    yield from (form.before[:-1] for form, _ in usual("value") if form.before.endswith("(") and form.after == ")")
    if isinstance(vars(builtins).get(name), type):
        yield from (one for one, _ in known.most_common() if isinstance(vars(builtins).get(one), type))


def literals(target: PythonEditSite) -> Iterator[Edit]:
    """Another constant."""
    for slot in slots(target):
        if isinstance(slot.node, ast.Constant):
            found = constants(target, slot.node, slot.accepts)
            yield from _each(slot, found, "replace.constant", share(target, MOST_VALUES))


def expressions(target: PythonEditSite) -> Iterator[Edit]:
    """Any expression by a value in reach, or by an expression of the code around."""
    for slot in slots(target):
        if slot.role in (EXCEPTION, CALLEE) or (isinstance(slot.node, ast.Name) and slot.role == RECEIVER):
            continue
        plain = isinstance(slot.node, (ast.Name, ast.Constant))
        origins = ["attribute", "mined"] if plain else []
        found = (one.text for one in values(target, slot.accepts, origins) if one.text not in slot.own_parts)
        yield from _each(slot, found, "replace.expression", share(target, MOST_VALUES))


def tests(target: PythonEditSite) -> Iterator[Edit]:
    """A condition by another one, first by those that ask the same values."""
    for slot in slots(target, CONDITION):
        words = set(WORD.findall(slot.text))
        found = sorted(conditions(target), key=lambda text: not words & set(WORD.findall(text)))
        yield from _each(slot, found, "replace.condition", MOST_VALUES)


def exceptions(target: PythonEditSite) -> Iterator[Edit]:
    """Another exception in an `except`."""
    handled = [one.type for one in target.nodes if isinstance(one, ast.ExceptHandler) and one.type is not None]
    for kind in handled:
        for each in kind.elts if isinstance(kind, ast.Tuple) else [kind]:
            text = target.text(each)
            for rank, name in enumerate(each_once(exception_types(target, text), text, MOST)):
                yield target.replace(each, name, "replace.exception", prior(rank), name)


def exception_types(target: PythonEditSite, like: str = "") -> Iterator[str]:
    """What the failing test raises, the classes above and below a builtin one, then those that the file speaks of."""
    yield from sorted(one for one in target.failure_evidence.errors if isinstance(vars(builtins).get(one), type))
    kind = vars(builtins).get(like)
    if isinstance(kind, type) and issubclass(kind, BaseException):
        yield from (one.__name__ for one in kind.__mro__[1:] if issubclass(one, BaseException))
        yield from (one.__name__ for one in kind.__subclasses__() if one.__module__ == "builtins")
    yield from _spoken_of(target.source)
    yield from usual_exceptions()


def _spoken_of(source: SourceFile) -> Iterator[str]:
    for node in ast.walk(source.tree):
        if isinstance(node, ast.ExceptHandler) and node.type is not None:
            parts = node.type.elts if isinstance(node.type, ast.Tuple) else [node.type]
            yield from map(source.segment, parts)


def keywords(target: PythonEditSite) -> Iterator[Edit]:
    """The name of an argument by that of another parameter of what is called, or by none."""
    for node in target.expressions(ast.Call):
        assert isinstance(node, ast.Call)
        for keyword in [one for one in node.keywords if one.arg][:MOST]:
            start = target.source.span(keyword)[0]
            end = start + len(keyword.arg or "")
            found = each_once(keyword_names(target, node), keyword.arg or "", MOST)
            for rank, name in enumerate(found):
                note = f"`{keyword.arg}=` -> `{name}=`"
                yield target.splice(start, end, name, "replace.keyword", prior(rank), note)


def keyword_names(target: PythonEditSite, node: ast.Call) -> Iterator[str]:
    """Parameters of the functions of this name, then keywords that calls of it have in the file."""
    given = {one.arg for one in node.keywords}
    for function in functions_called(target, node):
        yield from (one.arg for one in function.arguments if one.arg not in given and one.arg not in ("self", "cls"))
    yield from (name for name in keywords_of_calls(target.source).get(called(node), ()) if name not in given)


def functions_called(target: PythonEditSite, node: ast.Call) -> list[PythonFunction]:
    """The functions of the project that a call may mean: by their names alone; the constructor for a class."""
    name = called(node)
    every = (one for source in target.project for one in source.functions)
    wanted = (
        one for one in every if one.name == name or (one.name == "__init__" and one.owner and one.owner.name == name)
    )
    return list(itertools.islice(wanted, 3))


def _each(slot: Slot, texts: Iterable[str], kind: str, most: int) -> Iterator[Edit]:
    yield from (slot.put(text, kind, rank) for rank, text in enumerate(each_once(texts, slot.text, most)))
