"""Signs that a plausible patch only pleases the tests: measured on the syntax trees before and after."""

from __future__ import annotations

import ast
import itertools
from collections import Counter
from collections.abc import Iterator, Set
from dataclasses import replace

from testfix_pipeline.core import python_code
from testfix_pipeline.core.code_view import last_name, root
from testfix_pipeline.core.terminating_statements import always_exits
from testfix_pipeline.repair.language.overfitting_signs import Signs, together
from testfix_pipeline.repair.languages.python.analysis.scope import stored_names
from testfix_pipeline.repair.languages.python.function_swap import rewritten
from testfix_pipeline.repair.languages.python.overfitting.equality import bent
from testfix_pipeline.repair.languages.python.overfitting.evasion import evades
from testfix_pipeline.repair.languages.python.overfitting.guessed_conditions import asked, mismatched, strange, unlike
from testfix_pipeline.repair.languages.python.overfitting.return_values import alien, fallen
from testfix_pipeline.repair.languages.python.overfitting.side_effects import mutating
from testfix_pipeline.repair.languages.python.overfitting.special_cases import (
    answers_written,
    is_plain,
    literals_in,
    singled_out,
    special_cases,
)
from testfix_pipeline.repair.languages.python.source import (
    FunctionNode,
    PythonFunction,
    SourceFile,
    blocks,
    first_line,
    functions,
    places_of,
)
from testfix_pipeline.repair.model.candidate import Candidate, Part
from testfix_pipeline.repair.model.failure_evidence import FailureEvidence
from testfix_pipeline.repair.model.source_cache import remembered

ANSWERS = (ast.Return, ast.Raise, ast.Yield, ast.YieldFrom)
BROAD = frozenset({"Exception", "BaseException"})
NOTHING = frozenset({"", "pass", "..."})
QUESTIONS = frozenset({
    "empty", "full", "qsize", "keys", "values", "items", "copy", "startswith", "endswith", "strip", "lower", "upper",
    "is_set", "is_alive", "isdigit",
})  # fmt: skip


def signs(candidate: Candidate, failure_evidence: FailureEvidence) -> Signs:
    """The signs of all parts together; what did not parse before has nothing to be compared with."""
    found = _signs(candidate, failure_evidence.test_literals)
    return replace(found, evades=True) if evades(candidate, failure_evidence) else found


@remembered(512)
def _signs(candidate: Candidate, test_literals: frozenset[str]) -> Signs:
    failure_evidence = FailureEvidence(test_literals=test_literals)
    comparable = [part for part in candidate.parts if part.source.parses]
    found = [
        _of_change(source, old, new, failure_evidence) for part in comparable for source, old, new in _changed(part)
    ]
    whole = together(found)
    return replace(
        whole,
        deletion=bool(comparable)
        and all(text.strip() in NOTHING and end > start for e in candidate.edits for start, end, text in e.spans),
        special_case=whole.special_case or whole.answered > 1,
    )


def _parse(text: str) -> ast.Module | None:
    try:
        return python_code.parse(text)
    except (SyntaxError, ValueError, RecursionError):
        return None


def _changed(part: Part) -> Iterator[tuple[SourceFile, ast.Module, ast.Module | None]]:
    """(file, old tree, new tree) of each edited function, or of what differs where the edit is outside of any."""
    for source, function, text in rewritten(part):
        new = _parse(text)
        if function is None:
            yield source, *(_differing(source, part.lines, new) if new is not None else (source.tree, None))
        else:
            yield source, ast.Module([function.node], []), new and _without_headers(new, source, function)


def _without_headers(new: ast.Module, source: SourceFile, function: PythonFunction) -> ast.Module:
    """Without the `class` and `if` that stand above a function's text to give it its indentation."""
    for parent in source.ancestors(function.node):
        if isinstance(parent, ast.stmt):
            new = ast.Module(new.body[0].body, [])  # type: ignore[attr-defined]
    return new


