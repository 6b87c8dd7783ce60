"""Nested outlines: parsing from indented text and rendering."""


class Node:
    def __init__(self, title, children=None):
        self.title = title
        self.children = list(children or [])

    def add(self, title):
        child = Node(title)
        self.children.append(child)
        return child

    def count(self):
        return 1 + sum(c.count() for c in self.children)


def parse(text):
    """Build the top-level nodes from text indented by two spaces per level."""
    root = Node("")
    stack = [root]
    for line in text.splitlines():
        if not line.strip():
            continue
        spaces = len(line) - len(line.lstrip(" "))
        if spaces % 2:
            raise ValueError(f"odd indentation: {line!r}")
        level = spaces // 2
        if level > len(stack) - 1:
            raise ValueError(f"indented too far: {line!r}")
        del stack[level + 1:]
        stack.append(stack[-1].add(line.strip()))
    return root.children


def numbered(nodes, prefix="", max_depth=None):
    """Lines such as '2.1 Title'; max_depth limits the number of levels."""
    if max_depth is not None and max_depth < 1:
        return []
    lines = []
    for i, node in enumerate(nodes, start=1):
        number = f"{prefix}{i}"
        lines.append(f"{number} {node.title}")
        lines.extend(numbered(node.children, number + "."))
    return lines


def bullets(nodes, depth=0, marker="-"):
    lines = []
    for node in nodes:
        lines.append("  " * depth + f"{marker} {node.title}")
        lines.extend(bullets(node.children, depth + 1, marker))
    return lines


def find(nodes, title, path=()):
    """Path of titles to the first node with that title, None if there is none."""
    for node in nodes:
        here = path + (node.title,)
        if node.title == title:
            return here
        found = find(node.children, title, here)
        if found:
            return found
    return None
