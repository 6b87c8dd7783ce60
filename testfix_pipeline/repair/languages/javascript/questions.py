"""What a condition may ask besides: own functions, types, and how two values in reach compare."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator

from testfix_pipeline.core.patch_policy.syntax_nodes import descendants, field, text
from testfix_pipeline.repair.languages.javascript.computed import FOUND, THERE
from testfix_pipeline.repair.languages.javascript.conditions_in_reach import conditions_in_reach
from testfix_pipeline.repair.languages.javascript.guards import NAME, QUESTIONS, exits, subjects, written
from testfix_pipeline.repair.languages.javascript.state_updates import calls_in_reach
from testfix_pipeline.repair.languages.javascript.target import JsTarget
from testfix_pipeline.repair.languages.tree_sitter.conditions import is_condition, joined
from testfix_pipeline.repair.languages.tree_sitter.guards import asked_elsewhere
from testfix_pipeline.repair.languages.tree_sitter.insertions import is_in_block
from testfix_pipeline.repair.model.edit import Edit

QUESTION = re.compile(r"(?:\w+\.)?(?:is|has|can|should|may|must|needs|allows|accepts|contains|matches|was|are)[A-Z]\w*")
_TYPES = (
    *("Array.isArray({0})", "typeof {0} === 'string'", "typeof {0} === 'object'", "typeof {0} === 'function'"),
    *("Number.isFinite({0})", "Number.isInteger({0})", "Number.isNaN({0})"),
)
_FURTHER_TYPES = tuple(f"typeof {{0}} === '{kind}'" for kind in ("number", "boolean", "undefined"))
_MOST_ASKED, _MOST_PAIRS, _LONGEST = 12, 24, 60
_MOST_NAMES, _MOST_READ, _MOST_COMPARED, _MOST_EXITS = 3, 2, 6, 4


def own_questions(target: JsTarget) -> Iterator[Edit]:
    """A condition with one more operand: a question that a function of the file answers, or of a type."""
    for node in (node for node in target.nodes if is_condition(target, node)):
        names = [text(one) for one in descendants(node) if one.type in ("identifier", "member_expression")]
        usable = [one for one in dict.fromkeys(names) if one.split(".")[0] in (*target.names, "this")][:_MOST_NAMES]
        types = [form.format(name) for name in usable for form in _TYPES]
        for more in dict.fromkeys((*_calls(target), *types)):
            yield from joined(target, node, more, "condition.own")
            yield from joined(
                target, node, f"!{more}" if "===" not in more else more.replace("===", "!=="), "condition.own"
            )


def other_questions(target: JsTarget) -> Iterator[Edit]:
    """Another condition: one that the file asks elsewhere, of a function, or how two values in reach compare."""
    nearest = target.nearest("if_statement", "while_statement", "ternary_expression")
    conditions = [field(one, "condition") for one in nearest]
    asked = [written(one) if text(one).startswith("(") else text(one) for one in conditions]
    values = conditions_in_reach(target)
    for node in (node for node in target.nodes if is_condition(target, node)):
        is_bracketed = node.type == "parenthesized_expression"
        is_constant = text(node).strip("()") in ("true", "false")
        among = (*_positive(target), *asked_of_values(target)) if is_constant else values[:_MOST_PAIRS]
        found = dict.fromkeys((*asked[:_MOST_ASKED], *_calls(target), *among))
        for new in [one for one in found if len(one) <= _LONGEST and one not in text(node)]:
            yield target.edit(node, f"({new})" if is_bracketed else new, "condition.replaced", 0.3)


def _asked(target: JsTarget) -> list[str]:
    """What functions and types answer, and the conditions that values in reach make."""
    names = subjects(target)[:_MOST_READ]
    types = [f"!{form.format(name)}" for name in names for form in _TYPES if "===" not in form]
    calls = [one for call in _calls(target) for one in (call, f"!{call}")]
    return list(dict.fromkeys((*calls, *types, *conditions_in_reach(target))))


def asked_of_values(target: JsTarget) -> list[str]:
    """All that guards may ask at a statement."""
    elsewhere = asked_elsewhere(target, subjects(target), NAME, written)
    return list(dict.fromkeys((*_simple(target), *elsewhere, *_asked(target))))


def _simple(target: JsTarget) -> list[str]:
    """What may be asked of each single value in reach."""
    names = dict.fromkeys((*subjects(target), *target.local_names[:_MOST_COMPARED]))
    return [form.format(name) for name in names for _, form in QUESTIONS]


def _positive(target: JsTarget) -> list[str]:
    """What a condition that is a constant may ask of each value in reach: whether it is there, and its type."""
    forms = ("{0}", *THERE, *FOUND, *_TYPES, *_FURTHER_TYPES)
    return [form.format(name) for name in subjects(target) for form in forms]


def _calls(target: JsTarget) -> list[str]:
    """Calls of the functions of the file whose names are questions, with variables around."""
    given = [one for one in target.local_names if QUESTION.fullmatch(one)]
    of_parameters = [
        f"{one}({other})" for one in given for other in target.local_names[:_MOST_COMPARED] if one != other
    ]
    return [*(call for name, call in calls_in_reach(target) if QUESTION.fullmatch(name)), *of_parameters]


def comparisons(target: JsTarget) -> Iterator[Edit]:
    """A condition with one more operand that values in reach make."""
    found = conditions_in_reach(target)
    for node in (node for node in target.nodes if is_condition(target, node)):
        for more in found:
            yield from joined(target, node, more, "condition.compared")
        for more in [one.replace("!==", "===") for one in _sizes(target) if "!==" in one]:
            yield from joined(target, node, more, "condition.sizes", in_front=True)


def _sizes(target: JsTarget) -> Iterator[str]:
    """How the sizes of two parameters or variables compare, or the size of one with another one."""
    variables = [one for one in target.local_names if one not in target.parameters]
    names = (*target.parameters[:_MOST_NAMES], *variables[:_MOST_NAMES])
    for one, other in itertools.combinations(names, 2):
        for form in ("{0}.length !== {1}.length", "Object.keys({0}).length !== Object.keys({1}).length"):
            yield form.format(one, other)
        yield from (f"{one}.length {sign} {other}" for sign in ("<=", "<", ">=", ">"))


def compared_guards(target: JsTarget) -> Iterator[Edit]:
    """An early exit in front of a statement: for what values in reach make, for a type, or for a function's answer."""
    if target.function is None or not is_in_block(target):
        return
    leaves = exits(target)[:_MOST_EXITS]
    for question in dict.fromkeys((*_sizes(target), *_asked(target))):
        for leave in leaves:
            yield target.insert_line(target.stmt.node, f"if ({question}) {leave}", "guard.compared", 0.3)
