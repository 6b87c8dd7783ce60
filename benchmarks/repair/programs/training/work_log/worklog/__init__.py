from worklog.entries import Entry, LogError, parse
from worklog.report import balance, by_project, clock, report

__all__ = ["Entry", "LogError", "balance", "by_project", "clock", "parse", "report"]
