"""control_flow and resource_leaks: what never runs, what never ends, and what is opened and not closed."""

from __future__ import annotations

import ast
import itertools
import re
from collections.abc import Iterator

from testfix_pipeline.core.code_view import called, dotted
from testfix_pipeline.core.python_bindings import names_bound_by
from testfix_pipeline.core.python_code import FunctionNode, names_in, own_nodes
from testfix_pipeline.core.terminating_statements import EXITS, always_exits, has_break, is_true_constant
from testfix_pipeline.planning.python_code.source_file import Source, decorators
from testfix_pipeline.planning.scanner.table import Hit

_CLOSING = frozenset({"close", "aclose", "shutdown", "detach", "quit", "terminate", "__exit__", "server_close"})
_WAITS_FOR_END = frozenset({"wait", "communicate", "kill", "terminate", "__exit__", "poll"})
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
    "subprocess.Popen": _WAITS_FOR_END,
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
    if function is None and ending is _WAITS_FOR_END:
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


_ANY = {"Exception", "BaseException"}
_SUPPRESS = "contextlib.suppress"
_LEAVING = (ast.Return, ast.Raise, ast.Yield, ast.YieldFrom, ast.Await, ast.AsyncFor, ast.AsyncWith)
_WAITING = re.compile(
    r"accept|recv\w*|sleep|poll|select|wait\w*|get|read\w*|input|serve\w*|handle_request|listen|join|next|acquire|"
    r"process_events|pump|tick|consume|receive|fetch\w*|step|dispatch"
)
_SERVERS = re.compile(
    r"main|run|serve|loop|worker|listen|daemon|\w*_(forever|loop|worker|server|daemon)|serve_\w+|run_\w+|poll_\w+"
)
_ENDLESS = {"itertools.count", "itertools.cycle"}
_PLAIN = (ast.Constant, ast.BinOp, ast.UnaryOp, ast.operator, ast.unaryop)
_READING = {"len", "print", "str", "repr", "int", "float", "bool", "range", "sum", "max", "min"}
_AWAY: dict[type[ast.cmpop], type[ast.operator]] = {
    ast.Lt: ast.Sub, ast.LtE: ast.Sub, ast.Gt: ast.Add, ast.GtE: ast.Add,
}  # fmt: skip
Loop = ast.While | ast.For


def empty_handlers(source: Source) -> Iterator[Hit]:
    """Yield handlers of all exceptions that do nothing: `pass`, `...`, a constant, `suppress(Exception)`.

    ruff's S110 and S112 see `pass` and `continue` alone. A handler of a narrower error is a decision.
    """
    for node in source.nodes:
        if isinstance(node, ast.ExceptHandler) and _catches_all(node.type) and all(map(_does_nothing, node.body)):
            yield Hit("empty_handler", node.lineno, "catches every error and does nothing", node.end_lineno or 0)
        suppressed = node.args if isinstance(node, ast.Call) and source.qualified(node.func) == _SUPPRESS else []
        if any(map(_catches_all, suppressed)):
            yield Hit("empty_handler", getattr(node, "lineno", 0), "suppresses every error")


def _catches_all(kind: ast.AST | None) -> bool:
    kinds = kind.elts if isinstance(kind, ast.Tuple) else [kind]
    return any(each is None or dotted(each) in _ANY for each in kinds)


def _does_nothing(statement: ast.stmt) -> bool:
    if isinstance(statement, ast.Expr):
        return isinstance(statement.value, (ast.Constant, ast.Name))
    return isinstance(statement, (ast.Pass, ast.Continue))


def unreachable_code(source: Source) -> Iterator[Hit]:
    """Yield statements after one that always leaves, and under a condition that is always false.

    A `yield` there makes a generator, and an import is for tools: both are intended.
    """
    for block in source.statements():
        for statement, after in itertools.pairwise(block):
            if always_exits([statement]):
                if not (isinstance(after, ast.Expr) and isinstance(after.value, (ast.Yield, ast.YieldFrom))):
                    said = f"after line {statement.lineno}"
                    yield Hit("unreachable_code", after.lineno, said, block[-1].end_lineno or 0)
                break
    for node in source.nodes:
        if isinstance(node, (ast.If, ast.While)) and isinstance(node.test, ast.Constant) and not node.test.value:
            inside = [each for item in node.body for each in ast.walk(item)]
            if not any(isinstance(each, (ast.Yield, ast.YieldFrom, ast.Import, ast.ImportFrom)) for each in inside):
                said = f"under `{ast.unparse(node.test)}`"
                yield Hit("unreachable_code", node.lineno, said, node.body[-1].end_lineno or 0)


def endless_loops(source: Source) -> Iterator[Hit]:
    """Yield loops without a way out and loops whose condition nothing changes; loops of servers are left out."""
    for node in source.nodes:
        if isinstance(node, Loop) and (why := _why_endless(source, node)):
            yield Hit("endless_loop", node.lineno, why, node.end_lineno or 0)
    for function in source.functions:
        if _always_recurses(source, function):
            said = f"{function.name}() calls itself on every path"
            yield Hit("endless_loop", function.lineno, said, function.end_lineno or 0)


