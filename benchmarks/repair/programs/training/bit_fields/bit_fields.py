"""Fields of some bits inside an integer."""


def mask_of(width):
    return (1 << width) - 1


def get_field(word, offset, width):
    """The number in the field of `width` bits that begins at bit `offset`."""
    return word >> offset & mask_of(width)


def set_field(word, offset, width, value):
    """The word with a number put into a field; the other bits stay."""
    if value > mask_of(width) or value < 0:
        raise ValueError(f"{value} doesn't fit into {width} bits")
    cleared = word & ~mask_of(width) << offset
    return cleared | value << offset


def pack(values, widths):
    """Numbers side by side in one word, the first in the lowest bits."""
    word = offset = 0
    for value, width in zip(values, widths):
        word = set_field(word, offset, width, value)
        offset += width
    return word
