"""Producers that insert a statement before or after another one, or put a statement under a condition."""

from __future__ import annotations

import ast
import itertools
from collections.abc import Iterator

from testfix_pipeline.core.python_code import FunctionNode
from testfix_pipeline.core.terminating_statements import JUMPS
from testfix_pipeline.repair.languages.python.analysis.blocks import (
    beside,
    indent_step,
    is_elif,
    loop_around,
    one_step_in,
    siblings_of,
)
from testfix_pipeline.repair.languages.python.analysis.edit import Edit, PythonEditSite
from testfix_pipeline.repair.languages.python.analysis.scope import (
    bound_names,
    local_names,
    names_in_scope,
    similarity,
    yields,
)
from testfix_pipeline.repair.languages.python.analysis.tokens import rename_tokens
from testfix_pipeline.repair.languages.python.ingredients.enumerate import (
    conditions,
    distinct_texts,
    parenthesized_if_needed,
    pool,
)
from testfix_pipeline.repair.languages.python.ingredients.forms import common_forms
from testfix_pipeline.repair.languages.python.ingredients.mined_expressions import (
    MinedLine,
    likeliest,
    mined,
    module_reach,
)
from testfix_pipeline.repair.languages.python.ingredients.priors import prior
from testfix_pipeline.repair.languages.python.ingredients.static_types import typing_of

MOST_CONDITIONS, MOST_EXITS, MOST_LINES = 100, 7, 80
EMPTY_VALUES = {
    "str": '""',
    "list": "[]",
    "dict": "{}",
    "bool": "False",
    "int": "0",
    "float": "0",
    "tuple": "()",
    "set": "set()",
}


def _is_unsuitable(target: PythonEditSite) -> bool:
    return target.function is None or isinstance(target.stmt, (FunctionNode, ast.ClassDef))


def guards(target: PythonEditSite) -> Iterator[Edit]:
    """Proposes `if <condition>: <exit>` before the statement, and after it if it ends its block."""
    if _is_unsuitable(target):
        return
    exits = list(distinct_texts(_exits(target), "", MOST_EXITS))
    tests = enumerate(distinct_texts(conditions(target), "", MOST_CONDITIONS))
    for (at, test), (nth, exit_) in itertools.product(tests, enumerate(exits)):
        code = [f"if {test}:", f"\t{exit_}"]
        if (1 + at) * (1 + nth) <= MOST_CONDITIONS:
            yield from beside(target, code, "insert.guard", prior((1 + at) * (1 + nth) - 1), f"{code[0]} {exit_}")


def _exits(target: PythonEditSite) -> Iterator[str]:
    """Yields the exits that the function has, then possible ones: without a value, with an empty value of the return
    type."""
    assert target.function is not None
    node, reach = target.function.node, frozenset(names_in_scope(target))
    lines = [one for one in mined(target.source).lines if isinstance(one.node, JUMPS)]
    own_exits = [one for one in lines if one.function is node and one.needs <= reach]
    bare = () if any(isinstance(one, ast.ExceptHandler) for one in target.source.ancestors(target.stmt)) else ("raise",)
    yield from (
        one.text for one in own_exits if not isinstance(one.node, (ast.Continue, ast.Break)) and one.text not in bare
    )
    if loop_around(target.source, target.stmt) is not None:
        yield from ("continue", "break")
    returns = [one for one in ast.walk(node) if isinstance(one, ast.Return) and one.value is not None]
    if not returns or yields(node):
        yield "return"
        return
    for name in sorted(typing_of(target.source).returns.get(target.function.name, ())):
        yield from [f"return {EMPTY_VALUES[name]}"] if name in EMPTY_VALUES else []
    yield from ("return None", "return", "return 0", "return False", "return True", "return []")


def enclosing_conditions(target: PythonEditSite) -> Iterator[Edit]:
    """Proposes to put the statement under a condition."""
    source, stmt = target.source, target.stmt
    if _is_unsuitable(target) or not source.owns_line(stmt) or is_elif(source, stmt):
        return
    start, end = source.block(stmt)
    indent = source.indent(stmt)
    body = one_step_in(source, start, end, indent)
    for rank, test in enumerate(distinct_texts(conditions(target), "", MOST_CONDITIONS)):
        text = f"{indent}if {test}:{source.newline}{body}"
        note = f"under `if {test}`"
        yield Edit(source.path, start, end, text, "insert.condition", prior(rank), stmt.lineno, note)


def lines(target: PythonEditSite) -> Iterator[Edit]:
    """Proposes a statement from elsewhere in the file, with its names mapped to those in reach."""
    if _is_unsuitable(target):
        return
    for rank, text in enumerate(distinct_texts(_statements_of_file(target), target.text(target.stmt), MOST_LINES)):
        yield from beside(target, [text], "insert.statement", prior(rank), text[:50])


