"""The faults that the quality gate puts into the code under test; admission selects tests with other kinds."""

from __future__ import annotations

import ast
import copy
import itertools
import textwrap
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from testfix_pipeline.core.python_code import FunctionNode
from testfix_pipeline.execution.in_target.testfix_mutants import NodeReplacer, with_fields
from testfix_pipeline.planning.generation.subjects.subject import Subject

_OPERATORS: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Mult, ast.Sub: ast.Mult, ast.Mult: ast.Sub, ast.Div: ast.FloorDiv, ast.FloorDiv: ast.Mult,
    ast.Mod: ast.Mult, ast.Pow: ast.Add, ast.BitAnd: ast.BitXor, ast.BitOr: ast.BitXor, ast.BitXor: ast.BitAnd,
    ast.LShift: ast.Add, ast.RShift: ast.Sub,
}  # fmt: skip
_COMPARISONS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.NotEq, ast.LtE: ast.Eq, ast.Gt: ast.NotEq, ast.GtE: ast.Eq, ast.Eq: ast.GtE, ast.NotEq: ast.Lt,
}  # fmt: skip
_PAIRS = (("lower", "upper"), ("startswith", "endswith"), ("lstrip", "rstrip"), ("split", "rsplit"),
          ("find", "rfind"), ("partition", "rpartition"), ("min", "max"), ("any", "all"), ("keys", "values"),
          ("append", "remove"), ("add", "discard"), ("floor", "ceil"))  # fmt: skip
_OTHERS = {**dict(_PAIRS), **{back: there for there, back in _PAIRS}}
_LONGEST = 60


@dataclass(frozen=True)
class Fault:
    """A fault in the function `target`: `what` describes the change, `text` is the whole module with it."""

    target: str
    line: int
    what: str
    text: str


def _generated_faults(subject: Subject, most: int) -> Iterator[Fault]:
    """Yield faults of each kind in turn, one by one, since each holds its whole module and is compiled."""
    kinds: dict[str, list[tuple[int, ast.AST, ast.AST | None]]] = {}
    for number, (kind, old, new) in enumerate(_changes(subject.node)):
        kinds.setdefault(kind, []).append((number, old, new))
    turns = [each[place] for place in range(most) for each in kinds.values() if place < len(each)]
    made = (_fault_at(subject, number, old, new) for number, old, new in turns)
    yield from (one for one in made if one is not None)


def _fault_at(subject: Subject, number: int, old: ast.AST, new: ast.AST | None) -> Fault | None:
    function = copy.deepcopy(subject.node)
    _, place, instead = list(_changes(function))[number]
    NodeReplacer(place, instead or ast.Pass()).visit(function)
    text = with_function(subject, ast.fix_missing_locations(function))
    try:
        compile(text, subject.module.file, "exec", dont_inherit=True)
    except (SyntaxError, ValueError, RecursionError):
        return None
    what = f"`{_short(old)}` left out" if new is None else f"`{_short(old)}` -> `{_short(new)}`"
    return Fault(subject.target, getattr(old, "lineno", subject.node.lineno), what, text)


def with_function(subject: Subject, function: FunctionNode) -> str:
    """The module's text with the subject replaced by another function, with the same decorators."""
    function.decorator_list = []
    node, lines = subject.node, subject.module.text.splitlines(keepends=True)
    indented = textwrap.indent(ast.unparse(function), " " * node.col_offset)
    return "".join([*lines[: node.lineno - 1], f"{indented}\n", *lines[node.end_lineno or node.lineno :]])


def _short(node: ast.AST) -> str:
    return textwrap.shorten(ast.unparse(node).replace("\n", " "), _LONGEST, placeholder=" ...")


Change = tuple[str, ast.AST, ast.AST | None]


def _changes(function: FunctionNode) -> Iterator[Change]:
    """Yield the kind, the node and its replacement (None = removed) of each change, in a fixed order."""
    for statement in function.body:
        for node in ast.walk(statement):
            yield from _statement_changes(node)
            yield from _expression_changes(node)


def _statement_changes(node: ast.AST) -> Iterator[Change]:
    if isinstance(node, ast.Raise):
        yield "refusal left out", node, None
    elif isinstance(node, ast.AugAssign):
        yield "step left out", node, None
    elif isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Attribute | ast.Subscript):
        yield "change left out", node, None
    elif isinstance(node, ast.For):
        yield "loop over nothing", node.iter, ast.Tuple([], ast.Load())
    elif isinstance(node, ast.If | ast.While) and not isinstance(node.test, ast.Constant):
        yield "never so", node.test, ast.Constant(False)
        if isinstance(node, ast.If):
            yield "always so", node.test, ast.Constant(True)


def _expression_changes(node: ast.AST) -> Iterator[Change]:
    if isinstance(node, ast.BinOp) and type(node.op) in _OPERATORS:
        yield "another operator", node, with_fields(node, op=_OPERATORS[type(node.op)]())
    elif isinstance(node, ast.Compare) and type(node.ops[0]) in _COMPARISONS:
        other = [_COMPARISONS[type(node.ops[0])](), *node.ops[1:]]
        yield "another comparison", node, with_fields(node, ops=other)
    elif isinstance(node, ast.IfExp):
        yield "the other value", node, with_fields(node, body=node.orelse, orelse=node.body)
    elif isinstance(node, ast.Slice) and node.upper is not None:
        yield "no end", node, with_fields(node, upper=None)
    elif isinstance(node, ast.Call):
        yield from _call_changes(node)


def _call_changes(node: ast.Call) -> Iterator[Change]:
    name = node.func
    if isinstance(name, ast.Attribute) and name.attr in _OTHERS:
        yield "the opposite call", node, with_fields(node, func=with_fields(name, attr=_OTHERS[name.attr]))
    elif isinstance(name, ast.Name) and name.id in _OTHERS:
        yield "the opposite call", node, with_fields(node, func=ast.Name(_OTHERS[name.id], ast.Load()))
    plain = [one for one in node.args if not isinstance(one, ast.Starred)]
    if len(plain) == 2 and len(node.args) == 2:
        yield "arguments exchanged", node, with_fields(node, args=[plain[1], plain[0]])
    if node.keywords:
        yield "argument left out", node, with_fields(node, keywords=node.keywords[:-1])


def faults_of_all(subjects: Sequence[Subject], *, each: int, most: int) -> list[Fault]:
    """At most `most` faults of several functions, at most `each` of one, taken from the functions in turn."""
    queues = [itertools.islice(_generated_faults(subject, each), each) for subject in subjects]
    turns = (next(queue, None) for _ in range(each) for queue in queues)
    return [*itertools.islice((one for one in turns if one is not None), most)]
