"""Chooses the few examples of a subject that tell most: greedily by mutants killed and lines covered."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass
from typing import Any, Literal

from testfix_pipeline.planning.generation.documented import agrees
from testfix_pipeline.planning.generation.examples import RANK, Example
from testfix_pipeline.planning.generation.observing import Observed, steady

Sort = Literal["returns", "raises", "contradicts"]


@dataclass(frozen=True)
class Pinned:
    """An example that becomes an assertion, with the mutants it kills and the lines of its module it runs."""

    example: Example
    seen: dict[str, Any]
    sort: Sort
    kills: frozenset[str]
    lines: frozenset[int]


def select(
    first: Observed, second: Observed, *, covered: Collection[int], most: int, dropped: Counter[str]
) -> list[Pinned]:
    """The assertions for one subject, contradictions of its documentation first, then by gain.

    An example must kill a mutant, or run a line, that neither `covered` nor those chosen before do. Where one value
    alone was chosen and another result is known, that is added: behaviour has two sides.
    """
    findings = _contradictions(first, second)
    candidates = [_pinned(first, i) for i in steady(first, second) if _tells(first, i)]
    candidates = [one for one in candidates if one.example not in {finding.example for finding in findings}]
    _count_problems(first, len(candidates) + len(findings), dropped)
    body = first.case.subject.body_lines
    chosen = _greedy(candidates, body - set(covered), most)
    return [*findings, *chosen, *_other_side(chosen, candidates, most)]


def _contradictions(first: Observed, second: Observed) -> list[Pinned]:
    """Documented examples that give something else, in both observations."""
    found = []
    for i, example in enumerate(first.case.examples):
        one, other = first.seen[i], second.seen[i]
        if example.documented is None or one is None or other is None:
            continue
        if agrees(example.documented, one) is False and agrees(example.documented, other) is False:
            found.append(Pinned(example, one, "contradicts", frozenset(), frozenset(one.get("lines", ()))))
    return found


def _tells(observed: Observed, i: int) -> bool:
    """Whether there is more to say than that a function which returns nothing returns nothing."""
    checks = (observed.seen[i] or {}).get("checks")
    silent = checks is not None and all(check["on"] == "result" and check["value"] == "None" for check in checks)
    return not silent or any(
        isinstance(node, ast.Return) and node.value is not None for node in ast.walk(observed.case.subject.node)
    )


def _pinned(observed: Observed, i: int) -> Pinned:
    seen = observed.seen[i] or {}
    sort: Sort = "raises" if "raises" in seen else "returns"
    body = observed.case.subject.body_lines
    mutants = observed.case.mutants
    kills = frozenset(mutants[number].name for number in observed.kills.get(i, ()))
    return Pinned(observed.case.examples[i], seen, sort, kills, frozenset(seen["lines"]) & body)


def _greedy(candidates: list[Pinned], missing: frozenset[int], most: int) -> list[Pinned]:
    chosen: list[Pinned] = []
    killed: set[str] = set()
    rest = list(enumerate(candidates))
    while rest and len(chosen) < most:
        place, best = min(rest, key=lambda pair: _cost(pair[1], killed, missing, pair[0]))
        if not (best.kills - killed or best.lines & missing):
            break
        chosen.append(best)
        killed |= best.kills
        missing -= best.lines
        rest = [pair for pair in rest if pair[0] != place]
    return chosen


def _cost(one: Pinned, killed: set[str], missing: frozenset[int], place: int) -> tuple[float, int, int, int]:
    """Most gain first; a better source is worth a mutant or two; then the shorter text, then the order of making."""
    gain = len(one.kills - killed) + 0.5 * len(one.lines & missing)
    accidental = one.sort == "raises" and not one.seen["raises"]["explicit"]
    rank = RANK[one.example.origin] + accidental
    return (
        -gain + 0.6 * rank + 0.3 * _echoes(one) if gain else 1000.0,
        rank,
        (len(one.example.code) + _length(one)) // 60,
        place,
    )


def _echoes(one: Pinned) -> bool:
    """Whether the result is an argument as it was given, which says little."""
    return any(len(check["value"]) > 2 and check["value"] in one.example.code for check in one.seen.get("checks", ()))


def _length(one: Pinned) -> int:
    return sum(len(check["value"]) for check in one.seen.get("checks", ()))


def _other_side(chosen: list[Pinned], candidates: list[Pinned], most: int) -> list[Pinned]:
    """One more result where only one is stated: another value, rather of the other branch."""
    results = [one for one in chosen if one.sort == "returns"]
    if len(results) != 1 or len(chosen) >= most:
        return []
    only = results[0]
    others = [one for one in candidates if one.sort == "returns" and _differs(one, only)]
    others.sort(key=lambda one: (RANK[one.example.origin], one.lines == only.lines, len(one.example.code)))
    return others[:1]


def _differs(one: Pinned, other: Pinned) -> bool:
    return bool(one.seen["checks"] != other.seen["checks"])


def _problem(seen: dict[str, Any] | None) -> str:
    if seen is None:
        return "crashed or took too long"
    effect = f": {seen['effect']}" if seen.get("effect") else ""
    return seen["problem"] + effect if "problem" in seen else "result is not stable"


def _count_problems(observed: Observed, usable: int, dropped: Counter[str]) -> None:
    """Counts a subject of which no example is of use, under the most frequent reason."""
    if usable:
        return
    problems = Counter(map(_problem, observed.seen))
    dropped[problems.most_common(1)[0][0] if problems else "no input could be made"] += 1
