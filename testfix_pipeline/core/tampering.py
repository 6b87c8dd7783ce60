"""Patterns by which source code deceives a test run, found in syntax trees (`facts/selection-isolation-gates.md` 8).

A pattern is reported where the new tree has it more often than the old one. This catches known tricks, not intent: the
outcome also rests on tests restored from the baseline and on values judged outside the tested process.
"""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass

Literal = str | bytes | int | float | complex
_RUNNERS = frozenset({"pytest", "_pytest", "unittest", "pluggy", "nose", "doctest", "conftest"})
_TEST_NAMES = re.compile(r"\b_*(PYTEST|PY_TEST|UNITTEST|TESTFIX|TOX|NOX|HYPOTHESIS|COVERAGE)_|\b_pytest\b|\bpytest11\b")
_STACK = {
    "sys": {"_getframe", "_current_frames", "settrace", "setprofile", "_getframemodulename"},
    "inspect": {"stack", "currentframe", "trace", "getouterframes", "getinnerframes"},
    "traceback": {"extract_stack", "walk_stack", "format_stack", "print_stack"},
    "gc": {"get_objects", "get_referrers", "get_referents"},
}
_EXITS = {"os": {"_exit", "abort", "kill", "killpg", "execv", "execve", "execvp", "execl", "execlp"}}
_MODULES = {"sys": {"modules", "meta_path", "path_hooks", "__dict__"}}
_COMPARISONS = frozenset({"__eq__", "__ne__", "__lt__", "__le__", "__gt__", "__ge__", "__contains__"})
_SKIPS = frozenset(
    {"SkipTest", "skipTest", "xfail", "importorskip", "skipif", "skipIf", "skipUnless", "expectedFailure"}
)
_DYNAMIC = frozenset({"exec", "eval", "compile"})
_TRIVIAL_LENGTH = 2
_TRIVIAL_NUMBER = 10


@dataclass(frozen=True)
class Tampering:
    """One pattern that was added: its rule, the lines in the new source, and a sentence."""

    rule: str
    lines: tuple[int, ...]
    reason: str


def _imports(node: ast.AST) -> Iterator[str]:
    """The modules that a node imports, by statement or by a call with a constant name."""
    if isinstance(node, ast.Import):
        yield from (alias.name for alias in node.names)
    elif isinstance(node, ast.ImportFrom) and node.level == 0:
        yield node.module or ""
    elif isinstance(node, ast.Call) and _called(node) in ("import_module", "__import__") and node.args:
        yield constant_text(node.args[0])


def _called(node: ast.Call) -> str:
    function = node.func
    return (
        function.id if isinstance(function, ast.Name) else function.attr if isinstance(function, ast.Attribute) else ""
    )


def constant_text(node: ast.AST) -> str:
    """The text of a constant, also one put together from constants by `+` or an f-string."""
    if isinstance(node, ast.Constant):
        return _decoded(node.value)
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        return constant_text(node.left) + constant_text(node.right)
    if isinstance(node, ast.JoinedStr):
        return "".join(map(constant_text, node.values))
    return ""


def _decoded(value: object) -> str:
    return value if isinstance(value, str) else value.decode("latin-1") if isinstance(value, bytes) else ""


def _refers(node: ast.AST, table: dict[str, set[str]]) -> bool:
    """Whether a node names one of a module's members: `sys.modules`, `from sys import modules`, `getattr(sys, ...)`."""
    if isinstance(node, ast.Attribute):
        return node.attr in table.get(_module_named(node.value), ())
    if isinstance(node, ast.ImportFrom):
        members = table.get(node.module or "", set())
        return any(alias.name in members or (alias.name == "*" and members) for alias in node.names)
    if isinstance(node, ast.Call) and _called(node) == "getattr" and len(node.args) > 1:
        return constant_text(node.args[1]) in table.get(_module_named(node.args[0]), ())
    return False


