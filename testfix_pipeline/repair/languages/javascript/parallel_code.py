"""What a branch lacks beside its siblings: their statements, with the words in which the branches differ exchanged.

Of `case 'low': ...; case 'high': level = 'High'` the first lacks `level = 'Low'`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from tree_sitter import Node

from testfix_pipeline.core.patch_policy.syntax_nodes import field, text
from testfix_pipeline.repair.languages.javascript.target import JsTarget
from testfix_pipeline.repair.model.edit import Edit

_MOST_SIBLINGS, _MOST_WORDS = 8, 3
_CASES = ("switch_case", "switch_default")
_HOLDERS = ("statement_block", *_CASES)
_NOTHING = ("empty_statement", "comment")
_WORD = re.compile(r"[A-Za-z]+|\d+")


class _Branch(NamedTuple):
    """label: its condition or value. body: the block, the only statement, or the case that holds its statements."""

    label: str
    body: Node

    @property
    def statements(self) -> list[Node]:
        """What it does."""
        inside = self.body.named_children if self.body.type in _HOLDERS else [self.body]
        value = field(self.body, "value")
        return [one for one in inside if one != value and one.type not in _NOTHING]


def missing_beside(target: JsTarget) -> Iterator[Edit]:
    """The statements of sibling branches that the branch around a statement has no counterpart of."""
    node = target.stmt.node
    for branch, siblings in _branches(target, node):
        own = [_plain(text(one)) for one in branch.statements]
        for sibling in siblings:
            exchanged = _exchanged(sibling.label, branch.label)
            if exchanged is None:
                continue
            theirs = [_with_words(text(one), exchanged) for one in sibling.statements]
            missing = [at for at, one in enumerate(theirs) if _plain(one) not in own]
            if len(missing) == 1 or not own:
                yield from _put_in(target, branch, theirs, missing)


def _branches(target: JsTarget, node: Node) -> Iterator[tuple[_Branch, Sequence[_Branch]]]:
    """The branches that a statement begins or lies in directly, each with its siblings, the nearest first."""
    holder = node
    if node.type not in ("if_statement", "switch_case"):
        around = (one for one in target.source.syntax.above(node) if one.type != "statement_block")
        holder = next(around, node)
    if holder.type == "else_clause":
        holder = target.source.syntax.parent(holder) or holder
    every = _chain(target, holder) if holder.type == "if_statement" else list(_cases(target, holder))
    for own in every:
        if own.body.start_byte >= holder.start_byte and own.body.end_byte <= holder.end_byte:
            others = sorted(every, key=lambda one: abs(one.body.start_byte - own.body.start_byte))
            yield own, [one for one in others if one.body != own.body][:_MOST_SIBLINGS]


def _chain(target: JsTarget, node: Node) -> list[_Branch]:
    """The branches of an `if` with all that is asked before it and after it, and of the `if`s beside it."""
    head = node
    while (parent := target.source.syntax.parent(head)) is not None and parent.type == "else_clause":
        head = target.source.syntax.parent(parent) or head
    block = target.source.syntax.parent(head)
    found = []
    for start in block.named_children if block is not None else [head]:
        one: Node | None = start if start.type == "if_statement" else None
        while one is not None and one.type == "if_statement":
            body, other = field(one, "consequence"), field(one, "alternative")
            if body is not None:
                found.append(_Branch(text(field(one, "condition")), body))
            one = other.named_children[0] if other is not None and other.named_children else None
    return found


def _cases(target: JsTarget, node: Node) -> Iterator[_Branch]:
    body = target.source.syntax.parent(node)
    for one in body.named_children if body is not None and node.type == "switch_case" else ():
        if one.type == "switch_case":
            yield _Branch(text(field(one, "value")), one)


def _exchanged(theirs: str, own: str) -> Mapping[str, str] | None:
    """By word of one label, in small letters, the word of the other; None where they are of different form."""
    if _WORD.sub("", theirs) != _WORD.sub("", own):
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


def _plain(statement: str) -> str:
    return "".join(statement.split()).rstrip(";")


def _put_in(target: JsTarget, branch: _Branch, theirs: Sequence[str], missing: Sequence[int]) -> Iterator[Edit]:
    known = branch.statements
    if not known and branch.body.type not in _CASES:
        whole = " ".join(theirs)
        is_bare = branch.body.type != "statement_block" and len(theirs) == 1
        yield target.edit(branch.body, whole if is_bare else f"{{ {whole} }}", "parallel.filled", 0.9)
    elif not known:
        colon = next((one for one in branch.body.children if one.type == ":"), None)
        if colon is not None:
            yield target.edit(colon, ": " + " ".join(theirs), "parallel.filled", 0.9)
    elif missing[0] < len(known):
        yield target.insert_line(known[missing[0]], theirs[missing[0]], "parallel.inserted", 0.9)
    else:
        yield target.insert_line(known[-1], theirs[missing[0]], "parallel.inserted", 0.9, behind=True)
