"""Test generation without a model: characterisation tests with an admission filter."""

from testfix_pipeline.planning.generation.characterisation import characterise_functions

__all__ = ["characterise_functions"]
