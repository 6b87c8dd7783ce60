"""A sorted set kept in a binary search tree."""


class Node:
    def __init__(self, key):
        self.key = key
        self.left = self.right = None


def insert(node, key):
    """Put a key into a tree; returns its root."""
    if node is None:
        return Node(key)
    if key < node.key:
        node.left = insert(node.left, key)
    elif key > node.key:
        node.right = insert(node.right, key)
    return node


def remove(node, key):
    """Take a key out of a tree, if it is there; returns the root."""
    if node is None:
        return None
    if key < node.key:
        node.left = remove(node.left, key)
    elif key > node.key:
        node.right = remove(node.right, key)
    elif node.left is None:
        return node.right
    elif node.right is None:
        return node.left
    else:
        heir = node.right
        while heir.left:
            heir = heir.left
        node.key = heir.key
    return node


def keys(node):
    return [*keys(node.left), node.key, *keys(node.right)] if node else []
