"""Producers that replace an expression by an ingredient of a compatible type."""

from __future__ import annotations

import ast
import builtins
import itertools
import re
from collections.abc import Iterable, Iterator

from testfix_pipeline.core.code_view import called
from testfix_pipeline.core.python_code import argument_names, handled_types
from testfix_pipeline.repair.languages.python.analysis.edit import Edit, PythonEditSite
from testfix_pipeline.repair.languages.python.analysis.scope import (
    attributes_by_name,
    class_attributes,
    module_names,
    similarity,
    undecorated_methods,
)
from testfix_pipeline.repair.languages.python.edits.imports import top_level_imports
from testfix_pipeline.repair.languages.python.ingredients.enumerate import conditions, constants, distinct_texts, values
from testfix_pipeline.repair.languages.python.ingredients.forms import common_exceptions, common_forms
from testfix_pipeline.repair.languages.python.ingredients.mined_expressions import last_name_or_key, mined
from testfix_pipeline.repair.languages.python.ingredients.priors import prior
from testfix_pipeline.repair.languages.python.ingredients.slots import (
    ARGUMENT,
    CALLEE,
    CONDITION,
    EXCEPTION,
    OPERAND,
    RECEIVER,
    Slot,
    proposals_per_slot,
    slots,
)
from testfix_pipeline.repair.languages.python.ingredients.static_types import OWNERS
from testfix_pipeline.repair.languages.python.source import PythonFunction, SourceFile
from testfix_pipeline.repair.model.source_cache import cached_per_search

MOST, MOST_VALUES, MOST_ASKED = 20, 40, 6
EMPTY = ("0", "''", "None", "[]", "{}", "1")
WORD = re.compile(r"[A-Za-z_]\w*")


def names(target: PythonEditSite) -> Iterator[Edit]:
    """Proposes another variable, also in the place of a constant."""
    for slot in slots(target):
        is_docstring = isinstance(slot.parent, ast.Expr)
        if isinstance(slot.node, (ast.Name, ast.Constant)) and slot.role != CALLEE and not is_docstring:
            like = _definitions_like(target, slot.node.id) if isinstance(slot.node, ast.Name) else ()
            found = itertools.chain((one.text for one in values(target, slot.accepts, ["name"])), like)
            yield from _replacements(slot, found, "replace.name", proposals_per_slot(target, MOST))


def _definitions_like(target: PythonEditSite, name: str) -> Iterator[str]:
    """Yields classes, functions and imported names that may replace one of them, the most similar first."""
    own = [*module_names(target.source)[1], *top_level_imports(target.source)]
    if name in own or name in vars(builtins):
        yield from sorted(own, key=lambda one: (-similarity(one, name), one))


def attributes(target: PythonEditSite) -> Iterator[Edit]:
    """Proposes another attribute or method: one that the file uses on such an object, or that objects of
    its type have."""
    for node in target.expressions(ast.Attribute):
        assert isinstance(node, ast.Attribute)
        is_called = target.source.is_called(node)
        end = target.source.span(node)[1]
        for rank, name in enumerate(distinct_texts(_attributes_like(target, node, is_called), node.attr, MOST)):
            note = f"`.{node.attr}` -> `.{name}`"
            start = end - len(node.attr)
            yield target.splice(start, end, name, "replace.attribute", prior(rank), note)
        calls = () if is_called else _answering(target.source)
        for rank, call in enumerate(sorted(calls, key=lambda one: -similarity(node.attr, one))[:MOST_ASKED]):
            yield target.splice(end - len(node.attr), end, call, "attribute.asked", prior(rank), call)


