"""One call that may become an assertion, with where it comes from."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Origin = Literal["documented", "usage", "typical", "boundary", "guess"]
RANK: dict[Origin, int] = {"documented": 0, "usage": 1, "typical": 2, "boundary": 2, "guess": 4}


@dataclass(frozen=True)
class Documented:
    """What a docstring says an example gives. `raises` is the exception's name, "" for a value. `flags`: doctest's."""

    want: str
    raises: str = ""
    flags: int = 0
    printed: bool = False


@dataclass(frozen=True)
class Example:
    """Setup statements, then a call.

    inline: the call with the setup's values in their places, "" where that says something else.
    watch: names of the setup that the call may change.
    """

    call: str
    origin: Origin
    setup: tuple[str, ...] = ()
    inline: str = ""
    watch: tuple[str, ...] = ()
    documented: Documented | None = None

    @property
    def code(self) -> str:
        return "\n".join([*self.setup, self.call])

    def order(self) -> dict[str, object]:
        """The example as `in_target/observe.py` reads it."""
        asked = self.documented is not None
        return {"setup": list(self.setup), "call": self.call, "watch": list(self.watch), "documented": asked}
