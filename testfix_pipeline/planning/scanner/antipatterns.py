"""Critical anti-patterns of tests, such as assertions that can't fail, detected in the test's own text."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence

from testfix_pipeline.core.code_names import name_in_code
from testfix_pipeline.core.code_view import callee, dotted, last_name
from testfix_pipeline.core.plan_records import Finding
from testfix_pipeline.core.python_code import FunctionNode, argument_names, names_in
from testfix_pipeline.core.terminating_statements import always_exits
from testfix_pipeline.planning.python_code.public_surface import opposite_comparison
from testfix_pipeline.planning.python_code.source_file import Source, without_docstring
from testfix_pipeline.planning.python_code.unit_tests import UnitTest, is_assertion, makes_double, tests_in
from testfix_pipeline.planning.scanner.shared_state import order_dependence


def tautology(case: UnitTest) -> str | None:
    """Why the assertions of a test can't fail, None if one of them can."""
    said = [_why_cannot_fail(case, node) for node in case.assertions]
    return said[0] if said and all(said) else None


def _why_cannot_fail(case: UnitTest, node: ast.AST) -> str:
    if isinstance(node, ast.Assert) and always_true(_with_assigned_value(case, node.test)):
        return f"`assert {ast.unparse(node.test)}` can't fail"
    if isinstance(node, ast.Call) and _always_equal(node):
        return f"`{ast.unparse(node)}` can't fail"
    return ""


def _with_assigned_value(case: UnitTest, test: ast.expr) -> ast.expr:
    """The comparison with the value of its right-hand name: `expected = price(3); assert price(3) == expected`."""
    if not (isinstance(test, ast.Compare) and len(test.ops) == 1 and isinstance(test.comparators[0], ast.Name)):
        return test
    name = test.comparators[0].id
    given = [node.value for node in case.nodes if isinstance(node, ast.Assign) and name in map(dotted, node.targets)]
    same = len(given) == 1 and isinstance(given[0], ast.Call) and ast.dump(given[0]) == ast.dump(test.left)
    return ast.Compare(test.left, test.ops, [test.left]) if same else test


def always_true(test: ast.AST) -> bool:
    """Whether an expression is true whatever the code under test does."""
    if isinstance(test, (ast.Constant, ast.Lambda)):
        return isinstance(test, ast.Lambda) or bool(test.value)
    if isinstance(test, (ast.Tuple, ast.List, ast.Set)):
        return bool(test.elts)
    if isinstance(test, ast.JoinedStr):
        return any(isinstance(part, ast.Constant) for part in test.values)
    if isinstance(test, ast.UnaryOp):
        return isinstance(test.op, ast.Not) and isinstance(test.operand, ast.Constant) and not test.operand.value
    if isinstance(test, ast.BoolOp):
        opposite = [opposite_comparison(value) for value in test.values if isinstance(value, ast.Compare)]
        opposed = {ast.unparse(each) for each in opposite if each is not None}
        either = isinstance(test.op, ast.Or) and bool(opposed & set(map(ast.unparse, test.values)))
        return either or (all if isinstance(test.op, ast.And) else any)(map(always_true, test.values))
    if isinstance(test, ast.Call):
        return dotted(test.func) == "isinstance" and len(test.args) == 2 and dotted(test.args[1]) == "object"
    return isinstance(test, ast.Compare) and len(test.ops) == 1 and _is_true_comparison(test)


def _is_true_comparison(test: ast.Compare) -> bool:
    left, right, operator = test.left, test.comparators[0], test.ops[0]
    if isinstance(operator, (ast.Eq, ast.Is, ast.LtE, ast.GtE)) and ast.dump(left) == ast.dump(right):
        return not _may_evaluate_differently(left, operator)
    if isinstance(left, ast.Constant) and isinstance(right, ast.Constant):
        return True
    length = isinstance(left, ast.Call) and dotted(left.func) == "len"
    return length and isinstance(operator, ast.GtE) and isinstance(right, ast.Constant) and right.value == 0


def _may_evaluate_differently(value: ast.expr, operator: ast.cmpop) -> bool:
    """Whether two evaluations of an expression may differ: new objects, identities, hashes, method calls."""
    if isinstance(operator, ast.Is):
        return not isinstance(value, (ast.Name, ast.Constant))
    called = [dotted(node.func) for node in ast.walk(value) if isinstance(node, ast.Call)]
    return any(re.fullmatch(r"self\..*|(.*\.)?([A-Z]\w*|cls|hash|id|type)", name) for name in called)


