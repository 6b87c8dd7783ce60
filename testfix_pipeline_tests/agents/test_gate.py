"""What passes the gate, what it costs, and what is on record."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from threading import Barrier, BrokenBarrierError
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from testfix_pipeline.agents.calls import ToolCall, ToolReply
from testfix_pipeline.agents.circuit_breaker import FIRST_PAUSE
from testfix_pipeline.agents.gate import CallLimits, CallPurpose, GatedCaller
from testfix_pipeline.agents.journal_writer import Journal
from testfix_pipeline.core.agent_protocol.call_ledger import calls, usage_of
from testfix_pipeline.core.cycle_rules.budget import Budget
from testfix_pipeline_tests.agents.scripted_tool import ScriptedTool, edits, reply

PRICES = {"scripted-model": [1.0, 1.0]}  # a dollar for a million tokens
MANY = Budget(seconds=3600, calls=100, tokens=10**9, money=10**6)


@dataclass
class Clock:
    now: float = 1000.0

    def __call__(self) -> float:
        return self.now


Make = Callable[..., GatedCaller]


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def journal(tmp_path: Path) -> Journal:
    return Journal(tmp_path / "tool-calls.jsonl")


@pytest.fixture
def gate(journal: Journal, clock: Clock) -> Make:
    def make(
        inner: Any,
        session: Budget = MANY,
        iteration: Budget = MANY,
        number: int = 1,
        left: float = 3600.0,
        owner: str = "",
        **limits: Any,
    ) -> GatedCaller:
        limits_of_calls = CallLimits(session, iteration, lambda: left, PRICES, **limits)
        return GatedCaller(inner, journal, limits_of_calls, CallPurpose("analysis", number), clock=clock, owner=owner)

    return make


def ask(tree: Path, prompt: str = "why?", **fields: Any) -> ToolCall:
    return ToolCall(prompt=prompt, tree=tree, **fields)


def events(journal: Journal) -> list[str]:
    return [line.event for line in journal.lines()]


def test_a_tool_that_breaks_has_crashed(gate: Make, journal: Journal, tmp_path: Path) -> None:
    def breaks(call: ToolCall) -> ToolReply:
        raise OSError("no room")

    answer = gate(ScriptedTool("qwen", [breaks])).call(ask(tmp_path))
    assert (answer.kind, answer.why) == ("crash", "OSError: no room")
    assert journal.lines()[-1].kind == "crash"


@pytest.mark.parametrize(
    ("answer", "costs"),
    [
        (reply(kind="connection_error"), False),
        (reply(kind="http_error", http_status=500), False),
        (reply(kind="not_logged_in"), False),
        (reply(kind="timeout"), True),  # what it used nobody knows: as much as was expected
        (reply(kind="crash"), True),
        (reply(text="an answer without any account of its tokens"), True),
    ],
)
def test_a_call_without_an_account_costs_what_is_likely(gate, journal, tmp_path, answer, costs) -> None:
    gate(ScriptedTool("gemini", [answer])).call(ask(tmp_path))
    assert (usage_of(journal.lines()).money > 0) is costs


def test_a_tool_that_failed_twice_is_left_alone_and_tried_again_later(gate, journal, clock, tmp_path) -> None:
    tool = ScriptedTool("gemini", [reply(kind="connection_error"), reply(kind="connection_error"), reply(text="hi")])
    caller = gate(tool)
    kinds = [caller.call(ask(tmp_path)).kind for _ in range(3)]
    assert kinds == ["connection_error", "connection_error", "not_called"] and len(tool.calls) == 2
    assert "2 times in a row" in journal.lines()[-1].why
    clock.now += FIRST_PAUSE
    assert caller.call(ask(tmp_path)).text == "hi"  # the trial closes it again
    assert caller.call(ask(tmp_path)).text == "hi"


def test_a_rate_limit_is_moved_on_from_for_as_long_as_the_server_said(gate: Make, clock: Clock, tmp_path: Path) -> None:
    tool = ScriptedTool("qwen", [reply(kind="http_error", http_status=429, retry_after=300), reply(text="hi")])
    caller = gate(tool)
    caller.call(ask(tmp_path))
    clock.now += 299
    assert caller.call(ask(tmp_path)).kind == "not_called" and len(tool.calls) == 1
    clock.now += 1
    assert caller.call(ask(tmp_path)).text == "hi"


@pytest.mark.parametrize(
    ("session", "said"),
    [
        (Budget(calls=1), "1 of 1 calls are used"),
        (Budget(tokens=2500), "tokens are used"),
        (Budget(money=0.0025), "money are used"),
    ],
)
def test_what_the_budget_does_not_fund_is_not_started(gate, journal, tmp_path, session, said) -> None:
    tool = ScriptedTool("gemini", [reply(input_tokens=600, output_tokens=400)])
    caller = gate(tool, session=session)
    assert caller.call(ask(tmp_path)).kind == "ok"
    answer = caller.call(ask(tmp_path, "x" * 6000))
    assert answer.kind == "not_called" and said in answer.why and len(tool.calls) == 1
    assert events(journal) == ["asked", "answered", "not_asked"]


def test_what_is_asked_before_the_cycle_counts_as_one_iteration_and_says_what_for(gate, journal, tmp_path) -> None:
    said: list[str] = []
    tool = ScriptedTool("gemini", [reply(text="hi", input_tokens=1, output_tokens=1)])
    for role, task in (("test-analysis", ""), ("enrichment", ""), ("generation", "IMPL-001")):
        caller = gate(tool, iteration=Budget(calls=2))
        replace(caller, where=CallPurpose(role, 0, task), on_progress=said.append).call(ask(tmp_path))
    assert said[0] == "asking gemini (scripted-model) for test-analysis"
    assert said[2].startswith("gemini is not asked: the budget of the iteration does not fund the call")
    assert CallPurpose("generation", 0, "IMPL-001").described == "generation (IMPL-001)"
    assert gate(tool, iteration=Budget(calls=2)).call(ask(tmp_path)).kind == "ok"  # the first iteration
    assert usage_of(journal.lines()).calls == 3


def test_a_call_ends_with_the_budget_and_none_starts_in_its_last_seconds(gate: Make, tmp_path: Path) -> None:
    tool = ScriptedTool("gemini", [reply(text="hi")])
    gate(tool, left=70.0).call(ask(tmp_path, seconds=2400))
    assert tool.calls[0].seconds == 35  # half of it: the next tool shall have its turn
    assert gate(tool, left=8.0).call(ask(tmp_path)).kind == "not_called" and len(tool.calls) == 1


def test_a_server_of_ones_own_costs_nothing_unless_a_price_is_given(gate, journal, tmp_path) -> None:
    tool = ScriptedTool("endpoint", [reply(input_tokens=10**6, output_tokens=10**6)], model="mine")
    gate(tool, free=True).call(ask(tmp_path))
    assert usage_of(journal.lines()).money == 0
    tool.model = "scripted-model"
    gate(tool, free=True).call(ask(tmp_path))
    assert usage_of(journal.lines()).money == pytest.approx(2)


def test_a_call_that_a_kill_ended_keeps_what_was_set_aside(gate: Make, journal: Journal, tmp_path: Path) -> None:
    def killed(call: ToolCall) -> ToolReply:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        gate(ScriptedTool("gemini", [killed])).call(ask(tmp_path))
    assert usage_of(journal.lines()).money > 0 and events(journal) == ["asked"]


def test_a_secret_does_not_reach_the_record(gate: Make, journal: Journal, tmp_path: Path) -> None:
    key = "AKIA" + "ABCDEFGHIJKLMNOP"
    caller = gate(ScriptedTool("gemini", [reply(text=f"use {key} there", raw=f"env {key}")]))
    assert key in caller.call(ask(tmp_path, f"first\nkey = {key}\nlast")).text
    written = journal.path.read_text()
    assert key not in written and "[redacted: AWS Access Key]" in written and "last" in written


COSTS = st.lists(st.tuples(st.integers(0, 400_000), st.booleans(), st.integers(0, 200)), min_size=1, max_size=8)


def overspent_at_most(journal: Journal, money: float) -> bool:
    """Whether all that was spent is within `money`, but for the calls under way when the last one started."""
    lines = journal.lines()
    last = max(at for at, line in enumerate(lines) if line.event == "asked")
    ended = {line.call for line in lines[:last] if line.event == "answered"}
    in_flight = sum(one.money for one in calls(lines) if one.asked.call not in ended)
    return usage_of(lines).money <= money + in_flight + 1e-9


@settings(deadline=None, max_examples=15)
@given(costs=COSTS, money=st.floats(0.01, 1.0), at_once=st.integers(1, 4))
def test_a_budget_is_never_exceeded_by_more_than_the_calls_in_flight(tmp_path_factory, costs, money, at_once) -> None:
    """Calls overlap as they would in several processes: up to `at_once` are under way when the next is asked for."""
    tree = tmp_path_factory.mktemp("budget")
    journal = Journal(tree / "tool-calls.jsonl")
    limits = CallLimits(Budget(money=money), MANY, lambda: 3600.0, PRICES)
    queue, depth = list(costs), 0

    def start() -> None:
        tokens, fails, words = queue.pop(0)

        def work(call: ToolCall) -> ToolReply:
            nonlocal depth
            depth += 1
            while queue and depth < at_once:
                start()  # while this one is under way
            depth -= 1
            return reply(input_tokens=tokens, kind="timeout" if fails else "ok")

        caller = GatedCaller(ScriptedTool(f"tool-{len(queue)}", [work]), journal, limits, CallPurpose("fix", 1))
        caller.call(ToolCall(prompt="1" * words, tree=tree))  # digits: nothing to look for secrets in

    while queue:
        start()
    assert overspent_at_most(journal, money)


def test_calls_of_several_threads_share_one_budget(gate: Make, journal: Journal, tmp_path: Path) -> None:
    together = Barrier(4, timeout=20)

    def work(call: ToolCall) -> ToolReply:
        with suppress(BrokenBarrierError):
            together.wait()
        return reply(input_tokens=30_000)

    # Each is expected to cost 0.002 and costs 0.03: four may start, for nobody knows yet what they come to.
    tools = [gate(ScriptedTool(f"tool-{n}", [work]), session=Budget(money=0.0085)) for n in range(4)]
    with ThreadPoolExecutor(4) as pool:
        kinds = list(pool.map(lambda tool: tool.call(ask(tmp_path)).kind, tools))
    assert kinds == ["ok"] * 4 and overspent_at_most(journal, 0.0085)
    assert gate(ScriptedTool("late", [work]), session=Budget(money=0.0085)).call(ask(tmp_path)).kind == "not_called"


def test_what_a_killed_run_had_paid_for_is_used_once_by_the_next(gate: Make, journal: Journal, tmp_path: Path) -> None:
    """By another owner, for the same question in the same place, with the edits that came with it."""
    paid = ScriptedTool("gemini", [edits({"a.py": "x = 1\n"}, text="because", seconds=2.0)])
    first = gate(paid, owner="run-1")
    first.call(ask(tmp_path, "why? key sk-proj-1234567890abcdefghijklmnopqrstuv", mode="write"))
    (tmp_path / "a.py").unlink()
    spent = usage_of(journal.lines())
    asked_again = ScriptedTool("gemini", [reply(text="new")])

    def again(prompt: str, owner: str = "run-2", number: int = 1) -> str:
        call = ask(tmp_path, f"{prompt} key sk-proj-1234567890abcdefghijklmnopqrstuv", mode="write")
        return gate(asked_again, owner=owner, number=number, session=replace(MANY, calls=1)).call(call).text

    assert again("why?", owner="run-1") == again("what?") == again("why?", number=2) == ""  # not funded
    taken = gate(asked_again, owner="run-2", session=replace(MANY, calls=1)).call(
        ask(tmp_path, "why? key sk-proj-1234567890abcdefghijklmnopqrstuv", mode="write")
    )
    assert (taken.text, taken.kind, taken.changed, taken.seconds) == ("because", "ok", ["a.py"], 2.0)
    assert (tmp_path / "a.py").read_text() == "x = 1\n" and usage_of(journal.lines()) == spent
    assert again("why?") == ""  # once for each owner
    assert again("why?", owner="run-3") == "because"  # run-2 was killed, too
    assert not asked_again.calls


def test_an_answer_that_failed_or_never_came_is_asked_for_again(gate: Make, journal: Journal, tmp_path: Path) -> None:
    gate(ScriptedTool("gemini", [reply(kind="timeout")]), owner="run-1").call(ask(tmp_path))
    journal.write(journal.lines()[0].model_copy(update={"call": "killed"}))
    tool = ScriptedTool("gemini", [reply(text="new")])
    assert gate(tool, owner="run-2").call(ask(tmp_path)).text == "new"
