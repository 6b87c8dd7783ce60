"""Reads code in the languages that planning knows: Python, JavaScript and TypeScript."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from testfix_pipeline.core.languages import PROGRAMMING
from testfix_pipeline.core.patch_policy.javascript.grammar import SUFFIXES
from testfix_pipeline.planning.javascript_code.javascript_outline import javascript_outline
from testfix_pipeline.planning.javascript_code.javascript_surface import javascript_surface
from testfix_pipeline.planning.python_code.outline import Outline, outline
from testfix_pipeline.planning.python_code.public_surface import Routine, public_surface
from testfix_pipeline.planning.python_code.source_file import Source, read_sources

CODE_SUFFIXES = (".py", *SUFFIXES)
LANGUAGES = frozenset(PROGRAMMING[suffix] for suffix in CODE_SUFFIXES if suffix in PROGRAMMING)


def is_javascript(path: str) -> bool:
    """Whether a file is JavaScript or TypeScript code; type declarations and minified files are not."""
    return path.endswith(SUFFIXES) and not path.endswith((".d.ts", ".d.mts", ".d.cts", ".min.js"))


def is_read(path: str) -> bool:
    """Whether planning can read the code of a file."""
    return path.endswith(".py") or is_javascript(path)


def outline_of(path: str, text: str) -> Outline:
    """The outline of a file's code; `error` is set where it can't be parsed."""
    return javascript_outline(path, text) if is_javascript(path) else outline(text)


def surface_of(path: str, text: str) -> tuple[Routine, ...]:
    """The public functions and methods of a file; none if it can't be parsed."""
    return javascript_surface(path, text) if is_javascript(path) else public_surface(path, text)


def read_code(root: Path, files: Iterable[str]) -> Iterator[Source]:
    """Yield the readable code files among `files`."""
    return read_sources(root, files, {}, tests=False, suffixes=CODE_SUFFIXES)
