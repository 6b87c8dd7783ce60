"""Folders and documents that people share with each other."""

from dataclasses import dataclass, field
from enum import IntEnum


class Level(IntEnum):
    NONE = 0
    VIEW = 1
    COMMENT = 2
    EDIT = 3
    OWN = 4


@dataclass(eq=False)
class Node:
    """A folder or document. `restricted` nodes don't take over what their folder is shared with."""

    name: str
    parent: "Node" = None
    owner: str = None
    restricted: bool = False
    shares: dict = field(default_factory=dict)
    children: list = field(default_factory=list)

    def add(self, name, owner=None, restricted=False):
        child = Node(name, self, owner, restricted)
        self.children.append(child)
        return child

    def share(self, who, level):
        """Share with a person, or with a group as "@staff"; NONE takes the share back."""
        if level == Level.OWN:
            raise ValueError("there is only one owner")
        if level == Level.NONE:
            self.shares.pop(who, None)
        else:
            self.shares[who] = level

    @property
    def path(self):
        return f"{self.parent.path}/{self.name}" if self.parent else self.name

    def walk(self):
        yield self
        for child in self.children:
            yield from child.walk()
