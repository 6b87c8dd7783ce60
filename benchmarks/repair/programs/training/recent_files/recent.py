"""The menu of recently opened files: newest first, pinned ones on top."""

import json


class RecentFiles:
    def __init__(self, limit=5):
        self.limit = limit
        self.paths = []
        self.pinned = []

    def opened(self, path):
        """Puts a file in front; what is too much falls off the end."""
        if path in self.pinned:
            return
        if path in self.paths:
            return
        self.paths.insert(0, path)
        del self.paths[self.limit :]

    def pin(self, path):
        if path in self.pinned:
            return
        if path in self.paths:
            self.paths.remove(path)
        self.pinned.append(path)

    def unpin(self, path):
        """Back among the others, in front."""
        if path in self.pinned:
            self.pinned.remove(path)
            self.opened(path)

    def menu(self):
        """Numbered lines; folders are shown where two files have one name."""
        lines = []
        every = self.pinned + self.paths
        names = [path.rsplit("/", 1)[-1] for path in every]
        for number, (path, name) in enumerate(zip(every, names), start=1):
            shown = path if names.count(name) > 1 else name
            mark = "*" if path in self.pinned else " "
            lines.append(f"{number}{mark} {shown}")
        return lines

    def dump(self):
        return json.dumps({"paths": self.paths, "pinned": self.pinned})

    @classmethod
    def load(cls, text, limit=5):
        record = json.loads(text)
        recent = cls(limit)
        recent.paths = record["paths"][:limit]
        recent.pinned = record.get("pinned", [])
        return recent
