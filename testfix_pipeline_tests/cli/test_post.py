"""From a red JUnit report to a comment: `testfix ci` and `testfix post` as the steps of a job, at a loopback forge."""

import json
import os
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from markdown_it import MarkdownIt

from testfix_pipeline.cli.use_cases.ci_use_case import ci
from testfix_pipeline.cli.use_cases.post_use_case import post
from testfix_pipeline.cli.views import ci_view
from testfix_pipeline.core.cycle_rules.confidence import READ_BELOW
from testfix_pipeline.core.errors import UsageError
from testfix_pipeline.core.said_on_request import FILE
from testfix_pipeline.forges.port import ForgeError
from testfix_pipeline_tests.cli.test_ci import RED
from testfix_pipeline_tests.forges.loopback_forge import (
    TOKEN,
    Fault,
    LoopbackAzure,
    LoopbackBitbucket,
    LoopbackForge,
    LoopbackGitHub,
    LoopbackGitLab,
)

SHOWN = "@@ -3,4 +3,4 @@\n \n \n def half(n):\n-    return n / 3\n+    return n * 2\n"
DIFF = """diff --git a/calc.py b/calc.py
index {old}..{new} 100644
--- a/calc.py
+++ b/calc.py
@@ -3,4 +3,4 @@ def double(n):
{blank}
{blank}
 def half(n):
-    return n * 2
+    return n / 2
"""
HOSTILE = "t.py::test_` @everyone <img src=x> ```\n/merge\n<!-- testfix-ci"


