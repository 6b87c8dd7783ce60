"""Tests of layers 2 and 3, and of functions that read command lines, files by others, and settings by others."""

import ast
from pathlib import Path

import pytest

from testfix_pipeline.core.plan_records import (
    Analysis,
    Case,
    ContextPackage,
    CoverageAssessment,
    FrameworkInfo,
    GeneratedTest,
    Generation,
    MissingTest,
    Requirement,
)
from testfix_pipeline.core.test_ids import SessionId, TestId
from testfix_pipeline.execution.suite_runs import run_suite
from testfix_pipeline.planning.analysis.requirements import analyse
from testfix_pipeline.planning.generation.characterisation import characterise_functions
from testfix_pipeline.planning.generation.subjects.command_lines import command_line_parameter, command_lines
from testfix_pipeline.planning.python_code.module_source import ModuleSource, read_module
from testfix_pipeline_tests.execution.targets import ours
from testfix_pipeline_tests.planning.generating import failing_with, generated
from testfix_pipeline_tests.project_files import write_files

STORE = '''\
import csv
import os


class LedgerError(Exception):
    """Something is wrong."""


def read_entries(path):
    entries = []
    with open(path, newline="") as file:
        for row in csv.DictReader(file):
            if "amount" not in row:
                raise LedgerError("no amount")
            entries.append((row["name"], int(row["amount"])))
    return entries


def currency():
    return os.environ.get("LEDGER_CURRENCY", "EUR")


def rate(name):
    if name == "none":
        raise KeyError(name)
    return 2


def fee(name):
    if name == "none":
        raise KeyError(name)
    return 1
'''
CLI = """\
import argparse
import sys

from store import LedgerError, currency, fee, rate, read_entries


def show(path):
    try:
        entries = read_entries(path)
    except LedgerError as error:
        return f"cannot read: {error}"
    return f"{sum(amount for _, amount in entries)} {currency()}"


def doubled(amount):
    try:
        return amount * rate("usual")
    except KeyError:
        return amount


def plain(amount):
    return amount + fee("plain")


def main(argv=None):
    parser = argparse.ArgumentParser()
    parser.add_argument("file")
    parser.add_argument("--count", action="store_true")
    options = parser.parse_args(argv)
    print(len(read_entries(options.file)) if options.count else show(options.file))
    return 0


if __name__ == "__main__":
    sys.exit(main())
"""
PROGRAM = {"store.py": STORE, "cli.py": CLI, "conftest.py": ""}


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Generation:
    return made_for(write_files(tmp_path_factory.mktemp("ledger"), PROGRAM), "cli.py", "store.py")


def made_for(root: Path, *files: str) -> Generation:
    """What is generated for these files of a program."""
    lacking = [MissingTest(implementation_file=file, suggested_test_file="test_x.py") for file in files]
    framework = FrameworkInfo(framework="pytest", test_directory=".")
    package = ContextPackage(test_coverage=CoverageAssessment(missing_tests=lacking), test_framework=framework)
    analysis = analyse(SessionId("WFS-test-x"), package, root)
    return characterise_functions(ours(), root, analysis, coverage=None, failing=(), seconds=240)


def of_layer(made: Generation, layer: str) -> dict[str, GeneratedTest]:
    return {test.name.rpartition("::")[2]: test for test in made.tests if test.kept and test.layer == layer}


def test_a_caller_is_tested_with_what_it_calls(made: Generation) -> None:
    (together,) = [
        test for name, test in of_layer(made, "L2").items() if name.startswith("test_show_with_read_entries")
    ]
    assert together.requirements == ["L2-001"]
    assert 'assert show(path) == "6 EUR"' in together.source


def test_an_empty_result_shows_no_callee_that_may_not_have_been_called(tmp_path: Path) -> None:
    report = "from total import total_of\n\n\ndef report(folder: Path) -> list[int]:\n"
    listed = "    return [total_of(path.read_text()) for path in sorted(folder.glob('*.inv'))]\n"
    program = {
        "total.py": "def total_of(text: str) -> int:\n    return len(text.split())\n",
        "report.py": f"from pathlib import Path\n\n{report}{listed}",
    }
    found = of_layer(made_for(write_files(tmp_path, program), "report.py"), "L2")
    assert [test.source for test in found.values() if "== []" in test.source] == []


def test_the_error_of_a_callee_reaches_its_handler(made: Generation) -> None:
    found = of_layer(made, "L2")["test_show_when_read_entries_raises_ledger_error"]
    assert 'assert show(path) == "cannot read: no amount"' in found.source, "a file that really is wrong"


