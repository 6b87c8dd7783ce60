"""Parses option values of several parts, such as MODEL=INPUT,OUTPUT."""

from __future__ import annotations

from testfix_pipeline.core.errors import UsageError


def names(text: str) -> list[str]:
    """Return tool names from a comma-separated list."""
    return [name.strip() for name in text.split(",") if name.strip()]


def variables(pairs: list[str], option: str = "--env") -> dict[str, str]:
    """Return NAME=VALUE pairs as a mapping. Raises UsageError for one without an equals sign."""
    wrong = [pair for pair in pairs if "=" not in pair]
    if wrong:
        example = {"--env": "MODE=test", "--model": "codex=gpt-5.1-codex"}.get(option, "NAME=VALUE")
        raise UsageError(f"{option} {wrong[0]!r} is no NAME=VALUE.", f"Write for example {option} {example}.")
    return dict(pair.split("=", 1) for pair in pairs)


def read_amounts(pairs: list[str]) -> dict[str, float]:
    """Return ROLE=AMOUNT pairs as a table. Raises UsageError for an invalid one."""
    try:
        return {role: float(amount) for role, amount in variables(pairs, "--role-money").items()}
    except ValueError:
        raise UsageError("--role-money is no ROLE=AMOUNT.", "Write for example --role-money explore=1.50.") from None


def read_prices(pairs: list[str]) -> dict[str, list[float]]:
    """Return MODEL=INPUT,OUTPUT pairs as a table of prices. Raises UsageError for an invalid one."""
    try:
        return {model: [float(one) for one in row.split(",")] for model, row in variables(pairs, "--price").items()}
    except ValueError:
        raise UsageError("--price is no MODEL=INPUT,OUTPUT.", "Write for example --price my-model=1.25,10.") from None
