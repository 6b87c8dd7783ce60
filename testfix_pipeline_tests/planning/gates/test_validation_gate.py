from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from testfix_pipeline.core.plan_records import Finding, GeneratedTest, Generation
from testfix_pipeline.planning.gates.gate_reports import render_report
from testfix_pipeline.planning.gates.validation_gate import source_failures, validate_code, verdict_of
from testfix_pipeline_tests.execution.targets import ours

TARGET = ours()
GOOD = "from shop import price\n\n\ndef test_good():\n    assert price(3) == 4\n"
FILE = "tests/test_shop_characterisation.py"


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    (tmp_path / "shop.py").write_text("def price(x):\n    return x + 1\n")
    return tmp_path


def made(text: str, *names: str, file: str = FILE) -> Generation:
    tests = [GeneratedTest(name=name, file=file, target="shop.py::price", kept=True) for name in names]
    return Generation(files={file: text}, tests=tests)


def finding(severity, new: bool = True, category: str = "naming_issues") -> Finding:
    return Finding(category=category, pattern="p", severity=severity, file="a.py", new=new)


@given(st.integers(0, 1), st.integers(0, 6), st.integers(0, 14), st.integers(0, 1), st.integers(0, 3))
def test_the_verdict_counts_only_what_is_new(critical: int, errors: int, warnings: int, broken: int, old: int):
    found = [finding("critical")] * critical + [finding("error")] * errors + [finding("warning")] * warnings
    found += [finding("error", category="compile")] * broken + [finding("critical", new=False)] * old
    passes = not critical and not broken and errors <= 3 and warnings <= 10
    assert verdict_of(found) == ("HARD_FAIL" if critical else "PASS" if passes else "SOFT_FAIL")


def test_clean_tests_pass_untouched(tree: Path):
    report, left = validate_code(TARGET, tree, made(GOOD, "test_good"))
    assert (report.verdict, report.rounds, report.withdrawn) == ("PASS", 0, [])
    assert left.files == {FILE: GOOD}


def test_a_soft_fail_is_repaired_without_touching_the_tree(tree: Path):
    unused = "".join(
        f"import {name}\n" for name in ("os", "re", "sys", "ast", "json", "math", "csv", "glob", "abc", "io", "dis")
    )
    text = f"{unused}{GOOD}\n\ndef test_more( ):\n    spare = price(1)\n    assert price(4)==5\n"
    report, left = validate_code(TARGET, tree, made(text, "test_good", "test_more"))
    assert (report.verdict, report.rounds, report.withdrawn) == ("PASS", 1, [])
    assert len(report.fixed) >= 11 and "import os" not in left.files[FILE]
    assert "assert price(4) == 5" in left.tests[1].source
    assert "    price(1)\n" in left.files[FILE]
    assert not (tree / "tests").exists()


def test_a_critical_finding_withdraws_its_test_and_leaves_the_others(tree: Path):
    text = f"import zorbly\n{GOOD}\n\ndef test_bad():\n    assert zorbly.price(3) == price(3)\n"
    report, left = validate_code(TARGET, tree, made(text, "test_good", "test_bad"))
    assert (report.verdict, report.rounds) == ("HARD_FAIL", 0)
    assert report.withdrawn == [f"{FILE}::test_bad"]
    assert "zorbly" not in left.files[FILE] and [test.name for test in left.tests if test.kept] == ["test_good"]
    assert left.tests[1].reason == "IMPL-001.3: unknown_package"
    assert "What is left of the generated tests passes" in report.reason
    assert "unknown_package" in render_report(report) and report.requirements


def test_a_file_that_does_not_compile_is_withdrawn_whole_after_the_rounds(tree: Path):
    report, left = validate_code(TARGET, tree, made(f"{GOOD}\n\ndef test_bad(:\n    pass\n", "test_good", "test_bad"))
    assert report.verdict == "HARD_FAIL" and report.rounds == 1
    assert left.files == {} and len(report.withdrawn) == 2


def test_errors_that_can_not_be_repaired_use_up_the_rounds(tree: Path):
    bad = "".join(
        f"\n\ndef test_bad{number}():\n    try:\n        assert price(1) == 2\n    except Exception:\n        pass\n"
        for number in range(4)
    )
    names = ["test_good", *(f"test_bad{number}" for number in range(4))]
    report, left = validate_code(TARGET, tree, made(GOOD + bad, *names))
    assert report.verdict == "HARD_FAIL" and len(report.withdrawn) == 4
    assert [test.name for test in left.tests if test.kept] == ["test_good"]


def test_critical_findings_in_the_source_sessions_code_come_back_as_failures(tree: Path):
    (tree / "fresh.py").write_text("import zorbly\n\n\ndef f(text):\n    return eval(text)\n")
    changed = {"fresh.py": {5}}
    report, left = validate_code(
        TARGET, tree, made(GOOD, "test_good"), source_files=["fresh.py"], changed_lines=changed
    )
    (failure,) = source_failures(report, ["fresh.py"])
    assert (failure.file, failure.line, failure.criticality, failure.test_type) == ("fresh.py", 5, "high", "L0")
    assert report.verdict == "HARD_FAIL" and report.withdrawn == [] and left.files == {FILE: GOOD}
    assert "Older than the base commit" in render_report(report) and "zorbly" in render_report(report)


def test_findings_older_than_the_base_commit_never_block(tree: Path):
    (tree / "old.py").write_text("import zorbly\n")
    report, _ = validate_code(
        TARGET, tree, made(GOOD, "test_good"), source_files=["old.py"], changed_lines={"old.py": {9}}
    )
    assert report.verdict == "PASS" and [each.new for each in report.findings] == [False]
    assert source_failures(report, ["old.py"]) == []


class Strict:
    """The project's own tools, as the gate sees them: they want annotations, and say so for every function."""

    def of_generated(self, texts):
        return [
            Finding(category="types", pattern="mypy:no-untyped-def", severity="error", file=file, line=at)
            for file, text in texts.items()
            for at, line in enumerate(text.splitlines(), 1)
            if line.startswith("def ") and "->" not in line
        ]

    def of_sources(self, files):
        return [
            Finding(category="types", pattern="mypy:arg-type", severity="error", file=file, line=2) for file in files
        ]


def test_what_the_projects_own_tools_find_counts_and_missing_annotations_are_written(tree: Path):
    names = [f"test_good{number}" for number in range(5)]
    text = "from shop import price\n" + "".join(f"\n\ndef {name}():\n    assert price(3) == 4\n" for name in names)
    report, left = validate_code(TARGET, tree, made(text, *names), source_files=["shop.py"], project_tools=Strict())
    assert (report.verdict, report.rounds, report.withdrawn) == ("PASS", 1, [])
    assert "def test_good4() -> None:" in left.files[FILE] and len(report.fixed) == 5
    assert [(one.file, one.pattern) for one in report.findings] == [("shop.py", "mypy:arg-type")]


def test_nothing_generated_passes(tree: Path):
    report, left = validate_code(TARGET, tree, Generation())
    assert report.verdict == "PASS" and left == Generation()


def test_missing_annotations_are_written_also_where_they_are_few(tree: Path):
    report, left = validate_code(TARGET, tree, made(GOOD, "test_good"), project_tools=Strict())
    assert (report.verdict, report.rounds) == ("PASS", 1)
    assert "def test_good() -> None:" in left.files[FILE] and report.findings == []
