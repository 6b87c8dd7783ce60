"""Containers of a library that are of another kind now: `bleach.ALLOWED_TAGS + ["p"]`, where it is no list any more.

An error names the kind that it is; what the program does with it says which kind it was, and it is made one again.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from testfix_pipeline.core.code_view import last_name
from testfix_pipeline.core.records import Failure
from testfix_pipeline.repair.language.library_fixes import LibraryFix
from testfix_pipeline.repair.languages.python.libraries.edits.expression_patterns import dotted, names_of_imports
from testfix_pipeline.repair.languages.python.libraries.edits.file_edits import FileEdits, edited_texts
from testfix_pipeline.repair.languages.python.libraries.inquiry.named_libraries import fix_of_error
from testfix_pipeline.repair.languages.python.libraries.inquiry.recognition import OwnNames
from testfix_pipeline.repair.languages.python.libraries.sources.plain_results import may_be_of_library, values_of
from testfix_pipeline.repair.languages.python.source import SourceFile

LIKELIHOOD = 0.85
_KINDS = r"frozenset|set|tuple|list|generator|map|filter|zip|\w*dict_(?:keys|values|items)|\w+View"
_OPERANDS = re.compile(rf"unsupported operand type\(s\) for (\+|\||-|&)(=?): '({_KINDS})' and '({_KINDS})'")
_JOINED = re.compile(rf"can only concatenate (list|tuple) \(not \"({_KINDS})\"\) to \1")
_ITEM = re.compile(rf"'({_KINDS})' object (?:is not subscriptable|does not support item assignment)")
_LENGTH = re.compile(rf"object of type '({_KINDS})' has no len\(\)")
_METHOD = re.compile(rf"'({_KINDS})' object has no attribute '(\w+)'")
_UNORDERED, _OF_ORDER = ("set", "frozenset"), ("index", "insert", "pop", "reverse")
"""A set has no first item, so that no list of it has the items where they were."""
_ERRORS = (_OPERANDS, _JOINED, _ITEM, _LENGTH, _METHOD)


@dataclass(frozen=True)
class _Wanted:
    """An expression that has to be of a kind again."""

    node: ast.expr
    kind: str


def is_changed_container(failure: Failure) -> bool:
    """Whether an error says that a container is of the wrong kind for what is done with it."""
    return bool(failure.frames) and any(one.match(failure.error) for one in _ERRORS)


def changed_containers(
    failures: Sequence[Failure], files: Mapping[str, SourceFile], own: OwnNames
) -> Iterator[LibraryFix]:
    """One fix for each failing line: what comes from a library there becomes the kind that the line needs.

    files: those that may be edited. What has a full name is changed wherever it is used in the same way.
    """
    for failure in filter(is_changed_container, failures):
        frame = failure.frames[-1]
        source = files.get(frame.file)
        for one in [*_wanted(source, frame.line, failure.error, own)][:1] if source is not None else ():
            full = _full(source, one.node) if source is not None else ""
            operator = _operator(source, one.node) if source is not None and full else None
            edits = {path: FileEdits(file) for path, file in files.items()}
            for here in edits.values():
                for node in here.source.nodes:
                    is_alike = operator is not None and _operator(here.source, node) is operator
                    is_alike = is_alike and _full(here.source, node) == full
                    if isinstance(node, ast.expr) and (node is one.node or is_alike):
                        here.replace(*here.source.span(node), f"{one.kind}({here.source.segment(node)})")
            change = f"{ast.unparse(one.node)}: {one.kind}() of what the library gives"
            texts = edited_texts(edits)
            yield fix_of_error(failure, texts, "library.container", change, LIKELIHOOD, full or one.kind)


def _wanted(source: SourceFile, line: int, said: str, own: OwnNames) -> Iterator[_Wanted]:
    """The expressions of a line that an error is about, if they come from a library; where one is bound, what it is
    bound to."""
    for node in source.nodes:
        if line in range(getattr(node, "lineno", 0), (getattr(node, "end_lineno", None) or 0) + 1):
            for one, kind in _blamed(node, said):
                is_read = _is_of_library(source, one, own) and not _is_for_effect(source, node)
                origins = [one] if is_read else _origins(source, one, own)
                yield from (_Wanted(origin, kind) for origin in origins)


def _is_for_effect(source: SourceFile, node: ast.AST) -> bool:
    """Whether a node changes a container and gives nothing: to change a copy that nobody has would do nothing."""
    call = source.parents.get(node)
    is_statement = isinstance(call, ast.Call) and call.func is node and isinstance(source.parents.get(call), ast.Expr)
    return is_statement or (isinstance(node, ast.Subscript) and not isinstance(node.ctx, ast.Load))


def _blamed(node: ast.AST, said: str) -> Iterator[tuple[ast.expr, str]]:
    """What a node gets of the wrong kind by an error's words, with the kind that it has to be."""
    if isinstance(node, ast.BinOp | ast.AugAssign):
        yield from _operands(node, said)
    elif isinstance(node, ast.Subscript) and (found := _ITEM.match(said)) and found[1] not in _UNORDERED:
        yield node.value, "list"
    elif isinstance(node, ast.Call) and ast.unparse(node.func) == "len" and node.args and _LENGTH.match(said):
        yield node.args[0], "list"
    elif isinstance(node, ast.Attribute) and (found := _METHOD.match(said)) and found[2] == node.attr:
        needs_order = found[1] in _UNORDERED and node.attr in _OF_ORDER
        kinds = [kind for kind in (list, set) if hasattr(kind, node.attr) and not needs_order]
        yield from ((node.value, kind.__name__) for kind in kinds[:1])


def _operands(node: ast.BinOp | ast.AugAssign, said: str) -> Iterator[tuple[ast.expr, str]]:
    left, right = (node.left, node.right) if isinstance(node, ast.BinOp) else (node.target, node.value)
    if (joined := _JOINED.match(said)) and isinstance(node.op, ast.Add):
        yield right, joined[1]
    elif found := _OPERANDS.match(said):
        kinds = {"+": ("list", "tuple"), "-": ("set",), "|": ("set",), "&": ("set",)}[found[1]]
        is_same = bool(found[2]) == isinstance(node, ast.AugAssign)
        yield from [(left, found[4])] if is_same and found[4] in kinds and found[3] not in kinds else []
        yield from [(right, found[3])] if is_same and found[3] in kinds and found[4] not in kinds else []


def _is_of_library(source: SourceFile, node: ast.expr, own: OwnNames) -> bool:
    """Whether an expression names something of a library, or calls it."""
    if isinstance(node, ast.Call):
        return may_be_of_library(source, node.func) and not own.defines(last_name(node.func))
    module = _full(source, node).partition(".")[0]
    return bool(module) and module not in sys.stdlib_module_names and not own.has_module(module)


def _origins(source: SourceFile, node: ast.expr, own: OwnNames) -> list[ast.expr]:
    """What of a library a name, or an attribute of an object, is bound to."""
    is_bound = isinstance(node, ast.Name | ast.Attribute)
    return [one for one in values_of(source, node) if _is_of_library(source, one, own)] if is_bound else []


def _full(source: SourceFile, node: ast.AST) -> str:
    return dotted(node, names_of_imports(source)) if isinstance(node, ast.Name | ast.Attribute) else ""


def _operator(source: SourceFile, node: ast.AST) -> type[ast.operator] | None:
    """The operator that a node is an operand of, None where it is none."""
    parent = source.parents.get(node)
    return type(parent.op) if isinstance(parent, ast.BinOp) else None
