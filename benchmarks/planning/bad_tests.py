"""Section `bad-tests`: good tests of real suites spoilt in many ways, and the suites themselves.

Recall: spoilt tests that are refused; under the expected pattern, and under any. Good tests: every test of the real
suites as it is. What is refused of them is judged by hand (`judged_tests.json`): `true` has the anti-pattern by its
definition (a smoke test without an assertion, a bare xfail), `false` has not. Aim: none of those wrongly refused.
"""

from __future__ import annotations

import ast
import copy
import json
import random
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from benchmarks.planning.corpus import SCANNER, Project, Role, Row, projects, rows_of
from benchmarks.planning.section import Report, Scale
from benchmarks.planning.seeds.bad_tests import WAYS, Way
from benchmarks.proof import aligned
from benchmarks.repair.table import share
from testfix_pipeline.planning.python_code.source_file import Source, read_sources
from testfix_pipeline.planning.python_code.unit_tests import tests_in
from testfix_pipeline.planning.scanner.antipatterns import ADVICE, anti_patterns

RECALL = 0.95
OF_EACH = 2
"""Good tests of each package that every way is tried on."""
QUICK_PROJECTS = ("humanize", "itsdangerous", "tinydb")
_JUDGED = Path(__file__).with_name("judged_tests.json")


def rows(role: Role, quick: bool) -> list[Row]:
    wanted = projects(role, QUICK_PROJECTS if quick and role == "measuring" else ())
    sources = (SCANNER, "benchmarks/planning/bad_tests.py", "benchmarks/planning/seeds/bad_tests.py")
    return rows_of(f"bad-tests-{role}", wanted, sources, lambda project: [_measured(project)])


def _measured(project: Project) -> Row:
    sources = [source for source in read_sources(project.tree, project.tests(), {}, True) if source.tree]
    refused, total, good = [], 0, []
    for source in sources:
        reported = anti_patterns(source)
        total += len(list(tests_in(source)))
        refused += [[each.pattern, each.test, each.message] for each in reported]
        bad = {each.test for each in reported}
        good += [(source, node) for name, node in tests_in(source) if f"{source.path}::{name}" not in bad]
    random.Random(project.name).shuffle(good)
    usable = [(source, node, call) for source, node in good if (call := _subject(source, node))]
    spoilt = [row for source, node, call in usable[:OF_EACH] for row in _spoilt(source, node, call)]
    return {"project": project.name, "tests": total, "refused": refused, "spoilt": spoilt}


def _subject(source: Source, node: ast.AST) -> ast.Call | None:
    """The call of an imported name in a plain function all of whose assertions compare; None where there is none."""
    if not isinstance(node, ast.FunctionDef) or node not in (source.tree.body if source.tree else ()):
        return None
    asserts = [each.test for each in ast.walk(node) if isinstance(each, ast.Assert)]
    others = any(isinstance(each, (ast.With, ast.Try, ast.AsyncWith, ast.Yield, ast.FunctionDef)) for each in node.body)
    raising = any("raises" in ast.unparse(each) or "warns" in ast.unparse(each) for each in node.body)
    if (
        node.decorator_list
        or others
        or raising
        or not asserts
        or not all(isinstance(each, ast.Compare) for each in asserts)
    ):
        return None
    names = {alias.asname or alias.name for each in ast.walk(source.tree) if isinstance(each, ast.ImportFrom)  # type: ignore[arg-type]
             for alias in each.names}  # fmt: skip
    calls = (each for each in ast.walk(node) if isinstance(each, ast.Call) and isinstance(each.func, ast.Name))
    return next((call for call in calls if isinstance(call.func, ast.Name) and call.func.id in names), None)


def _spoilt(source: Source, node: ast.AST, call: ast.Call) -> Iterator[Row]:
    assert isinstance(node, ast.FunctionDef) and isinstance(call.func, ast.Name)
    for way in WAYS:
        made = way.spoil(copy.deepcopy(node), ast.unparse(call))
        if made is not None:
            yield _row(source, way, node, *made, subject=call.func.id)


def _row(source: Source, way: Way, node: ast.FunctionDef, bad: ast.FunctionDef, before: str, *, subject: str) -> Row:
    text = ast.unparse(ast.fix_missing_locations(bad)).replace("NAME", subject)
    whole = "\n\n\n".join([*_around(source), before + text]) + "\n"
    changed = Source(source.path, whole, is_test=True)
    target = f"module.py::{subject}" if way.pattern == "never_exercises_subject" else ""
    found = [
        each
        for each in anti_patterns(changed, {node.name: target}, {node.name})
        if each.test.endswith(f"::{node.name}")
    ]
    patterns = sorted({each.pattern for each in found})
    return {"way": way.name, "pattern": way.pattern, "reported": patterns, "test": f"{source.path}::{node.name}"}


def _around(source: Source) -> list[str]:
    """What the file has beside its tests: imports, constants, helpers, fixtures."""
    body = source.tree.body if source.tree else []
    own = (node for node in body if not getattr(node, "name", "").lower().startswith("test"))
    return [ast.unparse(node) for node in own]


def judged() -> dict[str, dict[str, list[str]]]:
    found: dict[str, dict[str, list[str]]] = json.loads(_JUDGED.read_text())
    return found


def verdict(project: str, pattern: str, test: str) -> str:
    mine = judged().get(project, {})
    return next((kind for kind in ("true", "false") if f"{pattern} {test}" in mine.get(kind, ())), "open")


def table(found: Sequence[Row]) -> list[str]:
    """By anti-pattern: spoilt tests and recall; good tests refused, rightly and wrongly."""
    lines: list[tuple[str, ...]] = [
        (
            "anti-pattern",
            "ways",
            "spoilt",
            "refused so",
            "refused",
            "real tests",
            "by definition",
            "wrongly",
            "not judged",
        )
    ]
    reported = [(row["project"], *each[:2]) for row in found for each in row["refused"]]
    for pattern in (*ADVICE, "all"):
        mine = [each for row in found for each in row["spoilt"] if pattern in (each["pattern"], "all")]
        right = sum(each["pattern"] in each["reported"] for each in mine)
        kinds = Counter(verdict(*each) for each in reported if pattern in (each[1], "all"))
        real = str(sum(row["tests"] for row in found)) if pattern == "all" else ""
        lines.append((pattern, str(len({each["way"] for each in mine})), str(len(mine)), share(right, len(mine)),
                      share(sum(bool(each["reported"]) for each in mine), len(mine)), real,
                      *(str(kinds[kind]) for kind in ("true", "false", "open"))))  # fmt: skip
    return aligned(lines)


def summary(found: Sequence[Row]) -> str:
    spoilt = [each for row in found for each in row["spoilt"]]
    refused = sum(bool(each["reported"]) for each in spoilt)
    kinds = Counter(verdict(row["project"], *each[:2]) for row in found for each in row["refused"])
    recall = refused / max(1, len(spoilt))
    word = "met" if recall >= RECALL else "MISSED"
    wrong = "met" if not kinds["false"] and not kinds["open"] else "MISSED"
    return (
        f"{len({each['way'] for each in spoilt})} ways, {len(spoilt)} spoilt tests, recall {100 * recall:.1f} % (aim "
        f"{100 * RECALL:.0f} {word}); of {sum(row['tests'] for row in found)} real tests {kinds['true']} refused by "
        f"definition, {kinds['false']} wrongly, {kinds['open']} not judged (aim 0 {wrong})"
    )


def measure(scale: Scale) -> Report:
    found = rows(scale.set, scale.quick)
    return Report(summary(found), table(found))
