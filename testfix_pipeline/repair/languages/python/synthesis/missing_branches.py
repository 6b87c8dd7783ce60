"""Missing branches of an if/elif chain: statements of its other branches, unchanged or with other values."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from testfix_pipeline.core.python_code import FunctionNode
from testfix_pipeline.repair.languages.python.analysis.blocks import is_elif, lines
from testfix_pipeline.repair.languages.python.analysis.edit import Edit, FailureEvidence
from testfix_pipeline.repair.languages.python.edits.branches import chain_head
from testfix_pipeline.repair.languages.python.failure_evidence import is_literal, value_of
from testfix_pipeline.repair.languages.python.source import SourceFile
from testfix_pipeline.repair.languages.python.synthesis.probe_points import ProbePoint

MOST_BODIES = 12
SIMPLE = (ast.Assign, ast.AugAssign, ast.Expr, ast.Return, ast.Raise)
OPPOSITES = [
    *(("left", "right"), ("start", "end"), ("start", "stop"), ("begin", "end"), ("first", "last"), ("min", "max")),
    *(("key", "value"), ("head", "tail"), ("row", "col"), ("rows", "cols"), ("width", "height"), ("x", "y")),
    *(("src", "dst"), ("source", "target"), ("add", "remove"), ("get", "set"), ("load", "dump"), ("loads", "dumps")),
    *(("encode", "decode"), ("open", "close"), ("push", "pop"), ("lower", "upper"), ("before", "after")),
    *(
        ("prev", "next"),
        ("previous", "next"),
        ("parent", "child"),
        ("old", "new"),
        ("read", "write"),
        ("top", "bottom"),
    ),
    *(("serialize", "deserialize"), ("enter", "exit"), ("in", "out"), ("input", "output"), ("request", "response")),
    *(("args", "kwargs"), ("prefix", "suffix"), ("low", "high"), ("lo", "hi"), ("up", "down"), ("true", "false")),
    *(("on", "off"), ("enable", "disable"), ("include", "exclude"), ("a", "b"), ("i", "j"), ("front", "back")),
    *(("inner", "outer"), ("parse", "format"), ("pre", "post"), ("credit", "debit"), ("deposit", "withdraw")),
    *(("stdout", "stderr"), ("reader", "writer"), ("server", "client"), ("sender", "receiver")),
]


def is_last(place: ProbePoint) -> bool:
    """Whether the place is the condition of the last `if` or `elif` of its chain."""
    stmt = place.target.stmt
    return isinstance(stmt, ast.If) and place.condition is not None and not _has_elif(place.target.source, stmt)


def _has_elif(source: SourceFile, stmt: ast.If) -> bool:
    return len(stmt.orelse) == 1 and is_elif(source, stmt.orelse[0])


def add_branch(place: ProbePoint, condition: str | None, code: str, kind: str) -> Edit | None:
    """An edit that adds a branch after that of the place's condition; without a condition as `else`, if
    there is none."""
    target, stmt = place.target, place.target.stmt
    assert isinstance(stmt, ast.If)
    if condition is None and stmt.orelse:
        condition = "True"
    source = target.source
    start = end = source.block(stmt.body[-1])[1]
    opening = f"elif {condition}:" if condition is not None else "else:"
    text = lines(
        source, source.indent(chain_head(source, stmt)), [opening, *(f"\t{line}" for line in code.split("\n"))]
    )
    if not source.text[:end].endswith("\n"):
        text = source.newline + text
    return target.splice(start, end, text, kind, 1.0, f"{opening} {code}")


def branch_bodies(place: ProbePoint) -> list[str]:
    """Statements for a new branch: those of its siblings, unchanged and with other constants."""
    found: dict[str, None] = {}
    for stmt in _siblings(place):
        for text in (*_opposite_calls(place, stmt), *_with_other_constants(place, stmt)):
            found.setdefault(text)
    return list(found)[:MOST_BODIES]


def _opposite_calls(place: ProbePoint, stmt: ast.stmt) -> Iterator[str]:
    """Yields a call of the method that is the opposite of the one a sibling calls, with as many of its arguments as it
    takes."""
    call = stmt.value if isinstance(stmt, ast.Expr) else None
    function = place.target.function
    if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Attribute) or call.keywords or not function:
        return
    receiver = place.target.text(call.func.value)
    for method in function.self_class.body if function.self_class and receiver == "self" else ():
        if isinstance(method, FunctionNode) and _are_opposites(method.name.strip("_"), call.func.attr.strip("_")):
            parameter_count = len(method.args.args) - 1
            arguments = [place.target.text(argument) for argument in call.args[:parameter_count]]
            if parameter_count - len(method.args.defaults) <= len(arguments):
                yield f"self.{method.name}({', '.join(arguments)})"


def _are_opposites(one: str, other: str) -> bool:
    """Whether two names are opposites: `unset` and `set`, `disable_all` and `enable_all`, `pop` and `push`."""
    if one in (f"un{other}", f"de{other}", f"dis{other}") or other in (f"un{one}", f"de{one}", f"dis{one}"):
        return True
    words, other_words = one.split("_"), other.split("_")
    pairs = [pair for pair in zip(words, other_words, strict=False) if pair[0] != pair[1]]
    return len(words) == len(other_words) and len(pairs) == 1 and (pairs[0] in OPPOSITES or pairs[0][::-1] in OPPOSITES)


def _siblings(place: ProbePoint) -> Sequence[ast.stmt]:
    """The single simple statements that form other branches of the chain."""
    source = place.target.source
    stmt: ast.stmt = chain_head(source, place.target.stmt)
    found: list[ast.stmt] = []
    while isinstance(stmt, ast.If):
        rest = stmt.orelse
        for block in (stmt.body, rest if not _has_elif(source, stmt) else []):
            if len(block) == 1 and isinstance(block[0], SIMPLE) and "\n" not in source.segment(block[0]):
                found.append(block[0])
        if not _has_elif(source, stmt):
            break
        stmt = rest[0]
    return found


def _with_other_constants(place: ProbePoint, stmt: ast.stmt) -> Iterator[str]:
    source, failure_evidence = place.target.source, place.target.failure_evidence
    start = source.span(stmt)[0]
    statement_text = source.segment(stmt)
    for node in ast.walk(stmt):
        if isinstance(node, ast.Constant) and not isinstance(node.value, bool) and source.is_real(node):
            left, right = (at - start for at in source.span(node))
            for new in constants_for_assertion(node.value, failure_evidence):
                yield statement_text[:left] + repr(new) + statement_text[right:]
    yield statement_text


def constants_for_assertion(value: object, failure_evidence: FailureEvidence) -> Iterator[object]:
    """Yields values of a constant for which the failing assertion would hold, if the constant occurs in the compared
    values."""
    for actual, expected in failure_evidence.values:
        if not (is_literal(actual) and is_literal(expected)):
            continue
        got, expected_value = value_of(actual), value_of(expected)
        if got == value and type(expected_value) is type(value):
            yield expected_value
        elif isinstance(value, str) and value and isinstance(got, str) and isinstance(expected_value, str):
            before, found, after = got.partition(value)
            if found and expected_value.startswith(before) and expected_value.endswith(after):
                inner = expected_value[len(before) : len(expected_value) - len(after)]
                if inner and inner != value:
                    yield inner
