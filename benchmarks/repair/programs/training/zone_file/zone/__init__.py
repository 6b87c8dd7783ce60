from zone.reader import Record, ZoneError, read_zone

__all__ = ["Record", "ZoneError", "read_zone"]
