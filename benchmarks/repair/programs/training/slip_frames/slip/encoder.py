"""Frames on a serial line (RFC 1055)."""

END = 0xC0
ESC = 0xDB
ESC_END = 0xDC
ESC_ESC = 0xDD

STUFFED = {END: bytes([ESC, ESC_END]), ESC: bytes([ESC, ESC_ESC])}


def encode(payload: bytes) -> bytes:
    """A frame with an END on either side."""
    body = b"".join(STUFFED.get(byte, bytes([byte])) for byte in payload)
    return bytes([END]) + body + bytes([END])
