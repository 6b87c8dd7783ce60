"""Reads what a test framework itself reports: each test's identity and outcome, as a multiset that can be compared."""

from __future__ import annotations

import html
import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from xml.etree import ElementTree

from testfix_pipeline.core.test_ids import TestId

Outcomes = Counter[tuple[str, str]]
"""How many tests have this identity and this status: `passed`, `failed` or `skipped`."""

OPTIONS = {
    "pytest": "-o junit_family=xunit1 --junitxml={report}",
    "vitest": "--reporter=json --outputFile={report}",
    "jest": "--json --outputFile={report}",
    "mocha": "--reporter json --reporter-options output={report}",
    "node:test": "--test-reporter=junit --test-reporter-destination={report}",
    "go": "-json",
}
"""The framework's own option for a report. unittest's and cargo's is what they print."""

_STATUS = {"failed": "failed", "error": "failed", "fail": "failed", "passed": "passed", "pass": "passed"}
_UNITTEST = re.compile(
    r"^(\w+) \(([\w.]+)\)(?:.*\n)??(?:.*)\.\.\. (ok|FAIL|ERROR|skipped|expected failure|unexp)", re.M
)
_CARGO = re.compile(r"^test (.+?)(?: - should panic)?(?: - compile(?: fail)?)? \.\.\. (ok|FAILED|ignored)", re.M)
_XML_ESCAPE = re.compile(r"#x(?:[01][0-9A-F]|7F|[89][0-9A-F]|[0-9A-F]{4})")
_ADDRESS = re.compile(r"\b0x[0-9a-f]{6,16}\b")
_WRITTEN_ESCAPE = re.compile(r"\\(?:x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|[nrt])")


def loosened(*parts: str) -> str:
    """An identity in which the spellings of two reports agree: letters and digits, without escapes and addresses."""
    text = _ADDRESS.sub("", " ".join(parts))
    return re.sub(r"[\W_]+", "", _XML_ESCAPE.sub("", _WRITTEN_ESCAPE.sub("", text)))


def status_of(word: str) -> str:
    """`passed`, `failed` or `skipped`, for any framework's word."""
    return _STATUS.get(word, "skipped")


def read_native(framework: str, report: Path, printed: str, root: Path) -> Outcomes:
    """The outcomes of a native run. printed: its standard output and error. Raises ValueError where there are none."""
    try:
        found = Counter(_READERS[framework](report, printed, root))
    except (OSError, ElementTree.ParseError, KeyError) as error:
        raise ValueError(f"no report of {framework}: {error}") from error
    if not found:
        raise ValueError(f"the report of {framework} names no test")
    return found


def read_measured(framework: str, outcomes: Iterable[tuple[str, str]]) -> Outcomes:
    """The outcomes of `testfix measure --json --outcomes`, with identities as `read_native` makes them."""
    return Counter(
        (_measured_identity(framework, TestId(test)), "skipped" if status in _NEITHER else status_of(status))
        for test, status in outcomes
    )


_NEITHER = ("xfailed", "skipped")


def _measured_identity(framework: str, test: TestId) -> str:
    titles = [*test.titles]
    if not titles:
        return loosened(test.file.removesuffix(".py"))
    if framework in ("go", "cargo", "mocha", "node:test"):
        return loosened(*titles)
    if framework == "unittest":
        return loosened(*titles[-2:])
    return loosened(test.file, *titles)


def _junit_of_pytest(report: Path, _printed: str, root: Path) -> Iterator[tuple[str, str]]:
    worst: dict[tuple[str, str, str], list[str]] = {}
    for case in ElementTree.parse(report).iter("testcase"):
        key = (case.get("file") or "", case.get("classname") or "", case.get("name") or "")
        worst.setdefault(key, []).append(_junit_status(case))
    for (place, classname, name), statuses in worst.items():
        file = _file_of(place, classname, root)
        module = file.removesuffix(".py").replace("/", ".")
        inner = classname.removeprefix(module) if file else classname
        failed = "failed" in statuses
        if not classname and not failed:
            continue  # a file that skips itself is no test
        for _ in range(1 if failed else len(statuses)):
            yield loosened(file, inner, name), "failed" if failed else statuses[0]


