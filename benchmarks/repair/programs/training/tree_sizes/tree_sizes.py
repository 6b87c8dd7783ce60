"""Sizes of a file tree, kept up to date while files come and go."""

UNITS = ["B", "KiB", "MiB", "GiB"]


def human(size):
    """1536 -> '1.5 KiB'"""
    value = float(size)
    for unit in UNITS[:-1]:
        if value < 1024:
            break
        value /= 1024
    else:
        unit = UNITS[-1]
    return f"{size} B" if unit == "B" else f"{value:.1f} {unit}"


class Folder:
    def __init__(self, name):
        self.name = name
        self.folders = {}
        self.files = {}
        self._size = None

    def size(self):
        """Bytes in this folder and all below."""
        if self._size is None:
            below = sum(folder.size() for folder in self.folders.values())
            self._size = sum(self.files.values()) + below
        return self._size

    def count(self):
        return len(self.files) + sum(f.count() for f in self.folders.values())

    def is_empty(self):
        return not self.files and not self.folders


class Tree:
    def __init__(self, files=()):
        self.root = Folder("")
        for path, size in files:
            self.add(path, size)

    def _split(self, path):
        parts = [part for part in path.split("/") if part not in ("", ".")]
        if not parts:
            raise ValueError(f"no file name in {path!r}")
        return parts[:-1], parts[-1]

    def _trail(self, names, create=False):
        """The folders from the root to the one with that path."""
        trail = [self.root]
        for name in names:
            folder = trail[-1]
            if name not in folder.folders:
                if not create:
                    raise FileNotFoundError("/".join(names))
                folder.folders[name] = Folder(name)
            trail.append(folder.folders[name])
        return trail

    def add(self, path, size):
        """Adds a file or replaces it."""
        names, file = self._split(path)
        trail = self._trail(names, create=True)
        trail[-1].files[file] = size
        for folder in trail:
            folder._size = None

    def remove(self, path):
        """Removes a file, and the folders that are empty without it."""
        names, file = self._split(path)
        trail = self._trail(names)
        if file not in trail[-1].files:
            raise FileNotFoundError(path)
        del trail[-1].files[file]
        trail[-1]._size = None
        for parent, child in zip(trail[-2::-1], trail[:0:-1]):
            if not child.is_empty():
                break
            del parent.folders[child.name]

    def size(self, path=""):
        names = [part for part in path.split("/") if part]
        return self._trail(names)[-1].size()

    def largest(self, count):
        """The paths of the largest files; equal sizes by path."""
        files = sorted(self._walk(self.root, ""), key=lambda f: (-f[1], f[0]))
        return [path for path, _ in files[:count]]

    def _walk(self, folder, prefix):
        for name, size in folder.files.items():
            yield prefix + name, size
        for child in folder.folders.values():
            yield from self._walk(child, f"{prefix}{child.name}/")

    def report(self, depth=1):
        """Lines with size and share of each folder, the largest first."""
        lines = [f"{human(self.root.size())} in {self.root.count()} files"]
        self._report(self.root, depth, 1, lines)
        return lines

    def _report(self, folder, depth, level, lines):
        if level > depth:
            return
        total = self.root.size()
        for child in sorted(folder.folders.values(), key=lambda f: (-f.size(), f.name)):
            share = round(100 * child.size() / total) if total else 0
            lines.append(f"{'  ' * level}{child.name}/ {human(child.size())} {share}%")
            self._report(child, depth, level + 1, lines)
