"""What the plan does not look into, or can't trust to be imported, and why: said instead of passed over (SPEC 3)."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping

from testfix_pipeline.core.plan_records import LeftOut
from testfix_pipeline.planning.context_files import MOST_BYTES, ProjectFiles, aside
from testfix_pipeline.planning.context_outline import Outline
from testfix_pipeline.planning.scanner.source import dotted, parse

_MOST = 100
_PYTHON_2 = re.compile(
    r"(?m)^[ \t]*print[ \t]+[\"'\w%]|^[ \t]*except[ \t]+[\w.]+[ \t]*,[ \t]*\w+[ \t]*:|^[ \t]*exec[ \t]+\"|"
    r"^[ \t]*raise[ \t]+\w+[ \t]*,|\bunicode\(|\bxrange\(|<>|\b0[0-7]+\b"
)
_ACTS = {
    "sys.exit": "ends the program",
    "exit": "ends the program",
    "quit": "ends the program",
    "os._exit": "ends the program",
    "input": "waits for a person",
    "requests.get": "asks the network",
    "requests.post": "asks the network",
    "urllib.request.urlopen": "asks the network",
    "socket.create_connection": "asks the network",
    "subprocess.run": "starts a program",
    "subprocess.check_output": "starts a program",
    "subprocess.Popen": "starts a program",
    "os.system": "starts a program",
    "time.sleep": "waits",
}


def left_out(files: ProjectFiles, outlines: Mapping[str, Outline]) -> list[LeftOut]:
    """Files and folders that are planned without, or with care; at most 100 of them, files of one kind together."""
    found = [
        *_folders(files),
        *_unread(files),
        *_broken(files, outlines),
        *_acting(files, outlines),
    ]
    more = len(found) - _MOST
    return [*found[:_MOST], *([LeftOut(file="...", reason=f"and {more} more")] if more > 0 else [])]


def _folders(files: ProjectFiles) -> Iterator[LeftOut]:
    """Folders of other people's code that git tracks."""
    for folder, number in sorted(files.foreign.items()):
        yield LeftOut(file=f"{folder}/", reason=f"{number} files of vendored or built code")


def _unread(files: ProjectFiles) -> Iterator[LeftOut]:
    notebooks = [path for path in files.paths if path.endswith(".ipynb")]
    if notebooks:
        yield LeftOut(file=_some(notebooks), reason=f"{len(notebooks)} notebooks: what they hold is not planned for")
    if files.generated:
        some = sorted(files.generated)
        yield LeftOut(file=_some(some), reason=f"{len(some)} generated files: test what generates them")
    for path in [*files.by_kind["source"], *files.by_kind["tests"]]:
        file = files.root / path
        if file.is_symlink():
            yield LeftOut(file=path, reason="a symbolic link: what it leads to is planned for where it lies")
        elif file.stat().st_size > MOST_BYTES:
            yield LeftOut(
                file=path, reason=f"over {MOST_BYTES >> 20} MiB ({file.stat().st_size} bytes): data, or generated"
            )


def _broken(files: ProjectFiles, outlines: Mapping[str, Outline]) -> Iterator[LeftOut]:
    for path, each in outlines.items():
        if each.error:
            older = "Python 2" if _PYTHON_2.search(files.text(path)) else "not valid Python"
            yield LeftOut(file=path, reason=f"{older}: {each.error}")


def _acting(files: ProjectFiles, outlines: Mapping[str, Outline]) -> Iterator[LeftOut]:
    """Files that do something when they are imported: planned for, but tests can't import them as they are."""
    words = re.compile("|".join(rf"\b{re.escape(name)}\(" for name in _ACTS) + r"|sys\.argv|parse_args\(")
    for path in files.by_kind["source"]:
        text = files.text(path) if path in outlines and not outlines[path].error and not aside(path) else ""
        found = _acts(text) if words.search(text) else ""
        if found:
            yield LeftOut(file=path, reason=f"acts when imported: {found}; a test needs it guarded by __main__ first")


def _acts(text: str) -> str:
    """What a module does at its top, outside of a `__main__` guard; "" where nothing."""
    tree = parse(text)
    for node in _at_import(tree.body) if tree else ():
        name = dotted(node.func) if isinstance(node, ast.Call) else dotted(node)
        if isinstance(node, ast.Call) and name in _ACTS:
            return f"line {node.lineno} {_ACTS[name]} (`{name}`)"
        if isinstance(node, ast.Call) and name.endswith(".parse_args"):
            return f"line {node.lineno} reads the command line (`{name}`)"
        if isinstance(node, ast.Subscript) and dotted(node.value) == "sys.argv":
            return f"line {node.lineno} reads the command line (`sys.argv`)"
    return ""


def _at_import(body: list[ast.stmt]) -> Iterator[ast.AST]:
    """The nodes that run when a module is imported."""
    waiting: list[ast.AST] = [*reversed(body)]
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.If) and (
            "__main__" in ast.unparse(node.test) or "TYPE_CHECKING" in ast.unparse(node.test)
        ):
            waiting += reversed(node.orelse)
        elif not isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)):
            yield node
            waiting += reversed(list(ast.iter_child_nodes(node)))


def _some(paths: list[str]) -> str:
    return ", ".join(paths[:3]) + (", ..." if len(paths) > 3 else "")