def _differing(source: SourceFile, lines: Set[int], new: ast.Module) -> tuple[ast.Module, ast.Module]:
    """The statements of the file, those of its classes one by one, without what lies before and behind the edits.

    One more stays on each side: what is put in may go on with it, or decorate it.
    """
    old, now = list(_units(source.tree)), list(_units(new))
    first, last = min(lines), max(lines)
    ahead = max(0, sum((stmt.end_lineno or 0) < first for stmt in old) - 1)
    behind = max(0, sum(first_line(stmt) > last for stmt in old) - 1)
    return ast.Module(old[ahead : len(old) - behind], []), ast.Module(now[ahead : len(now) - behind], [])


def _units(tree: ast.AST) -> Iterator[ast.stmt]:
    for stmt in tree.body:  # type: ignore[attr-defined]
        yield from _units(stmt) if isinstance(stmt, ast.ClassDef) else [stmt]


def _of_change(source: SourceFile, old: ast.Module, new: ast.Module | None, failure_evidence: FailureEvidence) -> Signs:
    if new is None:
        return Signs(broken=True)
    unused_then, unused_now = _unused(old), _unused(new)
    literals = (literals_in(new) - _literals_of(source) - _raised(new)) & failure_evidence.test_literals
    known = {one.name for one in functions(old)}
    blind = _blind(new) - _blind(old)
    return Signs(
        dropped_exits=max(0, _count(old, *ANSWERS) - _count(new, *ANSWERS)),
        dead=max(0, _dead(new) - _dead(old)) + max(0, unlike(new, source) - unlike(old, source)),
        unused=sum(name in known for name, _ in unused_now - unused_then - _let_be(new, _bound(old))),
        taken_up=len((unused_then - unused_now) & _bound(new)),
        literals=len(literals),
        special_case=bool(literals) and special_cases(old, new, failure_evidence),
        answered=answers_written(old, new, literals),
        unequal=bent(old, new),
        constant=bool(blind.keys() & (_seeing(old) - _seeing(new)).keys()),
        deaf=bool(blind.keys() & (_stubs(old) - _stubs(new)).keys()),
        swallowed=max(0, _swallowing(new, broad=False) - _swallowing(old, broad=False)),
        swallows_all=_swallowing(new, broad=True) > _swallowing(old, broad=True),
        asked=asked(old, new),
        strange=strange(old, new),
        mismatched=max(0, mismatched(new) - mismatched(old)),
        overwritten=max(0, _overwritten(new) - _overwritten(old)),
        mutating=mutating(source, old, new),
        alien=alien(old, new),
        fallen=fallen(old, new),
        singled_out=singled_out(old, new, failure_evidence, source.text),
        lost_keys=(_single_keys(old) - _keys(new)).total(),
    )


@remembered(256)
def _literals_of(source: SourceFile) -> set[str]:
    return literals_in(source.tree)


def _raised(tree: ast.AST) -> set[str]:
    """Constants of what is raised: nothing but the tests says the words of an error."""
    return set().union(*(literals_in(node) for node in ast.walk(tree) if isinstance(node, ast.Raise)))


def _overwritten(tree: ast.AST) -> int:
    """What is bound and the next statement binds again without having read it; `line = next(lines)` twice reads on."""
    pairs = (pair for node in ast.walk(tree) for block in blocks(node) for pair in itertools.pairwise(block))
    return sum(_is_rebound(one, other) for one, other in pairs)


def _is_rebound(one: ast.stmt, other: ast.stmt) -> bool:
    place = _place(one)
    if not place or isinstance(other, ast.AugAssign) or place != _place(other):
        return False
    before, value = one.value, other.value  # type: ignore[attr-defined]
    if ast.dump(before) == ast.dump(value) and any(isinstance(node, ast.Call) for node in ast.walk(value)):
        return False
    parts = (node for node in ast.walk(value) if isinstance(node, (ast.Name, ast.Attribute, ast.Subscript)))
    return place not in map(ast.unparse, parts) and not (place.startswith("self.") and _asks_self(value))


