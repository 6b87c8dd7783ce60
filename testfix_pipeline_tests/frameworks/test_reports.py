"""JUnit XML and TAP of any command: read as far as they go, never believed beyond "reported"."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

import pytest

from testfix_pipeline.core.errors import InvalidConfig
from testfix_pipeline.frameworks.builtin.report.adapter import Report, report_target
from testfix_pipeline.frameworks.framework_run import run_target
from testfix_pipeline.frameworks.manifest import Manifest
from testfix_pipeline.frameworks.model import End, FileError, Launch, Result, SuiteRequest
from testfix_pipeline.frameworks.registry import targets
from testfix_pipeline_tests.frameworks.conftest import verdict_of

JUNIT = """<?xml version="1.0"?>
<testsuites><testsuite name="s" tests="5">
<testcase classname="A" name="good" time="0.25"/>
<testcase classname="A" name="bad"><failure type="E" message="1 is not 2">long</failure></testcase>
<testcase classname="A" name="broken"><error>no message here</error></testcase>
<testcase classname="A" name="left out"><skipped/></testcase>
<testcase classname="A" name="good"/>
<testcase file="x.test.ts" name="&quot;a::b&quot;&#10;&amp; ü"/>
</testsuite></testsuites>"""
BILLION_LAUGHS = (
    '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY a "ha">'
    + "".join(f'<!ENTITY a{n} "{f"&a{n - 1 or str()};" * 10}">' for n in range(1, 10))
    + ']><testsuite><testcase name="&a9;"/></testsuite>'
)
TAP = """TAP version 14
# Subtest: outer
    # Subtest: inner
        ok 1 - deep
        not ok 2 - deep fails
          ---
          error: '1 is not 2'
          ...
        1..2
    not ok 1 - inner
    ok 2 - beside
    1..2
