"""The sections of both context packages, written from what was gathered."""

from __future__ import annotations

import json
import logging
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Any

from testfix_pipeline.core.languages import language_of
from testfix_pipeline.core.plan_records import CoverageAssessment, Criterion, FileRisk, FrameworkInfo
from testfix_pipeline.frameworks.declared_packages import declared_packages, read
from testfix_pipeline.planning.context.commit_history import Commit
from testfix_pipeline.planning.context.conflicts import conflicts
from testfix_pipeline.planning.context.source_session import SourceWork
from testfix_pipeline.planning.intake import Intake
from testfix_pipeline.planning.project.relevance import TIERS, Ranked
from testfix_pipeline.planning.project.survey import Survey, dependency_order
from testfix_pipeline.workspace.git.repository import Project

GUIDELINES = ".workflow/project-guidelines.json"
_LANGUAGES = {".py": "Python", ".js": "JavaScript", ".jsx": "JavaScript", ".ts": "TypeScript", ".tsx": "TypeScript",
              ".go": "Go", ".rs": "Rust", ".java": "Java", ".kt": "Kotlin", ".vue": "Vue"}  # fmt: skip
_MOST_FOCUS = 20
_INTENT = 500
_log = logging.getLogger(__name__)
Json = dict[str, Any]


@dataclass(frozen=True)
class Gathered:
    """What both packages are written from."""

    project: Project
    root: Path
    intake: Intake
    words: list[str]
    found: Survey
    kept: list[Ranked]
    coverage: CoverageAssessment
    framework: FrameworkInfo
    source: SourceWork | None
    criteria: list[Criterion]
    risks: list[FileRisk]
    history: list[Commit]


def tech_stack(gathered: Gathered) -> Json:
    code = gathered.found.files.by_kind["source"] + gathered.found.files.by_kind["tests"]
    languages = Counter(
        _LANGUAGES[PurePosixPath(path).suffix] for path in code if PurePosixPath(path).suffix in _LANGUAGES
    )
    packages = declared_packages(gathered.root)
    return {
        "languages": [name for name, _ in languages.most_common()],
        "frameworks": [package.name for package in packages if package.kind == "runtime"][:_MOST_FOCUS],
        "test_framework": gathered.framework.framework,
    }


# --- session mode


def session_sections(gathered: Gathered) -> Json:
    assert gathered.source is not None
    changed = gathered.source.changed
    return {
        "source_context": {
            "implementation_summaries": gathered.source.summaries,
            "changed_files": changed,
            "changed_according_to": gathered.source.git_source,
            "tech_stack": tech_stack(gathered),
            "project_patterns": _patterns(gathered),
        },
        "assets": [
            {"type": gathered.found.files.kind(each.path), **_asset(each, gathered.found)} for each in gathered.kept
        ],
        "focus_areas": _focus(gathered, changed),
    }


def _focus(gathered: Gathered, changed: Sequence[str]) -> list[str]:
    """The source to test: what the source session changed, else what is most relevant."""
    kinds = gathered.found.files
    sources = [path for path in changed if kinds.kind(path) == "source"]
    relevant = [each.path for each in gathered.kept if kinds.kind(each.path) == "source"]
    return sources or relevant[:_MOST_FOCUS]


def _patterns(gathered: Gathered) -> list[str]:
    conventions = gathered.framework.conventions
    said = {
        "test files": conventions.file_naming,
        "test structure": conventions.test_structure,
        "set-up": conventions.setup_teardown,
        "assertions": gathered.framework.assertion_library,
    }
    return [f"{name}: {value}" for name, value in said.items() if value]


# --- prompt mode


def prompt_sections(gathered: Gathered, manifest: Json) -> Json:
    files = gathered.found.files
    return {
        "project_context": _project_context(gathered),
        "project_guidelines": _guidelines(gathered.project.root),
        "assets": {
            name: [_asset(each, gathered.found) for each in gathered.kept if files.kind(each.path) == kind]
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
        "prioritized_context": _priorities(gathered),
        "focus_areas": _focus(gathered, []),
    }


def _project_context(gathered: Gathered) -> Json:
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
        "patterns": _patterns(gathered),
    }


def _guidelines(root: Path) -> Json:
    """The project's guidelines; `unreadable` says so where the file is there and no JSON object."""
    file = root / GUIDELINES
    if not file.is_file():
        return {}
    try:
        data = json.loads(read(file))
    except (ValueError, RecursionError):
        data = None
    if not isinstance(data, dict):
        _log.warning("%s is not a JSON object of at most 1 MiB and is left out", file)
    return data if isinstance(data, dict) else {"unreadable": f"{GUIDELINES} is not a JSON object"}


def _asset(each: Ranked, found: Survey) -> Json:
    known = found.outlines.get(each.path)
    symbols = {"key_symbols": known.symbols[:10]} if known and known.symbols else {}
    broken = {"error": f"not valid {language_of(each.path)}: {known.error}"} if known and known.error else {}
    return {"path": each.path, "relevance": each.relevance, "rationale": each.rationale, **symbols, **broken}


def _dependencies(gathered: Gathered) -> Json:
    """internal: the imports between chosen files and any; external: what is declared, and how many files import it."""
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


def _priorities(gathered: Gathered) -> Json:
    tiers = {
        name: [{"path": each.path, "relevance": each.relevance} for each in gathered.kept if each.tier == name]
        for name, _ in TIERS
    }
    intent = gathered.intake.description.split("\n\n")[0].strip()
    return {
        "user_intent": intent if len(intent) <= _INTENT else f"{intent[:_INTENT]}...",
        "priority_tiers": tiers,
        "dependency_order": dependency_order([each.path for each in gathered.kept], gathered.found.imports),
        "sorting_rationale": "By relevance: .4 direct mention, .3 keyword density, .2 position in the project, .1 "
        "dependency distance; within dependency_order what a file imports comes before it.",
    }
