"""Test generation without a model: characterisation tests with an admission filter."""

from testfix_pipeline.planning.generation.characterisation import generate

__all__ = ["generate"]
