"""What the scan can find."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Problem:
    """Something wrong at a place; lines and columns count from 1."""

    line: int
    column: int
    text: str

    def __str__(self) -> str:
        return f"{self.line}:{self.column}: {self.text}"
