"""One wrong place and everything the engine would try there: which of it is right, without running a test.

The place is known (two texts of a file are compared), so this shows how the *edits* compete, apart from how well
places are found: which kinds are right how often, and what tells the right candidate from its rivals.
"""

from __future__ import annotations

import ast
import copy
import difflib
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass

from testfix_pipeline.repair.candidate import Candidate
from testfix_pipeline.repair.edits import FAMILIES
from testfix_pipeline.repair.edits.edit import Clues, Edit, Overlap, Target, apply_spans
from testfix_pipeline.repair.edits.family import Family, weighed_proposals
from testfix_pipeline.repair.naturalness import Naturalness
from testfix_pipeline.repair.source import SourceFile, first_line
from testfix_pipeline.repair.tokens import Tokens, changes, lex

# What the code of a unit may differ by for it to be one small change, without layout, annotations and docstrings.
MOST_LINES = 3
# Longer units are tables, of which every element is a place.
LONGEST_UNIT = 8000
# More statements than this on the differing lines means that the layout changed as well: too many places to try.
MOST_STATEMENTS = 8
NEIGHBOURS = 1
_FREE = frozenset({"(", ")", ",", "\n", "\n+", "\n-"})


@dataclass(frozen=True)
class Tried:
    """One candidate at a place. `spread`: how many candidates of its kind there were."""

    kind: str
    family: str
    prior: float
    old_bits: float
    new_bits: float
    removed: int
    added: int
    right: bool


@dataclass(frozen=True)
class Place:
    """All candidates of one wrong place. `origin`: mutation, release or program; `package`: what it is held out by."""

    origin: str
    package: str
    name: str
    tried: tuple[Tried, ...]

    @property
    def solved(self) -> bool:
        return any(one.right for one in self.tried)

    def row(self) -> dict[str, object]:
        """For the cache; of a place without a right edit only that it was met, since nothing is learned from it."""
        return {**asdict(self), "tried": [asdict(one) for one in self.tried] if self.solved else []}


def parsed(path: str, text: str) -> SourceFile | None:
    """The file, None where this interpreter can't read it."""
    try:
        return SourceFile(path, text.encode())
    except (SyntaxError, ValueError, RecursionError):
        return None


class _Bare(ast.NodeTransformer):
    """Takes out what does not run: annotations and docstrings."""

    def visit_arg(self, node: ast.arg) -> ast.arg:
        node.annotation = None
        return node

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.stmt:
        self.generic_visit(node)
        return ast.Assign([node.target], node.value) if node.value else ast.Pass()

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.FunctionDef:
        node.returns = None
        self.generic_visit(node)
        body = node.body
        if isinstance(body[0], ast.Expr) and isinstance(body[0].value, ast.Constant):
            node.body = body[1:] or [ast.Pass()]
        return node


def bare(node: ast.AST) -> str:
    """What runs of a piece of code, as text for comparison."""
    return ast.dump(_Bare().visit(copy.deepcopy(node)))


def plain(node: ast.AST) -> str:
    """The same as code."""
    return ast.unparse(ast.fix_missing_locations(_Bare().visit(copy.deepcopy(node))))


def units(source: SourceFile) -> dict[str, ast.stmt]:
    """Outermost functions, and assignments outside of functions, by a name that survives an edit of their inside."""
    found: dict[str, ast.stmt] = {f.qualname: f.node for f in source.functions if f.outer is f.node}
    for node in ast.walk(source.tree):
        if isinstance(node, (ast.Assign, ast.AnnAssign)) and source.function_of(node) is None:
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            found.setdefault(f"{node.col_offset}:" + ",".join(ast.unparse(target) for target in targets), node)
    return found


def wrong_units(old: SourceFile, new: SourceFile) -> Iterator[tuple[str, ast.stmt, ast.stmt]]:
    """(name, old node, new node) of what both texts have and what runs differently."""
    others = units(new)
    for name, node in units(old).items():
        other = others.get(name)
        if other is not None and type(other) is type(node) and bare(node) != bare(other):
            yield name, node, other


def is_small(node: ast.stmt, right: ast.stmt) -> bool:
    """Whether two versions of a unit differ in one run of a few lines."""
    was, now = plain(node).split("\n"), plain(right).split("\n")
    head = _same(was, now)
    tail = _same(was[head:][::-1], now[head:][::-1])
    return max(len(was), len(now)) - head - tail <= MOST_LINES


