"""What a reader of a fix should know that no test shows: new requirements and ignored parameters."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from testfix_pipeline.core import python_code
from testfix_pipeline.core.python_imports import imported_names
from testfix_pipeline.execution.project_files import read_text
from testfix_pipeline.repair.language.library_fixes import LibraryFix, LibraryQuestion
from testfix_pipeline.repair.languages.python.libraries.fix_proofs import UNKNOWN_BEFORE
from testfix_pipeline.repair.languages.python.libraries.inquiry.library_program import program_texts
from testfix_pipeline.repair.languages.python.libraries.inquiry.old_releases import plain
from testfix_pipeline.repair.languages.python.libraries.inquiry.recognition import OwnNames
from testfix_pipeline.repair.languages.python.overfitting.ignored_parameters import ignored_parameters

NEW_REQUIREMENT = 0.97
"""The factor for a package that the project does not require: of two fixes alike the one without it comes first."""
_REQUIREMENTS = ("*requirements*.txt", "requirements/*.txt", "setup.py", "setup.cfg", "pyproject.toml", "Pipfile*",
                 "environment*.y*ml", "*.lock")  # fmt: skip


def with_remarks(found: Sequence[LibraryFix], question: LibraryQuestion) -> Sequence[LibraryFix]:
    """The fixes, each saying what it brings besides."""
    if not any(fix.texts for fix in found):
        return found
    texts = program_texts(question)
    return [_with_remarks(fix, texts, question) for fix in found]


def _with_remarks(fix: LibraryFix, texts: Mapping[str, str], question: LibraryQuestion) -> LibraryFix:
    trees = [
        (python_code.parse_or_empty(texts.get(path, "")), python_code.parse_or_empty(text))
        for path, text in fix.texts.items()
    ]
    packages = sorted({name for old, new in trees for name in _packages(new) - _packages(old)})
    fresh = [name for name in packages if _is_unknown(name, texts, question)]
    ignored = [one for old, new in trees for one in ignored_parameters(old, new)]
    remarks = [f"it imports {name}, which the project does not require" for name in fresh]
    remarks += [f"{function} no longer reads its parameter {name}" for function, name, _ in ignored]
    likelihood = fix.likelihood * NEW_REQUIREMENT ** len(fresh)
    if any(is_required for *_, is_required in ignored):
        likelihood *= UNKNOWN_BEFORE  # what each caller has to say has no effect
    return replace(fix, note="; ".join([fix.note, *remarks]), likelihood=likelihood) if remarks else fix


def _packages(tree: ast.Module) -> set[str]:
    """The outermost modules that a file imports."""
    return {one.top for one in imported_names(ast.walk(tree)) if not one.level}


def _is_unknown(package: str, texts: Mapping[str, str], question: LibraryQuestion) -> bool:
    """Whether a package is none of Python, of the project, or of what it requires or imports elsewhere."""
    if package in sys.stdlib_module_names or OwnNames.of(question.files).has_module(package):
        return False
    if any(package in text and package in _packages(python_code.parse_or_empty(text)) for text in texts.values()):
        return False
    return not any(plain(package) in plain(text) for text in _requirements(question.files))


def _requirements(root: Path) -> Iterator[str]:
    for pattern in _REQUIREMENTS:
        yield from map(read_text, sorted(root.glob(pattern)))
