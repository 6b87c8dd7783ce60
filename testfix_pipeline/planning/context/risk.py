"""Ranks files by risk (complex, often changed, much used, little tested); lists their public names and calls."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from testfix_pipeline.core.code_names import code_name
from testfix_pipeline.core.plan_records import CoverageStats, FileRisk
from testfix_pipeline.planning.project.survey import Survey
from testfix_pipeline.planning.python_code.calls import call_sites
from testfix_pipeline.planning.python_code.outline import Outline
from testfix_pipeline.planning.python_code.source_file import Source

MOST_SHOWN = 200
_MOST_EDGES = 400
_WEIGHTS = {"complexity": 0.5, "churn": 0.25, "dependents": 0.25}
_TESTED = 0.25  # what is left of a file's risk where tests run all of it
Json = dict[str, Any]


def rank_risks(
    outlines: Mapping[str, Outline],
    stats: CoverageStats,
    touched: Mapping[str, int],
    imports: Mapping[str, Iterable[str]],
) -> list[FileRisk]:
    """Every file of `outlines` that has functions, riskiest first.

    The score weighs complexity (.5), churn (.25) and direct dependents (.25), each on a logarithmic scale against the
    project's highest, and what is left of that after tests: all of it where no line runs, a quarter where all do. The
    weights are ours: the score ranks files of one project and is no probability. That complexity and change predict
    defects better than size alone is a repeated finding (Nagappan and Ball 2005; Moser, Pedrycz and Succi 2008).
    """
    dependents = Counter(target for targets in imports.values() for target in targets)
    complexity = {path: sum(each.complexity.values()) for path, each in outlines.items()}
    measures = {"complexity": complexity, "churn": touched, "dependents": dependents}
    most = {
        name: math.log1p(max((values.get(path, 0) for path in outlines), default=0))
        for name, values in measures.items()
    }
    found = []
    for path, each in outlines.items():
        if not each.functions:
            continue
        worst, number = max(each.complexity.items(), key=lambda item: item[1], default=("", 0))
        untested = _untested_share(path, stats)
        shares = (
            _WEIGHTS[name] * math.log1p(values.get(path, 0)) / (most[name] or 1) for name, values in measures.items()
        )
        risk = FileRisk(
            file=path,
            score=round(100 * sum(shares) * (_TESTED + (1 - _TESTED) * untested), 1),
            complexity=complexity[path],
            worst=f"{worst} ({number})" if worst else "",
            churn=touched.get(path, 0),
            dependents=dependents[path],
            untested=round(untested, 3),
        )
        found.append(risk.model_copy(update={"why": _risk_text(risk, stats)}))
    return sorted(found, key=lambda risk: (-risk.score, risk.file))


def _untested_share(path: str, stats: CoverageStats) -> float:
    """The share of a file's lines that no test runs; where that is not measured, of functions that no test names."""
    file = stats.files.get(path)
    if file is None or stats.source == "none":
        return 1.0
    if stats.source == "measured":
        return 1 - file.line_rate / 100
    called = list(file.functions.values())
    return 1 - sum(called) / len(called) if called else 0.0


def _risk_text(risk: FileRisk, stats: CoverageStats) -> str:
    tested = {"measured": "of its lines never run", "name_matching": "of its functions are named by no test"}
    part = "under 1%" if risk.untested < 0.01 else f"{risk.untested:.0%}"
    share = f"{part} {tested[stats.source]}" if stats.source in tested else "no tests at all"
    parts = [
        share if risk.untested else "",
        f"complexity {risk.complexity}, most in {risk.worst}" if not risk.worst.endswith("(1)") else "",
        f"changed by {risk.churn} of the last commits" if risk.churn else "",
        f"imported by {risk.dependents} file{'s' if risk.dependents > 1 else ''}" if risk.dependents else "",
    ]
    return "; ".join(part for part in parts if part)


def public_surfaces(risks: Sequence[FileRisk], found: Survey) -> list[Json]:
    """The public names of each of the 200 riskiest files, with the files that it imports and that import it."""
    users: dict[str, list[str]] = {}
    for path, targets in found.imports.items():
        for target in targets:
            users.setdefault(target, []).append(path)
    return [
        {
            "path": risk.file,
            "public": [name for name in found.outlines[risk.file].symbols if _is_public(name)],
            "imports": sorted(found.imports.get(risk.file, ())),
            "imported_by": sorted(users.get(risk.file, ()))[:20],
        }
        for risk in risks[:MOST_SHOWN]
    ]


def _is_public(name: str) -> bool:
    return not any(part.startswith("_") and not part.endswith("__") for part in name.split("."))


def call_graph(paths: Sequence[str], found: Survey) -> list[Json]:
    """The calls between functions of the project that start in `paths`, as `{from, to, line}`; at most 400.

    Only what the text shows is in: plain names, methods of `self`, and imported names under their own spelling.
    Attributes of other objects are not resolved.
    """
    edges: list[Json] = []
    for path in paths:
        each = found.outlines.get(path)
        if each is None or each.error:
            continue
        for site in call_sites(Source(path, found.files.text(path), is_test=False)):
            target = _called_function(path, site.caller, site.name, found)
            edge = {"from": code_name(path, site.caller), "to": target, "line": site.line}
            if target and site.caller and len(edges) < _MOST_EDGES:
                edges.append(edge)
    return edges


def _called_function(path: str, caller: str, name: str, found: Survey) -> str:
    own = found.outlines[path].functions
    head, _, rest = name.partition(".")
    owner = caller.rpartition(".")[0]
    if head in ("self", "cls") and f"{owner}.{rest}" in own:
        return code_name(path, f"{owner}.{rest}")
    if not rest and head in own:
        return code_name(path, head)
    file = found.named.get(path, {}).get(head, "")
    functions = found.outlines[file].functions if file in found.outlines else {}
    meant = next((each for each in (rest, name, head, f"{head}.__init__") if each in functions), "")
    return code_name(file, meant) if meant else ""


def import_cycles(imports: Mapping[str, Iterable[str]]) -> list[list[str]]:
    """Groups of files that import each other in a circle, largest first (strongly connected components; Kosaraju)."""
    order, seen = [], set[str]()
    for start in imports:
        stack = [(start, iter(sorted(imports.get(start, ()))))] if start not in seen else []
        seen.add(start)
        while stack:
            path, rest = stack[-1]
            following = next((other for other in rest if other not in seen), None)
            if following is None:
                order.append(path)
                stack.pop()
            else:
                seen.add(following)
                stack.append((following, iter(sorted(imports.get(following, ())))))
    return _strong_components(order, imports)


def _strong_components(order: Sequence[str], imports: Mapping[str, Iterable[str]]) -> list[list[str]]:
    users: dict[str, list[str]] = {}
    for path, targets in imports.items():
        for target in targets:
            users.setdefault(target, []).append(path)
    done, found = set[str](), []
    for start in reversed(order):
        group, waiting = [], [start]
        while waiting:
            path = waiting.pop()
            if path not in done:
                done.add(path)
                group.append(path)
                waiting += users.get(path, ())
        if len(group) > 1:
            found.append(sorted(group))
    return sorted(found, key=lambda group: (-len(group), group))
