"""Names of code in a project: `shop/cart.py::Cart.total`, or a file alone.

Criteria, requirements and generated tests name what they are about in this way; ids of tests are in `test_ids`.
"""

from __future__ import annotations

_SEPARATOR = "::"


def code_name(file: str, name: str) -> str:
    """The name of what is called `name` (dotted within a class) in a file, given relative to the project with `/`."""
    return f"{file}{_SEPARATOR}{name}"


def split_code_name(text: str) -> tuple[str, str]:
    """The file and the dotted name; the name is "" where a whole file is meant."""
    file, _, name = text.partition(_SEPARATOR)
    return file, name


def name_in_code(text: str) -> str:
    """The dotted name without its file; the file of a whole file."""
    return text.rpartition(_SEPARATOR)[2]