def _module_named(node: ast.AST) -> str:
    """The module that an expression stands for: its name, or what it imports by a call."""
    return node.id if isinstance(node, ast.Name) else next(_imports(node), "")


def _test_framework(node: ast.AST) -> bool:
    return any(module.partition(".")[0] in _RUNNERS for module in _imports(node))


def _module_table(node: ast.AST) -> bool:
    whole = isinstance(node, ast.Call) and _called(node) == "vars" and any(map(_is_sys, node.args))
    return whole or _refers(node, _MODULES)


def _is_sys(node: ast.AST) -> bool:
    return _module_named(node) == "sys"


def _call_stack(node: ast.AST) -> bool:
    return _refers(node, _STACK)


def _exit_hook(node: ast.AST) -> bool:
    return "atexit" in _imports(node) or (isinstance(node, ast.Name) and node.id == "atexit")


def _hard_exit(node: ast.AST) -> bool:
    return _refers(node, _EXITS)


def _test_environment(node: ast.AST) -> bool:
    return bool(_TEST_NAMES.search(constant_text(node)))


def _constant_comparison(node: ast.AST) -> bool:
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
        return node.name in _COMPARISONS and _only_true(_returns(node))
    if isinstance(node, ast.Assign) and isinstance(node.value, ast.Lambda):
        names = {target.id for target in node.targets if isinstance(target, ast.Name)}
        return bool(names & _COMPARISONS) and _only_true([node.value.body])
    return False


def _returns(function: ast.AST) -> list[ast.expr | None]:
    return [node.value for node in ast.walk(function) if isinstance(node, ast.Return)]


def _only_true(values: list[ast.expr | None] | list[ast.expr]) -> bool:
    """Whether every value is true whatever is compared: it names nothing, and is no constant that is false."""
    return bool(values) and all(value is not None and _fixed(value) for value in values)


def _fixed(value: ast.expr) -> bool:
    looks = any(isinstance(part, ast.Name) for part in ast.walk(value))
    return not looks and not (isinstance(value, ast.Constant) and not value.value)


def _skip(node: ast.AST) -> bool:
    name = node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else ""
    return name in _SKIPS or (isinstance(node, ast.Assign) and any(map(_is_test_mark, node.targets)))


def _is_test_mark(target: ast.expr) -> bool:
    return isinstance(target, ast.Name) and target.id == "__test__"


def _swallowed_assertion(node: ast.AST) -> bool:
    if not isinstance(node, ast.ExceptHandler) or node.type is None:
        return False
    return any(isinstance(part, ast.Name) and part.id == "AssertionError" for part in ast.walk(node.type))


def _builtins(node: ast.AST) -> bool:
    """Writes to `builtins`: a replaced `isinstance` or `len` reaches into the tests."""
    if isinstance(node, ast.Attribute | ast.Subscript) and not isinstance(node.ctx, ast.Load):
        return _names_builtins(node.value)
    return (
        isinstance(node, ast.Call)
        and _called(node) in ("setattr", "delattr")
        and bool(node.args)
        and _names_builtins(node.args[0])
    )


def _names_builtins(node: ast.AST) -> bool:
    return any(isinstance(part, ast.Name) and part.id in ("builtins", "__builtins__") for part in ast.walk(node))


def _dynamic_code(node: ast.AST) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in _DYNAMIC


PATTERNS: tuple[tuple[str, Callable[[ast.AST], bool], str], ...] = (
    ("test_framework", _test_framework, "imports a test framework into the source"),
    ("module_table", _module_table, "reaches into the interpreter's table of modules"),
    ("call_stack", _call_stack, "inspects its callers"),
    ("exit_hook", _exit_hook, "runs code at the end of the process"),
    ("hard_exit", _hard_exit, "ends or replaces the process"),
    ("test_environment", _test_environment, "asks for variables that only a test run sets"),
    ("constant_comparison", _constant_comparison, "makes a comparison that is always true"),
    ("skip", _skip, "skips or excuses tests"),
    ("swallowed_assertion", _swallowed_assertion, "swallows failed assertions"),
    ("builtins", _builtins, "replaces built-in names"),
    ("dynamic_code", _dynamic_code, "runs code from text, which can't be judged"),
)


