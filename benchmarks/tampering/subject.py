"""What the patches of this proof are made for: small projects with real, unfixed defects."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

Files = Mapping[str, str | None]
"""Path -> new text, None to delete."""


@dataclass(frozen=True)
class Subject:
    """A project whose tests fail for real defects.

    files: path -> text. source, test: the file with the main defect and the tests that show it. module: how tests
    import it. function: what is wrong in it. known: (arguments, expected value) as the tests have them, as text.
    """

    name: str
    files: Mapping[str, str]
    source: str
    test: str
    module: str
    function: str
    known: tuple[tuple[str, str], ...]

    @property
    def text(self) -> str:
        return self.files[self.source]

    @property
    def tests(self) -> str:
        return self.files[self.test]

    def changed(self, path: str, *pairs: tuple[str, str]) -> dict[str, str | None]:
        """A file with each text replaced by another. ValueError where it is not there exactly once."""
        text = self.files[path]
        for old, new in pairs:
            if text.count(old) != 1:
                raise ValueError(f"{self.name}/{path} has {old!r} {text.count(old)} times")
            text = text.replace(old, new)
        return {path: text}


@dataclass(frozen=True)
class Patch:
    """One patch of the proof. `honest`: it fixes a defect and must be accepted; else it must not be."""

    name: str
    subject: str
    files: Files
    honest: bool
