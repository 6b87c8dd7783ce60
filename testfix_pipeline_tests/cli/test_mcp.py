"""`testfix mcp`, asked by the SDK's own client: over pipes as agents do, and in memory."""

import contextlib
import os
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import anyio
import pytest
from mcp import Client, StdioServerParameters

from testfix_pipeline.cli.mcp_server import server
from testfix_pipeline_tests.cli.conftest import COMMAND


@pytest.fixture
def asked(tmp_path: Path) -> Callable[..., Any]:
    """Call with a function of a client for what it returns; the server may look at everything of the test."""

    def run(ask: Callable[[Client], Awaitable[Any]], allow_fix: bool = False) -> Any:
        async def session() -> Any:
            async with Client(server([tmp_path], allow_fix=allow_fix)) as client:
                return await ask(client)

        return anyio.run(session)

    return run


def test_an_agent_measures_and_has_its_patch_judged_over_pipes(calc: Any, tmp_path: Path) -> None:
    before = calc.fingerprint()
    right = "--- a/calc.py\n+++ b/calc.py\n@@ -5,2 +5,2 @@\n def half(n):\n-    return n * 2\n+    return n / 2\n"
    wrong = right.replace("-5,2 +5,2", "-5,2 +5,3").replace("+    return n / 2", "+    import os\n+    os._exit(0)")
    command = StdioServerParameters(
        command=sys.executable, args=["-c", COMMAND, "mcp", "--root", str(tmp_path)], env=dict(os.environ)
    )

    async def session() -> list[Any]:
        refused_call: list[float] = []

        async def hear(progress: float, total: float | None, message: str | None) -> None:
            refused_call.append(progress)

        async with Client(command) as client:
            offered = {tool.name: tool.annotations for tool in (await client.list_tools()).tools}
            project = {"project": str(calc.root)}
            measured = await client.call_tool("measure", project, progress_callback=hear)
            verdicts = [await client.call_tool("verify_patch", {**project, "patch": text}) for text in (right, wrong)]
            return [offered, measured.structured_content, *(one.structured_content for one in verdicts), refused_call]

    offered, measured, good, bad, refused_call = anyio.run(session)
    assert set(offered) == {"measure", "verify_patch", "explain_failure", "history", "report_defect"}
    assert [name for name, annotations in offered.items() if not annotations.read_only_hint] == ["report_defect"]
    assert (measured["passed"], [one["test"] for one in measured["failures"]]) == (2, ["test_calc.py::test_half"])
    assert (good["verdict"], good["newly_passing"]) == ("verified", ["test_calc.py::test_half"])
    assert bad["verdict"] == "not verified" and refused_call
    assert calc.fingerprint() == before


@pytest.mark.parametrize(
    ("tool", "given", "said"),
    [
        ("measure", {"project": "/"}, "outside of the folders"),
        ("measure", {"project": "{tmp}/../../etc"}, "outside of the folders"),
        ("measure", {"project": "{tmp}/nowhere"}, "There is no folder"),
        ("verify_patch", {"project": "{calc}", "revisions": "--output=x"}, "There is no commit '--output=x'"),
        ("verify_patch", {"project": "{calc}", "patch": "no patch"}, "is no patch that git can read"),
        ("explain_failure", {"project": "{calc}", "test": "test_calc.py::test_hlf"}, "There is no test"),
        ("fix", {"project": "{calc}"}, "Unknown tool"),
    ],
    ids=["outside", "outside by dots", "no folder", "an option", "no patch", "no test", "not allowed"],
)
def test_what_can_not_be_answered_is_an_error_of_the_tool(calc, asked, tmp_path, tool, given, said) -> None:
    named = {name: value.format(tmp=tmp_path, calc=calc.root) for name, value in given.items()}
    found = asked(lambda client: client.call_tool(tool, named))
    assert found.is_error and said in found.content[0].text


def test_a_fix_is_made_on_a_branch_where_the_server_may_fix(calc: Any, asked: Callable[..., Any]) -> None:
    async def ask(client: Client) -> tuple[Any, Any]:
        offered = {tool.name: tool.annotations for tool in (await client.list_tools()).tools}
        return offered, await client.call_tool("fix", {"project": str(calc.root), "budget_seconds": 120})

    offered, found = asked(ask, allow_fix=True)
    assert offered["fix"] is None and not found.is_error, found
    answer = found.structured_content
    assert (answer["outcome"], answer["fixed_tests"]) == ("success", ["test_calc.py::test_half"])
    assert "n * 2" not in calc.git("show", f"{answer['branch']}:calc.py")
    assert "n * 2" in (calc.root / "calc.py").read_text() and calc.git("status", "--porcelain") == ""


def test_a_call_that_is_given_up_leaves_no_process(calc: Any, asked: Callable[..., Any]) -> None:
    calc.write("test_calc.py", "import signal\nsignal.pause()\n")

    async def give_up(client: Client) -> None:
        with anyio.move_on_after(60) as scope:
            async with anyio.create_task_group() as group:
                group.start_soon(client.call_tool, "measure", {"project": str(calc.root)})
                while not _children():
                    await anyio.sleep(0.05)
                group.cancel_scope.cancel()
            while _children():
                await anyio.sleep(0.05)
        assert not scope.cancelled_caught

    asked(give_up)


def _children() -> list[str]:
    """The commands of `testfix measure` that run as our children."""
    lines = []
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        with contextlib.suppress(OSError):  # it has ended meanwhile
            lines.append(path.read_bytes().decode(errors="replace"))
    return [line for line in lines if "measure\0--project" in line]


def test_an_agent_reports_tests_that_no_program_can_satisfy(calc, asked, testfix) -> None:
    tests = "from calc import half\n\ndef test_a(): assert half(4) == 8\n\ndef test_b(): assert half(4) == 2\n"
    calc.commit("contradict", **{"test_calc.py": tests})
    about = {"project": str(calc.root), "tests": ["test_calc.py::test_b"], "kind": "tests_contradict"}
    reason = "half(4) can't be 8 and 2; password = 'hunter2-Xq81zz'"
    refused = asked(lambda client: client.call_tool("report_defect", {**about, "reason": reason}))
    assert refused.is_error and "There is no session" in refused.content[0].text

    ended = testfix("fix", "--project", calc.root, "--agents", "builtin", "--json")
    assert ended.code == 1, ended.err
    unknown = {**about, "tests": ["test_calc.py::test_c"], "reason": reason}
    assert asked(lambda client: client.call_tool("report_defect", unknown)).is_error
    found = asked(lambda client: client.call_tool("report_defect", {**about, "reason": reason})).structured_content
    assert found["recorded"] and found["session_id"] == ended.found["session_id"]
    assert "Tests contradict each other: `half(4)` is expected to be 2" in found["confirmed"][0]
    asked(lambda client: client.call_tool("report_defect", {**about, "reason": reason}))

    resumed = testfix("resume", "--project", calc.root, "--yes", "--json")
    [kept] = resumed.found["reported_defects"]
    assert kept["tests"] == ["test_calc.py::test_b"] and "hunter2" not in str(resumed.found)
    report = (calc.root / ".workflow/active" / ended.found["session_id"] / ".process/failure-report.md").read_text()
    assert "tests contradict each other (test_calc.py::test_b), says an agent" in report and "hunter2" not in report
