"""The rewrites that ruff knows for libraries and Python versions, where they touch what a failure is about.

ruff is a dependency of ours; it reads the files, executes nothing, and its own configuration and the project's are left
out. All findings of one rule with one message are one fix, as a codemod would make it.
"""

from __future__ import annotations

import json
import sysconfig
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from testfix_pipeline.core.errors import MeasurementError
from testfix_pipeline.execution.processes.environment import clean_environment
from testfix_pipeline.execution.processes.sandbox import installation_folders
from testfix_pipeline.execution.processes.supervisor import ProcessLimits, run
from testfix_pipeline.execution.project import TargetProject
from testfix_pipeline.execution.runners.pytest_runner import target_policy
from testfix_pipeline.repair.language.library_fixes import LibraryFix, LibraryQuestion
from testfix_pipeline.repair.language.registry import language_of_source
from testfix_pipeline.repair.languages.python.source import SourceFile
from testfix_pipeline.repair.model.edit import Overlap, apply_spans

RULES = "NPY,UP,PD,FURB,AIR,FAST,PYI"
"""The groups of rules that rewrite what libraries and Python versions have changed. Most of UP is style: it counts
where it touches a lost name or a line that failed."""
LIKELIHOOD = 0.85
SECONDS = 20.0
MOST_FILES = 400


@dataclass(frozen=True)
class _Finding:
    file: str
    rule: str
    message: str
    first: int
    last: int
    spans: tuple[tuple[int, int, str], ...]


def ruff_fixes(
    question: LibraryQuestion,
    files: Mapping[str, SourceFile],
    names: Mapping[tuple[str, int], str],
    lines: Collection[tuple[str, int]],
) -> list[LibraryFix]:
    """What ruff would rewrite at these lines, or where lost names are used: by file and line the full name.

    lines: of files, where failing tests died. The same rewrite elsewhere is left out: there the name is not lost. Empty
    where ruff can't be run.
    """
    grouped: dict[tuple[str, str], list[_Finding]] = {}
    for finding in _findings(question, files):
        if _symbol(finding, names, lines):
            grouped.setdefault((finding.rule, finding.message), []).append(finding)
    found = []
    for (rule, message), findings in grouped.items():
        texts = _texts(findings, files)
        if texts:
            note = f"{message} (ruff {rule})"
            symbol = _symbol(findings[0], names, lines)
            found.append(LibraryFix(texts, "library.codemod", note, LIKELIHOOD, symbol))
    return found


def _symbol(finding: _Finding, names: Mapping[tuple[str, int], str], lines: Collection[tuple[str, int]]) -> str:
    """The lost name, or else the rule, that makes a finding matter; "" where it is about something else."""
    places = [(finding.file, line) for line in range(finding.first, finding.last + 1)]
    name = next((names[place] for place in places if place in names), "")
    return name or (finding.rule if any(place in lines for place in places) else "")


def _texts(findings: Sequence[_Finding], files: Mapping[str, SourceFile]) -> dict[str, str]:
    spans: dict[str, dict[tuple[int, int, str], None]] = {}
    for one in findings:
        spans.setdefault(one.file, {}).update(dict.fromkeys(one.spans))
    found = {}
    for file, own in spans.items():
        try:
            text = apply_spans(files[file].text, list(own))
        except Overlap:
            return {}
        if not language_of_source(files[file]).parses(file, text):
            return {}
        found[file] = text
    return {file: text for file, text in found.items() if text != files[file].text}


# -- ruff itself -------------------------------------------------------------------------------------------------------


def _findings(question: LibraryQuestion, files: Mapping[str, SourceFile]) -> Iterator[_Finding]:
    root = question.root.resolve()
    for one in ruff_report(question, list(files)[:MOST_FILES]):
        path = Path(str(one.get("filename", "")))
        file = path.relative_to(root).as_posix() if path.is_relative_to(root) else ""
        fix = one.get("fix")
        if file in files and isinstance(fix, dict):
            spans = tuple(_span(files[file], edit) for edit in fix.get("edits", ()))
            where = int(one["location"]["row"]), int(one["end_location"]["row"])
            yield _Finding(file, str(one.get("code") or ""), str(one.get("message", "")), *where, spans)


def _span(source: SourceFile, edit: Mapping[str, Any]) -> tuple[int, int, str]:
    start, end = _offset(source, edit["location"]), _offset(source, edit["end_location"])
    return start, end, str(edit.get("content") or "")


def _offset(source: SourceFile, place: Mapping[str, int]) -> int:
    """Rows and columns (in characters) count from 1; a place behind the last line is the end."""
    row, column = int(place["row"]), int(place["column"])
    return min(
        len(source.text), source.line_starts[row - 1] + column - 1 if row <= len(source.line_starts) else 1 << 60
    )


def ruff_report(question: LibraryQuestion, files: Sequence[str], text: str = "") -> list[dict[str, Any]]:
    """The findings of ruff in files below the project's folder, or in a text, of which the file is "-"."""
    return ruff_findings(question.project, question.root, files, text) if files else []


def ruff_findings(project: TargetProject, root: Path, files: Sequence[str], text: str) -> list[dict[str, Any]]:
    """See `ruff_report`. root: the project's folder."""
    program = Path(sysconfig.get_path("scripts")) / "ruff"
    if not program.is_file():
        return []
    options = ["--isolated", "--no-cache", "--exit-zero", "--output-format=json", "--unsafe-fixes", "--preview"]
    policy = target_policy(project)
    try:
        done = run(
            [str(program), "check", *options, f"--select={RULES}", "--", *files],
            cwd=root,
            env=clean_environment(),
            limits=ProcessLimits(SECONDS, output_bytes=32 * 1024 * 1024),
            policy=replace(policy, read=(*policy.read, *sorted(map(str, installation_folders(program))))),
            writable=[],
            stdin=text.encode(),
        )
        found = json.loads(done.stdout)
    except (MeasurementError, ValueError):
        return []
    return [one for one in found if isinstance(one, dict)] if isinstance(found, list) else []
