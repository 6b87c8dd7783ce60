"""Length-prefixed records made of variable length integers."""
from .message import decode_message, encode_message
from .varint import DecodeError, read_varint, write_varint

__all__ = ["DecodeError", "decode_message", "encode_message", "read_varint", "write_varint"]
