"""Names in a piece of JavaScript code, and the code with other names in their place."""

from __future__ import annotations

import re
from collections.abc import Mapping

NAME = re.compile(r"[A-Za-z_$][\w$]*")


def with_names(code: str, new: Mapping[str, str]) -> str:
    """Return code with each name replaced by its new one at once, so that two names can be exchanged."""
    return NAME.sub(lambda found: new.get(found[0], found[0]), code)
