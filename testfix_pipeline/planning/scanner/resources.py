"""resource_leaks: resources that are not closed, listeners and subscriptions that are not removed."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from testfix_pipeline.core.python_code import names_in
from testfix_pipeline.planning.python_code.source_file import Source
from testfix_pipeline.planning.scanner.table import Hit

_CLOSING = frozenset({"close", "aclose", "shutdown", "detach", "quit", "terminate", "__exit__", "server_close"})
_WAITING = frozenset({"wait", "communicate", "kill", "terminate", "__exit__", "poll"})
_OPENERS: dict[str, frozenset[str]] = {
    **dict.fromkeys((
        "open", "io.open", "codecs.open", "gzip.open", "bz2.open", "lzma.open", "tarfile.open", "zipfile.ZipFile",
        "os.fdopen", "socket.socket", "socket.create_connection", "socket.create_server", "sqlite3.connect",
        "psycopg2.connect", "psycopg.connect", "pymysql.connect", "MySQLdb.connect", "urllib.request.urlopen",
        "urlopen", "smtplib.SMTP", "smtplib.SMTP_SSL", "ftplib.FTP", "imaplib.IMAP4", "imaplib.IMAP4_SSL",
        "http.client.HTTPConnection", "http.client.HTTPSConnection", "shelve.open", "dbm.open", "mmap.mmap",
        "tempfile.TemporaryFile", "tempfile.SpooledTemporaryFile",
    ), _CLOSING),
    **dict.fromkeys(("subprocess.Popen",), _WAITING),
    **dict.fromkeys((
        "concurrent.futures.ThreadPoolExecutor", "concurrent.futures.ProcessPoolExecutor",
        "concurrent.futures.thread.ThreadPoolExecutor", "multiprocessing.Pool", "multiprocessing.pool.ThreadPool",
    ), _CLOSING),
}  # fmt: skip
"""What opens something -> the methods that end it."""
_DESCRIPTORS = {"os.open", "os.dup"}
_USING_DESCRIPTORS = {"os.read", "os.write", "os.lseek", "os.fstat", "os.fsync", "os.pread", "os.pwrite", "os.isatty"}
_READERS = {
    "json.load", "json.dump", "yaml.safe_load", "yaml.load", "pickle.load", "pickle.dump", "tomllib.load", "toml.load",
    "csv.reader", "csv.writer", "csv.DictReader", "csv.DictWriter", "marshal.load", "plistlib.load", "print", "list",
    "len", "sorted", "set", "tuple", "enumerate", "max", "min", "sum", "any", "all", "str", "repr",
    "xml.etree.ElementTree.parse", "ast.literal_eval",
}  # fmt: skip
"""What only reads or writes what it is given, and leaves it open."""
_ADDING = re.compile(r"add_?(event_?)?(listener|observer|subscriber|signal_handler|reader|writer)", re.IGNORECASE)
_REMOVING = re.compile(
    r"(remove|discard|delete|clear)_?(all_?)?(event_?)?(listener|observer|subscriber|signal_handler|reader|writer)s?",
    re.IGNORECASE,
)
_ENDING = {"unsubscribe", "dispose", "cancel", "punsubscribe", "aclose", "close"}


def unclosed_resources(source: Source) -> Iterator[Hit]:
    """Yield resources opened outside of `with` that the function does not surely close or pass on."""
    for node in source.nodes:
        if isinstance(node, ast.Call):
            opener, ending = _opener(source, node)
            if opener and _leaks(source, node, ending):
                yield Hit("unclosed_resource", node.lineno, f"{opener}(...) is not closed", node.end_lineno or 0)


def _opener(source: Source, call: ast.Call) -> tuple[str, frozenset[str]]:
    """The name of a call that opens something and the methods that close it; "" for any other call."""
    name = source.qualified(call.func)
    if name in _DESCRIPTORS:
        return name, frozenset()
    if name in _OPENERS and not _is_detached(call):
        return name, _OPENERS[name]
    if isinstance(call.func, ast.Attribute) and call.func.attr == "open" and _is_path(source, call.func.value):
        return f"{ast.unparse(call.func.value)[:40]}.open", _CLOSING
    return "", frozenset()


def _is_detached(call: ast.Call) -> bool:
    """Whether a process is meant to outlive its parent."""
    return any(keyword.arg in ("start_new_session", "creationflags", "process_group") for keyword in call.keywords)


def _is_path(source: Source, value: ast.AST) -> bool:
    if isinstance(value, ast.Call):
        return source.qualified(value.func) in ("pathlib.Path", "Path", "pathlib.Path.cwd", "pathlib.Path.home")
    if isinstance(value, ast.BinOp) and isinstance(value.op, ast.Div):
        return True
    function = source.function_of(value)
    if not isinstance(value, ast.Name) or function is None:
        return False
    given = [node.value for node in ast.walk(function) if _assigns(node, value.id) and isinstance(node, ast.Assign)]
    return len(given) == 1 and not isinstance(given[0], ast.Name) and _is_path(source, given[0])


def _assigns(node: ast.AST, name: str) -> bool:
    return isinstance(node, ast.Assign) and any(isinstance(each, ast.Name) and each.id == name for each in node.targets)


def _leaks(source: Source, call: ast.Call, ending: frozenset[str]) -> bool:
    """Whether the opened object is dropped, only used, or bound to a name that is not closed or passed on."""
    parent = source.parents.get(call)
    if isinstance(parent, ast.Attribute):
        return parent.attr not in ending | {"__enter__"}
    if isinstance(parent, ast.Expr):
        return True
    if isinstance(parent, (ast.For, ast.comprehension)):
        return parent.iter is call
    if isinstance(parent, ast.Call):
        return call in parent.args and source.qualified(parent.func) in _READERS | _USING_DESCRIPTORS
    name = _bound_name(parent)
    return bool(name) and _is_left_open(source, call, name, ending)


def _bound_name(parent: ast.AST | None) -> str:
    """The name that an opened object is assigned to, "" if it goes elsewhere."""
    if isinstance(parent, ast.Assign) and len(parent.targets) == 1 and isinstance(parent.targets[0], ast.Name):
        return parent.targets[0].id
    is_named = isinstance(parent, (ast.NamedExpr, ast.AnnAssign)) and isinstance(parent.target, ast.Name)
    return parent.target.id if is_named else ""  # type: ignore[union-attr]


def _is_left_open(source: Source, call: ast.Call, name: str, ending: frozenset[str]) -> bool:
    function = source.function_of(call)
    if function is None and not ending & {"close"}:
        return False  # a process or a pool of the module lives as long as it
    scope = function or source.tree
    used = [node for node in ast.walk(scope) if isinstance(node, ast.Name) and node.id == name] if scope else []
    loads = [node for node in used if isinstance(node.ctx, ast.Load)]
    if any(_passes_ownership(source, use) for use in loads):
        return False
    closing = [use for use in loads if _is_closing_use(source, use, ending)]
    return not closing or all(_is_conditional_close(source, use, call, name) for use in closing)


def _is_closing_use(source: Source, use: ast.Name, ending: frozenset[str]) -> bool:
    parent = source.parents.get(use)
    if isinstance(parent, ast.Attribute):
        return parent.attr in ending
    return isinstance(parent, ast.Call) and source.qualified(parent.func) == "os.close"


def _is_conditional_close(source: Source, use: ast.Name, call: ast.Call, name: str) -> bool:
    """Whether the object is closed in a branch that it is not opened in, under an unrelated condition."""
    around = set(source.above(call))
    asked = {name, *(each for outer in around if isinstance(outer, ast.If) for each in names_in(outer.test))}
    for outer in source.above(use):
        if outer in around:
            return False
        if isinstance(outer, ast.If) and not names_in(outer.test) & asked:
            return True
    return False


def _passes_ownership(source: Source, use: ast.Name) -> bool:
    """Whether a use lets other code close the object: with, return, an attribute, a container, most calls."""
    parent = source.parents.get(use)
    if isinstance(parent, ast.Attribute):
        return False
    if isinstance(parent, (ast.For, ast.comprehension, ast.Compare, ast.BoolOp, ast.UnaryOp, ast.If)):
        return False
    if isinstance(parent, ast.Call):
        return source.qualified(parent.func) not in _READERS | _USING_DESCRIPTORS | {"os.close"}
    return True


def unended_subscriptions(source: Source) -> Iterator[Hit]:
    """Yield listeners and subscriptions that a file adds in functions and never removes."""
    used = {node.attr for node in source.nodes if isinstance(node, ast.Attribute)}
    removes, ends = any(map(_REMOVING.fullmatch, used)), bool(used & _ENDING)
    for node in source.nodes:
        if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and source.function_of(node)):
            continue
        if _ADDING.fullmatch(node.func.attr) and not removes:
            yield Hit("listener_not_removed", node.lineno, f"{node.func.attr}() has no counterpart in this file")
        elif node.func.attr in ("subscribe", "psubscribe") and not ends and not _in_with(source, node):
            yield Hit("subscription_not_ended", node.lineno, f"{node.func.attr}() has no counterpart in this file")


def _in_with(source: Source, node: ast.AST) -> bool:
    return any(isinstance(outer, ast.withitem) for outer in source.above(node))
