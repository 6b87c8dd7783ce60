"""Fixes for attributes and methods of which the old release warned with the expression to write in their place.

"use `Series.dt.isocalendar().week` instead": `days.dt.week` -> `days.dt.isocalendar().week`. The first name stands for
the object that the program has; the arguments of a call go to the first call of the expression that has none.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping, Sequence

from testfix_pipeline.core.code_view import last_name
from testfix_pipeline.core.python_code import expression
from testfix_pipeline.repair.language.library_fixes import LibraryFix
from testfix_pipeline.repair.languages.python.libraries.file_edits import FileEdits, texts_of
from testfix_pipeline.repair.languages.python.libraries.recorded_fixes import Recorded, position_of
from testfix_pipeline.repair.languages.python.libraries.recording import RecordedWarning
from testfix_pipeline.repair.languages.python.source import SourceFile

LIKELIHOOD = 0.86
_CHAIN = r"[A-Za-z_]\w*(?:\.\w+(?:\([^()\n]{0,40}\))?)+"
_USE = re.compile(rf"\b(?:[Uu]se|[Uu]sing|[Cc]all|with|by)\s+(?:the\s+)?[`'\":]*({_CHAIN})")


def warned_expressions(recorded: Recorded, files: Mapping[str, SourceFile]) -> Iterator[LibraryFix]:
    """One fix for each attribute and expression, at all places with the same end. files: those that may be edited."""
    done = set()
    for warning in recorded.old.warnings:
        node = _attribute_at(files.get(warning.file), warning)
        modules = _modules(files[warning.file]) if node is not None else set()
        for text in _USE.findall(warning.text) if node is not None else ():
            steps = _steps(text) if text.partition(".")[0] not in modules else []
            if node is None or not steps or (node.attr, text) in done:
                continue
            done.add((node.attr, text))
            edits = {file: FileEdits(source) for file, source in files.items()}
            for here in edits.values():
                _replace_all(here, node, steps)
            texts = texts_of({file: here for file, here in edits.items() if here.is_changed})
            if texts:
                library, symbol = recorded.library(warning.module), f"{warning.module}.{node.attr}"
                said = " ".join(warning.text.split())[:200]
                note = f"{node.attr} -> {text}: {library}; the old release warned: {said}"
                update = recorded.update(warning.module, symbol, note)
                yield LibraryFix(texts, "library.warned-expression", note, LIKELIHOOD, symbol, (update,))


def _attribute_at(source: SourceFile | None, warning: RecordedWarning) -> ast.Attribute | None:
    """The attribute at the place of a warning, or the method that is called there."""
    for node in ast.walk(source.tree) if source is not None else ():
        if isinstance(node, (ast.Attribute, ast.Call)) and position_of(node) == warning.position:
            found = node.func if isinstance(node, ast.Call) else node
            return found if isinstance(found, ast.Attribute) else None
    return None


def _modules(source: SourceFile) -> set[str]:
    """The names that a file has for modules: what is said of one is no expression of an object."""
    imports = (node for node in ast.walk(source.tree) if isinstance(node, ast.Import))
    return {alias.asname or alias.name.partition(".")[0] for node in imports for alias in node.names}


def _steps(text: str) -> list[ast.Attribute | ast.Call]:
    """The attributes and calls behind the first name of an expression, in their order; none of other texts."""
    try:
        node = expression(text)
    except SyntaxError:
        return []
    found: list[ast.Attribute | ast.Call] = []
    while isinstance(node, (ast.Attribute, ast.Call)):
        found.insert(0, node)
        node = node.func if isinstance(node, ast.Call) else node.value
    return found


def _replace_all(edits: FileEdits, known: ast.Attribute, steps: Sequence[ast.Attribute | ast.Call]) -> None:
    for node in ast.walk(edits.source.tree):
        if not isinstance(node, ast.Attribute) or node.attr != known.attr or not isinstance(node.ctx, ast.Load):
            continue
        holder = last_name(node.value)
        if edits.source.is_real(node) and holder == last_name(known.value):
            _replace(edits, node, _behind(steps, holder))


def _behind(steps: Sequence[ast.Attribute | ast.Call], holder: str) -> Sequence[ast.Attribute | ast.Call]:
    """The steps behind what the program writes itself: `isocalendar().week` of `Series.dt...` behind `days.dt`."""
    names = [one.attr if isinstance(one, ast.Attribute) else "" for one in steps]
    return steps[names.index(holder) + 1 :] if holder and holder in names else steps


def _replace(edits: FileEdits, node: ast.Attribute, steps: Sequence[ast.Attribute | ast.Call]) -> None:
    """Put the steps behind the node's object, with the arguments of its call; nothing where these find no place."""
    call = edits.source.parents.get(node)
    target: ast.expr = call if isinstance(call, ast.Call) and call.func is node else node
    given = edits.source.text[edits.source.span(node)[1] : edits.source.span(target)[1]]
    is_empty = given.strip("() \n") == ""
    text = ""
    for step in steps:
        if isinstance(step, ast.Attribute):
            text += f".{step.attr}"
        elif given and not step.args and not step.keywords:
            text, given = text + given, ""
        else:
            text += f"({', '.join(map(ast.unparse, (*step.args, *step.keywords)))})"
    if text and (is_empty or not given):
        edits.replace(edits.source.span(node.value)[1], edits.source.span(target)[1], text)
