"""Messages: a dict from field number to int, bytes or a list of ints."""
from .varint import DecodeError, read_varint, unzigzag, write_varint, zigzag

INT, BYTES, PACKED = 0, 1, 2


def encode_message(fields):
    out = bytearray()
    for number in sorted(fields):
        value = fields[number]
        if isinstance(value, int):
            out += write_varint(number << 2 | INT)
            out += write_varint(zigzag(value))
            continue
        if isinstance(value, bytes):
            kind, body = BYTES, value
        else:
            kind, body = PACKED, b"".join(write_varint(zigzag(v)) for v in value)
        out += write_varint(number << 2 | kind) + write_varint(len(body)) + body
    return bytes(out)


def decode_message(data):
    fields = {}
    pos = 0
    while pos < len(data):
        key, pos = read_varint(data, pos)
        number, kind = key >> 2, key & 3
        value, pos = read_varint(data, pos)
        if kind == INT:
            fields[number] = unzigzag(value)
            continue
        body = data[pos:pos + value]
        if len(body) < value:
            raise DecodeError("truncated field %d" % number)
        pos += value
        if kind == BYTES:
            fields[number] = body
        elif kind == PACKED:
            fields[number] = list(_unpack(body))
        else:
            raise DecodeError("unknown kind %d" % kind)
    return fields


def _unpack(body):
    pos = 0
    while pos < len(body):
        value, pos = read_varint(body, pos)
        yield unzigzag(value)