def _always_equal(call: ast.Call) -> bool:
    """Whether a method of `unittest` asserts what is always true."""
    name, given = last_name(call.func), call.args
    if name in ("assertEqual", "assertEquals", "assertIs") and len(given) >= 2:
        same = ast.dump(given[0]) == ast.dump(given[1])
        return same and not _may_evaluate_differently(given[0], ast.Eq())
    constant = name in ("assertTrue", "assertIsNotNone") and bool(given) and isinstance(given[0], ast.Constant)
    return constant and always_true(given[0])


def unreached_assertion(case: UnitTest) -> str | None:
    """Why the assertions of a test are never reached, None if one is or there are none."""
    inner = [node for node in case.nodes if isinstance(node, FunctionNode) and node is not case.node]
    nested = {id(node) for function in inner for node in ast.walk(function)}
    reached = (node for part in _reachable_parts(case.node.body) for node in ast.walk(part))
    if all(id(node) in nested for node in case.assertions) or any(map(is_assertion, reached)):
        return None
    return "never gets to its assertions"


def _reachable_parts(body: Sequence[ast.stmt]) -> Iterator[ast.AST]:
    """Yield the simple statements and headers that may run."""
    for statement in body:
        if isinstance(statement, (ast.If, ast.While, ast.For, ast.AsyncFor)):
            asked = statement.test if isinstance(statement, (ast.If, ast.While)) else statement.iter
            yield asked
            never = is_empty(asked) or (isinstance(asked, ast.Constant) and not asked.value)
            yield from () if never else _reachable_parts(statement.body)
            yield from _reachable_parts(statement.orelse)
        elif isinstance(statement, (ast.With, ast.AsyncWith)):
            yield from (item.context_expr for item in statement.items)
            yield from _reachable_parts(statement.body)
        elif isinstance(statement, ast.Try):
            handled = [each.body for each in statement.handlers]
            for part in (statement.body, *handled, statement.orelse, statement.finalbody):
                yield from _reachable_parts(part)
        else:
            yield statement
        if always_exits([statement]):
            return


def is_empty(value: ast.AST) -> bool:
    """Whether an expression is empty: `[]`, `()`, `{}`, `list()`, `range(0)`, a comprehension over one of them."""
    if isinstance(value, (ast.List, ast.Tuple, ast.Set, ast.Dict)):
        return not any(isinstance(each, ast.expr) for each in ast.iter_child_nodes(value))
    if isinstance(value, (ast.ListComp, ast.SetComp, ast.GeneratorExp)):
        return is_empty(value.generators[0].iter)
    if not isinstance(value, ast.Call) or dotted(value.func) not in ("list", "tuple", "set", "dict", "range"):
        return False
    return all(isinstance(each, ast.Constant) and each.value == 0 for each in value.args[:2])


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

_DETAILS = re.compile(r"assert_not_(called|awaited)|(mock|method)_calls|call_(count|args)|(_with|has_calls)\([^)]")
_EXPECTING = {"raises", "assertRaises", "assertRaisesRegex"}


def anti_patterns(
    source: Source, targets: Mapping[str, str] | None = None, only: Collection[str] | None = None
) -> list[Finding]:
    """The anti-patterns in each test of a file, or with `only` in the named tests.

    `targets`: test name -> what it is for, `file.py::Class.method`.
    """
    targets = targets or {}
    found = []
    for name, node in tests_in(source):
        if only is not None and name not in only:
            continue
        case = UnitTest(source, node, name, targets.get(name, ""))
        for pattern, check in _CHECKS.items():
            said = check(case)
            if said is not None:
                found.append(_finding(case, pattern, said))
    return found


def _finding(case: UnitTest, pattern: str, said: str) -> Finding:
    return Finding(
        category="test_quality",
        pattern=pattern,
        severity="critical",
        file=case.source.path,
        line=case.node.lineno,
        message=said or ADVICE[pattern],
        test=f"{case.source.path}::{case.name}",
    )


def _empty_test(case: UnitTest) -> str | None:
    return "has no body" if all(map(_is_idle, without_docstring(case.node.body))) else None


def _is_idle(statement: ast.stmt) -> bool:
    idle = isinstance(statement, (ast.Return, ast.Expr)) and isinstance(statement.value, (ast.Constant, type(None)))
    return idle or isinstance(statement, ast.Pass)


