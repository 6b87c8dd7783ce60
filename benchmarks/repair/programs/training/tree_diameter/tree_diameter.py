"""The longest way between two nodes of a tree."""

from dataclasses import dataclass, field


@dataclass
class Node:
    name: str
    children: list["Node"] = field(default_factory=list)


def tree(shape):
    """A tree from nested pairs (name, [shape, ...]) or a bare name for a leaf."""
    if isinstance(shape, str):
        return Node(shape)
    name, below = shape
    return Node(name, [tree(part) for part in below])


def diameter(root):
    """The number of edges on the longest way between any two nodes."""
    return _measure(root)[1]


def _measure(node):
    deepest = second = longest = 0
    for child in node.children:
        depth, inside = _measure(child)
        longest = max(longest, inside)
        depth += 1
        if depth > deepest:
            second = deepest
            deepest = depth
    return deepest, max(longest, deepest + second)
