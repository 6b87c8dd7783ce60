from keyset_pages.cursor import BadCursor, decode, encode
from keyset_pages.table import Page, Table

__all__ = ["BadCursor", "Page", "Table", "decode", "encode"]
