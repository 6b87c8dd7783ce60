"""Print and evaluate arithmetic expression trees.

A tree is a number or a tuple (operator, left, right).
"""

PRECEDENCE = {"+": 1, "-": 1, "*": 2, "/": 2}
ATOM = 3


def precedence(tree):
    """Binding strength of the outermost operator."""
    return PRECEDENCE[tree[0]] if isinstance(tree, tuple) else ATOM


def to_text(tree):
    """Infix text that parses back to exactly this tree.

    Operators of equal strength group to the left; parentheses are written
    only where the grouping needs them.
    """
    if not isinstance(tree, tuple):
        return str(tree)
    op, left, right = tree
    strength = PRECEDENCE[op]
    left_text = to_text(left)
    if precedence(left) < strength:
        left_text = f"({left_text})"
    right_text = to_text(right)
    if precedence(right) < strength:
        right_text = f"({right_text})"
    return f"{left_text} {op} {right_text}"


def evaluate(tree):
    """Value of the expression."""
    if not isinstance(tree, tuple):
        return tree
    op, left, right = tree[0], evaluate(tree[1]), evaluate(tree[2])
    if op == "+":
        return left + right
    if op == "-":
        return left - right
    if op == "*":
        return left * right
    return left / right
