"""The rows of the conformance kit: a suite each, and the result that each of its tests must have."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from testfix_pipeline.frameworks.conformance.dialect import Group, Test, TestFile
from testfix_pipeline.frameworks.model import Status

Path = tuple[str | int, ...]
"""File, titles, and the occurrence where it is not the first."""

TEST_SECONDS = 4.0
"""What a test may take in these rows. All but those that never end take milliseconds."""
HOSTILE = (
    *(
        "quotes 'single' \"double\" `back`",
        "two\nlines",
        "a::b",
        ":",
        "trailing:",
        "#2",
        "back\\slash \\n",
        "tab\there",
    ),
    *(
        "ünïcode 漢字 🙂 e\u0301",
        "(x) [y] $z .* ^|? {1,2}",
        "$& ${x} %s %d",
        "  spaces  ",
        "<b>&amp;</b>",
        "long " * 400,
    ),
)


@dataclass(frozen=True)
class Row:
    """One suite and what must be reported of it.

    results: the status of each test, exactly these. broken: files that can't be loaded. hooks: whether a hook must be
    named. focused: files that must be named as focused. named: tests whose error must say that they never end, or that
    they ended their process. seconds: for the whole run, 0 = the usual.
    """

    name: str
    files: Sequence[TestFile]
    results: Mapping[Path, Status]
    broken: Sequence[str] = ()
    hooks: bool = False
    focused: Sequence[str] = ()
    named: Mapping[Path, str] = field(default_factory=dict)


def _file(name: str, *members: Test | Group) -> TestFile:
    return TestFile(name, members)


_FIRST, _LAST = Test("first"), Test("last", "fail")
_AROUND: Mapping[Path, Status] = {("a", "first"): "passed", ("a", "last"): "failed"}


def _ended(name: str, does: str, why: str) -> Row:
    """A test that never ends or ends its process fails by name, and those around it run."""
    test = Test("culprit", does)  # type: ignore[arg-type]
    results: Mapping[Path, Status] = {**_AROUND, ("a", "culprit"): "failed", ("b", "other"): "passed"}
    files = [_file("a", _FIRST, test, _LAST), _file("b", Test("other"))]
    return Row(name, files, results, named={("a", "culprit"): why})


def _unloadable(name: str, broken: str) -> Row:
    files = [TestFile("a", [_FIRST], broken), _file("b", Test("other"))]  # type: ignore[arg-type]
    return Row(name, files, {("b", "other"): "passed"}, broken=["a"])


def _hook(name: str, hook: str, status: Status) -> Row:
    group = Group("group", [Test("one"), Test("two")], hook)  # type: ignore[arg-type]
    results: dict[Path, Status] = {
        ("a", "group", "one"): status,
        ("a", "group", "two"): status,
        ("a", "outside"): "passed",
    }
    return Row(name, [_file("a", group, Test("outside"))], results, hooks=status == "passed")


ROWS: tuple[Row, ...] = (
    Row(
        "outcomes",
        [
            _file(
                "a",
                *(Test("passes"), Test("fails", "fail"), Test("throws", "throw"), Test("rejects", "reject")),
                *(Test("skipped", "skip"), Test("later", "todo")),
                Group("outer", [Group("inner", [Test("deep"), Test("deep fails", "fail")]), Test("passes")]),
            )
        ],
        {
            ("a", "passes"): "passed",
            ("a", "fails"): "failed",
            ("a", "throws"): "failed",
            ("a", "rejects"): "failed",
            ("a", "skipped"): "skipped",
            ("a", "later"): "todo",
            ("a", "outer", "inner", "deep"): "passed",
            ("a", "outer", "inner", "deep fails"): "failed",
            ("a", "outer", "passes"): "passed",
        },
    ),
    Row(
        "duplicate titles",
        [
            _file("a", Test("same"), Test("same", "fail"), Test("same"), Group("g", [Test("same", "fail")])),
            _file("b", Test("same", "fail"), Test("same")),
        ],
        {
            ("a", "same"): "passed",
            ("a", "same", 1): "failed",
            ("a", "same", 2): "passed",
            ("a", "g", "same"): "failed",
            ("b", "same"): "failed",
            ("b", "same", 1): "passed",
        },
    ),
    Row(
        "hostile titles",
        [_file("a", *map(Test, HOSTILE), Group("group " + HOSTILE[0], [Test(title, "fail") for title in HOSTILE]))],
        {
            **{("a", title): "passed" for title in HOSTILE},
            **{("a", "group " + HOSTILE[0], title): "failed" for title in HOSTILE},
        },
    ),
    _ended("asynchronous hang", "hang", "NeverEnds"),
    _ended("endless loop", "spin", "NeverEnds"),
    _ended("exit in a test", "exit", ""),
    _ended("crash in a test", "crash", "ProcessEnded"),
    _unloadable("syntax error", "syntax"),
    _unloadable("import error", "import"),
    _unloadable("exit at import", "exit"),
    _unloadable("error at import", "throw"),
    _hook("failing before-all hook", "before all", "error"),
    _hook("failing before-each hook", "before each", "error"),
    _hook("failing after-each hook", "after each", "error"),
    _hook("failing after-all hook", "after all", "passed"),
    Row(
        "focused tests",
        [_file("a", Test("left out", "fail"), Test("focused", "focus")), _file("b", Test("other"))],
        {("a", "left out"): "skipped", ("a", "focused"): "passed", ("b", "other"): "passed"},
        focused=["a"],
    ),
    Row(
        "new snapshots",
        [_file("a", Test("has none yet", "snapshot"), Test("other"))],
        {("a", "has none yet"): "failed", ("a", "other"): "passed"},
    ),
    Row(
        "2,000 tests",
        [_file(f"f{n}", *(Test(f"test {i}", "fail" if i == n else "pass") for i in range(500))) for n in range(4)],
        {(f"f{n}", f"test {i}"): "failed" if i == n else "passed" for n in range(4) for i in range(500)},
    ),
)
