from schema.fields import Boolean, Invalid, ListOf, Number, Record, Text

__all__ = ["Boolean", "Invalid", "ListOf", "Number", "Record", "Text"]
