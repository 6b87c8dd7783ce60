"""What is done beside like statements elsewhere: `entries.pop(key)` in front of each `entries[key] = ...`."""

from __future__ import annotations

import ast
import itertools
import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from testfix_pipeline.core.python_code import names_in
from testfix_pipeline.repair.languages.python.analysis.blocks import after, before, siblings_of
from testfix_pipeline.repair.languages.python.analysis.edit import Edit, PythonEditSite
from testfix_pipeline.repair.languages.python.analysis.scope import names_in_scope
from testfix_pipeline.repair.languages.python.analysis.tokens import rename_tokens
from testfix_pipeline.repair.languages.python.edits.updates import can_insert_beside
from testfix_pipeline.repair.languages.python.ingredients.mined_expressions import MinedLine, mined, module_reach
from testfix_pipeline.repair.languages.python.source import SourceFile

_MOST_ALIKE = 4


def propose_companions(target: PythonEditSite) -> Iterator[Edit]:
    """The neighbours of statements of the file that call the same method, or change the same state, as this one does.

    A name that the other statement has where this one has another is exchanged for it.
    """
    source, own = target.source, _change(target.source, target.stmt)
    if own is None or not can_insert_beside(target):
        return
    known = {target.text(one) for one in siblings_of(source, target.stmt)[0]}
    changes = ((one, _change(source, one.node)) for one in _lines_by_distance(target))
    alike = ((one, change) for one, change in changes if change is not None and own.is_like(change))
    for other, change in itertools.islice(alike, _MOST_ALIKE):
        names = _exchanged(other.node, target.stmt)
        prior = 0.9 if own == change else 0.6
        block, at = siblings_of(source, other.node)
        for beside, put in ((block[at - 1 : at], before), (block[at + 1 : at + 2], after)):
            line = _readable(target, beside[0], names) if beside else ""
            edit = put(target, [line], "insert.as-elsewhere", prior, line) if line and line not in known else None
            if edit is not None:
                yield edit


def _lines_by_distance(target: PythonEditSite) -> list[MinedLine]:
    found = [one for one in mined(target.source).lines if one.node is not target.stmt]
    return sorted(found, key=lambda one: abs(one.node.lineno - target.stmt.lineno))


def _change(source: SourceFile, statement: ast.AST) -> StateChange | None:
    """What a statement calls or writes; None where it does neither."""
    node = statement.value if isinstance(statement, ast.Expr) else statement
    node = node.value if isinstance(node, ast.Await) else node
    if isinstance(node, ast.Call):
        return StateChange.of(source.segment(node.func), False)
    if isinstance(node, ast.AugAssign):
        return StateChange.of(source.segment(node.target), False)
    if isinstance(node, (ast.Assign, ast.Delete)) and isinstance(node.targets[0], (ast.Attribute, ast.Subscript)):
        return StateChange.of(source.segment(node.targets[0]), True)
    return None


def _exchanged(other: ast.stmt, own: ast.stmt) -> Mapping[str, str]:
    """Names of one statement that the other has another name in the place of."""
    theirs, ours = ([one.id for one in ast.walk(node) if isinstance(one, ast.Name)] for node in (other, own))
    return {one: name for one, name in zip(theirs, ours, strict=False) if one != name}


def _readable(target: PythonEditSite, neighbour: ast.stmt, names: Mapping[str, str]) -> str:
    """A neighbour of one line with its names exchanged where that is needed; "" if it reads what is unknown here."""
    line = target.text(neighbour)
    if "\n" in line or _change(target.source, neighbour) is None:
        return ""
    reach = names_in_scope(target) | module_reach(target.source)
    unknown = {one for one in names_in(neighbour) if one not in reach}
    if any(names.get(one) not in reach for one in unknown):
        return ""
    return rename_tokens(line, {one: names[one] for one in unknown}, unknown) if unknown else line


_INDEX = re.compile(r"\[[^\[\]]*\]")


class StateChange(NamedTuple):
    """The code that is called or written, without the index: `this.entries.set`, `self.entries[]`, `self.count`.

    begins: whether it gets a new value as a whole, as in a constructor.
    """

    code: str
    begins: bool

    @classmethod
    def of(cls, code: str, is_assigned: bool) -> StateChange:
        """The change of the code of a call's function, or of what is written."""
        bare = _INDEX.sub("[]", code)
        return cls(bare, is_assigned and not bare.endswith("]"))

    @property
    def state(self) -> str:
        """What is changed, without what is done to it: `this.entries` of `this.entries.set` and of `this.entries[]`."""
        return ".".join(self.code.split("[")[0].split(".")[:2])

    def is_like(self, other: StateChange) -> bool:
        """Whether what is done beside the other change may belong beside this one, too."""
        return self == other or (self.state == other.state and not other.begins)
