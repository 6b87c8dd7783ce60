"""Draws a tree of folders and files as the `tree` command does."""

from __future__ import annotations

from dataclasses import dataclass, field
from fnmatch import fnmatch


@dataclass
class Node:
    """A folder or a file; files have no children."""

    name: str
    size: int = 0
    children: list[Node] = field(default_factory=list)
    folder: bool = False

    @property
    def total(self) -> int:
        """The size with all that is inside."""
        return self.size + sum(child.total for child in self.children)


def build(spec: dict, name: str = ".") -> Node:
    """A tree from nested dicts: a dict is a folder, a number the size of a file."""
    root = Node(name, folder=True)
    for key, value in spec.items():
        root.children.append(build(value, key) if isinstance(value, dict) else Node(key, value))
    return root


class Printer:
    """What to show: hidden entries, sizes, patterns to leave out, the greatest depth."""

    def __init__(self, all_entries=False, sizes=False, ignore=(), depth=None):
        self.all_entries = all_entries
        self.sizes = sizes
        self.ignore = tuple(ignore)
        self.depth = depth

    def shown(self, node: Node) -> bool:
        """Whether an entry is to be shown."""
        if node.name.startswith(".") and not self.all_entries:
            return False
        return not any(fnmatch(node.name, pattern) for pattern in self.ignore)

    def render(self, root: Node) -> str:
        """The whole tree; folders come first, each kind in order of names."""
        return "\n".join([self._label(root), *self._lines(root, "", 1)])

    def _lines(self, node: Node, prefix: str, level: int):
        if self.depth is not None and level > self.depth:
            return
        entries = sorted(node.children, key=lambda child: (not child.folder, child.name.lower()))
        visible = [entry for entry in entries if self.shown(entry)]
        for number, entry in enumerate(visible, start=1):
            last = number == len(entries)
            yield prefix + ("└── " if last else "├── ") + self._label(entry)
            yield from self._lines(entry, prefix + ("    " if last else "│   "), level + 1)

    def _label(self, node: Node) -> str:
        label = node.name + ("/" if node.folder and node.name != "." else "")
        return f"{label} ({node.total})" if self.sizes else label


def count(root: Node) -> tuple[int, int]:
    """How many folders and files are below a folder."""
    folders = files = 0
    for child in root.children:
        if child.folder:
            inner = count(child)
            folders += 1 + inner[0]
            files += inner[1]
        else:
            files += 1
    return folders, files
