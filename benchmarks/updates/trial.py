"""One library pair, from the broken tree to a row: repaired by `repair_project`, judged by the hidden tests."""

from __future__ import annotations

import re
import subprocess
import tempfile
import time
import traceback
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from benchmarks.repair.judge import meaning
from benchmarks.updates.check import run_tests
from benchmarks.updates.pairs import Pair
from benchmarks.updates.silencing import signs
from testfix_pipeline.core.errors import PipelineError
from testfix_pipeline.repair.model.ids import JOINT
from testfix_pipeline.standalone.api import ProjectRepair, repair_project
from testfix_pipeline.workspace.git.new_repository import make_repository

OVERRUN = 3
"""A repair is cancelled after so many times its budget, and half a minute."""
OVERRUN_SECONDS = 30.0
SENTENCES = ("notes", "next_steps")


def run_trial(pair: Pair, python: Path, seconds: float, cores: int) -> dict[str, Any]:
    """The row of one pair. python: the interpreter that has the library's new version."""
    with tempfile.TemporaryDirectory(prefix="testfix-updates-") as name:
        tree = Path(name) / "tree"
        pair.write(tree)
        make_repository(tree, f"Works with {pair.requirement('old')}")
        began = time.monotonic()
        report, error = _repaired(tree, python, seconds, cores)
        spent = time.monotonic() - began
        return {**about(pair), **outcome(pair, report, tree, python), "seconds": round(spent, 2), "error": error}


def about(pair: Pair) -> dict[str, Any]:
    """What a row says of the pair itself."""
    return {
        "id": f"{pair.half}/{pair.name}",
        "half": pair.half,
        "library": pair.library,
        "kind": pair.kind,
        "at": time.strftime("%Y-%m-%dT%H:%M:%S"),
    }


def _repaired(tree: Path, python: Path, seconds: float, cores: int) -> tuple[ProjectRepair | None, str]:
    """The report, or None and why there is none: a repair that breaks has missed the pair."""
    until = time.monotonic() + OVERRUN * seconds + OVERRUN_SECONDS
    try:
        return repair_project(
            tree,
            seconds=seconds,
            cores=cores,
            settings={"python": str(python)},
            cancel=lambda: time.monotonic() > until,
        ), ""
    except PipelineError as error:
        return None, str(error)[:500]
    except Exception:  # the row says how the engine broke
        return None, traceback.format_exc(limit=-3)[-800:]


def outcome(pair: Pair, report: ProjectRepair | None, tree: Path, python: Path) -> dict[str, Any]:
    """What a report comes to, None of a repair that broke. The tree gets the patches and the hidden tests."""
    if report is None:
        nothing: dict[str, Any] = {"outcome": "broke", "diagnosis": asdict(Diagnosis(False, False))}
        return {**nothing, **_judged(pair, {}, tree, python), "accepted": False, "plausible": False}
    shown = apply_leads(report, tree)
    after = {name: (tree / name).read_text(encoding="utf-8") for name in shown}
    accepted = bool(report.diff) and report.failing_after == 0
    complete = accepted or all(bug.check is not None and bug.check.confirmed for bug in report.bugs)
    plain = report.model_dump(mode="json")
    return {
        "outcome": report.outcome,
        "accepted": accepted,
        "plausible": complete and bool(shown),
        "diagnosis": asdict(diagnosis(plain, pair)),
        **_judged(pair, after, tree, python),
        "failing": [report.failing_before, report.failing_after],
        "first_seconds": next((bug.first_seconds for bug in report.bugs if bug.first_seconds is not None), None),
        "candidates": sum(bug.candidates for bug in report.bugs),
        "confidence": [bug.patch.confidence for bug in report.bugs if bug.patch],
        "makers": makers(report),
        "diff": report.diff,
        "leads": [bug.patch.diff for bug in report.bugs if bug.outcome == "lead" and bug.patch],
    }


def makers(report: ProjectRepair) -> list[str]:
    """What made each patch that is shown: the bug's outcome, the source, and the kinds of its edits, so that a wrong
    patch can be put down to one of them."""
    shown = [(bug.outcome, bug.patch.kind) for bug in report.bugs if bug.patch is not None]
    return [f"{outcome}, {_source(kind)}: {kind}" for outcome, kind in shown]


