"""Orders plausible patches against overfitting and says how far to trust the first."""

from __future__ import annotations

import ast
import difflib
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from testfix_pipeline.repair.candidate import Candidate
from testfix_pipeline.repair.edits.edit import Clues
from testfix_pipeline.repair.source import SourceFile
from testfix_pipeline.repair.verdict import Found

# How often a plausible patch of this kind is the right one, first matching prefix; from the order in facts/repair.md.
TRUST = (
    ("history", 0.95),
    ("compare", 0.9),
    ("arithmetic", 0.9),
    ("augmented", 0.88),
    ("boolean", 0.88),
    ("off by one", 0.85),
    ("slice", 0.78),
    ("range", 0.78),
    ("constant flag", 0.85),
    ("constant", 0.8),
    ("sign", 0.8),
    ("missing self", 0.85),
    ("variable", 0.8),
    ("attribute", 0.8),
    ("function", 0.78),
    ("arguments swapped", 0.82),
    ("operands swapped", 0.8),
    ("await", 0.85),
    ("import", 0.9),
    ("syntax", 0.8),
    ("negation", 0.85),
    ("argument added", 0.7),
    ("conversion", 0.66),
    ("copy", 0.7),
    ("bound", 0.66),
    ("text", 0.75),
    ("format", 0.75),
    ("pattern", 0.7),
    ("mutable default", 0.95),
    ("result", 0.85),
    ("initial", 0.7),
    ("moved", 0.72),
    ("helper call", 0.62),
    ("guard", 0.62),
    ("donor", 0.6),
    ("condition dropped", 0.5),
    ("argument dropped", 0.5),
    ("operand dropped", 0.45),
    ("call dropped", 0.45),
    ("deleted", 0.2),
)
OTHER_TRUST = 0.6


@dataclass(frozen=True)
class RankedPatch:
    """One validated patch.

    files: new text by path (relative to the project's root); contents: the same as bytes in each file's own encoding.
    location: "file:function:lines". fixes, breaks: test ids. complete: fixes all target tests. confidence: 0..1, a
    documented heuristic (`confidence`), not a calibrated probability.
    """

    files: dict[str, str]
    contents: dict[str, bytes]
    diff: str
    kind: str
    description: str
    location: str
    fixes: frozenset[str]
    breaks: frozenset[str]
    complete: bool
    confidence: float
    fingerprint: str


def trust(kind: str) -> float:
    """The share of plausible patches of a kind that are right; of several kinds the product, since each must be."""
    result = 1.0
    for part in kind.split(" + "):
        result *= next((value for prefix, value in TRUST if part.startswith(prefix)), OTHER_TRUST)
    return result


def penalty(candidate: Candidate, clues: Clues) -> float:
    """A factor (0..1) for signs of overfitting: literals of the tests, dead code, unused names, dropped returns."""
    factor = 1.0
    for part in candidate.parts:
        new = _parse(part.text)
        factor *= 0.1 if new is None else _penalty(part.source.tree, new, clues)
    return factor


def _penalty(old: ast.Module, new: ast.Module, clues: Clues) -> float:
    factor = 1.0
    if (_literals(new) - _literals(old)) & clues.test_literals:
        factor *= 0.45
    if _unused(new) - _unused(old):
        factor *= 0.55
    if _count(new, ast.Return, ast.Raise) < _count(old, ast.Return, ast.Raise):
        factor *= 0.3
    if _dead(new) > _dead(old):
        factor *= 0.4
    return factor


def _parse(text: str) -> ast.Module | None:
    try:
        return ast.parse(text)
    except (SyntaxError, ValueError, RecursionError):
        return None


def _literals(tree: ast.AST) -> set[str]:
    return {repr(node.value) for node in ast.walk(tree) if isinstance(node, ast.Constant)}


def _unused(tree: ast.Module) -> set[tuple[str, str]]:
    """Variables and parameters that a function binds and never reads."""
    found: set[tuple[str, str]] = set()
    for function in ast.walk(tree):
        if isinstance(function, (ast.FunctionDef, ast.AsyncFunctionDef)):
            names = [node for node in ast.walk(function) if isinstance(node, ast.Name)]
            read = {node.id for node in names if not isinstance(node.ctx, ast.Store)}
            bound = {node.id for node in names if isinstance(node.ctx, ast.Store)}
            bound |= {arg.arg for arg in ast.walk(function.args) if isinstance(arg, ast.arg)}
            found |= {(function.name, name) for name in bound - read}
    return found


