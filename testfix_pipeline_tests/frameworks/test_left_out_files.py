"""Test files that another runner of a project would collect are measured too, or named; files without tests are not."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from testfix_pipeline.execution.suite_runs import run_suite
from testfix_pipeline.frameworks.left_out.left_out_files import left_out_files
from testfix_pipeline.frameworks.left_out.other_checks import unmeasured_checks
from testfix_pipeline.frameworks.project_suites import find_suites
from testfix_pipeline_tests.execution.targets import ours
from testfix_pipeline_tests.frameworks.conftest import CRATE, GO_MOD, build_marks
from testfix_pipeline_tests.project_files import write_files

CASE = "import unittest\n\n\nclass FullTest(unittest.TestCase):\n    def test_full(self):\n        pass\n"
BASE = "import unittest\n\n\nclass BaseTest(unittest.TestCase):\n    def setUp(self):\n        self.value = 1\n"
FUNCTION = "import pytest\n\n\ndef test_one():\n    pass\n"
DOCUMENTED = 'def two():\n    """\n    >>> two()\n    2\n    """\n    return 2\n'
PACKAGE = '{"scripts": {"test": "node --test unit/"}}'
NODE = "const test = require('node:test');\ntest('x', () => {});\n"
PLAYWRIGHT = "import { test } from '@playwright/test';\ntest('x', async () => {});\n"
GO = 'package kit\n\nimport "testing"\n\nfunc Test{name}(t *testing.T) {{}}\n'
RUST = "#[test]\nfn {name}() {{}}\n"
GATED = '[package]\nname = "kit"\nversion = "0.1.0"\nedition = "2021"\n[features]\nweb = []\n' + (
    '[[test]]\nname = "web"\nrequired-features = ["web"]\n[[example]]\nname = "run"\ntest = false\n'
)


MAKEFILE = "test: build\n\t@ruff check .\n\tpython -m pytest\n\ndocs:\n\tsphinx-build\n"
NOXFILE = """\
import nox
@nox.session
def tests(session):
    session.install("mypy")
    session.run("mypy", "kit")
    session.run("pytest")
