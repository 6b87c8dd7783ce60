"""Derivatives of expressions in x: numbers, "x", ("+", a, b), ("*", a, b) and ("^", a, n) with a number n."""


def derive(expression):
    """The derivative as an expression, not simplified."""
    if expression == "x":
        return 1
    if not isinstance(expression, tuple):
        return 0
    operator, left, right = expression
    if operator == "+":
        return ("+", derive(left), derive(right))
    if operator == "*":
        return ("+", ("*", derive(left), right), ("*", left, derive(right)))
    if operator == "^":
        return ("*", right, ("^", left, right - 1))
    raise ValueError(f"unknown operator {operator}")


def value(expression, x):
    if expression == "x":
        return x
    if not isinstance(expression, tuple):
        return expression
    operator, left, right = expression
    first, second = value(left, x), value(right, x)
    if operator == "+":
        return first + second
    return first * second if operator == "*" else first**second


def slope(expression, x):
    return value(derive(expression), x)
