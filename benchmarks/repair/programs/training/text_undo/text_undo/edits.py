"""Single changes of a text, and groups of them that belong together."""

from dataclasses import dataclass, field


@dataclass(frozen=True)
class Edit:
    """At `position`, the text `old` was replaced by `new`."""

    position: int
    old: str
    new: str

    def apply(self, text):
        return text[:self.position] + self.new + text[self.position + len(self.old):]

    def revert(self, text):
        return text[:self.position] + self.old + text[self.position + len(self.new):]


@dataclass
class Group:
    """Several edits, in the order they were made, that are undone and redone as one."""

    edits: list = field(default_factory=list)

    def add(self, edit):
        self.edits.append(edit)

    def apply(self, text):
        for edit in self.edits:
            text = edit.apply(text)
        return text

    def revert(self, text):
        for edit in self.edits:
            text = edit.revert(text)
        return text

    def __bool__(self):
        return bool(self.edits)
