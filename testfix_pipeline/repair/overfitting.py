"""Signs that a plausible patch only pleases the tests: measured on the syntax trees before and after.

"Is the cure worse than the disease?" (FSE 2015) and "Identifying patch correctness in test-based program repair" (ICSE
2018) describe what overfitted patches look like: deleted functionality, conditions made of the tests' own values.
"""

from __future__ import annotations

import ast
import itertools
from collections import Counter
from collections.abc import Collection, Iterator
from dataclasses import dataclass

from testfix_pipeline.core.code_view import root
from testfix_pipeline.repair.answers import alien
from testfix_pipeline.repair.candidate import Candidate, Part
from testfix_pipeline.repair.edits.edit import Clues
from testfix_pipeline.repair.edits.scope import own_attribute
from testfix_pipeline.repair.edits.translate import reads
from testfix_pipeline.repair.equality import bent
from testfix_pipeline.repair.guesses import asked, strange, unlike
from testfix_pipeline.repair.remembered import remembered
from testfix_pipeline.repair.source import FunctionNode, SourceFile, blocks, functions

JUMPS = (ast.Return, ast.Raise, ast.Break, ast.Continue)
BROAD = frozenset({"Exception", "BaseException"})
CHANGING = frozenset(
    {"append", "add", "clear", "pop", "popleft", "remove", "discard", "extend", "update", "insert", "sort", "reverse"}
)
NOTHING = frozenset({"", "pass", "..."})


@dataclass(frozen=True)
class Signs:
    """What speaks against a patch, each a count or a truth that is 0 for an honest change.

    deletion: nothing is put in. dropped_exits: returns and raises fewer than before. dead: statements that can't be
    reached, conditions that are constant, or compare what can't be equal. unused: names newly bound for nothing, or
    no longer read; taken_up: names that were bound for nothing and are read now, which speaks for a patch.
    literals: constants of the failing tests put in. special_case: a test's value compared with and answered with a
    constant, or two of them answered. unequal: an `__eq__` that asks for something else than that parts are equal.
    constant: a function that no longer looks at its arguments. swallowed: handlers that pass over exceptions;
    swallows_all: over any. asked: conditions put in that compare with a number or text; strange: those put in that
    have nothing to do with what is done under them. lost_keys: of tables, that stood there once and are gone or
    replaced. overwritten: values bound and bound anew by the next statement. alien: answers put in of a type that
    the function gives nowhere else. meddling: changes of the object's state in a function that only told of it.
    deaf: a function that did nothing, and now does something whatever its arguments are. broken: the text can't be
    read.
    """

    deletion: bool = False
    dropped_exits: int = 0
    dead: int = 0
    unused: int = 0
    taken_up: int = 0
    literals: int = 0
    answered: int = 0
    special_case: bool = False
    unequal: bool = False
    constant: bool = False
    swallowed: int = 0
    swallows_all: bool = False
    asked: int = 0
    strange: int = 0
    lost_keys: int = 0
    overwritten: int = 0
    meddling: int = 0
    alien: int = 0
    deaf: bool = False
    broken: bool = False


def signs(candidate: Candidate, clues: Clues) -> Signs:
    """The signs of all parts together; what did not parse before has nothing to be compared with."""
    comparable = [part for part in candidate.parts if part.source.parses]
    found = [_of_change(part.source, old, _parse(text), clues) for part in comparable for old, text in _changed(part)]
    return Signs(
        deletion=bool(comparable)
        and all(text.strip() in NOTHING and end > start for e in candidate.edits for start, end, text in e.spans),
        dropped_exits=sum(one.dropped_exits for one in found),
        dead=sum(one.dead for one in found),
        unused=sum(one.unused for one in found),
        taken_up=sum(one.taken_up for one in found),
        literals=sum(one.literals for one in found),
        special_case=any(one.special_case for one in found) or sum(one.answered for one in found) > 1,
        answered=sum(one.answered for one in found),
        unequal=any(one.unequal for one in found),
        constant=any(one.constant for one in found),
        swallowed=sum(one.swallowed for one in found),
        swallows_all=any(one.swallows_all for one in found),
        asked=sum(one.asked for one in found),
        strange=sum(one.strange for one in found),
        lost_keys=sum(one.lost_keys for one in found),
        overwritten=sum(one.overwritten for one in found),
        meddling=sum(one.meddling for one in found),
        alien=sum(one.alien for one in found),
        deaf=any(one.deaf for one in found),
        broken=any(one.broken for one in found),
    )


