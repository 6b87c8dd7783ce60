"""Draws the pass rate over time, and bar charts.

matplotlib is imported when a picture is drawn, since loading it takes a second.
"""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, Any

import pandas as pd

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_WIDTH, _HEIGHT, _DPI = 9.0, 4.8, 110
_MOST_PROJECTS = 8
_MOST_BARS = 15


def trend_png(trend: pd.DataFrame, title: str = "Pass rate by measurement") -> bytes:
    """Return the table `pass_rate_trend` as a PNG: rate above, number of tests below, one colour per project.

    A dashed line shows the rate as if removed tests still existed and did not pass, where it differs. Of more than
    eight projects those measured last are drawn. An empty table gives a picture that says so.
    """
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    figure = Figure(figsize=(_WIDTH, _HEIGHT), dpi=_DPI, layout="constrained")
    FigureCanvasAgg(figure)
    rates, sizes = figure.subplots(2, 1, sharex=True, height_ratios=[3, 1])
    figure.suptitle(_plain(title), parse_math=False)
    shown = trend[trend["pass_rate"].notna()]
    for project in _latest(shown):
        _draw(rates, sizes, project, shown[shown["project"] == project])
    _dress(rates, sizes, empty=shown.empty)
    buffer = io.BytesIO()
    figure.savefig(buffer, format="png")
    return buffer.getvalue()


def bars_png(frame: pd.DataFrame, label: str, value: str, title: str, error: tuple[str, str] | None = None) -> bytes:
    """Return the first rows of a table as bars, each with its name and its `n`; `error`: the columns of an interval."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    shown = frame[frame[value].notna()].head(_MOST_BARS).iloc[::-1]
    figure = Figure(figsize=(_WIDTH, 1.4 + 0.32 * max(len(shown), 3)), dpi=_DPI, layout="constrained")
    FigureCanvasAgg(figure)
    axes = figure.subplots()
    axes.set_title(_plain(title), parse_math=False, fontsize="medium")
    axes.grid(axis="x", alpha=0.3)
    _bars(axes, shown, label, value, error)
    buffer = io.BytesIO()
    figure.savefig(buffer, format="png")
    return buffer.getvalue()


def _bars(axes: Axes, shown: pd.DataFrame, label: str, value: str, error: tuple[str, str] | None) -> None:
    if shown.empty:
        axes.text(0.5, 0.5, "nothing yet", transform=axes.transAxes, ha="center", va="center")
        axes.set_axis_off()
        return
    lengths = shown[value].astype("float64").to_numpy()
    places = range(len(shown))
    axes.barh(places, lengths)
    if error is not None:
        low, high = (shown[name].astype("float64").to_numpy() for name in error)
        bars = [(lengths - low).clip(0.0), (high - lengths).clip(0.0)]  # rounding makes tiny negative ones
        axes.errorbar(lengths, places, xerr=bars, fmt="none", ecolor="black", capsize=3)
    names = [f"{_label(text)[-60:]}  (n={n})" for text, n in zip(shown[label], shown["n"], strict=True)]
    axes.set_yticks(list(places), names, fontsize="small", parse_math=False)


def _latest(trend: pd.DataFrame) -> list[str]:
    last = trend.groupby("project")["measured_at"].max().sort_values(ascending=False)
    return sorted(str(project) for project in last.index[:_MOST_PROJECTS])


def _draw(rates: Axes, sizes: Axes, project: str, mine: pd.DataFrame) -> None:
    at = range(1, len(mine) + 1)
    (line,) = rates.plot(at, mine["pass_rate"], marker="o", markersize=4, label=_label(project))
    colour: Any = line.get_color()
    if (mine["absent"].fillna(0) > 0).any():
        rates.plot(at, mine["pass_rate_with_absent"], linestyle="--", linewidth=1, color=colour)
    ends = [place for place, kind in zip(at, mine["measurement"], strict=True) if kind == "final"]
    finals = mine.loc[mine["measurement"] == "final", "pass_rate"]
    rates.plot(ends, finals, linestyle="none", marker="D", markersize=7, markerfacecolor="none", color=colour)
    sizes.step(at, mine["n"].astype("Float64").to_numpy("float64", na_value=float("nan")), where="mid", color=colour)


def _dress(rates: Axes, sizes: Axes, empty: bool) -> None:
    from matplotlib.ticker import MaxNLocator

    rates.set_ylabel("pass rate in %")
    rates.set_ylim(-3, 103)
    rates.grid(alpha=0.3)
    sizes.set_ylabel("tests (n)")
    sizes.set_xlabel("measurement (a diamond ends a session; dashed: with the tests that went away)")
    sizes.grid(alpha=0.3)
    for axis in (sizes.xaxis, sizes.yaxis):
        axis.set_major_locator(MaxNLocator(integer=True, nbins=10 if axis is sizes.xaxis else 4))
    sizes.set_ylim(bottom=0)
    if empty:
        rates.text(0.5, 0.5, "no measurement yet", transform=rates.transAxes, ha="center", va="center")
    else:
        rates.legend(loc="lower right", fontsize="small")


def _label(project: str) -> str:
    """Return a name for the legend, in which a leading underscore or a dollar sign has a meaning."""
    return _plain(project).lstrip("_").replace("$", r"\$") or "project"


def _plain(text: str) -> str:
    """Return text with glyphs of every font: a missing one would be a warning and a box."""
    return "".join(letter if " " <= letter <= "~" else "?" for letter in text)
