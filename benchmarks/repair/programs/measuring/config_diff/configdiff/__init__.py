from configdiff.diff import Change, compare
from configdiff.report import report

__all__ = ["Change", "compare", "report"]