def _attributes_like(target: PythonEditSite, node: ast.Attribute, is_called: bool) -> Iterator[str]:
    source, receiver = target.source, ast.unparse(node.value)
    used_attributes = mined(source).attributes
    near = sorted(used_attributes.get(receiver, ()), key=lambda name: (-similarity(node.attr, name), name))
    yield from near[:MOST]
    if receiver in ("self", "cls"):
        data, methods = class_attributes(source, target.function.self_class if target.function else None)
        yield from sorted(methods if is_called else data, key=lambda name: (-similarity(node.attr, name), name))
    yield from attributes_by_name(source).get(last_name_or_key(node.value), ())
    owners = OWNERS.get(node.attr, frozenset())
    others = [name for name in OWNERS if is_called and OWNERS[name] & owners]
    yield from sorted(others, key=lambda name: (-similarity(node.attr, name), name))
    counts = {name: count for names in used_attributes.values() for name, count in names.items()}
    similar = sorted(counts, key=lambda name: (-similarity(node.attr, name), -counts[name], name))
    yield from similar[: MOST // 2]


@cached_per_search(64)
def _answering(source: SourceFile) -> list[str]:
    """Calls of the methods of a file's classes that take nothing but their object: `path()`."""
    alone = (one for one in undecorated_methods(source) if len(argument_names(one.args)) == 1)
    return [f"{one.name}()" for one in alone if not one.name.startswith("__")]


def callees(target: PythonEditSite) -> Iterator[Edit]:
    """Proposes another function: of the module, imported, or called in the file."""
    for slot in slots(target, CALLEE):
        if isinstance(slot.node, ast.Name):
            yield from _replacements(
                slot, _functions_like(target, slot.node.id), "replace.call", proposals_per_slot(target, 2 * MOST)
            )


def _functions_like(target: PythonEditSite, name: str) -> Iterator[str]:
    known = mined(target.source).called
    own = {**dict.fromkeys(module_names(target.source)[1], 1), **known}
    yield from sorted(own, key=lambda one: (-similarity(one, name), -own[one], one))[: MOST // 2]
    yield from (one for one, _ in known.most_common(MOST // 2))
    yield from (
        form.before[:-1] for form, _ in common_forms("value") if form.before.endswith("(") and form.after == ")"
    )
    if isinstance(vars(builtins).get(name), type):
        yield from (one for one, _ in known.most_common() if isinstance(vars(builtins).get(one), type))


def literals(target: PythonEditSite) -> Iterator[Edit]:
    """Proposes another constant, and an empty value for a name that is an argument or operand."""
    for slot in slots(target):
        if isinstance(slot.node, ast.Name) and slot.role in (ARGUMENT, OPERAND):
            yield from _replacements(slot, iter(EMPTY), "constant.empty", len(EMPTY))
        if isinstance(slot.node, ast.Constant):
            found = constants(target, slot.node, slot.accepts)
            yield from _replacements(slot, found, "replace.constant", proposals_per_slot(target, MOST_VALUES))


def expressions(target: PythonEditSite) -> Iterator[Edit]:
    """Proposes to replace an expression by a value in reach or an expression of the surrounding code."""
    for slot in slots(target):
        if slot.role in (EXCEPTION, CALLEE) or (isinstance(slot.node, ast.Name) and slot.role == RECEIVER):
            continue
        plain = isinstance(slot.node, (ast.Name, ast.Constant))
        origins = ["attribute", "mined"] if plain else []
        found = (one.text for one in values(target, slot.accepts, origins) if one.text not in slot.own_parts)
        yield from _replacements(slot, found, "replace.expression", proposals_per_slot(target, MOST_VALUES))


def tests(target: PythonEditSite) -> Iterator[Edit]:
    """Proposes another condition, first those on the same values."""
    for slot in slots(target, CONDITION):
        words = set(WORD.findall(slot.text))
        found = sorted(conditions(target), key=lambda text: not words & set(WORD.findall(text)))
        yield from _replacements(slot, found, "replace.condition", MOST_VALUES)


def exceptions(target: PythonEditSite) -> Iterator[Edit]:
    """Proposes another exception for an `except`."""
    handled = [one.type for one in target.nodes if isinstance(one, ast.ExceptHandler) and one.type is not None]
    for kind in handled:
        for each in kind.elts if isinstance(kind, ast.Tuple) else [kind]:
            text = target.text(each)
            for rank, name in enumerate(distinct_texts(exception_types(target, text), text, MOST)):
                yield target.replace(each, name, "replace.exception", prior(rank), name)


def exception_types(target: PythonEditSite, like: str = "") -> Iterator[str]:
    """Yields the failing test's exceptions, the base classes and subclasses of a builtin one, those named in the file,
    then common ones."""
    yield from sorted(one for one in target.failure_evidence.errors if isinstance(vars(builtins).get(one), type))
    kind = vars(builtins).get(like)
    if isinstance(kind, type) and issubclass(kind, BaseException):
        yield from (one.__name__ for one in kind.__mro__[1:] if issubclass(one, BaseException))
        yield from (one.__name__ for one in kind.__subclasses__() if one.__module__ == "builtins")
    yield from _handled_exceptions(target.source)
    yield from common_exceptions()


def _handled_exceptions(source: SourceFile) -> Iterator[str]:
    for node in ast.walk(source.tree):
        if isinstance(node, ast.ExceptHandler) and node.type is not None:
            parts = handled_types(node)
            yield from map(source.segment, parts)


def keywords(target: PythonEditSite) -> Iterator[Edit]:
    """Proposes another parameter's name for a keyword argument."""
    for node in target.expressions(ast.Call):
        assert isinstance(node, ast.Call)
        for keyword in [one for one in node.keywords if one.arg][:MOST]:
            start = target.source.span(keyword)[0]
            end = start + len(keyword.arg or "")
            found = distinct_texts(keyword_names(target, node), keyword.arg or "", MOST)
            for rank, name in enumerate(found):
                note = f"`{keyword.arg}=` -> `{name}=`"
                yield target.splice(start, end, name, "replace.keyword", prior(rank), note)


def keyword_names(target: PythonEditSite, node: ast.Call) -> Iterator[str]:
    """Yields parameters of the functions of this name, then keywords of its calls in the file."""
    given = {one.arg for one in node.keywords}
    for function in functions_called(target, node):
        yield from (one.arg for one in function.arguments if one.arg not in given and one.arg not in ("self", "cls"))
    yield from (name for name in keywords_of_calls(target.source).get(called(node), ()) if name not in given)


def functions_called(target: PythonEditSite, node: ast.Call) -> list[PythonFunction]:
    """The functions of the project that a call may call, by name alone; the constructor for a class."""
    name = called(node)
    all_functions = (one for source in target.project for one in source.functions)
    matching = (
        one
        for one in all_functions
        if one.name == name or (one.name == "__init__" and one.owner and one.owner.name == name)
    )
    return list(itertools.islice(matching, 3))


def _replacements(slot: Slot, texts: Iterable[str], kind: str, most: int) -> Iterator[Edit]:
    yield from (slot.put(text, kind, rank) for rank, text in enumerate(distinct_texts(texts, slot.text, most)))


@cached_per_search(64)
def keywords_of_calls(source: SourceFile) -> dict[str, dict[str, dict[str, None]]]:
    """For each called function name in the file, the keywords of its calls, each with the values given."""
    found: dict[str, dict[str, dict[str, None]]] = {}
    for node in ast.walk(source.tree):
        if isinstance(node, ast.Call) and node.keywords:
            of_name = found.setdefault(called(node), {})
            for one in node.keywords:
                if one.arg:
                    of_name.setdefault(one.arg, {})[source.segment(one.value)] = None
    return found
