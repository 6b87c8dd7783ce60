"""What ends the cause of a suite that can't be measured: each step by a real run of pytest or node."""

from dataclasses import replace
from pathlib import Path

import pytest

from testfix_pipeline.execution.run_faults import step_after
from testfix_pipeline.execution.suite_runs import run_suite
from testfix_pipeline.frameworks.project_suites import find_suites
from testfix_pipeline_tests.execution.targets import environment, ours

ONE = {"test_a.py": "def test_a(): pass\n"}


@pytest.mark.parametrize(
    ("files", "step"),
    [
        ({"conftest.py": "import hypothesis_of_none\n"}, "`{install} hypothesis-of-none`"),
        ({"conftest.py": "from yaml.absent import x\n"}, "`{install} pyyaml`"),
        ({"pytest.ini": "[pytest]\naddopts = --ds=shop\n"}, "--ds=shop is an option of pytest-django. Install it "),
        ({"pytest.ini": "[pytest]\naddopts = --of-nobody\n"}, "pytest does not know --of-nobody: correct"),
        ({"pytest.ini": "[pytest]\nminversion = 99.0\n"}, "`{install} 'pytest>=99.0'`"),
        ({"pytest.ini": "[pytest]\nrequired_plugins = pytest-of-none\n"}, "`{install} pytest-of-none`"),
        ({"conftest.py": "def pytest_ignore_collect(path, config, away): pass\n"}, "`{install} 'pytest<9'`"),
        ({"conftest.py": "def pytest_cmdline_preparse(config, args): pass\n"}, "`{install} 'pytest<8'`"),
        ({"conftest.py": "def pytest_benchmark_update_json(config): pass\n"}, "`{install} pytest-benchmark`"),
        ({"conftest.py": "def pytest_of_tomorrow(): pass\n"}, "`{install} --upgrade pytest`"),
        ({"conftest.py": "open('settings/local.env')\n"}, "start again with `--share settings/local.env`"),
        ({"conftest.py": "import local_rates\n"}, "start again with `--share local_rates.py`"),
        ({"conftest.py": "1 / 0\n"}, "end what fails there: `cd {origin} && {python} -m pytest -q`"),
    ],
)  # fmt: skip
def test_the_step_is_that_of_the_cause(tree, tmp_path, files, step):
    origin = tmp_path / "checkout"
    for ignored in ("settings/local.env", "local_rates.py"):  # as git leaves them out of a worktree
        (origin / ignored).parent.mkdir(parents=True, exist_ok=True)
        (origin / ignored).touch()
    python = environment(tmp_path / "made")
    target = ours(interpreter=python, interpreter_source="the `python` setting", env={}, origin=origin)
    run = run_suite(replace(target, pytest_args=("-q",)), tree({**ONE, **files}))
    install = f"uv pip install --python {python}"
    assert run.fault is not None
    assert step.format(install=install, origin=origin, python=python) in step_after(run.fault), run.fault


def test_a_wrong_path_in_the_command_is_named(tree, target):
    run = run_suite(replace(target, pytest_args=("tets/",)), tree(ONE))
    assert "There is no tets/: correct --test-command" in step_after(run.fault)


def test_our_own_interpreter_gets_no_package_but_the_project_an_environment(tree, target):
    target = replace(target, interpreter_source="our own interpreter, since the project has no environment")
    run = run_suite(target, tree({**ONE, "conftest.py": "import of_none\n"}))
    assert run.fault is not None
    step = step_after(run.fault)
    assert f"Tests run with {target.interpreter} (our own interpreter, since the project has no environment)" in step
    assert ".venv/bin/python -m pip install pytest of-none`" in step and "`--python`" in step


def test_an_option_that_node_does_not_know_is_nodes(node: str, write, target):
    package = '{"scripts": {"test": "node --experimental-of-none --test"}}'
    root: Path = write({"package.json": package, "a.test.js": "require('node:test')('a', () => {})\n"})
    run = run_suite(replace(target, suites=find_suites(root).suites), root)
    assert run.fault is not None
    assert "does not know --experimental-of-none" in step_after(run.fault)
