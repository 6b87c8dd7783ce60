"""Cron expressions: parse them, match datetimes, find the next run."""

from .fields import CronError, parse_field
from .schedule import Schedule

__all__ = ["CronError", "Schedule", "parse_field"]
