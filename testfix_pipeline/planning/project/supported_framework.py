"""Refuses a project whose tests are of a framework that is not run yet, with the framework's name."""

from __future__ import annotations

from pathlib import Path

from testfix_pipeline.core.errors import ProjectError
from testfix_pipeline.planning.project.framework_detection import detect_framework

# Found by their names, so that a project of Python alone is not walked through.
_MANIFESTS = ("package.json", "go.mod", "Cargo.toml", "pom.xml", "build.gradle", "build.gradle.kts")
_RUN = ("pytest", "unittest", "unknown")


def require_runnable_tests(root: Path, test_command: str = "") -> None:
    """Do nothing for a project whose tests can be run, or where a test command says how; else raise ProjectError."""
    if test_command.strip() or not _has_manifest(root):
        return
    found = detect_framework(root)
    if found.framework not in _RUN:
        evidence = str(getattr(found, "evidence", "")) or "its configuration"
        raise ProjectError(
            f"The tests of {root.name} are of {found.framework} ({evidence}), which is not supported yet: only tests "
            "that pytest runs are.",
            "Name the folder of a Python project by --project, or give --test-command pytest if there are such tests.",
        )


def other_tests(root: Path) -> list[str]:
    """A sentence that names the frameworks whose tests in the project are not run; none where there are none."""
    names = [name for name in detect_framework(root).also if name not in _RUN] if _has_manifest(root) else []
    return (
        [f"Not run: the project's tests of {', '.join(names)}. What is said of its tests leaves them out."]
        if names
        else []
    )


def _has_manifest(root: Path) -> bool:
    return any((root / name).is_file() for name in _MANIFESTS)
