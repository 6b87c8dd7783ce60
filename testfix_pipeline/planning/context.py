"""Phase 2: the context package, from the project's files, its history, its tests, and the input (SPEC 3)."""

from __future__ import annotations

import json
import logging
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Any

from testfix_pipeline.core.plan_records import ContextPackage, CoverageAssessment, FrameworkInfo
from testfix_pipeline.core.records import SuiteRun, utc_now
from testfix_pipeline.execution.coverage_map import CoverageMap
from testfix_pipeline.execution.project import TargetProject
from testfix_pipeline.planning import explorations
from testfix_pipeline.planning.context_conflicts import conflicts
from testfix_pipeline.planning.context_coverage import guessed_stats, measurable, measured_stats, missing_tests
from testfix_pipeline.planning.context_files import git_files
from testfix_pipeline.planning.context_manifests import declared_packages, read
from testfix_pipeline.planning.context_naming import Naming
from testfix_pipeline.planning.context_reuse import FORM, PACKAGES, input_digest, set_aside, usable
from testfix_pipeline.planning.context_source import SourceWork, source_work
from testfix_pipeline.planning.context_survey import Survey, dependency_order, survey
from testfix_pipeline.planning.framework import detect_framework, pytest_patterns
from testfix_pipeline.planning.intake import Intake
from testfix_pipeline.planning.project_type import detect_project_type
from testfix_pipeline.planning.relevance import TIERS, Ranked, complexity, keep, keywords, rank
from testfix_pipeline.workspace.redaction import redacted
from testfix_pipeline.workspace.repository import Project
from testfix_pipeline.workspace.store import SessionStore

GUIDELINES = ".workflow/project-guidelines.json"
_LANGUAGES = {".py": "Python", ".js": "JavaScript", ".jsx": "JavaScript", ".ts": "TypeScript", ".tsx": "TypeScript",
              ".go": "Go", ".rs": "Rust", ".java": "Java", ".kt": "Kotlin", ".vue": "Vue"}  # fmt: skip
_OURS = (
    "files",
    "existing_tests",
    "missing_tests",
    "path",
    "dependency_order",
)  # keys under which there is no free text
_MOST_FOCUS = 20
_INTENT = 500
_log = logging.getLogger(__name__)
Json = dict[str, Any]


@dataclass(frozen=True)
class _Gathered:
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


def gather(
    store: SessionStore,
    project: Project,
    target: TargetProject,
    tree: Path,
    intake: Intake,
    *,
    coverage: CoverageMap | None,
    run: SuiteRun | None,
    commit: str,
) -> ContextPackage:
    """The context package of a session, written to `.process/` with the explorations, or the valid one there is.

    In: `tree`, a checkout of `commit` whose files are read; `coverage` and `run` of the baseline's tests, None where
    they were not run. A package that can't be used again is kept as `.bak`, and why is in the log and under
    `metadata.rebuilt`. Raises ProjectError where git fails.
    """
    started = time.monotonic()
    cannot = measurable(coverage, run)
    known, stale = usable(store, intake, commit, measurable=not cannot)
    if known is not None:
        _log.info("%s: the context package is used again", store.session_id)
        return known
    if stale:
        _log.warning("%s: the context package is made anew: %s", store.session_id, stale)
        set_aside(store, intake.mode)
    gathered = _gather(project, target, target.root(tree), intake, None if cannot else coverage, run, cannot)
    manifest, explored = explorations.explore(
        intake.description, complexity(intake.description), gathered.kept, gathered.found
    )
    metadata = _metadata(store.session_id, gathered, commit, stale)
    sections = _session_sections(gathered) if intake.mode == "session" else _prompt_sections(gathered, manifest)
    data, secrets = redacted({"metadata": metadata, **sections, **_common(gathered)}, _OURS)
    data["metadata"]["redacted"] = secrets
    data["metadata"]["seconds"] = round(time.monotonic() - started, 2)
    explorations.write(store, manifest, explored)
    package = ContextPackage.model_validate(data)
    store.write_text(
        PACKAGES[intake.mode], json.dumps(package.model_dump(mode="json"), indent=2, ensure_ascii=False) + "\n"
    )
    return package


def _gather(
    project: Project,
    target: TargetProject,
    root: Path,
    intake: Intake,
    coverage: CoverageMap | None,
    run: SuiteRun | None,
    cannot: str,
) -> _Gathered:
    files = git_files(project, root, pytest_patterns(root))
    framework = detect_framework(root, files, interpreter=target.interpreter)
    source = source_work(project, intake, files) if intake.mode == "session" else None
    words = keywords(intake.description)
    found = survey(files, words)
    changed = source.changed if source else []
    kept = keep(rank(intake.description, words, found, changed))
    assessment = _coverage(found, framework, coverage, run, cannot, changed, kept)
    return _Gathered(project, root, intake, words, found, kept, assessment, framework, source)