def _no_assertion(case: UnitTest) -> str | None:
    if _empty_test(case) or _skips_itself(case) or any(_is_executed(case, node) for node in case.assertions):
        return None
    helped = any(is_assertion(node) for helper in case.helpers for node in ast.walk(helper))
    return None if helped else "asserts nothing"


def _is_executed(case: UnitTest, node: ast.AST) -> bool:
    """Whether an assertion is in the test itself, or in an inner function that is used."""
    function = case.source.function_of(node)
    if function is None or function is case.node or function.decorator_list:
        return True
    used = (each for each in case.nodes if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Load))
    return any(each.id == function.name for each in used) and _is_executed(case, function)


def _skips_itself(case: UnitTest) -> bool:
    """Whether a test begins by skipping itself with a reason."""
    first = next(iter(without_docstring(case.node.body)), None)
    call = first.value if isinstance(first, ast.Expr) else None
    skips = isinstance(call, ast.Call) and last_name(call.func) in ("skip", "xfail", "skipTest")
    return skips and call is not None and _has_reason("skip", call)


def _asserts_only_mock(case: UnitTest) -> str | None:
    if not case.assertions or not case.doubles:
        return None
    about = [names_in(node) - {"self", "call", "ANY", "mock"} for node in case.assertions]
    alone = all(names and names <= case.doubles for names in about)
    if not alone or (_calls_real_code(case) and any(map(_checks_details, case.assertions))):
        return None
    return f"asserts on {', '.join(sorted(case.doubles))} alone"


def _calls_real_code(case: UnitTest) -> bool:
    """Whether something other than a double is called: its use of the double is then a behaviour to test."""
    body = (node for statement in case.node.body for node in ast.walk(statement))
    calls = (node for node in body if isinstance(node, ast.Call) and not is_assertion(node) and not makes_double(node))
    known = {*case.doubles, "", "len", "list", "pytest", "mocker"}
    return any(dotted(call.func).partition(".")[0] not in known for call in calls)


def _checks_details(node: ast.AST) -> bool:
    """Whether an assertion on a double names arguments, a number of calls, or that there was none."""
    return bool(_DETAILS.search(ast.unparse(node)))


def _never_exercises_subject(case: UnitTest) -> str | None:
    subject = name_in_code(case.target)
    if not subject or _empty_test(case) or _skips_itself(case):
        return None
    owner, _, name = subject.rpartition(".")
    is_special = re.fullmatch(r"__\w+__", name) is not None
    if is_special and argument_names(case.node.args) - {"self", *(getattr(one, "name", "") for one in case.helpers)}:
        return None  # a fixture of another file may give the instance
    wanted = owner.rpartition(".")[2] or name if is_special else name
    nodes = [*case.nodes, *(each for helper in case.helpers for each in ast.walk(helper))]
    read = (node for node in nodes if isinstance(node, (ast.Name, ast.Attribute)) and isinstance(node.ctx, ast.Load))
    exercised = any(last_name(node) == wanted and not _only_refers(case, node) for node in read)
    return None if exercised else f"never calls {subject}"


def _only_refers(case: UnitTest, node: ast.AST) -> bool:
    """Whether a use of the subject does not run it: `callable(price)`, `price is not None`, an uncalled lambda."""
    parent = case.source.parents.get(node)
    if isinstance(parent, ast.Call) and node in parent.args:
        return dotted(parent.func) in ("callable", "hasattr", "inspect.isfunction", "type", "id", "repr")
    if isinstance(parent, ast.Compare):
        return any(isinstance(each, ast.Constant) and each.value is None for each in parent.comparators)
    dropped = (outer for outer in case.source.above(node) if isinstance(outer, ast.Lambda))
    return any(isinstance(case.source.parents.get(outer), (ast.Expr, ast.Assert)) for outer in dropped)


def _marks(case: UnitTest) -> Iterator[tuple[str, ast.AST]]:
    """Yield the decorators of a test and its class, and the `pytestmark` of its file and class."""
    owner = case.source.parents.get(case.node)
    marks = [*case.node.decorator_list, *(owner.decorator_list if isinstance(owner, ast.ClassDef) else ())]
    for node in (node for scope in case.source.above(case.node) for node in getattr(scope, "body", ())):
        if isinstance(node, ast.Assign) and "pytestmark" in map(dotted, node.targets):
            marks += node.value.elts if isinstance(node.value, (ast.List, ast.Tuple)) else [node.value]
    yield from ((dotted(callee(item)), item) for item in marks)


