"""Whether a file of a project that is named like a test belongs to the product, by what is collected and imported."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from pathlib import Path, PurePosixPath

from testfix_pipeline.core.patch_policy.product_modules import is_product_module, may_be_product


def is_product_file(root: Path, path: str, collected: Collection[str]) -> bool:
    """Whether a file below `root` is only named like a test; see `is_product_module`.

    collected: the files in which the test framework found tests, or which it could not collect.
    """
    if path in collected or not may_be_product(path):
        return False
    try:
        return is_product_module(path, (root / path).read_bytes(), _beside(root, path, collected))
    except OSError:
        return False


def _beside(root: Path, path: str, collected: Collection[str]) -> Iterator[tuple[str, bytes]]:
    """The paths and texts of the files below the same top folder in which no test is collected."""
    for file in sorted((root / PurePosixPath(path).parts[0]).rglob("*.py")):
        other = file.relative_to(root).as_posix()
        if other not in collected and file.is_file():
            yield other, file.read_bytes()
