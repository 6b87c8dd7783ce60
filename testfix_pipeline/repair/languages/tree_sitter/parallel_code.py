"""What a branch lacks beside its siblings: their statements, with the words in which the branches differ exchanged.

Of `case 'low': ...; case 'high': level = 'High'` the first lacks `level = 'Low'`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from tree_sitter import Node

from testfix_pipeline.core.patch_policy.syntax_nodes import bare, field, text
from testfix_pipeline.repair.languages.tree_sitter.target import TreeTarget
from testfix_pipeline.repair.model.edit import Edit

_MOST_SIBLINGS, _MOST_WORDS = 8, 3
_BLOCKS = ("statement_block", "block", "statement_list")
_NOTHING = ("empty_statement", "comment")
_WORD = re.compile(r"[A-Za-z]+|\d+")


class _Branch(NamedTuple):
    """label: its condition or value. body: the block, the only statement, or the case that `holds` its statements."""

    label: str
    body: Node
    holds: bool

    @property
    def statements(self) -> list[Node]:
        """What it does."""
        inside = self.body.named_children if self.holds else [self.body]
        value = field(self.body, "value")
        found = [one for one in inside if one != value and one.type not in _NOTHING]
        return found[0].named_children if [one.type for one in found] == ["statement_list"] else found


def missing_beside(target: TreeTarget) -> Iterator[Edit]:
    """The statements of sibling branches that the branch around a statement has no counterpart of."""
    node = target.stmt.node
    for branch, siblings in _branches(target, node):
        own = [bare(text(one)) for one in branch.statements]
        for sibling in siblings:
            exchanged = _exchanged(sibling.label, branch.label)
            if exchanged is None:
                continue
            theirs = [_with_words(text(one), exchanged) for one in sibling.statements]
            missing = [at for at, one in enumerate(theirs) if bare(one) not in own]
            if len(missing) == 1 or not own:
                yield from _put_in(target, branch, theirs, missing)


def _branches(target: TreeTarget, node: Node) -> Iterator[tuple[_Branch, Sequence[_Branch]]]:
    """The branches that a statement begins or lies in directly, each with its siblings, the nearest first."""
    holder = node
    if node.type != "if_statement" and node.type not in target.forms.cases:
        around = (one for one in target.source.syntax.above(node) if one.type not in _BLOCKS)
        holder = next(around, node)
    if holder.type == "else_clause":
        holder = target.source.syntax.parent(holder) or holder
    every = _chain(target, holder) if holder.type == "if_statement" else list(_cases(target, holder))
    for own in every:
        if own.body.start_byte >= holder.start_byte and own.body.end_byte <= holder.end_byte:
            others = sorted(every, key=lambda one: abs(one.body.start_byte - own.body.start_byte))
            yield own, [one for one in others if one.body != own.body][:_MOST_SIBLINGS]


def _chain(target: TreeTarget, node: Node) -> list[_Branch]:
    """The branches of an `if` with all that is asked before it and after it, and of the `if`s beside it."""
    head = node
    while (outer := _whose_alternative(target, head)) is not None:
        head = outer
    block = target.source.syntax.parent(head)
    found = []
    for start in block.named_children if block is not None else [head]:
        one: Node | None = start if start.type == "if_statement" else None
        while one is not None and one.type == "if_statement":
            body, other = field(one, "consequence"), field(one, "alternative")
            if body is not None:
                found.append(_Branch(text(field(one, "condition")), body, body.type in _BLOCKS))
            if other is not None and other.type == "else_clause":
                other = other.named_children[0] if other.named_children else None
            one = other
    return found


def _whose_alternative(target: TreeTarget, node: Node) -> Node | None:
    """The `if` that goes on with this one."""
    clause = target.source.syntax.parent(node)
    outer = target.source.syntax.parent(clause) if clause is not None and clause.type == "else_clause" else clause
    return outer if field(outer, "alternative") in (node, clause) else None


def _cases(target: TreeTarget, node: Node) -> Iterator[_Branch]:
    body = target.source.syntax.parent(node)
    for one in body.named_children if body is not None and node.type in target.forms.cases else ():
        if one.type in target.forms.cases and field(one, "value") is not None:
            yield _Branch(text(field(one, "value")), one, True)


def _exchanged(theirs: str, own: str) -> Mapping[str, str] | None:
    """By word of one label, in small letters, the word of the other; None where they are of different form."""
    if _WORD.sub("w", theirs) != _WORD.sub("w", own):
        return None
    pairs = zip(_WORD.findall(theirs), _WORD.findall(own), strict=True)
    found = {one.lower(): other for one, other in pairs if one != other}
    return found if 0 < len(found) <= _MOST_WORDS else None


def _with_words(statement: str, exchanged: Mapping[str, str]) -> str:
    return _WORD.sub(lambda found: _in_case_of(found[0], exchanged.get(found[0].lower(), found[0])), statement)


def _in_case_of(old: str, new: str) -> str:
    """A word in capitals, or beginning with one, as the word that it takes the place of."""
    if old.isupper():
        return new.upper()
    return new[:1].upper() + new[1:] if old[:1].isupper() else new


def _put_in(target: TreeTarget, branch: _Branch, theirs: Sequence[str], missing: Sequence[int]) -> Iterator[Edit]:
    known = branch.statements
    if not known and branch.body.type not in target.forms.cases:
        whole = _joined(target, theirs)
        is_bare = not branch.holds and len(theirs) == 1
        yield target.edit(branch.body, whole if is_bare else f"{{ {whole} }}", "parallel.filled", 0.9)
    elif not known:
        colon = next((one for one in branch.body.children if one.type == ":"), None)
        if colon is not None:
            yield target.edit(colon, ": " + _joined(target, theirs), "parallel.filled", 0.9)
    elif missing[0] < len(known):
        yield target.insert_line(known[missing[0]], theirs[missing[0]], "parallel.inserted", 0.9)
    else:
        yield target.insert_line(known[-1], theirs[missing[0]], "parallel.inserted", 0.9, behind=True)


def _joined(target: TreeTarget, statements: Sequence[str]) -> str:
    return (" " if target.forms.stop else "; ").join(statements)
