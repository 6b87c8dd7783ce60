"""Names and attributes that are read and never bound: the missing assignment, as others of the name are made."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from testfix_pipeline.repair.languages.python.edits.blocks import before
from testfix_pipeline.repair.languages.python.edits.consume import recent
from testfix_pipeline.repair.languages.python.edits.corpus import corpus_of
from testfix_pipeline.repair.languages.python.edits.edit import Edit, Target
from testfix_pipeline.repair.languages.python.edits.scope import likeness, local_names
from testfix_pipeline.repair.languages.python.edits.traces import attributes, loose_ends
from testfix_pipeline.repair.languages.python.edits.translate import placed, translated
from testfix_pipeline.repair.languages.python.source import Function, FunctionNode, own_nodes

EMPTY_FOR = {
    "append": "[]",
    "extend": "[]",
    "insert": "[]",
    "sort": "[]",
    "add": "set()",
    "discard": "set()",
    "update": "{}",
    "get": "{}",
    "items": "{}",
    "keys": "{}",
    "values": "{}",
    "setdefault": "{}",
    "join": "''",
    "strip": "''",
    "split": "''",
}
MOST = 10


def names(target: Target) -> Iterator[Edit]:
    """A name that nothing binds, bound before the first statement of its function that reads it."""
    if target.function is None or isinstance(target.stmt, (*FunctionNode.__args__, ast.ClassDef)):
        return
    unbound = loose_ends(target.source, target.function).unbound
    for node in target.expressions(ast.Name):
        assert isinstance(node, ast.Name)
        if node.id in unbound:
            yield from _bound_here(target, node)
            return


def _bound_here(target: Target, node: ast.Name) -> Iterator[Edit]:
    at = target.source.block(target.stmt)[0]
    if target.source.owns_line(target.stmt):
        for rank, (text, share) in enumerate(_assignments(target, node.id)):
            prior = 0.85 * share / (1 + 0.12 * rank)
            first = text.strip().split("\n")[0][:50]
            yield target.splice(at, at, placed(target, text, at), "name-bound", prior, first)
    for rank, value in enumerate(_values(target, node)):
        edit = before(target, [f"{node.id} = {value}"], "name-bound", 0.6 / (1 + 0.15 * rank), value)
        if edit:
            yield edit


def _assignments(target: Target, name: str) -> list[tuple[str, float]]:
    """Statements of the project that bind a local of this name, in names of this place; the likeliest first."""
    found: dict[str, float] = {}
    for site in corpus_of(target.project).by_word.get(name, ()):
        if isinstance(site.stmt, (ast.Assign, ast.AnnAssign)) and name in _stored(site.stmt) and site.is_small(8):
            for text, share in translated(target, site, {}, frozenset({name})):
                found[text] = 1 - (1 - found.get(text, 0.0)) * (1 - share * _nearness(target, site.function))
    return sorted(found.items(), key=lambda item: (-item[1], item[0]))[:MOST]


def _stored(stmt: ast.stmt) -> set[str]:
    return {n.id for n in own_nodes(stmt) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)}


def _nearness(target: Target, function: Function | None) -> float:
    if function is None or target.function is None:
        return 0.4
    same = 0.2 if function.owner is not None and function.owner is target.function.owner else 0.0
    return min(0.95, 0.55 + same + 0.3 * likeness(function.name, target.function.name))


def _values(target: Target, node: ast.Name) -> list[str]:
    """What the name could be without a model: what its uses ask for, an attribute or parameter of like name."""
    assert target.function is not None
    found: dict[str, None] = {}
    for use in ast.walk(target.function.node):
        if isinstance(use, ast.Name) and use.id == node.id:
            found.update(dict.fromkeys(_asked_for(target, use)))
    name = node.id
    own = [attr for attr in ("self." + name, "self._" + name) if attr[5:] in attributes(target.project)]
    found.update(dict.fromkeys(own if target.function.owner else ()))
    found.update(dict.fromkeys(n for n in local_names(target) if n != name and likeness(n, name) > 0.7))
    found.update(dict.fromkeys(recent(target, name)[:2]))
    found.update(dict.fromkeys(("None", "[]", "0", "{}", "''", "False", "set()")))
    return list(found)[:MOST]


def _asked_for(target: Target, use: ast.Name) -> Iterator[str]:
    parent = target.source.parents[use]
    if isinstance(parent, ast.Attribute) and parent.attr in EMPTY_FOR:
        yield EMPTY_FOR[parent.attr]
    elif isinstance(parent, ast.Subscript) and parent.value is use:
        yield "{}"
    elif isinstance(parent, ast.AugAssign) and isinstance(parent.value, ast.Constant):
        yield "''" if isinstance(parent.value.value, str) else "0"
    elif isinstance(parent, (ast.If, ast.While)) or (
        isinstance(parent, ast.UnaryOp) and isinstance(parent.op, ast.Not)
    ):
        yield "False"