def refusal(candidate: Candidate, found: Signs) -> str:
    """Why a patch is not to be accepted, whatever the tests say; "" where nothing forbids it.

    An undo takes the project's own word for it that the code was once without what it deletes.
    """
    if found.deletion and found.dropped_exits and not candidate.kind.startswith("history"):
        return "it only deletes a return or a raise"
    if found.special_case:
        return "it answers the tests' own values"
    if found.unequal:
        return "it bends what equal means"
    if found.constant:
        return "the function no longer depends on its arguments"
    if found.swallows_all:
        return "it passes over every exception"
    return ""


def _parse(text: str) -> ast.Module | None:
    try:
        return ast.parse(text)
    except (SyntaxError, ValueError, RecursionError):
        return None


def _changed(part: Part) -> Iterator[tuple[ast.Module, str]]:
    """(old tree, new text) of each edited function, or of the whole file where the edit is outside of any."""
    for function, text in part.rewritten():
        yield part.source.tree if function is None else ast.Module([function.node], []), text


def _of_change(source: SourceFile, old: ast.Module, new: ast.Module | None, clues: Clues) -> Signs:
    if new is None:
        return Signs(broken=True)
    unused_then, unused_now = _unused(old), _unused(new)
    literals = (_literals(new) - _literals_of(source)) & clues.test_literals
    blind, stubs = _blind(new) - _blind(old), _stubs(old)
    return Signs(
        dropped_exits=max(0, _count(old, ast.Return, ast.Raise) - _count(new, ast.Return, ast.Raise)),
        dead=max(0, _dead(new) - _dead(old)) + max(0, unlike(new, source) - unlike(old, source)),
        unused=len(unused_now - unused_then),
        taken_up=len(unused_then - unused_now),
        literals=len(literals),
        special_case=bool(literals) and _special_cases(new, clues) > _special_cases(old, clues),
        answered=(_answers_written(new) - _answers_written(old)).total() if literals else 0,
        unequal=bent(old, new),
        constant=bool(blind - stubs),
        deaf=bool(blind & stubs),
        swallowed=max(0, _swallowing(new, broad=False) - _swallowing(old, broad=False)),
        swallows_all=_swallowing(new, broad=True) > _swallowing(old, broad=True),
        asked=asked(old, new),
        strange=strange(old, new),
        overwritten=max(0, _overwritten(new) - _overwritten(old)),
        meddling=len(_meddling(new, _changing(source)) & _asking(old, _changing(source))),
        alien=alien(old, new),
        lost_keys=(_single_keys(old) - _keys(new)).total(),
    )


@remembered(256)
def _literals_of(source: SourceFile) -> set[str]:
    return _literals(source.tree)


def _literals(tree: ast.AST) -> set[str]:
    return {repr(node.value) for node in ast.walk(tree) if isinstance(node, ast.Constant)}


def _overwritten(tree: ast.AST) -> int:
    """Names bound that the next statement binds anew without having read them."""
    pairs = (pair for node in ast.walk(tree) for block in blocks(node) for pair in itertools.pairwise(block))
    return sum(
        bool(_bound_name(one)) and _bound_name(one) == _bound_name(other)
        for one, other in pairs
        if not reads(other, _bound_name(one))
    )


def _bound_name(stmt: ast.stmt) -> str:
    single = isinstance(stmt, ast.Assign) and len(stmt.targets) == 1 and isinstance(stmt.targets[0], ast.Name)
    return stmt.targets[0].id if single else ""  # type: ignore[attr-defined]


@remembered(256)
def _changing(source: SourceFile) -> frozenset[str]:
    """Methods of the file that change their object, whichever class of the file has one of the name."""
    every = Counter(one.name for one in functions(source.tree))
    changing = Counter(one.name for one in functions(source.tree) if any(map(_meddles, ast.walk(one))))
    return frozenset(name for name, times in changing.items() if times == every[name])


def _asking(tree: ast.Module, changing: Collection[str]) -> set[str]:
    """Functions that answer something and change nothing of their object."""
    answering = {one.name for one in functions(tree) if any(_answers(node) for node in ast.walk(one))}
    return answering - _meddling(tree, changing)


def _answers(node: ast.AST) -> bool:
    return isinstance(node, ast.Return) and node.value is not None and not isinstance(node.value, ast.Constant)


def _meddling(tree: ast.Module, changing: Collection[str]) -> set[str]:
    """Functions that bind or delete something of their object, or call a method that changes what it holds, one of
    its own (`changing`) among them."""
    return {
        one.name
        for one in functions(tree)
        if any(_meddles(node) or _has_changed(node, changing) for node in ast.walk(one))
    }


def _has_changed(node: ast.AST, changing: Collection[str]) -> bool:
    """Whether a node is a call of one of these methods on the object itself."""
    return isinstance(node, ast.Call) and own_attribute(node.func) in changing


