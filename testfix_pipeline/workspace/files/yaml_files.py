"""Reading YAML that anybody may have written: bounded in size and depth, which cost a parser minutes."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import yaml

MOST_BYTES = 1 << 20
DEEPEST = 60
_BRACKETS = re.compile(r"[\[{]|[\]}]")


def load_yaml(path: Path, loader: type[yaml.SafeLoader] = yaml.SafeLoader) -> Any:
    """The content of a file. Raises yaml.YAMLError for what is none, UnicodeDecodeError, and OSError."""
    return parse_yaml(read_bounded(path), loader)


def read_bounded(path: Path) -> str:
    """The text of a file. Raises yaml.YAMLError for one that is too large, UnicodeDecodeError, and OSError."""
    if path.stat().st_size > MOST_BYTES:
        raise yaml.YAMLError(f"it is over {MOST_BYTES >> 20} MiB")
    return path.read_text(encoding="utf-8")


def parse_yaml(text: str, loader: type[yaml.SafeLoader] = yaml.SafeLoader) -> Any:
    """What a text holds. Raises yaml.YAMLError for what is none."""
    if _depth(text) > DEEPEST:
        raise yaml.YAMLError(f"it is nested more than {DEEPEST} levels deep")
    try:
        return yaml.load(text, Loader=loader)
    except (RecursionError, ValueError, LookupError, TypeError, AttributeError) as error:
        # the parser's own defects on what is no YAML, such as a date with a thirteenth month
        raise yaml.YAMLError(f"it holds a value that can't be read ({type(error).__name__})") from error


def _depth(text: str) -> int:
    """How deep brackets are nested, those in quotes and comments counted as well."""
    deepest = depth = 0
    for found in _BRACKETS.finditer(text):
        depth = depth + 1 if found[0] in "[{" else max(0, depth - 1)
        deepest = max(deepest, depth)
    return deepest
