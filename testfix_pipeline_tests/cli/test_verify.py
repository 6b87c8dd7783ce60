"""`testfix verify` as people and CI use it."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from testfix_pipeline.cli.views import verification_formats, verify_view
from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.core.verification import RefusedPlace, TestEdit, Verification


@pytest.fixture
def hostile() -> Verification:
    names = {"t.py::test_\x00\x1b[31m<&>": "failed", "t.py::test_b": "passed", "t.py::test_c": "skipped"}
    refused = [RefusedPlace(rule="hard_exit", path="a.py", lines=[3], reason="It ends the process.")]
    return Verification(base="main", head="HEAD", before=names, after=names, refused=refused)


def test_a_fix_is_verified_and_a_deception_is_not(calc: Any, testfix: Callable[..., Any], tmp_path: Path) -> None:
    calc.write("calc.py", (calc.root / "calc.py").read_text().replace("n * 2", "n / 2"))
    found = testfix("verify", "--project", calc.root)
    assert found.code == 0, found.err
    assert found.out.startswith("verified: HEAD -> the working tree (run: authentic)")
    assert "newly passing (1)\n  test_calc.py::test_half" in found.out and not (calc.root / ".workflow").exists()

    calc.write("calc.py", "import pytest\npytest.approx = None\n" + (calc.root / "calc.py").read_text())
    files = {name: tmp_path / f"out.{name}" for name in ("junit", "sarif", "markdown")}
    asked = [part for name, path in files.items() for part in (f"--{name}", path)]
    found = testfix("verify", "--project", calc.root, "--json", *asked)
    assert (found.code, found.found["verdict"]) == (1, "not verified")
    assert "test_framework" in files["sarif"].read_text()
    assert "## testfix verify: not verified" in files["markdown"].read_text()
    assert ElementTree.parse(files["junit"]).find("testcase[@name='verdict']/failure") is not None


ODD = "src/a b#1?:\udcff\u00fc%.py"
FULL = Verification(
    base="main",
    head="HEAD",
    files=["src/cart.py", ODD, "tests/test_a.py"],
    test_files=["tests/test_a.py"],
    refused=[
        RefusedPlace(rule="hard_exit", path=ODD, lines=[3], reason="It ends the process."),
        RefusedPlace(rule="ci_files", path=".github/workflows/ci.yml", reason="No."),
    ],
    objection="total([1]) gives 6 (and nothing near it). (special_case)",
    test_edits=[
        TestEdit(test=TestId("tests/test_a.py::test_a"), kind="removed", why="Gone."),
        TestEdit(test=TestId("tests/test_a.py::test_b"), kind="edited", why="Other."),
    ],
)


def test_sarif_tells_errors_from_notes_and_has_the_second_look() -> None:
    run = json.loads(verification_formats.sarif(FULL))["runs"][0]
    assert [(one["ruleId"], one["level"]) for one in run["results"]] == [
        ("hard_exit", "error"), ("ci_files", "note"), ("special_case", "error"), ("test_removed", "error"),
        ("test_edited", "warning"),
    ]  # fmt: skip
    places = [
        [one["physicalLocation"]["artifactLocation"]["uri"] for one in each["locations"]] for each in run["results"]
    ]
    odd = "src/a%20b%231%3F%3A%FF%C3%BC%25.py"
    assert places[0] == [odd] and places[2] == ["src/cart.py", odd]
    assert run["results"][2]["message"]["text"] == "total([1]) gives 6 (and nothing near it)."
    assert [one["id"] for one in run["tool"]["driver"]["rules"]] == sorted({one["ruleId"] for one in run["results"]})


def test_hostile_names_do_not_break_the_formats(hostile: Verification) -> None:
    suite = ElementTree.fromstring(verification_formats.junit(hostile))
    assert [case.get("name") for case in suite][1:] == ["test_??[31m<&>", "test_b", "test_c"]
    assert (suite.get("tests"), suite.get("failures"), suite.get("skipped")) == ("4", "2", "1")
    sarif = json.loads(verification_formats.sarif(hostile))
    [result] = sarif["runs"][0]["results"]
    assert result["locations"][0]["physicalLocation"]["region"] == {"startLine": 3}
    assert sarif["runs"][0]["tool"]["driver"]["rules"] == [{"id": "hard_exit"}]
    assert verify_view.as_json(hostile)["verdict"] == "not verified"
    assert "- `a.py:3: It ends the process. (hard_exit)`" in verify_view.markdown(hostile)


def test_show_lists_who_notices_other_answers_of_a_call(calc: Any, testfix: Callable[..., Any]) -> None:
    calc.write("test_calc.py", (calc.root / "test_calc.py").read_text().replace("double(4) == 8", "double(4)"))
    found = testfix("verify", "--project", calc.root)
    assert found.code == 1 and "(--show 'double(4)')" in found.out, found.out
    found = testfix("verify", "--project", calc.root, "--show", "double(4)")
    assert found.code == 1 and "double(4) -> 8; instead 9 (+1)\n  noticed by test_calc.py::test_double; " in found.out
    assert "no longer: test_calc.py::test_double passes" in found.out


def test_a_rule_of_the_baseline_refuses_a_change_also_if_the_change_drops_it(calc, testfix) -> None:
    calc.commit("rules", **{".testfix/rules.md": "# Rules\n\n- never change: calc.*\n"})
    calc.write("calc.py", (calc.root / "calc.py").read_text().replace("n * 2", "n / 2"))
    calc.write(".testfix/rules.md", "# Rules\n")
    found = testfix("verify", "--project", calc.root, "--json").found
    assert found["verdict"] == "not verified"
    assert {one["path"]: one["reason"] for one in found["refused"]} == {
        "calc.py": ".testfix/rules.md says: never change: calc.*"
    }


def test_changed_rules_are_a_question_for_a_person(calc: Any, testfix: Callable[..., Any]) -> None:
    calc.write("calc.py", (calc.root / "calc.py").read_text().replace("n * 2", "n / 2"))
    calc.write(".testfix/rules.md", "- never change: api/\n")
    found = testfix("verify", "--project", calc.root, "--json").found
    assert found["verdict"] == "cannot tell"
    assert any(".testfix/rules.md is changed. People alone" in reason for reason in found["reasons"])


def test_a_rule_that_can_not_be_read_stops_all(calc: Any, testfix: Callable[..., Any]) -> None:
    calc.commit("rules", **{".testfix/rules.md": "- never change: calc.py (audited)\n"})
    calc.write("calc.py", (calc.root / "calc.py").read_text().replace("n * 2", "n / 2"))
    for command in ("fix", "verify"):
        found = testfix(command, "--project", calc.root)
        assert found.code == 2 and "no rule: - never change: calc.py (audited)" in found.err
    (calc.root / ".testfix/rules.md").unlink()
    calc.write("docs/rules.md", "- never change: calc.py\n")
    (calc.root / ".testfix/rules.md").symlink_to("../docs/rules.md")
    found = testfix("fix", "--project", calc.root)
    assert found.code == 2 and "no plain file" in found.err


def test_the_rules_of_a_repository_hold_for_a_project_in_a_folder(calc: Any, testfix: Callable[..., Any]) -> None:
    for name in ("calc.py", "test_calc.py"):
        calc.write(f"pkg/{name}", (calc.root / name).read_text())
    calc.commit("rules", **{".testfix/rules.md": "- never change: pkg/calc.py\n- never change: pkg/clac.py\n"})
    found = testfix("fix", "--project", calc.root / "pkg", "--preset", "quick", "--json").found
    assert found["outcome"] != "success" and not found["diff"]
    notices = [path.read_text() for path in (calc.root / "pkg/.workflow").rglob("*.txt")]
    assert ".testfix/rules.md says: never change: pkg/clac.py; there is no such file." in notices
    calc.write("pkg/calc.py", (calc.root / "pkg/calc.py").read_text().replace("n * 2", "n / 2"))
    found = testfix("verify", "--project", calc.root / "pkg", "--json").found
    assert [one["path"] for one in found["refused"]] == ["calc.py"]
