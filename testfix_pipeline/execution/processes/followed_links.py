"""Lists the symbolic links on the way to a file or folder: a sandbox has to show each of them."""

from __future__ import annotations

import os
from pathlib import Path

_MOST = 40
"""As many links as Linux follows."""


def followed_links(path: Path) -> tuple[list[Path], Path]:
    """The links on the way of an absolute path, in the order they are followed, and the real path.

    Folders on the way may be links, too. A circle ends after 40 links.
    """
    found: list[Path] = []
    place, rest = Path(path.anchor), list(path.parts[1:])
    while rest:
        place = Path(os.path.normpath(place / rest.pop(0)))
        if len(found) < _MOST and place.is_symlink():
            found.append(place)
            target = Path(os.path.normpath(place.parent / place.readlink()))
            place, rest = Path(target.anchor), [*target.parts[1:], *rest]
    return found, place
