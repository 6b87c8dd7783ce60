"""A conftest.py that dies of program code which it imports: the test files below it are errors, and the others run."""

from dataclasses import replace

import pytest

from testfix_pipeline.execution.suite_runs import run_suite

TEXT = "from markupsafe import soft_unicode\n\n\ndef label(value):\n    return soft_unicode(value)\n"
CONFTEST = "import pytest\nfrom shop.text import label\n\n\n@pytest.fixture\ndef make():\n    return label\n"
FILES = {
    "shop/__init__.py": "",
    "shop/text.py": TEXT,
    "tests/conftest.py": CONFTEST,
    "tests/test_a.py": "def test_a(make): assert make('a') == 'a'\n",
    "tests/deep/test_b.py": "def test_b(): pass\n",
    "checks/test_c.py": "def test_c(): pass\n",
    "pytest.ini": "[pytest]\npythonpath = .\n",
}
REPAIRED = TEXT.replace("soft_unicode", "soft_str")


@pytest.mark.parametrize("folder", ["tests", "suite/inner"])
def test_test_files_below_it_are_errors_with_the_frames_of_the_import(run_files, folder):
    run = run_files({name.replace("tests/", f"{folder}/"): text for name, text in FILES.items()})
    assert run.fault is None and run.passed == {"checks/test_c.py::test_c"}
    assert run.failing == {f"{folder}/test_a.py", f"{folder}/deep/test_b.py"}
    broken = run.outcomes[f"{folder}/test_a.py"]
    assert (broken.status, broken.phase, broken.error_type) == ("error", "collect", "ImportError")
    assert "cannot import name 'soft_unicode' from 'markupsafe'" in broken.message
    assert [(frame.file, frame.line) for frame in broken.frames] == [(f"{folder}/conftest.py", 2), ("shop/text.py", 1)]
    assert "soft_unicode" in broken.detail


@pytest.mark.parametrize("hook", ["pytest_configure(config)", "pytest_sessionstart()"])
def test_a_hook_that_runs_broken_program_code_fails_the_files_below_it(hook, run_files):
    begin = f"def {hook}:\n    import shop.text\n"
    run = run_files({**FILES, "conftest.py": begin, "tests/conftest.py": ""})
    assert run.fault is None and not run.passed
    assert run.failing == {"tests/test_a.py", "tests/deep/test_b.py", "checks/test_c.py"}
    broken = run.outcomes["tests/test_a.py"]
    assert (broken.error_type, broken.frames[-1].file, broken.frames[-1].line) == ("ImportError", "shop/text.py", 1)


@pytest.mark.parametrize("style", ["hookwrapper", "wrapper"])
def test_a_hook_that_wraps_others_runs_as_it_is(style, run_files):
    hook = f"import pytest\n\n\n@pytest.hookimpl({style}=True)\ndef pytest_sessionstart(session):\n    yield\n"
    run = run_files({**FILES, "shop/text.py": REPAIRED, "conftest.py": hook})
    assert run.fault is None and len(run.passed) == 3


def test_the_tests_appear_once_the_import_is_repaired(run_files):
    run = run_files({**FILES, "shop/text.py": REPAIRED}, tests=["tests/test_a.py", "checks/test_c.py"])
    assert run.fault is None and run.passed == {"tests/test_a.py::test_a", "checks/test_c.py::test_c"}


def test_a_file_that_does_not_parse_and_a_plugin_of_the_project_count_too(run_files):
    run = run_files({**FILES, "shop/text.py": "def label(:\n"})
    assert run.fault is None and run.failing == {"tests/test_a.py", "tests/deep/test_b.py"}
    assert run.outcomes["tests/test_a.py"].frames[-1].file == "shop/text.py"
    plugin = {"conftest.py": "pytest_plugins = ['shop.text']\n", "tests/conftest.py": ""}
    run = run_files({**FILES, **plugin})
    assert run.fault is None and len(run.failing) == 3, run.fault


def test_a_conftest_that_itself_asks_for_what_an_installed_package_lacks(run_files):
    run = run_files({**FILES, "tests/conftest.py": "from markupsafe import soft_unicode\n"})
    assert run.fault is None and run.outcomes["tests/test_a.py"].frames[-1].file == "tests/conftest.py"
    run = run_files({**FILES, "tests/conftest.py": "import no_such_module\n"})
    assert run.fault.kind == "usage" and "no_such_module" in run.fault.message


def test_options_that_only_the_broken_conftest_knows_are_no_riddle(run_files):
    run = run_files({**FILES, "pytest.ini": "[pytest]\npythonpath = .\naddopts = --slow\n"})
    assert run.fault.kind == "usage"
    assert "a conftest.py can't be imported, ImportError: cannot import name 'soft_unicode'" in run.fault.message


@pytest.mark.parametrize("words", ["raise", "raise ImportError('in its own words') from None"])
def test_an_installed_plugin_that_dies_of_program_code_at_its_start_fails_all_files(words, tree, target):
    start = f"    try:\n        import shop.text\n    except ImportError:\n        {words}\n"
    plugin = f"def pytest_load_initial_conftests():\n{start}\n\ndef pytest_configure():\n{start}"
    ini = {"tests/conftest.py": "", "pytest.ini": "[pytest]\naddopts = -p plug\n"}
    target = replace(target, env={**target.env, "PYTHONPATH": "site-packages"})
    run = run_suite(target, tree({**FILES, **ini, "site-packages/plug.py": plugin}), timeout=60)
    assert run.fault is None and len(run.failing) == 3 and not run.passed
    broken = run.outcomes["tests/test_a.py"]
    assert (broken.frames[-1].file, "soft_unicode" in broken.message) == ("shop/text.py", True)
    absent = {"site-packages/plug.py": plugin.replace("shop.text", "no_such_module")}
    run = run_suite(target, tree({**FILES, **ini, **absent}), timeout=60)
    assert run.fault is not None, "no change of program code brings an absent package"


def test_a_file_without_tests_is_no_failing_test_of_its_own_but_for_an_error_of_its_own(run_files):
    settings = {"tests/test_settings.py": "import shop.text\n\nclass Base:\n    label = shop.text.label\n"}
    assert run_files({**FILES, **settings}).failing == {"tests/test_a.py", "tests/deep/test_b.py"}
    alone = {**FILES, **settings, "tests/conftest.py": ""}
    assert run_files(alone).failing == {"tests/test_a.py::test_a", "tests/test_settings.py"}
    asked = run_files({**FILES, **settings}, tests=["tests/test_settings.py"])
    assert asked.fault is None and asked.failing == {"tests/test_settings.py"}
    settings["tests/test_settings.py"] = "class Base:\n    label = 1\n"
    repaired = run_files({**alone, **settings}, tests=["tests/test_settings.py"])
    assert repaired.fault is None and repaired.collected == ["tests/test_settings.py"]
    test = "class Base:\n    def test_label(self):\n        assert True\n"
    for hidden in (f"{test}    __test__ = False\n", f"if False:\n    {test.replace(chr(10), chr(10) + '    ')}"):
        changed = run_files({**alone, "tests/test_settings.py": hidden}, tests=["tests/test_settings.py"])
        assert not changed.collected and changed.fault.kind == "missing_ids", "its tests are no longer collected"
