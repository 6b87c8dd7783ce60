"""Reads small projects from the files that hold them, and writes their files."""

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any


def stored(module: str, name: str) -> dict[str, Any]:
    """The tables of a TOML file in the folder of a module's file."""
    return tomllib.loads(Path(module).with_name(name).read_text(encoding="utf-8"))


def write_files(root: Path, files: Mapping[str, str]) -> Path:
    """Write each text to its path below `root`; return `root`."""
    for name, text in files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text)
    return root
