"""Phase 2: builds the context package from the project's files, history, tests and the input."""

from __future__ import annotations

import functools
import json
import logging
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from testfix_pipeline.core.plan_records import ContextPackage, CoverageAssessment, FrameworkInfo
from testfix_pipeline.core.progress import OnProgress, WorkProgress, ignore_progress
from testfix_pipeline.core.records import SuiteRun, utc_now
from testfix_pipeline.core.test_ids import SessionId
from testfix_pipeline.execution.coverage_map import CoverageMap
from testfix_pipeline.execution.project import TargetProject
from testfix_pipeline.frameworks.builtin.python.detection import pytest_patterns
from testfix_pipeline.planning.context import explorations
from testfix_pipeline.planning.context.coverage import guessed_stats, measured_stats, missing_tests, why_not_measurable
from testfix_pipeline.planning.context.exclusions import left_out
from testfix_pipeline.planning.context.reuse import FORM, PACKAGES, content_digest, input_digest, reusable_package
from testfix_pipeline.planning.context.risk import MOST_SHOWN, commit_history, count_changes, rank_risks
from testfix_pipeline.planning.context.sections import ContextMaterial, prompt_sections, session_sections, tech_stack
from testfix_pipeline.planning.context.session_lessons import lessons
from testfix_pipeline.planning.context.source_session import source_work
from testfix_pipeline.planning.criteria.criteria import join_requests, split_criteria
from testfix_pipeline.planning.criteria.matched_functions import with_subjects
from testfix_pipeline.planning.intake import Intake
from testfix_pipeline.planning.project.files import ProjectFiles, git_files
from testfix_pipeline.planning.project.framework_detection import detect_framework
from testfix_pipeline.planning.project.naming_conventions import Naming
from testfix_pipeline.planning.project.project_type import detect_project_type
from testfix_pipeline.planning.project.relevance import RankedFile, complexity, keep_relevant, keywords, rank_files
from testfix_pipeline.planning.project.subprojects import project_parts
from testfix_pipeline.planning.project.survey import Survey, survey_files
from testfix_pipeline.workspace.files.atomic import keep_previous
from testfix_pipeline.workspace.files.redaction import redacted
from testfix_pipeline.workspace.git.repository import Project
from testfix_pipeline.workspace.sessions.store import SessionStore

_OURS = (  # keys under which there is no free text
    *("files", "existing_tests", "missing_tests", "path", "dependency_order", "risks"),
)
_log = logging.getLogger(__name__)
Json = dict[str, Any]


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
    on_progress: OnProgress = ignore_progress,
) -> ContextPackage:
    """Return the context package of a session: the stored one where it is valid, else a new one in `.process/`.

    In: `tree`, a checkout of `commit` whose files are read; `coverage` and `run` of the baseline's tests, None where
    they were not run. A package that can't be used again is kept as `.bak`, and why is in the log and under
    `metadata.rebuilt`. Raises ProjectError where git fails.
    """
    started = time.monotonic()
    cannot = why_not_measurable(coverage, run)
    root = target.root(tree)
    listed = functools.cache(lambda: git_files(project, root, pytest_patterns(root)))
    known, stale = reusable_package(
        store, intake, commit, measurable=not cannot, digest=lambda: content_digest(listed())
    )
    if known is not None:
        _log.info("%s: the context package is used again", store.session_id)
        return known
    if stale:
        _log.warning("%s: the context package is made again: %s", store.session_id, stale)
        keep_previous(store.path(PACKAGES[intake.mode]))
    gathered = _gather(project, target, listed(), intake, None if cannot else coverage, run, cannot, on_progress)
    data = _package_data(store, gathered, target, _metadata(store.session_id, gathered, commit, stale))
    data["metadata"]["seconds"] = round(time.monotonic() - started, 2)
    package = ContextPackage.model_validate(data)
    store.write_text(
        PACKAGES[intake.mode], json.dumps(package.model_dump(mode="json"), indent=2, ensure_ascii=False) + "\n"
    )
    return package


def _package_data(store: SessionStore, gathered: ContextMaterial, target: TargetProject, metadata: Json) -> Json:
    """Return the package's content without secrets; write the explorations that it refers to."""
    intake = gathered.intake
    manifest, explored = explorations.explore_files(
        intake.description, metadata["complexity"], gathered.kept, gathered.found
    )
    sections = session_sections(gathered) if intake.mode == "session" else prompt_sections(gathered, manifest)
    common = {
        **_coverage_sections(gathered),
        **_code_sections(gathered, target),
        "lessons": lessons(gathered.project.root, store.session_id),
    }
    data: Json
    data, secrets = redacted({"metadata": metadata, **sections, **common}, _OURS)
    data["metadata"]["redacted"] = secrets
    explorations.write_explorations(store, manifest, explored)
    return data


