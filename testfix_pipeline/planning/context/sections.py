"""The sections of the context packages of session mode and of prompt mode."""

from __future__ import annotations

import json
import logging
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Any

from testfix_pipeline.core.counted_nouns import first_names
from testfix_pipeline.core.languages import PROGRAMMING, language_of
from testfix_pipeline.core.plan_records import CoverageAssessment, Criterion, FileRisk, FrameworkInfo
from testfix_pipeline.core.visible_text import shortened
from testfix_pipeline.execution.project_files import read_text
from testfix_pipeline.frameworks.declared_packages import declared_packages
from testfix_pipeline.planning.context.risk import Commit
from testfix_pipeline.planning.context.source_session import SourceWork
from testfix_pipeline.planning.intake import Intake
from testfix_pipeline.planning.project.relevance import TIERS, RankedFile
from testfix_pipeline.planning.project.survey import Survey, dependency_order
from testfix_pipeline.workspace.git.repository import Project

GUIDELINES = ".workflow/project-guidelines.json"
_MOST_FOCUS = 20
_INTENT = 500
_log = logging.getLogger(__name__)
Json = dict[str, Any]
_HOT = 5  # commits of those
_MOST_LISTED = 10
# `diff`, not `diff-index`: that one names every file whose time stamp the index does not know, as in a copied checkout.
_CHANGED = ("diff", "-z", "--name-only", "--no-renames", "--no-ext-diff", "--no-relative", "--ignore-submodules=all")
_UNFINISHED = {
    "MERGE_HEAD": "a merge",
    "rebase-merge": "a rebase",
    "rebase-apply": "a rebase",
    "CHERRY_PICK_HEAD": "a cherry-pick",
    "REVERT_HEAD": "a revert",
}


@dataclass(frozen=True)
class ContextMaterial:
    """The data that the sections of a context package are made from."""

    project: Project
    root: Path
    intake: Intake
    words: list[str]
    found: Survey
    kept: list[RankedFile]
    coverage: CoverageAssessment
    framework: FrameworkInfo
    source: SourceWork | None
    criteria: list[Criterion]
    risks: list[FileRisk]
    history: list[Commit]


def tech_stack(gathered: ContextMaterial) -> Json:
    """The languages, runtime packages and test framework of the project."""
    code = gathered.found.files.by_kind["source"] + gathered.found.files.by_kind["tests"]
    languages = Counter(filter(None, (PROGRAMMING.get(PurePosixPath(path).suffix) for path in code)))
    packages = declared_packages(gathered.root)
    return {
        "languages": [name for name, _ in languages.most_common()],
        "frameworks": [package.name for package in packages if package.kind == "runtime"][:_MOST_FOCUS],
        "test_framework": gathered.framework.framework,
    }


# --- session mode


def session_sections(gathered: ContextMaterial) -> Json:
    """The sections of a package that continues a source session."""
    assert gathered.source is not None
    changed = gathered.source.changed
    return {
        "source_context": {
            "implementation_summaries": gathered.source.summaries,
            "changed_files": changed,
            "changed_according_to": gathered.source.git_source,
            "tech_stack": tech_stack(gathered),
            "project_patterns": _test_conventions(gathered),
        },
        "assets": [
            {"type": gathered.found.files.kind(each.path), **_asset_entry(each, gathered.found)}
            for each in gathered.kept
        ],
        "focus_areas": _focus_files(gathered, changed),
    }


def _focus_files(gathered: ContextMaterial, changed: Sequence[str]) -> list[str]:
    """The source files to test: those that the source session changed, else the most relevant ones."""
    kinds = gathered.found.files
    sources = [path for path in changed if kinds.kind(path) == "source"]
    relevant = [each.path for each in gathered.kept if kinds.kind(each.path) == "source"]
    return sources or relevant[:_MOST_FOCUS]


def _test_conventions(gathered: ContextMaterial) -> list[str]:
    conventions = gathered.framework.conventions
    said = {
        "test files": conventions.file_naming,
        "test structure": conventions.test_structure,
        "set-up": conventions.setup_teardown,
        "assertions": gathered.framework.assertion_library,
    }
    return [f"{name}: {value}" for name, value in said.items() if value]


# --- prompt mode


def prompt_sections(gathered: ContextMaterial, manifest: Json) -> Json:
    """The sections of a package that is made for a prompt."""
    files = gathered.found.files
    return {
        "project_context": _project_context(gathered),
        "project_guidelines": _guidelines(gathered.project.root),
        "assets": {
            name: [_asset_entry(each, gathered.found) for each in gathered.kept if files.kind(each.path) == kind]
            for name, kind in (
                ("documentation", "documentation"),
                ("source_code", "source"),
                ("config", "config"),
                ("tests", "tests"),
            )
        },
        "dependencies": _dependencies(gathered),
        "conflict_detection": conflicts(gathered.project, gathered.kept, gathered.found, gathered.history),
        "exploration_results": manifest,
        "prioritized_context": _prioritised_context(gathered),
        "focus_areas": _focus_files(gathered, []),
    }


def _project_context(gathered: ContextMaterial) -> Json:
    files = gathered.found.files
    by_kind = {kind: len(paths) for kind, paths in files.by_kind.items()}
    tops = Counter(path.split("/")[0] if "/" in path else "." for path in files.by_kind["source"])
    names = {"__main__.py", "cli.py", "main.py", "app.py", "manage.py", "index.js", "index.ts", "main.go", "main.rs"}
    return {
        "name": gathered.project.name,
        "subdir": gathered.project.subdir,
        "files": by_kind,
        "source_folders": [name for name, _ in tops.most_common()],
        "entry_points": [path for path in files.by_kind["source"] if PurePosixPath(path).name in names][:_MOST_FOCUS],
        "patterns": _test_conventions(gathered),
    }