not ok 1 - outer
ok 2 - \\# sharp # SKIP no time
not ok 3 - later # TODO
ok 4
1..4
"""


def read(*documents, ids=None):
    return list(Report().events(Launch(argv=(), order={"ids": ids}), [one.encode() for one in documents]))


def statuses(events):
    return {str(event.id): event.status for event in events if isinstance(event, Result)}


def test_junit_is_read():
    events = read(JUNIT)
    assert statuses(events) == {
        "tests::A::good": "passed",
        "tests::A::bad": "failed",
        "tests::A::broken": "error",
        "tests::A::left out": "skipped",
        "tests::A::good::#2": "passed",
        'x.test.ts::"a:\\:b"\\n& ü': "passed",
    }
    errors = [event.error.message for event in events if isinstance(event, Result) and event.error]
    assert errors == ["1 is not 2", "no message here", ""]
    assert isinstance(events[-1], End)


def test_tap_is_read_with_its_subtests():
    events = read(TAP)
    assert statuses(events) == {
        "tests::outer::inner::deep": "passed",
        "tests::outer::inner::deep fails": "failed",
        "tests::outer::beside": "passed",
        "tests::# sharp": "skipped",
        "tests::later": "todo",
        "tests::": "passed",
    }
    assert [e.error.message for e in events if isinstance(e, Result) and e.status == "failed"] == ["1 is not 2"]
    assert isinstance(events[-1], End)


@pytest.mark.parametrize(
    "document",
    [
        JUNIT[:200],
        BILLION_LAUGHS,
        "<testsuite>" * 5000,
        '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><testsuite><testcase name="&x;"/></testsuite>',
        "",
        "\0\0",
        TAP[: TAP.rindex("1..4")],
        TAP.replace("1..4", "1..9"),
        "1..1\nok 1\nBail out! no database\n",
        "ok 1 - all is well\n",
    ],
)
def test_what_is_cut_off_or_hostile_has_no_end(document):
    events = read(document)
    assert not any(isinstance(event, End) for event in events)
    assert any(isinstance(event, FileError) for event in events)


def test_one_damaged_file_of_many_is_enough():
    assert isinstance(read(JUNIT, TAP)[-1], End)
    assert not any(isinstance(event, End) for event in read(JUNIT, JUNIT[:200]))


def test_only_what_is_asked_for_is_reported():
    assert statuses(read(JUNIT, ids=["tests::A::bad"])) == {"tests::A::bad": "failed"}


PYTEST = "def test_good(): pass\ndef test_bad(): assert 1 == 2\n"


def configured(folder: Path, tests: str, command: str, results: str) -> Path:
    (folder / ".workflow").mkdir()
    (folder / ".workflow" / "testfix.yaml").write_text(f"test_command: {command}\nresults: {results}\n")
    (folder / "test_a.py").write_text(tests)
    return folder


def run(folder: Path):
    (found,) = targets(folder)
    return verdict_of(found, folder, SuiteRequest(seconds=300))


def test_a_real_command_is_run_and_its_report_read(tmp_path):
    command = f"{sys.executable} -m pytest -p no:cacheprovider -q --junitxml=out/results.xml"
    found = run(configured(tmp_path, PYTEST, command, "out/*.xml"))
    assert {str(test): result.status for test, result in found.results.items()} == {
        "tests::test_a::test_good": "passed",
        "tests::test_a::test_bad": "failed",
    }
    assert (found.faults, found.grade) == ((), "reported")


def test_the_report_of_an_earlier_run_is_not_taken_for_this_one(tmp_path):
    folder = configured(tmp_path, PYTEST, "'true'", "results.xml")
    (folder / "results.xml").write_text('<testsuite><testcase name="good"/></testsuite>')
    found = run(folder)
    assert not found.results
    assert [fault.kind for fault in found.faults] == ["no_end"]


def test_a_command_that_fails_without_a_failure_in_its_report_is_not_believed(tmp_path):
    (tmp_path / "t.py").write_text("print('1..1')\nprint('ok 1 - fine')\nraise SystemExit(3)\n")
    found = run(configured(tmp_path, "", f"{sys.executable} t.py", "stdout"))
    assert [fault.kind for fault in found.faults] == ["exit_code"]
    assert not found.green


def test_a_report_that_is_a_link_is_not_read(tmp_path):
    folder = tmp_path / "project"
    folder.mkdir()
    other = tmp_path / "other.xml"
    other.write_text('<testsuite><testcase name="good"/></testsuite>')
    program = f"import os\nos.symlink({str(other)!r}, 'results.xml')\n"
    configured(folder, "", f"{sys.executable} t.py", "results.xml")
    (folder / "t.py").write_text(program)
    assert not run(folder).green


@pytest.mark.parametrize(
    ("command", "results"), [("'", "a.xml"), (" ", "a.xml"), ("make", "/a.xml"), ("make", "../a.xml")]
)
def test_what_can_not_be_run_or_lies_outside_is_refused(command, results):
    with pytest.raises(InvalidConfig):
        report_target(command, results)


def documented_adapter():
    """The adapter that the documentation gives as its example."""
    page = (Path(__file__).parents[2] / "docs" / "add-a-test-framework.md").read_text()
    source = next(part.partition("```")[0] for part in page.split("```python\n") if "class MyTap" in part)
    names = {}
    exec(source, names)
    return names["MyTap"]()


def test_the_adapter_of_the_documentation_runs(tmp_path):
    (tmp_path / "t").mkdir()
    (tmp_path / "t" / "a.t").write_text("print('1..2')\nprint('ok 1 - fine')\nprint('not ok 2 - broken')\n")
    (tmp_path / "t" / "b.t").write_text("print('1..2')\nprint('ok 1 - fine')\nraise SystemExit(0)\n")
    adapter = documented_adapter()
    target = replace(adapter.detect(tmp_path, Manifest()), program=sys.executable)
    found = run_target(adapter, tmp_path, target, SuiteRequest(seconds=300)).verdict
    assert {str(test): result.status for test, result in found.results.items()} == {
        "t/a.t::fine": "passed",
        "t/a.t::broken": "failed",
        "t/b.t::fine": "passed",
    }
    assert list(found.file_errors) == ["t/b.t"]
    assert (found.grade, found.green) == ("reported", False)
