"""Base-128 integers, least significant group first."""


class DecodeError(ValueError):
    pass


def write_varint(value: int) -> bytes:
    if value < 0:
        raise ValueError("negative value, use zigzag")
    out = bytearray()
    while value > 0x7F:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    out.append(value)
    return bytes(out)


def read_varint(data: bytes, pos: int = 0) -> tuple:
    """Return (value, position behind it)."""
    value = shift = 0
    while True:
        if pos >= len(data):
            raise DecodeError("truncated varint")
        byte = data[pos]
        pos += 1
        value |= (byte & 0x7F) << shift
        if byte < 0x80:
            return value, pos
        shift += 8
        if shift > 63:
            raise DecodeError("varint too long")


def zigzag(value: int) -> int:
    return value * 2 if value >= 0 else -value * 2 - 1


def unzigzag(value: int) -> int:
    return -(value + 1) // 2 if value & 1 else value // 2
