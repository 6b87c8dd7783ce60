"""What rules for a program's code make of a test file, for a person to apply."""

from __future__ import annotations

import contextlib
import importlib
import inspect
import sys
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from testfix_pipeline.core.records import Failure
from testfix_pipeline.core.update_records import Update
from testfix_pipeline.execution.in_target import testfix_library_uses
from testfix_pipeline.repair.language.library_fixes import LibraryFix
from testfix_pipeline.repair.languages.python.libraries.inquiry.answer import LibraryName, LostName, NameUse, Substitute
from testfix_pipeline.repair.languages.python.libraries.inquiry.removals import library_removals, removal_of
from testfix_pipeline.repair.languages.python.libraries.sources.expression_rules import (
    expression_fixes,
    expression_rules,
    extensions,
)
from testfix_pipeline.repair.languages.python.libraries.sources.name_fixes import NameFixes
from testfix_pipeline.repair.languages.python.source import SourceFile
from testfix_pipeline.updates.pins import PYTHON

_uses_of: Any = testfix_library_uses.uses_of


def changed_by_rules(file: str, text: str, failure: Failure) -> str:
    """The text of a test file as the first rule for what a library lacks makes it; "" where none is known.

    failure: of a test in it, with its update. What went from the library together goes together.
    """
    update = failure.update
    if update is None or not (changed := _changed(file, text, failure, update)):
        return ""
    for symbol in _siblings(update.symbol):
        if symbol.rpartition(".")[2] in changed:
            sibling = update.model_copy(update={"symbol": symbol, "replacement": ""})
            changed = _changed(file, changed, failure, sibling) or changed
    return changed


def _siblings(symbol: str) -> Iterator[str]:
    """The other names that the same part of the table of rules is about."""
    said = {rule.says.partition(":")[0] for rule in expression_rules() if symbol in rule.gone}
    rules = (rule for rule in expression_rules() if rule.says.partition(":")[0] in said)
    return (name for rule in rules for name in rule.gone if name != symbol)


def _changed(file: str, text: str, failure: Failure, update: Update) -> str:
    source = SourceFile(file, text.encode())
    if not source.parses:
        return ""
    files = {file: source}
    lost, names = list(_lost(update, list(_uses(file, text)))), NameFixes(files, frozenset())
    makers: tuple[Callable[[], Iterable[LibraryFix]], ...] = (
        lambda: expression_fixes([failure], lost, files),
        lambda: names.joint(lost),
        lambda: names.single(lost),
    )
    fixes = (fix for make in makers for fix in make())
    return next((fix.texts[file] for fix in fixes if file in fix.texts), "")


def _uses(file: str, text: str) -> Iterator[NameUse]:
    for one in _uses_of(text.encode()):
        yield NameUse(file, tuple(one.position), one.how, one.module, tuple(one.path), one.local, one.guarded)


def _lost(update: Update, uses: Iterable[NameUse]) -> Iterator[LostName]:
    """What a library lacks, and modules of a package that is gone which are packages of their own now."""
    module, _, name = update.symbol.rpartition(".")
    known = update.library, update.version
    named = [(".".join([use.module, *use.path]), use) for use in uses]
    sites = tuple(use for full, use in named if f"{full}.".startswith(f"{update.symbol}."))
    yield LostName(LibraryName(module, "", name), not module, *known, sites, tuple(_substitutes(update)))
    prefix = extensions().get(update.symbol, "")
    inner = {full.removeprefix(f"{update.symbol}.").partition(".")[0] for full, _ in named if prefix}
    for one in sorted(inner):
        whole = tuple(use for full, use in named if f"{full}.".startswith(f"{update.symbol}.{one}."))
        package = Substitute(LibraryName("", "", prefix + one), "removals", "", 1.0, is_module=True)
        yield LostName(LibraryName(update.symbol, "", one), True, *known, whole, (package,))


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
