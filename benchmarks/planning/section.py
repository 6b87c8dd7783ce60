"""What a section of the benchmark is given and hands back."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal


@dataclass(frozen=True)
class Scale:
    """How much is measured. `deadline` (monotonic seconds): no new piece of work after that. `rows`: folder of the raw
    rows, one JSONL file a section; what is in there already is not made again. `set`: which packages. `only`, `tools`:
    globs of the packages and of the tools that make tests.
    """

    quick: bool
    deadline: float
    rows: Path
    set: Literal["training", "measuring"] = "measuring"
    only: str = "*"
    tools: str = "*"


@dataclass(frozen=True)
class Report:
    """The lines of a section's table, and one sentence with its figures, which the last line of all repeats."""

    summary: str
    table: list[str] = field(default_factory=list)
