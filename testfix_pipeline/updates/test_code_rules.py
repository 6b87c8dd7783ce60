"""The other names that a test file needs for what a library lacks, for a person to apply."""

from __future__ import annotations

import ast
import builtins
from collections.abc import Iterator
from typing import Any

from testfix_pipeline.core import python_code
from testfix_pipeline.core.code_view import dotted, line_range
from testfix_pipeline.core.python_code import FunctionNode
from testfix_pipeline.core.python_imports import imported_names
from testfix_pipeline.core.update_records import Update
from testfix_pipeline.execution.in_target import testfix_library_uses
from testfix_pipeline.execution.pins import PYTHON
from testfix_pipeline.repair.languages.python.libraries.edits.call_rules import renamed_attributes
from testfix_pipeline.repair.languages.python.libraries.inquiry.answer import LibraryName, LostName, NameUse, Substitute
from testfix_pipeline.repair.languages.python.libraries.inquiry.removals import library_removals, removal_of
from testfix_pipeline.repair.languages.python.libraries.recorded.recorded_fixes import position_of
from testfix_pipeline.repair.languages.python.libraries.sources.name_fixes import NameRule
from testfix_pipeline.repair.languages.python.source import SourceFile

_FILE = "test.py"
_uses_of: Any = testfix_library_uses.uses_of


def changed_by_tables(text: str, update: Update, line: int) -> str:
    """The text of a test file with the first name that the tables know for what a library lacks; "" where there is
    none. line: where the use is that failed."""
    removal = removal_of(update.symbol, update.version) if update.library == PYTHON else None
    known = removal.use if removal is not None else library_removals().get(update.symbol, {}).get("use", ())
    return next((changed for one in known if (changed := renamed(text, update.symbol, one, line))), "")


def renamed(text: str, symbol: str, replacement: str, line: int) -> str:
    """The text with another name in the place of a symbol, at all its uses; "" where that is not evident.

    line: where the use is that failed; an attribute of an object is renamed there alone, one of `self` that the file
    does not define at all its uses.
    """
    if not replacement or python_code.parse_or_none(text) is None:
        return ""
    source = SourceFile(_FILE, text.encode())
    holder, _, name = symbol.rpartition(".")
    new, (module, owner) = _substitute(source, symbol, replacement), _parts(holder)
    if owner:
        sites = tuple(NameUse(_FILE, position_of(one)) for one in _members(source, holder, name, line))
        lost = LostName(LibraryName(module, owner, name), sites=sites)
        return renamed_attributes(lost, new, {_FILE: source}).get(_FILE, "")
    lost = LostName(LibraryName(module, "", name), not module, sites=tuple(_uses(text, symbol)))
    return NameRule(lost, new, frozenset()).texts({_FILE: source}).get(_FILE, "")


def _substitute(source: SourceFile, symbol: str, replacement: str) -> Substitute:
    """The full name that a replacement stands for, which may be written with an alias or in the symbol's own holder."""
    holder, _, old = symbol.rpartition(".")
    prefix, _, new = replacement.rpartition(".")
    aliases = _spellings(source, holder)
    if not prefix and new == old and hasattr(builtins, new):
        holder = "builtins"
    elif prefix and prefix not in aliases and not f".{holder}".endswith(f".{prefix}"):
        holder = prefix
    module, owner = _parts(holder)
    return Substitute(LibraryName(module, owner, new), "removals", "")


def _spellings(source: SourceFile, full: str) -> set[str]:
    """By which expressions a file names a module, or a class."""
    return {one.spelling for one in imported_names(source.nodes) if one.whole == full and not one.level}


def _parts(holder: str) -> tuple[str, str]:
    """Module and class of what has a name, as far as the spelling tells."""
    module, _, last = holder.rpartition(".")
    return (module, last) if last[:1].isupper() else (holder, "")


def _uses(text: str, symbol: str) -> Iterator[NameUse]:
    for one in _uses_of(text.encode()):
        if f"{'.'.join([one.module, *one.path])}.".startswith(f"{symbol}."):
            yield NameUse(_FILE, tuple(one.position), one.how, one.module, tuple(one.path), one.local)


def _members(source: SourceFile, holder: str, name: str, line: int) -> list[ast.Attribute]:
    """The attributes that a class lost: those at the line, of the class itself, and of `self` where the line has one
    of these that the file does not define."""
    named = [node for node in source.nodes if isinstance(node, ast.Attribute) and node.attr == name]
    asked = [node for node in named if line in line_range(node)]
    is_defined = any(isinstance(node, FunctionNode) and node.name == name for node in source.nodes)
    owners = _spellings(source, holder)
    owners |= set() if is_defined else {"self", "cls"} & {dotted(node.value) for node in asked}
    return [node for node in named if node in asked or dotted(node.value) in owners]
