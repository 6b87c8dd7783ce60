"""Files that are not code and come with the package: beside it in a checkout, inside of it where it is installed."""

from __future__ import annotations

from pathlib import Path

PACKAGE = Path(__file__).resolve().parents[1]


def shipped(name: str) -> Path:
    """A file or folder by name, such as `dagster.yaml`. FileNotFoundError where the installation lacks it."""
    for place in (PACKAGE / name, PACKAGE.parent / name):
        if place.exists():
            return place
    raise FileNotFoundError(f"{name} is missing from the installation of testfix: install it again.")
