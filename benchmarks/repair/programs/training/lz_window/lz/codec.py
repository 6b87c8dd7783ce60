"""A toy LZ77 codec over tokens: literal bytes, and matches (distance, length) into what was written before."""

from __future__ import annotations

from lz.matcher import longest_match

MIN_MATCH = 3
LITERAL, MATCH = 0, 1


class CorruptData(ValueError):
    """Packed data that can't be unpacked."""


def tokens(data: bytes, window: int = 255):
    """Yield the tokens of some data: an int for a literal byte, a pair for a match."""
    position = 0
    while position < len(data):
        distance, length = longest_match(data, position, window)
        if length >= MIN_MATCH:
            yield distance, length
            position += length
        else:
            yield data[position]
            position += 1


def compress(data: bytes, window: int = 255) -> bytes:
    """Pack data; every token is a tag byte followed by one or two bytes."""
    if not 1 <= window <= 255:
        raise ValueError("the window must be between 1 and 255")
    packed = bytearray()
    for token in tokens(data, window):
        if isinstance(token, tuple):
            packed += bytes([MATCH, *token])
        else:
            packed += bytes([LITERAL, token])
    return bytes(packed)


def decompress(packed: bytes) -> bytes:
    """Unpack what `compress` made. Raises CorruptData where it can't be right."""
    out = bytearray()
    position = 0
    while position < len(packed):
        tag = packed[position]
        size = 3 if tag == MATCH else 2
        fields = packed[position + 1 : position + size]
        if tag not in (LITERAL, MATCH) or len(fields) != size - 1:
            raise CorruptData(f"bad token at {position}")
        if tag == LITERAL:
            out.append(fields[0])
        else:
            distance, length = fields
            if not 1 <= distance <= len(out):
                raise CorruptData(f"distance {distance} at {position}")
            start = len(out) - distance
            out += out[start : start + length]
        position += size
    return bytes(out)


def ratio(data: bytes) -> float:
    """Packed size over plain size; 1.0 for no data."""
    return len(compress(data)) / len(data) if data else 1.0
