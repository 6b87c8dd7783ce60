"""The plausible patches of a search, as an attempt's details list them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any


@dataclass(frozen=True)
class FoundPatch:
    """A plausible patch. kind: the ids of its edit templates. complete: whether it fixes all tests of the search.

    Earlier versions wrote fewer fields.
    """

    kind: str = ""
    location: str = ""
    description: str = ""
    confidence: float = 0.0
    diff: str = ""
    fixes: list[str] = field(default_factory=list)
    complete: bool = True


_FIELDS = {one.name for one in fields(FoundPatch)}


def found_patches(details: Mapping[str, Any]) -> list[FoundPatch]:
    """Return the patches in an attempt's details, best first; none where another tool wrote something else there."""
    listed = details.get("plausible")
    rows = [one for one in listed if isinstance(one, dict)] if isinstance(listed, list) else []
    return [FoundPatch(**{name: value for name, value in one.items() if name in _FIELDS}) for one in rows]
