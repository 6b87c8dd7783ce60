"""A session of the built-in engine says why no small edit can repair what fails, and stops before its budget does."""

from collections.abc import Callable
from typing import Any

from testfix_pipeline import cycle
from testfix_pipeline.agents.calls import ToolCall, ToolReply
from testfix_pipeline.steps.session.progress_listeners import listening
from testfix_pipeline_tests.agents.scripted_tool import ScriptedTool, reply
from testfix_pipeline_tests.cycle.agents.test_several_tools import analysis as model_analysis
from testfix_pipeline_tests.cycle.projects import GOOD, analysis, calc_files, fix

STUBS = {
    "shop.py": 'def parse(text):\n    """Return cents."""\n    raise NotImplementedError\n\n\ndef total(prices):\n'
    "    return sum(prices)\n",
    "test_shop.py": "import shop\n\ndef test_total(): assert shop.total([1, 2]) == 3\n\n"
    'def test_parse(): assert shop.parse("12,50") == 1250\n\ndef test_dollar(): assert shop.parse("$3") == 300\n\n'
    "def test_refund(): assert shop.refund_voucher(5) == 'V5'\n",
}


def test_stubs_and_missing_features_are_tried_briefly_and_named(repository: Callable[..., Any]) -> None:
    repo, said = repository(files=STUBS), list[str]()
    with listening(lambda items, detail: said.append(detail)):
        found = cycle.run({"project": str(repo.root), "agents": ["builtin"]})
    assert (found["outcome"], found["iterations"]) == ("blocked", 1)
    assert found["reason"].startswith("No small edit can repair this: 3 failing tests need 2 parts of the program")
    assert "`parse` (shop.py:1) is a stub" in found["reason"] and "`refund_voucher` of `shop`" in found["reason"]
    assert any("The engine tries briefly, then stops." in one for one in said)
    assert "`testfix resume" in found["advice"] and "--agents auto" in found["advice"]


def test_a_session_that_abstains_hands_over_to_a_model_behind_the_engine(repository, tools) -> None:
    written = STUBS["shop.py"].replace("raise NotImplementedError", "return round(float(text.strip('$').replace(',', "
                                       "'.')) * 100)") + "\n\ndef refund_voucher(n):\n    return f'V{n}'\n"  # fmt: skip

    def write(call: ToolCall) -> ToolReply:
        if call.mode == "read":
            return model_analysis(modification_points=["shop.py:parse:1-3"], root_causes=["parts are not written"])
        (call.tree / "shop.py").write_text(written)
        return reply(text="done", changed=["shop.py"])

    codex, said = ScriptedTool("codex", [write]), list[str]()
    tools(codex=codex)
    repo = repository(files=STUBS)
    with listening(lambda items, detail: said.append(detail)):
        found = cycle.run({"project": str(repo.root), "agents": ["builtin", "codex"]})
    assert any("The engine tries briefly, then asks codex." in one for one in said)
    assert (found["outcome"], found["iterations"]) == ("success", 2)
    assert [call.mode for call in codex.calls] == ["read", "write"] and "IMPL-fix-2 by codex" in found["answers"][-2]


def test_contradictory_tests_end_a_session_before_any_search(repository: Callable[..., Any]) -> None:
    tests = "import shop\n\ndef test_a(): assert shop.total([1]) == 1\n\ndef test_b(): assert shop.total([1]) == 2\n"
    repo = repository(files={**STUBS, "test_shop.py": tests})
    found = cycle.run({"project": str(repo.root), "agents": ["builtin"]})
    assert (found["outcome"], found["iterations"], found["candidates_tried"]) == ("blocked", 0, 0)
    [why] = found["failure_reasons"].values()
    assert "Tests contradict each other: `shop.total([1])` is expected to be 2" in why


def test_a_model_that_is_asked_first_is_not_held_back(measured: Callable[..., Any]) -> None:
    stub = GOOD.replace("return a + b", "raise NotImplementedError")
    files = {**calc_files(), "calc.py": stub}
    session = measured(files, {"1": analysis("add is a stub")}, {"IMPL-fix-1": fix(GOOD)})
    assert session.iteration(1).result == "landed"
