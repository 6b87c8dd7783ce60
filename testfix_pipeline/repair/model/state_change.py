"""What a statement changes, compared between statements."""

from __future__ import annotations

import re
from typing import NamedTuple

_INDEX = re.compile(r"\[[^\[\]]*\]")


class StateChange(NamedTuple):
    """The code that is called or written, without the index: `this.entries.set`, `self.entries[]`, `self.count`.

    begins: whether it gets a new value as a whole, as in a constructor.
    """

    code: str
    begins: bool

    @classmethod
    def of(cls, code: str, is_assigned: bool) -> StateChange:
        """The change of the code of a call's function, or of what is written."""
        bare = _INDEX.sub("[]", code)
        return cls(bare, is_assigned and not bare.endswith("]"))

    @property
    def state(self) -> str:
        """What is changed, without what is done to it: `this.entries` of `this.entries.set` and of `this.entries[]`."""
        return ".".join(self.code.split("[")[0].split(".")[:2])

    def is_like(self, other: StateChange) -> bool:
        """Whether what is done beside the other change may belong beside this one, too."""
        return self == other or (self.state == other.state and not other.begins)
