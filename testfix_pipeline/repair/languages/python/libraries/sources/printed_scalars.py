"""Scalars of NumPy whose text tells their type since NumPy 2: `np.float64(2.0)` where `2.0` was.

Tried for each function of the program: its text is made with `str` instead of `repr`, what it shows becomes an object
of Python, or what it computes does. Tests decide where the text comes from.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator, Mapping, Sequence

from testfix_pipeline.core.python_code import FunctionNode
from testfix_pipeline.core.records import Failure
from testfix_pipeline.repair.language.library_fixes import LibraryFix
from testfix_pipeline.repair.languages.python.libraries.edits.expression_patterns import dotted, imported_names
from testfix_pipeline.repair.languages.python.libraries.edits.file_edits import FileEdits, texts_of
from testfix_pipeline.repair.languages.python.source import SourceFile

AS_TEXT, AS_LIST, COMPUTED, SHOWN = 0.85, 0.83, 0.8, 0.78
_SCALAR = re.compile(r"\bnp\.(?:(?P<float>float|longdouble)|(?P<int>u?int)|(?P<str>str_)|(?P<bool>True_|False_))")
_TEXT = re.compile(r"(?<!\w)(['\"])(?:\\.|(?!\1).)*\1|\nGot:\n.*", re.S)
_FIELD = re.compile(r"!r(?=[}:])")
_MARK = re.compile(r"%(?:\(\w+\))?([rsdifgex%]|[.\d]+[a-z])")
_ARRAYS = re.compile(r"\w*array|zeros|ones|full|empty|linspace|arange|eye|[a-z]*int\d*|[a-z]*float\d*|random|load")
_METHODS = frozenset({"dot", "max", "mean", "median", "min", "prod", "std", "sum", "trace", "var"})
_PARTS = (ast.Call, ast.BinOp, ast.Attribute, ast.Subscript, ast.Compare, ast.UnaryOp)
_OBJECTS = (ast.Name, ast.Attribute, ast.Call, ast.Subscript)
_Changed = Callable[[SourceFile, Sequence[ast.expr], FileEdits], None]


def shows_scalar(failure: Failure) -> bool:
    """Whether an error shows a text in which a scalar of NumPy tells its type; a number that it shows does as well."""
    return next(_kinds(failure), None) is not None


def _kinds(failure: Failure) -> Iterator[str]:
    """What the scalars in the texts that an error shows were before."""
    for text in _TEXT.finditer(failure.error):
        yield from (found.lastgroup or "" for found in _SCALAR.finditer(text[0]))


def printed_scalars(failures: Sequence[Failure], files: Mapping[str, SourceFile]) -> Iterator[LibraryFix]:
    """The fixes of each function that may make such a text, or its parts. files: those that may be edited."""
    shown = [one for one in failures if shows_scalar(one)]
    kinds = dict.fromkeys(kind for one in shown for kind in _kinds(one))
    for likelihood, change in ((AS_TEXT, _as_text), (AS_LIST, _as_list), (SHOWN, _shown)) if kinds else ():
        yield from _fixes(files, change, likelihood, shown[0])
    for kind in kinds:
        yield from _fixes(files, _computed(kind), COMPUTED, shown[0])


def _fixes(
    files: Mapping[str, SourceFile], change: _Changed, likelihood: float, failure: Failure
) -> Iterator[LibraryFix]:
    for path, source in files.items():
        for scope in (node for node in source.nodes if isinstance(node, FunctionNode)):
            edits = FileEdits(source)
            nodes = [node for node in ast.walk(scope) if isinstance(node, ast.expr) and source.is_real(node)]
            change(source, nodes, edits)
            texts = texts_of({path: edits})
            if texts and texts[path] != source.text:
                note = f"{scope.name} shows no type of a number: NumPy 2.0 changed repr() of scalars"
                about = (failure.update,) if failure.update is not None else ()
                yield LibraryFix(texts, "library.scalar", note, likelihood, "numpy.generic.__repr__", about, "numpy")


def _as_text(source: SourceFile, nodes: Sequence[ast.expr], edits: FileEdits) -> None:
    """`%r` -> `%s`, `{!r}` -> `{}`, `repr` -> `str`."""
    for node in nodes:
        if isinstance(node, ast.Name) and node.id == "repr":
            edits.replace(*source.span(node), "str")
        elif isinstance(node, ast.JoinedStr) or _is_text(node, source):
            text = source.segment(node)
            new = _FIELD.sub("", text)
            if isinstance(parent := source.parents.get(node), ast.BinOp) and isinstance(parent.op, ast.Mod):
                new = _MARK.sub(lambda mark: mark[0][:-1] + "s" if mark[1] == "r" else mark[0], new)
            if new != text:
                edits.replace(*source.span(node), new)


def _is_text(node: ast.expr, source: SourceFile) -> bool:
    is_text = isinstance(node, ast.Constant) and isinstance(node.value, str)
    return is_text and not isinstance(source.parents.get(node), ast.JoinedStr | ast.Expr)


def _as_list(source: SourceFile, nodes: Sequence[ast.expr], edits: FileEdits) -> None:
    """`tuple(a)` -> `tuple(np.asarray(a).tolist())`, `list(a)` -> `np.asarray(a).tolist()`."""
    for node in nodes:
        kind = node.func.id if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) else ""
        given = node.args if isinstance(node, ast.Call) else []
        if kind in ("list", "tuple") and len(given) == 1 and isinstance(given[0], _OBJECTS):
            new = f"{edits.name_or_import('numpy')}.asarray({source.segment(given[0])}).tolist()"
            edits.replace(*source.span(node), new if kind == "list" else f"tuple({new})")


def _shown(source: SourceFile, nodes: Sequence[ast.expr], edits: FileEdits) -> None:
    """`repr(x)`, `"%r" % x`: `x` -> `x.item() if isinstance(x, np.generic) else x`."""
    for node in nodes:
        for one in _repr_arguments(node):
            if isinstance(one, ast.Name | ast.Attribute):
                text = source.segment(one)
                new = f"{text}.item() if isinstance({text}, {edits.name_or_import('numpy')}.generic) else {text}"
                is_called = isinstance(source.parents.get(one), ast.Call)
                edits.replace(*source.span(one), new if is_called else f"({new})")


def _repr_arguments(node: ast.expr) -> list[ast.expr]:
    """What a call of `repr`, or a text with `%r`, shows."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "repr":
        return node.args[:1]
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mod) and isinstance(node.left, ast.Constant):
        marks = [mark for mark in _MARK.findall(str(node.left.value)) if mark != "%"]
        given = node.right.elts if isinstance(node.right, ast.Tuple) else [node.right]
        return [one for mark, one in zip(marks, given, strict=False) if mark == "r"]
    return []


def _computed(kind: str) -> _Changed:
    """`np.mean(a)` -> `float(np.mean(a))`, of what is not a part of a larger computation."""

    def change(source: SourceFile, nodes: Sequence[ast.expr], edits: FileEdits) -> None:
        names = imported_names(source)
        for node in nodes:
            inner = source.parents.get(node)
            is_part = isinstance(inner, _PARTS) and not (isinstance(inner, ast.Call) and _is_own(inner, names))
            if isinstance(node, ast.Call) and _is_computed(node, names) and not is_part:
                edits.replace(*source.span(node), f"{kind}({source.segment(node)})")

    return change


def _is_computed(node: ast.Call, names: Mapping[str, str]) -> bool:
    """Whether a call may well give a scalar of NumPy."""
    full = dotted(node.func, names)
    if full.startswith("numpy."):
        return not _ARRAYS.match(full.removeprefix("numpy."))
    return isinstance(node.func, ast.Attribute) and node.func.attr in _METHODS


def _is_own(node: ast.Call, names: Mapping[str, str]) -> bool:
    """Whether a call is none of NumPy, nor of a method of an array."""
    return not dotted(node.func, names).startswith("numpy.") and not _is_computed(node, names)
