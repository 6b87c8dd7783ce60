"""The Hamming code of four bits in seven, which survives one flipped bit."""

CHECKS = (1, 2, 4)


def encode(data):
    """Seven bits for four; the check bits are at the positions 1, 2 and 4, counted from 1."""
    a, b, c, d = data
    return [a ^ b ^ d, a ^ c ^ d, a, b ^ c ^ d, b, c, d]


def fault_position(code):
    """The position of the flipped bit counted from 1; 0 where all checks hold."""
    fault = 0
    for check in CHECKS:
        parity = 0
        for position, bit in enumerate(code, start=1):
            if position & check:
                parity ^= bit
        if parity:
            fault += check
    return fault


def decode(code):
    """The four bits, after one flipped bit was mended."""
    code = list(code)
    fault = fault_position(code)
    if fault:
        code[fault] ^= 1
    return [code[2], code[4], code[5], code[6]]
