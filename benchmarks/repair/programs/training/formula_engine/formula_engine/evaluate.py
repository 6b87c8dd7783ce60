"""Evaluation of parsed formulas."""

import operator

from .parse import FormulaError, parse

BINARY = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": operator.truediv,
    "^": operator.pow,
}

FUNCTIONS = {
    "min": min,
    "max": max,
    "abs": abs,
    "avg": lambda *xs: sum(xs) / len(xs),
    "if": lambda cond, yes, no: yes if cond else no,
}


def evaluate(text, names=None):
    """Value of the formula, with variables looked up in *names*."""
    return _eval(parse(text), names or {})


def _eval(node, names):
    kind = node[0]
    if kind == "num":
        return node[1]
    if kind == "var":
        if node[1] not in names:
            raise FormulaError(f"unknown name {node[1]}")
        return names[node[1]]
    if kind == "neg":
        return -_eval(node[1], names)
    if kind == "call":
        if node[1] not in FUNCTIONS:
            raise FormulaError(f"unknown function {node[1]}")
        return FUNCTIONS[node[1]](*(_eval(arg, names) for arg in node[2]))
    try:
        return BINARY[kind](_eval(node[1], names), _eval(node[2], names))
    except ZeroDivisionError:
        raise FormulaError("division by zero") from None


def variables(text):
    """Names of the variables used in the formula."""
    found = set()

    def walk(node):
        if node[0] == "var":
            found.add(node[1])
        elif node[0] == "call":
            for arg in node[2]:
                walk(arg)
        elif node[0] != "num":
            for child in node[1:]:
                walk(child)

    walk(parse(text))
    return found
