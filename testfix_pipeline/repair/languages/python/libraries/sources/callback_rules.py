"""Lets the program's own functions take what a newer library passes to them, more or less: hooks, and methods that it
overrides."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial

from testfix_pipeline.core.code_view import last_name
from testfix_pipeline.core.python_code import FunctionNode
from testfix_pipeline.core.records import Failure
from testfix_pipeline.repair.language.library_fixes import LibraryFix
from testfix_pipeline.repair.languages.python.libraries.edits.file_edits import FileEdits, edited_texts
from testfix_pipeline.repair.languages.python.libraries.inquiry.named_libraries import update_of
from testfix_pipeline.repair.languages.python.libraries.inquiry.old_releases import OldRelease
from testfix_pipeline.repair.languages.python.source import SourceFile

LIKELIHOOD, RENAMED, IN_FRONT = 0.8, 0.78, 0.76
"""RENAMED: a keyword that is passed in the place of a parameter that nothing reads: likelier, it is one more. IN_FRONT:
that one more argument comes before the others, as the object does."""
_NEW = "_more"
_KEYWORD = re.compile(r"([\w.<>]+)\(\) got an unexpected keyword argument '(\w+)'")
_TOO_MANY = re.compile(
    r"([\w.<>]+)\(\) takes (?:from \d+ to )?(\d+) positional arguments? but (\d+) (?:was|were) given"
)
_TOO_FEW = re.compile(r"([\w.<>]+)\(\) missing \d+ required positional arguments?: ('\w+'.*)")


def callback_fixes(
    failures: Sequence[Failure],
    files: Mapping[str, SourceFile],
    releases: Sequence[OldRelease],
    versions: Mapping[str, str],
) -> Iterator[LibraryFix]:
    """For errors about calls of the program's functions that no line of the program makes: one rule a name.

    releases, versions: old ones, and what is installed: what the fixes say that they are about.
    """
    seen = set()
    for failure in failures:
        found = next(filter(None, (one.search(failure.error) for one in (_KEYWORD, _TOO_MANY, _TOO_FEW))), None)
        name = found[1].rpartition(".")[2] if found else ""
        if not found or not name or name in seen or _is_called_there(failure, name, files):
            continue
        seen.add(name)
        functions = list(_functions(files, found[1]))
        hooks = [*(_decorator(node) for _, node in functions), _taker(failure, name, files)]
        for likelihood, said, takes, change in _changes(found):
            edits: dict[str, FileEdits] = {}
            for file, node in functions:
                change(edits.setdefault(file, FileEdits(files[file])), node)
            is_own = any(one.is_changed for one in edits.values())
            alike = found.re is _TOO_FEW or likelihood == RENAMED
            for file, node in _siblings(files, functions, likelihood == RENAMED) if alike and is_own else ():
                change(edits.setdefault(file, FileEdits(files[file])), node)
            texts = edited_texts(edits)
            if texts:
                symbol = f"{next(filter(None, hooks), name)}({said}=)"
                note = f"{name} takes {takes} now"
                about = [update_of(one.name, versions.get(one.name, ""), symbol, note) for one in releases]
                yield LibraryFix(texts, "library.callback", note, likelihood, name, tuple(about[:1]))


_Change = Callable[[FileEdits, FunctionNode], None]


def _changes(found: re.Match[str]) -> Iterator[tuple[float, str, str, _Change]]:
    """What may make a function take what it gets, by its error: how likely, the parameter, and a text for people."""
    if found.re is _TOO_FEW:
        names = re.findall(r"'(\w+)'", found[2])
        yield LIKELIHOOD, names[0], f"no {', '.join(names)}: the library passes less to it", partial(_drop, names=names)
    elif found.re is _KEYWORD:
        yield LIKELIHOOD, found[2], f"**kwargs: the library passes {found[2]} to it", partial(_take, star="**kwargs")
        yield RENAMED, found[2], f"{found[2]}: the library passes it to it", partial(_rename, name=found[2])
    else:
        said = "more arguments"
        yield LIKELIHOOD, said, f"*args: the library passes {said} to it", partial(_take, star="*args")
        if int(found[3]) == int(found[2]) + 1:
            yield IN_FRONT, said, "one more argument first: the library passes it to it", _take_first


def _functions(files: Mapping[str, SourceFile], said: str) -> Iterator[tuple[str, FunctionNode]]:
    """The program's functions of a name, as an error says it: one of a class is in that class."""
    owner, name = said.rpartition(".")[0].rpartition(".")[2], said.rpartition(".")[2]
    for file, source in files.items():
        for node in source.nodes:
            if isinstance(node, FunctionNode) and node.name == name:
                holder = source.parents.get(node)
                if owner in ("", "<locals>") or (isinstance(holder, ast.ClassDef) and holder.name == owner):
                    yield file, node


