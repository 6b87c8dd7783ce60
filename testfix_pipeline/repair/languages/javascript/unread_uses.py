"""Edits that read what nothing reads (see `unread_names.py`), as a value, argument, condition, guard or statement."""

from __future__ import annotations

import itertools
import re
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence

from tree_sitter import Node

from testfix_pipeline.core.patch_policy.syntax_nodes import descendants, field, text
from testfix_pipeline.repair.languages.javascript import unread_names
from testfix_pipeline.repair.languages.javascript.guards import exits
from testfix_pipeline.repair.languages.javascript.insertions import changeable
from testfix_pipeline.repair.languages.javascript.source import FUNCTIONS, JsSource, is_truth
from testfix_pipeline.repair.languages.javascript.state_updates import just_bound_by
from testfix_pipeline.repair.languages.javascript.target import JsTarget, bound_names
from testfix_pipeline.repair.languages.tree_sitter.conditions import is_condition, joined
from testfix_pipeline.repair.languages.tree_sitter.expressions import values
from testfix_pipeline.repair.languages.tree_sitter.insertions import is_in_block
from testfix_pipeline.repair.model.edit import Edit
from testfix_pipeline.repair.model.source_cache import cached_per_search

_QUESTION = re.compile(
    r"(?:\w+\.)?(?:is|has|can|should|may|must|needs|allows|accepts|contains|matches|was|are)[A-Z]\w*"
)
_LEAST_ALIKE = 2
_MOST, _MOST_READ, _MOST_EXITS, _MOST_CHANGED = 3, 3, 3, 4
_MEMBER_NAMES = ("property_identifier", "private_property_identifier")
_LITERALS = ("number", "string", "null", "undefined", "true", "false")
_SIGNS = (">", ">=", "<", "<=", "===", "!==")


def uses(target: JsTarget) -> Iterator[Edit]:
    """All edits of this file; none where everything is read. Nothing is computed with what a question answers."""
    found = unread(target)
    numbers = [one for one in found if not _is_question(one)]
    for find in (_values, _arguments, _questions, _branches, _guards) if found else ():
        yield from find(target, found)
    for find in (_bounds, _corrections, _statements) if numbers else ():
        yield from find(target, numbers)


def _is_question(code: str) -> bool:
    called = code.partition("(")[0]
    return code.endswith(")") and (called.endswith(".test") or _QUESTION.fullmatch(called) is not None)


def unread(target: JsTarget) -> Sequence[str]:
    """The values in reach of a statement that nothing reads; of functions, their calls with variables in reach."""
    source = target.source
    around = [one for one in (target.stmt.node, *source.syntax.above(target.stmt.node)) if one.type in FUNCTIONS]
    inside = [name for function in around for name in unread_names.unread_of_function(source, function)]
    inside += unread_counters(target)
    outside = [name for name in unread_names.unread_of_file(source) if name not in target.local_names]
    own = {text(field(one, "name")) for one in around} - {""}
    endless = own | _callers(source, own)  # what calls itself with its own parameters never ends
    uncalled = [name for name in (*outside, *_uncalled(target)) if name not in endless]
    called = [call for name in uncalled for call in _calls(target, name)]
    matching = [name for name in (*inside, *outside) if name in _patterns(source)]
    called += [f"{name}.test({one})" for name in matching for one in target.local_names[:_MOST_READ] if one != name]
    plain = [name for name in outside if name not in _functions(source)]
    found = dict.fromkeys((*inside, *unread_names.unread_keys(source), *_uncalled_methods(target), *called, *plain))
    read = {text(one) for one in target.nodes if one.type == "identifier"}
    return [one for one in found if one not in read][:_MOST]


def _callers(source: JsSource, names: Collection[str]) -> set[str]:
    """The functions that call one of these names."""
    return {caller for name in names for caller in _callers_by_name(source).get(name, ())}


@cached_per_search(64)
def _callers_by_name(source: JsSource) -> Mapping[str, set[str]]:
    found = defaultdict[str, set[str]](set)
    for call in source.syntax.of_type("call_expression"):
        around = (one for one in source.syntax.above(call) if one.type in FUNCTIONS)
        found[text(field(call, "function"))] |= {text(field(one, "name")) for one in around}
    return dict(found)


def unread_counters(target: JsTarget) -> list[str]:
    """The variables that loops around the statement count with, and that nothing in them reads."""
    found: list[str] = []
    for loop in (one for one in target.source.syntax.above(target.stmt.node) if one.type == "for_statement"):
        first, body = field(loop, "initializer"), field(loop, "body")
        if first is not None and body is not None:
            read = {text(one) for one in descendants(body)}
            found += [name for name in bound_names(first)[:1] if name not in read]
    return found


