"""The public surface of a Python file: its routines with parameters, errors, branches and limits."""

from __future__ import annotations

import ast
import dataclasses
import functools
from collections.abc import Iterator
from dataclasses import dataclass

from testfix_pipeline.core.code_view import dotted, line_range
from testfix_pipeline.core.python_code import FunctionNode, own_nodes, parse_or_empty, with_defaults
from testfix_pipeline.planning.python_code.mutating_methods import MUTATORS
from testfix_pipeline.planning.python_code.source_file import decorators

_LONGEST_CONDITION = 90
_NOT_EMPTY = " is not empty"
_OPPOSITES: dict[type[ast.cmpop], type[ast.cmpop]] = {
    one: other
    for pair in ((ast.Is, ast.IsNot), (ast.In, ast.NotIn), (ast.Eq, ast.NotEq))
    for one, other in (pair, pair[::-1])
}  # not of < and >=: of what can't be compared, as NaN, neither holds
_NOT_CALLED = {"abstractmethod", "overload", "setter", "deleter"}


@dataclass(frozen=True)
class PublicParameter:
    """A parameter of a public function, with the source of its annotation and default."""

    name: str
    annotation: str = ""
    default: str = ""


@dataclass(frozen=True)
class Raise:
    """An exception that the body raises itself, with the conditions around it; `message` if it is literal."""

    kind: str
    condition: str
    line: int
    message: str = ""


@dataclass(frozen=True)
class Branch:
    """The lines of one path through an `if`, a loop or a handler, its condition, and its effect in words."""

    condition: str
    lines: range
    does: str = ""


@dataclass(frozen=True)
class Routine:
    """A public function or method. `name` is qualified (`Stack.push`); `changes` are the attributes that it assigns.

    texts: its lines as they stand.
    """

    file: str
    name: str
    lines: range
    parameters: tuple[PublicParameter, ...] = ()
    returns: str = ""
    doc: str = ""
    is_async: bool = False
    is_property: bool = False
    is_bound: bool = False
    awaits: bool = False
    raises: tuple[Raise, ...] = ()
    branches: tuple[Branch, ...] = ()
    changes: tuple[str, ...] = ()
    limits: tuple[str, ...] = ()
    texts: tuple[str, ...] = ()

    @property
    def call(self) -> str:
        """The name by which the routine is called: the class for a constructor."""
        return self.name.removesuffix(".__init__").removesuffix(".constructor")


@functools.lru_cache(maxsize=64)  # the analysis looks at each of its files several times
def public_surface(path: str, text: str) -> tuple[Routine, ...]:
    """The public functions and the methods of public classes, without abstract ones, overloads and protocols."""
    lines = text.split("\n")
    return tuple(_with_texts(each, lines) for each in _routines(path, parse_or_empty(text).body, ""))


def _with_texts(routine: Routine, lines: list[str]) -> Routine:
    return dataclasses.replace(routine, texts=tuple(lines[routine.lines.start - 1 : routine.lines.stop - 1]))


def _routines(path: str, body: list[ast.stmt], owner: str) -> Iterator[Routine]:
    for node in body:
        if isinstance(node, FunctionNode) and _is_public(node.name, owner) and not decorators(node) & _NOT_CALLED:
            yield _routine(path, node, owner)
        elif isinstance(node, ast.ClassDef) and not node.name.startswith("_") and not _is_protocol(node):
            yield from _routines(path, node.body, f"{owner}{node.name}.")
        elif isinstance(node, (ast.If, ast.Try)):
            yield from _routines(path, [*node.body, *node.orelse], owner)


def _is_public(name: str, owner: str) -> bool:
    special = bool(owner) and name.startswith("__") and name.endswith("__")
    return special or not name.startswith("_")


def _is_protocol(node: ast.ClassDef) -> bool:
    bases = (base.value if isinstance(base, ast.Subscript) else base for base in node.bases)
    return any(dotted(base).rpartition(".")[2] in ("Protocol", "TypedDict") for base in bases)


