"""Lines and bars as inline SVG for the report: sharp at any size, without a script."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import NamedTuple

from markupsafe import Markup

WIDTH, HEIGHT = 720, 240
_LEFT, _RIGHT, _TOP, _BOTTOM = 40, 10, 10, 24
_ROW, _NAMES = 22, 260
# Okabe and Ito's colours, which everybody can distinguish (https://jfly.uni-koeln.de/color/).
COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000", "#b2a800")


class ChartLine(NamedTuple):
    """A named line; `values` are between 0 and 100, None is a gap. `labels` are the points' tooltips."""

    name: str
    values: Sequence[float | None]
    labels: Sequence[str]


class Bar(NamedTuple):
    """A named bar of several parts; `label` is their tooltip."""

    name: str
    parts: Sequence[int]
    label: str


def bars(drawn: Sequence[Bar], colours: Sequence[str], title: str) -> Markup:
    """Return bars below each other, their parts in these colours; texts are escaped here."""
    most = max((sum(bar.parts) for bar in drawn), default=0) or 1
    rows = "".join(_bar(bar, colours, number * _ROW, most) for number, bar in enumerate(drawn))
    size = f'viewBox="0 0 {WIDTH} {max(1, len(drawn)) * _ROW}" role="img" aria-label="{escape(title)}"'
    return Markup(f'<svg class="chart" {size}>{rows}</svg>')


def _bar(bar: Bar, colours: Sequence[str], y: int, most: int) -> str:
    scale, x = (WIDTH - _NAMES - _RIGHT) / most, float(_NAMES)
    drawn = f'<text x="{_NAMES - 8}" y="{y + 15}" text-anchor="end" class="tick">{escape(bar.name[-36:])}</text>'
    for part, colour in zip(bar.parts, colours, strict=True):
        size = f'x="{x:.1f}" y="{y + 3}" width="{part * scale:.1f}" height="{_ROW - 6}"'
        drawn += f'<rect {size} fill="{colour}"><title>{escape(bar.label)}</title></rect>'
        x += part * scale
    return drawn


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
