"""Loads the languages that patches are judged by, from the entry-point group `testfix.languages`."""

from __future__ import annotations

import functools
from collections.abc import Iterable
from pathlib import PurePosixPath

from testfix_pipeline.core import languages as names
from testfix_pipeline.core.errors import UsageError
from testfix_pipeline.core.patch_policy.language_model import LanguagePolicy
from testfix_pipeline.core.plugins import load_plugins

GROUP = "testfix.languages"
# Suffixes of documents and data. Any other file may be code.
_INERT = frozenset(
    {
        *(".md", ".rst", ".txt", ".adoc", ".json", ".jsonc", ".json5", ".yaml", ".yml", ".toml", ".cfg", ".ini"),
        *(".csv", ".tsv", ".xml", ".css", ".scss", ".less", ".po", ".pot", ".properties", ".proto", ".graphql"),
    }
)
_INERT_NAMES = frozenset({"LICENSE", "NOTICE", "AUTHORS", "CODEOWNERS", ".gitignore", ".editorconfig", "py.typed"})


@functools.cache
def languages() -> tuple[LanguagePolicy, ...]:
    """All languages, by name. Raises UsageError if one can't be loaded, or there is none."""
    found = load_plugins(GROUP, _create_language)
    for name, error in found.broken.items():  # its files would be judged by nobody
        what = f"The language {name!r} can't be loaded: {error}."
        raise UsageError(what, "Repair, update or uninstall its package.")
    if "python" not in found.loaded:
        raise UsageError("The languages of patches are not registered.", "Install the package again (`make setup`).")
    return tuple(found.loaded.values())


def _create_language(named: type[LanguagePolicy]) -> LanguagePolicy:
    return named()


def language_of(path: str) -> LanguagePolicy | None:
    """The language that judges a file, by its suffix; None if there is none."""
    suffix = PurePosixPath(path).suffix.lower()
    return next((one for one in languages() if suffix in one.suffixes), None)


def is_same_program(path: str, old: bytes | None, new: bytes | None) -> bool:
    """Whether a file differs only in layout, comments and docstrings; False for unknown languages."""
    language = language_of(path)
    if language is None or old is None or new is None:
        return False
    tokens = language.tokens(path, old)
    return tokens is not None and tokens == language.tokens(path, new)


def is_source(path: str) -> bool:
    """Whether a language judges the file."""
    return language_of(path) is not None


def unjudged_files(paths: Iterable[str]) -> list[str]:
    """The files that may be code in an unknown language: a result with changes of them is not "proved".

    paths: of the changed files. Documents and data are no code.
    """
    return sorted({path for path in paths if not is_source(path) and not _is_inert(PurePosixPath(path))})


def unjudged_reasons(paths: Iterable[str]) -> list[str]:
    """A sentence for each changed file that no language judges."""
    return [
        f"{path} ({names.language_of(path) or 'of an unknown language'}): there are no tampering rules for such files, "
        "so nobody looked for deceiving changes in it and nothing about it is proved."
        for path in unjudged_files(paths)
    ]


def _is_inert(path: PurePosixPath) -> bool:
    return path.suffix.lower() in _INERT or path.name in _INERT_NAMES