def _gather(
    project: Project,
    target: TargetProject,
    files: ProjectFiles,
    intake: Intake,
    coverage: CoverageMap | None,
    run: SuiteRun | None,
    cannot: str,
    on_progress: OnProgress,
) -> ContextMaterial:
    root = files.root
    framework = detect_framework(root, files, interpreter=target.interpreter)
    source = source_work(project, intake, files) if intake.mode == "session" else None
    words = keywords(intake.description)
    asked = split_criteria(intake.description, source.stated if source else ())
    changed = source.changed if source else []
    found = survey_files(files, words, on_progress)
    kept = keep_relevant(rank_files(intake.description, words, found, changed))
    on_progress(WorkProgress("working out what the tests cover"))
    assessment = _assess_coverage(found, framework, coverage, run, cannot, changed, kept)
    product = found.product_outlines(assessment.coverage_stats.files)
    criteria = join_requests(with_subjects(asked, product, found), product)
    on_progress(WorkProgress("reading the history of commits"))
    commits = list(commit_history(project))
    risks = rank_risks(product, assessment.coverage_stats, count_changes(commits), found.imports)
    return ContextMaterial(
        project, root, intake, words, found, kept, assessment, framework, source, criteria, risks, commits
    )


def _assess_coverage(
    found: Survey,
    framework: FrameworkInfo,
    coverage: CoverageMap | None,
    run: SuiteRun | None,
    cannot: str,
    changed: Sequence[str],
    kept: Sequence[RankedFile],
) -> CoverageAssessment:
    files = found.files
    naming = Naming(files.by_kind["source"], files.test_files, framework.test_directory or "tests")
    executed = (
        coverage.import_lines.keys() | {f for each in coverage.tests.values() for f in each} if coverage else set()
    )
    product = found.product_outlines(executed | set(changed))
    if coverage is not None:
        stats = measured_stats(product, coverage, run)
    else:
        scripts = set(found.scripts)
        speaking = [path for path in files.by_kind["tests"] if path not in scripts]
        text = "\n".join(map(files.text, speaking))
        stats = guessed_stats(product, text, any(map(files.is_test, speaking)), cannot)
    critical = {each.path for each in kept if each.tier == "critical"}
    return CoverageAssessment(
        existing_tests=files.test_files,
        missing_tests=missing_tests(stats, naming, set(changed), critical),
        coverage_stats=stats,
    )


def _metadata(session_id: SessionId, gathered: ContextMaterial, commit: str, stale: str) -> Json:
    intake = gathered.intake
    return {
        "test_session_id": session_id,
        "source_session_id": intake.source_session_id,
        "mode": intake.mode,
        "task_type": "test-generation",
        "theme": explorations.theme_of(intake.description),
        "complexity": complexity(intake.description),
        "keywords": gathered.words,
        "tech_stack": tech_stack(gathered),
        "timestamp": utc_now(),
        "commit": commit,
        "content": content_digest(gathered.found.files),
        "form": FORM,
        "input_digest": input_digest(intake),
        "rebuilt": stale,
    }


def _coverage_sections(gathered: ContextMaterial) -> Json:
    detected = detect_project_type(gathered.root, gathered.found.files)
    return {
        "test_coverage": gathered.coverage.model_dump(mode="json"),
        "test_framework": gathered.framework.model_dump(mode="json"),
        "project_type": {
            "type": detected.type,
            "confidence": detected.confidence,
            "evidence": [each._asdict() for each in detected.evidence],
        },
    }


def _code_sections(gathered: ContextMaterial, target: TargetProject) -> Json:
    """The sections on criteria, risks, what is left out, and the parts of the project."""
    found = gathered.found
    return {
        "criteria": [each.model_dump(mode="json") for each in gathered.criteria],
        "risks": [each.model_dump(mode="json") for each in gathered.risks[:MOST_SHOWN]],
        "left_out": [each.model_dump(mode="json") for each in left_out(found)],
        "parts": [
            each.model_dump(mode="json") for each in project_parts(found.files, gathered.framework, target.interpreter)
        ],
    }