def _file_of(place: str, classname: str, root: Path) -> str:
    """The file of a test: `place`, unless that is where a test method is defined that another file's class inherits."""
    if not place or f"{classname}.".startswith(f"{place.removesuffix('.py').replace('/', '.')}."):
        return place
    parts = classname.split(".")
    names = ("/".join(parts[:number]) + ".py" for number in range(len(parts), 0, -1))
    return next((name for name in names if (root / name).is_file()), place)


def _junit_status(case: ElementTree.Element) -> str:
    kinds = Counter(child.tag for child in case)
    skipped = kinds["skipped"] == 1  # more of them are of subtests, whose test has passed
    return "failed" if kinds["failure"] + kinds["error"] else "skipped" if skipped else "passed"


def _junit_of_node(report: Path, _printed: str, _root: Path) -> Iterator[tuple[str, str]]:
    def under(element: ElementTree.Element, titles: tuple[str, ...]) -> Iterator[tuple[str, str]]:
        for child in element:
            if child.tag == "testsuite":
                yield from under(child, (*titles, _title(child)))
            elif child.tag == "testcase":
                yield loosened(*titles, _title(child)), _junit_status(child)

    yield from under(ElementTree.parse(report).getroot(), ())


def _title(element: ElementTree.Element) -> str:
    return html.unescape(element.get("name") or "")  # Node 20 escapes a title twice


def _jest(report: Path, _printed: str, root: Path) -> Iterator[tuple[str, str]]:
    for file in json.loads(report.read_text())["testResults"]:
        path = Path(file["name"])
        name = path.relative_to(root).as_posix() if path.is_relative_to(root) else file["name"]
        for test in file["assertionResults"]:
            yield loosened(name, *test["ancestorTitles"], test["title"]), status_of(test["status"])
        if not file["assertionResults"] and file["status"] == "failed":
            yield loosened(name), "failed"


def _mocha(report: Path, printed: str, _root: Path) -> Iterator[tuple[str, str]]:
    start = re.search(r'^\{\s*"stats":', printed, re.M)
    if report.is_file() or start is None:
        found = json.loads(report.read_text())
    else:  # before version 9.2 the report is only printed
        found, _ = json.JSONDecoder().raw_decode(printed, start.start())
    for kind, status in (("passes", "passed"), ("failures", "failed"), ("pending", "skipped")):
        yield from ((loosened(test["fullTitle"]), status) for test in found[kind])


def _go(_report: Path, printed: str, _root: Path) -> Iterator[tuple[str, str]]:
    for line in printed.splitlines():
        if not line.startswith("{"):
            continue
        event = json.loads(line)
        if event.get("Test") and event["Action"] in ("pass", "fail", "skip"):
            yield loosened(event["Test"]), status_of(event["Action"])


def _cargo(_report: Path, printed: str, _root: Path) -> Iterator[tuple[str, str]]:
    for name, word in _CARGO.findall(printed):
        yield loosened(name), {"ok": "passed", "FAILED": "failed"}.get(word, "skipped")


def _unittest(_report: Path, printed: str, _root: Path) -> Iterator[tuple[str, str]]:
    for name, path, word in _UNITTEST.findall(printed):
        group = path.split(".")[-2] if path.endswith(f".{name}") else path.split(".")[-1]
        status = {"ok": "passed", "FAIL": "failed", "ERROR": "failed", "unexp": "failed"}.get(word, "skipped")
        yield loosened(group, name), status


_READERS = {
    "pytest": _junit_of_pytest,
    "unittest": _unittest,
    "vitest": _jest,
    "jest": _jest,
    "mocha": _mocha,
    "node:test": _junit_of_node,
    "go": _go,
    "cargo": _cargo,
}
