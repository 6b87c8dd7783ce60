from bracket_lint.problems import Problem
from bracket_lint.scan import is_balanced, scan

__all__ = ["Problem", "is_balanced", "scan"]
