"""A call that may become an assertion, with the origin of its inputs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Origin = Literal["documented", "usage", "typical", "boundary", "guess"]
RANK: dict[Origin, float] = {"documented": 0, "usage": 1, "typical": 2, "boundary": 2.5, "guess": 4}


@dataclass(frozen=True)
class DocumentedResult:
    """The documented result of an example. `raises` is the exception's name, "" for a value. `flags`: doctest's.

    required: the id of the criterion or requirement that says it, where no docstring does.
    """

    want: str
    raises: str = ""
    flags: int = 0
    printed: bool = False
    required: str = ""


@dataclass(frozen=True)
class Example:
    """Setup statements followed by a call.

    inline: the call with the setup's values in their places, "" if that says something else.
    watch: names of the setup that the call may change.
    imports: statements for other modules' names. fixtures: what the test asks pytest for. settings: variables of the
    environment that the setup sets. after: statements behind all.
    """

    call: str
    origin: Origin
    setup: tuple[str, ...] = ()
    inline: str = ""
    watch: tuple[str, ...] = ()
    documented: DocumentedResult | None = None
    imports: tuple[str, ...] = ()
    fixtures: tuple[str, ...] = ()
    settings: tuple[str, ...] = ()
    after: tuple[str, ...] = ()

    @property
    def code(self) -> str:
        """The source of the setup and the call."""
        return "\n".join([*self.setup, self.call])

    def to_order(self) -> dict[str, object]:
        """The example in the form that `in_target/observe.py` reads."""
        asked = self.documented is not None and (self.documented.raises or "a value")
        before = {"imports": list(self.imports), "setup": list(self.setup), "fixtures": list(self.fixtures)}
        before["settings"] = list(self.settings)
        return {**before, "call": self.call, "watch": list(self.watch), "documented": asked}