"""


def script(test: str) -> str:
    return json.dumps({"scripts": {"test": test}})


def measured(root: Path) -> tuple[set[str], dict[str, str]]:
    """The files that a run of all suites collects, and the files that are named as left out, with the reasons."""
    suites = find_suites(root).suites
    arguments = next((one.python_arguments for one in suites if one.python_arguments), ())
    project = ours(suites=suites, pytest_args=arguments)
    run = run_suite(project, root)
    assert run.fault is None, run.fault
    return {test.file for test in run.collected}, {one.file: one.why for one in left_out_files(root, suites, run)}


@pytest.mark.parametrize(
    ("files", "collected"),
    [
        pytest.param({"kit/tests.py": CASE, "test_more.py": CASE}, {"kit/tests.py", "test_more.py"}, id="tests.py"),
        pytest.param({"kit/tests.py": CASE}, {"kit/tests.py"}, id="tests.py-alone"),
        pytest.param({"kit/tests.py": CASE, "requirements.txt": "pytest\n"}, {"kit/tests.py"}, id="declared-pytest"),
        pytest.param({"tests/testfull.py": CASE, "test_a.py": CASE}, {"tests/testfull.py", "test_a.py"}, id="testfull"),
        pytest.param({"kit/testing.py": BASE, "kit/test_utils.py": BASE, "test_a.py": CASE}, {"test_a.py"}, id="base"),
        pytest.param({"data/tests.py": CASE, "plain/tests.py": CASE, "test_a.py": CASE}, {"test_a.py"}, id="data"),
    ],
)  # fmt: skip
def test_what_unittest_finds_is_measured(tmp_path: Path, files: dict[str, str], collected: set[str]) -> None:
    found, left = measured(write_files(tmp_path, {"kit/__init__.py": "", **files}))
    assert (found - {"kit/test_utils.py"}, left) == (collected, {})


@pytest.mark.parametrize(
    ("files", "left"),
    [
        pytest.param({"kit/tests.py": CASE}, {"kit/tests.py": "name pytest does not look for"}, id="mixed"),
        pytest.param({"kit/tests.py": CASE, "manage.py": ""}, {"kit/tests.py": "`manage.py test`"}, id="django"),
        pytest.param(
            {"old/test_old.py": CASE, "pytest.ini": "[pytest]\ntestpaths = kit\n", "kit/test_a.py": FUNCTION,
             "old/__init__.py": "", "Makefile": "test:\n\tpython -m unittest\n\tpytest\n"},
            {"old/test_old.py": "`python -m unittest` (`test` of the Makefile)"}, id="testpaths-and-make",
        ),
        pytest.param(
            {"old/test_old.py": CASE, "pytest.ini": "[pytest]\ntestpaths = kit\n", "kit/test_a.py": FUNCTION}, {},
            id="testpaths-alone",
        ),
        pytest.param(
            {"kit/two.py": DOCUMENTED, "tox.ini": "[testenv]\ncommands =\n    pytest --doctest-modules kit\n"},
            {"kit/two.py": "doctests that `pytest --doctest-modules kit`"}, id="doctests-of-tox",
        ),
        pytest.param(
            {"kit/two.py": DOCUMENTED, "pytest.ini": "[pytest]\naddopts = --doctest-modules\n"}, {}, id="own-doctests"
        ),
        pytest.param({"kit/two.py": DOCUMENTED}, {}, id="examples-that-nobody-runs"),
        pytest.param(
            {"kit/two.py": f"{DOCUMENTED}\nif __name__ == '__main__':\n    import doctest\n    doctest.testmod()\n"},
            {"kit/two.py": "doctests that `doctest.testmod(...)` in it runs"}, id="testmod",
        ),
        pytest.param({"tests/test.py": FUNCTION}, {"tests/test.py": "name pytest does not look for"}, id="test.py"),
        pytest.param({"kit/test_utils.py": BASE, "kit/tests.py": "# Create your tests here.\n"}, {}, id="empty"),
    ],
)  # fmt: skip
def test_python_files_of_other_runners_are_named(tmp_path: Path, files: dict[str, str], left: dict[str, str]) -> None:
    named = measured(write_files(tmp_path, {"kit/__init__.py": "", "test_own.py": FUNCTION, **files}))[1]
    assert named.keys() == left.keys() and all(why in named[file] for file, why in left.items())


def test_files_of_other_javascript_runners_are_named(tmp_path: Path, node: str) -> None:
    files = {"package.json": PACKAGE, "unit/sum.test.js": NODE, "e2e/login.spec.ts": PLAYWRIGHT, "src/a.test.js": NODE,
             "src/setup.test.js": "module.exports = {};\n", "fixtures/b.test.js": NODE}  # fmt: skip
    found, left = measured(write_files(tmp_path, files))
    assert found == {"unit/sum.test.js"}
    assert left == {"e2e/login.spec.ts": "tests of @playwright/test", "src/a.test.js": "tests of node:test"}


@pytest.mark.parametrize(
    ("files", "left"),
    [
        pytest.param(
            {"go.mod": GO_MOD, "a_test.go": GO.format(name="A"),
             "deep_test.go": f"//go:build integration\n\n{GO.format(name='B')}",
             "b_windows_test.go": GO.format(name="C"), "gone_test.go": f"//go:build ignore\n\n{GO.format(name='D')}",
             "race_test.go": f"//go:build race && go1.20\n\n{GO.format(name='E')}",
             "helper_test.go": "//go:build integration\n\npackage kit\n"},
            {"deep_test.go": "tests behind the build constraint `integration`"}, id="go", marks=build_marks("go"),
        ),
        pytest.param(
            {"Cargo.toml": GATED,
             "src/lib.rs": "/// ```\n/// assert!(true);\n/// ```\npub fn a() {}\n#[cfg(feature = \"web\")]\nmod web;\n",
             "src/web.rs": "#[cfg(all(test, feature = \"web\"))]\nmod tests {\n    #[test]\n    fn b() {}\n}\n",
             "tests/web.rs": RUST.format(name="c"), "tests/plain.rs": RUST.format(name="d"),
             "examples/run.rs": f"fn main() {{}}\n{RUST.format(name='e')}"},
            {"tests/web.rs": "its target needs the features web", "src/web.rs": "tests behind the feature web",
             "src/lib.rs": "doc tests, which `cargo test` runs", "examples/run.rs": "its target has `test = false`"},
            id="cargo", marks=build_marks("cargo"),
        ),
        pytest.param(
            {"Cargo.toml": CRATE.format(name="kit"),
             "src/lib.rs": "//! ```\n//! assert!(true);\n//! ```\n#[cfg(test)]\nmod tests {\n"
             "    #[cfg(feature = \"web\")]\n    const A: u8 = 1;\n    #[test]\n    fn b() {}\n}\n"},
            {"src/lib.rs": "doc tests, which `cargo test` runs"}, id="cargo-doc-tests-beside-tests",
            marks=build_marks("cargo"),
        ),
        pytest.param(
            {"Cargo.toml": GATED.replace("web = []", 'default = ["site"]\nsite = ["web"]\nweb = []'),
             "src/lib.rs": "#[cfg(feature = \"web\")]\nmod web;\n", "src/web.rs": RUST.format(name="b"),
             "tests/web.rs": f"#![cfg(feature = \"site\")]\n{RUST.format(name='c')}",
             "examples/run.rs": "fn main() {}\n"},
            {}, id="cargo-default-features", marks=build_marks("cargo"),
        ),
        pytest.param(
            {"Cargo.toml": CRATE.format(name="kit"), "tests/plain.rs": RUST.format(name="d"),
             "src/lib.rs": "/// ```text\n/// a | b\n/// ```\npub fn a() {}\n"}, {}, id="cargo-text",
            marks=build_marks("cargo"),
        ),
    ],
)  # fmt: skip
def test_files_that_compilers_leave_out_are_named(tmp_path: Path, files: dict[str, str], left: dict[str, str]) -> None:
    assert measured(write_files(tmp_path, files))[1] == left


@pytest.mark.parametrize(
    ("files", "said"),
    [
        ({"package.json": script("tsc --noEmit && eslint . && jest")}, ["`tsc --noEmit` (`test` of", "`eslint"]),
        ({"package.json": script("npm run build && jest")}, []),
        ({"pytest.ini": "[pytest]\naddopts = --cov=kit --cov-fail-under=90\n"}, ["90 % (addopts of pytest.ini)"]),
        ({"pyproject.toml": "[tool.coverage.report]\nfail_under = 85\n"}, ["85 % (fail_under of pyproject.toml)"]),
        ({"tox.ini": "[testenv]\ncommands =\n    mypy kit\n    pytest\n"}, ["`mypy kit` ([testenv] of tox.ini)"]),
        ({"Makefile": MAKEFILE}, ["`ruff check .` (`test` of the Makefile)"]),
        ({"noxfile.py": NOXFILE}, ["`mypy kit` (the session tests of noxfile.py)"]),
        ({"Makefile": "test:\n\tcd kit && python -m unittest\n", "tox.ini": "[testenv]\ncommands = pytest\n"}, []),
    ],
)  # fmt: skip
def test_what_else_decides_the_projects_own_command_is_named(tmp_path, files, said) -> None:
    found = " ".join(unmeasured_checks(write_files(tmp_path, files)))
    assert all(one in found for one in said) and bool(found) == bool(said)
