"""Lines and bars as inline SVG for the report: sharp at any size, without a script."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import NamedTuple

from markupsafe import Markup

WIDTH, HEIGHT = 720, 240
_LEFT, _RIGHT, _TOP, _BOTTOM = 40, 10, 10, 24
# Okabe and Ito's colours, which everybody can distinguish (https://jfly.uni-koeln.de/color/).
COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000", "#b2a800")


class ChartLine(NamedTuple):
    """A named line; `values` are between 0 and 100, None is a gap. `labels` are the points' tooltips."""

    name: str
    values: Sequence[float | None]
    labels: Sequence[str]


def chart(lines: Sequence[ChartLine], title: str) -> Markup:
    """Return rates from 0 to 100 in their order, one line each; texts are escaped here."""
    longest = max((len(line.values) for line in lines), default=0)
    drawn = [_line(line, COLOURS[at % len(COLOURS)], longest) for at, line in enumerate(lines)]
    size = f'viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{escape(title)}"'
    return Markup(f'<svg class="chart" {size}>{_grid()}{"".join(drawn)}</svg>')


def _grid() -> str:
    rows = []
    for rate in (0, 25, 50, 75, 100):
        y = _y(rate)
        rows.append(f'<line x1="{_LEFT}" x2="{WIDTH - _RIGHT}" y1="{y}" y2="{y}" class="grid"/>')
        rows.append(f'<text x="{_LEFT - 6}" y="{y + 4}" class="tick">{rate}</text>')
    return "".join(rows)


def _line(line: ChartLine, colour: str, longest: int) -> str:
    points = [(_x(at, longest), _y(value)) for at, value in enumerate(line.values) if value is not None]
    labels = [label for label, value in zip(line.labels, line.values, strict=True) if value is not None]
    path = " ".join(f"{x},{y}" for x, y in points)
    dots = "".join(
        f'<circle cx="{x}" cy="{y}" r="3" fill="{colour}"><title>{escape(label)}</title></circle>'
        for (x, y), label in zip(points, labels, strict=True)
    )
    return f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2"/>{dots}'


def _x(at: int, longest: int) -> float:
    return round(_LEFT + (WIDTH - _LEFT - _RIGHT) * (at / (longest - 1) if longest > 1 else 0.5), 1)


def _y(value: float) -> float:
    return round(_TOP + (HEIGHT - _TOP - _BOTTOM) * (1 - value / 100), 1)
