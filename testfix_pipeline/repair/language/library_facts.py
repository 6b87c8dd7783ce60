"""What repairs of one project find out about its libraries, and a later repair need not ask again."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from testfix_pipeline.core.update_records import InstalledVersions


@dataclass
class LibraryFacts:
    """Filled by one repair after the other.

    installed: what is beside the interpreter, None where that is not known yet. found: by the name of a language what
    it stores; it stays true whatever becomes of the program's files.
    """

    installed: InstalledVersions | None = None
    found: dict[str, dict[str, Any]] = field(default_factory=dict)
