"""Sessions on projects whose own checks are red: real tools, safe fixes on the branch, nothing silenced."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from testfix_pipeline.core.patch_policy.check_suppressions import adds_suppression
from testfix_pipeline.execution.static_checks import static_checks
from testfix_pipeline.execution.static_checks.static_tools import Ruff
from testfix_pipeline.workspace.sessions.store import SessionStore

Make = Callable[..., Any]


def settings(*tables: str) -> str:
    """A pyproject.toml with these tables."""
    return '[project]\nname = "calc"\nversion = "1"\nrequires-python = ">=3.11"\n' + "".join(
        f"\n{table}\n" for table in tables
    )


LINTED = {
    "pyproject.toml": settings('[tool.ruff.lint]\nselect = ["F"]'),
    "calc.py": "import os\n\n\ndef add(a, b):\n    return a + b\n",
    "test_calc.py": "from calc import add\n\n\ndef test_add():\n    assert add(1, 2) == 3\n",
}


def of(found: dict[str, Any], name: str) -> dict[str, Any]:
    (one,) = [check for check in found["checks"] if check["name"] == name]
    return dict(one)


def test_nothing_is_checked_unasked(repository: Make, run_cycle: Make) -> None:
    found = run_cycle(repository(files=LINTED))
    assert (found["outcome"], found["checks"], found["diff"]) == ("success", [], "")


def test_a_kind_that_the_project_does_not_have_is_said(repository: Make, run_cycle: Make) -> None:
    found = run_cycle(repository(files=LINTED), checks="types,lint")
    assert (found["outcome"], of(found, "ruff")["after"]) == ("partial", 0)
    assert of(found, "types")["notice"] == "The project configures no such check."


def test_what_tools_would_change_in_tests_is_offered(repository: Make, run_cycle: Make) -> None:
    repo = repository(files={**LINTED, "test_calc.py": "import os\n" + LINTED["test_calc.py"]})
    before = repo.fingerprint(".workflow/")
    found = run_cycle(repo, checks="lint")
    assert {name: one for name, one in repo.fingerprint(".workflow/").items() if name in before} == before
    assert not adds_suppression(b"", found["diff"].encode())
    assert (found["outcome"], of(found, "ruff")["before"], of(found, "ruff")["after"]) == ("blocked", 2, 1)
    assert "Checks are still red: ruff." in found["reason"]
    assert found["checks_offered_patch"] in of(found, "ruff")["next_step"]
    repo.git("apply", "--check", found["checks_offered_patch"])
    assert "-import os" in Path(found["checks_offered_patch"]).read_text()
    assert "## Checks" in Path(found["report"]).read_text()


def test_a_check_whose_fix_makes_the_tests_pass_ends_the_session_well(repository: Make, run_cycle: Make) -> None:
    test = "import pathlib\n\n\ndef test_layout():\n    code = pathlib.Path('calc.py').read_text()\n"
    files = {
        "pyproject.toml": settings("[tool.ruff.format]"),
        "calc.py": "def add(a,b):\n    return a+b\n",
        "test_calc.py": test + "    assert 'a,b' not in code and 'a+b' not in code\n",
    }
    found = run_cycle(repository(files=files), checks="format")
    assert (found["outcome"], found["pass_rate"], of(found, "ruff format")["after"]) == ("partial", 100, 0)
    assert "The fix of a check makes all tests pass." in found["reason"]


def test_a_fix_is_formatted_where_its_file_was(repository: Make, run_cycle: Make) -> None:
    tables = settings("[tool.ruff.lint]\nselect = ['UP032']", "[tool.ruff.format]")
    label = '\n\ndef label(a):\n    return "{}: {}".format(\n        a,\n        add(a, a),\n    )\n'
    calc = LINTED["calc.py"].removeprefix("import os\n\n\n")
    repo = repository(files={**LINTED, "pyproject.toml": tables, "calc.py": calc + label})
    found = run_cycle(repo, checks="auto")
    assert (of(found, "ruff")["after"], of(found, "ruff format")["after"]) == (0, 0)
    assert 'return f"{a}: {add(a, a)}"' in repo.git("show", f"{found['branch']}:calc.py")


def test_what_the_engine_suggests_for_types_is_offered(repository: Make, run_cycle: Make) -> None:
    calc = "def add(a, b):\n    return a + b\n\n\nsize: str = 3\n"
    repo = repository(files={**LINTED, "pyproject.toml": settings("[tool.mypy]"), "calc.py": calc})
    found = run_cycle(repo, checks="types")
    assert (found["outcome"], of(found, "mypy")["after"], found["diff"]) == ("blocked", 1, "")
    assert "+size: str = str(3)" in Path(found["checks_offered_patch"]).read_text()
    assert "no test has judged it" in of(found, "mypy")["next_step"]


MISSPELT = "def add(a, b):\n    return a + b\n\n\ndef twice(a):\n    return ad(a, a)\n"


def test_what_the_engine_fixes_is_read_first(repository: Make, run_cycle: Make) -> None:
    found = run_cycle(repository(files={**LINTED, "calc.py": MISSPELT}), checks="lint")
    assert "+    return add(a, a)" in found["diff"]
    assert (found["outcome"], found["review"], of(found, "ruff")["refused"]) == ("partial", True, "")
    assert found["reason"].startswith("Read the change first (ruff: no test is known to run it).")
    assert found["read_first"][0]["doubts"] == ["no test is known to run it"] and found["confidence"] == 0
    assert "read it first" in Path(found["report"]).read_text()


def test_one_of_two_names_that_the_checker_accepts_is_offered(repository: Make, run_cycle: Make) -> None:
    code = MISSPELT + "\n\ndef order(user_name, user_names):\n    return sorted(user_nam)\n"
    found = run_cycle(repository(files={**LINTED, "calc.py": code}), checks="lint")
    assert "+    return add(a, a)" in found["diff"] and "+    return sorted" not in found["diff"]
    assert "+    return sorted(user_name" in Path(found["checks_offered_patch"]).read_text()
    assert (found["outcome"], found["review"], of(found, "ruff")["after"]) == ("blocked", True, 1)


def test_findings_in_tests_alone_have_a_next_step(repository: Make, run_cycle: Make) -> None:
    calc = "def add(a: int, b: int) -> int:\n    return a + b\n"
    strict = settings("[tool.mypy]\nstrict = true")
    found = run_cycle(repository(files={**LINTED, "pyproject.toml": strict, "calc.py": calc}), checks="types")
    assert of(found, "mypy")["findings"][0].startswith("test_calc.py:4 mypy no-untyped-def")
    assert of(found, "mypy")["next_step"] == "Correct the code by hand; `mypy` shows the findings."


def test_a_file_that_no_fix_may_change_is_in_nobodys_way(repository: Make, run_cycle: Make) -> None:
    folder = "shop/"
    unformatted = {"calc.py": "def add(a, b):\n    return a+b\n", f"{folder}.ci/build.py": "print( 1 )\n"}
    files = {**LINTED, **unformatted, "pyproject.toml": settings("[tool.ruff.format]")}
    repo = repository(files={f"{folder}{path}": text for path, text in files.items()})
    found = run_cycle(_Inside(repo, folder), checks="format")
    check = of(found, "ruff format")
    assert (check["before"], check["after"], check["fixed_by"]) == (2, 1, "ruff format")
    assert check["findings"] == [f"{folder}.ci/build.py:1 ruff format format: it is not formatted"]
    assert "(ci_files)" in check["refused"] and ".ci/build.py" in check["next_step"]
    assert "return a + b" in repo.git("show", f"{found['branch']}:{folder}calc.py")
    assert "+print(1)" in Path(found["checks_offered_patch"]).read_text()


def test_a_lock_that_a_rule_of_the_project_freezes_is_left_as_it_is(repository, run_cycle, monkeypatch) -> None:
    monkeypatch.setenv("PATH", f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}")
    stale = '[[package]]\nname = "calc"\nversion = "0"\nsource = { virtual = "." }\n'
    lock = {"uv.lock": f'version = 1\nrequires-python = ">=3.11"\n\n{stale}', "pyproject.toml": settings()}
    found = run_cycle(
        repository(files={**LINTED, **lock, ".testfix/rules.md": "- never change: uv.*\n"}), checks="auto"
    )
    check = of(found, "uv.lock")
    assert (check["before"], check["after"], found["diff"]) == (1, 1, "")
    assert ".testfix/rules.md says: never change: uv.*" in check["refused"]


def test_a_fix_that_breaks_a_test_does_not_land(repository: Make, run_cycle: Make) -> None:
    used_elsewhere = "from calc import add, os\n\n\ndef test_add():\n    assert add(1, 2) == 3 and os.sep\n"
    unformatted = {"pyproject.toml": settings('[tool.ruff.lint]\nselect = ["F"]', "[tool.ruff.format]")}
    calc = LINTED["calc.py"].replace("a + b", "a+b")
    repo = repository(files={**LINTED, **unformatted, "calc.py": calc, "test_calc.py": used_elsewhere})
    found = run_cycle(repo, checks="auto")
    assert of(found, "ruff")["refused"] == "with it no longer pass: test_calc.py::test_add"
    assert (of(found, "ruff")["after"], of(found, "ruff format")["after"]) == (1, 0), "the other fix lands"
    assert "import os" in repo.git("show", f"{found['branch']}:calc.py")


def test_a_fixer_that_changes_other_files_is_refused(repository, run_cycle, monkeypatch) -> None:
    repo = repository(files={**LINTED, "other.py": "import os  # noqa: F401\n"})
    greedy = Ruff(fix=("check", "--fix", "--ignore-noqa", "--exit-zero", "--no-cache", "other.py", "--"))
    monkeypatch.setattr("testfix_pipeline.execution.static_checks.project_checks.CHECKING_TOOLS", (greedy,))
    found = run_cycle(repo, checks="lint")
    assert of(found, "ruff")["refused"] == "It changes files in which the check found nothing: other.py."
    assert (of(found, "ruff")["after"], found["diff"]) == (1, "")


def test_a_broken_configuration_is_no_green_check(repository: Make, run_cycle: Make) -> None:
    broken = settings("[tool.ruff]\nline-length = 'long'")
    found = run_cycle(repository(files={**LINTED, "pyproject.toml": broken}), checks="auto")
    assert found["outcome"] == "partial" and "Checks could not be run: ruff." in found["reason"]
    assert of(found, "ruff")["before"] is None and "ruff could not check the code" in of(found, "ruff")["notice"]


def test_a_tool_that_hangs_is_ended(repository: Make, run_cycle: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(static_checks, "_SECONDS", 2.0)
    hanging = {"eslint.config.js": "", ".gitignore": "node_modules\n"}
    repo = repository(files={**LINTED, **hanging})
    tool = repo.write("node_modules/.bin/eslint", "#!/bin/sh\nexec tail -f /dev/null\n")
    tool.chmod(0o755)
    repo.write("page.js", "")
    repo.git("add", "page.js")
    repo.git("commit", "-q", "-m", "page")
    found = run_cycle(repo, checks="lint")
    assert "it did not end in 2 s" in of(found, "eslint")["notice"] and of(found, "ruff")["after"] == 0
    assert found["outcome"] == "partial"


def test_a_project_in_a_folder_with_uncommitted_work(repository: Make, run_cycle: Make) -> None:
    repo = repository(files={f"shop/{path}": text for path, text in LINTED.items()})
    repo.write("shop/more.py", "import sys\n")
    found = run_cycle(_Inside(repo, "shop"), checks="lint")
    assert (of(found, "ruff")["before"], of(found, "ruff")["after"]) == (2, 0)
    assert repo.git("show", f"{found['branch']}:shop/more.py") == ""
    assert (repo.root / "shop/more.py").read_text() == "import sys\n"


def test_a_file_whose_name_is_no_text_is_fixed(repository: Make, run_cycle: Make) -> None:
    repo = repository(files={**LINTED, os.fsdecode(b"caf\xe9.py"): LINTED["calc.py"]})
    found = run_cycle(repo, checks="lint")
    assert (of(found, "ruff")["before"], of(found, "ruff")["after"]) == (2, 0)


def test_a_resumed_session_checks_again(repository: Make, start: Make) -> None:
    undefined = "\n\ndef twice(a):\n    return nope(a, a)\n"
    repo = repository(files={**LINTED, "calc.py": LINTED["calc.py"] + undefined})
    session = start(repo, checks="lint").measure()
    found = session.finish()
    assert (found["outcome"], of(found, "ruff")["fixed_by"]) == ("blocked", "ruff check --fix")
    again = session.taken_over("owner-2").measure()
    found = again.finish()
    assert (of(found, "ruff")["after"], of(found, "ruff")["fixed_by"]) == (1, "ruff check --fix")
    assert SessionStore(repo.root, session.ref.session_id).session().status == "blocked"


@pytest.mark.parametrize("step", ["session.workbench.Workbench.freeze", "checks.repaired_checks._offer_fixes"])
def test_a_session_that_ended_while_fixes_landed_names_them_after_a_resume(
    step: str, repository: Make, start: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    repo = repository(files=LINTED)
    session = start(repo, checks="lint").measure()
    with monkeypatch.context() as patch:
        patch.setattr(f"testfix_pipeline.steps.{step}", _end)
        with pytest.raises(KeyboardInterrupt):
            session.finish()
    found = session.taken_over("owner-2").measure().finish()
    assert (found["outcome"], found["confidence"]) == ("success", 1.0)
    assert (of(found, "ruff")["before"], of(found, "ruff")["fixed_by"]) == (1, "ruff check --fix")
    frozen = SessionStore(repo.root, session.ref.session_id).session().frozen_commit
    assert "ruff check --fix" in repo.git("log", "-1", "--format=%s", frozen)


def _end(*_: Any) -> str:
    raise KeyboardInterrupt


class _Inside:
    """A folder of a repository as the project."""

    def __init__(self, repo: Any, folder: str) -> None:
        self.root = repo.root / folder


def test_files_that_hooks_leave_out_are_not_asked_about(repository: Make, run_cycle: Make) -> None:
    hooks = "exclude: ^docs/\nrepos:\n- repo: local\n  hooks:\n  - id: ruff\n    exclude: ^old_\n"
    unused = {"docs/conf.py": "import os\n", "old_calc.py": "import os\n", "new_calc.py": "import os\n"}
    repo = repository(files={**LINTED, **unused, ".pre-commit-config.yaml": hooks})
    found = run_cycle(repo, checks="lint")
    assert (of(found, "ruff")["before"], of(found, "ruff")["after"]) == (2, 0)  # of calc.py and new_calc.py
    assert repo.git("show", f"{found['branch']}:old_calc.py") == repo.git("show", "HEAD:old_calc.py")
