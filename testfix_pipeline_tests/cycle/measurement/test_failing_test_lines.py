"""The lines that failing tests of node:test run are counted once for a commit, for all who use them."""

import multiprocessing
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from testfix_pipeline import cycle
from testfix_pipeline.core.agent_protocol.answer_reading import parse_strategy
from testfix_pipeline.core.agent_protocol.protocol import AnalysisRequest
from testfix_pipeline.core.records import Cluster, FixHistory
from testfix_pipeline.core.task_records import FixStrategy
from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.repair.validation.framework_processes import FrameworkProcesses
from testfix_pipeline.repair.validation.json_lines import ServerLost
from testfix_pipeline.steps.iteration.session_agents import built_in_engine
from testfix_pipeline.steps.session import workbench
from testfix_pipeline.steps.session.ownership import release
from testfix_pipeline.steps.session.started_processes import put_back_processes, take_processes

pytestmark = pytest.mark.usefixtures("node")

CART = """\
'use strict';

function rounded(sum) {
  return Math.round(sum * 100) / 100;
}

exports.total = (items) => {
  let sum = 0;
  for (const item of items) {
    sum +=
      item.price -
      item.count;
  }
  return rounded(sum);
};

exports.isEmpty = (items) => {
  return items.length === 0;
};
"""
TESTS = """\
const { test } = require('node:test');
const assert = require('node:assert');
const { total, isEmpty } = require('../cart.js');
const item = (price, count) => ({ price, count });
test('of one', () => assert.strictEqual(total([item(2, 3)]), 6));
test('of two', () => assert.strictEqual(total([item(2.5, 3), item(4, 5)]), 27.5));
test('of nothing', () => assert.strictEqual(total([]), 0));
test('empty', () => assert.ok(isEmpty([])));
"""
FILES = {
    "package.json": '{"name": "cart", "scripts": {"test": "node --test"}}',
    "cart.js": CART,
    "test/cart.test.js": TESTS,
}
FAILING = [TestId("test/cart.test.js::of one"), TestId("test/cart.test.js::of two")]
SUM = 10  # the first line of the statement with the bug, which ends two lines below
Make = Callable[..., Any]


@pytest.fixture
def countings(monkeypatch: pytest.MonkeyPatch) -> list[set[TestId]]:
    """The tests of each time that lines were counted."""
    found: list[set[TestId]] = []
    counted = FrameworkProcesses.counted

    def noted(self: FrameworkProcesses, texts: Any, tests: Any) -> Any:
        found.append(set(tests))
        return counted(self, texts, tests)

    monkeypatch.setattr(FrameworkProcesses, "counted", noted)
    return found


@pytest.fixture
def session(repository: Make, start: Make) -> Any:
    """A measured session on the cart, for the built-in engine."""
    repo = repository()
    repo.commit("first", **FILES)
    return start(repo, agents=["builtin"]).measure()


def opened(session: Any) -> workbench.Workbench:
    return workbench.load(session.ref.project, session.ref.session_id)


def test_the_analysis_names_counted_lines_and_the_search_goes_on_with_their_process(session, countings) -> None:
    [task] = cycle.plan(session.ref, 1) or []
    strategy = session.store.task(task).context.fix_strategy
    assert strategy.root_causes[0] == f"AssertionError in cart.test.js: most suspicious is cart.js:total:{SUM}"
    assert strategy.modification_points[0] == f"cart.js:total:{SUM}"
    assert f"- `cart.js:total:{SUM}`" in (session.folder / ".process/iteration-1-analysis.md").read_text()
    tip = opened(session).mirror.tip
    started = take_processes(session.folder, tip)
    assert started is not None
    put_back_processes(session.folder, tip, started)
    assert cycle.attempt(session.ref, task).acceptable
    assert len(countings) == 1 and countings[0] >= set(FAILING)
    assert take_processes(session.folder, tip) is started
    put_back_processes(session.folder, tip, started)
    assert take_processes(session.folder, "0" * 40) is None, "of another commit they are none"
    assert take_processes(session.folder, tip) is None, "and are ended, since the session went on"


