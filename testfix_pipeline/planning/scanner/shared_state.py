"""Tests that leave something behind which other tests see."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from testfix_pipeline.core.code_view import dotted
from testfix_pipeline.planning.python_code.mutating_methods import MUTATORS
from testfix_pipeline.planning.python_code.source_file import FunctionNode, decorators, own_nodes
from testfix_pipeline.planning.python_code.unit_tests import UnitTest, called

_ORDERED = {"order", "run", "dependency", "incremental", "first", "last"}
_PROCESS = {
    "os.chdir",
    "os.putenv",
    "os.umask",
    "sys.setrecursionlimit",
    "locale.setlocale",
    "socket.setdefaulttimeout",
}
_TEARDOWNS = {"teardown_method", "teardown_class", "teardown_function", "teardown_module", "tearDown", "tearDownClass",
              "teardown"}  # fmt: skip


def order_dependence(case: UnitTest) -> str | None:
    """What is said of a test that is marked to run at a place, or changes what is not its own for good."""
    for item in case.node.decorator_list:
        name = dotted(called(item))
        if "mark." in name and name.rpartition(".")[2] in _ORDERED:
            return f"is marked {name}"
    changes = Counter(filter(None, _changes(case)))
    left = [what for what, times in changes.items() if times == 1 and not _is_undone(case, what)]
    return f"changes {left[0]}, which other tests see" if left else None


def _is_undone(case: UnitTest, what: str) -> bool:
    """Whether something puts it back: `finally`, a patch that names it or its owner, a tear-down."""
    if any(isinstance(node, ast.Try) and node.finalbody for node in case.nodes):
        return True
    owner, name = what.rpartition(".")[::2]
    for node in case.nodes:
        if isinstance(node, ast.Call) and dotted(node.func) not in ("setattr", what) and _patches(node):
            text = ast.unparse(node)
            if what in text or (owner and owner in text) or (name and f"'{name}'" in text):
                return True
    return _has_teardown(case)


def _patches(call: ast.Call) -> bool:
    """A call of `patch`, or of a method of `monkeypatch`: what it changes is put back."""
    return bool({"patch", "setattr", "setitem", "setenv", "delitem", "chdir"} & set(dotted(call.func).split(".")))


def _has_teardown(case: UnitTest) -> bool:
    scopes = [outer for outer in case.source.above(case.node) if isinstance(outer, (ast.ClassDef, ast.Module))]
    functions = [item for scope in scopes for item in scope.body if isinstance(item, FunctionNode)]
    if any(function.name in _TEARDOWNS for function in functions):
        return True
    return any("fixture" in decorators(function) and _is_autouse_with_end(function) for function in functions)


def _is_autouse_with_end(function: FunctionNode) -> bool:
    automatic = any("autouse" in ast.unparse(item) for item in function.decorator_list)
    return automatic and any(isinstance(node, ast.Yield) for node in ast.walk(function))


def _changes(case: UnitTest) -> Iterator[str]:
    tree = case.source.tree
    if tree is None:
        return
    own = {node.id for node in case.nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
    own |= {node.arg for node in case.nodes if isinstance(node, ast.arg)}
    first = case.node.args.args[:1]
    of_class = {"cls"} if first and first[0].arg == "cls" else set()
    names = _Names(_assigned(tree) - own, _imported(tree) - own, _modules(tree), of_class)
    for node in case.nodes:
        yield _change(node, names)


@dataclass(frozen=True)
class _Names:
    """What a test shares with others: names that its file assigns or imports, `cls`. modules: such as `os.path`."""

    assigned: set[str]
    imported: set[str]
    modules: set[str]
    of_class: set[str]

    def is_shared(self, name: str) -> bool:
        return name.partition(".")[0] in self.assigned | self.imported | self.of_class

    def is_object(self, name: str) -> bool:
        """Whether others see the object of a name; a module is none, whose functions may be called as methods are."""
        head = name.partition(".")[0]
        return head in self.assigned or (head in self.imported and "." in name and name not in self.modules)


def _assigned(scope: ast.AST) -> set[str]:
    return {node.id for node in own_nodes(scope) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}


def _imported(scope: ast.AST) -> set[str]:
    imports = [node for node in own_nodes(scope) if isinstance(node, (ast.Import, ast.ImportFrom))]
    return {alias.asname or alias.name.partition(".")[0] for node in imports for alias in node.names}


def _modules(scope: ast.AST) -> set[str]:
    """The dotted names of modules in `import a.b`."""
    return {alias.name for node in own_nodes(scope) if isinstance(node, ast.Import) for alias in node.names}


def _change(node: ast.AST, names: _Names) -> str:
    """What a node changes for whoever comes next: of the file, of a module, or of the process."""
    if isinstance(node, ast.Global):
        return ", ".join(node.names)
    if isinstance(node, (ast.Attribute, ast.Subscript)) and isinstance(node.ctx, (ast.Store, ast.Del)):
        inner = node.value if isinstance(node, ast.Subscript) else node
        changed = dotted(node) or dotted(inner)
        on_class = ast.unparse(inner).startswith(("type(self).", "self.__class__."))
        return ast.unparse(inner) if on_class else changed if names.is_shared(changed) else ""
    if not isinstance(node, ast.Call):
        return ""
    name = dotted(node.func)
    if name in _PROCESS:
        return name
    if name in ("setattr", "delattr") and node.args and names.is_shared(dotted(node.args[0])):
        return f"{dotted(node.args[0])}.{_text(node.args[1]) if len(node.args) > 1 else ''}"
    held, _, method = name.rpartition(".")
    return held if method in MUTATORS and names.is_object(held) else ""


def _text(node: ast.AST) -> str:
    return str(node.value) if isinstance(node, ast.Constant) else ast.unparse(node)
