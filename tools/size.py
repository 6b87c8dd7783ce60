"""Counts the lines of each package of testfix_pipeline: `python tools/size.py [--check | --update] [ROOT]`.

`tools/size-allowed.toml` says how many lines each package may have. `--check` names those that have more and returns 1.
`--update` lowers the numbers to those of today. It raises none: whoever needs more lines edits the file by hand, and
the message of that commit says what they are for.
"""

from __future__ import annotations

import sys
import tomllib
from collections import Counter
from collections.abc import Mapping
from pathlib import Path

PACKAGE = "testfix_pipeline"
ALLOWED = "tools/size-allowed.toml"
SOURCES = frozenset({".py", ".js", ".cjs", ".mjs", ".ts", ".go", ".rs", ".toml"})
"""Suffixes of code, and of rules that are written as data."""


def main(arguments: list[str]) -> int:
    """Prints the lines by package; with `--check` returns 1 if a package has more than it may."""
    root = Path(next((one for one in arguments if not one.startswith("--")), Path(__file__).parents[1]))
    lines, allowed = count(root / PACKAGE), tomllib.loads((root / ALLOWED).read_text(encoding="utf-8"))
    if "--update" in arguments:
        lowered = {name: min(lines[name], number) for name, number in allowed.items() if name in lines}
        text = "".join(f"{name} = {number}\n" for name, number in sorted(lowered.items()))
        (root / ALLOWED).write_text(text, encoding="utf-8")
        return 0
    above = {name for name, number in lines.items() if number > allowed.get(name, 0)}
    shown = above if "--check" in arguments else lines.keys()
    for name in sorted(shown, key=lambda one: -lines[one]):
        print(f"{lines[name]:7,} {name:12} {_difference(lines[name], allowed.get(name, 0))}")
    print(f"size: {sum(lines.values()):,} lines in {PACKAGE}, {len(above)} packages above {ALLOWED}")
    return int("--check" in arguments and bool(above))


def count(package: Path) -> Mapping[str, int]:
    """The lines of source files by sub-package; files of no sub-package are counted as `top`."""
    lines: Counter[str] = Counter()
    for path in package.rglob("*"):
        if path.suffix in SOURCES and path.is_file():
            parts = path.relative_to(package).parts
            lines[parts[0] if len(parts) > 1 else "top"] += len(path.read_bytes().splitlines())
    return lines


def _difference(lines: int, allowed: int) -> str:
    return f"{lines - allowed:+,} against {allowed:,} allowed" if lines != allowed else ""


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
