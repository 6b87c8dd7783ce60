"""Templates for wrong operators: comparison, arithmetic, assignment, negation, sign, rounding, operands."""

from __future__ import annotations

from collections.abc import Sequence

from testfix_pipeline.repair.languages.python.templates.matching import Condition
from testfix_pipeline.repair.languages.python.templates.predicates import (
    all_of,
    any_of,
    differ,
    has_other_value_of_type,
    inside,
    is_argument,
    is_boolean,
    is_chain,
    is_condition,
    is_element_of_any_or_all,
    is_ordering_bound,
    is_read,
    is_set,
    is_stored_boolean,
    is_text,
    kind,
    none_of,
)
from testfix_pipeline.repair.languages.python.templates.template import Template

COMPARISONS = {
    "<": ("less", ["<=", ">", ">=", "!=", "=="]),
    "<=": ("less-or-equal", ["<", ">=", ">", "==", "!="]),
    ">": ("greater", [">=", "<", "<=", "!=", "=="]),
    ">=": ("greater-or-equal", [">", "<=", "<", "==", "!="]),
    "==": ("equal", ["!=", "is", "in", "<=", ">=", "<", ">"]),
    "!=": ("unequal", ["==", "is not", "not in", ">", "<", ">=", "<="]),
    "in": ("in", ["not in", "=="]),
    "not in": ("not-in", ["in", "!="]),
    "is": ("is", ["is not", "=="]),
    "is not": ("is-not", ["is", "!="]),
}
ARITHMETIC = {
    "+": ("add", ["-", "*", "/", "|"]),
    "-": ("subtract", ["+", "*", "%", "/"]),
    "*": ("multiply", ["/", "+", "**", "//", "-", "%"]),
    "/": ("divide", ["//", "*", "%", "-"]),
    "//": ("floor-divide", ["/", "%", "*"]),
    "%": ("modulo", ["//", "/", "*", "+", "-"]),
    "**": ("power", ["*", "+"]),
    "<<": ("left-shift", [">>"]),
    ">>": ("right-shift", ["<<"]),
    "&": ("and", ["|", "^", "-", "+"]),
    "|": ("or", ["&", "^", "+", "-"]),
    "^": ("xor", ["|", "&", "**", "-"]),
    "@": ("matrix-multiply", ["*"]),
}
"""(name, operators that it is mistaken for, most often first) of each operator."""
TEXTS = {"+": ["*"], "-": ["+", "*"], "*": ["+"], "/": ["*"]}
"""The operators that each one is mistaken for if an operand is a text."""
ADDABLE, MERGEABLE = ("list", "str", "int", "float"), ("set", "dict")
COMMUTING = ("*", "&", "|", "^")
NUMBERS = none_of(is_text("A"), is_text("B"), is_set("A"), is_set("B"))


def operator_template(
    producer: str, name: str, sign: str, others: Sequence[str], where: Sequence[Condition] = (), left: str = "a"
) -> Template:
    """A template that replaces an operator by others. left: the left operand of its examples."""
    pair, rewrites = f"$A {sign} $B", [f"$A {other} $B" for other in others]
    examples = [(f"x = {left} {sign} b", f"x = {left} {other} b") for other in others]
    return Template(f"{producer}/{name}", pair, rewrites, f"{producer}.operator", where, examples)


def augmented_template(name: str, sign: str, others: Sequence[str]) -> Template:
    """A template that replaces an augmented assignment by other assignments."""
    signs = [*(f"{other}=" for other in others), "="]
    examples = [(f"a {sign}= b", f"a {other} b") for other in signs]
    rewrites = [f"$A {other} $B" for other in signs]
    return Template(f"augmented/{name}", f"$A {sign}= $B", rewrites, "augmented.operator", (), examples)


def swapped_operands_template(name: str, sign: str) -> Template:
    """A template that swaps the operands of an operator."""
    rewrites, examples = [f"$B {sign} $A"], [(f"x = a {sign} b", f"x = b {sign} a")]
    where, equal = [differ("A", "B")], [f"x = a {sign} a"]
    return Template(f"operands/{name}-swapped", f"$A {sign} $B", rewrites, "operands.swapped", where, examples, equal)


def dropped_operand_template(name: str, sign: str) -> Template:
    """A template that drops one of the operands of an operator."""
    examples = [(f"x = a {sign} b", "x = a"), (f"x = a {sign} b", "x = b")]
    return Template(f"operands/{name}-dropped", f"$A {sign} $B", ["$A", "$B"], "operand.dropped", (), examples)


def accumulation_template(name: str, start: str, *where: Condition) -> Template:
    """A template that adds to a variable instead of assigning it. start: the first value of the example's variable."""
    value = "x > 1" if name.endswith("boolean") else "x"
    code = f"def f(xs):\n    n = {start}\n    for x in xs:\n        n {{}} {value}\n"
    signs = ("+=", "-=", "*=", "|=")
    examples = [(code.format("="), code.format(sign)) for sign in signs]
    places = kind("A", "name", "attribute", "subscript")
    rewrites = [f"$A {sign} $B" for sign in signs]
    return Template(f"augmented/{name}", "$A = $B", rewrites, "augmented.operator", [places, *where], examples)


