"""Finds what a module does when it is imported, beside defining things, without importing it."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from testfix_pipeline.core.code_view import dotted
from testfix_pipeline.core.python_code import FunctionNode

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
_SIGNS = (*(f"{name}(" for name in _ACTS), "sys.argv", "parse_args(")


def import_effect(text: str, tree: ast.Module) -> str:
    """The side effect of importing a module, "" if there is none; a `__main__` guard is ignored."""
    if not any(sign in text for sign in _SIGNS):
        return ""
    for node in _nodes_run_at_import(tree.body):
        name = dotted(node.func) if isinstance(node, ast.Call) else dotted(node)
        if isinstance(node, ast.Call) and name in _ACTS:
            return f"line {node.lineno} {_ACTS[name]} (`{name}`)"
        if isinstance(node, ast.Call) and name.endswith(".parse_args"):
            return f"line {node.lineno} reads the command line (`{name}`)"
        if isinstance(node, ast.Subscript) and dotted(node.value) == "sys.argv":
            return f"line {node.lineno} reads the command line (`sys.argv`)"
    return ""


def _nodes_run_at_import(body: list[ast.stmt]) -> Iterator[ast.AST]:
    """Yield the nodes that run when a module is imported."""
    waiting: list[ast.AST] = [*reversed(body)]
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.If) and (
            "__main__" in ast.unparse(node.test) or "TYPE_CHECKING" in ast.unparse(node.test)
        ):
            waiting += reversed(node.orelse)
        elif not isinstance(node, (FunctionNode, ast.Lambda)):
            yield node
            waiting += reversed(list(ast.iter_child_nodes(node)))
