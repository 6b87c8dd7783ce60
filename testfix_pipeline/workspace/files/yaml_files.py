"""Reads untrusted YAML, with limits on size and depth, since large or deep documents take a parser minutes."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import yaml

MOST_BYTES = 1 << 20
DEEPEST = 60
_BRACKETS = re.compile(r"[\[{]|[\]}]")


def load_yaml(path: Path) -> Any:
    """Return the content of a file. Raises yaml.YAMLError if it is invalid, UnicodeDecodeError, and OSError."""
    return parse_yaml(read_bounded(path))


def read_bounded(path: Path) -> str:
    """Return the text of a file. Raises yaml.YAMLError if it is too large, UnicodeDecodeError, and OSError."""
    if path.stat().st_size > MOST_BYTES:
        raise yaml.YAMLError(f"it is over {MOST_BYTES >> 20} MiB")
    return path.read_text(encoding="utf-8")


def parse_yaml(text: str, loader: type[yaml.SafeLoader] = yaml.SafeLoader) -> Any:
    """Return the value of a YAML text. Raises yaml.YAMLError if it is invalid."""
    if _depth(text) > DEEPEST:
        raise yaml.YAMLError(f"it is nested more than {DEEPEST} levels deep")
    try:
        return yaml.load(text, Loader=loader)
    except (RecursionError, ValueError, LookupError, TypeError, AttributeError) as error:
        # errors of the parser itself on invalid YAML, such as a date with a thirteenth month
        raise yaml.YAMLError(f"it holds a value that can't be read ({type(error).__name__})") from error


def _depth(text: str) -> int:
    """Return the nesting depth of brackets, including those in quotes and comments."""
    deepest = depth = 0
    for found in _BRACKETS.finditer(text):
        depth = depth + 1 if found[0] in "[{" else max(0, depth - 1)
        deepest = max(deepest, depth)
    return deepest
