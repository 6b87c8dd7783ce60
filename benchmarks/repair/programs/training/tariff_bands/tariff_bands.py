"""Stepped electricity tariffs.

A tariff is a list of bands; each band covers consumption up to (and
including) its ceiling, in kWh, and the last band is open ended.
All prices are integer tenths of a cent per kWh.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Optional, Sequence


@dataclass(frozen=True)
class Band:
    """One consumption band; ``ceiling`` is None for the open band."""

    ceiling: Optional[int]
    price: int


class Tariff:
    """An ordered collection of bands plus a fixed standing charge."""

    def __init__(self, bands: Sequence[Band], standing: int = 0) -> None:
        if not bands or bands[-1].ceiling is not None:
            raise ValueError("the last band must be open")
        ceilings = [b.ceiling for b in bands[:-1]]
        if any(c is None for c in ceilings) or ceilings != sorted(set(ceilings)):
            raise ValueError("ceilings must increase")
        self.bands = list(bands)
        self.standing = standing

    def breakdown(self, kwh: int) -> list[tuple[int, int]]:
        """Return ``(quantity, cost)`` for every band that is used."""
        if kwh < 0:
            raise ValueError("negative consumption")
        parts: list[tuple[int, int]] = []
        floor = 0
        remaining = kwh
        for band in self.bands:
            if remaining <= 0:
                break
            if band.ceiling is None:
                quantity = remaining
            else:
                quantity = min(remaining, band.ceiling - floor)
                floor = quantity
            parts.append((quantity, quantity * band.price))
            remaining -= quantity
        return parts

    def total(self, kwh: int) -> int:
        """Return the whole bill, standing charge included."""
        return self.standing + sum(cost for _, cost in self.breakdown(kwh))

    def marginal_price(self, kwh: int) -> int:
        """Return the price of the next kWh after ``kwh`` were used."""
        for band in self.bands:
            if band.ceiling is None or kwh < band.ceiling:
                return band.price
        raise AssertionError("unreachable")


def cheapest(tariffs: dict[str, Tariff], kwh: int) -> str:
    """Name the cheapest tariff for ``kwh``; ties go to the earlier name."""
    return min(sorted(tariffs), key=lambda name: tariffs[name].total(kwh))