def _why_endless(source: Source, loop: Loop) -> str:
    inside = [node for item in loop.body for node in ast.walk(item)]
    own = [node for item in loop.body for node in (item, *own_nodes(item))]
    exits = (isinstance(node, ast.Call) and dotted(node.func) in EXITS for node in own)
    if has_break(loop.body) or any(isinstance(node, _LEAVING) for node in own) or any(exits):
        return ""
    calls = [node for node in inside if isinstance(node, ast.Call)]
    function = source.function_of(loop)
    if function and calls and _SERVERS.fullmatch(function.name.lstrip("_")):
        return ""
    waits = any(_WAITING.fullmatch(called(call)) for call in calls)
    trapped = not waits and not (_is_in_handled_try(source, loop) and calls)
    if isinstance(loop, ast.For):
        endless = isinstance(loop.iter, ast.Call) and source.qualified(loop.iter.func) in _ENDLESS
        return "iterates without end" if endless and trapped else ""
    said = f"`while {ast.unparse(loop.test)[:60]}`"
    if is_true_constant(loop.test):
        return f"{said} has no way out" if trapped else ""
    names = _local_condition(function, loop.test)
    if names and function and not any(_may_change(source, function, inside, name) for name in names):
        return f"nothing in {said} changes its condition"
    if names and (_steps_away(loop.test, inside) or _skips_step(loop, names)):
        return f"{said} moves away from its end, or goes on before its step"
    return ""


def _is_in_handled_try(source: Source, loop: Loop) -> bool:
    """Whether an exception may end the loop: it is in a `try` with handlers of its function."""
    inner: ast.AST = loop
    for outer in source.above(loop):
        if isinstance(outer, FunctionNode):
            return False
        if isinstance(outer, ast.Try) and inner in outer.body and outer.handlers:
            return True
        inner = outer
    return False


def _local_condition(function: FunctionNode | None, test: ast.expr) -> set[str]:
    """The names of a condition that only its own function can change, empty if it has any other part."""
    for node in ast.walk(test):
        is_call = isinstance(node, ast.Call) and dotted(node.func) != "len"
        if is_call or isinstance(node, (ast.Attribute, ast.Subscript, ast.Await, ast.NamedExpr)):
            return set()
    if function is None:
        return set()
    shared = {
        name for node in ast.walk(function) if isinstance(node, (ast.Global, ast.Nonlocal)) for name in node.names
    }
    names = names_in(test) - {"len"}
    return names if names <= names_bound_by(own_nodes(function)) - shared else set()


def _may_change(source: Source, function: FunctionNode, inside: list[ast.AST], name: str) -> bool:
    """Whether the loop binds the name, or does more with its object than reading it, unless that is a plain value."""
    uses = [node for node in inside if isinstance(node, ast.Name) and node.id == name]
    if any(not isinstance(use.ctx, ast.Load) for use in uses):
        return True
    assigned = [
        node for node in own_nodes(function) if isinstance(node, ast.Assign) and name in map(dotted, node.targets)
    ]
    if assigned and all(isinstance(each, _PLAIN) for node in assigned for each in ast.walk(node.value)):
        return False
    return any(_does_more_than_read(source.parents.get(use)) for use in uses)


def _does_more_than_read(parent: ast.AST | None) -> bool:
    if isinstance(parent, ast.Call):
        return dotted(parent.func) not in _READING
    if isinstance(parent, ast.Subscript):
        return not isinstance(parent.ctx, ast.Load)
    return isinstance(parent, (ast.Attribute, ast.keyword, ast.Starred, ast.Assign, ast.Yield))


def _steps_away(test: ast.expr, inside: list[ast.AST]) -> bool:
    """Whether the only steps move away from a constant limit: `while i < 10` with `i -= 1`."""
    if not (isinstance(test, ast.Compare) and len(test.ops) == 1 and isinstance(test.left, ast.Name)):
        return False
    name = test.left.id
    names = [node for node in inside if isinstance(node, ast.Name) and node.id == name]
    stored = [node for node in names if not isinstance(node.ctx, ast.Load)]
    steps = [node for node in inside if isinstance(node, ast.AugAssign) and dotted(node.target) == name]
    away = _AWAY.get(type(test.ops[0]))
    if away is None or names_in(test.comparators[0]) or not steps or len(stored) != len(steps):
        return False
    return all(isinstance(step.op, away) and isinstance(step.value, ast.Constant) for step in steps)


def _skips_step(loop: ast.While, names: set[str]) -> bool:
    """Whether the first statement continues the loop before anything in the condition has changed."""
    first = loop.body[0]
    if not (isinstance(first, ast.If) and len(first.body) == 1 and isinstance(first.body[0], ast.Continue)):
        return False
    asks = any(isinstance(node, (ast.Call, ast.NamedExpr, ast.Await)) for node in ast.walk(first.test))
    return not asks and bool(names_in(first.test) & names)


def _always_recurses(source: Source, function: FunctionNode) -> bool:
    """Whether one of the statements that run in every call of a function calls it again, or reads the property."""
    is_property = "property" in decorators(function)
    if function.decorator_list and not is_property:
        return False
    in_class = isinstance(source.parents.get(function), ast.ClassDef)
    own = f"self.{function.name}" if in_class else function.name
    for statement in function.body:
        if not isinstance(statement, (ast.Return, ast.Expr, ast.Assign)):
            return False
        nodes = list(_unconditional_nodes(statement))
        if any(isinstance(node, (ast.Yield, ast.YieldFrom, ast.Await)) for node in nodes):
            return False
        read = [node for node in nodes if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Load)]
        calls = [node.func for node in nodes if isinstance(node, ast.Call)]
        if any(dotted(each) == own for each in (read if is_property else calls)):
            return True
        if isinstance(statement, ast.Return):
            return False
    return False


def _unconditional_nodes(node: ast.AST) -> Iterator[ast.AST]:
    """Yield the nodes of a statement that always run: not those after `and`, `or`, `if` or in a lambda."""
    yield node
    if isinstance(node, (ast.BoolOp, ast.IfExp)):
        yield from _unconditional_nodes(node.values[0] if isinstance(node, ast.BoolOp) else node.test)
    elif not isinstance(node, (ast.Lambda, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)):
        for child in ast.iter_child_nodes(node):
            yield from _unconditional_nodes(child)
