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
        "smtplib.SMTP", "smtplib.SMTP_SSL", "ftplib.FTP", "imaplib.IMAP4", "imaplib.IMAP4_SSL",
        "http.client.HTTPConnection", "http.client.HTTPSConnection", "shelve.open", "dbm.open", "mmap.mmap",
        "tempfile.TemporaryFile", "tempfile.SpooledTemporaryFile", "concurrent.futures.ThreadPoolExecutor",
        "concurrent.futures.ProcessPoolExecutor", "multiprocessing.Pool", "multiprocessing.pool.ThreadPool",
    ), _CLOSING),
    "subprocess.Popen": _WAITING,
    "os.open": frozenset(),
    "os.dup": frozenset(),
}  # fmt: skip
"""What opens something -> the methods that end it; a descriptor is ended by `os.close`."""
_READERS = {
    "json.load", "json.dump", "yaml.safe_load", "yaml.load", "pickle.load", "pickle.dump", "tomllib.load", "toml.load",
    "csv.reader", "csv.writer", "csv.DictReader", "csv.DictWriter", "marshal.load", "plistlib.load", "print", "list",
    "len", "sorted", "set", "tuple", "enumerate", "max", "min", "sum", "any", "all", "str", "repr", "os.close",
    "os.read", "os.write", "os.lseek", "os.fstat", "os.fsync", "os.pread", "os.pwrite", "os.isatty",
}  # fmt: skip
"""What only reads or writes what it is given, and does not keep it."""
_ONLY_USED = (ast.Attribute, ast.For, ast.comprehension, ast.Compare, ast.BoolOp, ast.UnaryOp, ast.If)
_PAIRED = (
    (re.compile(r"(?i)add_?(event_?)?(listener|observer|subscriber|signal_handler|reader|writer)"),
     re.compile(r"(?i)(remove|discard|delete|clear)_?\w*(listener|observer|subscriber|signal_handler|reader|writer)s?"),
     "listener_not_removed"),
    (re.compile(r"p?subscribe"), re.compile(r"p?unsubscribe|dispose|cancel|a?close"), "subscription_not_ended"),
)  # fmt: skip
"""A method that adds, its counterpart, and the pattern where a file lacks that."""


def unclosed_resources(source: Source) -> Iterator[Hit]:
    """Yield resources opened outside of `with` that the function does not surely close or pass on."""
    for node in source.nodes:
        if isinstance(node, ast.Call) and (name := _opener(source, node)) and _leaks(source, node, name):
            said = f"{ast.unparse(node.func)[:40]}(...) is not closed"
            yield Hit("unclosed_resource", node.lineno, said, node.end_lineno or 0)


def _opener(source: Source, call: ast.Call) -> str:
    """The name of a call that opens something, `open` for a method of a path; "" for any other call."""
    name = source.qualified(call.func)
    detached = any(keyword.arg in ("start_new_session", "creationflags", "process_group") for keyword in call.keywords)
    if name in _OPENERS:
        return "" if detached else name
    owner = call.func.value if isinstance(call.func, ast.Attribute) and call.func.attr == "open" else None
    is_path = isinstance(owner, ast.Call) and source.qualified(owner.func).startswith(("pathlib.Path", "Path"))
    return "open" if is_path or (isinstance(owner, ast.BinOp) and isinstance(owner.op, ast.Div)) else ""


def _leaks(source: Source, call: ast.Call, opener: str) -> bool:
    """Whether the opened object is dropped, only used, or bound to a name that is not closed or passed on."""
    parent, ending = source.parents.get(call), _OPENERS[opener]
    if isinstance(parent, ast.Attribute):
        return parent.attr not in ending | {"__enter__"}
    if isinstance(parent, ast.Call):
        return call in parent.args and source.qualified(parent.func) in _READERS
    if isinstance(parent, (ast.Assign, ast.NamedExpr, ast.AnnAssign)):
        targets = parent.targets if isinstance(parent, ast.Assign) else [parent.target]
        name = targets[0].id if len(targets) == 1 and isinstance(targets[0], ast.Name) else ""
        return bool(name) and _is_left_open(source, call, name, ending)
    return isinstance(parent, ast.Expr) or (isinstance(parent, (ast.For, ast.comprehension)) and parent.iter is call)


def _is_left_open(source: Source, call: ast.Call, name: str, ending: frozenset[str]) -> bool:
    function = source.function_of(call)
    if function is None and ending is _WAITING:
        return False  # a process of the module lives as long as it
    scope = function or source.tree
    used = [node for node in ast.walk(scope) if isinstance(node, ast.Name) and node.id == name] if scope else []
    closing = []
    for use in (node for node in used if isinstance(node.ctx, ast.Load)):
        parent = source.parents.get(use)
        called = source.qualified(parent.func) if isinstance(parent, ast.Call) else ""
        if called == "os.close" or (isinstance(parent, ast.Attribute) and parent.attr in ending):
            closing.append(use)
        elif not isinstance(parent, _ONLY_USED) and called not in _READERS:
            return False  # passed on: with, return, an attribute, a container, most calls
    return all(_is_conditional(source, use, call, name) for use in closing)


def _is_conditional(source: Source, use: ast.Name, call: ast.Call, name: str) -> bool:
    """Whether the object is closed in a branch that it is not opened in, under an unrelated condition."""
    around = set(source.above(call))
    asked = {name, *(each for outer in around if isinstance(outer, ast.If) for each in names_in(outer.test))}
    branches = (outer for outer in source.above(use) if outer not in around and isinstance(outer, ast.If))
    return any(not names_in(outer.test) & asked for outer in branches)


def unended_subscriptions(source: Source) -> Iterator[Hit]:
    """Yield listeners and subscriptions that a file adds in functions and never removes."""
    used = {node.attr for node in source.nodes if isinstance(node, ast.Attribute)}
    for node in source.nodes:
        method = node.func.attr if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) else ""
        for adding, removing, pattern in _PAIRED if method else ():
            ended = any(map(removing.fullmatch, used)) or isinstance(source.parents.get(node), ast.withitem)
            if adding.fullmatch(method) and not ended and source.function_of(node):
                yield Hit(pattern, getattr(node, "lineno", 0), f"{method}() has no counterpart in this file")
