"""Tables that lack an entry: one named like those that are in, or the key that was asked for."""

from __future__ import annotations

import ast
import itertools
import re
from collections.abc import Iterator, Sequence

from testfix_pipeline.repair.edits.edit import Edit, Target
from testfix_pipeline.repair.edits.scope import likeness, module_names
from testfix_pipeline.repair.edits.traces import words_of

LEAST_ELEMENTS, MOST = 2, 4


def entries(target: Target) -> Iterator[Edit]:
    """An element that the table's other elements and the module's names suggest."""
    for node in target.expressions(ast.Dict, ast.List, ast.Tuple, ast.Set):
        if isinstance(getattr(node, "ctx", None), ast.Store):
            continue
        values = [v for v in (node.values if isinstance(node, ast.Dict) else getattr(node, "elts", [])) if v]
        if len(values) < LEAST_ELEMENTS:
            continue
        at = target.source.span(values[-1])[1]
        for rank, text in enumerate(list(_missing(target, node, values))[:MOST]):
            yield target.splice(at, at, f", {text}", "entry-added", 0.5 / (1 + 0.3 * rank), text[:50])


def _missing(target: Target, node: ast.expr, values: Sequence[ast.expr]) -> Iterator[str]:
    names = [value.id for value in values if isinstance(value, ast.Name)]
    others = _like_named(target, names) if len(names) == len(values) else []
    if not isinstance(node, ast.Dict):
        yield from others
        return
    keys = [key for key in node.keys if isinstance(key, ast.Constant) and isinstance(key.value, str)]
    asked = [key for key in _asked(target) if key not in {repr(k.value) for k in keys}]
    for key in asked:
        word = ast.literal_eval(key)
        ranked = sorted(others, key=lambda name: -likeness(str(word), name))
        yield from (f"{key}: {name}" for name in ranked[:2])
        yield from (f"{key}: {text}" for text in dict.fromkeys(target.text(v) for v in values[-2:]))
    if len(keys) == len(values) == len(names):
        for name in others:
            new = _key_for(name, [str(key.value) for key in keys], names)
            if new is not None:
                yield f"{new!r}: {name}" if target.text(keys[0]).startswith("'") else f'"{new}": {name}'


def _like_named(target: Target, names: Sequence[str]) -> list[str]:
    """Names of the module that begin and end as all elements do and are not in the table; the least used first."""
    start, end = _shared(names)
    if len(start) + len(end) < 2:
        return []
    values, callables = module_names(target.source)
    found = [n for n in (*values, *callables) if n.startswith(start) and n.endswith(end) and n not in names]
    counts = words_of(target.project)
    return sorted(found, key=lambda name: (counts[name], name))


def _shared(names: Sequence[str]) -> tuple[str, str]:
    """The beginning and the end that all names have."""
    start = _beginning(names)
    return start, _beginning([name[::-1] for name in names])[::-1]


def _beginning(names: Sequence[str]) -> str:
    same = itertools.takewhile(lambda letters: len(set(letters)) == 1, zip(*names, strict=False))
    return "".join(letters[0] for letters in same)


def _key_for(name: str, keys: Sequence[str], names: Sequence[str]) -> str | None:
    """The key that stands to a name as the other keys stand to theirs."""
    start, end = _shared(names)
    for change in (str.lower, str.upper, str, str.title):
        if all(
            change(other[len(start) : len(other) - len(end)]) == key for key, other in zip(keys, names, strict=True)
        ):
            return change(name[len(start) : len(name) - len(end)])
    return None


def _asked(target: Target) -> list[str]:
    """Keys that a failing test asked for in vain, as source text."""
    if "KeyError" not in target.clues.errors:
        return []
    found = [m.group(0) for text in target.clues.messages for m in re.finditer(r"^'(?:[^'\\\n]|\\.)+'", text.strip())]
    return list(dict.fromkeys(found))
