"""Producers that add a part from scope to an expression: a condition, an argument, an element, an operand."""

from __future__ import annotations

import ast
import builtins
import itertools
from collections.abc import Iterator, Sequence

from testfix_pipeline.core.code_view import called, last_name
from testfix_pipeline.core.python_code import FunctionNode, handled_types, names_in, with_defaults
from testfix_pipeline.repair.languages.python.analysis.edit import Edit, PythonEditSite
from testfix_pipeline.repair.languages.python.analysis.opposites import negate_condition
from testfix_pipeline.repair.languages.python.analysis.scope import names_in_scope
from testfix_pipeline.repair.languages.python.ingredients.enumerate import (
    conditions,
    distinct_texts,
    parenthesized_if_needed,
    pool,
    values,
)
from testfix_pipeline.repair.languages.python.ingredients.mined_expressions import mined, module_reach
from testfix_pipeline.repair.languages.python.ingredients.priors import prior
from testfix_pipeline.repair.languages.python.ingredients.replace import (
    exception_types,
    functions_called,
    keyword_names,
    keywords_of_calls,
)
from testfix_pipeline.repair.languages.python.ingredients.slots import (
    ARGUMENT,
    CONDITION,
    OPERAND,
    VALUE,
    Slot,
    proposals_per_slot,
    slots,
)
from testfix_pipeline.repair.languages.python.ingredients.static_types import (
    ANY,
    KNOWN,
    NONE,
    NUMBERS,
    are_compatible,
    typing_of,
)
from testfix_pipeline.repair.languages.python.source import SourceFile
from testfix_pipeline.repair.languages.python.templates import precedence
from testfix_pipeline.repair.model.source_cache import cached_per_search

MOST_CONDITIONS, MOST_BEFORE, MOST, MOST_EXCEPTIONS = 120, 40, 12, 25


def tests(target: PythonEditSite) -> Iterator[Edit]:
    """Proposes to join a condition with a further one by `and` or `or`."""
    found = list(distinct_texts(conditions(target), "", MOST_CONDITIONS))
    for slot in slots(target, CONDITION, VALUE):
        if isinstance(target.source.parents[slot.node], (ast.BoolOp, ast.UnaryOp)) or not _is_truth_value(slot):
            continue
        for rank, text in enumerate(_saying_more(found, slot.text)):
            for word, needed in (("and", precedence.AND), ("or", precedence.OR)):
                own, other = slot.inside(needed), parenthesized_if_needed(text, needed)
                yield slot.put(f"{own} {word} {other}", "extend.condition", rank)
                if rank < MOST_BEFORE:
                    yield slot.put(f"{other} {word} {own}", "extend.condition-before", rank)


def _saying_more(found: Sequence[str], own: str) -> list[str]:
    """The conditions that are not about the very value: `a and not a` is a constant, `a or a is not None` shorter."""
    return [one for one in found if one not in (own, negate_condition(own), f"{own} is None", f"{own} is not None")]


def _is_truth_value(slot: Slot) -> bool:
    return slot.role == CONDITION or isinstance(slot.node, (ast.BoolOp, ast.Compare)) or slot.accepts == {"bool"}


