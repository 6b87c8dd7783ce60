"""Writes models of pydantic as its second version asks for: root models, and validators that read their field."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise

from testfix_pipeline.core.python_code import FunctionNode
from testfix_pipeline.core.records import Failure
from testfix_pipeline.repair.language.library_fixes import LibraryFix
from testfix_pipeline.repair.languages.python.libraries.edits.call_rules import import_name
from testfix_pipeline.repair.languages.python.libraries.edits.file_edits import FileEdits, edited_texts
from testfix_pipeline.repair.languages.python.libraries.inquiry.named_libraries import update_of
from testfix_pipeline.repair.languages.python.source import SourceFile

LIKELIHOOD = 0.85
ROOT = "__root__"
_ROOT = re.compile(r"use `pydantic\.RootModel` rather than a field called '__root__'")
_FIELD = re.compile(r"`field` and `config` parameters are not available in Pydantic V2")
_READ = {"values": "info.data", "field.name": "info.field_name"}
_MODES = {"pre=True": 'mode="before"', "pre=False": "", "allow_reuse=True": ""}


def is_refused_model(failure: Failure) -> bool:
    """Whether pydantic refuses how a model is written."""
    return bool(_ROOT.search(failure.error) or _FIELD.search(failure.error))


def model_definitions(failures: Sequence[Failure], files: Mapping[str, SourceFile]) -> Iterator[LibraryFix]:
    """One fix for each kind of refusal, at all places in the files, which may be edited."""
    for said, symbol, change in (
        (_ROOT, "pydantic.RootModel", _make_root),
        (_FIELD, "pydantic.field_validator", _read_info),
    ):
        found = next((match for one in failures if (match := said.search(one.error))), None)
        edits = {file: FileEdits(source) for file, source in files.items()} if found else {}
        if found and all([change(one) for one in edits.values()]):  # noqa: C419 - all are edited
            texts = edited_texts(edits)
            note = f"{symbol}: pydantic says: {found[0]}"
            about = (update_of("pydantic", "", symbol, note),)
            if texts:
                yield LibraryFix(texts, "library.refused", note, LIKELIHOOD, symbol, about)


_Change = Callable[[FileEdits], bool]


def _make_root(edits: FileEdits) -> bool:
    """`class A(BaseModel): __root__: T` -> `class A(RootModel[T]): root: T`, and what reads the field; False where a
    class has another base, or a text names the field."""
    source, replaced = edits.source, list[ast.expr]()
    for node in source.nodes:
        if isinstance(node, ast.ClassDef) and (field := _root_of(node)) is not None:
            if [ast.unparse(one) for one in node.bases] != ["BaseModel"]:
                return False
            edits.replace(*source.span(node.bases[0]), f"RootModel[{source.segment(field.annotation)}]")
            edits.replace(*source.span(field.target), "root")
            replaced.append(node.bases[0])
        elif isinstance(node, ast.Attribute) and node.attr == ROOT:
            end = source.span(node)[1]
            edits.replace(end - len(ROOT), end, "root")
        elif isinstance(node, ast.keyword) and node.arg == ROOT:
            edits.replace(source.span(node)[0], source.span(node.value)[0], "")
        elif isinstance(node, ast.Constant) and node.value == ROOT:
            return False
    _import_instead(edits, replaced, "BaseModel", "RootModel")
    return True


def _import_instead(edits: FileEdits, replaced: Sequence[ast.expr], old: str, new: str) -> None:
    """Import what was put in the place of another name: in the place of its import where nothing else reads it."""
    if not replaced:
        return
    for node in edits.imports if edits.imported_as("pydantic", new) != new else ():
        for alias in node.names if isinstance(node, ast.ImportFrom) and node.module == "pydantic" else ():
            if (alias.name, alias.asname) == (old, None) and edits.loads(old) == [*replaced]:
                edits.replace(*edits.source.span(alias), new)
                return
    import_name(edits, f"from pydantic import {new}")


def _root_of(node: ast.ClassDef) -> ast.AnnAssign | None:
    """The field that is all of a model."""
    fields = (one for one in node.body if isinstance(one, ast.AnnAssign))
    return next((one for one in fields if ast.unparse(one.target) == ROOT), None)


def _read_info(edits: FileEdits) -> bool:
    """`@validator("a", pre=True)` and `field` -> `@field_validator("a", mode="before")` and `info`; False where that
    can't say what the validator asks for."""
    replaced: list[ast.expr] = []
    for node in edits.source.nodes:
        if not isinstance(node, FunctionNode):
            continue
        names = [one.arg for one in node.args.args[2:]]
        decorators = (one for one in node.decorator_list if isinstance(one, ast.Call))
        calls = [one for one in decorators if ast.unparse(one.func) == "validator"]
        if calls and {*names} & {"field", "config"}:
            if not (_has_mode(edits, calls[0]) and _has_info(edits, node, names)):
                return False
            replaced.append(calls[0].func)
    _import_instead(edits, replaced, "validator", "field_validator")
    return True


def _has_mode(edits: FileEdits, call: ast.Call) -> bool:
    """Give a decorator its new name and the mode in place of `pre`; False where it has other keywords."""
    if any(ast.unparse(one) not in _MODES for one in call.keywords):
        return False
    edits.replace(*edits.source.span(call.func), "field_validator")
    for before, one in pairwise([*call.args, *call.keywords]):
        if isinstance(one, ast.keyword):
            mode = _MODES[ast.unparse(one)]
            edits.replace(edits.source.span(before)[1], edits.source.span(one)[1], f", {mode}" if mode else "")
    return True


def _has_info(edits: FileEdits, node: FunctionNode, names: list[str]) -> bool:
    """Put `info` in the place of a validator's other parameters and of what it reads of them; False where it reads
    something else of them, or has more of them."""
    source, extra = edits.source, node.args.args[2:]
    if {*names} - {"values", "field", "config"} or node.args.defaults or node.args.kwarg or node.args.kwonlyargs:
        return False
    edits.replace(source.span(extra[0])[0], source.span(extra[-1])[1], "info")
    for one in (inner for statement in node.body for inner in ast.walk(statement)):
        if isinstance(one, ast.Name) and one.id in names:
            parent = source.parents.get(one)
            whole = parent if isinstance(parent, ast.Attribute) and one.id == "field" else one
            new = _READ.get(ast.unparse(whole))
            if new is None or not isinstance(one.ctx, ast.Load):
                return False
            edits.replace(*source.span(whole), new)
    return True