TEMPLATES = (
    *(operator_template("compare", name, sign, others) for sign, (name, others) in COMPARISONS.items()),
    *(
        operator_template("arithmetic", name, sign, others, [NUMBERS] if sign in "+-*/%" else [])
        for sign, (name, others) in ARITHMETIC.items()
    ),
    *(
        operator_template(
            "arithmetic", f"{ARITHMETIC[sign][0]}-text", sign, others, [any_of(is_text("A"), is_text("B"))], '"-"'
        )
        for sign, others in TEXTS.items()
    ),
    *(operator_template("boolean", sign, sign, [other]) for sign, other in (("and", "or"), ("or", "and"))),
    Template(
        "arithmetic/subtract-sets",
        match="$A - $B",
        rewrites=["$A & $B", "$A | $B", "$A ^ $B"],
        edit="arithmetic.operator",
        where=[any_of(is_set("A"), is_set("B"))],
        examples=[("set(a) - b", "set(a) & b")],
        non_examples=["a - b"],
    ),
    *(augmented_template(name, sign, others) for sign, (name, others) in ARITHMETIC.items()),
    accumulation_template("assign", "f()", none_of(is_boolean("B"), has_other_value_of_type(*ADDABLE, *MERGEABLE))),
    accumulation_template(
        "assign-boolean", "f()", is_boolean("B"), none_of(has_other_value_of_type(*ADDABLE, *MERGEABLE))
    ),
    accumulation_template("assign-addable", "0", none_of(is_boolean("B")), has_other_value_of_type(*ADDABLE)),
    accumulation_template("assign-addable-boolean", "0", is_boolean("B"), has_other_value_of_type(*ADDABLE)),
    accumulation_template("assign-mergeable", "set()", none_of(is_boolean("B")), has_other_value_of_type(*MERGEABLE)),
    accumulation_template("assign-mergeable-boolean", "set()", is_boolean("B"), has_other_value_of_type(*MERGEABLE)),
    Template(
        "negation/dropped",
        match="not $A",
        rewrites=["$A"],
        edit="negation",
        examples=[("if not done: stop()", "if done: stop()"), ("x = not (a or b)", "x = a or b")],
    ),
    Template(
        "negation/minus-dropped", "-$A", ["$A"], "sign", examples=[("x = -a", "x = a"), ("-(a + b) * c", "(a + b) * c")]
    ),
    Template("negation/invert-dropped", "~$A", ["$A"], "sign", examples=[("x = ~a", "x = a")]),
    Template("negation/plus-turned", "+$A", ["-$A"], "sign", examples=[("x = +a", "x = -a")]),
    Template(
        "negation/condition",
        match="$A",
        rewrites=["not $A"],
        edit="negation",
        where=[is_condition, none_of(kind("A", "comparison", "unary operation", "boolean operation"))],
        examples=[
            ("if done: stop()", "if not done: stop()"),
            ("[x for x in xs if x.ok]", "[x for x in xs if not x.ok]"),
        ],
        non_examples=["if a < b: stop()", "if not done: stop()", "x = done"],
    ),
    Template(
        "negation/conditions",
        match="$A",
        rewrites=["not $A"],
        edit="negation",
        where=[is_condition, kind("A", "boolean operation")],
        examples=[("if a and b: stop()", "if not (a and b): stop()")],
        non_examples=["if done: stop()"],
    ),
    Template(
        "negation/chain",
        match="$A",
        rewrites=["not $A"],
        edit="negation",
        where=[is_condition, kind("A", "comparison"), is_chain("A")],
        examples=[("if a < b < c: stop()", "if not a < b < c: stop()")],
        non_examples=["if a < b: stop()"],
    ),
    Template(
        "negation/value",
        match="$A",
        rewrites=["not $A"],
        edit="negation",
        where=[
            kind("A", "name", "attribute", "subscript", "call"),
            any_of(is_element_of_any_or_all, is_stored_boolean),
        ],
        examples=[
            ("any(x.ok for x in xs)", "any(not x.ok for x in xs)"),
            ("x = isinstance(a, b)", "x = not isinstance(a, b)"),
        ],
        non_examples=["x = a", "[x.ok for x in xs]"],
    ),
    Template(
        "minus/bound",
        match="$A",
        rewrites=["-$A"],
        edit="sign",
        where=[kind("A", "name", "attribute"), is_ordering_bound, is_read],
        examples=[("if balance < limit: stop()", "if balance < -limit: stop()")],
        non_examples=["if balance == limit: stop()"],
    ),
    Template(
        "minus/operand",
        match="$A",
        rewrites=["-$A"],
        edit="sign",
        where=[
            kind("A", "name", "attribute", "call", "subscript"),
            inside("return", "operation", "comparison", "slice", "lambda", "tuple", "keyword"),
            is_read,
            none_of(all_of(kind("A", "name", "attribute"), is_ordering_bound)),
        ],
        examples=[
            ("x = a * b", "x = a * -b"),
            ("xs[n:]", "xs[-n:]"),
            ("sort(key=lambda x: x.size)", "sort(key=lambda x: -x.size)"),
        ],
        non_examples=["x = a", "a, b = c"],
    ),
    Template(
        "minus/argument",
        match="$A",
        rewrites=["-$A"],
        edit="sign",
        where=[kind("A", "name", "attribute"), is_argument],
        examples=[("move(step)", "move(-step)")],
        non_examples=["len(step)"],
    ),
    *(swapped_operands_template(name, sign) for sign, (name, _) in ARITHMETIC.items() if sign not in COMMUTING),
    *(swapped_operands_template(name, sign) for name, sign in (("in", "in"), ("not-in", "not in"))),
    *(dropped_operand_template(name, sign) for sign, (name, _) in ARITHMETIC.items()),
)
