"""Spreadsheet-like formulas: tokenise, parse, evaluate."""

from .evaluate import evaluate, variables
from .parse import FormulaError, parse

__all__ = ["FormulaError", "evaluate", "parse", "variables"]
