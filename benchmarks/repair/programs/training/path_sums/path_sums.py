"""Ways from the root of a binary tree down to its leaves."""

from dataclasses import dataclass
from typing import Optional


@dataclass
class Node:
    value: int
    left: Optional["Node"] = None
    right: Optional["Node"] = None


def leaf_paths(root):
    """The values on the way to each leaf, from left to right."""
    found = []
    path = []

    def walk(node):
        if node is None:
            return
        path.append(node.value)
        if node.left is None and node.right is None:
            found.append(list(path))
        walk(node.left)
        walk(node.right)

    walk(root)
    return found


def paths_with_sum(root, total):
    return [path for path in leaf_paths(root) if sum(path) == total]


def largest_sum(root):
    """The largest sum on a way to a leaf, 0 for an empty tree."""
    return max(map(sum, leaf_paths(root)), default=0)