def _count(tree: ast.AST, *kinds: type[ast.AST]) -> int:
    return sum(isinstance(node, kinds) for node in ast.walk(tree))


def _dead(tree: ast.AST) -> int:
    """Statements after a return, raise, break or continue, and conditions that are constant."""
    dead = 0
    for node in ast.walk(tree):
        for name in ("body", "orelse", "finalbody"):
            block = getattr(node, name, None)
            if isinstance(block, list):
                jumps = [isinstance(s, (ast.Return, ast.Raise, ast.Break, ast.Continue)) for s in block]
                dead += len(block) - 1 - jumps.index(True) if any(jumps) else 0
        if isinstance(node, (ast.If, ast.IfExp)) and isinstance(node.test, ast.Constant):
            dead += 1
    return dead


def order(found: Sequence[Found], clues: Clues) -> list[tuple[float, Found]]:
    """Best first: complete before partial, then trust in the kind, place and size; deterministic."""

    def key(item: tuple[float, Found]) -> tuple[bool, int, float, int, str]:
        value, one = item
        complete = one.verdict.finding == "plausible"
        return (not complete, -len(one.verdict.fixes), -value, _size(one.candidate), one.candidate.fingerprint)

    return sorted(((_value(one, clues), one) for one in found), key=key)


def _value(one: Found, clues: Clues) -> float:
    place = 0.6 + 0.4 * min(1.0, one.candidate.score)
    return trust(one.candidate.kind) * penalty(one.candidate, clues) * place


def _size(candidate: Candidate) -> int:
    return sum(abs(end - start) + len(text) for edit in candidate.edits for start, end, text in edit.spans)


def confidence(value: float, rivals: int, complete: bool) -> float:
    """Falls with every other plausible patch: value / (1 + rivals / 4); halved where partial."""
    return round(max(0.0, min(1.0, value / (1 + rivals / 4) * (1.0 if complete else 0.5))), 3)


def ranked(found: Sequence[Found], clues: Clues, limit: int = 20) -> list[RankedPatch]:
    ordered = order(found, clues)[:limit]
    rivals = max(0, len({one.candidate.fingerprint for _, one in ordered}) - 1)
    return [_patch(value, one, rivals) for value, one in ordered]


def _patch(value: float, one: Found, rivals: int) -> RankedPatch:
    candidate, complete = one.candidate, one.verdict.finding == "plausible"
    return RankedPatch(
        files=dict(candidate.texts),
        contents={part.source.path: part.contents for part in candidate.parts},
        diff="".join(unified_diff(part.source, part.text) for part in candidate.parts),
        kind=candidate.kind,
        description=candidate.description,
        location=", ".join(location(part.source, part.lines) for part in candidate.parts),
        fixes=one.verdict.fixes,
        breaks=one.verdict.breaks,
        complete=complete,
        confidence=confidence(value, rivals, complete),
        fingerprint=candidate.fingerprint,
    )


def unified_diff(source: SourceFile, text: str) -> str:
    """A diff that `git apply` reads; lines end as they do in the file."""
    old, new = _lines(source.text), _lines(text)
    before = "/dev/null" if source.absent else f"a/{source.path}"
    lines = difflib.unified_diff(old, new, before, f"b/{source.path}")
    return "".join(line if line.endswith("\n") else line + "\n\\ No newline at end of file\n" for line in lines)


def _lines(text: str) -> list[str]:
    *whole, rest = text.split("\n")
    return [line + "\n" for line in whole] + ([rest] if rest else [])


def location(source: SourceFile, lines: Collection[int]) -> str:
    first, last = min(lines), max(lines)
    stmt = source.statements.get(first)
    function = source.function_of(stmt) if stmt is not None else None
    return f"{source.path}:{function.qualname if function else '<module>'}:{first}-{last}"
