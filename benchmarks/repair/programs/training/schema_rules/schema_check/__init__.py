"""Declarative checks of decoded JSON documents."""
from .rules import Integer, ListOf, Optional, Record, Text
from .report import Problem, check, is_valid

__all__ = ["Integer", "ListOf", "Optional", "Problem", "Record", "Text", "check", "is_valid"]
