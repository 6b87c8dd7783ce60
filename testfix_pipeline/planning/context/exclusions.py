"""The files that the plan leaves out or that need care, each with the reason."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import PurePosixPath

from testfix_pipeline.core.languages import PROGRAMMING, PYTHON, language_of
from testfix_pipeline.core.plan_records import LeftOut
from testfix_pipeline.planning.code_readers import LANGUAGES
from testfix_pipeline.planning.project.files import MOST_BYTES, ProjectFiles, is_outside_product
from testfix_pipeline.planning.project.survey import Survey
from testfix_pipeline.planning.python_code.outline import Outline

_MOST = 100
_PYTHON_2 = re.compile(
    r"(?m)^[ \t]*print[ \t]+[\"'\w%]|^[ \t]*except[ \t]+[\w.]+[ \t]*,[ \t]*\w+[ \t]*:|^[ \t]*exec[ \t]+\"|"
    r"^[ \t]*raise[ \t]+\w+[ \t]*,|\bunicode\(|\bxrange\(|<>|\b0[0-7]+\b"
)


def left_out(found: Survey) -> list[LeftOut]:
    """The files and folders that are left out or need care; at most 100, files of one kind as one entry."""
    files = found.files
    every = [
        *_unread_languages(files),
        *_foreign_folders(files),
        *_unread_files(files),
        *_unparsable_files(files, found.outlines),
        *_files_with_import_effects(files, found.acting),
    ]
    every += [
        LeftOut(file=path, reason="a script: it holds no test function, so no test is counted")
        for path in found.scripts
    ]
    more = len(every) - _MOST
    return [*every[:_MOST], *([LeftOut(file="...", reason=f"and {more} more")] if more > 0 else [])]


def _unread_languages(files: ProjectFiles) -> Iterator[LeftOut]:
    """Yield the code in languages that planning can't read: whether tests are missing there is not known."""
    found: dict[str, list[str]] = {}
    for path in files.paths:
        language = PROGRAMMING.get(PurePosixPath(path).suffix.lower(), PYTHON)
        if language not in LANGUAGES and not path.endswith(".min.js") and path not in files.generated:
            found.setdefault(language, []).append(path)
    for language, paths in sorted(found.items(), key=lambda item: -len(item[1])):
        some = f"{len(paths)} {language} file{'s' * (len(paths) != 1)}"
        yield LeftOut(
            file=_first_paths(paths),
            reason=f"{some}: not read: nobody knows what is missing, no test is written",
            language=language,
        )


def _foreign_folders(files: ProjectFiles) -> Iterator[LeftOut]:
    """Yield the folders of vendored or built code that git tracks."""
    for folder, number in sorted(files.foreign.items()):
        yield LeftOut(file=f"{folder}/", reason=f"{number} files of vendored or built code")


def _unread_files(files: ProjectFiles) -> Iterator[LeftOut]:
    notebooks = [path for path in files.paths if path.endswith(".ipynb")]
    if notebooks:
        yield LeftOut(
            file=_first_paths(notebooks), reason=f"{len(notebooks)} notebooks: what they hold is not planned for"
        )
    if files.generated:
        some = sorted(files.generated)
        yield LeftOut(file=_first_paths(some), reason=f"{len(some)} generated files: test what generates them")
    if files.links:
        reason = f"{len(files.links)} symbolic links to a folder, into a circle or to nothing: not followed"
        yield LeftOut(file=_first_paths(list(files.links)), reason=reason)
    for path in [*files.by_kind["source"], *files.by_kind["tests"]]:
        file = files.root / path
        if file.is_symlink():
            yield LeftOut(file=path, reason="a symbolic link: what it leads to is planned for where it lies")
        elif file.stat().st_size > MOST_BYTES:
            yield LeftOut(
                file=path, reason=f"over {MOST_BYTES >> 20} MiB ({file.stat().st_size} bytes): data, or generated"
            )


def _unparsable_files(files: ProjectFiles, outlines: Mapping[str, Outline]) -> Iterator[LeftOut]:
    for path, each in outlines.items():
        if each.error:
            is_older = path.endswith(".py") and _PYTHON_2.search(files.text(path))
            older = "Python 2" if is_older else f"not valid {language_of(path)}"
            yield LeftOut(file=path, reason=f"{older}: {each.error}", parses=False)


def _files_with_import_effects(files: ProjectFiles, acting: Mapping[str, str]) -> Iterator[LeftOut]:
    """Yield the source files that do something when they are imported: tests can't import them as they are."""
    for path, found in acting.items():
        if not is_outside_product(path) and files.kind(path) == "source":
            yield LeftOut(file=path, reason=f"acts when imported: {found}; a test needs it guarded by __main__ first")


def _first_paths(paths: list[str]) -> str:
    return ", ".join(paths[:3]) + (", ..." if len(paths) > 3 else "")