def _asks_self(value: ast.expr) -> bool:
    """Whether a value is asked of a method of the object, which may read what was bound."""
    calls = (node for node in ast.walk(value) if isinstance(node, ast.Call))
    return any(root(part) == "self" for call in calls for part in (call.func, *call.args))


def _place(stmt: ast.stmt) -> str:
    """What a statement binds: a variable, an attribute, an element; "" for several and for none."""
    if not isinstance(stmt, (ast.Assign, ast.AnnAssign, ast.AugAssign)) or stmt.value is None:
        return ""
    targets = places_of(stmt)
    single = len(targets) == 1 and isinstance(targets[0], (ast.Name, ast.Attribute, ast.Subscript))
    return ast.unparse(targets[0]) if single else ""


def _keys(tree: ast.AST) -> Counter[str]:
    """Keys of all tables that are written out; how often each stands there. What is made of a function's own values is
    a record, not a line of a table."""
    own = {name for one in functions(tree) for name in _names(one)[1] | _parameters(one)}
    tables = (node for node in ast.walk(tree) if isinstance(node, ast.Dict))
    lines = (line for table in tables for line in zip(table.keys, table.values, strict=True))
    return Counter(ast.unparse(key) for key, value in lines if key and not own & (_names(key)[0] | _names(value)[0]))


def _single_keys(tree: ast.AST) -> Counter[str]:
    return Counter(key for key, times in _keys(tree).items() if times == 1)


def _count(tree: ast.AST, *kinds: type[ast.AST]) -> int:
    return sum(isinstance(node, kinds) for node in ast.walk(tree))


def _parameters(function: ast.FunctionDef | ast.AsyncFunctionDef) -> set[str]:
    return {arg.arg for arg in ast.walk(function.args) if isinstance(arg, ast.arg)}


def _names(function: ast.AST) -> tuple[set[str], set[str]]:
    """(names that are read, names that are bound) in a function."""
    names = [node for node in ast.walk(function) if isinstance(node, ast.Name)]
    read = {node.id for node in names if not isinstance(node.ctx, ast.Store)}
    return read, {node.id for node in names if isinstance(node.ctx, ast.Store)}


def _unused(tree: ast.Module) -> set[tuple[str, str]]:
    """Variables and parameters that a function binds and never reads."""
    found: set[tuple[str, str]] = set()
    for function in functions(tree):
        read, bound = _names(function)
        found |= {(function.name, name) for name in (bound | _parameters(function)) - read}
    return found


def _bound(tree: ast.Module) -> set[tuple[str, str]]:
    """What functions bind, parameters too."""
    return {(one.name, name) for one in functions(tree) for name in _names(one)[1] | _parameters(one)}


def _let_be(tree: ast.Module, before: Set[tuple[str, str]]) -> set[tuple[str, str]]:
    """What may well be bound and not read: the receiver, what begins with `_`, names of other scopes, some of those
    that are bound at once and were not `before`, and what only counts how often something is done."""
    found: set[tuple[str, str]] = set()
    for function in functions(tree):
        read, bound = _names(function)
        names = {"self", "cls", *(name for name in bound | _parameters(function) if name.startswith("_"))}
        for node in ast.walk(function):
            if isinstance(node, (ast.Global, ast.Nonlocal)):
                names |= set(node.names)
            elif isinstance(node, (ast.For, ast.AsyncFor, ast.comprehension)) and _is_range(node.iter):
                names |= stored_names(node.target)
            elif isinstance(node, (ast.Tuple, ast.List)) and stored_names(node) & read:
                names |= {name for name in stored_names(node) if (function.name, name) not in before}
        found |= {(function.name, name) for name in names}
    return found


def _is_range(node: ast.expr) -> bool:
    return isinstance(node, ast.Call) and last_name(node.func) == "range"


