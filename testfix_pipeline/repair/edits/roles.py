"""Constants in the place of others that play the same role: keys of the same mapping, answers to the same question."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence

from testfix_pipeline.core.code_view import last_name
from testfix_pipeline.repair.edits.edit import Edit, Target
from testfix_pipeline.repair.remembered import remembered
from testfix_pipeline.repair.source import SourceFile, places_of

Role = tuple[str, str]
MOST = 8
KEYED = {"get", "pop", "setdefault"}
LONGEST = 40


def constants(target: Target) -> Iterator[Edit]:
    """Another constant of the project in the role of one of the statement's, the nearest in the file first."""
    for node in target.expressions(ast.Constant):
        assert isinstance(node, ast.Constant)
        own = target.text(node)
        for rank, text in enumerate(others_in_the_role(target, node)[:MOST]):
            yield target.replace(node, text, "constant.by-role", 0.5 / (1 + 0.15 * rank), f"{own} -> {text}"[:60])


def others_in_the_role(target: Target, node: ast.Constant) -> list[str]:
    """Texts of other constants of the project, of the same type, that are there for the same."""
    found: dict[str, None] = {}
    for role in roles_of(target.source, node):
        for source in (target.source, *(one for one in target.project if one is not target.source)):
            known = _by_role(source).get(role, ())
            near = sorted(known, key=lambda one: abs(one.lineno - node.lineno)) if source is target.source else known
            alike = (one for one in near if type(one.value) is type(node.value) and one.value != node.value)
            found.update(dict.fromkeys(map(source.segment, alike)))
    return list(found)


@remembered(256)
def _by_role(source: SourceFile) -> Mapping[Role, Sequence[ast.Constant]]:
    """The constants of a file by what they are there for."""
    found: dict[Role, list[ast.Constant]] = {}
    for node in ast.walk(source.tree):
        if isinstance(node, ast.Constant) and source.is_real(node) and len(source.segment(node)) <= LONGEST:
            for role in roles_of(source, node):
                found.setdefault(role, []).append(node)
    return found


def roles_of(source: SourceFile, node: ast.Constant) -> Iterator[Role]:
    """What a text or number is there for; nothing for any other constant."""
    parent = source.parents.get(node)
    if isinstance(node.value, bool) or not isinstance(node.value, (str, bytes, int, float)):
        return
    if isinstance(parent, ast.Subscript) and parent.slice is node:
        yield "key", _name(parent.value)
    elif isinstance(parent, ast.Call) and node in parent.args:
        keyed = isinstance(parent.func, ast.Attribute) and parent.func.attr in KEYED and parent.args[0] is node
        if keyed:
            yield "key", _name(parent.func.value)  # type: ignore[attr-defined]
        else:
            yield f"argument {parent.args.index(node)}", _name(parent.func)
    elif isinstance(parent, ast.keyword) and parent.arg:
        yield "option", parent.arg
        yield from _of_text(node, parent.arg)
    elif isinstance(parent, (ast.Assign, ast.AnnAssign)):
        yield from (role for place in places_of(parent) for role in _of_text(node, _name(place)))
    elif isinstance(parent, ast.Return):
        function = source.function_of(parent)
        yield from _of_text(node, function.name if function else "")
    elif isinstance(parent, ast.MatchValue):
        subject = next((one.subject for one in source.ancestors(parent) if isinstance(one, ast.Match)), None)
        yield "compared", _name(subject) if subject is not None else ""
    elif isinstance(parent, (ast.Tuple, ast.List, ast.Set)):
        above = source.parents[parent]
        yield from (("compared", _name(one.left)) for one in [above] if isinstance(one, ast.Compare))
    elif isinstance(parent, ast.Compare) and len(parent.comparators) == 1:
        yield "compared", _name(parent.left if parent.comparators[0] is node else parent.comparators[0])
    elif isinstance(parent, ast.Dict) and node in parent.keys:
        yield from (("key", name) for name in _bound_to(source, parent))


def _of_text(node: ast.Constant, name: str) -> Iterator[Role]:
    """That of a text which something is set to, or a function answers: others are compared with it."""
    if name and isinstance(node.value, str):
        yield "compared", name


def _name(node: ast.expr) -> str:
    """The last word of what something is said of: `row` for `row`, `self.row` and `row()`."""
    if isinstance(node, ast.Call):
        return _name(node.func)
    if isinstance(node, ast.Subscript):
        return f"{_name(node.value)}[]"
    return last_name(node)


def _bound_to(source: SourceFile, table: ast.Dict) -> Iterator[str]:
    """The name that a table written out is bound to."""
    parent = source.parents.get(table)
    if isinstance(parent, ast.Assign) and len(parent.targets) == 1:
        yield _name(parent.targets[0])
