"""Values of the command line that are more than one."""

from __future__ import annotations

from testfix_pipeline.core.errors import UsageError


def names(text: str) -> list[str]:
    """Tool names out of a comma-separated list."""
    return [name.strip() for name in text.split(",") if name.strip()]


def variables(pairs: list[str]) -> dict[str, str]:
    """NAME=VALUE pairs as a mapping. UsageError for one without a sign of equality."""
    wrong = [pair for pair in pairs if "=" not in pair]
    if wrong:
        raise UsageError(f"--env {wrong[0]!r} is no NAME=VALUE.", "Write for example --env MODE=test.")
    return dict(pair.split("=", 1) for pair in pairs)