def _meddles(node: ast.AST) -> bool:
    if isinstance(node, (ast.Attribute, ast.Subscript)) and isinstance(node.ctx, (ast.Store, ast.Del)):
        return root(node) == "self"
    changing = isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in CHANGING
    return changing and isinstance(node.func.value, ast.Attribute) and root(node.func.value) == "self"  # type: ignore[attr-defined]


def _keys(tree: ast.AST) -> Counter[str]:
    """Keys of all tables that are written out; how often each stands there."""
    tables = (node for node in ast.walk(tree) if isinstance(node, ast.Dict))
    return Counter(ast.unparse(key) for table in tables for key in table.keys if key is not None)


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


def _blind(tree: ast.Module) -> set[tuple[str, int]]:
    """Functions with arguments (the receiver aside) that read none of them; by name and number of arguments."""
    return {
        _mark(one) for one in functions(tree) if not _is_stub(one) and _given(one) and not _given(one) & _names(one)[0]
    }


def _stubs(tree: ast.Module) -> set[tuple[str, int]]:
    """The same of functions that do nothing."""
    return {_mark(one) for one in functions(tree) if _is_stub(one)}


def _mark(function: FunctionNode) -> tuple[str, int]:
    return function.name, len(_given(function))


def _given(function: FunctionNode) -> set[str]:
    return _parameters(function) - {"self", "cls"}


def _is_stub(function: FunctionNode) -> bool:
    """Whether it does nothing but raise."""
    rest = [stmt for stmt in function.body if not isinstance(stmt, (ast.Pass, ast.Raise))]
    return all(isinstance(stmt, ast.Expr) and isinstance(stmt.value, ast.Constant) for stmt in rest)


def _dead(tree: ast.AST) -> int:
    """Statements behind a jump of their block, and conditions that are constant."""
    dead = 0
    for node in ast.walk(tree):
        for block in blocks(node):
            jumps = [isinstance(stmt, JUMPS) for stmt in block]
            dead += len(block) - 1 - jumps.index(True) if any(jumps) else 0
        if isinstance(node, (ast.If, ast.IfExp)) and isinstance(node.test, ast.Constant):
            dead += 1
    return dead


def _special_cases(tree: ast.AST, clues: Clues) -> int:
    """Conditions on values of the failing tests that decide for a constant."""
    found = 0
    for node in ast.walk(tree):
        if isinstance(node, ast.If) and len(node.body) == 1:
            stmt = node.body[0]
            answer = stmt.value if isinstance(stmt, (ast.Return, ast.Assign)) else None
            found += _is_plain(answer) and _asks_for(node.test, clues.test_literals)
        elif isinstance(node, ast.IfExp):
            found += (_is_plain(node.body) or _is_plain(node.orelse)) and _asks_for(node.test, clues.test_literals)
    return found


def _answers_written(tree: ast.AST) -> Counter[str]:
    """Texts, and containers of constants, that are returned as they are written."""
    values = (node.value for node in ast.walk(tree) if isinstance(node, ast.Return) and _is_plain(node.value))
    return Counter(ast.unparse(value) for value in values if value is not None and _says_much(value))


def _says_much(value: ast.expr) -> bool:
    if isinstance(value, ast.Constant):
        return isinstance(value.value, (str, bytes)) and len(value.value) > 3
    return any(isinstance(node, ast.Constant) for node in ast.walk(value))


def _is_plain(node: ast.expr | None) -> bool:
    """Whether an answer is written down instead of computed."""
    if node is None:
        return False
    return not any(isinstance(part, (ast.Name, ast.Call, ast.Attribute)) for part in ast.walk(node))


def _asks_for(test: ast.expr, values: Collection[str]) -> bool:
    for node in ast.walk(test):
        if isinstance(node, ast.Compare) and isinstance(node.ops[0], (ast.Eq, ast.In, ast.Is)):
            sides = [part for side in (node.left, *node.comparators) for part in ast.walk(side)]
            if any(isinstance(part, ast.Constant) and repr(part.value) in values for part in sides):
                return True
    return False


def _swallowing(tree: ast.AST, *, broad: bool) -> int:
    """Handlers that do nothing about what they catch; `broad`: about whatever it is."""
    found = 0
    for node in ast.walk(tree):
        if isinstance(node, ast.ExceptHandler) and all(_does_nothing(stmt) for stmt in node.body):
            caught = getattr(node.type, "id", "") if node.type is not None else "BaseException"
            found += not broad or caught in BROAD
    return found


def _does_nothing(stmt: ast.stmt) -> bool:
    if isinstance(stmt, ast.Return):
        return stmt.value is None or isinstance(stmt.value, ast.Constant)
    return isinstance(stmt, (ast.Pass, ast.Continue)) or (
        isinstance(stmt, ast.Expr) and isinstance(stmt.value, ast.Constant)
    )
