"""Finds functions whose result depends on more than their arguments: files, network, clock, random numbers."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from testfix_pipeline.core.python_code import FunctionNode, argument_names
from testfix_pipeline.planning.python_code.module_source import ModuleSource

_MODULES = {
    **dict.fromkeys(("subprocess", "multiprocessing", "signal", "pty"), "processes"),
    **dict.fromkeys(("socket", "requests", "httpx", "aiohttp", "urllib3", "ftplib", "smtplib", "ssl"), "network"),
    **dict.fromkeys(("urllib.request", "http.client", "http.server", "paramiko", "boto3"), "network"),
    **dict.fromkeys(("shutil", "tempfile", "glob", "sqlite3", "fileinput"), "files"),
    **dict.fromkeys(("random", "secrets", "numpy.random", "uuid.uuid1", "uuid.uuid4", "os.urandom"), "chance"),
    **dict.fromkeys(("time", "datetime.datetime.now", "datetime.datetime.today", "datetime.date.today"), "clock"),
    **dict.fromkeys(("datetime.datetime.utcnow", "datetime.now", "datetime.today"), "clock"),
    **dict.fromkeys(("threading", "concurrent.futures"), "threads"),
    **dict.fromkeys(("os.environ", "os.getenv", "os.getcwd", "sys.argv", "getpass", "platform"), "environment"),
    **dict.fromkeys(("os.name", "os.cpu_count", "os.getpid", "os.getppid", "os.uname", "os.getlogin"), "environment"),
    **dict.fromkeys(("os.getuid", "os.times", "os.getloadavg", "os.sched_getaffinity"), "environment"),
    **dict.fromkeys(("sys.platform", "sys.version", "sys.version_info", "sys.executable"), "environment"),
    **dict.fromkeys(("os.system", "os.popen", "os.fork", "os.kill", "os.wait", "os.execv"), "processes"),
    **dict.fromkeys(("sys.stdin", "input"), "input"),
    **dict.fromkeys(("open", "io.open", "os"), "files"),
}
_PURE = ("os.path", "os.sep", "os.fspath", "os.linesep", "time.struct_time", "random.Random", "os.PathLike")
_IMPURE_PATH = {"os.path.exists", "os.path.isfile", "os.path.isdir", "os.path.getsize", "os.path.abspath",
                "os.path.realpath", "os.path.expanduser", "os.path.getmtime"}  # fmt: skip
_METHODS = {"read_text", "write_text", "read_bytes", "write_bytes", "unlink", "mkdir", "iterdir", "rmdir", "touch",
            "rglob", "urlopen", "is_file", "is_dir", "exists", "expanduser", "readline", "readlines"}  # fmt: skip
_OF_STREAMS = {"readline", "readlines"}


_MOST_REACHED = 200
"""Functions that are followed from one; what more of them do is seen when it is called."""


def side_effect(module: ModuleSource, function: FunctionNode) -> str:
    """The kind of side effect that a function has, directly or by functions of its module; "" if none is found."""
    own = ((place, one) for place, one in functions_reached(module, function) if place is module)
    return next(filter(None, (_own_effect(place, one) for place, one in own)), "")


def reaches_files(module: ModuleSource, function: FunctionNode) -> bool:
    """Whether a function uses files, directly or by functions of the project."""
    return any(_own_effect(place, one) == "files" for place, one in functions_reached(module, function))


def _own_effect(module: ModuleSource, function: FunctionNode) -> str:
    return next(filter(None, (_effect_kind(name, module) for name in _dotted_names(function))), "")


def functions_reached(module: ModuleSource, function: FunctionNode) -> list[tuple[ModuleSource, FunctionNode]]:
    """The function and those of the project that it calls or names, transitively, each with its module."""
    found, known = [(module, function)], {(module.name, function.name)}
    for place, one in found:
        if len(found) > _MOST_REACHED:
            break
        for name in _dotted_names(one):
            other = function_of(place, name.removeprefix("self.").removeprefix("cls."))
            if other is not None and (other[0].name, other[1].name) not in known:
                known.add((other[0].name, other[1].name))
                found.append(other)
    return found


def function_of(module: ModuleSource, name: str) -> tuple[ModuleSource, FunctionNode] | None:
    """The function that a name means in a module, its own or imported, with its module.

    None if it is not the project's.
    """
    if name in module.functions:
        return module, module.functions[name]
    first, _, rest = name.partition(".")
    words = module.origins.get(first, "").split()
    other = module.neighbours.get(words[1]) if len(words) > 1 else None
    wanted = words[3] if words[:1] == ["from"] else rest
    return (other, other.functions[wanted]) if other is not None and wanted in other.functions else None


def has_outside_effects(module: str) -> bool:
    """Whether all of a library module is about side effects."""
    return module in _MODULES


def _dotted_names(function: FunctionNode) -> Iterator[str]:
    parameters = argument_names(function.args) - {"self", "cls"}
    for statement in function.body:
        for name in _longest_names(statement):
            first, _, method = name.partition(".")
            # A stream that is handed in may well lie in memory: whether it does is seen when it is called.
            if name not in parameters and not (first in parameters and method in _OF_STREAMS):
                yield name


def _longest_names(node: ast.AST) -> Iterator[str]:
    """Yield the longest dotted names: `os.path.join` and `x.y` for `os.path.join(x.y)`."""
    if isinstance(node, ast.Attribute | ast.Name):
        yield _dotted(node)
        while isinstance(node, ast.Attribute):
            node = node.value
        if isinstance(node, ast.Name):
            return
    for child in ast.iter_child_nodes(node):
        yield from _longest_names(child)


def _dotted(node: ast.expr) -> str:
    if isinstance(node, ast.Name):
        return node.id
    if isinstance(node, ast.Attribute):
        return f"{_dotted(node.value)}.{node.attr}"
    return "?"


def _effect_kind(name: str, module: ModuleSource) -> str:
    full = _full_name(name, module)
    if full in _IMPURE_PATH:
        return "files"
    if name.rpartition(".")[2] in _METHODS and "." in name:
        return "files"
    if any(full == pure or full.startswith(f"{pure}.") for pure in _PURE):
        return ""
    parts = full.split(".")
    prefixes = (".".join(parts[:length]) for length in range(len(parts), 0, -1))
    return next(
        (_MODULES[prefix] for prefix in prefixes if prefix in _MODULES and _is_library_name(prefix, module)), ""
    )


def _is_library_name(prefix: str, module: ModuleSource) -> bool:
    """Whether a name means the library's: it is imported here, or is a builtin that is not redefined."""
    top = prefix.partition(".")[0]
    if prefix in ("open", "input"):
        return prefix not in module.origins
    return any(f"import {top}" in origin or f"from {top}" in origin for origin in module.origins.values())


def _full_name(name: str, module: ModuleSource) -> str:
    """The name as in its own module, without aliases: `dt.now` -> `datetime.datetime.now`."""
    first, _, rest = name.partition(".")
    words = module.origins.get(first, "").split()
    if not words:
        return name
    if words[0] == "import":
        start = words[1] if "as" in words else words[1].partition(".")[0]
    else:
        start = f"{words[1]}.{words[3]}"
    return f"{start}.{rest}" if rest else start