@cached_per_search(64)
def _functions(source: JsSource) -> Mapping[str, Sequence[str]]:
    """The functions that the file declares, with the names of their parameters."""
    found = {}
    for one in source.syntax.of_type("function_declaration", "variable_declarator"):
        function = one if one.type == "function_declaration" else field(one, "value")
        if function is not None and function.type in FUNCTIONS:
            found[text(field(one, "name"))] = list(unread_names.parameters_of(function))
    return found


@cached_per_search(64)
def _patterns(source: JsSource) -> frozenset[str]:
    """The variables of the file that are regular expressions."""
    named = source.syntax.of_type("variable_declarator")
    return frozenset(text(field(one, "name")) for one in named if text(field(one, "value")).startswith("/"))


def _uncalled(target: JsTarget) -> Iterator[str]:
    """Exported functions before this one that the file doesn't call, although its variables are named as their
    parameters."""
    called = {text(field(one, "function")) for one in target.source.syntax.of_type("call_expression")}
    known = _functions(target.source)
    own = text(field(target.function, "name"))
    before = itertools.takewhile(lambda name: name != own, known) if own in known else ()
    for name, parameters in ((name, known[name]) for name in before):
        is_alike = len(parameters) >= _LEAST_ALIKE and set(parameters) <= set(target.local_names)
        if is_alike and name not in called:
            yield name


def _uncalled_methods(target: JsTarget) -> Iterator[str]:
    """Calls of private methods and questions of the class that the file doesn't call, although variables are named as
    their parameters."""
    members = target.class_body.named_children if target.class_body is not None else []
    names = [text(one) for one in target.source.syntax.of_type(*_MEMBER_NAMES)] if members else []
    around = (target.stmt.node, *target.source.syntax.above(target.stmt.node))
    for one in [one for one in members if one.type == "method_definition" and one not in around]:
        name, parameters = text(field(one, "name")), list(unread_names.parameters_of(one))
        is_inner = text(one).startswith(("#", "private ")) or _QUESTION.fullmatch(name)
        if is_inner and parameters and names.count(name) == 1 and set(parameters) <= set(target.local_names):
            yield f"this.{name}({', '.join(parameters)})"


def _calls(target: JsTarget, name: str) -> list[str]:
    """The call of a function: with the variables that its parameters are named after, else each one in reach."""
    parameters = _functions(target.source).get(name)
    if parameters is None:
        return []
    if all(one in target.local_names for one in parameters):
        return [f"{name}({', '.join(parameters)})"]
    return [f"{name}({one})" for one in target.local_names[:_MOST_READ]] if len(parameters) == 1 else []


def _values(target: JsTarget, found: Sequence[str]) -> Iterator[Edit]:
    """In place of another value, or where that is missing."""
    for new in found:
        for node in (*values(target), *target.of_type(*_LITERALS)):
            if node.type in (*target.forms.read, *_LITERALS):
                yield target.edit(node, new, "unread.value", 0.6)
            if node.type == "call_expression" and new.isidentifier():
                yield target.edit(node, f"{text(node)}.map({new})", "unread.mapped", 0.4)
        for node in values(target):
            if node.type in target.forms.read:
                yield target.edit(node, f"({text(node)} ?? {new})", "unread.default", 0.4)


def _bounds(target: JsTarget, found: Sequence[str]) -> Iterator[Edit]:
    """As a bound of a number, or added to it, taken from it, multiplied with it."""
    for new in found:
        for node in values(target):
            parent, old = target.source.syntax.parent(node), text(node)
            is_part = parent is None or parent.type in ("member_expression", "parenthesized_expression")
            if is_part or node.type == "parenthesized_expression" or is_truth(node) or old in _given(new):
                continue
            for name in ("Math.min", "Math.max"):
                yield target.edit(node, f"{name}({old}, {new})", "unread.bound", 0.4)
            is_narrow = parent is not None and parent.type in target.forms.narrow
            for sign in "+-*":
                inner = f"({old})" if node.type == "binary_expression" and sign == "*" else old
                whole = f"{inner} {sign} {new}"
                yield target.edit(node, f"({whole})" if is_narrow else whole, "unread.operand", 0.4)


def _given(code: str) -> Sequence[str]:
    """The variables that a call is given."""
    return code.partition("(")[2].rstrip(")").split(", ")