def parts_of_tests(target: PythonEditSite) -> Iterator[Edit]:
    """Proposes the same for an operand of a condition or of `not`."""
    found = list(distinct_texts(conditions(target), "", MOST_CONDITIONS // 4))
    for slot in slots(target, CONDITION):
        parent = target.source.parents[slot.node]
        if isinstance(parent, (ast.BoolOp, ast.UnaryOp)):
            word = "or" if isinstance(getattr(parent, "op", None), ast.And) else "and"
            for rank, text in enumerate(_saying_more(found, slot.text)):
                yield slot.put(
                    f"({slot.text} {word} {parenthesized_if_needed(text, precedence.AND)})",
                    "extend.condition-part",
                    rank,
                )


def arguments(target: PythonEditSite) -> Iterator[Edit]:
    """Proposes a further argument, a keyword or a value in reach, and the last one by its own name as a keyword."""
    for node in itertools.islice(target.expressions(ast.Call), MOST):
        assert isinstance(node, ast.Call)
        if len(node.args) > 1 and isinstance(last := node.args[-1], ast.Name) and target.source.is_real(last):
            yield target.replace(last, f"{last.id}={last.id}", "extend.keyword", prior(0), f"{last.id}={last.id}")
        sole = node.args and isinstance(node.args[-1], ast.GeneratorExp) and not node.keywords
        if not sole:
            keywords = list(distinct_texts(_keyword_arguments(target, node), "", MOST))
            yield from _append_parts(target, node, iter(keywords), "extend.keyword")
            if node.keywords and target.source.is_real(node.keywords[0].value):
                at = target.source.span(node.keywords[0])[0]
                for rank, text in enumerate(keywords):
                    yield target.splice(at, at, f"{text}, ", "extend.keyword", prior(rank), text[:50])
            positional = distinct_texts(_positional_arguments(target, node), "", MOST)
            yield from _append_parts(target, node, positional, "extend.argument")


def _append_parts(target: PythonEditSite, node: ast.expr, texts: Iterator[str], kind: str) -> Iterator[Edit]:
    """Yields edits that add a text after the last part inside the brackets of a node."""
    source = target.source
    close = source.span(node)[1] - 1
    start, end = source.span(node)
    inner = source.text[start:close].rstrip()
    at = start + len(inner)
    comma = "" if inner.endswith(("(", "[", "{")) else " " if inner.endswith(",") else ", "
    if at < end and source.text[close] in ")]}":
        for rank, text in enumerate(texts):
            yield target.splice(at, at, comma + text, kind, prior(rank), text[:50])


def _keyword_arguments(target: PythonEditSite, node: ast.Call) -> Iterator[str]:
    """Yields keyword arguments: `name=name` for names in reach, values of other calls, other values than
    the default."""
    texts = [one.text for one in reversed(pool(target)) if one.origin in ("name", "attribute")]
    reach = {text.rpartition(".")[2].lstrip("_"): text for text in texts}
    used = keywords_of_calls(target.source).get(called(node), {})
    defaults = {
        one.arg: target.source
        for function in functions_called(target, node)
        for one, value in with_defaults(function.node.args)
        if isinstance(value, ast.Constant)
    }
    names = list(dict.fromkeys(keyword_names(target, node)))
    given_names = {one.arg for one in node.keywords} | {one.id for one in node.args if isinstance(one, ast.Name)}
    yield from (f"{name}={reach[name]}" for name in names if name in reach and name not in given_names)
    for name in names:
        yield from (f"{name}={value}" for value in list(used.get(name, ()))[:3])
        if name in defaults:
            yield from (f"{name}={value}" for value in ("True", "False"))
    passed_on = target.function.node.args if target.function is not None else None
    if passed_on is not None and (rest := passed_on.kwarg):
        yield f"**{rest.arg}"
        if passed_on.vararg is not None and not node.args and not node.keywords:
            yield f"*{passed_on.vararg.arg}, **{rest.arg}"
    own = [one.text for one in itertools.islice(values(target, ANY, ["name"]), MOST // 2)]
    yield from (f"{name}={value}" for name, value in itertools.product(names[:3], own[:3]))
    yield from (f"{name}={name}" for name in own if name not in given_names)


def _positional_arguments(target: PythonEditSite, node: ast.Call) -> Iterator[str]:
    """Yields the variable with the next parameter's name, then values in reach."""
    if node.keywords:
        return
    reach = {one.text for one in pool(target)}
    for function in functions_called(target, node):
        names = [one.arg for one in function.arguments if one.arg not in ("self", "cls")]
        yield from (name for name in names[len(node.args) :][:1] if name in reach)
    own = {target.text(one) for one in node.args if target.source.is_real(one)}
    if node.args and _is_exception(node.args[-1]):
        yield from (name for name in exception_types(target, last_name(node.args[-1])) if name not in own)
    plain = (one.text for one in pool(target) if one.origin != "mined" and one.text not in own)
    yield from ("None", "1")
    yield from plain


def _is_exception(node: ast.expr) -> bool:
    kind = vars(builtins).get(last_name(node))
    return isinstance(kind, type) and issubclass(kind, BaseException)


def elements(target: PythonEditSite) -> Iterator[Edit]:
    """Proposes a further element before or after those of a list, set or tuple."""
    for node in itertools.islice(target.expressions(ast.List, ast.Set, ast.Tuple), MOST):
        if isinstance(getattr(node, "ctx", None), (ast.Store, ast.Del)) or not node.elts:  # type: ignore[attr-defined]
            continue
        first = node.elts[0]  # type: ignore[attr-defined]
        if not target.source.is_real(first):
            continue
        known = typing_of(target.source)
        own = {target.text(one) for one in node.elts if target.source.is_real(one)}  # type: ignore[attr-defined]
        found = [one.text for one in values(target, known.of(first)) if one.text not in own and not one.is_condition]
        chosen = found[:MOST]
        if target.source.span(node)[0] < target.source.span(first)[0]:
            yield from _append_parts(target, node, iter(chosen), "extend.element")
        else:
            for rank, text in enumerate(chosen):
                new_text = f"{target.text(node)}, {text}"
                yield target.replace(node, new_text, "extend.element", prior(rank), text[:40])
        start = target.source.span(first)[0]
        for rank, text in enumerate(chosen):
            kind = "extend.element-before"
            yield target.splice(start, start, f"{text}, ", kind, prior(rank), text[:40])


def classes(target: PythonEditSite) -> Iterator[Edit]:
    """Proposes a further class for `isinstance`: one that the file checks for elsewhere, or a builtin one."""
    known = [*dict(mined(target.source).classes.most_common(MOST)), *sorted(KNOWN - {NONE})]
    for node in target.expressions(ast.Call):
        if called(node) not in ("isinstance", "issubclass") or len(node.args) != 2:  # type: ignore[arg-type,attr-defined]
            continue
        kinds = node.args[1]  # type: ignore[attr-defined]
        parts = kinds.elts if isinstance(kinds, ast.Tuple) else [kinds]
        own = [target.text(one) for one in parts]
        for rank, name in enumerate(distinct_texts((one for one in known if one not in own), "", 2 * MOST)):
            for all_names in ([*own, name], [name, *own]):
                weight = prior(rank)
                yield target.replace(kinds, f"({', '.join(all_names)})", "extend.class", weight, name)


def offsets(target: PythonEditSite) -> Iterator[Edit]:
    """Proposes one more or less than a number that has no digits: nobody writes `2 - 1`."""
    for slot in filter(_takes_operand, slots(target)):
        is_number = slot.accepts != frozenset({"str"}) and not isinstance(slot.node, (ast.Constant, ast.JoinedStr))
        if is_number and not _is_summed_with_number(slot):
            for rank, symbol in enumerate("+-"):
                yield slot.put(f"{slot.inside(precedence.SUM)} {symbol} 1", "extend.offset", rank)


def operands(target: PythonEditSite) -> Iterator[Edit]:
    """Proposes a further operand for a number or text."""
    for slot in filter(_takes_operand, slots(target)):
        found = [one.text for one in values(target, slot.accepts, ["name", "attribute"])]
        for rank, text in enumerate(distinct_texts(found, slot.text, proposals_per_slot(target, MOST))):
            for symbol, needed in (("+", precedence.SUM), ("-", precedence.SUM), ("*", precedence.PRODUCT)):
                if symbol == "+" or slot.accepts != frozenset({"str"}):
                    other = parenthesized_if_needed(text, needed + 1)
                    yield slot.put(f"{slot.inside(needed)} {symbol} {other}", "extend.operand", rank)


def _takes_operand(slot: Slot) -> bool:
    if slot.role in (CONDITION, "callee", "receiver", "exception") or not slot.accepts <= {"int", "float", "str"}:
        return False
    return slot.role != OPERAND or not isinstance(slot.node, (ast.Constant, ast.JoinedStr))


def _is_summed_with_number(slot: Slot) -> bool:
    """Whether a whole number is added already, which another one replaces: nobody writes `n + 2 - 1`."""
    sums = (one for one in (slot.node, slot.parent) if isinstance(one, ast.BinOp))
    return any(
        isinstance(one.op, (ast.Add, ast.Sub)) and isinstance(one.right, ast.Constant) and type(one.right.value) is int
        for one in sums
    )


def operations(target: PythonEditSite) -> Iterator[Edit]:
    """Proposes an operation that the file does with another value: `* (1 - self.discount)`."""
    reach, own = names_in_scope(target) | module_reach(target.source), target.text(target.stmt)
    near = sorted(_operations(target.source), key=lambda one: abs(one.right.lineno - target.stmt.lineno))
    fitting = [one for one in near if names_in(one.right) <= reach and target.text(one.right) not in own][:MOST]
    for slot in slots(target, VALUE, ARGUMENT, OPERAND) if fitting else ():
        is_no_value = isinstance(slot.node, (ast.Constant, ast.JoinedStr)) or isinstance(slot.parent, ast.Expr)
        if is_no_value or not are_compatible(NUMBERS, slot.accepts):
            continue
        for rank, one in enumerate(fitting):
            needed = precedence.OPERATORS.get(type(one.op), precedence.PRODUCT)
            other = parenthesized_if_needed(target.text(one.right), needed + 1)
            yield slot.put(f"{slot.inside(needed)} {_sign(one.op)} {other}", "extend.operation", rank)


def _sign(operator: ast.operator) -> str:
    return ast.unparse(ast.BinOp(ast.Name("a"), operator, ast.Name("b")))[2:-2]


@cached_per_search(128)
def _operations(source: SourceFile) -> tuple[ast.BinOp, ...]:
    """The operations of a file whose second operand is no mere name or number, on one line."""
    found = (one for one in ast.walk(source.tree) if isinstance(one, ast.BinOp) and one.lineno == one.end_lineno)
    return tuple(one for one in found if isinstance(one.right, (ast.BinOp, ast.Call, ast.Subscript)))


def branches(target: PythonEditSite) -> Iterator[Edit]:
    """Proposes `x if <condition> else <empty value>` for `x`."""
    found = list(distinct_texts(conditions(target), "", MOST))
    for slot in slots(target, VALUE, "argument"):
        if isinstance(slot.node, (ast.Constant, ast.IfExp)):
            continue
        for rank, text in enumerate(found):
            own = f"{slot.inside(precedence.OR)} if {parenthesized_if_needed(text, precedence.OR)} else"
            yield from (slot.put(f"{own} {other}", "extend.branch", rank) for other in _empty_values(slot))


def _empty_values(slot: Slot) -> Iterator[str]:
    yield "None"
    empty = {"str": '""', "list": "[]", "int": "0", "dict": "{}", "bool": "False"}
    yield from (empty[one] for one in sorted(slot.accepts) if one in empty)


def exceptions(target: PythonEditSite) -> Iterator[Edit]:
    """Proposes a further exception for an `except`."""
    for node in (one for one in target.nodes if isinstance(one, ast.ExceptHandler) and one.type is not None):
        assert node.type is not None
        text = target.text(node.type)
        own = [target.text(one) for one in handled_types(node)]
        for rank, name in enumerate(distinct_texts(exception_types(target, own[0]), text, MOST_EXCEPTIONS)):
            if name not in own and _is_further(name, own):
                joined = f"({', '.join([*own, name])})"
                yield target.replace(node.type, joined, "extend.exception", prior(rank), name)


def _is_further(name: str, handled: Sequence[str]) -> bool:
    """Whether an exception is neither caught already nor the base class of all that are, which would replace them."""
    kinds = [one for one in map(vars(builtins).get, (name, *handled)) if isinstance(one, type)]
    if len(kinds) <= len(handled):
        return True  # not all are builtin: nothing is known of them
    kind, *known = kinds
    return not any(issubclass(kind, one) for one in known) and not all(issubclass(one, kind) for one in known)


def parameters(target: PythonEditSite) -> Iterator[Edit]:
    """Proposes a further parameter for a function: keywords that callers pass, or `**kwargs`."""
    if not isinstance(target.stmt, FunctionNode):
        return
    args = target.stmt.args
    last = [*args.posonlyargs, *args.args, *args.kwonlyargs]
    if not last or args.kwarg:
        return
    ends = [target.source.span(one)[1] for one in (*last, *args.defaults, *filter(None, args.kw_defaults)) if one]
    keywords = keywords_of_calls(target.source).get(target.stmt.name, {})
    names = [one for one in keywords if one not in {arg.arg for arg in last}]
    texts = [*(f"{name}=None" for name in names), *(f"{name}=False" for name in names), "**kwargs"]
    for rank, text in enumerate(texts):
        at = max(ends)
        yield target.splice(at, at, f", {text}", "extend.parameter", prior(rank), text)
