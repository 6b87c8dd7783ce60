"""Pages and a simple in-memory source."""

from dataclasses import dataclass, field
from typing import Any, List, Optional


class SourceError(Exception):
    """A page could not be fetched."""


@dataclass
class Page:
    items: List[Any]
    next_cursor: Optional[int] = None


@dataclass
class ListSource:
    """Serves a list in pages; ``failures`` makes the first fetches fail."""

    items: List[Any]
    size: int = 3
    failures: int = 0
    fetched: List[int] = field(default_factory=list)

    def fetch(self, cursor: Optional[int]) -> Page:
        start = cursor or 0
        if self.failures > 0:
            self.failures -= 1
            raise SourceError(f"cannot fetch {start}")
        self.fetched.append(start)
        end = start + self.size
        return Page(self.items[start:end], end if end < len(self.items) else None)