def _coverage(
    found: Survey,
    framework: FrameworkInfo,
    coverage: CoverageMap | None,
    run: SuiteRun | None,
    cannot: str,
    changed: Sequence[str],
    kept: Sequence[Ranked],
) -> CoverageAssessment:
    files = found.files
    naming = Naming(files.by_kind["source"], files.test_files, framework.test_directory or "tests")
    executed = (
        coverage.import_lines.keys() | {f for each in coverage.tests.values() for f in each} if coverage else set()
    )
    product = found.product(executed | set(changed))
    if coverage is not None:
        stats = measured_stats(product, coverage, run)
    else:
        text = "\n".join(map(files.text, files.by_kind["tests"]))
        stats = guessed_stats(product, text, bool(files.test_files), cannot)
    critical = {each.path for each in kept if each.tier == "critical"}
    return CoverageAssessment(
        existing_tests=files.test_files,
        missing_tests=missing_tests(stats, naming, set(changed), critical),
        coverage_stats=stats,
    )


def _metadata(session_id: str, gathered: _Gathered, commit: str, stale: str) -> Json:
    intake = gathered.intake
    return {
        "test_session_id": session_id,
        "source_session_id": intake.source_session_id,
        "mode": intake.mode,
        "task_type": "test-generation",
        "theme": explorations.theme(intake.description),
        "complexity": complexity(intake.description),
        "keywords": gathered.words,
        "tech_stack": _tech_stack(gathered),
        "timestamp": utc_now(),
        "commit": commit,
        "form": FORM,
        "input_digest": input_digest(intake),
        "rebuilt": stale,
    }


def _common(gathered: _Gathered) -> Json:
    kind, confidence = detect_project_type(gathered.root, gathered.found.files)
    return {
        "test_coverage": gathered.coverage.model_dump(mode="json"),
        "test_framework": gathered.framework.model_dump(mode="json"),
        "project_type": {"type": kind, "confidence": confidence},
    }


def _tech_stack(gathered: _Gathered) -> Json:
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


def _session_sections(gathered: _Gathered) -> Json:
    assert gathered.source is not None
    changed = gathered.source.changed
    return {
        "source_context": {
            "implementation_summaries": gathered.source.summaries,
            "changed_files": changed,
            "changed_according_to": gathered.source.git_source,
            "tech_stack": _tech_stack(gathered),
            "project_patterns": _patterns(gathered),
        },
        "assets": [
            {"type": gathered.found.files.kind(each.path), **_asset(each, gathered.found)} for each in gathered.kept
        ],
        "focus_areas": _focus(gathered, changed),
    }


def _focus(gathered: _Gathered, changed: Sequence[str]) -> list[str]:
    """The source to test: what the source session changed, else what is most relevant."""
    kinds = gathered.found.files
    sources = [path for path in changed if kinds.kind(path) == "source"]
    relevant = [each.path for each in gathered.kept if kinds.kind(each.path) == "source"]
    return sources or relevant[:_MOST_FOCUS]


def _patterns(gathered: _Gathered) -> list[str]:
    conventions = gathered.framework.conventions
    said = {
        "test files": conventions.file_naming,
        "test structure": conventions.test_structure,
        "set-up": conventions.setup_teardown,
        "assertions": gathered.framework.assertion_library,
    }
    return [f"{name}: {value}" for name, value in said.items() if value]


# --- prompt mode


def _prompt_sections(gathered: _Gathered, manifest: Json) -> Json:
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
        "conflict_detection": conflicts(gathered.project, gathered.kept, gathered.found),
        "exploration_results": manifest,
        "prioritized_context": _priorities(gathered),
        "focus_areas": _focus(gathered, []),
    }


def _project_context(gathered: _Gathered) -> Json:
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
    broken = {"error": f"not valid Python: {known.error}"} if known and known.error else {}
    return {"path": each.path, "relevance": each.relevance, "rationale": each.rationale, **symbols, **broken}


def _dependencies(gathered: _Gathered) -> Json:
    """internal: the imports between kept files and any; external: what is declared, and how many files import it."""
    imports, used = gathered.found.imports, gathered.found.external
    internal = [
        {"from": each.path, "to": sorted(imports[each.path])} for each in gathered.kept if imports.get(each.path)
    ]
    packages = declared_packages(gathered.root)
    external = [
        {**package._asdict(), "imported_by": used.get(package.name.lower().replace("-", "_"), 0)}
        for package in packages
    ]
    return {"internal": internal, "external": external}


def _priorities(gathered: _Gathered) -> Json:
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
