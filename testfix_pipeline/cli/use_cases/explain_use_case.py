"""`testfix explain` without parsing: explains, asks models on request, prints, returns the exit code."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from testfix_pipeline.cli.option_values import names
from testfix_pipeline.cli.use_cases.output_files import create_file
from testfix_pipeline.cli.views import explain_view
from testfix_pipeline.core.visible_text import visible
from testfix_pipeline.planning.project.supported_framework import require_repairable_tests
from testfix_pipeline.standalone.explain import explain_project
from testfix_pipeline.steps.tools.asked_once import ask_models


def explain(
    project: Path,
    tests: Sequence[str],
    *,
    seconds: float,
    settings: Mapping[str, Any],
    agents: str,
    markdown: Path | None,
    as_json: bool,
) -> int:
    """Explain the failing tests and print; return 0 if none fails, else 1. agents: tools to ask, separated by commas.

    Raises UsageError for an unknown test, InvalidConfig for an unknown tool, MeasurementError.
    """
    require_repairable_tests(project, str(settings.get("test_command", "")))
    target = create_file(markdown) if markdown is not None else None
    ask = ask_models(project, names(agents), settings) if agents else None
    found = explain_project(project, list(tests) or None, seconds, settings=settings, ask=ask)
    if target is not None:
        target.write_text(explain_view.markdown(found), encoding="utf-8")
    print(found.model_dump_json() if as_json else visible(explain_view.text(found)))
    return 1 if found.failing else 0
