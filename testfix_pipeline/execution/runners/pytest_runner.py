"""Runs a project's pytest suite and reads the verdict from our own reporter, never from the exit code."""

from __future__ import annotations

from testfix_pipeline.execution.environment import target_environment

__all__ = ["target_environment"]
