"""Prefix code books built from symbol counts."""
import heapq
from collections import Counter


def code_lengths(counts):
    """Map each symbol to the length of its code."""
    if not counts:
        return {}
    heap = [(n, i, [s]) for i, (s, n) in enumerate(sorted(counts.items()))]
    heapq.heapify(heap)
    lengths = dict.fromkeys(counts, 0)
    serial = len(heap)
    while len(heap) > 1:
        n1, _, left = heapq.heappop(heap)
        n2, _, right = heapq.heappop(heap)
        for symbol in left + right:
            lengths[symbol] += 1
        heapq.heappush(heap, (n1 + n2, serial, left + right))
        serial += 1
    return lengths


def canonical(lengths):
    """Assign canonical bit strings, short codes first."""
    book = {}
    code = previous = 0
    for length, symbol in sorted((n, s) for s, n in lengths.items()):
        code <<= length - previous
        book[symbol] = "".join("01"[code >> bit & 1] for bit in reversed(range(length)))
        code += 1
        previous = length
    return book


class Codec:
    def __init__(self, book):
        self.book = book
        self._reverse = {bits: symbol for symbol, bits in book.items()}

    @classmethod
    def for_text(cls, text):
        return cls(canonical(code_lengths(Counter(text))))

    def encode(self, text):
        try:
            return "".join(self.book[c] for c in text)
        except KeyError as exc:
            raise ValueError("symbol %s not in book" % exc) from None

    def decode(self, bits):
        out, start = [], 0
        for end in range(1, len(bits) + 1):
            symbol = self._reverse.get(bits[start:end])
            if symbol is not None:
                out.append(symbol)
                start = end
        if start != len(bits):
            raise ValueError("trailing bits")
        return "".join(out)


def ratio(text):
    """Encoded bits per symbol."""
    if not text:
        return 0.0
    return len(Codec.for_text(text).encode(text)) / len(text)
