"""Section `precision`: what each check tells of unmodified packages, all lines taken as new, and how much is true.

The verdicts are those of `judged.json`, given by hand finding by finding; what nobody judged is counted apart. A check
that is wrong more than one time in five may be a warning at most.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from benchmarks.planning.corpus import SCANNER, Project, Row, projects, rows_of
from benchmarks.planning.judged import is_false, is_true
from benchmarks.planning.section import Report, Scale
from benchmarks.proof import aligned
from benchmarks.repair.table import share
from testfix_pipeline.planning.scanner import TABLE, scan
from testfix_pipeline.planning.scanner.table import CATEGORIES

WRONG_AT_MOST = 0.2
QUICK_PROJECTS = ("click", "itsdangerous", "tinydb", "humanize", "marshmallow")


def rows(quick: bool) -> list[Row]:
    """One row for each package: its findings. Those of an unchanged scanner are read from the cache."""
    names = QUICK_PROJECTS if quick else ()
    wanted = [*projects("training", names), *projects("measuring", names)]
    return rows_of("precision", wanted, [SCANNER], lambda project: [measured(project)])


def measured(project: Project) -> Row:
    found = scan(project.tree, project.sources(), interpreter=project.interpreter)
    reported = [[each.pattern, each.file, each.line, each.message] for each in found]
    lines = sum(len((project.tree / file).read_bytes().splitlines()) for file in project.sources())
    return {"project": project.name, "findings": reported, "lines": lines}


def verdicts(found: Sequence[Row]) -> dict[str, Counter[str]]:
    """Pattern -> how many findings are true, false, and not judged."""
    counted: dict[str, Counter[str]] = {pattern: Counter() for pattern in TABLE}
    for row in found:
        for pattern, file, line, _ in row["findings"]:
            place = (row["project"], file, line, pattern)
            counted[pattern]["true" if is_true(*place) else "false" if is_false(*place) else "open"] += 1
    return counted


def table(found: Sequence[Row]) -> list[str]:
    lines: list[tuple[str, ...]] = [("check", "weight", "reported", "true", "wrong", "not judged", "precision", "")]
    for pattern, counts in verdicts(found).items():
        rule, judged = TABLE[pattern], counts["true"] + counts["false"]
        if rule.category not in CATEGORIES and not counts:
            continue
        too_wrong = judged and counts["false"] / judged > WRONG_AT_MOST and rule.severity != "warning"
        reported = str(sum(counts.values()))
        lines.append((pattern, rule.severity, reported, *(str(counts[kind]) for kind in ("true", "false", "open")),
                      share(counts["true"], judged), "TOO WRONG" if too_wrong else ""))  # fmt: skip
    return aligned(lines)


def summary(found: Sequence[Row]) -> str:
    counted = verdicts(found)
    blocking = [counts for pattern, counts in counted.items() if TABLE[pattern].severity != "warning"]
    true, false = (sum(counts[kind] for counts in blocking) for kind in ("true", "false"))
    size = sum(row["lines"] for row in found)
    bad = [line for line in table(found) if line.endswith("TOO WRONG")]
    return (
        f"{len(found)} unmodified packages, {size} lines, critical and error findings {true} true, "
        f"{false} wrong of {true + false} judged; checks that are too wrong to block: {len(bad)}"
    )


def measure(scale: Scale) -> Report:
    """The section: all packages of both sets, since every finding was judged one by one."""
    found = rows(scale.quick)
    return Report(summary(found), table(found))
