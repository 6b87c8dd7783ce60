"""`testfix verify` without parsing: verifies, writes files, prints, returns the exit code."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from testfix_pipeline.cli.console import live_progress
from testfix_pipeline.cli.use_cases.output_files import create_file
from testfix_pipeline.cli.views import sharpness_view, verification_formats, verify_view
from testfix_pipeline.core.verification import EXIT_CODES, Verification
from testfix_pipeline.core.visible_text import visible
from testfix_pipeline.steps.verification.compared_commits import ChangeToVerify, NothingDiffers
from testfix_pipeline.steps.verification.suite_sharpness import measured_suite
from testfix_pipeline.steps.verification.verify_change import verify as verify_change

FORMATS: Mapping[str, Callable[[Verification], str]] = {
    "junit": verification_formats.junit,
    "sarif": verification_formats.sarif,
    "markdown": verify_view.markdown,
}


def verify(
    launch: Mapping[str, Any],
    wanted: ChangeToVerify,
    files: Mapping[str, Path | None],
    *,
    as_json: bool,
    show: str = "",
) -> int:
    """Verify, write the requested files (format -> path), print; return the exit code.

    show: a call or a function, of which it is printed what the tests notice, instead of the verdict.
    """
    targets = {name: create_file(path) for name, path in files.items() if path is not None}
    given = _given(launch)
    with live_progress(quiet=as_json):
        found = _verify_change_or_nothing(given, wanted)
    for name, path in targets.items():
        path.write_text(FORMATS[name](found), encoding="utf-8")
    said = verify_view.shown(found, show) if show else verify_view.text(found)
    print(json.dumps(verify_view.as_json(found)) if as_json else visible(said))
    return EXIT_CODES[found.verdict]


def judge_tests(launch: Mapping[str, Any], page: Path | None, *, as_json: bool) -> int:
    """Measure what the project's tests notice, write `page` if it is wanted, print; return the exit code."""
    target = create_file(page) if page is not None else None
    with live_progress(quiet=as_json):
        found = measured_suite(_given(launch))
    if target is not None:
        target.write_text(sharpness_view.html(found, Path(launch["project"]).resolve().name), encoding="utf-8")
    print(found.model_dump_json() if as_json else visible(sharpness_view.text(found)))
    return found.exit_code


def _given(launch: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in launch.items() if value not in ("", {}, [], 0.0, False)}


def _verify_change_or_nothing(given: Mapping[str, Any], wanted: ChangeToVerify) -> Verification:
    """Verify; a hook with nothing staged, as in `pre-commit run --all-files`, has nothing to object to."""
    try:
        return verify_change(given, wanted)
    except NothingDiffers:
        if not wanted.staged:
            raise
        return Verification(base="HEAD", head="the index", unchanged=True)
