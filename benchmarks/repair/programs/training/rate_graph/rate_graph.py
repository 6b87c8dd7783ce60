"""Currency conversion over a graph of known exchange rates."""
from __future__ import annotations

from collections import deque
from fractions import Fraction


class NoRate(LookupError):
    pass


class RateGraph:
    """Exact rates; conversions use the path with the fewest steps."""

    def __init__(self) -> None:
        self._rates: dict[str, dict[str, Fraction]] = {}

    def declare(self, source: str, target: str, rate: str | int) -> None:
        """One unit of `source` is worth `rate` units of `target`."""
        value = Fraction(rate)
        if value <= 0:
            raise ValueError("rate must be positive")
        if source == target:
            raise ValueError("source and target are the same")
        self._rates.setdefault(source, {})[target] = value
        self._rates.setdefault(target, {})

    def load(self, text: str) -> None:
        """Lines such as "EUR USD 1.10"; blank lines and # comments are skipped."""
        for number, line in enumerate(text.splitlines(), 1):
            line = line.split("#")[0].strip()
            if not line:
                continue
            words = line.split()
            if len(words) != 3:
                raise ValueError(f"line {number}: expected three words")
            self.declare(*words)

    @property
    def currencies(self) -> list[str]:
        return sorted(self._rates)

    def path(self, source: str, target: str) -> list[str]:
        if source not in self._rates or target not in self._rates:
            raise NoRate(f"{source}/{target}")
        came: dict[str, str | None] = {source: None}
        queue = deque([source])
        while queue:
            here = queue.popleft()
            if here == target:
                break
            for following in sorted(self._rates[here]):
                if following not in came:
                    came[following] = here
                    queue.append(following)
        if target not in came:
            raise NoRate(f"{source}/{target}")
        steps: list[str] = []
        node: str | None = target
        while node is not None:
            steps.append(node)
            node = came[node]
        return steps[::-1]

    def rate(self, source: str, target: str) -> Fraction:
        steps = self.path(source, target)
        result = Fraction(1)
        for a, b in zip(steps, steps[1:]):
            result *= self._rates[a][b]
        return result

    def convert(self, cents: int, source: str, target: str) -> int:
        """Converted amount in cents, rounded half up."""
        exact = cents * self.rate(source, target)
        return int((2 * exact + 1) // 2)
