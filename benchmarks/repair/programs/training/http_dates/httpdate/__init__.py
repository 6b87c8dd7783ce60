from httpdate.parse import DateError, parse
from httpdate.conditions import format_date, is_fresh, not_modified

__all__ = ["DateError", "format_date", "is_fresh", "not_modified", "parse"]
