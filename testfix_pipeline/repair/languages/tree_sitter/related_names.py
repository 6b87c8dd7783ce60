"""Names that are used for much the same, in groups."""

from __future__ import annotations

from collections.abc import Sequence


def related(groups: Sequence[Sequence[str]], name: str) -> tuple[str, ...]:
    """The other names of the groups that a name is in."""
    return tuple(dict.fromkeys(one for group in groups if name in group for one in group if one != name))
