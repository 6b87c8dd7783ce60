"""Reading IPv6 addresses and writing them in their canonical form (RFC 5952)."""

from __future__ import annotations

GROUPS = 8


class AddressError(ValueError):
    """A text that is no IPv6 address."""


def parse(text: str) -> tuple[int, ...]:
    """The eight groups of an address. A zone such as ``%eth0`` is dropped."""
    address = text.partition("%")[0]
    head, double, tail = address.partition("::")
    if "::" in tail:
        raise AddressError(f"more than one '::' in {text!r}")
    left, right = _groups(head, text), _groups(tail, text)
    given = len(left) + len(right)
    if double and given < GROUPS:
        return (*left, *[0] * (GROUPS - given), *right)
    if double or given != GROUPS:
        raise AddressError(f"wrong number of groups in {text!r}")
    return (*left, *right)


def _groups(part: str, text: str) -> list[int]:
    if not part:
        return []
    groups = []
    for group in part.split(":"):
        if not 1 <= len(group) <= 4 or any(digit not in "0123456789abcdefABCDEF" for digit in group):
            raise AddressError(f"bad group {group!r} in {text!r}")
        groups.append(int(group, 16))
    return groups


def longest_zeros(groups: tuple[int, ...]) -> tuple[int, int]:
    """Start and length of the longest run of zeros, the first of equals; (0, 0) where there is none."""
    best = (0, 0)
    start = 0
    for position, group in enumerate(groups):
        if group:
            start = position + 1
        elif position + 1 - start > best[1]:
            best = (start, position + 1 - start)
    return best


def compress(groups: tuple[int, ...]) -> str:
    """The canonical text: lower case, no leading zeros, and '::' for the longest run of two or more zero groups."""
    start, length = longest_zeros(groups)
    texts = [f"{group:x}" for group in groups]
    if not length:
        return ":".join(texts)
    return ":".join(texts[:start]) + "::" + ":".join(texts[start + length :])


def expand(groups: tuple[int, ...]) -> str:
    """The text with all digits of all groups."""
    return ":".join(f"{group:04x}" for group in groups)


def canonical(text: str) -> str:
    """The canonical text of an address in any form."""
    return compress(parse(text))


def in_network(text: str, network: str) -> bool:
    """Whether an address is in a network such as ``2001:db8::/32``."""
    base, slash, bits = network.partition("/")
    if not slash or not bits.isdigit() or int(bits) > 128:
        raise AddressError(f"bad network: {network!r}")
    shift = 128 - int(bits)
    return _number(parse(text)) >> shift == _number(parse(base)) >> shift


def _number(groups: tuple[int, ...]) -> int:
    number = 0
    for group in groups:
        number = number << 16 | group
    return number
