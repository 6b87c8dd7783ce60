"""Scans JavaScript and TypeScript files for AI-code issues."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from testfix_pipeline.core.patch_policy.javascript.module_imports import resolve_import
from testfix_pipeline.execution.static_checks.javascript_imports import unresolved_imports
from testfix_pipeline.planning.javascript_code.exported_names import exports_of
from testfix_pipeline.planning.javascript_code.javascript_outline import read_source
from testfix_pipeline.planning.python_code.source_file import Source
from testfix_pipeline.planning.scanner.javascript_checks import EVERYWHERE, IN_PRODUCTION, missing_names
from testfix_pipeline.planning.scanner.security import hardcoded_secrets
from testfix_pipeline.planning.scanner.table import Hit


def javascript_hits(root: Path, source: Source, texts: Mapping[str, str], checkout: Path) -> Iterator[Hit]:
    """Yield the hits in one file of the project in `root`, a folder of `checkout`.

    `texts` stand for files that are not on disk.
    """
    try:
        read = read_source(source.path, source.text)
    except (SyntaxError, RecursionError) as error:
        yield Hit("syntax_error", 1, str(error))
        return
    for check in EVERYWHERE if source.is_test else (*EVERYWHERE, *IN_PRODUCTION):
        yield from check(read)
    yield from hardcoded_secrets(source)
    yield from missing_names(read, _export_lookup(root, source.path, texts))
    if (root / source.path).is_file() and source.path not in texts:
        for one in unresolved_imports(checkout, root, [source.path], declared=True):
            yield Hit("unknown_package" if "./" not in one.message else "missing_name", one.line, one.message)


@dataclass(frozen=True)
class _Files:
    """The project's files with `texts`, for membership tests."""

    root: Path
    texts: Mapping[str, str]

    def __contains__(self, name: object) -> bool:
        return name in self.texts or (self.root / str(name)).is_file()


def _export_lookup(root: Path, path: str, texts: Mapping[str, str]) -> Callable[[str], set[str] | None]:
    """A function that returns the names exported by an imported module, None if they are not all known."""

    def names(module: str) -> set[str] | None:
        target = resolve_import(path, module, _Files(root, texts))
        if not target:
            return None
        try:
            content = texts[target] if target in texts else (root / target).read_text("utf-8")
            found = exports_of(read_source(target, content).syntax)
        except (OSError, ValueError, SyntaxError, RecursionError):
            return None
        is_known = bool(found.names) and not found.is_open and not found.is_whole
        return set(found.names) if is_known else None

    return names
