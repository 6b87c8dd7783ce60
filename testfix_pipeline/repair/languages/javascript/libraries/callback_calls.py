"""Fixes for functions of a newer npm package that return a promise, where the older one took a callback."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from tree_sitter import Node

from testfix_pipeline.core.patch_policy.syntax_nodes import field, text
from testfix_pipeline.repair.language.library_fixes import LibraryFix
from testfix_pipeline.repair.languages.javascript.libraries.lost_names import (
    LostPackageName,
    PackageProgram,
    replaced,
    with_binding,
)
from testfix_pipeline.repair.languages.javascript.libraries.package_uses import PackageUse, names_variable, package_uses
from testfix_pipeline.repair.languages.javascript.source import FUNCTIONS, JsSource

_NOW = "it returns a promise now and takes no callback"
PROMISED = 0.8
"""How far a callback that takes an error is evidence that its place is taken by a promise."""
_ERROR = re.compile(r"_*(?:e|er|ex|\w*err|\w*error|\w*fail\w*|\w*problem)", re.I)
_CALLBACK = re.compile(r"_*(?:cb|done|next|end|\w*callback)", re.I)
_PROMISIFY = re.compile(r"(?:util\.)?promisify")
_Change = tuple[tuple[int, int], str]


def callback_fixes(lost: LostPackageName) -> Iterator[LibraryFix]:
    """The calls of a package's functions with a callback wrapped by `callbackify`, and `promisify` of them dropped.

    lost: all uses of the package that may be functions.
    """
    yield from lost.fix(replaced(lost, _edits, partly=True), "callback", _NOW, PROMISED)


def with_promises(lost: LostPackageName, fix: LibraryFix, types: str) -> Iterator[LibraryFix]:
    """A fix together with that of the callbacks, where the package's types say that the function returns a promise: a
    test that waits for a callback that is never called takes as long as it may."""
    files = dict(lost.program.files)
    with contextlib.suppress(SyntaxError):
        files |= {path: JsSource(path, text.encode()) for path, text in fix.texts.items()}
    uses = {path: [use for use in package_uses(files[path]) if use.package == lost.package] for path in lost.uses}
    named = {path: [use for use in found if _is_promised(use, types)] for path, found in uses.items()}
    both = replace(lost, program=PackageProgram(files, uses), uses=named)
    if texts := replaced(both, _edits, partly=True):
        note = f"{fix.note}; {_NOW}"
        yield replace(fix, texts={**fix.texts, **texts}, kind="library.callback", note=note)


def _is_promised(use: PackageUse, types: str) -> bool:
    names = "|".join(re.escape(one) for one in {use.name.rpartition(".")[2], use.variable} if one)
    return re.search(rf"\b(?:{names})_*\b[^;\n]{{0,200}}\bPromise<", types) is not None if names else False


def _edits(source: JsSource, use: PackageUse) -> list[_Change]:
    calls = [call for call in source.syntax.of_type("call_expression") if _is_asked(source, call, use)]
    promised = [(call, function) for call in calls if (function := _promisified(source, call, use)) is not None]
    taken = [call for call in calls if _takes_callback(source, call, use)]
    found = [(source.span(call), text(function)) for call, function in promised]
    for call in taken:
        function = field(call, "function")
        assert function is not None
        found.append((source.span(function), f"callbackify({text(function)})"))
    found += _without_import(source, len(promised)) if promised else []
    module = "util" if use.required else "node:util"
    return [*found, *(with_binding(source, use, "callbackify", module) if taken else [])]


def _is_asked(source: JsSource, call: Node, use: PackageUse) -> bool:
    return bool(use.variable) and use.variable in text(call)


def _function_of(source: JsSource, node: Node | None, use: PackageUse) -> Node | None:
    """The node, if it is what a package gives: its variable, or a name that is read of it."""
    owner = field(node, "object") if node is not None and node.type == "member_expression" else node
    return node if names_variable(source, owner, use.variable, use.statement) else None


def _promisified(source: JsSource, call: Node, use: PackageUse) -> Node | None:
    """The package's function that a call of `promisify` is for."""
    arguments = field(call, "arguments")
    if not _PROMISIFY.fullmatch(text(field(call, "function"))) or arguments is None:
        return None
    return _function_of(source, arguments.named_children[0], use) if len(arguments.named_children) == 1 else None


def _takes_callback(source: JsSource, call: Node, use: PackageUse) -> bool:
    """Whether a package's function is called with a last argument that takes an error: by its first parameter's name,
    or as the callback that the function around takes itself."""
    arguments = field(call, "arguments")
    given = arguments.named_children if arguments is not None else []
    if len(given) < 2 or _function_of(source, field(call, "function"), use) is None:
        return False
    last = given[-1]
    if last.type in ("arrow_function", "function_expression"):
        return _ERROR.fullmatch(next(iter(_parameters(last)), "")) is not None
    around = next((one for one in source.syntax.above(call) if one.type in FUNCTIONS), None)
    is_own = around is not None and _parameters(around)[-1:] == [text(last)]
    return is_own and _CALLBACK.fullmatch(text(last)) is not None


def _parameters(function: Node) -> Sequence[str]:
    alone = field(function, "parameter")
    listed = field(function, "parameters")
    children = listed.named_children if listed is not None else []
    return [text(alone)] if alone is not None else [text(field(one, "pattern") or one) for one in children]


def _without_import(source: JsSource, dropped: int) -> list[_Change]:
    """The removal of the statement that binds `promisify` alone, where its last use is dropped."""
    names = [node for node in source.syntax.nodes if text(node) == "promisify" and not node.named_children]
    if len(names) != dropped + 1:
        return []
    for one in source.syntax.root.named_children:
        if re.fullmatch(r"(?:const|let|var|import)\s*\{\s*promisify\s*\}\s*(?:=\s*require|from)\b[^;\n]*;?", text(one)):
            start, end = source.span(one)
            return [((start, end + source.text[end:].startswith("\n")), "")]
    return []
