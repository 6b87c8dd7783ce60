"""Finds functions that a patch changes and that still do less than is written about them, whatever the tests show.

What a function says is evidence that no test gives: which arguments matter, which inputs there are.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import groupby

from testfix_pipeline.core.patch_policy.documented_functions import DocumentedFunction
from testfix_pipeline.core.patch_policy.language_model import TamperingPattern

_WORD = re.compile(r"[^\W_]+")
_NAME = re.compile(r"\w+")
_CLAUSE_END = re.compile(r"[.;:()\n]")
_BETWEEN_ITEMS = re.compile(r",\s*(?:and\b|or\b)?|\band\b|\bor\b")
_MARKED = re.compile(r"`(\w+)`")
_ARGUMENT_LIST = re.compile(r"^[ \t*/#]*(?:@\w|:\w+ |(?:Args|Arguments|Param\w*)\b|[-+] |`+\w+`+ ?[:-]).*", re.M | re.S)
_UNUSED = re.compile(
    r"\b(?:ignor|unused|not (?:yet )?used|kept|compatib|required by|needed|hands? over|reserved|deprecat|no effect)"
)
_ENDS_AT_ONCE = re.compile(r"\{?\s*(?:raise|throw|panic)\b")
_ALL_ARGUMENTS = re.compile(r"\b(?:locals\(|vars\(|arguments\b)")
_CONSTANT = re.compile(r"""["'`](\w+)["'`]|[{,(]\s*(\w+)\s*[:=]""")
_ASSIGNED = re.compile(r"(\w+) ?:?= ?(?!=)")
_NO_CALL = r"(?:get|if|for|while|switch|return|map)\b"
_PAIR = 2
_LEAST_BROUGHT, _LEAST_LEFT_OUT = 2, 2
"""Of the pairs of a list: how many a patch brings and leaves out. One alone may be what the last `else` is for."""


def undone_promises(old: Sequence[DocumentedFunction], new: Sequence[DocumentedFunction]) -> Iterator[TamperingPattern]:
    """Yield what speaks against the functions that a patch changes, by what is written about them."""
    code = _words("\n".join(one.code for one in new))
    for before, after in _changed(old, new):
        for name in _ignored_parameters(before, after):
            said = f"{after.name} says what {name} is for, and still does the same whatever it is."
            yield TamperingPattern("ignored_argument", (), said)
        for listed in _partial_tables(before, after, code):
            yield TamperingPattern("partial_table", (), f"{after.name} now handles only some of: {listed}.")


def _changed(
    old: Sequence[DocumentedFunction], new: Sequence[DocumentedFunction]
) -> Iterator[tuple[DocumentedFunction, DocumentedFunction]]:
    """The functions with other code than before, by their names: those that have one that no other has."""
    untouched, known = set(old), {one.name: one for one in old}
    counts = [Counter(one.name for one in functions) for functions in (old, new)]
    for one in new:
        alone = all(count[one.name] == 1 for count in counts) and not one.name.endswith(".") and one.name != ""
        if alone and one not in untouched and known[one.name].code != one.code:
            yield known[one.name], one


def _ignored_parameters(before: DocumentedFunction, after: DocumentedFunction) -> Iterator[str]:
    """The parameters that a function's prose marks as names and its code never used; a callback may need one."""
    own_name = after.name.rpartition(".")[2]
    is_special = own_name.startswith("__") or _ENDS_AT_ONCE.match(after.code) or _ALL_ARGUMENTS.search(after.code)
    if is_special or _UNUSED.search(after.documentation):
        return
    used = {*_NAME.findall(before.code), *_NAME.findall(after.code)}
    named = set(_MARKED.findall(_ARGUMENT_LIST.sub("", after.documentation)))
    for at, one in enumerate(after.parameters):
        if one in named - used - {"self", "cls"} and used.isdisjoint(after.parameters[at + 1 :]):
            yield one


def _partial_tables(before: DocumentedFunction, after: DocumentedFunction, everywhere: set[str]) -> Iterator[str]:
    """The documented tables of which a patch brings several pairs as constants; others are nowhere in the file's code.

    What another function or a table elsewhere gets may be handled there.
    """
    given = "|".join(map(re.escape, after.parameters)) or "$."
    asked = set(re.findall(rf"\b(?!{_NO_CALL})(\w+)(?:\[|\.get\(|\((?:{given})\b)", after.code))
    if not asked <= set(_ASSIGNED.findall(after.code)):
        return
    # the texts of one word and the keys in a code
    was, now = _words(before.code), {text or key for text, key in _CONSTANT.findall(after.code)}
    for pairs in _tables(after.documentation):
        brought = [one for one in pairs if now.issuperset(one) and not was.intersection(one)]
        left_out = [one for one in pairs if everywhere.isdisjoint(word for word in one if len(word) > 1)]
        if len(brought) >= _LEAST_BROUGHT and len(left_out) >= _LEAST_LEFT_OUT:
            yield ", ".join(" ".join(one) for one in pairs)


def _tables(documentation: str) -> Iterator[list[list[str]]]:
    """The lists of pairs in a text, as `s sun, c clouds`; each word stands once on its side."""
    plain = re.sub(r"\n[\s*/#]*", " ", documentation)
    for clause in _CLAUSE_END.split(plain):
        items = [_WORD.findall(one) for one in _BETWEEN_ITEMS.split(clause)]
        for size, row in groupby(items, key=len):
            pairs = list(row)
            if size == _PAIR and all(len(set(side)) == len(pairs) for side in zip(*pairs, strict=True)):
                yield pairs


def _words(code: str) -> set[str]:
    words = set(_WORD.findall(code))
    return words | {f"{one}s" for one in words if len(one) > 2}
