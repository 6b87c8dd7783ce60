"""Sets of half-open intervals [low, high) with union, intersection and difference."""


class SpanSet:
    """Immutable; the spans are kept sorted, disjoint and not touching."""

    def __init__(self, spans=()):
        self._spans = self._merged(spans)

    @staticmethod
    def _merged(spans):
        merged = []
        for low, high in sorted(spans):
            if low > high:
                raise ValueError(f"span [{low}, {high}) is reversed")
            if low == high:
                continue
            if merged and low <= merged[-1][1]:
                merged[-1] = (merged[-1][0], max(merged[-1][1], high))
            else:
                merged.append((low, high))
        return merged

    @classmethod
    def parse(cls, text):
        """Read "1-5, 8-9": both ends inclusive whole numbers, single ones allowed."""
        spans = []
        for part in text.split(","):
            part = part.strip()
            if not part:
                continue
            first, _, last = part.partition("-")
            spans.append((int(first), int(last or first) + 1))
        return cls(spans)

    def __iter__(self):
        return iter(self._spans)

    def __len__(self):
        return len(self._spans)

    def __eq__(self, other):
        if not isinstance(other, SpanSet):
            return NotImplemented
        return self._spans == other._spans

    def __hash__(self):
        return hash(tuple(self._spans))

    def __repr__(self):
        inside = ", ".join(f"[{low}, {high})" for low, high in self)
        return f"SpanSet({inside})"

    def __contains__(self, point):
        return any(low <= point < high for low, high in self)

    @property
    def size(self):
        return sum(high - low for low, high in self)

    def __or__(self, other):
        return SpanSet([*self, *other])

    def __and__(self, other):
        common = []
        for low, high in self:
            for other_low, other_high in other:
                start, stop = max(low, other_low), min(high, other_high)
                if start < stop:
                    common.append((start, stop))
        return SpanSet(common)

    def __sub__(self, other):
        rest = []
        for low, high in self:
            start = low
            for cut_low, cut_high in other:
                if cut_high <= start:
                    break
                if cut_low >= high:
                    break
                if start < cut_low:
                    rest.append((start, cut_low))
                start = cut_high
            if start < high:
                rest.append((start, high))
        return SpanSet(rest)

    def __xor__(self, other):
        return (self - other) | (other - self)

    def gaps(self):
        """The uncovered spans between the first and the last one."""
        if not self._spans:
            return SpanSet()
        return SpanSet([(self._spans[0][0], self._spans[-1][1])]) - self

    def shifted(self, offset):
        return SpanSet((low + offset, high + offset) for low, high in self)
