"""Variable length integer encoding (7 bits per byte, low bits first)."""


def encode(value):
    """Encode a non-negative integer."""
    if value < 0:
        raise ValueError("cannot encode a negative value")
    out = bytearray()
    while value > 0x80:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    out.append(value)
    return bytes(out)


def decode(data, pos=0):
    """Decode one integer at pos; return (value, next position)."""
    value = 0
    shift = 0
    while True:
        if pos >= len(data):
            raise ValueError("truncated varint")
        byte = data[pos]
        pos += 1
        value |= (byte & 0x7F) << shift
        if not byte & 0x80:
            return value, pos
        shift += 7


def zigzag(number):
    """Map a signed integer to an unsigned one, small stays small."""
    return number * 2 if number >= 0 else -number * 2 - 1


def unzigzag(value):
    """Inverse of zigzag."""
    return -(value + 1) // 2 if value & 1 else value // 2


def encode_all(numbers):
    """Encode signed integers one after the other."""
    return b"".join(encode(zigzag(n)) for n in numbers)


def decode_all(data):
    """Decode everything written by encode_all."""
    numbers = []
    pos = 0
    while pos < len(data):
        value, pos = decode(data, pos)
        numbers.append(unzigzag(value))
    return numbers