def _statements_of_file(target: PythonEditSite) -> Iterator[str]:
    assert target.function is not None
    reach, locals_ = frozenset(names_in_scope(target)) | module_reach(target.source), local_names(target)
    nearby_words = _nearby_words(target)
    ranked: list[tuple[float, str]] = []
    for one in mined(target.source).lines:
        if isinstance(one.node, (ast.Continue, ast.Break)) and loop_around(target.source, target.stmt) is None:
            continue
        undefined = one.needs - reach
        if len(undefined) <= 1:
            score = _distance(target, one, nearby_words)
            names = (
                sorted(locals_, key=lambda name: -similarity(next(iter(undefined)), name))[:2] if undefined else [""]
            )
            for rank, name in enumerate(names):
                for inverse_rank, text in enumerate((one.text, *_inverse_updates(one.node))):
                    text = rename_tokens(text, {next(iter(undefined)): name}, undefined) if undefined else text
                    ranked.append((score + bool(undefined) + rank + inverse_rank, text))
    yield from (text for _, text in sorted(ranked))


def _inverse_updates(node: ast.AST) -> Iterator[str]:
    """Yields the inverse of an update: `n -= 1` for `n += 1`."""
    if isinstance(node, ast.AugAssign) and isinstance(node.op, (ast.Add, ast.Sub)):
        sign = "-" if isinstance(node.op, ast.Add) else "+"
        yield f"{ast.unparse(node.target)} {sign}= {ast.unparse(node.value)}"


def _distance(target: PythonEditSite, one: MinedLine, near: frozenset[str]) -> float:
    """The distance of a statement, reduced by the share of words in common with the code around the target."""
    assert target.function is not None
    same = one.owner is target.function.owner and one.owner is not None
    distance = 0.5 if one.function is target.function.node else 0.0 if same else 1.0
    words = one.needs | {node.attr for node in ast.walk(one.node) if isinstance(node, ast.Attribute)}
    shared = len(words & near) / max(1, len(words))
    return distance - 1.5 * shared


def _nearby_words(target: PythonEditSite) -> frozenset[str]:
    block, at = siblings_of(target.source, target.stmt)
    nodes = [node for stmt in block[max(0, at - 2) : at + 2] for node in target.source.own(stmt)]
    nodes += target.nodes
    names = {node.id for node in nodes if isinstance(node, ast.Name)}
    return frozenset(names | {node.attr for node in nodes if isinstance(node, ast.Attribute)} - {"self"})


def assignments(target: PythonEditSite) -> Iterator[Edit]:
    """Proposes assignments: a form of the variable that the file uses elsewhere, a first value, an update, or a return
    of it."""
    if _is_unsuitable(target):
        return
    for rank, text in enumerate(distinct_texts(_assignment_texts(target), "", MOST_LINES)):
        yield from beside(target, [text], "insert.assignment", prior(rank), text[:50])


def _assignment_texts(target: PythonEditSite) -> Iterator[str]:
    assert target.function is not None
    source = target.source
    places = [one.text for one in pool(target) if one.origin in ("name", "attribute") and "[" not in one.text]
    near = places[:12]
    block, at = siblings_of(source, target.stmt)
    later = [name for name in bound_names(target.function.node) if name not in {*names_in_scope(target), "self"}]
    for name in later[:4]:
        yield from (f"{name} = {value}" for value in ("None", "False", "0", "[]", "{}", '""', "True"))
    if at == len(block) - 1:
        yield from (f"return {name}" for name in near[:6])
    found = mined(source)
    reach = "self" in names_in_scope(target)
    for place in near:
        forms = likeliest(found.words.get(place.rpartition(".")[2], {}))[:4]
        assigned = (
            form.filled(parenthesized_if_needed(place, form.needed))
            for form, _ in forms
            if form.of == "Call" and form.needs_self <= reach
        )
        yield from (f"{place} = {text}" for text in assigned)
    conversions = (form for form, _ in likeliest(found.forms)[:30] if form.of == "Call" and form.needs_self <= reach)
    general = (form for form, _ in common_forms("value") if form.of == "Call")
    chosen = [*itertools.islice(conversions, 6), *itertools.islice(general, 12)]
    for form, place in itertools.product(chosen, near[:4]):
        yield f"{place} = {form.filled(parenthesized_if_needed(place, form.needed))}"
    yield from (f"{place} += 1" for place in near[:4])
    yield from (f"{place} = None" for place in near[:6])


def else_branches(target: PythonEditSite) -> Iterator[Edit]:
    """Proposes an `else` or `elif` for an `if` without one, with a statement from elsewhere in the file."""
    source, stmt = target.source, target.stmt
    if _is_unsuitable(target) or not isinstance(stmt, ast.If) or stmt.orelse or not source.owns_line(stmt):
        return
    end, indent, step = source.block(stmt)[1], source.indent(stmt), indent_step(source)
    exits = list(distinct_texts(_exits(target), "", MOST_EXITS))
    bodies = [*exits[:3], *distinct_texts(_statements_of_file(target), "", 12)]
    for rank, body in enumerate(bodies):
        text = f"{indent}else:{source.newline}{indent}{step}{body}{source.newline}"
        yield Edit(source.path, end, end, text, "insert.else", prior(rank), stmt.lineno, f"else: {body[:40]}")
    tests = list(distinct_texts(conditions(target), target.text(stmt.test), 12))
    for (nth, test), (rank, body) in itertools.product(enumerate(tests), enumerate(bodies[:6])):
        text = f"{indent}elif {test}:{source.newline}{indent}{step}{body}{source.newline}"
        weight = prior(nth + rank)
        yield Edit(source.path, end, end, text, "insert.elif", weight, stmt.lineno, f"elif {test[:40]}")