def _source(kind: str) -> str:
    """Whether the repair of libraries, the search, or one after the other made a patch of these kinds."""
    are_of_libraries = {part.startswith("library.") for part in kind.split(JOINT)}
    return "both" if len(are_of_libraries) > 1 else "libraries" if True in are_of_libraries else "search"


def apply_leads(report: ProjectRepair, tree: Path) -> list[str]:
    """Write the confirmed patches into the tree, then the leads that still apply; the paths of the changed files."""
    leads = [bug.patch.diff for bug in report.bugs if bug.outcome == "lead" and bug.patch]
    for diff in [report.diff, *leads]:
        if diff:
            subprocess.run(["git", "apply", "-"], cwd=tree, input=diff, capture_output=True, text=True)
    listing = subprocess.run(["git", "diff", "--name-only"], cwd=tree, capture_output=True, text=True, check=True)
    return listing.stdout.splitlines()


def _judged(pair: Pair, after: Mapping[str, str], tree: Path, python: Path) -> dict[str, Any]:
    """What the judge says of the files as the patches shown first leave them."""
    if not after:
        return {"right": False, "exact": False, "silencing": []}
    exact = is_exact(pair, after)
    before = {name: pair.files.get(name, "") for name in after}
    return {
        "right": exact or passes_hidden(pair, tree, python),
        "exact": exact,
        "silencing": [] if exact else signs(before, after),
    }


def is_exact(pair: Pair, after: Mapping[str, str]) -> bool:
    """Whether all files, and no others, mean what the reference fix makes of them."""
    texts = {**pair.fixed, **{name: pair.fixed.get(name, pair.files.get(name, "")) for name in after}}
    return all(
        meaning(after.get(name, pair.files.get(name, "")).encode()) == meaning(text.encode())
        for name, text in texts.items()
    )


def passes_hidden(pair: Pair, tree: Path, python: Path) -> bool:
    """Whether all tests, hidden ones included, pass in the tree, which gets the hidden tests."""
    pair.write_hidden(tree)
    try:
        run = run_tests(python, tree)
    except RuntimeError:
        return False
    return bool(run.passed) and not run.failing


@dataclass(frozen=True)
class Diagnosis:
    """Whether the right library is named, and with it the right symbol."""

    library: bool
    symbol: bool


def diagnosis(report: dict[str, Any], pair: Pair) -> Diagnosis:
    """What a report, as plain data, says of the pair's update. Symbols of other libraries don't count.

    Read from records that have the fields `library` and `symbol`; else from sentences of the notes or next steps that
    name the library and its new version. Error messages of tests don't count.
    """
    said = [symbol for library, symbol in records(report) if normal(library) == normal(pair.library)]
    noted = [text for text in sentences(report) if _names(text, pair.library) and pair.new in text]
    last = pair.symbol.rpartition(".")[2]
    wanted = [last, pair.parameter] if pair.parameter else [last]
    return Diagnosis(bool(said or noted), any(_names(text, word) for text in [*said, *noted] for word in wanted))


def normal(library: str) -> str:
    """A distribution's name as package indexes compare it."""
    return re.sub(r"[-_.]+", "-", library).lower()


def _names(text: str, word: str) -> bool:
    return re.search(rf"(?<![\w-]){re.escape(word)}(?![\w-])", text) is not None


def records(found: Any) -> Iterator[tuple[str, str]]:
    """(library, symbol) of every record in plain data that has both."""
    if isinstance(found, dict):
        if isinstance(found.get("library"), str) and isinstance(found.get("symbol"), str):
            yield found["library"], found["symbol"]
        found = list(found.values())
    if isinstance(found, list):
        for one in found:
            yield from records(one)


def sentences(found: Any) -> Iterator[str]:
    """The notes and next steps in a report, wherever they stand."""
    if isinstance(found, dict):
        for name, value in found.items():
            if name in SENTENCES and isinstance(value, list):
                yield from (text for text in value if isinstance(text, str))
            yield from sentences(value)
    elif isinstance(found, list):
        for one in found:
            yield from sentences(one)