def _guidelines(root: Path) -> Json:
    """The project's guidelines; has the key `unreadable` where the file exists and is not a JSON object."""
    file = root / GUIDELINES
    if not file.is_file():
        return {}
    try:
        data = json.loads(read_text(file))
    except (ValueError, RecursionError):
        data = None
    if not isinstance(data, dict):
        _log.warning("%s is not a JSON object of at most 1 MiB and is left out", file)
    return data if isinstance(data, dict) else {"unreadable": f"{GUIDELINES} is not a JSON object"}


def _asset_entry(each: RankedFile, found: Survey) -> Json:
    known = found.outlines.get(each.path)
    symbols = {"key_symbols": known.symbols[:10]} if known and known.symbols else {}
    broken = {"error": f"not valid {language_of(each.path)}: {known.error}"} if known and known.error else {}
    return {"path": each.path, "relevance": each.relevance, "rationale": each.rationale, **symbols, **broken}


def _dependencies(gathered: ContextMaterial) -> Json:
    """internal: the imports of the chosen files; external: the declared packages, and how many files import each."""
    imports, used = gathered.found.imports, gathered.found.external
    internal = [
        {"from": each.path, "to": sorted(imports[each.path])} for each in gathered.kept if imports.get(each.path)
    ]
    packages = declared_packages(gathered.root)
    external = [
        {
            **package._asdict(),
            "imported_by": used.get(package.name) or used.get(package.name.lower().replace("-", "_"), 0),
        }
        for package in packages
    ]
    return {"internal": internal, "external": external}


def _prioritised_context(gathered: ContextMaterial) -> Json:
    tiers = {
        name: [{"path": each.path, "relevance": each.relevance} for each in gathered.kept if each.tier == name]
        for name, _ in TIERS
    }
    intent = gathered.intake.description.split("\n\n")[0].strip()
    return {
        "user_intent": shortened(intent, _INTENT),
        "priority_tiers": tiers,
        "dependency_order": dependency_order([each.path for each in gathered.kept], gathered.found.imports),
        "sorting_rationale": "By relevance: .4 direct mention, .3 keyword density, .2 position in the project, .1 "
        "dependency distance; within dependency_order what a file imports comes before it.",
    }


def conflicts(project: Project, kept: Sequence[RankedFile], found: Survey, history: Sequence[Commit]) -> dict[str, Any]:
    """`conflict_detection` of the context package.

    high: an unfinished operation of git, or relevant files with uncommitted changes that were reverted before; medium:
    any other factor; low: none.
    """
    wanted = {each.path for each in kept}
    uncommitted = sorted(set(_uncommitted(project)) & wanted)
    unfinished = next((name for file, name in _UNFINISHED.items() if (project.git_dir / file).exists()), "")
    past = [_past_conflict(commit, wanted) for commit in history if commit.kind and wanted.intersection(commit.files)]
    hot = Counter(path for commit in history for path in commit.files if path in wanted)
    busy = [path for path, number in hot.most_common(_MOST_LISTED) if number >= _HOT]
    broken = [path for path in sorted(wanted) if path in found.outlines and found.outlines[path].error]
    factors = [
        *([f"{unfinished} is unfinished in the checkout"] if unfinished else []),
        *([f"uncommitted changes in {first_names(uncommitted)}"] if uncommitted else []),
        *([f"changed in {_HOT} or more of the last {len(history)} commits: {first_names(busy)}"] if busy else []),
        *([f"reverts or merges touched relevant files {len(past)} times"] if past else []),
        *([f"not valid Python: {first_names(broken)}"] if broken else []),
    ]
    high = bool(unfinished) or (bool(uncommitted) and bool(past))
    return {
        "risk_level": "high" if high else "medium" if factors else "low",
        "risk_factors": factors,
        "affected_modules": _source_folders(kept, found),
        "mitigation_strategy": _mitigation(uncommitted, busy, broken),
        "historical_conflicts": past[:_MOST_LISTED],
    }


def _uncommitted(project: Project) -> Iterator[str]:
    """Yield the tracked files that differ from HEAD, and the untracked ones, relative to the project."""
    start = f"{project.subdir}/" if project.subdir else ""
    changed = project.git.names(*_CHANGED, "HEAD")
    new = project.git.names("ls-files", "-z", "--others", "--exclude-standard", "--", project.subdir or ".")
    for name in changed + new:
        if name.startswith(start):
            yield name.removeprefix(start)


def _past_conflict(commit: Commit, wanted: Collection[str]) -> dict[str, Any]:
    files = [path for path in commit.files if path in wanted]
    return {"commit": commit.commit[:12], "kind": commit.kind, "subject": commit.subject, "files": files}


def _source_folders(kept: Sequence[RankedFile], found: Survey) -> list[str]:
    """The folders of relevant source files, most relevant first."""
    sources = [each.path for each in kept if found.files.kind(each.path) == "source"]
    return list(dict.fromkeys(str(PurePosixPath(path).parent) for path in sources))


def _mitigation(uncommitted: Sequence[str], busy: Sequence[str], broken: Sequence[str]) -> str:
    parts = ["All work happens on the session's own branch; the checkout, its index and its branch stay as they are."]
    if uncommitted:
        parts.append("Uncommitted changes are snapshotted first; where they touch a fixed file a patch is handed over.")
    if busy:
        parts.append("Deliver soon: files that change often drift away from the session's branch.")
    if broken:
        parts.append("Files that can't be parsed are fixed before tests are written for them.")
    return " ".join(parts)
