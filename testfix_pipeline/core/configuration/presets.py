"""Named sets of settings for a launch, the same in the CLI and in Dagster's UI."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Literal

Preset = Literal["standard", "quick", "thorough", "models"]
# Quick ends while a user waits; thorough runs overnight.
PRESETS: Mapping[str, Mapping[str, Any]] = MappingProxyType(
    {
        "standard": {},
        "quick": {"max_iterations": 3, "budget_seconds": 600.0},
        "thorough": {"max_iterations": 20, "budget_seconds": 4 * 3600.0},
        "models": {"agents": ["models"]},
    }
)
PRESET_HELP = (
    "Values for what is left at its default. standard: none; quick: 3 iterations, 10 minutes; thorough: 20 iterations, "
    "4 hours; models: Gemini, Qwen and Codex are asked before the built-in engine."
)


def with_preset(preset: str, settings: Mapping[str, Any], defaults: Mapping[str, Any]) -> dict[str, Any]:
    """Return the settings with the preset's values in place of defaults. Raises KeyError for an unknown preset."""
    left = {name: value for name, value in PRESETS[preset].items() if settings.get(name) == defaults.get(name)}
    return {**settings, **left}