def _siblings(
    files: Mapping[str, SourceFile], functions: Sequence[tuple[str, FunctionNode]], by_parameters: bool
) -> Iterator[tuple[str, FunctionNode]]:
    """The methods of the same name, or with the same parameters, in classes with a base in common."""
    bases = {base for file, node in functions for base in _bases(files[file], node)}
    kin = {_names(node) if by_parameters else node.name for _, node in functions}
    nodes = ((file, node) for file, source in files.items() for node in source.nodes if isinstance(node, FunctionNode))
    for file, node in nodes:
        is_alike = (_names(node) if by_parameters else node.name) in kin
        if is_alike and (file, node) not in functions and bases.intersection(_bases(files[file], node)):
            yield file, node


def _names(node: FunctionNode) -> tuple[str, ...]:
    return tuple(one.arg for one in (*node.args.posonlyargs, *node.args.args))


def _bases(source: SourceFile, node: FunctionNode) -> set[str]:
    holder = source.parents.get(node)
    return {ast.unparse(one) for one in holder.bases} if isinstance(holder, ast.ClassDef) else set()


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


def _rename(edits: FileEdits, node: FunctionNode, name: str) -> None:
    """Give the last parameter another name, unless it has a default or the function reads it."""
    arguments = node.args
    read = {one.id for one in ast.walk(node) if isinstance(one, ast.Name)}
    is_plain = not (arguments.defaults or arguments.vararg or arguments.kwonlyargs or arguments.kwarg)
    if is_plain and len(arguments.args) > 1 and arguments.args[-1].arg not in read and name not in _names(node):
        edits.replace(*edits.source.span(arguments.args[-1]), name)


def _take_first(edits: FileEdits, node: FunctionNode) -> None:
    """Add a parameter before the others, behind the object that a method has."""
    parameters = [*node.args.posonlyargs, *node.args.args]
    is_method = isinstance(edits.source.parents.get(node), ast.ClassDef)
    places = parameters[1:] if is_method and _decorator(node) != "staticmethod" else parameters
    if places and not any(one.arg == _NEW for one in parameters):
        start = edits.source.span(places[0])[0]
        edits.replace(start, start, f"{_NEW}, ")


def _drop(edits: FileEdits, node: FunctionNode, names: Sequence[str]) -> None:
    """Drop parameters, the last ones, that the function does not read, unless the program itself passes them."""
    parameters, source = [*node.args.posonlyargs, *node.args.args], edits.source
    kept = parameters[: -len(names)]
    read = {one.id for one in ast.walk(node) if isinstance(one, ast.Name)}
    calls = (one for one in source.nodes if isinstance(one, ast.Call) and last_name(one.func) == node.name)
    is_passed = any(len(one.args) + len(one.keywords) >= len(parameters) - 1 for one in calls)
    is_unread = [one.arg for one in parameters[len(kept) :]] == [*names] and not read.intersection(names)
    if kept and is_unread and not (is_passed or node.args.defaults):
        edits.replace(source.span(kept[-1])[1], source.span(parameters[-1])[1], "")


def _decorator(node: FunctionNode) -> str:
    """The name of a function's first decorator, "" where it has none."""
    for one in node.decorator_list:
        return ast.unparse(one.func if isinstance(one, ast.Call) else one).rpartition(".")[2]
    return ""
