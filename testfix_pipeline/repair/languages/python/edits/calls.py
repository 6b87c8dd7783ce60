"""Keywords and defaults that common functions take and a call lacks; where a call takes one more argument."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping

from testfix_pipeline.core.code_view import called
from testfix_pipeline.repair.languages.python.edits.edit import Edit, Target
from testfix_pipeline.repair.languages.python.edits.imports import imported
from testfix_pipeline.repair.languages.python.edits.scope import (
    inherited,
    module_constants,
)
from testfix_pipeline.repair.languages.python.source import Function, SourceFile
from testfix_pipeline.repair.remembered import remembered

CLOSING = re.compile(r"#[^\n]*|\)")
OPTIONS = {
    "sorted": ("reverse=True", "key=len", "key=str.lower", "key=str", "key=int"),
    "sort": ("reverse=True", "key=len", "key=str.lower"),
    "min": ("default=None", "default=0", "default=-1"),
    "max": ("default=None", "default=0", "default=-1"),
    "sum": ("start=0.0",),
    "popitem": ("last=False",),
    "move_to_end": ("last=False",),
    "split": ("maxsplit=1",),
    "rsplit": ("maxsplit=1",),
    "enumerate": ("start=1",),
    "zip": ("strict=False",),
    "dumps": ("sort_keys=True", "ensure_ascii=False", "default=str"),
    "mkdir": ("parents=True", "exist_ok=True"),
    "makedirs": ("exist_ok=True",),
    "open": ("encoding='utf-8'", "newline=''"),
}
"""Keywords of common callees that change what they answer."""
AWARE = dict.fromkeys(("fromtimestamp", "now"), ("tz=timezone.utc",))
"""The same where the file knows of time zones."""


def callee(target: Target, node: ast.Call) -> Function | None:
    """The function a call means, where the project has one of this name (method or function)."""
    of_base = isinstance(node.func, ast.Attribute) and isinstance(node.func.value, ast.Call)
    sources = (target.source, *target.project)
    if of_base and called(node.func.value) == "super":  # type: ignore[attr-defined]
        owner = target.function.owner if target.function is not None else None
        return inherited(sources, owner, called(node)) if owner is not None else None
    return _callees(sources).get(called(node))


@remembered(64)
def _callees(sources: tuple[SourceFile, ...]) -> Mapping[str, Function]:
    """By the name that they are called by: the first function of the name, or that makes things of a class."""
    found: dict[str, Function] = {}
    for function in (one for source in sources for one in source.functions):
        found.setdefault(function.name, function)
        if function.name == "__init__" and function.owner:
            found.setdefault(function.owner.name, function)
    return found


def with_argument(target: Target, node: ast.Call, text: str) -> tuple[int, int, str] | None:
    """Where and how a call takes one more argument at its end; None where it ends otherwise than in a bracket."""
    close = target.source.span(node)[1] - 1
    if target.source.text[close] != ")":
        return None
    at = behind_arguments(target, node)
    return None if at > close else (at, at, f", {text}" if node.args or node.keywords else text)


def behind_arguments(target: Target, node: ast.Call) -> int:
    """Where the last argument of a call ends, with brackets of its own; what follows is a comma, comments, the end."""
    close = target.source.span(node)[1] - 1
    last = max((target.source.span(part)[1] for part in (*node.args, *node.keywords)), default=close)
    brackets = (found for found in CLOSING.finditer(target.source.text, last, close) if found.group() == ")")
    return max((found.end() for found in brackets), default=last)


def _key_functions(target: Target, node: ast.Call, name: str) -> Iterator[str]:
    """What to order by: attributes and functions that the function asks of other things, the module's own functions."""
    if name not in ("sorted", "sort", "min", "max", "groupby", "nsmallest", "nlargest") or len(node.args) > 1:
        return
    around = target.function.node if target.function else target.source.tree
    read = [n for n in ast.walk(around) if isinstance(n, ast.Attribute) and isinstance(n.ctx, ast.Load)]
    asked = [n for n in read if not target.source.is_called(n)]
    attributes = dict.fromkeys(n.attr for n in asked if isinstance(n.value, ast.Name))
    used = [n.func.id for n in ast.walk(around) if isinstance(n, ast.Call) and isinstance(n.func, ast.Name)]
    single = [f.name for f in target.source.functions if f.owner is None and len(f.arguments) == 1]
    yield from (f"key={one}" for one in dict.fromkeys([*(u for u in used if u in single), *single]))
    yield from (f"key=lambda item: item.{attr}" for attr in list(attributes)[:6])
    yield from ("key=lambda item: item[0]", "key=lambda item: item[1]")


def known_keywords(target: Target) -> Iterator[Edit]:
    """Keywords of common callees that change what they answer."""
    options = OPTIONS | AWARE if "timezone" in imported(target.source) else OPTIONS
    for node in target.expressions(ast.Call):
        assert isinstance(node, ast.Call)
        name = called(node)
        given = {keyword.arg for keyword in node.keywords}
        for option in (*options.get(name, ()), *_key_functions(target, node, name)):
            if option.split("=")[0] not in given:
                yield from _with_option(target, node, option)
        if name in ("next", "get", "pop", "getattr") and len(node.args) < (3 if name == "getattr" else 2):
            for value in ("None", "0", "''", "[]", "{}", "False", *module_constants(target.source)[:4]):
                yield from _with_option(target, node, value, 0.3 if name == "next" else 0.2, f"default {value}")


def _with_option(target: Target, node: ast.Call, option: str, prior: float = 0.3, note: str = "") -> Iterator[Edit]:
    """One more argument; a generator that was the only one gets brackets of its own."""
    only = node.args[0] if len(node.args) == 1 and not node.keywords else None
    if isinstance(only, ast.GeneratorExp) and target.source.is_real(only):
        text = target.text(only)
        inner = text if text.startswith("(") else f"({text})"
        new = f"{target.text(node.func)}({inner}, {option})"
        yield target.replace(node, new, "argument.added", prior, note or option)
    elif where := with_argument(target, node, option):
        yield target.splice(*where, "argument.added", prior, note or option)
