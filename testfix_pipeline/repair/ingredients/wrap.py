"""Producer: an expression in a form that the project uses elsewhere, or that is usual for its type."""

from __future__ import annotations

import ast
import json
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from testfix_pipeline.repair.edits.edit import Edit, Target
from testfix_pipeline.repair.edits.scope import reach_of
from testfix_pipeline.repair.ingredients.enumerate import each_once
from testfix_pipeline.repair.ingredients.mined import Form, likeliest, mined, word
from testfix_pipeline.repair.ingredients.priors import prior
from testfix_pipeline.repair.ingredients.slots import CALLEE, CONDITION, EXCEPTION, RECEIVER, Slot, slots
from testfix_pipeline.repair.ingredients.static_types import ANY, OWNERS, Types, compatible
from testfix_pipeline.repair.remembered import remembered
from testfix_pipeline.repair.source import SourceFile
from testfix_pipeline.repair.templates import precedence

RATES = Path(__file__).parents[1] / "learned" / "conversions.json"
MOST = 30
NUMBER, ITEMS = frozenset({"int", "float"}), frozenset({"list", "tuple"})
TEXTS, ALL = frozenset({"str", "bytes"}), frozenset({"list", "tuple", "set", "dict", "str"})
USUAL: tuple[tuple[str, str, int, Types], ...] = (
    ("", " + 1", precedence.SUM, NUMBER),
    ("", " - 1", precedence.SUM, NUMBER),
    ("-", "", precedence.SIGN, NUMBER),
    ("max(0, ", ")", precedence.TEST, NUMBER),
    ("", " or []", precedence.OR, ITEMS),
    ("", " or {}", precedence.OR, frozenset({"dict"})),
    ("", ' or ""', precedence.OR, TEXTS),
    ("", " or 0", precedence.OR, NUMBER),
    ("", " or None", precedence.OR, ANY),
    ("", "[0]", precedence.ATOM, ALL),
    ("", "[-1]", precedence.ATOM, ALL),
    ("", "[1:]", precedence.ATOM, ALL),
    ("", "[:-1]", precedence.ATOM, ALL),
    ("len(", ")", precedence.TEST, ALL),
    ("await ", "", precedence.AWAIT, ANY),
    ("(", ",)", precedence.TEST, ANY),
    ("[", "]", precedence.TEST, ANY),
    ("not ", "", precedence.NOT, ANY),
    ("", " is not None", precedence.BIT_OR, ANY),
    ("", " is None", precedence.BIT_OR, ANY),
)
"""Forms that any code may need, with how tightly the value has to bind and the types that have them."""


def wrapped(target: Target) -> Iterator[Edit]:
    """The forms that values of this name have in the file, those of all its values, then those that are usual."""
    for slot in slots(target):
        if slot.role in (CALLEE, EXCEPTION) or isinstance(slot.node, ast.JoinedStr):
            continue
        yield from (slot.put(text, "wrap", rank) for rank, text in enumerate(each_once(_texts(slot), slot.text, MOST)))


def _texts(slot: Slot) -> Iterator[str]:
    target, given = slot.target, slot.accepts if slot.role != CONDITION else ANY
    with_self = "self" in reach_of(target)
    own = likeliest(mined(target.source).words.get(word(slot.node), Counter()))[: MOST // 3]
    for form, _ in [*own, *_of_file(target.source)[: MOST // 2]]:
        if form.needs_self <= with_self and (not form.method or compatible(OWNERS.get(form.method, ANY), given)):
            yield form.filled(slot.inside(form.needed))
    for before, after, needed, types in USUAL:
        if compatible(types, given) and (slot.role != RECEIVER or after.startswith("[")):
            yield f"{before}{slot.inside(needed)}{after}"
    for before, after in conversions(slot.role):
        yield f"{before}{slot.inside(precedence.ATOM if after.startswith('.') else precedence.TEST)}{after}"


@remembered(128)
def _of_file(source: SourceFile) -> list[tuple[Form, float]]:
    """The forms that make a value of a value, without plain attributes."""
    found = mined(source).forms
    return likeliest({form: count for form, count in found.items() if form.of in ("Call", "BinOp", "UnaryOp", "BoolOp")})


@cache
def conversions(role: str) -> list[tuple[str, str]]:
    """The conversions of values, the most frequent ones of the standard library first."""
    rates: dict[str, dict[str, float]] = json.loads(RATES.read_text())
    rate = rates.get(role, rates["argument"])
    names = sorted(rate, key=lambda name: -rate[name])
    return [("", name) if name.startswith(".") else (f"{name}(", ")") for name in names]


def prefixed(target: Target) -> Iterator[Edit]:
    """A text as a formatted, raw, byte or plain one."""
    for slot in slots(target):
        node, text = slot.node, slot.text
        if not isinstance(node, (ast.Constant, ast.JoinedStr)) or not text.endswith(("'", '"')):
            continue
        bare = text.lstrip("bBfFrRuU")
        given = text[: len(text) - len(bare)].lower()
        others = [one for one in ("f", "r", "b", "u", "") if one != given]
        for rank, one in enumerate(others):
            yield target.replace(node, one + bare, "wrap.prefix", prior("wrap.prefix", rank), one + bare[:30])
