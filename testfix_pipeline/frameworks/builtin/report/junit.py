"""Reads JUnit XML as other programs write it: entity declarations are refused, and what is cut off has no end."""

from __future__ import annotations

from collections.abc import Iterator
from xml.parsers import expat

from testfix_pipeline.frameworks.builtin.report.numbering import Numbering
from testfix_pipeline.frameworks.model import End, ErrorReport, Event, FileError, Result, Status

_MOST_TEXT = 8000
_MOST_DEPTH = 100
_STATUS: dict[str, Status] = {"failure": "failed", "error": "error", "skipped": "skipped"}


def junit_events(data: bytes, label: str, numbering: Numbering) -> Iterator[Event]:
    """The results of one document, and an End if it is whole. `label`: the file of tests that name none."""
    reader = _Reader(label, numbering)
    problem = reader.read(data)
    yield from reader.events
    yield End() if not problem else FileError(label, ErrorReport("ReportError", problem))


class _Refused(Exception):
    """The document has what no report needs."""


class _Reader:
    def __init__(self, label: str, numbering: Numbering) -> None:
        self.events: list[Event] = []
        self._label = label
        self._numbering = numbering
        self._depth = 0
        self._suites: list[dict[str, str]] = []
        self._case: dict[str, str] | None = None
        self._status: Status = "passed"
        self._error: dict[str, str] = {}
        self._text: list[str] | None = None

    def read(self, data: bytes) -> str:
        """What keeps the document from being a whole report, "" if nothing does."""
        parser = expat.ParserCreate()
        parser.buffer_text = True
        parser.EntityDeclHandler = _refuse
        parser.StartElementHandler = self._start
        parser.EndElementHandler = self._end
        parser.CharacterDataHandler = self._characters
        try:
            parser.Parse(data, True)
        except (expat.ExpatError, _Refused, ValueError) as problem:
            return f"The JUnit report can't be read: {problem}"
        return ""

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        self._depth += 1
        if self._depth > _MOST_DEPTH:
            raise _Refused("it is nested too deeply")
        if name == "testsuite":
            self._suites.append(attributes)
        elif name == "testcase":
            self._case, self._status, self._error = attributes, "passed", {}
        elif self._case is not None and name in _STATUS and self._status in ("passed", "skipped"):
            self._status, self._error, self._text = _STATUS[name], attributes, []

    def _characters(self, text: str) -> None:
        if self._text is not None and sum(map(len, self._text)) < _MOST_TEXT:
            self._text.append(text[:_MOST_TEXT])

    def _end(self, name: str) -> None:
        self._depth -= 1
        if name == "testsuite":
            self._suites.pop()
        elif name == "testcase" and self._case is not None:
            self.events.append(self._result(self._case))
            self._case, self._text = None, None

    def _result(self, case: dict[str, str]) -> Result:
        group, name = case.get("classname", ""), case.get("name", "")
        suite = self._suites[-1] if self._suites else {}
        file = case.get("file") or suite.get("file") or ""
        titles = (group, name) if group and group != file else (name,)
        test = self._numbering.next(file or self._label, titles)
        text = "".join(self._text or ())
        message = self._error.get("message") or text
        error = ErrorReport(self._error.get("type", ""), message[:_MOST_TEXT]) if self._status != "passed" else None
        return Result(test, self._status, _milliseconds(case.get("time", "")), error)


def _refuse(*_: object) -> None:
    raise _Refused("it declares entities")


def _milliseconds(seconds: str) -> float:
    try:
        return max(0.0, float(seconds.replace(",", "")) * 1000)
    except ValueError:
        return 0.0