def test_an_error_that_no_input_brings_about_is_put_into_the_callee(made: Generation) -> None:
    found = of_layer(made, "L2")["test_doubled_when_rate_raises_key_error"]
    assert 'monkeypatch.setattr("cli.rate", Mock(side_effect=KeyError("broken")))' in found.source
    assert "assert doubled(" in found.source
    assert "test_plain_when_fee_raises_key_error" not in of_layer(made, "L2"), "nobody handles it"


def test_what_fails_outside_is_tested_by_a_file_that_lacks(made: Generation) -> None:
    found = of_layer(made, "L2")["test_read_entries_when_open_raises_file_not_found_error"]
    assert "with pytest.raises(FileNotFoundError):" in found.source


def test_a_command_is_run_with_its_output(made: Generation) -> None:
    found = of_layer(made, "L3")
    assert set(found) == {"test_command_cli_prints_its_result", "test_command_cli_ends_with_2"}
    works = found["test_command_cli_prints_its_result"].source
    assert '"-m", "cli", str(path)' in works
    assert 'assert done.stdout == "6 EUR\\n"' in works and "assert done.returncode == 0" in works


def test_a_function_that_takes_a_command_line_is_called_with_one(made: Generation) -> None:
    sources = [test.source for test in made.tests if test.kept and test.layer == "L1" and test.target == "cli.py::main"]
    text = "\n".join(sources)
    assert "main([str(path)])" in text
    assert "main()" not in text, "it would read the command line of whoever runs the tests"
    assert 'assert capsys.readouterr().out == "6 EUR\\n"' in text


def test_settings_that_another_function_reads_are_set(made: Generation) -> None:
    assert 'monkeypatch.delenv("LEDGER_CURRENCY", raising=False)' in "\n".join(made.files.values())


@pytest.mark.parametrize(
    ("file", "old", "new", "noticed"),
    [
        ("store.py", "return entries\n", "return entries[1:]\n", "test_show_with_read_entries"),
        ("cli.py", 'f"cannot read: {error}"', "str(error)", "test_show_when_read_entries_raises_ledger_error"),
        ("cli.py", "    return 0\n", "    return 1\n", "test_command_cli_prints_its_result"),
    ],
)
def test_they_pass_and_notice_a_fault(tmp_path, made, file, old, new, noticed) -> None:
    failing = failing_with(tmp_path, PROGRAM, made, file, old, new)
    assert any(noticed in test for test in failing)


def test_nothing_is_pinned_of_commands_while_tests_fail(tmp_path: Path) -> None:
    root = write_files(tmp_path, PROGRAM)
    journey = Requirement(
        id="L3-001", file="cli.py", layer="L3", part="journey", cases=[Case(given="x", caller="cli", callee="cli")]
    )
    analysis = Analysis(session_id="WFS-test-x", requirements=[journey])
    made = characterise_functions(
        ours(), root, analysis, coverage=None, failing=[TestId("test_a.py::test_a")], seconds=60
    )
    assert made.files == {}


@pytest.mark.parametrize("failing", [[], [TestId("test_a.py::test_a")]])
def test_a_command_line_is_stated_as_the_requirement_shows_it(tmp_path: Path, failing: list[TestId]) -> None:
    write_files(tmp_path, {"tool.py": TOOL})
    texts = (
        "`tool add pens 3` prints `3 pens`",
        "`tool add pens 3` prints `pens`",
        "`python -m tool buy` exits with 2",
    )
    asked = [
        Case(given="x", expected=text, origin="requirement", source=f"R{number}") for number, text in enumerate(texts)
    ]
    wanted = [
        Requirement(id="L1-001", file="tool.py", layer="L1", part="happy", target="main", cases=asked),
        Requirement(
            id="L3-001",
            file="tool.py",
            layer="L3",
            part="journey",
            cases=[Case(given="x", caller="tool", callee="tool:main")],
        ),
    ]
    analysis = Analysis(
        session_id="WFS-test-x",
        requirements=wanted,
        framework=FrameworkInfo(framework="pytest", test_directory="tests"),
    )
    made = characterise_functions(ours(), tmp_path, analysis, coverage=None, failing=failing, seconds=90)
    found = {test.name: test for test in made.tests if test.kept and test.criteria}
    assert {name: (test.criteria, test.expected_failure) for name, test in found.items()} == {
        "test_command_tool_as_r0_asks": (["R0"], False),
        "test_command_tool_as_r1_asks": (["R1"], True),
        "test_command_tool_as_r2_asks": (["R2"], False),
    }
    assert "assert done.stdout.strip() == '3 pens'" in found["test_command_tool_as_r0_asks"].source.replace('"', "'")
    assert (
        found["test_command_tool_as_r1_asks"].reason
        == "R1 says that tool add pens 3 prints 'pens', but it prints '3 pens'"
    )
    assert "assert done.returncode == 2" in found["test_command_tool_as_r2_asks"].source
    pins = [test for test in made.tests if test.kept and test.layer == "L3" and not test.criteria]
    assert bool(failing) == (not pins), "nothing is pinned while tests fail"


