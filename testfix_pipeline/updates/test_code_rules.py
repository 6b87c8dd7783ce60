"""The other names that a test file needs for what a library lacks, for a person to apply."""

from __future__ import annotations

import contextlib
import importlib
import inspect
import sys
from collections.abc import Iterable, Iterator
from typing import Any

from testfix_pipeline.core.records import Failure
from testfix_pipeline.core.update_records import Update
from testfix_pipeline.execution.in_target import testfix_library_uses
from testfix_pipeline.repair.languages.python.libraries.inquiry.answer import LibraryName, LostName, NameUse, Substitute
from testfix_pipeline.repair.languages.python.libraries.inquiry.removals import library_removals, removal_of
from testfix_pipeline.repair.languages.python.libraries.sources.name_fixes import NameFixes
from testfix_pipeline.repair.languages.python.source import SourceFile
from testfix_pipeline.updates.pins import PYTHON

_uses_of: Any = testfix_library_uses.uses_of


def changed_by_rules(file: str, text: str, failure: Failure) -> str:
    """The text of a test file with another name for what a library lacks; "" where none is known.

    failure: of a test in it, with its update.
    """
    source = SourceFile(file, text.encode())
    if failure.update is None or not source.parses:
        return ""
    names, lost = NameFixes({file: source}, frozenset()), [_lost(failure.update, list(_uses(file, text)))]
    return next((fix.texts[file] for fix in names.single(lost) if file in fix.texts), "")


def _uses(file: str, text: str) -> Iterator[NameUse]:
    for one in _uses_of(text.encode()):
        yield NameUse(file, tuple(one.position), one.how, one.module, tuple(one.path), one.local, one.guarded)


def _lost(update: Update, uses: Iterable[NameUse]) -> LostName:
    module, _, name = update.symbol.rpartition(".")
    sites = tuple(one for one in uses if f"{'.'.join([one.module, *one.path])}.".startswith(f"{update.symbol}."))
    known = update.library, update.version
    return LostName(LibraryName(module, "", name), not module, *known, sites, tuple(_substitutes(update)))


def _substitutes(update: Update) -> Iterator[Substitute]:
    removal = removal_of(update.symbol, update.version) if update.library == PYTHON else None
    known = removal.use if removal is not None else library_removals().get(update.symbol, {}).get("use", ())
    for full in (*known, *([update.replacement] if "." in update.replacement else [])):
        holder, _, name = full.rpartition(".")
        module, owner = holder, ""
        if holder.rpartition(".")[2][:1].isupper():
            module, _, owner = holder.rpartition(".")
        is_method = removal is not None and owner != "" and _is_function(module, owner, name)
        yield Substitute(LibraryName(module, owner, name), "removals", "", 1.0, False, needs_object=is_method)


def _is_function(module: str, owner: str, name: str) -> bool:
    """Whether a name of the standard library is a method of objects."""
    if module.partition(".")[0] not in sys.stdlib_module_names:
        return False
    with contextlib.suppress(ImportError):  # later Pythons lack some
        return inspect.isfunction(getattr(getattr(importlib.import_module(module), owner, None), name, None))
    return False
