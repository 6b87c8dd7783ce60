"""Section `issues`: AI-code issues of the eight categories, planted into real packages.

Each variant (see `seeds/`) is planted once into each package: beside a real function, into one, or in place of its
body. Changed are the planted lines and the real code around them. Recall: planted issues that are reported on
their lines under their pattern. Wrong: everything else reported as new on changed lines, unless it is a true finding of
the unmodified package (`judged.json`); look-alikes that are fine are planted the same way, and whatever is reported of
them is wrong. Precision: reported rightly / (reported rightly + wrong).
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from benchmarks.planning.corpus import SCANNER, Project, Role, Row, projects, rows_of
from benchmarks.planning.judged import is_true
from benchmarks.planning.planting import Planted, Site, plant, sites
from benchmarks.planning.section import Report, Scale
from benchmarks.planning.seeds.variant import VARIANTS, Variant
from benchmarks.proof import aligned
from benchmarks.repair.table import share
from testfix_pipeline.core.plan_records import Finding
from testfix_pipeline.planning.scanner import scan
from testfix_pipeline.planning.scanner.table import CATEGORIES

RECALL, PRECISION = 0.95, 0.90
TUNED_ON = ("attrs", "click", "glom", "marshmallow")
QUICK_PROJECTS = ("inflection", "itsdangerous", "tinydb", "humanize")


def rows(role: Role, quick: bool, held: bool = True) -> list[Row]:
    """One row for each planted variant of each package; those of an unchanged scanner are read from the cache."""
    wanted = projects(role, TUNED_ON if role == "training" else QUICK_PROJECTS if quick else ())
    own = ("corpus.py", "issues.py", "planting.py", "judged.py", "seeds")
    sources = (SCANNER, *(f"benchmarks/planning/{name}" for name in own))
    return rows_of(f"issues-{role}", wanted, sources, lambda project: measured(project, held))


def measured(project: Project, held: bool) -> Iterator[Row]:
    """All variants, each in a module of its own, scanned at once."""
    trials = list(_trials(project, held))
    texts = {planted.file: planted.text for _, _, _, planted in trials}
    changed = {planted.file: set(planted.changed) for _, _, _, planted in trials}
    reported: dict[str, list[Finding]] = {file: [] for file in texts}
    for finding in scan(project.tree, list(texts), interpreter=project.interpreter, changed_lines=changed, texts=texts):
        reported[finding.file].append(finding)
    for category, variant, site, planted in trials:
        yield _row(project, category, variant, site, planted, [each for each in reported[planted.file] if each.new])


def _trials(project: Project, held: bool) -> Iterator[tuple[str, Variant, Site, Planted]]:
    files = project.sources()
    modules = [_dotted(file) for file in files if not Path(file).name.startswith("__") or len(files) == 1]
    rng = random.Random(f"sites:{project.name}")
    places = sites(project.tree, files)
    number = 0
    for category, variants in VARIANTS.items() if places else ():
        for variant in variants:
            number += 1
            site = rng.choice(places)
            if held or not variant.held:
                yield category, variant, site, plant(variant, site, modules, number)


def _dotted(file: str) -> str:
    return file.removeprefix("src/").removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def _row(
    project: Project, category: str, variant: Variant, site: Site, planted: Planted, reported: Sequence[Finding]
) -> Row:
    right = [each for each in reported if each.pattern == variant.pattern and each.line in planted.lines]
    also = {category} if variant.pattern else set()
    also |= set(variant.also)
    same = [each for each in reported if {each.category, each.pattern} & also and each.line in planted.lines]
    wrong = [each for each in reported if each not in same and not _is_true(project, site, planted, each)]
    return {
        "project": project.name,
        "category": category,
        "variant": variant.name,
        "held": variant.held,
        "fine": not variant.pattern,
        "found": bool(right),
        "reported_as": sorted({each.pattern for each in same} - {variant.pattern}),
        "site": f"{site.file}:{site.node.lineno}",
        "wrong": [
            f"{each.pattern}@{planted.original.get(each.line, -each.line)} {each.message[:60]}" for each in wrong
        ],
        "wrong_categories": [each.category for each in wrong],
    }


def _is_true(project: Project, site: Site, planted: Planted, reported: Finding) -> bool:
    line = planted.original.get(reported.line)
    return line is not None and is_true(project.name, site.file, line, reported.pattern)


def table(found: Sequence[Row]) -> list[str]:
    """By category: variants planted, recall of those tuned on and of those held out, wrong ones, precision."""
    lines: list[tuple[str, ...]] = [
        ("category", "planted", "recall", "variants tuned on", "variants held out", "look-alikes", "wrong", "precision")
    ]
    for category in (*CATEGORIES, "all"):
        mine = [row for row in found if category in (row["category"], "all")]
        lines.append((category, *_figures(mine, found, category)))
    return aligned(lines)


def _figures(mine: Sequence[Row], every: Sequence[Row], category: str) -> tuple[str, ...]:
    bad = [row for row in mine if not row["fine"]]
    wrong = sum(row["wrong_categories"].count(category) for row in every)
    wrong = wrong if category != "all" else sum(len(row["wrong"]) for row in every)
    right = sum(row["found"] for row in bad)
    split = [[row for row in bad if row["held"] is held] for held in (False, True)]
    return (
        str(len(bad)),
        share(right, len(bad)),
        *(share(sum(row["found"] for row in half), len(half)) for half in split),
        str(len(mine) - len(bad)),
        str(wrong),
        share(right, right + wrong),
    )


def summary(found: Sequence[Row]) -> str:
    """One line: recall and precision of all against the aims, and which categories miss them."""
    right = sum(row["found"] for row in found)
    bad = sum(not row["fine"] for row in found)
    wrong = sum(len(row["wrong"]) for row in found)
    recall, precision = right / max(bad, 1), right / max(right + wrong, 1)
    words = ["met" if reached else "MISSED" for reached in (recall >= RECALL, precision >= PRECISION)]
    return (
        f"{bad} planted, recall {100 * recall:.1f} % (aim {100 * RECALL:.0f} {words[0]}), "
        f"precision {100 * precision:.1f} % (aim {100 * PRECISION:.0f} {words[1]}), {len(_projects(found))} packages"
    )


def _projects(found: Sequence[Mapping[str, Any]]) -> set[str]:
    return {row["project"] for row in found}


def measure(scale: Scale) -> Report:
    """The section: every variant on the packages of a set; training packages see no variant that is held out."""
    found = rows(scale.set, scale.quick, held=scale.set == "measuring")
    return Report(summary(found), table(found))
