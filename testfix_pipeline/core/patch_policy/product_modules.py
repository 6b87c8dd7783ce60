"""Tells a `tests.py` that is a part of a Python package's product from tests."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from pathlib import PurePosixPath

from testfix_pipeline.core.patch_policy.protected_paths import is_only_named_like_test, is_test_side
from testfix_pipeline.core.patch_policy.python_syntax import asserting_functions, defines_test_classes
from testfix_pipeline.core.python_code import parse_or_empty, parse_or_none
from testfix_pipeline.core.python_imports import imported_names


def is_tests_module(path: str) -> bool:
    """Whether a file in a folder is named `tests.py`: mostly tests, in some packages a part of the product."""
    return re.fullmatch(r".+/tests?\.py", path) is not None


def may_be_product(path: str) -> bool:
    """Whether a file, relative to the project, is the `tests.py` of a folder that is not test side itself."""
    return is_tests_module(path) and is_only_named_like_test(path)


def is_product_module(path: str, source: str | bytes, others: Iterable[tuple[str, str | bytes]]) -> bool:
    """Whether a file in which the test framework collects nothing belongs to the product.

    It does if it asserts nothing, has no class of tests, and a file of the product below the same top folder imports
    it. others: the paths and texts of the project's files. What the framework collects is the caller's to know.
    """
    if not may_be_product(path) or parse_or_none(source) is None:
        return False
    if asserting_functions(source) or defines_test_classes(source):
        return False
    target = ".".join(PurePosixPath(path).with_suffix("").parts)
    return any(_may_import(path, other, text) and target in _imported(other, text, target) for other, text in others)


def _may_import(path: str, other: str, text: str | bytes) -> bool:
    """Whether another file is of the product, and its text names the module."""
    is_near = PurePosixPath(other).parts[0] == PurePosixPath(path).parts[0] and other != path
    word = PurePosixPath(path).stem
    return is_near and not is_test_side(other) and (word in text if isinstance(text, str) else word.encode() in text)


def _imported(path: str, text: str | bytes, target: str) -> Iterator[str]:
    """`target` as often as a file imports that module by its full name, below `src` too, or a relative one."""
    package = PurePosixPath(path).parent.parts
    for one in imported_names(ast.walk(parse_or_empty(text))):
        base = package[: len(package) - one.level + 1] if one.level else ()
        names = (".".join(filter(None, (*base, name))) for name in (one.module, one.whole))
        yield from (target for name in names if "." in name and f".{target}".endswith(f".{name}"))
