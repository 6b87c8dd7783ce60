"""Names of code in a project: `shop/cart.py::Cart.total`, or only a file.

Criteria, requirements and generated tests name their subjects in this form; ids of tests are in `test_ids`.
"""

from __future__ import annotations

_SEPARATOR = "::"


def code_name(file: str, name: str) -> str:
    """Return the name of a function or class `name` (dotted within a class) in a file of the project."""
    return f"{file}{_SEPARATOR}{name}"


def split_code_name(text: str) -> tuple[str, str]:
    """Return the file and the dotted name; the name is "" for a whole file."""
    file, _, name = text.partition(_SEPARATOR)
    return file, name


def name_in_code(text: str) -> str:
    """Return the dotted name without its file; for a whole file, the file."""
    return text.rpartition(_SEPARATOR)[2]
