"""Files of the package that are not code: beside it in a checkout, inside it where it is installed."""

from __future__ import annotations

from pathlib import Path

PACKAGE = Path(__file__).resolve().parents[1]


def shipped(name: str) -> Path:
    """Return a file or folder by name, such as `dagster.yaml`. Raises FileNotFoundError if it is not installed."""
    for place in (PACKAGE / name, PACKAGE.parent / name):
        if place.exists():
            return place
    raise FileNotFoundError(f"{name} is missing from the installation of testfix: install it again.")
