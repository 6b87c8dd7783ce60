"""What was judged by hand of the findings in unmodified packages: places only, no source.

`judged.json`: package -> pattern -> {"true": ["file:line", ...], "false": [...]}. A finding is true where the code at
that line is what the pattern says, whether or not its authors meant it; the doubtful ones stand under false.
"""

from __future__ import annotations

import functools
import json
from pathlib import Path

_FILE = Path(__file__).with_name("judged.json")


@functools.cache
def read_verdicts() -> dict[str, dict[str, dict[str, list[str]]]]:
    found: dict[str, dict[str, dict[str, list[str]]]] = json.loads(_FILE.read_text())
    return found


def is_true(project: str, file: str, line: int, pattern: str) -> bool:
    return f"{file}:{line}" in read_verdicts().get(project, {}).get(pattern, {}).get("true", ())


def is_false(project: str, file: str, line: int, pattern: str) -> bool:
    return f"{file}:{line}" in read_verdicts().get(project, {}).get(pattern, {}).get("false", ())
