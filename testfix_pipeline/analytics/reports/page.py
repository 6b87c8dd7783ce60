"""Renders self-contained HTML pages: no script, no network; the template escapes all foreign text."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import pandas as pd
from jinja2 import Environment, PackageLoader, StrictUndefined, Template
from markupsafe import Markup

from testfix_pipeline.core.errors import TableFailed

_MOST_ROWS = 40
_LONGEST = 300
_MOST_LINES = 400
_KINDS = {"+": "add", "-": "del"}


@dataclass(frozen=True)
class Figure:
    """A figure at the top of the page."""

    name: str
    value: str


@dataclass(frozen=True)
class Rows:
    """A table as texts. `numbers`: right-aligned columns, `left_out`: hidden rows, `more`: the command for them."""

    name: str
    columns: list[str]
    rows: list[list[tuple[str, str]]]
    numbers: frozenset[str] = frozenset()
    left_out: int = 0
    nothing: str = "Nothing."
    more: str = ""


@dataclass(frozen=True)
class Diff:
    """A patch with its reason. lines: each with its CSS class."""

    title: str
    why: str
    lines: list[tuple[str, str]]


@dataclass(frozen=True)
class Section:
    """A part of the page. why: what it shows; legend: the names of the chart's lines with their colours."""

    title: str
    why: str = ""
    table: Rows | None = None
    chart: Markup | None = None
    legend: Sequence[tuple[str, str]] = ()
    diffs: Sequence[Diff] = field(default_factory=tuple)


def page(title: str, subtitle: str, figures: Sequence[Figure], sections: Sequence[Section], footer: str) -> str:
    """The page's HTML."""
    return _template().render(title=title, subtitle=subtitle, figures=figures, sections=sections, footer=footer)


@cache
def _template() -> Template:
    loader = PackageLoader("testfix_pipeline.analytics.reports", "templates")
    environment = Environment(loader=loader, autoescape=True, undefined=StrictUndefined, trim_blocks=True)
    return environment.get_template("page.html")


def failed_section(errors: Sequence[TableFailed]) -> list[Section]:
    """Return a section that names a page's missing tables; empty if there are none."""
    title = "Tables that could not be made: what they show below is missing, not none"
    return [Section(title, " ".join(map(str, errors)))] if errors else []


def table_of(name: str, frame: pd.DataFrame, columns: dict[str, str], nothing: str, more: str = "") -> Rows:
    """Return the first rows of a frame; `columns` maps its columns to headings of the page.

    more: the command that shows all of them; by default that of the history's table `name`.
    """
    shown = frame.head(_MOST_ROWS)
    headings = list(columns.values())
    rows = [
        [(heading, text_of(cell)) for heading, cell in zip(headings, row, strict=True)]
        for row in shown[list(columns)].itertuples(index=False, name=None)
    ]
    numbers = {
        columns[name] for name in columns if frame[name].dtype.kind in "iufI" or str(frame[name].dtype) == "Int64"
    }
    return Rows(
        name,
        headings,
        rows,
        frozenset(numbers),
        len(frame) - len(shown),
        nothing,
        more or f"testfix history --table {name}",
    )


def text_of(value: Any) -> str:
    """Return a cell for people; empty if it is unknown."""
    if value is None or pd.isna(value):
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, pd.Timestamp):
        return value.strftime("%Y-%m-%d %H:%M")
    if isinstance(value, float):
        return f"{value:.1f}".removesuffix(".0") if abs(value) >= 0.1 or value == 0 else f"{value:.2g}"
    text = str(value)
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…"


def diff_of(title: str, why: str, patch: str) -> Diff:
    """Return a patch, cut if it is very long; file headings are no added or removed lines."""
    lines = patch.splitlines()
    shown = [(_KINDS.get(line[:1], "") if line[:3] not in ("+++", "---") else "", line[:500]) for line in lines]
    cut = [("", f"… {len(lines) - _MOST_LINES} more lines")] if len(lines) > _MOST_LINES else []
    return Diff(title, why, shown[:_MOST_LINES] + cut)
