from ports.pool import PortPool
from ports.text import format_ranges, parse_ranges

__all__ = ["PortPool", "format_ranges", "parse_ranges"]
