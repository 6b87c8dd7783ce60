"""Converts failing outcomes to records: signature, criticality, failure class with its evidence."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path

from testfix_pipeline.core.cycle_rules.contradictory_tests import contradictory_tests
from testfix_pipeline.core.cycle_rules.criticality import rule_criticality
from testfix_pipeline.core.cycle_rules.results import layer_of
from testfix_pipeline.core.cycle_rules.triage import ProjectFacts, classify
from testfix_pipeline.core.records import Failure, Outcome
from testfix_pipeline.core.signatures import signature
from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.execution.interpreter import install_command
from testfix_pipeline.execution.project import TargetProject
from testfix_pipeline.execution.project_files import declared_npm_packages, read_text

NO_ORDERS: Mapping[TestId, str] = {}


def failure_records(
    outcomes: Mapping[TestId, Outcome],
    root: Path,
    used_to_pass: Iterable[TestId] = (),
    flaky: Iterable[TestId] = (),
    target: TargetProject | None = None,
    orders: Mapping[TestId, str] = NO_ORDERS,
) -> list[Failure]:
    """The records of the failing outcomes, by test id. `root` is the project's folder that they were measured in.

    target: what was measured, so that a missing package is reported with the interpreter that lacks it. orders: the
    evidence on those that only other tests make fail.
    """
    passed_before, unsteady = set(used_to_pass), set(flaky)
    npm, npm_known = _npm_packages(root)
    facts = ProjectFacts(packages=project_packages(root), npm=npm, npm_known=npm_known, root=str(root))
    if target is not None:
        install = install_command(target.interpreter, target.interpreter_source, "{}", target.checkout)
        facts = replace(facts, interpreter=target.described_interpreter, install=install)
    impossible = contradictory_tests(outcomes, lambda file: read_text(root / file))
    return [
        _failure_record(
            outcomes[test],
            facts,
            test in passed_before,
            test in unsteady,
            orders.get(test, ""),
            impossible.get(test, ""),
        )
        for test in sorted(outcomes)
        if outcomes[test].status in ("failed", "error")
    ]


def _failure_record(
    outcome: Outcome, facts: ProjectFacts, used_to_pass: bool, flaky: bool, order: str, impossible: str
) -> Failure:
    kind, evidence = classify(outcome, facts)
    if impossible and kind == "code_defect":
        kind, evidence = "test_defect", impossible
    last = outcome.frames[-1] if outcome.frames else None
    given = {"order": order, "evidence": order} if order and kind == "code_defect" else {"evidence": evidence}
    return Failure(
        test=outcome.id,
        error=outcome.message,
        error_type=outcome.error_type,
        file=last.file if last else outcome.id.file,
        line=last.line if last else None,
        frames=outcome.frames,
        criticality=rule_criticality(outcome, was_passing=used_to_pass, flaky=flaky, failure_class=kind),
        test_type=layer_of(outcome.id),
        signature=signature(outcome),
        failure_class=kind,
        flaky=flaky,
        **given,
    )


def project_packages(root: Path) -> set[str]:
    """The top-level modules and packages in the project's root and `src`."""
    names: set[str] = set()
    for folder in (root, root / "src"):
        if folder.is_dir():
            names |= {entry.stem for entry in folder.iterdir() if entry.suffix == ".py" or _is_package(entry)}
    return names


def _npm_packages(root: Path) -> tuple[set[str], set[str]]:
    """The npm packages that the project's `package.json` declares and no folder above it has, and all known names.

    Those of its own files and folders are known, too: an import may mean them by an alias, or without `./`.
    """
    if not (root / "package.json").is_file():
        return set(), set()
    declared = declared_npm_packages(root)
    modules = [folder / "node_modules" for folder in (root, *root.parents)]
    missing = {name for name in declared if not any((folder / name).is_dir() for folder in modules)}
    own = [entry for folder in (root, root / "src", root / "lib") if folder.is_dir() for entry in folder.iterdir()]
    return missing, declared | {entry.name.partition(".")[0] for entry in own}


def _is_package(folder: Path) -> bool:
    return folder.is_dir() and folder.name.isidentifier() and any(folder.glob("*.py"))
