"""A condition that asks for one of several like constants, where another counts as well: `x in (FAILED, SKIPPED)`."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from testfix_pipeline.repair.edits.donors import names_in_reach
from testfix_pipeline.repair.edits.edit import Edit, Target
from testfix_pipeline.repair.edits.roles import others_in_the_role
from testfix_pipeline.repair.edits.scope import members_of
from testfix_pipeline.repair.remembered import remembered
from testfix_pipeline.repair.source import SourceFile, places_of

KIND = "alternative-added"
PRIOR, MOST, FURTHER = 0.4, 6, 0.8
YES, NO = (ast.Eq, ast.Is, ast.In), (ast.NotEq, ast.IsNot, ast.NotIn)
WILD = frozenset({"ANY", "ALL", "EVERY", "WILDCARD", "STAR", "DEFAULT", "EVERYWHERE", "GLOBAL"})


def added(target: Target) -> Iterator[Edit]:
    """`x == A` as `x in (A, B)`, `x != A` as `x not in (A, B)`, and one more of `x in (A, B)`."""
    for node in target.expressions(ast.Compare):
        assert isinstance(node, ast.Compare)
        operator, right = node.ops[0], node.comparators[0]
        if len(node.ops) > 1 or not isinstance(operator, (*YES, *NO)):
            continue
        many = isinstance(operator, (ast.In, ast.NotIn))
        if isinstance(operator, (ast.Is, ast.IsNot)) and not isinstance(right, ast.Attribute):
            continue  # members of an enum alone
        given = list(getattr(right, "elts", ())) if many else [right]
        if not given or any(isinstance(one, ast.Starred) for one in given):
            continue
        texts = [target.text(one) for one in given]
        word = "in" if isinstance(operator, YES) else "not in"
        alike = _alike(target, given[0])
        if not alike and isinstance(operator, (ast.Eq, ast.NotEq)) and _is_variable(given[0]):
            alike = _wild(target.source)
        others = [other for other in alike if other not in texts and other != target.text(node.left)]
        for rank, other in enumerate(others[:MOST]):
            inner = ", ".join([*texts, other])
            text = f"{target.text(node.left)} {word} ({inner})"
            yield target.replace(node, text, KIND, PRIOR * FURTHER**rank, f"{word} ({inner})"[:50])


def _is_variable(node: ast.expr) -> bool:
    """Whether it is no constant: neither written out nor by its name."""
    return isinstance(node, (ast.Name, ast.Attribute)) and not ast.unparse(node).rpartition(".")[2].isupper()


def _wild(source: SourceFile) -> list[str]:
    """Constants of the module that are called like what stands for anything, or for nothing in particular."""
    return [name for name in _constants(source) if name.strip("_").rpartition("_")[2] in WILD]


def _alike(target: Target, node: ast.expr) -> list[str]:
    """Other constants of the kind: of the module, members of the class, texts and numbers in the same role."""
    if isinstance(node, ast.Constant):
        return others_in_the_role(target, node)
    if isinstance(node, ast.Name) and node.id.isupper():
        groups = (_constants(source) for source in (target.source, *target.project))
        values = next((group for group in groups if node.id in group), {})
        mine = type(values.get(node.id))
        reach = _spoken(target.source) | names_in_reach(target)
        return [name for name, value in values.items() if name != node.id and type(value) is mine and name in reach]
    if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
        owner, around = node.value.id, target.function.owner if target.function else None
        classes = [source.classes[owner] for source in (target.source, *target.project) if owner in source.classes]
        of_object = owner in ("self", "cls") and around is not None and node.attr.isupper()
        members = [members_of(one) for one in ([around] if of_object and around else classes)]
        found = next((names for names in members if node.attr in names), [])
        return [f"{owner}.{name}" for name in found if name != node.attr and (name.isupper() or not of_object)]
    return []


@remembered(64)
def _spoken(source: SourceFile) -> frozenset[str]:
    """All names that the file says: one that it imports by a star is among them where it is used."""
    return frozenset(node.id for node in ast.walk(source.tree) if isinstance(node, ast.Name))


@remembered(64)
def _constants(source: SourceFile) -> dict[str, object]:
    """Constants of the module that are a text or number, or numbered by unpacking, with the value."""
    found: dict[str, object] = {}
    for stmt in source.tree.body:
        value = stmt.value if isinstance(stmt, (ast.Assign, ast.AnnAssign)) else None
        place = places_of(stmt)[0] if isinstance(stmt, (ast.Assign, ast.AnnAssign)) else None
        if value is not None and isinstance(place, ast.Name) and place.id.isupper():
            found[place.id] = value.value if isinstance(value, ast.Constant) else value
        elif isinstance(stmt, ast.Assign) and isinstance(stmt.targets[0], ast.Tuple):
            names = [one.id for one in stmt.targets[0].elts if isinstance(one, ast.Name) and one.id.isupper()]
            values = getattr(stmt.value, "elts", [])
            given = [one.value for one in values if isinstance(one, ast.Constant)]
            found.update(zip(names, given if len(given) == len(names) else [0] * len(names), strict=True))
    return found