def _arguments(target: JsTarget, found: Sequence[str]) -> Iterator[Edit]:
    """As one more argument or element, or a property of its name."""
    for new in found:
        for node in target.of_type("arguments", "array", "object"):
            inner = text(node)[1:-1].strip().rstrip(",")
            if node.type == "object" and not new.isidentifier():
                continue
            whole = f"{inner}, {new}" if inner else new
            opening, closing = ("{ ", " }") if node.type == "object" else (text(node)[0], text(node)[-1])
            yield target.edit(node, f"{opening}{whole}{closing}", "unread.argument", 0.5)


def _asked(target: JsTarget, new: str) -> list[str]:
    """What may be asked of an unread value: its truth, and how it compares with what the statement reads."""
    read = [text(one) for one in target.of_type("identifier", "member_expression") if not is_truth(one)]
    known = [one for one in dict.fromkeys(read) if one.split(".")[0] in (*target.local_names, "this")][:_MOST_READ]
    truths = [new, f"!{new}"]
    if _is_question(new):
        return truths
    return [
        *truths * (not new[:1].isupper()),
        *(f"{one} {sign} {new}" for one, sign in itertools.product(known, _SIGNS)),
    ]


def _questions(target: JsTarget, found: Sequence[str]) -> Iterator[Edit]:
    """In a condition."""
    for node in (node for node in target.nodes if is_condition(target, node) or _is_answer(target, node)):
        for new in found:
            for more in _asked(target, new):
                yield from joined(target, node, more, "unread.condition")


def _is_answer(target: JsTarget, node: Node) -> bool:
    """Whether a node is all that a function returns."""
    parent = target.source.syntax.parent(node)
    is_whole = parent is not None and (parent.type == "return_statement" or field(parent, "body") == node)
    return is_whole and node.type in target.forms.read


def _branches(target: JsTarget, found: Sequence[str]) -> Iterator[Edit]:
    """In the question whether an operation is done: `a - b` as `a > LEAST ? a - b : a`."""
    for node in target.of_type("binary_expression"):
        left = field(node, "left")
        parent = target.source.syntax.parent(node)
        if left is None or is_truth(node) or parent is None or parent.type == "binary_expression":
            continue
        for new in found:
            for question in _asked(target, new):
                yield target.edit(node, f"({question} ? {text(node)} : {text(left)})", "unread.branch", 0.4)


def _guards(target: JsTarget, found: Sequence[str]) -> Iterator[Edit]:
    """In an early exit in front of the statement, or in a condition around it."""
    if target.function is None or not is_in_block(target):
        return
    for new in found:
        for question in _asked(target, new):
            for leave in exits(target)[:_MOST_EXITS]:
                yield target.insert_line(target.stmt.node, f"if ({question}) {leave}", "unread.guard", 0.4)
            if target.stmt.node.type not in target.forms.declarations:
                yield target.insert(target.stmt.node, f"if ({question}) {{ ", " }", "unread.condition-around", 0.3)


def _corrections(target: JsTarget, found: Sequence[str]) -> Iterator[Edit]:
    """In bringing back what the statement binds into its range: `if (minutes < 0) minutes += DAY;`."""
    if target.function is None or not is_in_block(target):
        return
    for name, new in itertools.product(just_bound_by(target.stmt.node), found):
        for asked, change in (("< 0", "+="), (f">= {new}", "-="), (f"> {new}", "="), (f"< {new}", "=")):
            code = f"if ({name} {asked}) {name} {change} {new};"
            yield target.insert_line(target.stmt.node, code, "unread.corrected", 0.5, behind=True)


def _statements(target: JsTarget, found: Sequence[str]) -> Iterator[Edit]:
    """In a statement of its own: called, assigned, added, put into a container or returned."""
    if target.function is None or not is_in_block(target):
        return
    for new in found:
        calls = [f"{new};"] if new.endswith(")") else []
        if new in unread_names.unread_of_file(target.source) and new.isidentifier():
            given = target.local_names[:_MOST_READ]
            calls += [f"{new}({', '.join(two)});" for count in (1, 2) for two in itertools.permutations(given, count)]
        names = [one for one in changeable(target) if one != new][:_MOST_CHANGED]
        changes = [f"{one} {sign} {new};" for one in names for sign in ("=", "+=", "-=")]
        for code in (*calls, *changes, f"return {new};"):
            yield target.insert_line(target.stmt.node, code, "unread.statement", 0.4)
            yield target.insert_line(target.stmt.node, code, "unread.statement", 0.4, behind=True)