def _routine(path: str, node: FunctionNode, owner: str) -> Routine:
    marks = decorators(node)
    return Routine(
        file=path,
        name=f"{owner}{node.name}",
        lines=line_range(node),
        parameters=tuple(_parameters(node, bound=bool(owner) and "staticmethod" not in marks)),
        returns=ast.unparse(node.returns) if node.returns else "",
        doc=ast.get_docstring(node) or "",
        is_async=isinstance(node, ast.AsyncFunctionDef),
        is_property=bool(marks & {"property", "cached_property"}),
        is_bound=bool(owner) and not marks & {"staticmethod", "classmethod"},
        awaits=any(isinstance(each, ast.Await) for each in own_nodes(node)),
        raises=tuple(_raises(node.body, "")),
        branches=tuple(_branches(node.body, "")),
        changes=tuple(sorted(_changed_names(node))),
        limits=tuple(dict.fromkeys(_limit_comparisons(node))),
    )


def _parameters(node: FunctionNode, bound: bool) -> Iterator[PublicParameter]:
    arguments = node.args
    defaults = dict(with_defaults(arguments))
    plain = [*arguments.posonlyargs, *arguments.args][bound:]
    yield from (_parameter(one, defaults.get(one)) for one in plain)
    if arguments.vararg:
        more = _parameter(arguments.vararg, None)
        yield PublicParameter(f"*{more.name}", more.annotation)
    yield from (_parameter(one, defaults.get(one)) for one in arguments.kwonlyargs)


def _parameter(argument: ast.arg, default: ast.expr | None) -> PublicParameter:
    annotation = ast.unparse(argument.annotation) if argument.annotation else ""
    return PublicParameter(argument.arg, annotation, ast.unparse(default) if default else "")


def _raises(body: list[ast.stmt], condition: str) -> Iterator[Raise]:
    for node in body:
        if isinstance(node, ast.Raise) and node.exc is not None:
            raised = node.exc.func if isinstance(node.exc, ast.Call) else node.exc
            kind = dotted(raised)
            if kind and kind.rpartition(".")[2][:1].isupper():
                yield Raise(kind, condition, node.lineno, _message_of(node.exc))
        elif not isinstance(node, (FunctionNode, ast.ClassDef)):
            for inner, leads in _blocks_with_conditions(node):
                yield from _raises(inner, _joint_condition(condition, leads))


def _message_of(raised: ast.expr) -> str:
    """The literal parts of an exception's first argument, with `...` for inserted values."""
    first = raised.args[0] if isinstance(raised, ast.Call) and raised.args else None
    if isinstance(first, ast.Constant) and isinstance(first.value, str):
        return first.value
    if isinstance(first, ast.JoinedStr):
        parts = (str(each.value) if isinstance(each, ast.Constant) else "..." for each in first.values)
        return "".join(parts)
    return ""


def _blocks_with_conditions(node: ast.stmt) -> Iterator[tuple[list[ast.stmt], str]]:
    """Yield the blocks of a statement, each with the condition that leads into it, "" for none."""
    if isinstance(node, ast.If):
        chain = [node]
        while len(chain[-1].orelse) == 1 and isinstance(other := chain[-1].orelse[0], ast.If):
            chain.append(other)
        yield from ((one.body, ast.unparse(one.test)) for one in chain)
        yield chain[-1].orelse, _else_condition([one.test for one in chain])
    elif isinstance(node, (ast.While, ast.For, ast.AsyncFor)):
        again = ast.unparse(node.test) if isinstance(node, ast.While) else f"{ast.unparse(node.iter)}{_NOT_EMPTY}"
        yield node.body, again
        yield node.orelse, "the loop runs to its end"
    elif isinstance(node, ast.Try):
        yield [*node.body, *node.orelse, *node.finalbody], ""
        for handler in node.handlers:
            kind = ast.unparse(handler.type) if handler.type else "any error"
            yield handler.body, f"{kind} is raised {_raised_by(node.body)}"
    elif isinstance(node, ast.Match):
        for case in node.cases:
            yield case.body, f"{ast.unparse(node.subject)} matches {ast.unparse(case.pattern)}"
    elif isinstance(node, (ast.With, ast.AsyncWith)):
        yield node.body, ""


def _negated_text(test: ast.expr) -> str:
    if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        return ast.unparse(test.operand)
    opposite = opposite_comparison(test) if isinstance(test, ast.Compare) else None
    return ast.unparse(opposite) if opposite is not None else f"not ({ast.unparse(test)})"


def opposite_comparison(test: ast.Compare) -> ast.Compare | None:
    """The comparison that holds where another does not; None if there is none, as of a chain."""
    operator = _OPPOSITES.get(type(test.ops[0])) if len(test.ops) == 1 else None
    return ast.Compare(test.left, [operator()], test.comparators) if operator else None