TOOL = """
import argparse


def main(argv=None):
    parser = argparse.ArgumentParser()
    commands = parser.add_subparsers(dest="command", required=True)
    add = commands.add_parser("add")
    add.add_argument("name")
    add.add_argument("count", type=int)
    options = parser.parse_args(argv)
    print(f"{options.count} {options.name}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
"""


def module(root: Path, text: str) -> ModuleSource:
    (root / "tool.py").write_text(text)
    found = read_module(root, "tool.py")
    assert found is not None
    return found


PARSED = """
import argparse

def main(argv=None):
    parser = argparse.ArgumentParser()
    {arguments}
    options = parser.parse_args(argv)
    return options
"""


@pytest.mark.parametrize(
    ("arguments", "lines"),
    [
        ("parser.add_argument('number', type=int)", ["['3']", "[]"]),
        ("parser.add_argument('kind', choices=['a', 'b'])", ["['a']", "[]"]),
        ("parser.add_argument('word'); parser.add_argument('-v', '--verbose', action='store_true')",
         ["['abc']", "['abc', '--verbose']", "[]"]),
        ("parser.add_argument('--size', type=int, required=True)", ["['--size', '3']", "[]"]),
        ("sub = parser.add_subparsers(); one = sub.add_parser('add'); one.add_argument('a'); b = sub.add_parser('all')",
         ["['add', 'abc']", "['all']", "[]"]),
        ("open(parser.prog); parser.add_argument('file')", ["[str(tmp_path / 'data.txt')]", "[]"]),
    ],
)  # fmt: skip
def test_command_lines_follow_from_the_declared_arguments(tmp_path: Path, arguments: str, lines: list[str]) -> None:
    found = module(tmp_path, PARSED.format(arguments=arguments))
    function = found.functions["main"]
    assert command_line_parameter(found, function) == "argv"
    assert command_lines(found, function, ".txt") == lines


@pytest.mark.parametrize(
    ("code", "parameter"),
    [
        ("import sys\ndef main(argv=None):\n    return sys.argv[1:] if argv is None else argv\n", "argv"),
        ("import sys\ndef main(argv: list[str]):\n    return sys.argv\n", "argv"),
        ("def add(args):\n    return sum(args)\n", ""),
        ("import sys\ndef main(argv, other):\n    return sys.argv\n", ""),
    ],
)
def test_which_parameter_takes_a_command_line(tmp_path: Path, code: str, parameter: str) -> None:
    found = module(tmp_path, code)
    assert command_line_parameter(found, next(iter(found.functions.values()))) == parameter


EXITS = """
import sys


def main():
    if len(sys.argv) < 2:
        sys.exit("usage: tool WORD")
    print(sys.argv[1].upper())
"""


def test_a_program_that_reads_its_words_itself_and_ends_the_process_is_tested(tmp_path: Path) -> None:
    root = write_files(tmp_path, {"tool.py": EXITS, "conftest.py": ""})
    made = generated(root, "tool.py")
    (text,) = made.files.values()
    ast.parse(text)
    assert 'monkeypatch.setattr("sys.argv", ["tool", "3"])' in text
    assert 'with pytest.raises(SystemExit, match="usage: tool WORD"):' in text
    assert 'assert capsys.readouterr().out == "3\\n"' in text
    write_files(root, made.files)
    assert not run_suite(ours(), root, extra_args=sorted(made.files), timeout=60).failing


STATE = """
import json
from pathlib import Path

STATE = "state.json"


def level():
    with open("settings.json") as file:
        return json.load(file).get("level", 1)


def remember(name):
    known = json.loads(Path(STATE).read_text()) if Path(STATE).exists() else []
    Path(STATE).write_text(json.dumps([*known, name]))
    return len(known)


def elsewhere():
    return open("../outside.txt").read()
"""


def test_files_that_the_code_names_itself_lie_in_a_folder_of_the_test(tmp_path: Path) -> None:
    root = write_files(tmp_path, {"state.py": STATE, "conftest.py": ""})
    made = generated(root, "state.py")
    (text,) = made.files.values()
    assert "monkeypatch.chdir(tmp_path)" in text
    assert "path.write_text('{\"level\": 3}')" in text and "assert level() == 3" in text
    assert "assert path.read_text() == '[\"level\", 3]'" in text
    assert made.left_out["state.py::elsewhere"] == "side effect: files"
    write_files(root, made.files)
    assert not run_suite(ours(), root, extra_args=sorted(made.files), timeout=60).failing
    assert not (root / "state.json").exists()
