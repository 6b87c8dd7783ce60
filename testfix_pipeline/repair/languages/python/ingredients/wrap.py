"""Producers that wrap an expression in a form that the project uses, or that is common for its type."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator

from testfix_pipeline.repair.languages.python.analysis.edit import Edit, PythonEditSite
from testfix_pipeline.repair.languages.python.analysis.scope import names_in_scope, without_defaults
from testfix_pipeline.repair.languages.python.edits.imports import top_level_imports
from testfix_pipeline.repair.languages.python.ingredients.conversions import conversions, conversions_of_items
from testfix_pipeline.repair.languages.python.ingredients.enumerate import condition_forms, distinct_texts
from testfix_pipeline.repair.languages.python.ingredients.forms import common_forms
from testfix_pipeline.repair.languages.python.ingredients.mined_expressions import (
    Form,
    last_name_or_key,
    likeliest,
    mined,
)
from testfix_pipeline.repair.languages.python.ingredients.priors import prior
from testfix_pipeline.repair.languages.python.ingredients.slots import (
    CALLEE,
    CONDITION,
    EXCEPTION,
    Slot,
    proposals_per_slot,
    slots,
)
from testfix_pipeline.repair.languages.python.ingredients.static_types import ANY, are_compatible, typing_of
from testfix_pipeline.repair.languages.python.source import SourceFile
from testfix_pipeline.repair.languages.python.templates import precedence
from testfix_pipeline.repair.model.source_cache import cached_per_search

MOST = 75
WRAPPING_NODES = ("Call", "BinOp", "UnaryOp", "BoolOp", "Await", "Tuple", "List")


def wrap_value(target: PythonEditSite) -> Iterator[Edit]:
    """Proposes the forms of values of this name in the file, those of all its values, then common ones."""
    for slot in slots(target):
        if slot.role in (CALLEE, EXCEPTION) or isinstance(slot.node, ast.JoinedStr):
            continue
        texts = distinct_texts(_wrapped_texts(slot), slot.text, proposals_per_slot(target, MOST))
        yield from (slot.put(text, "wrap", rank) for rank, text in enumerate(texts))


def _wrapped_texts(slot: Slot) -> Iterator[str]:
    target, found = slot.target, mined(slot.target.source)
    types = slot.accepts if slot.role != CONDITION else ANY
    with_self = "self" in names_in_scope(target)
    own = likeliest(found.words.get(last_name_or_key(slot.node), Counter()))[: MOST // 3]
    used_attributes = found.attributes.get(slot.text, Counter()).most_common(MOST // 4)
    attributes = [Form("", f".{name}", precedence.ATOM, "Attribute") for name, _ in used_attributes]
    deciding = condition_forms(target.source, with_self) if slot.role == CONDITION else []
    parent = target.source.parents[slot.node]
    function = target.function.node if target.function is not None else None
    is_list = typing_of(target.source).of(slot.node, function) == {"list"}
    converted = [*conversions(slot.node, parent), *conversions_of_items(slot.node, parent, is_list=is_list)]
    for form in [*(one for one, _ in [*own, *deciding]), *attributes, *converted, *value_forms(target.source)]:
        fits = form.of != "Compare" or slot.role == CONDITION
        if fits and form.needs_self <= with_self and are_compatible(form.takes, types):
            yield form.filled(slot.inside(form.needed))


@cached_per_search(128)
def value_forms(source: SourceFile) -> list[Form]:
    """The forms that turn a value into another one, those of the file and common ones with equal weight."""
    found: dict[tuple[str, str], tuple[float, Form]] = {}
    forms = {form: count for form, count in mined(source).forms.items() if form.of in WRAPPING_NODES}
    for form, part in [*likeliest(forms), *common_forms("value")]:
        known = found.get((form.before, form.after), (0.0, form))[0]
        found[form.before, form.after] = (known + part, form)
    ranked = [form for _, form in sorted(found.values(), key=lambda one: -one[0])]
    return [*ranked[: MOST // 4], *_own_functions(source), *ranked[MOST // 4 :]][: 2 * MOST]


def _own_functions(source: SourceFile) -> list[Form]:
    """Calls of the module's and imported functions with the value as the only argument."""
    simple = {one.name for one in source.functions if one.owner is None and len(without_defaults(one.node.args)) == 1}
    imported_functions = [
        name for name in top_level_imports(source) if name.islower() and f"{name}." not in source.text
    ]
    return [Form(f"{name}(", ")", precedence.TEST, "Call") for name in (*sorted(simple), *imported_functions)][
        : MOST // 4
    ]


def change_prefix(target: PythonEditSite) -> Iterator[Edit]:
    """Proposes another prefix for a text literal: formatted, raw, bytes or none."""
    for slot in slots(target):
        node, text = slot.node, slot.text
        if not isinstance(node, (ast.Constant, ast.JoinedStr)) or not text.endswith(("'", '"')):
            continue
        bare = text.lstrip("bBfFrRuU")
        prefix = text[: len(text) - len(bare)].lower()
        others = [one for one in ("f", "r", "b", "u", "") if one != prefix]
        for rank, one in enumerate(others):
            yield target.replace(node, one + bare, "wrap.prefix", prior(rank), one + bare[:30])
