"""resource_leaks: files, sockets and databases that stay open, listeners and subscriptions that stay on."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from testfix_pipeline.planning.scanner.source import Source, dotted
from testfix_pipeline.planning.scanner.table import Hit

_OPENERS = {
    "open", "io.open", "codecs.open", "gzip.open", "bz2.open", "lzma.open", "tarfile.open", "zipfile.ZipFile",
    "ZipFile", "socket.socket", "socket.create_connection", "create_connection", "sqlite3.connect",
    "psycopg2.connect", "psycopg.connect", "pymysql.connect", "MySQLdb.connect", "urlopen",
    "urllib.request.urlopen", "smtplib.SMTP", "ftplib.FTP", "shelve.open",
}  # fmt: skip
_ADDING = re.compile(r"add_?(event_?)?(listener|observer|subscriber|signal_handler|reader|writer)", re.IGNORECASE)
_REMOVING = re.compile(
    r"(remove|discard|delete|clear)_?(all_?)?(event_?)?(listener|observer|subscriber|signal_handler|reader|writer)s?",
    re.IGNORECASE,
)
_ENDING = {"unsubscribe", "dispose", "cancel", "punsubscribe", "aclose", "close"}


def unclosed_resources(source: Source) -> Iterator[Hit]:
    """What is opened outside of a `with`, never closed in its function, and handed to nobody who could."""
    for node in source.nodes:
        if isinstance(node, ast.Call) and dotted(node.func) in _OPENERS and _leaks(source, node):
            yield Hit("unclosed_resource", node.lineno, f"{dotted(node.func)}(...) is not closed", node.end_lineno or 0)


def _leaks(source: Source, call: ast.Call) -> bool:
    """Whether the opened object is dropped or kept in a name that nobody closes or passes on."""
    parent = source.parents.get(call)
    if isinstance(parent, ast.Attribute):
        return parent.attr not in ("close", "__enter__")
    if isinstance(parent, ast.Expr):
        return True
    if not (isinstance(parent, ast.Assign) and len(parent.targets) == 1 and isinstance(parent.targets[0], ast.Name)):
        return False
    scope = next(
        node for node in source.above(call) if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Module))
    )
    uses = [node for node in ast.walk(scope) if isinstance(node, ast.Name) and node.id == parent.targets[0].id]
    return not any(_takes_over(source, use) for use in uses if isinstance(use.ctx, ast.Load))


def _takes_over(source: Source, use: ast.Name) -> bool:
    """A use that closes the object, or lets somebody else do so: with, return, an attribute, a container, a call."""
    parent = source.parents.get(use)
    if isinstance(parent, ast.Attribute):
        return parent.attr in ("close", "shutdown", "detach", "quit", "__exit__")
    if isinstance(parent, (ast.For, ast.comprehension, ast.Compare, ast.BoolOp, ast.UnaryOp, ast.If)):
        return False
    if isinstance(parent, ast.Call):
        return dotted(parent.func) not in (
            "json.load",
            "print",
            "list",
            "csv.reader",
            "yaml.safe_load",
            "pickle.load",
            "len",
        )
    return True


def endless_subscriptions(source: Source) -> Iterator[Hit]:
    """Listeners and subscriptions made inside a function of a file that never takes any back."""
    used = {node.attr for node in source.nodes if isinstance(node, ast.Attribute)}
    removes, ends = any(map(_REMOVING.fullmatch, used)), bool(used & _ENDING)
    for node in source.nodes:
        if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and _in_function(source, node)):
            continue
        if _ADDING.fullmatch(node.func.attr) and not removes:
            yield Hit("listener_not_removed", node.lineno, f"{node.func.attr}() has no counterpart in this file")
        elif node.func.attr in ("subscribe", "psubscribe") and not ends and not _in_with(source, node):
            yield Hit("subscription_not_ended", node.lineno, f"{node.func.attr}() has no counterpart in this file")


def _in_function(source: Source, node: ast.AST) -> bool:
    return any(isinstance(outer, (ast.FunctionDef, ast.AsyncFunctionDef)) for outer in source.above(node))


def _in_with(source: Source, node: ast.AST) -> bool:
    return any(isinstance(outer, ast.withitem) for outer in source.above(node))