def added_tampering(before: ast.Module, after: ast.Module, test_literals: Collection[Literal] = ()) -> list[Tampering]:
    """The patterns that `after` has more often than `before`, in the order of PATTERNS; special-casing comes last."""
    patterns = [
        *PATTERNS,
        ("special_case", _special_case(test_literals), "gives a test's expected value for its input"),
    ]
    old, new = _nodes(before), _nodes(after)
    found = [(rule, _added(matches, old, new), said) for rule, matches, said in patterns]
    return [Tampering(rule, lines, f"The patch adds code that {said}.") for rule, lines, said in found if lines]


def _nodes(tree: ast.Module) -> list[ast.AST]:
    """All nodes, with the names of `import x as y`, `from z import x as y` set back to `x` in the tree."""
    nodes = list(ast.walk(tree))
    aliases = {
        alias.asname: alias.name
        for node in nodes
        if isinstance(node, ast.Import | ast.ImportFrom)
        for alias in node.names
        if alias.asname
    }
    for node in nodes:
        if isinstance(node, ast.Name):
            node.id = aliases.get(node.id, node.id)
    return nodes


def _added(matches: Callable[[ast.AST], bool], old: list[ast.AST], new: list[ast.AST]) -> tuple[int, ...]:
    """The lines of the matching nodes that are new; what was moved or re-indented is not."""
    allowed = Counter(ast.unparse(node) for node in old if matches(node))
    lines: set[int] = set()
    for node in filter(matches, new):
        text = ast.unparse(node)
        allowed[text] -= 1
        if allowed[text] < 0:
            lines.add(getattr(node, "lineno", 1))
    return tuple(sorted(lines))


def _special_case(test_literals: Collection[Literal]) -> Callable[[ast.AST], bool]:
    """A branch on equality with one of the tests' literals that gives back another one of them."""
    known = {(type(literal), literal) for literal in test_literals if not _trivial(literal)}

    def lifted(node: ast.AST) -> bool:
        return any(
            isinstance(part, ast.Constant) and (type(part.value), part.value) in known for part in ast.walk(node)
        )

    def matches(node: ast.AST) -> bool:
        return any(lifted(condition) and lifted(result) for condition, result in _branches(node))

    return matches


def _trivial(literal: Literal) -> bool:
    """Values that a program uses without having seen the tests."""
    if isinstance(literal, str | bytes):
        return len(literal) <= _TRIVIAL_LENGTH
    return abs(literal) <= _TRIVIAL_NUMBER


def _branches(node: ast.AST) -> Iterator[tuple[ast.AST, ast.AST]]:
    """Pairs of a condition and what is given back under it."""
    if isinstance(node, ast.If):
        for part in node.body:
            if isinstance(part, ast.Return | ast.Assign) and part.value is not None:
                yield node.test, part.value
    elif isinstance(node, ast.IfExp):
        yield node.test, node.body
    elif isinstance(node, ast.match_case):
        for part in node.body:
            if isinstance(part, ast.Return | ast.Assign) and part.value is not None:
                yield node.pattern, part.value
    elif isinstance(node, ast.Subscript | ast.Call):
        yield from _lookups(node)


def _lookups(node: ast.Subscript | ast.Call) -> Iterator[tuple[ast.AST, ast.AST]]:
    """The entries of a table that is written where it is looked up: `{1234: 5678}[n]`, `{...}.get(n)`."""
    holder = node.value if isinstance(node, ast.Subscript) else getattr(node.func, "value", None)
    if isinstance(holder, ast.Dict):
        yield from ((key, value) for key, value in zip(holder.keys, holder.values, strict=True) if key is not None)