def _blind(tree: ast.Module) -> Counter[str]:
    """Functions with arguments (the receiver aside) that read none of them: how many there are of each name."""
    given = ((one, _given(one) or _of_one_answer(one)) for one in _working(tree))
    return Counter(one.name for one, names in given if names and not names & _names(one)[0])


def _seeing(tree: ast.Module) -> Counter[str]:
    """The same of functions that read some of them."""
    return Counter(one.name for one in _working(tree) if (_given(one) or _parameters(one)) & _names(one)[0])


def _of_one_answer(function: FunctionNode) -> set[str]:
    """The receiver of a method that gives nothing but constants."""
    answers = [node.value for node in ast.walk(function) if isinstance(node, ast.Return)]
    return _parameters(function) if answers and all(map(is_plain, answers)) else set()


def _stubs(tree: ast.Module) -> Counter[str]:
    """The same of functions that do nothing."""
    return Counter(one.name for one in functions(tree) if _is_stub(one))


def _working(tree: ast.Module) -> Iterator[FunctionNode]:
    return (one for one in functions(tree) if not _is_stub(one))


def _given(function: FunctionNode) -> set[str]:
    return _parameters(function) - {"self", "cls"}


def _is_stub(function: FunctionNode) -> bool:
    """Whether it does nothing but raise."""
    rest = [stmt for stmt in function.body if not isinstance(stmt, (ast.Pass, ast.Raise))]
    return all(isinstance(stmt, ast.Expr) and isinstance(stmt.value, ast.Constant) for stmt in rest)


def _dead(tree: ast.AST) -> int:
    """Statements behind a jump of their block, conditions that are constant, questions whose answer nobody takes."""
    dead = 0
    for node in ast.walk(tree):
        for block in blocks(node):
            jumps = [always_exits([stmt]) for stmt in block]
            dead += len(block) - 1 - jumps.index(True) if any(jumps) else 0
        if isinstance(node, (ast.If, ast.IfExp)) and isinstance(node.test, ast.Constant):
            dead += 1
        dead += isinstance(node, ast.IfExp) and ast.dump(node.body) == ast.dump(node.orelse)
        dead += isinstance(node, ast.Compare) and _compares_with_itself(node)
        dead += isinstance(node, ast.Expr) and _only_asks(node.value)
    return dead


def _only_asks(value: ast.expr) -> bool:
    """Whether it is a call that changes nothing, in whatever class."""
    return isinstance(value, ast.Call) and isinstance(value.func, ast.Attribute) and value.func.attr in QUESTIONS


def _compares_with_itself(node: ast.Compare) -> bool:
    """`a < a`; not `a != a`, by which one asks for NaN, nor `next(a) == next(a)`."""
    left, right = node.left, node.comparators[0]
    again = len(node.ops) == 1 and not isinstance(node.ops[0], ast.NotEq) and ast.dump(left) == ast.dump(right)
    return again and not isinstance(left, ast.Constant) and not any(isinstance(n, ast.Call) for n in ast.walk(left))


def _swallowing(tree: ast.AST, *, broad: bool) -> int:
    """Handlers that do nothing about what they catch; `broad`: about whatever it is."""
    found = 0
    for node in ast.walk(tree):
        if isinstance(node, ast.ExceptHandler) and all(_does_nothing(stmt) for stmt in node.body):
            found += not broad or node.type is None or _is_broad(node.type)
        elif isinstance(node, ast.Call) and last_name(node.func) == "suppress":
            found += not broad or any(map(_is_broad, node.args))
    return found


def _is_broad(caught: ast.expr) -> bool:
    return any(last_name(one) in BROAD for one in (caught.elts if isinstance(caught, ast.Tuple) else [caught]))


def _does_nothing(stmt: ast.stmt) -> bool:
    if isinstance(stmt, ast.Return):
        return stmt.value is None or isinstance(stmt.value, ast.Constant)
    return isinstance(stmt, (ast.Pass, ast.Continue)) or (
        isinstance(stmt, ast.Expr) and isinstance(stmt.value, ast.Constant)
    )