def suspects(old: SourceFile, node: ast.stmt, new: SourceFile, right: ast.stmt) -> list[ast.stmt]:
    """The statements of the unit at the lines that differ, with a neighbour on both sides; none for too many."""
    begin, end = old.block(node)
    start, stop = new.block(right)
    was, now = _code_lines(old.text[begin:end]), _code_lines(new.text[start:stop])
    differing = [line for tag, a, b, _, _ in _opcodes(was, now) if tag != "equal" for line in range(a, max(b, a + 1))]
    first = first_line(node)
    near = {line + step for line in differing for step in range(-NEIGHBOURS, NEIGHBOURS + 1)}
    inside = set(ast.walk(node))
    found = {old.statements[first + at]: None for at in sorted(near) if first + at in old.statements}
    stmts = [stmt for stmt in found if stmt in inside]
    return stmts if len(stmts) <= MOST_STATEMENTS else []


def _code_lines(text: str) -> list[str]:
    return [line.strip() for line in text.split("\n")]


def _opcodes(was: list[str], now: list[str]) -> Sequence[tuple[str, int, int, int, int]]:
    return difflib.SequenceMatcher(None, was, now, autojunk=False).get_opcodes()


def _same(one: list[str], other: list[str]) -> int:
    same = 0
    while same < min(len(one), len(other)) and one[same] == other[same]:
        same += 1
    return same


def proposals(source: SourceFile, stmts: list[ast.stmt]) -> Iterator[tuple[str, Edit]]:
    """(family, edit) for everything that the families propose at these statements without clues or history."""
    seen: set[tuple[tuple[int, int, str], ...]] = set()
    for stmt in stmts:
        target = Target(source, stmt, source.function_of(stmt), Clues(), (), (source,))
        for family in FAMILIES:
            for edit in _proposed(family, target):
                key = tuple(edit.spans)
                if key not in seen:
                    seen.add(key)
                    yield family.id, edit


def _proposed(family: Family, target: Target) -> list[Edit]:
    try:
        return weighed_proposals(target, family)
    except Exception:  # a family's defect on odd code is the engine's matter, which notes it; here it is one fewer
        return []


def place(
    origin: str, package: str, name: str, model: Naturalness, old: SourceFile, new: SourceFile, unit: str
) -> Place | None:
    """All candidates at a wrong unit, the right ones marked; None where the change is no small one.

    The bits of naturalness are only counted where a candidate is right: nothing else is learned from them.
    """
    node, right = units(old)[unit], units(new)[unit]
    short = len(old.segment(node)) < LONGEST_UNIT
    stmts = suspects(old, node, new, right) if short and is_small(node, right) else []
    if not stmts:
        return None
    judge = _Judge(old, node, right, model.tokens(old))
    found = [(family, edit, judge.right(edit)) for family, edit in proposals(old, stmts) if edit.file == old.path]
    solved = any(ok for _, _, ok in found)
    tried = [_tried(family, edit, ok, model if solved else None, old) for family, edit, ok in found]
    return Place(origin, package, name, tuple(one for one in tried if one is not None))


class _Judge:
    """Tells whether an edit makes of a unit what it should be."""

    def __init__(self, source: SourceFile, node: ast.stmt, right: ast.stmt, tokens: Tokens) -> None:
        self.source, self.node, self.tokens = source, node, tokens
        self.wanted = bare(right)
        self.moved = _core(Counter(_words(right)), Counter(_words(node)))

    def right(self, edit: Edit) -> bool:
        """Cheap first: the tokens that come and go must be the right ones."""
        come: Counter[str] = Counter()
        go: Counter[str] = Counter()
        for change in changes(self.source.text, self.tokens, edit.spans, 0):
            come.update(change.new)
            go.update(change.old)
        return _core(come, go) == self.moved and self._runs_alike(edit)

    def _runs_alike(self, edit: Edit) -> bool:
        begin, end = self.source.block(self.node)
        if not all(begin <= start and stop <= end for start, stop, _ in edit.spans):
            return False
        spans = [(start - begin, stop - begin, new) for start, stop, new in edit.spans]
        indented = bool(self.source.indent(self.node))
        try:
            text = apply_spans(self.source.text[begin:end], spans)
            body = ast.parse("if 1:\n" + text if indented else text).body
        except (SyntaxError, ValueError, Overlap):
            return False
        inner = body[0].body[0] if indented and isinstance(body[0], ast.If) else body[0]
        return bare(inner) == self.wanted


def _words(node: ast.stmt) -> list[str]:
    return lex(plain(node)).words


def _core(come: Counter[str], go: Counter[str]) -> dict[str, int]:
    """How often each token comes more than it goes; brackets and line breaks may differ where the tree does not."""
    return {word: come[word] - go[word] for word in come | go if word not in _FREE and come[word] != go[word]}


def _tried(family: str, edit: Edit, right: bool, model: Naturalness | None, source: SourceFile) -> Tried | None:
    if model is None:
        return Tried(edit.kind, family, edit.prior, 0.0, 0.0, 0, 0, right)
    try:
        found = model.surprise(Candidate.single(source, edit, edit.prior, family))
    except Overlap:
        return None
    bits = round(found.old, 2), round(found.new, 2)
    return Tried(edit.kind, family, edit.prior, *bits, found.removed, found.added, right)