@pytest.fixture(params=[LoopbackGitHub, LoopbackGitLab], ids=["github", "gitlab"])
def forge(request: Any, calc: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[LoopbackForge]:
    """A forge whose request has the project's commit as its head, and the environment of a job for it."""
    blob, head = (calc.git("rev-parse", what).strip() for what in ("HEAD:calc.py", "HEAD"))
    for name in [name for name in os.environ if name.startswith(("GITHUB_", "GITLAB_", "CI_", "BITBUCKET_"))]:
        monkeypatch.delenv(name)
    with request.param(head, {"calc.py": blob}, **{"calc.py": SHOWN}) as real:
        event = tmp_path / "event.json"
        event.write_text(
            json.dumps({"pull_request": {"number": 7, "head": {"sha": head, "repo": {"full_name": "ada/shop"}}}})
        )
        github = {"GITHUB_ACTIONS": "true", "GITHUB_API_URL": real.address, "GITHUB_REPOSITORY": "ada/shop",
                  "GITHUB_EVENT_PATH": str(event), "GITHUB_TOKEN": TOKEN}  # fmt: skip
        gitlab = {"GITLAB_CI": "true", "CI_API_V4_URL": real.address, "CI_PROJECT_ID": "5", "CI_MERGE_REQUEST_IID": "7",
                  "CI_COMMIT_SHA": head, "GITLAB_TOKEN": TOKEN}  # fmt: skip
        azure = {"BUILD_REPOSITORY_PROVIDER": "TfsGit", "SYSTEM_COLLECTIONURI": real.address,
                 "SYSTEM_TEAMPROJECTID": "p-1", "BUILD_REPOSITORY_ID": "r-1", "SYSTEM_PULLREQUEST_PULLREQUESTID": "7",
                 "SYSTEM_PULLREQUEST_SOURCECOMMITID": head, "SYSTEM_ACCESSTOKEN": TOKEN}  # fmt: skip
        bitbucket = {"BITBUCKET_BUILD_NUMBER": "9", "BITBUCKET_API_URL": real.address, "BITBUCKET_WORKSPACE": "ada",
                     "BITBUCKET_REPO_SLUG": "shop", "BITBUCKET_PR_ID": "7", "BITBUCKET_COMMIT": head,
                     "BITBUCKET_ACCESS_TOKEN": TOKEN}  # fmt: skip
        jobs = {LoopbackGitHub: github, LoopbackGitLab: gitlab, LoopbackAzure: azure, LoopbackBitbucket: bitbucket}
        for name, value in jobs[request.param].items():
            monkeypatch.setenv(name, value)
        monkeypatch.setenv("NO_PROXY", "127.0.0.1")
        yield real
        assert not real.objections


@pytest.fixture
def left(calc: Any, tmp_path: Path) -> Callable[..., Path]:
    """Call with changes to a result for a folder as `testfix ci` leaves it."""

    def write(**changes: Any) -> Path:
        old = calc.git("rev-parse", "HEAD:calc.py").strip()
        diff = DIFF.format(old=old, new="2" * 40, blank=" ")
        found = {"outcome": "success", "reason": "All pass.", "confidence": 0.9, "diff": diff}
        result = {**ci_view.answer(found, None), "outcome": "fixed", "verdict": "verified"}
        folder = tmp_path / "testfix-ci"
        folder.mkdir(exist_ok=True)
        (folder / "result.json").write_text(json.dumps({**result, **changes}))
        (folder / "fix.patch").write_text(diff)
        return folder

    return write


def said_by(capsys: pytest.CaptureFixture[str]) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(capsys.readouterr().out.splitlines()[-1])
    return found


def test_a_red_report_becomes_one_comment_that_the_next_push_edits(calc, testfix, forge, tmp_path, monkeypatch) -> None:
    calc.commit("watch", **{"conftest.py": "import os\nassert not [name for name in os.environ if 'TOKEN' in name]\n"})
    forge.head = calc.git("rev-parse", "HEAD").strip()
    event = tmp_path / "event.json"
    event.write_text(event.read_text().replace(calc.git("rev-parse", "HEAD~").strip(), forge.head))
    monkeypatch.setenv("CI_COMMIT_SHA", forge.head)
    report = tmp_path / "report.xml"
    report.write_text(RED)
    out = tmp_path / "out"
    ended = testfix("ci", "--project", calc.root, "--junit", report, "--output", out, "--json")
    assert ended.code == 0, ended.err
    first = testfix("post", out, "--project", calc.root, "--fix-as", "suggestion", "--json")
    second = testfix("post", out, "--project", calc.root, "--fix-as", "suggestion", "--json")
    assert (first.found["posted"], second.found["posted"]) == ("created", "edited"), first.err
    [comment], [line] = forge.comments, forge.lines
    assert "testfix: fixed" in comment["body"] and "+    return n /" in comment["body"]
    assert "suggested at 1 place" in comment["body"] and "\n    return n /" in line["body"]
    written = [path for folder in (out, calc.root, tmp_path / "instance", tmp_path / "cache", tmp_path / "home")
               for path in folder.rglob("*") if path.is_file()]  # fmt: skip
    assert not [path for path in written if TOKEN.encode() in path.read_bytes()]
    assert not any(TOKEN in text for one in (ended, first, second) for text in (one.out, one.err))


@pytest.mark.parametrize("fault", [401, 403, 404, 409, 422, 429, 500, 0])
def test_a_forge_that_refuses_loses_nothing(calc, forge, left, fault) -> None:
    folder = left()
    before = {path.name: path.read_bytes() for path in folder.iterdir()}
    forge.faults = [Fault(fault, kind="" if fault else "not_json", headers={"Retry-After": "999"})]
    with pytest.raises(ForgeError) as raised:
        post(folder, calc.root, "none", as_json=True)
    assert raised.value.exit_code == 1 and TOKEN not in str(raised.value)
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == before and not forge.comments


def test_below_the_rule_nothing_is_posted_and_an_earlier_comment_says_so(calc, forge, left, capsys) -> None:
    assert post(left(proposed=True, confidence=0.5), calc.root, "suggestion", as_json=True) == 0
    assert said_by(capsys)["posted"] == "nothing" and not forge.comments
    post(left(), calc.root, "suggestion", as_json=True)
    assert post(left(proposed=True, confidence=0.5), calc.root, "suggestion", as_json=True) == 0
    assert said_by(capsys)["posted"] == "edited"
    [comment], [line] = forge.comments, forge.lines
    assert "below 0.65" in comment["body"] and "return n / 2" not in comment["body"] + line["body"]


def test_where_the_tests_passed_only_an_earlier_comment_says_so(calc, forge, left, tmp_path, capsys) -> None:
    nowhere = tmp_path / "nowhere"
    assert post(nowhere, calc.root, "none", passed=True, as_json=True) == 0
    assert said_by(capsys)["posted"] == "nothing"
    post(left(), calc.root, "none", as_json=True)
    assert post(nowhere, calc.root, "none", passed=True, as_json=True) == 0
    [comment] = forge.comments
    assert (
        "testfix: passed" in comment["body"] and "did not measure" in comment["body"] and "diff" not in comment["body"]
    )


def test_the_rule_is_the_one_for_the_diff_of_the_summary() -> None:
    found = {"outcome": "success", "reason": "All pass.", "diff": DIFF}
    for confidence in (0.64, 0.65):
        result = {**ci_view.answer({**found, "confidence": confidence}, None), "verdict": "verified"}
        result["proposed"] = ci_view.is_proposed("fixed", confidence)
        assert (
            ("+    return n / 2" in ci_view.comment(result, "", "")) == result["proposed"] == (confidence >= READ_BELOW)
        )


def test_a_request_from_a_fork_gets_no_request_at_all(calc, forge, left, tmp_path, capsys, monkeypatch) -> None:
    event = tmp_path / "event.json"
    event.write_text(event.read_text().replace("ada/shop", "eve/shop"))
    monkeypatch.setenv("CI_MERGE_REQUEST_SOURCE_PROJECT_ID", "6")
    before = sorted(left().iterdir())
    assert post(left(), calc.root, "branch", as_json=True) == 0
    assert "fork" in said_by(capsys)["reason"] and not forge.asked and sorted(left().iterdir()) == before


def test_an_older_job_does_not_speak_for_a_newer_head(calc, forge, left, capsys) -> None:
    forge.head = "e" * 40
    assert post(left(), calc.root, "none", as_json=True) == 0
    assert "newer head" in said_by(capsys)["reason"] and not forge.comments


def test_a_branch_is_named_in_the_comment(calc, forge, left, capsys) -> None:
    assert post(left(), calc.root, "branch", as_json=True) == 0
    branch = said_by(capsys)["branch"]
    assert [branch] == list(forge.branches) and f"git pull origin {branch}" in forge.comments[0]["body"]


def test_the_comment_is_posted_where_the_branch_is_refused(calc, forge, left, capsys) -> None:
    forge.faults = [Fault(403, method="POST", path="/git/"), Fault(403, method="POST", path="/repository/commits")]
    assert post(left(), calc.root, "branch", as_json=True) == 1
    found = said_by(capsys)
    assert "in the comment only" in found["error"] and found["posted"] == "created" and len(forge.comments) == 1


def test_text_of_the_project_has_no_effect_in_a_comment(calc, forge, left) -> None:
    diff = DIFF.format(old="", new="", blank=" ").replace(
        "return n / 2", "s = '''\n+```\n+@everyone\n+/close\n+<script>"
    )
    post(left(diff=diff, reason=HOSTILE, remaining_failures=[HOSTILE] * 30), calc.root, "none", as_json=True)
    body = forge.comments[0]["body"]
    tokens = [part for token in MarkdownIt("commonmark").parse(body) for part in token.children or [token]]
    code = [part.content for part in tokens if part.type in ("code_inline", "fence")]
    other = "".join(part.content for part in tokens if part.type not in ("code_inline", "fence"))
    assert (
        sum("everyone" in text for text in code) == 22 and len([part for part in tokens if part.type == "fence"]) == 1
    )
    assert not re.search("everyone|img|script|/merge|/close", other) and other.count("<") == 1
    assert not [line for line in body.splitlines() if line.startswith("/")]


def test_a_secret_in_what_a_test_says_is_not_posted(left: Callable[..., Path], forge: LoopbackForge, calc: Any) -> None:
    key = "AKIA" + "IOSFODNN7EXAMPLA"
    post(left(reason=f"AssertionError: assert '{key}' == 1"), calc.root, "none", as_json=True)
    body = forge.comments[0]["body"]
    assert key not in body and "redacted" in body and "index " in body


def test_a_result_that_somebody_wrote_is_no_result(left: Callable[..., Path], forge: LoopbackForge, calc: Any) -> None:
    for changes in ({"outcome": "fixed\n@everyone"}, {"reasons": [1]}, {"confidence": "1"}):
        with pytest.raises(UsageError, match="result of `testfix ci`"):
            post(left(**changes), calc.root, "none", as_json=True)
    assert post(left(verdict="", proposed=True), calc.root, "none", as_json=True) == 0
    assert not forge.comments


@pytest.mark.parametrize("content", ["", "{", "[]", '{"outcome": "fixed"}', "[" * 100_000])
def test_a_folder_without_a_result_is_refused(forge: LoopbackForge, tmp_path: Path, calc: Any, content: str) -> None:
    (tmp_path / "result.json").write_text(content)
    with pytest.raises(UsageError, match="result of `testfix ci`"):
        post(tmp_path, calc.root, "none", as_json=True)
    assert not forge.asked


def test_outside_of_a_job_the_files_are_named(left, calc, monkeypatch) -> None:
    for name in ("GITHUB_ACTIONS", "GITLAB_CI"):
        monkeypatch.delenv(name, raising=False)
    with pytest.raises(UsageError, match="no job of GitHub"):
        post(left(), calc.root, "none", as_json=True)


def test_why_tests_fail_is_a_comment_of_its_own_that_is_kept_up_to_date(calc, forge, left) -> None:
    cause = {"title": HOSTILE, "tests": [HOSTILE], "cause": f"{HOSTILE} is a stub."}
    explanation = {"project": "p", "tests": 3, "failing": 1, "causes": [cause]}
    post(left(explanation=explanation, confidence=0.1, proposed=False), calc.root, "none", as_json=True)
    [comment] = forge.comments
    assert "why the tests fail" in comment["body"] and "is a stub" in comment["body"]
    html = MarkdownIt().render(comment["body"].partition("-->")[2])
    assert "<img" not in html and "<!--" not in html
    post(left(confidence=0.1, proposed=False), calc.root, "none", as_json=True)
    [comment] = forge.comments
    assert "No failure is left to explain" in comment["body"]


@pytest.mark.parametrize("forge", [LoopbackAzure, LoopbackBitbucket], indirect=True, ids=["azure", "bitbucket"])
def test_where_no_suggestions_are_made_the_comment_has_the_fix(calc, forge, left, capsys) -> None:
    for posted in ("created", "edited"):
        assert post(left(proposed=True), calc.root, "suggestion", as_json=True) == 0
        found = said_by(capsys)
        assert found["posted"] == posted and "in this comment alone" in found["reason"]
    [comment] = forge.comments
    assert "+    return n / 2" in comment["body"] and "in this comment alone" in comment["body"]
    forge.is_fork = True
    assert post(left(proposed=True), calc.root, "none", as_json=True) == 0
    assert said_by(capsys)["posted"] == "nothing"


ON_GITHUB = pytest.mark.parametrize("forge", [LoopbackGitHub], indirect=True, ids=["github"])


@pytest.fixture
def said(calc: Any, testfix: Callable[..., Any], forge: LoopbackForge, tmp_path: Path) -> Callable[[str], Any]:
    """Call with a comment of a person who may write: its job's three commands run, and what they say is returned."""
    forge.writers = {"ada"}

    def run(text: str) -> Any:
        forge.head = calc.git("rev-parse", "HEAD").strip()
        event = {"issue": {"number": 7, "pull_request": {}}, "comment": {"id": int(forge.say("ada", text)), "body": ""}}
        (tmp_path / "event.json").write_text(json.dumps(event))
        out = tmp_path / "out"
        read = testfix("post", out, "--comments", "--json")
        assert read.code == 0, read.err
        ended = testfix("ci", "--project", calc.root, "--output", out, "--comments", out / FILE, "--json")
        return read.found, ended, testfix("post", out, "--project", calc.root, "--json")

    return run


@ON_GITHUB
def test_a_comment_gets_a_fix_or_an_explanation(forge: LoopbackForge, said: Callable[[str], Any]) -> None:
    read, ended, posted = said("@testfix explain")
    assert (read["verb"], ended.code, posted.found["posted"]) == ("explain", 0, "nothing"), ended.err
    assert "why" in forge.comments[-1]["body"] and "half" in forge.comments[-1]["body"]
    read, ended, posted = said("@testfix fix")
    assert (read["verb"], ended.found["outcome"], posted.found["posted"]) == ("fix", "fixed", "created"), ended.err
    assert "+    return n /" in forge.comments[-1]["body"]


@ON_GITHUB
def test_an_ignored_failure_stays_red_and_no_request_is_blamed_for_it(calc, forge, said, tmp_path) -> None:
    forge.base = calc.commit("rules", **{".testfix/rules.md": "- never change: calc.py\n"})
    _, ended, _ = said("@testfix fix")
    failure = ended.found["failure_ids"]["test_calc.py::test_half"]
    calc.commit("no rules", **{".testfix/rules.md": ""})
    read, ended, _ = said(f"@testfix ignore {failure} because `legacy`")
    assert (read["verb"], ended.code) == ("ignore", 0) and "stays red" in forge.comments[-1]["body"]
    forge.say("ada", f"@testfix ignore {'0' * 12} because of nothing")
    _, ended, _ = said("@testfix fix")
    assert (ended.code, ended.found["outcome"], ended.found["diff"]) == (1, "failed", "")
    assert ended.found["remaining_failures"] == ["test_calc.py::test_half"]
    assert f"No failure here has the id {'0' * 12}, which ada ignores." in ended.found["reasons"]
    summary = (tmp_path / "out" / "summary.md").read_text()
    assert f"`test_calc.py::test_half` `{failure}`, ignored by `ada` because `` `legacy` ``" in summary
    forge.base = forge.head
    calc.commit("other work", **{"other.py": "A = 1\n"})
    _, ended, _ = said("@testfix verify")
    assert ended.code == 0 and ended.found["verification"]["ignored"] == ["test_calc.py::test_half"]
    calc.commit("another failure", **{"calc.py": (calc.root / "calc.py").read_text().replace("n * 2", "{0: 0}[n]")})
    _, ended, _ = said("@testfix verify")
    assert ended.code == 1 and ended.found["verification"]["ignored"] == []


@ON_GITHUB
def test_a_change_is_acknowledged_until_its_content_changes(calc, forge, said) -> None:
    forge.base = calc.git("rev-parse", "HEAD").strip()
    fixed = (calc.root / "calc.py").read_text().replace("n * 2", "n / 2")
    calc.commit("fix", **{"calc.py": fixed, ".testfix/rules.md": "- never change: api/\n"})
    _, ended, posted = said("@testfix verify")
    content = ended.found["verification"]["content"]
    assert (ended.code, posted.found["posted"]) == (2, "created"), ended.err
    assert f"`@testfix acknowledge {content}`" in forge.comments[-1]["body"]
    _, ended, posted = said(f"@testfix acknowledge {content}")
    assert (ended.code, posted.found["posted"]) == (0, "edited"), ended.err
    calc.commit("more", **{".testfix/rules.md": "\n"})
    _, ended, _ = said("@testfix verify")
    assert ended.code == 2 and ended.found["verification"]["stale"]


@pytest.mark.parametrize(("who", "text"), [("eve", "@testfix fix"), ("ada", "@testfix fix it"), ("ada", "Thanks!")])
def test_a_comment_without_a_command_of_a_writer_starts_nothing(
    calc: Any, testfix: Callable[..., Any], forge: LoopbackForge, tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
    who: str, text: str,
) -> None:  # fmt: skip
    forge.writers = {"ada"}
    monkeypatch.setenv("TESTFIX_REQUEST", "7")
    monkeypatch.setenv("TESTFIX_COMMENT", forge.say(who, text))
    calc.commit("another commit", **{"other.py": "A = 1\n"})
    out = tmp_path / "out"
    assert testfix("post", out, "--comments").code == 0
    written = len(forge.comments)
    ended = testfix("ci", "--project", calc.root, "--output", out, "--comments", out / FILE, "--json")
    assert (ended.code, ended.found["diff"], ended.found["session_id"]) == (0, "", ""), ended.err
    assert "no command" in ended.found["reason"] and not (out / "fix.patch").exists()
    posted = testfix("post", out, "--project", calc.root, "--json")
    assert posted.found["posted"] == "nothing" and len(forge.comments) == written


@ON_GITHUB
@pytest.mark.parametrize("verb", ["fix", ""])
def test_another_commit_than_the_requests_is_not_worked_on(calc, said, tmp_path, verb) -> None:
    file = tmp_path / FILE
    file.write_text(json.dumps({"verb": verb, "by": "ada", "head": "f" * 40}))
    with pytest.raises(UsageError, match="not at"):
        ci({}, calc.root, [], 60.0, tmp_path / "out", comments=file, as_json=True)
    file.write_text('{"verb": "rm -rf"}')
    with pytest.raises(UsageError, match="can't be read"):
        ci({}, calc.root, [], 60.0, tmp_path / "out", comments=file, as_json=True)
