"""A session that is stopped after every step and taken up by somebody else ends like one that never was."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from testfix_pipeline import cycle
from testfix_pipeline.core.plan_records import Generation
from testfix_pipeline.steps.generation import frozen_tests
from testfix_pipeline.steps.measurement.suite_measurement import restore_test_side
from testfix_pipeline.steps.session.workbench import Workbench
from testfix_pipeline.workspace.sessions.store import SessionStore
from testfix_pipeline_tests.pipeline.conftest import INPUT, Story
from testfix_pipeline_tests.pipeline.projects import PRICES, SHOP, repairing

PLAN = (cycle.gather_context, cycle.analyse_tests, cycle.plan_tasks)
GATES = (cycle.generate_tests, cycle.validate_code, cycle.review_tests)
WRITTEN_ONCE = (
    *(
        ".process/context-package.json",
        ".process/test-analysis.json",
        ".task/IMPL-001.json",
        ".process/generation.json",
    ),
    *(".process/code-validation-report.json", ".process/test-quality-report.json"),
)


def freeze(ref: cycle.SessionRef) -> None:
    """The tests are on the branch, and a kill comes before the session's record says so."""
    wb = ref.open()
    frozen_tests.freeze_tests(wb)
    wb.store.save_session(wb.store.session().model_copy(update={"frozen_commit": ""}))


def first_iteration(ref: cycle.SessionRef) -> None:
    for task in cycle.plan(ref, 1) or []:
        cycle.attempt(ref, task)
    cycle.settle_iteration(ref, 1)


def test_stopped_after_every_step_it_ends_in_the_same_tree(repository, phases, taken_up, story) -> None:
    repo = repository(files=SHOP)
    ref = phases(repo, INPUT, agents=[story.agent])
    store = SessionStore(Path(ref.project), ref.session_id)
    done: list[Callable[..., Any]] = []
    written: dict[str, int] = {}
    for step in (*PLAN, *GATES, freeze, cycle.measure, first_iteration, cycle.measure):
        ref = taken_up(ref)
        for again in done:  # what a new run calls before it comes to the new step
            again(ref)
        step(ref)
        if step in (*PLAN, *GATES):
            done.append(step)
        now = {name: store.path(name).stat().st_mtime_ns for name in WRITTEN_ONCE if store.path(name).exists()}
        changed = {name for name, at in written.items() if now[name] != at}
        # the gate keeps what it leaves of the generation, tasks know their status, a fix withdraws a test
        assert changed <= {".process/generation.json", ".task/IMPL-001.json"}, step
        written = now
    ref = taken_up(ref)
    found = cycle.finish(ref)
    assert (found["outcome"], found["pass_rate"], found["iterations"]) == ("success", 100.0, 1)
    same_as(story, repo, found["branch"])
    assert len([line for line in repo.subjects(found["branch"]) if "generated tests" in line]) == 1
    mine, theirs = generation(store), generation(story.store)
    assert [(test.name, test.kept) for test in mine.tests] == [(test.name, test.kept) for test in theirs.tests]


def generation(store: SessionStore) -> Generation:
    return Generation.model_validate_json(store.path(".process/generation.json").read_bytes())


def same_as(story: Story, repo: Any, branch: str) -> None:
    """The same files with the same contents, but for the session's own."""

    def tree(one: Any, tip: str) -> list[str]:
        return [line for line in one.git("ls-tree", "-r", tip).splitlines() if ".workflow/" not in line]

    assert tree(repo, branch) == tree(story.repo, story.branch)


def test_resume_after_a_landed_fix_keeps_what_it_measured(repository, phases, taken_up, tmp_path) -> None:
    """No generated test is contradicted here: they stay frozen in a commit from before the fix."""
    repo = repository(files={**SHOP, "prices.py": PRICES.replace("net + net", "net - net")})
    ref = phases(repo, INPUT, agents=[repairing(tmp_path)])
    for step in (*PLAN, *GATES, cycle.measure, first_iteration):
        step(ref)
    store = SessionStore(Path(ref.project), ref.session_id)
    landed = store.path(".process/test-results.json").read_bytes()
    ref = taken_up(ref)
    cycle.measure(ref)
    assert store.path(".process/test-results.json").read_bytes() == landed
    generated_tests_are_restored(ref.open())
    found = cycle.finish(ref)
    assert (found["outcome"], found["iterations"], found["pass_rate"]) == ("success", 1, 100.0)


def generated_tests_are_restored(wb: Workbench) -> None:
    """What a fix does to a generated test is undone before anything is measured."""
    ((path, text),) = generation(wb.store).files.items()
    with wb.worktree("tampered") as tree:
        (tree / path).write_text("def test_nothing():\n    pass\n")
        restore_test_side(wb, tree)
        assert (tree / path).read_text() == text
