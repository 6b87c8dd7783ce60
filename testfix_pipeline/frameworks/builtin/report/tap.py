"""Reads the Test Anything Protocol, versions 12 to 14, with nested subtests."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from testfix_pipeline.frameworks.builtin.report.numbering import Numbering
from testfix_pipeline.frameworks.model import End, ErrorReport, Event, FileError, Result, Status

_RESULT = re.compile(r"(?P<not>not )?ok\b(?: +\d+)?(?: *- *| +|$)(?P<rest>.*)$")
_DIRECTIVE = re.compile(r"(?<!\\)#\s*(?P<what>skip|todo)\S*\s*(?P<why>.*)$", re.IGNORECASE)
_PLAN = re.compile(r"1\.\.(\d+)")
_SUBTEST = re.compile(r"# Subtest: (.*)$")
_MESSAGE = re.compile(r"\s*(?:error|message):\s*(.*)$")
_INDENT = 4
_MOST_DEPTH = 50


@dataclass
class _Level:
    """One level of subtests: the results since its beginning, and how many were announced."""

    name: str = ""
    results: int = 0
    failed: int = 0
    planned: int | None = None

    @property
    def complete(self) -> bool:
        return self.planned is not None and self.planned == self.results


@dataclass
class _State:
    levels: list[_Level] = field(default_factory=lambda: [_Level()])
    last: Result | None = None
    in_details: bool = False
    bailed_out: str = ""


def tap_events(data: bytes, label: str, numbering: Numbering) -> Iterator[Event]:
    """The results of one stream, and an End if all that it announced came. `label`: the file of its tests."""
    state = _State()
    for line in data.decode(errors="replace").splitlines():
        done = _take(line, state, label, numbering)
        if done is not None:
            yield done
    if state.last is not None:
        yield state.last
    top = state.levels[0]
    if state.bailed_out or not top.complete:
        why = state.bailed_out or f"the plan says {top.planned} tests, and {top.results} came"
        yield FileError(label, ErrorReport("ReportError", f"The TAP stream is not whole: {why}"))
    else:
        yield End()


def _take(line: str, state: _State, label: str, numbering: Numbering) -> Result | None:
    """Take one line in; a result that is complete once this line is read."""
    text = line.lstrip(" ")
    if state.in_details or text == "---":
        _detail(text, state)
        return None
    depth = min((len(line) - len(text)) // _INDENT, _MOST_DEPTH)
    if match := _SUBTEST.match(text):
        _open(state, depth + 1, match[1])
    elif match := _PLAN.match(text):
        _at(state, depth).planned = int(match[1][:9])
    elif text.startswith("Bail out!"):
        state.bailed_out = text
    elif match := _RESULT.match(text):
        return _result(match, state, depth, label, numbering)
    return None


def _detail(text: str, state: _State) -> None:
    """A line of the details of the last result: only its message is read."""
    match = _MESSAGE.match(text)
    last = state.last
    if match and last is not None and last.error is not None and not last.error.message:
        state.last = Result(last.id, last.status, last.ms, ErrorReport(last.error.type, match[1].strip("'\"|- ")))
    state.in_details = text != "..."


def _open(state: _State, depth: int, name: str) -> None:
    while len(state.levels) <= depth:
        state.levels.append(_Level())
    del state.levels[depth + 1 :]
    state.levels[depth] = _Level(_unescape(name))


def _at(state: _State, depth: int) -> _Level:
    while len(state.levels) <= depth:
        state.levels.append(_Level())
    return state.levels[depth]


def _result(match: re.Match[str], state: _State, depth: int, label: str, numbering: Numbering) -> Result | None:
    directive = _DIRECTIVE.search(match["rest"])
    title = _unescape(match["rest"][: directive.start()] if directive else match["rest"]).strip()
    status = _status(bool(match["not"]), directive["what"].lower() if directive else "")
    level = _at(state, depth)
    level.results += 1
    level.failed += status == "failed"
    inner = state.levels[depth + 1] if len(state.levels) > depth + 1 else None
    del state.levels[depth + 1 :]
    if inner is not None and inner.results and (status != "failed" or inner.failed):
        return None  # it sums up its subtests
    titles = (*(one.name for one in state.levels[1 : depth + 1]), title)
    why = directive["why"] if directive else ""
    error = ErrorReport("", why) if status != "passed" else None
    before, state.last = state.last, Result(numbering.next(label, titles), status, error=error)
    return before


def _status(failed: bool, directive: str) -> Status:
    if directive == "skip":
        return "skipped"
    if directive == "todo":
        return "todo"
    return "failed" if failed else "passed"


def _unescape(text: str) -> str:
    return re.sub(r"\\([#\\])", r"\1", text)
