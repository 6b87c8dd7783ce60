import sys
from pathlib import Path

import pytest

from testfix_pipeline.core.plan_records import Finding
from testfix_pipeline.planning.scanner import TABLE, scan
from testfix_pipeline_tests.project_files import stored, write_files

PYTHON = Path(sys.executable)
EXAMPLES = stored(str(Path(__file__).parent), "scanner_examples.toml")
PROJECT, BAD, GOOD = EXAMPLES["project"], EXAMPLES["bad"], EXAMPLES["good"]
CASES = [
    (kind, pattern, number)
    for kind, examples in (("bad", BAD), ("good", GOOD))
    for pattern, texts in examples.items()
    for number in range(len(texts))
]


@pytest.fixture(scope="module")
def scanned(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[Finding]]:
    """All examples, scanned at once as the files of one project: path -> findings."""
    texts = {
        f"shop/{kind}_{pattern}_{n}.py": (BAD if kind == "bad" else GOOD)[pattern][n] for kind, pattern, n in CASES
    }
    root = write_files(tmp_path_factory.mktemp("scan"), {**PROJECT, **texts})
    found: dict[str, list[Finding]] = {path: [] for path in texts}
    for finding in scan(root, list(texts), interpreter=PYTHON):
        found[finding.file].append(finding)
    return found


@pytest.mark.parametrize(("kind", "pattern", "number"), CASES)
def test_each_pattern_is_found_where_it_is_and_nowhere_else(scanned, kind: str, pattern: str, number: int):
    found = scanned[f"shop/{kind}_{pattern}_{number}.py"]
    hits = [finding for finding in found if finding.pattern == pattern]
    if kind == "good":
        assert not hits
    else:
        assert len(hits) == 1, found
        assert (hits[0].category, hits[0].severity) == (TABLE[pattern].category, TABLE[pattern].severity)
        assert hits[0].line >= 1 and hits[0].new


def test_every_pattern_of_the_table_has_examples_of_both_kinds():
    by_own_tests = {"not_scanned", "unchecked_imports", "unused_name", "unsorted_imports"}
    assert set(BAD) == set(GOOD) == set(TABLE) - by_own_tests


def test_a_misspelt_package_is_reported_with_the_name_that_is_near(scanned):
    (found,) = scanned["shop/bad_misspelt_package_0.py"]
    assert "json is meant" in found.message


def test_findings_are_new_only_on_changed_lines(tmp_path: Path):
    text = "import zorbly\nimport quarkly\n\n\ndef f():\n    x = 1\n    pass\n"
    write_files(tmp_path, {"a.py": text, "b.py": "import zorbly\n"})
    found = scan(tmp_path, ["a.py", "b.py"], interpreter=PYTHON, changed_lines={"a.py": {2}})
    assert {(each.file, each.line, each.new) for each in found} == {
        ("a.py", 1, False),
        ("a.py", 2, True),
        ("b.py", 1, False),
    }


def test_a_change_inside_a_placeholder_makes_it_new(tmp_path: Path):
    write_files(tmp_path, {"a.py": "def price():\n    '''What it costs.'''\n    raise NotImplementedError\n"})
    (found,) = scan(tmp_path, ["a.py"], interpreter=None, changed_lines={"a.py": {3}})
    assert (found.pattern, found.line, found.new) == ("not_implemented", 1, True)


def test_tests_may_hold_doubles_and_stubs_and_ruff_repairs_their_imports(tmp_path: Path):
    imports = "import os\nimport json\nfrom unittest.mock import Mock\n"
    text = f"{imports}\n\ndef test_a():\n    unused = 1\n    assert json and Mock\n"
    write_files(tmp_path, {"tests/test_a.py": text})
    found = scan(tmp_path, ["tests/test_a.py"], interpreter=None, tests=True)
    assert {finding.pattern for finding in found} == {"unused_name", "unsorted_imports"}
    assert [finding.message for finding in found if finding.fixable] and all(finding.fixable for finding in found)


def test_without_an_interpreter_only_misspelt_imports_are_reported(tmp_path: Path):
    write_files(tmp_path, {"a.py": "import quantum_flux_toolkit\nimport jsno\nimport requests\nimport json\n"})
    assert [finding.pattern for finding in scan(tmp_path, ["a.py"], interpreter=None)] == ["misspelt_package"]


def test_an_interpreter_that_does_not_run_is_said_and_blocks_nothing(tmp_path: Path):
    write_files(tmp_path, {"a.py": "import quantum_flux_toolkit\n"})
    (found,) = scan(tmp_path, ["a.py"], interpreter=tmp_path / "no-python")
    assert (found.pattern, found.severity, found.new) == ("unchecked_imports", "warning", False)
    assert "no-python" in found.message


def test_declared_dependencies_are_read_wherever_a_project_names_them(tmp_path: Path):
    names = ["from_setup_cfg", "from_extras", "from_requirements", "from_setup_py", "from_poetry", "from_group"]
    write_files(
        tmp_path,
        {
            "setup.cfg": "[options]\ninstall_requires = from-setup-cfg\n[options.extras_require]\nx = from-extras\n",
            "requirements-dev.txt": "# all\n-r other.txt\nfrom.requirements==1  # why\n",
            "setup.py": "from setuptools import setup\nsetup(install_requires=['from_setup_py'])\n",
            "pyproject.toml": "[tool.poetry.dependencies]\nFrom_Poetry = '1'\n[dependency-groups]\nx=['from-group']\n",
            "a.py": "".join(f"import {name}\n" for name in [*names, "from_nowhere_at_all"]),
        },
    )
    assert [finding.line for finding in scan(tmp_path, ["a.py"], interpreter=PYTHON)] == [len(names) + 1]