def _focused_test(case: UnitTest) -> str | None:
    focused = (name for name, _ in _marks(case) if re.search(r"mark\.(.*\.)?(only|focus|focused|wip)$", name))
    return next((f"is marked {name}" for name in focused), None)


def _skip_without_reason(case: UnitTest) -> str | None:
    calls = [(dotted(node.func), node) for node in case.nodes if isinstance(node, ast.Call)]
    skips = [one for one in calls if one[0] in ("pytest.skip", "pytest.xfail", "self.skipTest")]
    marks = [one for one in _marks(case) if re.search(r"(mark\.|unittest).*\b(skip|skipIf|skipif|xfail)$", one[0])]
    bare = (name for name, item in [*marks, *skips] if not _has_reason(name.rpartition(".")[2], item))
    return next((f"{name} gives no reason" for name in bare), None)


def _has_reason(kind: str, node: ast.AST) -> bool:
    """Whether a skip gives a reason that is not blank."""
    if not isinstance(node, ast.Call):
        return False
    said = [keyword.value for keyword in node.keywords if keyword.arg in ("reason", "msg")]
    said += node.args[1:] if kind in ("skipif", "skipIf") or len(node.args) > 1 else node.args[:1]
    return any(not isinstance(item, ast.Constant) or bool(str(item.value or "").strip()) for item in said)


def _swallowed_assertion(case: UnitTest) -> str | None:
    for node in case.nodes:
        if isinstance(node, (ast.With, ast.AsyncWith)):
            calls = (item.context_expr for item in node.items if isinstance(item.context_expr, ast.Call))
            names = {"suppress"} | (_EXPECTING if any(map(_holds_assert, node.body)) else set())
            quiet = [kind for call in calls if last_name(call.func) in names for kind in call.args]
        elif isinstance(node, ast.Try):
            silent = (each for each in node.handlers if not any(map(_lets_through, ast.walk(each))))
            quiet = [each.type or ast.Name("BaseException") for each in silent]
        else:
            continue
        if any(map(_catches_assertion_error, quiet)) and any(map(_asserts, node.body)):
            return "catches the error of its own assertion"
    return None


def _holds_assert(statement: ast.stmt) -> bool:
    """Whether a statement holds an `assert`: helpers that assert may be what a test is about."""
    return any(isinstance(each, ast.Assert) for each in ast.walk(statement))


def _lets_through(node: ast.AST) -> bool:
    return isinstance(node, ast.Raise) or is_assertion(node)


def _asserts(statement: ast.stmt) -> bool:
    """Whether a statement asserts; a call of `fail` does not count, since it expects an exception before it."""
    return any(is_assertion(each) and last_name(callee(each)) != "fail" for each in ast.walk(statement))


def _catches_assertion_error(kind: ast.AST) -> bool:
    kinds = kind.elts if isinstance(kind, ast.Tuple) else [kind]
    return any(last_name(each) in ("AssertionError", "Exception", "BaseException") for each in kinds)


def _empty_parametrize(case: UnitTest) -> str | None:
    for name, item in _marks(case):
        given = item.args[1] if isinstance(item, ast.Call) and len(item.args) > 1 else None
        if name.endswith("parametrize") and given is not None and is_empty(_constant_value(case, given)):
            return "is given no parameters, so it never runs"
    return None


def _constant_value(case: UnitTest, value: ast.AST) -> ast.AST:
    """The value of a name that the file assigns once; any other node itself."""
    body = case.source.tree.body if case.source.tree and isinstance(value, ast.Name) else []
    given = [node.value for node in body if isinstance(node, ast.Assign) and dotted(value) in map(dotted, node.targets)]
    return given[0] if len(given) == 1 else value


def _shadowed_test(case: UnitTest) -> str | None:
    later = [node for name, node in tests_in(case.source) if name == case.name and node.lineno > case.node.lineno]
    return f"is replaced by the test of the same name on line {later[0].lineno}" if later else None


_CHECKS: dict[str, Callable[[UnitTest], str | None]] = {
    "empty_test": _empty_test,
    "no_assertion": _no_assertion,
    "tautology": tautology,
    "asserts_only_mock": _asserts_only_mock,
    "never_exercises_subject": _never_exercises_subject,
    "focused_test": _focused_test,
    "skip_without_reason": _skip_without_reason,
    "order_dependence": order_dependence,
    "swallowed_assertion": _swallowed_assertion,
    "unreached_assertion": unreached_assertion,
    "empty_parametrize": _empty_parametrize,
    "shadowed_test": _shadowed_test,
}
