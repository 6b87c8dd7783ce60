"""Critical anti-patterns of tests (SPEC 6, IMPL-001.5), each read from the test's own text."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from testfix_pipeline.core.plan_records import Finding
from testfix_pipeline.planning.scanner.source import (
    FunctionNode,
    Source,
    dotted,
    names_in,
    own_nodes,
    without_docstring,
)

ADVICE: dict[str, str] = {
    "empty_test": "give it a body that calls its subject and compares the result",
    "no_assertion": "compare what the subject gives or changes with a value",
    "tautology": "compare with a value that a wrong subject would not give",
    "asserts_only_mock": "assert on what the subject gives or changes, not on the double alone",
    "never_exercises_subject": "call the subject itself",
    "focused_test": "take the mark that runs it alone away",
    "skip_without_reason": "run it, or say why it can't run",
    "order_dependence": "leave no state behind: use a fixture or monkeypatch",
    "swallowed_assertion": "let the assertion's error through",
    "unreached_assertion": "assert before the test returns",
    "empty_parametrize": "give at least one set of parameters",
    "shadowed_test": "give each test a name of its own",
}
"""Pattern -> what to do better. All are critical."""

_DOUBLES = {
    "Mock",
    "MagicMock",
    "AsyncMock",
    "NonCallableMock",
    "PropertyMock",
    "create_autospec",
    "patch",
    "object",
    "stub",
    "spy",
}
_RAISING = {
    "raises",
    "warns",
    "deprecated_call",
    "assertRaises",
    "assertRaisesRegex",
    "assertWarns",
    "assertLogs",
    "expect",
}
_ALONE = {"only", "focus", "focused", "wip"}
_ORDERED = {"order", "run", "dependency", "incremental", "first", "last"}
_MUTATORS = {"append", "extend", "insert", "pop", "add", "remove", "clear", "update", "setdefault", "discard"}
_SKIPS = {"skip", "skipIf", "skipif", "xfail", "skipTest"}


@dataclass(frozen=True)
class Case:
    """One test function in its file. `name` is as in a node id, `target` what it is for ("" = not known)."""

    source: Source
    node: FunctionNode
    name: str
    target: str = ""

    @cached_property
    def nodes(self) -> list[ast.AST]:
        return list(ast.walk(self.node))

    @cached_property
    def helpers(self) -> list[ast.AST]:
        """Functions of the file that the test calls or takes as fixtures, and those that they call."""
        defined = {node.name: node for node in self.source.functions if node is not self.node}
        found: dict[str, ast.AST] = {}
        waiting: list[ast.AST] = [self.node]
        while waiting:
            node = waiting.pop()
            mentioned = {_last(each) for each in ast.walk(node) if isinstance(each, (ast.Name, ast.Attribute))}
            mentioned |= {each.arg for each in ast.walk(node) if isinstance(each, ast.arg)}
            for name in mentioned & defined.keys() - found.keys():
                found[name] = defined[name]
                waiting.append(defined[name])
        return list(found.values())

    @cached_property
    def assertions(self) -> list[ast.AST]:
        return [node for node in self.nodes if _is_assertion(node)]

    @cached_property
    def doubles(self) -> set[str]:
        """Names that hold mocks: assigned, bound by `with patch(...) as`, or given by a `@patch` decorator."""
        names: set[str] = set()
        for node in self.nodes:
            if isinstance(node, ast.Assign) and _makes_double(node.value):
                names |= {name for target in node.targets for name in names_in(target)}
            elif isinstance(node, ast.withitem) and node.optional_vars and _makes_double(node.context_expr):
                names |= names_in(node.optional_vars)
        patches = sum("patch" in dotted(_called(item)) for item in self.node.decorator_list)
        arguments = [argument.arg for argument in self.node.args.args if argument.arg not in ("self", "cls")]
        return names | set(arguments[:patches])


def anti_patterns(source: Source, targets: Mapping[str, str] | None = None) -> list[Finding]:
    """What is wrong with each test of a file. `targets`: test name -> what it is for, `file.py::Class.method`."""
    targets = targets or {}
    found = []
    for name, node in cases_in(source):
        case = Case(source, node, name, targets.get(name, ""))
        for pattern, check in _CHECKS.items():
            said = check(case)
            if said is not None:
                found.append(_finding(case, pattern, said))
    return found


def _finding(case: Case, pattern: str, said: str) -> Finding:
    return Finding(
        category="test_quality",
        pattern=pattern,
        severity="critical",
        file=case.source.path,
        line=case.node.lineno,
        message=said or ADVICE[pattern],
        test=f"{case.source.path}::{case.name}",
    )


def cases_in(source: Source) -> Iterator[tuple[str, FunctionNode]]:
    """Name (`Class::test_x` for methods) and node of each test of a file."""
    if source.tree is not None:
        yield from _tests(source.tree.body, "")


def _tests(body: list[ast.stmt], owner: str) -> Iterator[tuple[str, FunctionNode]]:
    for node in body:
        if isinstance(node, FunctionNode) and node.name.startswith("test"):
            yield f"{owner}{node.name}", node
        elif isinstance(node, ast.ClassDef):
            yield from _tests(node.body, f"{owner}{node.name}::")


def _last(node: ast.AST) -> str:
    return node.attr if isinstance(node, ast.Attribute) else dotted(node)


def _called(node: ast.AST) -> ast.AST:
    return node.func if isinstance(node, ast.Call) else node


def _makes_double(value: ast.AST) -> bool:
    return isinstance(value, ast.Call) and (_last(value.func) in _DOUBLES or "patch" in dotted(value.func))


def _is_assertion(node: ast.AST) -> bool:
    if isinstance(node, ast.Assert):
        return True
    name = _last(node.func) if isinstance(node, ast.Call) else ""
    return name.startswith("assert") or name in _RAISING or name in ("fail", "check")


def _empty(case: Case) -> str | None:
    idle = all(
        isinstance(item, ast.Pass) or (isinstance(item, ast.Expr) and isinstance(item.value, ast.Constant))
        for item in without_docstring(case.node.body)
    )
    return "has no body" if idle else None


def _no_assertion(case: Case) -> str | None:
    if _empty(case) is not None or case.assertions:
        return None
    helped = any(_is_assertion(node) for helper in case.helpers for node in ast.walk(helper))
    return None if helped else "asserts nothing"


def _tautology(case: Case) -> str | None:
    for node in case.assertions:
        if isinstance(node, ast.Assert) and _always_true(node.test):
            return f"`assert {ast.unparse(node.test)}` can't fail"
        if isinstance(node, ast.Call) and _always_equal(node):
            return f"`{ast.unparse(node)}` can't fail"
    return None


def _always_true(test: ast.AST) -> bool:
    if isinstance(test, ast.Constant):
        return bool(test.value)
    if isinstance(test, ast.Tuple):
        return bool(test.elts)
    if isinstance(test, ast.BoolOp) and isinstance(test.op, ast.Or):
        return any(map(_always_true, test.values))
    if isinstance(test, ast.Call):
        return dotted(test.func) == "isinstance" and len(test.args) == 2 and dotted(test.args[1]) == "object"
    if not isinstance(test, ast.Compare) or len(test.ops) != 1:
        return False
    left, right, operator = test.left, test.comparators[0], test.ops[0]
    if isinstance(operator, (ast.Eq, ast.Is, ast.LtE, ast.GtE)) and ast.dump(left) == ast.dump(right):
        return True
    if isinstance(left, ast.Constant) and isinstance(right, ast.Constant):
        return True
    length = isinstance(left, ast.Call) and dotted(left.func) == "len"
    return length and isinstance(operator, ast.GtE) and isinstance(right, ast.Constant) and right.value == 0


def _always_equal(call: ast.Call) -> bool:
    name = _last(call.func)
    if name in ("assertTrue", "assertIsNotNone"):
        return bool(call.args) and isinstance(call.args[0], ast.Constant) and bool(call.args[0].value)
    same = len(call.args) >= 2 and ast.dump(call.args[0]) == ast.dump(call.args[1])
    return name in ("assertEqual", "assertIs", "assertEquals") and same


def _only_mock(case: Case) -> str | None:
    if not case.assertions or not case.doubles:
        return None
    about = [names_in(node) - {"self", "call", "ANY", "mock"} for node in case.assertions]
    alone = all(names and names <= case.doubles for names in about)
    return f"asserts on {', '.join(sorted(case.doubles))} alone" if alone else None


def _never_exercised(case: Case) -> str | None:
    subject = case.target.rpartition("::")[2]
    if not subject or _empty(case) is not None:
        return None
    owner, _, name = subject.rpartition(".")
    wanted = {name} if not re.fullmatch(r"__\w+__", name) else {owner.rpartition(".")[2] or name}
    for node in [*case.nodes, *(each for helper in case.helpers for each in ast.walk(helper))]:
        used = isinstance(node, (ast.Name, ast.Attribute)) and isinstance(node.ctx, ast.Load) and _last(node) in wanted
        if used:
            return None
    return f"never calls {subject}"


def _decorators(case: Case) -> Iterator[tuple[str, ast.AST]]:
    owner = case.source.parents.get(case.node)
    inherited = owner.decorator_list if isinstance(owner, ast.ClassDef) else []
    for item in [*case.node.decorator_list, *inherited]:
        yield dotted(_called(item)), item


def _focused(case: Case) -> str | None:
    for name, _ in _decorators(case):
        if "mark." in name and name.rpartition(".")[2] in _ALONE:
            return f"is marked {name}"
    return None


def _bare_skip(case: Case) -> str | None:
    calls = [(dotted(node.func), node) for node in case.nodes if isinstance(node, ast.Call)]
    skips = [(name, item) for name, item in calls if name in ("pytest.skip", "pytest.xfail", "self.skipTest")]
    for name, item in [*_decorators(case), *skips]:
        kind = name.rpartition(".")[2]
        if (
            kind in _SKIPS
            and ("mark." in name or "unittest" in name or (name, item) in skips)
            and not _reason(kind, item)
        ):
            return f"{name} gives no reason"
    return None


def _reason(kind: str, node: ast.AST) -> bool:
    """Whether a skip says why: a text in its arguments that is more than white space."""
    if not isinstance(node, ast.Call):
        return False
    said = [keyword.value for keyword in node.keywords if keyword.arg in ("reason", "msg")]
    said += node.args[1:] if kind in ("skipif", "skipIf", "xfail") and len(node.args) > 1 else node.args[:1]
    return any(not isinstance(item, ast.Constant) or bool(str(item.value or "").strip()) for item in said)


def _order(case: Case) -> str | None:
    for name, _ in _decorators(case):
        if "mark." in name and name.rpartition(".")[2] in _ORDERED:
            return f"is marked {name}"
    if case.source.tree is None or any(isinstance(node, ast.Try) and node.finalbody for node in case.nodes):
        return None
    own = {node.id for node in case.nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
    own |= {node.arg for node in case.nodes if isinstance(node, ast.arg)} - {"cls"}
    assigned = _assigned(case.source.tree) - own
    shared = (assigned | _imported(case.source.tree) | {"cls"}) - own
    changes = (_change(node, shared, assigned) for node in case.nodes)
    return next((f"changes {what}, which other tests see" for what in changes if what), None)


def _assigned(scope: ast.AST) -> set[str]:
    return {node.id for node in own_nodes(scope) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}


def _imported(scope: ast.AST) -> set[str]:
    imports = [node for node in own_nodes(scope) if isinstance(node, (ast.Import, ast.ImportFrom))]
    return {alias.asname or alias.name.partition(".")[0] for node in imports for alias in node.names}


def _change(node: ast.AST, shared: set[str], assigned: set[str]) -> str:
    """What a node changes for whoever comes next: of the file, of a module, or of the process."""
    if isinstance(node, ast.Global):
        return ", ".join(node.names)
    if isinstance(node, (ast.Attribute, ast.Subscript)) and isinstance(node.ctx, (ast.Store, ast.Del)):
        changed = dotted(node) or dotted(node.value)
        return changed if changed.partition(".")[0] in shared else ""
    if isinstance(node, ast.Call):
        held, _, method = dotted(node.func).rpartition(".")
        if dotted(node.func) in ("os.chdir", "os.putenv"):
            return dotted(node.func)
        return held if method in _MUTATORS and held.partition(".")[0] in assigned else ""
    return ""


def _swallowed(case: Case) -> str | None:
    for node in case.nodes:
        if isinstance(node, ast.Try) and any(_is_assertion(each) for item in node.body for each in ast.walk(item)):
            for handler in node.handlers:
                silent = not any(isinstance(each, ast.Raise) or _is_assertion(each) for each in ast.walk(handler))
                if silent and (
                    handler.type is None or _last(handler.type) in ("AssertionError", "Exception", "BaseException")
                ):
                    return "catches the error of its own assertion"
    return None


def _unreached(case: Case) -> str | None:
    for position, statement in enumerate(case.node.body):
        if isinstance(statement, ast.Return):
            after = [each for item in case.node.body[position + 1 :] for each in ast.walk(item)]
            return "returns before its assertions" if any(map(_is_assertion, after)) else None
    return None


def _nothing_given(case: Case) -> str | None:
    for name, item in _decorators(case):
        given = item.args[1] if isinstance(item, ast.Call) and len(item.args) > 1 else None
        if name.endswith("parametrize") and isinstance(given, (ast.List, ast.Tuple)) and not given.elts:
            return "is given no parameters, so it never runs"
    return None


def _shadowed(case: Case) -> str | None:
    later = [node for name, node in cases_in(case.source) if name == case.name and node.lineno > case.node.lineno]
    return f"is replaced by the test of the same name on line {later[0].lineno}" if later else None


_CHECKS: dict[str, Callable[[Case], str | None]] = {
    "empty_test": _empty,
    "no_assertion": _no_assertion,
    "tautology": _tautology,
    "asserts_only_mock": _only_mock,
    "never_exercises_subject": _never_exercised,
    "focused_test": _focused,
    "skip_without_reason": _bare_skip,
    "order_dependence": _order,
    "swallowed_assertion": _swallowed,
    "unreached_assertion": _unreached,
    "empty_parametrize": _nothing_given,
    "shadowed_test": _shadowed,
}
