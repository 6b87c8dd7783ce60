"""Section `criteria`: whether criteria that spell code are tied to the functions that have it.

`seeds/criteria.json` holds criteria written for real packages, each with the functions that a person ties it to, none
where the package has nothing of the kind. The rules were made on the training packages. Nothing of a package is run.
"""

from __future__ import annotations

import json
import shutil
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks.planning.section import Report, Scale
from benchmarks.repair import cache
from benchmarks.repair.packages import NotReady, sdist, unpack
from benchmarks.repair.table import share
from testfix_pipeline.planning.criteria.criteria import split_criteria
from testfix_pipeline.planning.criteria.matched_functions import with_subjects
from testfix_pipeline.planning.project.files import walked_files
from testfix_pipeline.planning.project.survey import survey_files

SEEDS = Path(__file__).with_name("seeds") / "criteria.json"
Json = dict[str, Any]


@dataclass
class Count:
    """criteria: asked. met: tied to a right function, or rightly to none. named, right: functions."""

    criteria: int = 0
    met: int = 0
    named: int = 0
    right: int = 0

    def add(self, named: Sequence[str], wanted: Sequence[str]) -> None:
        right = [subject for subject in named if subject in wanted]
        self.criteria += 1
        self.met += bool(right) or (not wanted and not named)
        self.named += len(named)
        self.right += len(right)

    def cells(self) -> str:
        return f"{share(self.met, self.criteria):>18} {share(self.right, self.named):>18}"


def tied(root: Path, texts: Sequence[str]) -> list[list[str]]:
    """The functions that each criterion is tied to, in a folder of code."""
    criteria = split_criteria("\n".join(f"- {text}" for text in texts))
    if len(criteria) != len(texts):
        raise ValueError(f"{len(texts)} texts make {len(criteria)} criteria")
    found = survey_files(walked_files(root), [])
    return [one.subjects for one in with_subjects(criteria, found.product_outlines(), found)]


def _tree(package: Json) -> Path:
    """The package's source, unpacked once. Raises NotReady."""
    name, version = package["package"], package["version"]
    tree = cache.folder("planning", "criteria", f"{name}-{version}") / "tree"
    if not tree.is_dir():
        shutil.rmtree(tree.with_name("tree.unpacked"), ignore_errors=True)
        unpack(sdist(name, version), tree)
    return tree / str(package["folder"])


def measure(scale: Scale) -> Report:
    """A row a package and a sum for each set; it takes seconds, so that no rows are kept."""
    table = [f"{'package':26} {'set':10} {'criteria met':>18} {'functions right':>18}"]
    sums = {"training": Count(), "measuring": Count()}
    for package in json.loads(SEEDS.read_text(encoding="utf-8")):
        if time.monotonic() > scale.deadline:
            break
        texts, wanted = zip(*((each["text"], each["code"]) for each in package["criteria"]), strict=True)
        try:
            named = tied(_tree(package), texts)
        except NotReady as why:
            table.append(f"{package['package']}: left out, {why}")
            continue
        own = Count()
        for subjects, code in zip(named, wanted, strict=True):
            own.add(subjects, code)
            sums[package["set"]].add(subjects, code)
        table.append(f"{package['package'] + ' ' + package['version']:26} {package['set']:10} {own.cells()}")
    said = [
        f"{name} {each.met} of {each.criteria} criteria met, {each.right} of {each.named} functions right"
        for name, each in sums.items()
        if each.criteria
    ]
    return Report("; ".join(said) or "nothing measured", table)
