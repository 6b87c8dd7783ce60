"""Lets the program's own functions take what a newer library passes to them: hooks, and methods that it overrides."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping, Sequence

from testfix_pipeline.core.python_code import FunctionNode, names_in
from testfix_pipeline.core.records import Failure
from testfix_pipeline.repair.language.library_fixes import LibraryFix
from testfix_pipeline.repair.languages.python.libraries.edits.file_edits import FileEdits, texts_of
from testfix_pipeline.repair.languages.python.libraries.inquiry.named_libraries import update_of
from testfix_pipeline.repair.languages.python.libraries.inquiry.old_releases import OldRelease
from testfix_pipeline.repair.languages.python.source import SourceFile

LIKELIHOOD = 0.8
_KEYWORD = re.compile(r"([\w.<>]+)\(\) got an unexpected keyword argument '(\w+)'")
_TOO_MANY = re.compile(
    r"([\w.<>]+)\(\) takes (?:from \d+ to )?(\d+) positional arguments? but (\d+) (?:was|were) given"
)

_MISSING = re.compile(r"([\w.<>]+)\(\) missing 1 required positional argument: '(\w+)'")


def callback_fixes(
    failures: Sequence[Failure],
    files: Mapping[str, SourceFile],
    releases: Sequence[OldRelease],
    versions: Mapping[str, str],
) -> Iterator[LibraryFix]:
    """For errors about calls of the program's functions that no line of the program makes: one rule a name. A method
    that gets less than before drops a last parameter that it does not read.

    releases, versions: old ones, and what is installed: what the fixes say that they are about.
    """
    seen = set()
    for failure in failures:
        found = _KEYWORD.search(failure.error) or _TOO_MANY.search(failure.error) or _MISSING.search(failure.error)
        name = found[1].rpartition(".")[2] if found else ""
        if not found or not name or name in seen or _is_called_there(failure, name, files):
            continue
        seen.add(name)
        is_missing = found.re is _MISSING
        star, said = ("**kwargs", found[2]) if found.re is _KEYWORD else ("*args", "more arguments")
        said = found[2] if is_missing else said
        functions = _alike(files, found[1], said) if is_missing else list(_functions(files, found[1]))
        edits: dict[str, FileEdits] = {}
        for file, node in functions:
            here = edits.setdefault(file, FileEdits(files[file]))
            _drop(here, node) if is_missing else _take(here, node, star)
        texts = texts_of(edits) if functions else {}
        if texts:
            hooks = [*(_decorator(node) for _, node in functions), _taker(failure, name, files)]
            symbol = f"{next(filter(None, hooks), name)}({said}=)"
            note = f"{name} takes {star}: the library passes {said} to it now"
            note = (
                f"{name} takes no {said}, which it does not read: the library passes none any more"
                if is_missing
                else note
            )
            about = [update_of(one.name, versions.get(one.name, ""), symbol, note) for one in releases]
            yield LibraryFix(texts, "library.callback", note, LIKELIHOOD, name, tuple(about[:1]))


def _functions(files: Mapping[str, SourceFile], said: str) -> Iterator[tuple[str, FunctionNode]]:
    """The program's functions of a name, as an error says it: one of a class is in that class."""
    owner, name = said.rpartition(".")[0].rpartition(".")[2], said.rpartition(".")[2]
    for file, source in files.items():
        for node in source.nodes:
            if isinstance(node, FunctionNode) and node.name == name:
                holder = source.parents.get(node)
                if owner in ("", "<locals>") or (isinstance(holder, ast.ClassDef) and holder.name == owner):
                    yield file, node


def _alike(files: Mapping[str, SourceFile], said: str, parameter: str) -> list[tuple[str, FunctionNode]]:
    """The methods of an error's class, and of all with a base in common, whose last parameter is one of this name and
    is not read; none where the error's own reads it."""
    known = list(_functions(files, said))
    if not known or not all(_may_drop(node, parameter) for _, node in known):
        return []
    bases = {base for file, node in known for base in _bases(files[file], node)}
    named = _functions(files, said.rpartition(".")[2])
    alike = ((file, node) for file, node in named if bases.intersection(_bases(files[file], node)))
    return [(file, node) for file, node in alike if _may_drop(node, parameter)]


def _bases(source: SourceFile, node: FunctionNode) -> set[str]:
    holder = source.parents.get(node)
    return {ast.unparse(one) for one in holder.bases} if isinstance(holder, ast.ClassDef) else set()


def _may_drop(node: FunctionNode, parameter: str) -> bool:
    arguments = node.args
    is_last = len(arguments.args) > 1 and arguments.args[-1].arg == parameter
    is_plain = not (arguments.defaults or arguments.vararg or node.name == "__init__")
    return is_last and is_plain and parameter not in names_in(node)


def _drop(edits: FileEdits, node: FunctionNode) -> None:
    """Take the last parameter out."""
    *_, before, last = node.args.args
    edits.replace(edits.source.span(before)[1], edits.source.span(last)[1], "")


def _is_called_there(failure: Failure, name: str, files: Mapping[str, SourceFile]) -> bool:
    """Whether the last line of the program that the failure came through calls the function itself."""
    for frame in failure.frames[-1:]:
        source = files.get(frame.file)
        lines = source.text.splitlines() if source is not None else []
        if frame.line <= len(lines):
            return re.search(rf"\b{re.escape(name)}\s*\(", lines[frame.line - 1]) is not None
    return False


def _taker(failure: Failure, name: str, files: Mapping[str, SourceFile]) -> str:
    """What the last line of the program that the failure came through passes a function to, "" where that is not it."""
    for frame in failure.frames[-1:]:
        for node in files[frame.file].nodes if frame.file in files else ():
            if isinstance(node, ast.Call) and node.lineno <= frame.line <= (node.end_lineno or node.lineno):
                given = [*node.args, *(one.value for one in node.keywords)]
                if any(ast.unparse(one).rpartition(".")[2] == name for one in given):
                    return ast.unparse(node.func).rpartition(".")[2]
    return ""


def _take(edits: FileEdits, node: FunctionNode, star: str) -> None:
    """Add `*args` or `**kwargs` to the parameters, unless the function has such."""
    arguments = node.args
    if arguments.kwarg if star == "**kwargs" else arguments.vararg or arguments.kwonlyargs or arguments.kwarg:
        return
    parameters = [*arguments.posonlyargs, *arguments.args, *([arguments.vararg] if arguments.vararg else [])]
    parameters += arguments.kwonlyargs
    values = [one for one in (*arguments.defaults, *arguments.kw_defaults) if one is not None]
    if parameters:
        end = max(edits.source.span(one)[1] for one in (*parameters, *values))
        edits.replace(end, end, f", {star}")


def _decorator(node: FunctionNode) -> str:
    """The name of a function's first decorator, "" where it has none."""
    for one in node.decorator_list:
        return ast.unparse(one.func if isinstance(one, ast.Call) else one).rpartition(".")[2]
    return ""
