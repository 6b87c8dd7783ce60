"""Test generation without a model: characterisation tests with an admission filter (SPEC 6, IMPL-001)."""

from testfix_pipeline.planning.generation.characterisation import generate

__all__ = ["generate"]
