"""Records of a failure that an update of an installed library, or of Python itself, may have caused."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from testfix_pipeline.core.record_base import Record


class NamedObject(Record):
    """An object from outside the project that a statement names: as it is written, its module, its name in there.

    how: named, missing (the module or class before it lacks it), or inherited (missing in a class of the project that
    has such a base).
    """

    written: str
    module: str
    name: str = ""
    how: Literal["named", "missing", "inherited"] = "named"


class ErrorOrigin(Record):
    """What an error about an interface is about: the objects that the project's innermost statement names.

    below: the modules that were called from there, in the order of their frames.
    """

    named: list[NamedObject] = Field(default_factory=list)
    below: list[str] = Field(default_factory=list)


class Update(Record):
    """The library and its symbol that a failure is about, with the versions now and then.

    before: an exact version or a requirement such as `<2.1`, "" if none is known. source: what says so. certain:
    whether the installed version is known to be newer. place: file and line of the project's statement. replacement:
    what the error's own text offers instead. alternative: a pin with its reason; nothing applies it.
    """

    library: str
    version: str
    symbol: str
    before: str = ""
    source: str = ""
    certain: bool = False
    place: str = ""
    evidence: str = ""
    replacement: str = ""
    alternative: str = ""

    def describe(self) -> str:
        """The library with its versions then and now, the symbol, and the evidence, in one line."""
        versions = " → ".join(filter(None, [self.before, self.version]))
        return f"{self.library} {versions}".strip() + f", {self.symbol}: {self.evidence}"


class RaisedWarning(Record):
    """A deprecation that the project's code met: its category and text, the project's place, the module it called.

    module: "" if it is not known. named: the objects from outside that the statement there names.
    """

    category: str
    text: str
    file: str
    line: int
    module: str = ""
    named: list[NamedObject] = Field(default_factory=list)


class InstalledVersions(Record):
    """What was installed beside an interpreter: `.process/installed-versions.json`.

    distributions: version by normalised name. modules: top-level module -> the normalised name of its distribution.
    stdlib: top-level modules of the standard library of this version, none if it does not say. problem: why nothing
    is known.
    """

    python: str = ""
    stdlib: list[str] = Field(default_factory=list)
    distributions: dict[str, str] = Field(default_factory=dict)
    modules: dict[str, str] = Field(default_factory=dict)
    problem: str = ""