def test_a_resumed_session_and_all_hypotheses_use_what_was_counted(session: Any, countings: list[set[TestId]]) -> None:
    [task] = cycle.plan(session.ref, 1) or []
    later = session.taken_over("owner-2")
    wb = opened(later)
    assert take_processes(later.folder, wb.mirror.tip) is None, "they end with the session's owner"
    first, second, third = _hypotheses(wb)
    assert first.modification_points and second.modification_points
    assert not set(first.modification_points) & set(second.modification_points)
    assert set(third.modification_points) >= {*first.modification_points, *second.modification_points}
    assert cycle.attempt(later.ref, task).acceptable
    assert len(countings) == 1
    release(later.ref.owner)


def _hypotheses(wb: workbench.Workbench) -> list[FixStrategy]:
    with wb.worktree("hypotheses") as tree:
        request = AnalysisRequest(
            session_id=wb.session_id,
            iteration=3,
            max_iterations=10,
            strategy="exploratory",
            strategy_requirement="",
            pass_rate=50,
            stuck_tests={},
            clusters=[Cluster(signature="s", tests=FAILING, title="total")],
            results=wb.results(),
            history=FixHistory(),
            tree=tree,
            alternatives=3,
        )
        return parse_strategy(built_in_engine(wb, wb.mirror.tip).analyse(request).payload or {})


def test_a_counting_that_failed_is_made_again(session, monkeypatch, countings) -> None:
    wb = opened(session)
    engine: Any = built_in_engine(wb, wb.mirror.tip)

    def lost(self: FrameworkProcesses, expected: Any) -> None:
        raise ServerLost("the machine is short of memory")

    with wb.worktree("counting") as tree:
        with monkeypatch.context() as failing:
            failing.setattr(FrameworkProcesses, "measure", lost)
            assert engine.counted(tree, FAILING).tests == {}
        assert SUM in engine.counted(tree, FAILING).tests[FAILING[0]]["cart.js"]
        assert len(countings) == 1
    release(session.ref.owner)


def test_failing_tests_beside_those_asked_for_are_counted_with_them(session: Any) -> None:
    wb = opened(session)
    engine: Any = built_in_engine(wb, wb.mirror.tip)
    with wb.worktree("counting") as tree:
        found = engine.counted(tree, FAILING[1:]).tests
    assert all(SUM in found[test]["cart.js"] for test in FAILING)
    release(session.ref.owner)


class _Left:
    """Processes that leave a file when they are ended."""

    def __init__(self, place: Path) -> None:
        self.place = place

    def close(self) -> None:
        self.place.write_text("ended")


def _leave(session: Path) -> None:
    left: Any = _Left(session / "ended")
    put_back_processes(session, "c" * 40, left)


def test_what_a_step_leaves_ends_with_its_process(tmp_path: Path) -> None:
    step = multiprocessing.get_context("spawn").Process(target=_leave, args=(tmp_path,))
    step.start()
    step.join()
    assert step.exitcode == 0
    assert (tmp_path / "ended").exists()


def test_in_a_changed_checkout_nothing_is_counted(session: Any, countings: list[set[TestId]]) -> None:
    wb = opened(session)
    with wb.worktree("changed") as tree:
        Path(tree, "cart.js").write_text(CART.replace(" -\n", " *\n"))
        engine: Any = built_in_engine(wb, wb.mirror.tip)
        assert engine.counted(tree, FAILING).tests == {}
    assert not countings


def test_a_search_limited_to_executed_lines_may_change_all_lines_of_their_statements(session: Any) -> None:
    [name] = cycle.plan(session.ref, 1) or []
    task = session.store.task(name)
    limited = task.context.search.model_copy(update={"executed_lines_only": True})
    context = task.context.model_copy(update={"search": limited})
    session.store.save_task(task.model_copy(update={"context": context}))
    done = cycle.attempt(session.ref, name)
    assert done.acceptable, done.reason
    assert "+      item.price *" in done.patch