def _else_condition(tests: list[ast.expr]) -> str:
    """The condition under which none of the tests of an `if` and its `elif` holds."""
    if len(tests) == 1:
        return _negated_text(tests[0])
    equal = [one for one in tests if isinstance(one, ast.Compare) and [*map(type, one.ops)] == [ast.Eq]]
    compared = {ast.unparse(one.left) for one in equal}
    if len(equal) == len(tests) and len(compared) == 1:
        return f"{compared.pop()} is none of {', '.join(ast.unparse(one.comparators[0]) for one in equal)}"
    return f"nothing of this holds: {'; '.join(map(ast.unparse, tests))}"


def _raised_by(body: list[ast.stmt]) -> str:
    """The call that an error most likely comes from, in words: the first one of the block."""
    called = next((node for each in body for node in ast.walk(each) if isinstance(node, ast.Call)), None)
    text = " ".join(ast.unparse(called).split()) if called else ""
    if 0 < len(text) <= _LONGEST_CONDITION // 2:
        return f"by {text}"
    name = dotted(called.func) if called else ""
    return f"by {name}(...)" if name else "inside"


def _joint_condition(outer: str, leads: str) -> str:
    """The condition of an inner block: both conditions, where they can be read together.

    That a loop goes round is said of what is directly in it.
    """
    if not leads:
        return outer
    if not outer or outer.endswith(_NOT_EMPTY) or len(outer) + len(leads) > _LONGEST_CONDITION:
        return leads
    return f"{outer} and {leads}"


def _branches(block: list[ast.stmt], condition: str) -> Iterator[Branch]:
    for node in block:
        if isinstance(node, (FunctionNode, ast.ClassDef)):
            continue
        for body, leads in _blocks_with_conditions(node):
            within = _joint_condition(condition, leads)
            if body and leads:
                last = body[-1].end_lineno or body[-1].lineno
                yield Branch(within, range(body[0].lineno, last + 1), _effect_text(body))
            yield from _branches(body, within)


def _effect_text(body: list[ast.stmt]) -> str:
    """The effect of a block in words: what it returns or raises, else its first action."""
    last, first = body[-1], body[0]
    if isinstance(last, ast.Return):
        return f"returns `{ast.unparse(last.value)}`" if last.value else "returns None"
    if isinstance(last, ast.Raise):
        return f"raises `{ast.unparse(last.exc)}`" if last.exc else "raises the error again"
    if isinstance(last, (ast.Continue, ast.Break)):
        return "goes on with the next one" if isinstance(last, ast.Continue) else "leaves the loop"
    if isinstance(first, ast.Pass):
        return "does nothing"
    if isinstance(first, (ast.Try, ast.With, ast.AsyncWith)):
        return _effect_text(first.body)
    if isinstance(first, (ast.If, ast.While, ast.Match)):
        return f"looks at `{ast.unparse(first.subject if isinstance(first, ast.Match) else first.test)}`"
    return f"does `{ast.unparse(first).splitlines()[0].removesuffix(':')}`"


def _changed_names(function: FunctionNode) -> Iterator[str]:
    """Yield the attributes of `self` and the globals that a call changes."""
    for node in own_nodes(function):
        if isinstance(node, ast.Attribute) and isinstance(node.ctx, (ast.Store, ast.Del)):
            if dotted(node.value) in ("self", "cls"):
                yield f"{dotted(node.value)}.{node.attr}"
        elif isinstance(node, (ast.Global, ast.Nonlocal)):
            yield from node.names
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            held = dotted(node.func.value)
            if held.startswith("self.") and node.func.attr in MUTATORS:
                yield held


def _limit_comparisons(function: FunctionNode) -> Iterator[str]:
    """Yield comparisons of a name with a number, where off-by-one errors show."""
    for node in own_nodes(function):
        if not isinstance(node, ast.Compare) or isinstance(node.ops[0], (ast.Is, ast.IsNot, ast.In, ast.NotIn)):
            continue
        sides = [node.left, *node.comparators]
        numbers = [side for side in sides if isinstance(side, ast.Constant) and isinstance(side.value, (int, float))]
        if numbers and len(numbers) < len(sides):
            yield ast.unparse(node)
