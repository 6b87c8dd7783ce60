"""Refuses a project whose tests are of a framework that is not run yet, with the framework's name (SPEC 12)."""

from __future__ import annotations

from pathlib import Path

from testfix_pipeline.core.errors import ProjectError
from testfix_pipeline.planning.framework import detect_framework

# Found by their names, so that a project of Python alone is not walked through.
_MANIFESTS = ("package.json", "go.mod", "Cargo.toml", "pom.xml", "build.gradle", "build.gradle.kts")
_RUN = ("pytest", "unittest", "unknown")


def require_runnable_tests(root: Path, test_command: str = "") -> None:
    """Do nothing for a project whose tests can be run, or where a test command says how; else raise ProjectError."""
    if test_command.strip() or not any((root / name).is_file() for name in _MANIFESTS):
        return
    found = detect_framework(root)
    if found.framework not in _RUN:
        evidence = str(getattr(found, "evidence", "")) or "its configuration"
        raise ProjectError(
            f"The tests of {root.name} are of {found.framework} ({evidence}), which is not supported yet: only tests "
            "that pytest runs are.",
            "Name the folder of a Python project by --project, or give --test-command pytest if there are such tests.",
        )
