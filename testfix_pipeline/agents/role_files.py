"""Role files: the fixed texts of prompts, versioned, one file each; users and trusted projects may replace them.

A file is Markdown with a front matter that names the role and its version. Those marked `fixed` (the rules against
tampering, and the forms of answers) can't be replaced.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import yaml

from testfix_pipeline.core.errors import InvalidConfig

OURS = Path(__file__).with_name("roles")
OVERRIDES = (".workflow/agents", ".codex/agents")
MOST_BYTES = 64 * 1024


@dataclass(frozen=True)
class Role:
    """One role: its text, and its origin: "built in", else the path of the replacing file."""

    name: str
    version: str
    text: str
    source: str = "built in"
    fixed: bool = False

    @property
    def mark(self) -> str:
        """The version in use, for records: name, version, and the file if it is not ours."""
        return f"{self.name} v{self.version}" + ("" if self.source == "built in" else f" ({self.source})")


@dataclass(frozen=True)
class Roles:
    """The role files in use. `folders` are searched before ours, in order."""

    folders: tuple[Path, ...] = ()

    @classmethod
    def of(cls, project: Path, home: Path, *, trusted: bool) -> Roles:
        """Return the roles of a project before those of its user; an untrusted project can't define any."""
        holders = [*([project] if trusted else []), home]
        return cls(tuple(holder / place for holder in holders for place in OVERRIDES))

    def get(self, name: str) -> Role:
        """Return a role by its file's name. Raises InvalidConfig if a replacing file is unreadable."""
        ours = _ours(name)
        if ours.fixed:
            return ours
        found = (folder / f"{name}.md" for folder in self.folders)
        path = next((file for file in found if file.is_file()), None)
        return _read(path, name, str(path)) if path is not None else ours

    def text(self, names: Sequence[str]) -> str:
        return "\n\n".join(self.get(name).text for name in names)


@cache
def _ours(name: str) -> Role:
    return _read(OURS / f"{name}.md", name, "built in")


def _read(path: Path, name: str, source: str) -> Role:
    try:
        if path.stat().st_size > MOST_BYTES:
            raise ValueError(f"more than {MOST_BYTES} bytes")
        head, text = _front_matter(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, yaml.YAMLError) as error:
        raise InvalidConfig(f"The role file {path} can't be read: {error}.", "Fix it or take it away.") from error
    return Role(name, str(head.get("version", "0")), text.strip(), source, bool(head.get("fixed")))


def _front_matter(text: str) -> tuple[dict[str, object], str]:
    """The fields before the text, and the text; a file may have no fields."""
    if not text.startswith("---\n"):
        return {}, text
    head, found, rest = text[4:].partition("\n---\n")
    fields = yaml.safe_load(head) if found else None
    return (fields, rest) if isinstance(fields, dict) else ({}, text)
