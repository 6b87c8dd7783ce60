"""Draws folders as a tree with lines, and adds up their sizes."""


class Folder:
    def __init__(self, name):
        self.name = name
        self.entries = {}

    def add(self, path, size):
        """A file, with the folders on the way to it."""
        first, slash, rest = path.partition("/")
        if not slash:
            self.entries[first] = size
            return self
        folder = self.entries.setdefault(first, Folder(first))
        if not isinstance(folder, Folder):
            raise ValueError(f"{first} is a file")
        folder.add(rest, size)
        return self

    def size(self):
        total = 0
        for entry in self.entries.values():
            total += entry.size() if isinstance(entry, Folder) else entry
        return total

    def sorted_entries(self):
        """Folders first, then files, by name."""
        return sorted(self.entries.items(), key=lambda item: (not isinstance(item[1], Folder), item[0].lower()))


def draw(folder):
    """The lines of a drawing."""
    return [f"{folder.name}/ ({folder.size()})", *_branches(folder, "")]


def _branches(folder, prefix):
    lines = []
    entries = folder.sorted_entries()
    for number, (name, entry) in enumerate(entries):
        last = number == len(entries)
        branch = "`-- " if last else "|-- "
        if isinstance(entry, Folder):
            lines.append(f"{prefix}{branch}{name}/ ({entry.size()})")
            lines += _branches(entry, prefix + ("    " if last else "|   "))
        else:
            lines.append(f"{prefix}{branch}{name} ({entry})")
    return lines


def largest(folder, prefix=""):
    """Path and size of the largest file; None in an empty folder."""
    best = None
    for name, entry in folder.entries.items():
        if isinstance(entry, Folder):
            found = largest(entry, f"{prefix}{name}/")
        else:
            found = (f"{prefix}{name}", entry)
        if found and (best is None or found[1] > best[1]):
            best = found
    return best
