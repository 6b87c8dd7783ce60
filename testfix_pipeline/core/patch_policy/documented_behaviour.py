"""Finds functions that a patch changes and that still do less than is written about them, whatever the tests show.

What a function says is evidence that no test gives: which arguments matter, which inputs there are, what a key is for.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import groupby

from testfix_pipeline.core.patch_policy.documented_functions import DocumentedFunction
from testfix_pipeline.core.patch_policy.language_model import TamperingPattern

_WORD = re.compile(r"[^\W_]+")
_NAME = re.compile(r"\w+")
_CLAUSE_END = re.compile(r"[.;:()\n]")
_BETWEEN_ITEMS = re.compile(r",\s*(?:and\b|or\b)?|\band\b|\bor\b")
_UNUSED = re.compile(r"\b(?:ignored?|unused|not used)\b")
_LONGEST_ITEM = 2
_LEAST_BROUGHT, _LEAST_LEFT_OUT = 2, 2
"""Of the items of a list: how many a patch brings and leaves out. One alone may be what the last `else` is for."""
_KEYED = r"(?:\.(?:get|has|set|setdefault|pop|delete)\(|\[)"
_STORED = re.compile(r"\b(?:self|this|[a-z]\w*)\.(#?\w+) ?(?:[-+*/]?=(?!=)|\+\+|--) ?(\w*)")
_GUARD = r"\bif\b([^\n]*)(?:[:)]\s*return\b|\{[^}]*\breturn\b)"
_DECISION = re.compile(rf"{_GUARD}|\breturn\b([^\n]*[<>=!?][^\n]*)")
"""A condition of what is returned under it, or a comparison that is returned."""
_FLAGS = frozenset({"true", "false", "True", "False", "null", "nil", "None"})


def undone_promises(old: Sequence[DocumentedFunction], new: Sequence[DocumentedFunction]) -> Iterator[TamperingPattern]:
    """Yield what speaks against the functions that a patch changes, by what is written about them."""
    known = {one.name: one for one in old}
    changed = [(known[one.name], one) for one in new if one.name in known and known[one.name].code != one.code]
    for before, after in changed:
        for name in _ignored_parameters(before, after):
            said = f"{after.name} says what {name} is for, and still does the same whatever it is."
            yield TamperingPattern("ignored_argument", (), said)
        for listed in _partial_lists(before, after):
            yield TamperingPattern("partial_table", (), f"{after.name} now handles only some of: {listed}.")
    attributes = {name for one in old for name in re.findall(r"\.(#?\w+)", one.code)}
    yield from _common_state(changed, attributes)


def _ignored_parameters(before: DocumentedFunction, after: DocumentedFunction) -> Iterator[str]:
    """The parameters that a function's documentation names and its code never did; one letter may be any word."""
    used = {*_NAME.findall(before.code), *_NAME.findall(after.code)}
    named = set(_NAME.findall(after.documentation)) if not _UNUSED.search(after.documentation) else set()
    yield from (one for one in after.parameters if len(one) > 1 and one in named - used)


def _partial_lists(before: DocumentedFunction, after: DocumentedFunction) -> Iterator[str]:
    """The documented lists of which a patch brings several items into the code and leaves others out."""
    was, now = _words(before.code), _words(after.code)
    for items in _listed(after.documentation):
        brought = [one for one in items if not was.intersection(one) and now.intersection(one)]
        left_out = [one for one in items if not now.intersection(one)]
        if len(brought) >= _LEAST_BROUGHT and len(left_out) >= _LEAST_LEFT_OUT:
            yield ", ".join(" ".join(one) for one in items)


def _listed(documentation: str) -> Iterator[list[list[str]]]:
    """The lists of a text, as `minutes, hours and days`: items of as many words each."""
    plain = re.sub(r"\s*\n[\s*/#]*", " ", documentation)
    for clause in _CLAUSE_END.split(plain):
        items = [_WORD.findall(one) for one in _BETWEEN_ITEMS.split(clause)]
        for size, row in groupby(items, key=len):
            yield from [list(row)] if 0 < size <= _LONGEST_ITEM else []


def _words(code: str) -> set[str]:
    words = set(_WORD.findall(code))
    return words | {f"{one}s" for one in words if len(one) > 2}


def _common_state(
    changed: Sequence[tuple[DocumentedFunction, DocumentedFunction]], known: set[str]
) -> Iterator[TamperingPattern]:
    """Yields new attributes that are the same for all keys and decide about the entry of one."""
    keyed = [after for before, after in changed if _lookup(before) or _lookup(after)]
    stored = [found for one in keyed for found in _STORED.findall(one.code)]
    flags = {name for name, value in stored if value in _FLAGS}
    answering = [after for before, after in changed if _returns_entry(before) or _returns_entry(after)]
    for name in sorted({name for name, _ in stored} - known - flags):
        deciding = next((one for one in answering if _decides_by(one, name)), None)
        if deciding is not None:
            said = f"{deciding.name} answers for a key, and decides by {name}, which all keys share."
            yield TamperingPattern("common_state", (), said)


def _lookup(function: DocumentedFunction) -> str:
    """The pattern of what looks up one of a function's parameters; "" if nothing does."""
    found = rf"{_KEYED}(?:{'|'.join(map(re.escape, function.parameters))})\b"
    return found if function.parameters and re.search(found, function.code) else ""


def _returns_entry(function: DocumentedFunction) -> bool:
    """Whether a function returns a key's entry, or what it says about it; a local name may hold the entry."""
    looked_up = _lookup(function)
    held = re.findall(rf"(\w+) :?= [^\n]*{looked_up}", function.code) if looked_up else []
    entries = "|".join([looked_up, *(rf"\b{one}\b" for one in held)])
    return bool(looked_up) and re.search(rf"\breturn\b[^\n]*(?:{entries})", function.code) is not None


def _decides_by(function: DocumentedFunction, name: str) -> bool:
    """Whether what a function returns depends on a comparison with an attribute."""
    own = re.compile(rf"\.{re.escape(name)}(?!\w)")
    conditions = (" ".join(found) for found in _DECISION.findall(function.code))
    return any(map(own.search, conditions))
