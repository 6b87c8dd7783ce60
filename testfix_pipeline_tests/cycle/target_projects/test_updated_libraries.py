"""A session whose suite a newer library broke: what it says of it, and what it keeps for the next one."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from testfix_pipeline.cli.views import review_view
from testfix_pipeline.steps.reports.update_report import uncollected_line
from testfix_pipeline_tests.cycle.projects import analyses, fix
from testfix_pipeline_tests.updates.libraries import BOX, install, installed

OLD = BOX + "\n\ndef gone(things):\n    return things\n\n\ndef unseen(things):\n    return things\n"
FILES = {
    ".gitignore": ".venv/\n",
    "calc.py": "from boxlib import gone\n\n\ndef add(a, b):\n    return sum(gone([a, b]))\n",
    "test_calc.py": "from calc import add\n\n\ndef test_add():\n    assert add(1, 2) == 3\n",
    "test_more.py": "from calc import add\n\n\ndef test_more():\n    assert add(1, 1) == 2\n\n\n"
    "def test_none():\n    assert add(0, 0) == 0\n",
}
REPAIRED = FILES["calc.py"].replace("gone", "unbox")


def test_a_library_that_moved_on_is_named_with_its_versions_and_the_patch_lands(repository, scripted, start) -> None:
    repo = repository()
    venv = repo.root / ".venv"
    installed(venv, {"boxlib": ("1.0", OLD)})
    repo.commit("first", **FILES)
    agent = scripted(analyses(1), {"*": fix(REPAIRED)})
    green = start(repo, agents=[agent]).measure()
    assert green.finish()["outcome"] == "success"
    install(venv, "boxlib", "2.0", BOX)

    session = start(repo, "owner-2", agents=[agent]).measure()
    failures = session.store.results().failures
    assert {one.failure_class for one in failures} == {"update"} and len(failures) == 2
    assert f"1.0 was installed when session {green.ref.session_id} ended green" in failures[0].evidence
    uncollected = uncollected_line(session.ref.open())
    assert (
        uncollected.startswith("2 files can't be collected: ")
        and "With the 3 tests" in uncollected
        and "0 of 3 pass" in uncollected
    )
    session.iteration(1)
    kept = json.loads((session.folder / ".process/iteration-1-failures.json").read_text())
    assert [one["failure_class"] for one in kept["clusters"]] == ["update"]
    assert kept["failures"][0]["update"]["symbol"] == "boxlib.gone"
    analysis = (session.folder / ".process/iteration-1-analysis.md").read_text()
    assert (
        "**Class**: update. boxlib 2.0 has no boxlib.gone" in analysis
        and "**Alternative**: pin boxlib==1.0" in analysis
    )
    result = session.finish()
    assert (result["outcome"], result["total"], result["pass_rate_before"]) == ("success", 3, 0.0)
    assert [(one["library"], one["before"], one["version"]) for one in result["updates"]] == [("boxlib", "1.0", "2.0")]
    assert "## Updated libraries" in Path(result["report"]).read_text()
    first = review_view.review(repo.root, session.ref.session_id, yes=True)["look_first"]
    assert any(line.startswith("boxlib 1.0 → 2.0, boxlib.gone: ") and "Alternative: pin" in line for line in first)


def test_the_engine_gets_the_release_of_the_last_green_session(
    repository: Callable[..., Any],
    scripted: Callable[..., str],
    start: Callable[..., Any],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    repo = repository()
    venv = repo.root / ".venv"
    old = BOX + "\n\ndef gone(things):\n    return unbox(things)\n"
    installed(venv, {"boxlib": ("1.0", old)})
    repo.commit("first", **FILES)
    green = start(repo, agents=[scripted(analyses(1), {"*": fix(REPAIRED)})]).measure()
    assert green.finish()["outcome"] == "success"
    install(venv, "boxlib", "2.0", BOX)
    monkeypatch.setenv("TESTFIX_CACHE", str(tmp_path / "cache"))
    release = tmp_path / "cache" / "releases" / "boxlib-1.0"
    release.mkdir(parents=True)
    (release / "boxlib.py").write_text(old)

    session = start(repo, "owner-2", agents=["builtin"]).measure()
    session.iteration(1)
    assert session.finish()["outcome"] == "success"
    shown = repo.git("show", f"{session.ref.open().session.branch}:calc.py")
    assert "from boxlib import unbox" in shown and "unbox([a, b])" in shown


def test_test_code_that_asks_for_what_is_gone_gets_a_patch_for_a_person(repository, scripted, start) -> None:
    repo = repository()
    installed(repo.root / ".venv", {"boxlib": ("2.0", BOX)})
    tests = "import boxlib\n\n\ndef test_wrap():\n    assert boxlib.wrap([1]) == [1]\n"
    unseen = "from boxlib import unseen\n\n\ndef test_unseen():\n    assert unseen([]) == []\n"
    broken = {"uv.lock": "[[package", "requirements.txt": "boxlib==1.0\n"}
    repo.commit("first", **{".gitignore": ".venv/\n", "test_wrap.py": tests, "test_unseen.py": unseen, **broken})
    result = start(repo, agents=[scripted(analyses(1), {"*": fix(REPAIRED)})]).measure().finish()
    assert result["outcome"] == "blocked" and result["iterations"] == 0
    patch = Path(result["tests_need_patch"])
    assert patch.name == "tests-need.patch" and repo.git("apply", "--check", str(patch)) == ""
    assert "+    assert boxlib.pack([1]) == [1]" in patch.read_text()
    assert [one.partition(" ")[0] for one in result["tests_need"]] == ["test_unseen.py:1"]
    assert any(one.startswith("uv.lock can't be read") for one in result["notices"])
    report = Path(result["report"]).read_text()
    assert "test_defect" in report and f"git apply {patch}" in report
    assert "uv.lock can't be read" in report and "Instead of a change of the code: pin boxlib==1.0" in report


@pytest.mark.usefixtures("node")
def test_an_npm_package_is_named_by_the_repair_of_what_it_lost(repository, start) -> None:
    repo = repository()
    test = "require('node:test').test('cut', () => require('node:assert').strictEqual(require('../cart.js').cut(3), 2))"
    manifest = {"name": "cart", "scripts": {"test": "node --test"}, "dependencies": {"shapes": "^1.2.0"}}
    repo.commit(
        "first",
        **{
            ".gitignore": "node_modules/\n",
            "package.json": json.dumps(manifest),
            "cart.js": "const shapes = require('shapes');\n\nexports.cut = (size) => shapes(size);\n",
            "test/cart.test.js": test,
        },
    )
    repo.write("node_modules/shapes/package.json", '{"name": "shapes", "version": "2.0.0"}')
    repo.write("node_modules/shapes/index.js", "exports.shapes = (size) => size - 1\n")
    session = start(repo, agents=["builtin"]).measure()
    session.iteration(1)
    result = session.finish()
    assert result["outcome"] == "success"
    assert [(one["library"], one["before"], one["version"]) for one in result["updates"]] == [
        ("shapes", "^1.2.0", "2.0.0")
    ]
