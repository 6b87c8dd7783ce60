"""The calls in a file, what can fail at each, and which handler would catch it, from the syntax tree."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass

from testfix_pipeline.core.code_view import dotted
from testfix_pipeline.core.python_code import FunctionNode, handled_types
from testfix_pipeline.core.python_imports import imported_names
from testfix_pipeline.planning.python_code.source_file import Source

_LONG = 80
_WAITS = {"requests", "httpx", "urllib", "urllib3", "socket", "aiohttp"}  # calls that hang where no time limit is given
_FAILURES: dict[str, tuple[str, str]] = {
    "open": ("the file is missing, or may not be read", "FileNotFoundError"),
    "read_text": ("the file is missing, or is no UTF-8", "FileNotFoundError"),
    "read_bytes": ("the file is missing", "FileNotFoundError"),
    "write_text": ("the folder is missing, or the disk is full", "FileNotFoundError"),
    "json.load": ("the text is no JSON", "JSONDecodeError"),
    "json.loads": ("the text is no JSON", "JSONDecodeError"),
    "tomllib.loads": ("the text is no TOML", "TOMLDecodeError"),
    "yaml.safe_load": ("the text is no YAML", "YAMLError"),
    "subprocess.run": ("the program is missing, or ends with a code other than 0", "FileNotFoundError"),
    "subprocess.check_output": ("the program ends with a code other than 0", "CalledProcessError"),
    "subprocess.check_call": ("the program ends with a code other than 0", "CalledProcessError"),
    "subprocess.Popen": ("the program is missing", "FileNotFoundError"),
    "sqlite3.connect": ("the database can't be opened, or is locked", "OperationalError"),
    "socket.create_connection": ("nobody answers", "OSError"),
    "urllib.request.urlopen": ("the server is gone, slow, or answers with an error", "URLError"),
    "importlib.import_module": ("there is no such module", "ModuleNotFoundError"),
    **{
        f"{library}.{verb}": ("the server is gone, slow, or answers with an error", error)
        for library, error in (("requests", "ConnectionError"), ("httpx", "ConnectError"))
        for verb in ("get", "post", "put", "delete", "patch", "request")
    },
}
PARENTS = {
    "FileNotFoundError": {"OSError", "IOError", "EnvironmentError"},
    "JSONDecodeError": {"ValueError"},
    "TOMLDecodeError": {"ValueError"},
    "CalledProcessError": {"SubprocessError"},
    "ModuleNotFoundError": {"ImportError"},
    "OperationalError": {"Error", "DatabaseError"},
    "URLError": {"OSError", "IOError"},
    "ConnectionError": {"OSError", "RequestException"},
    "ConnectError": {"HTTPError", "TransportError"},
    "UnicodeDecodeError": {"ValueError"},
    "KeyError": {"LookupError"},
    "IndexError": {"LookupError"},
}


@dataclass(frozen=True)
class CallSite:
    """One call: the enclosing routine ("" = module level), the called name as spelled there, its text and line.

    caught: the names of the errors that a `try` around it handles, "Exception" for a bare `except`.
    """

    caller: str
    name: str
    text: str
    line: int
    caught: tuple[str, ...] = ()
    timed: bool = False

    def handler_of(self, error: str) -> str:
        """The caught error that handles `error`, "" if none does."""
        kinds = {error, *PARENTS.get(error, ()), "Exception", "BaseException"}
        return next((kind for kind in self.caught if kind in kinds), "")


@dataclass(frozen=True)
class FailureMode:
    """A possible failure of a call, its exception, and what the code does about it."""

    site: CallSite
    event: str
    error: str
    handling: str


def call_sites(source: Source) -> Iterator[CallSite]:
    """Yield every call with a dotted name, in the order of the file's tree."""
    for node in source.nodes:
        name = dotted(node.func) if isinstance(node, ast.Call) else ""
        if isinstance(node, ast.Call) and name:
            text = " ".join(ast.unparse(node).split()) if node.end_lineno == node.lineno else f"{name}(...)"
            shown = text if len(text) <= _LONG else f"{name}(...)"
            timed = any(keyword.arg in ("timeout", None) for keyword in node.keywords)
            yield CallSite(_caller(source, node), name, shown, node.lineno, tuple(_caught_errors(source, node)), timed)


def _caller(source: Source, node: ast.AST) -> str:
    scopes = [each for each in source.above(node) if isinstance(each, (FunctionNode, ast.ClassDef))]
    return ".".join(each.name for each in reversed(scopes))


def _caught_errors(source: Source, node: ast.AST) -> Iterator[str]:
    """Yield the exceptions that are caught around a node, inside of its function."""
    inner = node
    for outer in source.above(node):
        if isinstance(outer, ast.Try) and inner in outer.body:
            for handler in outer.handlers:
                if handler.type is None:
                    yield "Exception"
                yield from (dotted(kind).rpartition(".")[2] for kind in handled_types(handler))
        if isinstance(outer, FunctionNode):
            return
        inner = outer


def who_handles(site: CallSite, error: str) -> str:
    """Who catches `error` where a call raises it, in words."""
    catching = site.handler_of(error)
    return f"`except {catching}` handles it" if catching else f"{error} reaches who called `{site.caller or 'import'}`"


def failure_modes(source: Source) -> list[FailureMode]:
    """The outside failures that calls may meet: files, processes, databases, servers, invalid texts."""
    spelt = source.imported
    found = []
    for site in call_sites(source):
        head, _, rest = site.name.partition(".")
        whole = f"{spelt[head]}.{rest}".rstrip(".") if head in spelt else site.name
        known = _FAILURES.get(whole) or (_FAILURES.get(site.name.rpartition(".")[2]) if _is_file_call(site) else None)
        if known:
            event, error = known
            if error == _FAILURES["open"][1] and site.name.rpartition(".")[2] == "open":
                event = _open_failure(site)
            found.append(FailureMode(site, event, error, who_handles(site, error) + _missing_timeout(whole, site)))
    return found


def _open_failure(site: CallSite) -> str:
    """What can fail where a file is opened, by the mode if that is known; writing creates missing files."""
    before = r",|mode=|\(" if "." in site.name else ",|mode="  # `Path.open` takes the mode first
    mode = re.search(rf"""(?:{before})\s*["']([rwaxbtU+]+)["']""", site.text)
    if mode and re.search("[wax]", mode[1]):
        return "the folder is missing, or may not be written to"
    unknown = not mode and ("mode=" in site.text or site.text.endswith("(...)"))
    return "the file or its folder is missing, or may not be opened" if unknown else _FAILURES["open"][0]


def _is_file_call(site: CallSite) -> bool:
    return "." in site.name and site.name.rpartition(".")[2] in ("open", "read_text", "read_bytes", "write_text")


def _missing_timeout(whole: str, site: CallSite) -> str:
    return "; no time limit is given, so it may hang" if whole.split(".")[0] in _WAITS and not site.timed else ""


def local_spellings(source: Source) -> dict[str, set[str]]:
    """The spellings of each imported name in a file: `from money import rounded as r` spells `rounded` as `r`."""
    found: dict[str, set[str]] = {}
    for one in imported_names(source.nodes):
        found.setdefault(one.whole.rpartition(".")[2], set()).add(one.spelling)
    return found