def test_what_a_lock_file_pins_is_known_without_being_installed_and_nothing_else_of_it(tmp_path: Path):
    write_files(
        tmp_path,
        {
            "poetry.lock": "[[package]]\nname = 'From_Poetry'\n[package.dependencies]\nnot_locked = '1'\n",
            "uv.lock": "version = 1\n[[package]]\nname = 'from-uv'\nversion = '1'\n",
            "pdm.lock": "[[package]]\nname = 'from.pdm'\nversion = '1'\n",
            "pylock.toml": "lock-version = '1.0'\n[[packages]]\nname = 'from-pylock'\n",
            "Pipfile.lock": '{"_meta": {"requires": {"version": "3"}}, "default": {"from-pipenv": {"hashes": []}}}',
            "requirements.lock": "from-pip==1 \\\n    --hash=sha256:00\n# commented==1\n"
            "from-git @ https://example.org/x.zip\n",
            "a.py": "import from_poetry, from_uv, from_pdm, from_pylock, from_pipenv, from_pip, from_git\n"
            "import not_locked_at_all\nimport commented_out_one\nimport from_pipenf\n",
        },
    )
    found = scan(tmp_path, ["a.py"], interpreter=PYTHON)
    assert {(one.line, one.pattern) for one in found if one.category == "hallucinated_imports"} == {
        (2, "unknown_package"), (3, "unknown_package"), (4, "misspelt_package"),
    }  # fmt: skip
    for broken in ("poetry.lock", "Pipfile.lock", "requirements.lock"):
        (tmp_path / broken).write_bytes(b"\xff[[[\0{")
    assert len([one for one in scan(tmp_path, ["a.py"], interpreter=PYTHON) if one.line == 1]) > 0


def test_odd_files_are_scanned_or_named_but_never_break_the_scan(tmp_path: Path):
    (tmp_path / "latin.py").write_bytes(b"# -*- coding: latin-1 -*-\nNAME = '\xe9'\n")
    (tmp_path / "binary.py").write_bytes(bytes(range(256)))
    write_files(tmp_path, {"escape.py": "PATTERN = '\\d'\n\n\ndef price(): ...\n"})
    write_files(
        tmp_path, {"empty.py": "", "-x.py": "import zorbly\n", "deep.py": "x = " + "(" * 5000 + ")" * 5000 + "\n"}
    )
    files = ["latin.py", "binary.py", "empty.py", "-x.py", "deep.py", "gone.py", "notes.txt", "escape.py"]
    found = {finding.file: finding.pattern for finding in scan(tmp_path, files, interpreter=PYTHON)}
    assert found.pop("escape.py") == "ellipsis_body"
    assert found.pop("-x.py") == "unknown_package"
    assert found.pop("binary.py") == "syntax_error"
    assert "latin.py" not in found and "empty.py" not in found


def test_paths_that_leave_the_project_are_not_read(tmp_path: Path):
    write_files(tmp_path, {"outside.py": "import zorbly\n", "project/a.py": "x = 1\n"})
    (tmp_path / "project" / "link.py").symlink_to(tmp_path / "outside.py")
    found = scan(tmp_path / "project", ["../outside.py", "link.py", "a.py"], interpreter=PYTHON)
    assert {(each.file, each.pattern, each.new) for each in found} == {
        ("../outside.py", "not_scanned", False),
        ("link.py", "not_scanned", False),
    }


def test_what_is_left_out_is_said_and_never_blocks(tmp_path: Path):
    write_files(tmp_path, {"big.py": "x = 1\n" * 400_000, "notes.ipynb": "{}", "old.py": "print 'a'\nimport zorbly\n"})
    (tmp_path / "loop.py").symlink_to("loop.py")
    found = scan(tmp_path, ["big.py", "notes.ipynb", "old.py", "loop.py", "gone.py"], interpreter=None)
    messages = {each.file: each.message for each in found if each.pattern == "not_scanned"}
    assert set(messages) == {"big.py", "notes.ipynb", "old.py", "loop.py"}
    assert "KiB" in messages["big.py"] and "notebook" in messages["notes.ipynb"] and "Python 2" in messages["old.py"]
    assert not any(each.new for each in found if each.pattern == "not_scanned")
    assert [each.file for each in found if each.pattern == "syntax_error"] == ["old.py"]


def test_of_vendored_and_generated_code_only_what_is_critical_is_reported(tmp_path: Path):
    text = "import zorbly\n\n\ndef price(): ...\n"
    write_files(
        tmp_path, {"_vendor/a.py": text, "made.py": f"# @generated by a tool, DO NOT EDIT\n{text}", "own.py": text}
    )
    found = scan(tmp_path, ["_vendor/a.py", "made.py", "own.py"], interpreter=PYTHON)
    messages = {
        file: {each.pattern for each in found if each.file == file} for file in ("_vendor/a.py", "made.py", "own.py")
    }
    assert messages["_vendor/a.py"] == messages["made.py"] == {"unknown_package", "not_scanned"}
    assert messages["own.py"] == {"unknown_package", "ellipsis_body"}
