"""Names for uploaded files, none of them given twice in a folder."""

from pathlib import PurePosixPath


class Folder:
    def __init__(self, existing=()):
        self.taken = {name.casefold() for name in existing}

    def claim(self, wanted):
        """A free name like the wanted one: 'a.txt', then 'a (2).txt', 'a (3).txt'."""
        path = PurePosixPath(wanted)
        name, number = path.name, 1
        while name.casefold() in self.taken:
            number += 1
            name = f"{path.stem} ({number}){path.suffix}"
        return name

    def release(self, name):
        """Make a name free again."""
        self.taken.discard(name.casefold())
