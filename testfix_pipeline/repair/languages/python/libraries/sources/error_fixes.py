"""Fixes that errors and their texts name by themselves, without asking the interpreter."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from testfix_pipeline.core.records import Failure
from testfix_pipeline.repair.language.library_fixes import LibraryFix
from testfix_pipeline.repair.languages.python.libraries.sources.expression_rules import is_ruled
from testfix_pipeline.repair.languages.python.libraries.sources.message_fixes import is_telling, message_fixes
from testfix_pipeline.repair.languages.python.libraries.sources.said_rules import said_members, tells_member
from testfix_pipeline.repair.languages.python.source import SourceFile


def tells_fix(failure: Failure) -> bool:
    """Whether an error's own text may name a fix."""
    signs = (is_telling, tells_member, is_ruled)
    return any(is_sign(failure) for is_sign in signs)


def fixes_of_errors(failures: Sequence[Failure], files: Mapping[str, SourceFile]) -> Iterator[LibraryFix]:
    """The fixes of all sources that read errors."""
    yield from said_members(failures, files)
    yield from message_fixes(failures, files)
