"""Models in the phases before the cycle: analysis, notes, tests and their repair; and the same from the record."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from testfix_pipeline import cycle
from testfix_pipeline.core.agent_protocol.call_journal import JOURNAL, read_lines
from testfix_pipeline.core.plan_records import Analysis, Generation
from testfix_pipeline.steps.planning.planning_phases import plan_summary
from testfix_pipeline.workspace.sessions.store import SessionStore
from testfix_pipeline_tests.agents.model_server import ModelServer
from testfix_pipeline_tests.agents.scripted_tool import ScriptedTool, edits, reply
from testfix_pipeline_tests.pipeline.models import ANALYSIS, TESTS, model, role_of, served
from testfix_pipeline_tests.pipeline.projects import PRICES, SHOP

INPUT = "Test the prices of the shop"
DOCUMENTS = ("TEST_ANALYSIS_RESULTS.md", "test-analysis.json", "enrichment.json", "generation.json")
Tools = Callable[..., None]


def whole(ref: cycle.SessionRef) -> dict[str, Any]:
    """Every phase, to the end of the cycle."""
    cycle.plan_tasks(ref)
    cycle.generate_tests(ref), cycle.validate_code(ref), cycle.review_tests(ref)
    cycle.measure(ref)
    return cycle.finish(ref)


def asked(store: SessionStore) -> list[tuple[str, str, str]]:
    """Event, tool and purpose of every line of the journal, in order."""
    return [(line.event, line.tool, line.purpose) for line in read_lines(store.path(JOURNAL))]


def documents(store: SessionStore) -> dict[str, str]:
    """What the planning phases wrote, without times."""
    found = {name: store.path(f".process/{name}").read_text() for name in DOCUMENTS}
    made = Generation.model_validate_json(found["generation.json"])
    found["generation.json"] = made.model_dump_json(exclude={"seconds", "checksum"})
    return {**found, "notes": store.path("test-planning-notes.md").read_text()}


def test_a_model_plans_writes_tests_and_repairs_and_the_record_does_it_again(
    repository: Callable[..., Any], phases: Callable[..., Any], tools: Tools, tmp_path: Path
) -> None:
    gemini = model()
    tools(gemini=gemini)
    repo = repository("one/shop", files=SHOP)
    ref = phases(repo, INPUT, agents=["gemini"])
    result = whole(ref)
    store = SessionStore(repo.root, ref.session_id)
    assert (result["outcome"], result["shortfalls"]) == ("success", [])
    assert [role_of(call) for call in gemini.calls[:3]] == ["test-analysis", "enrichment", "generation"]
    assert [call.mode for call in gemini.calls[:3]] == ["read", "read", "write"]

    analysis = Analysis.model_validate_json(store.path(".process/test-analysis.json").read_bytes())
    assert (analysis.tool, analysis.analysis_quality) == ("gemini", "normal")
    assert [(one.id, one.target) for one in analysis.requirements] == [("L1-001", "discount"), ("L1-002", "tax")]
    document = store.path(".process/TEST_ANALYSIS_RESULTS.md").read_text()
    assert "made by gemini" in document and "> ## Project Type" in document
    notes = store.path("test-planning-notes.md").read_text()
    assert "Notes of gemini:\n\n> Let 50 percent be a case of its own.\n> # Ours" in notes

    made = Generation.model_validate_json(store.path(".process/generation.json").read_bytes())
    reasons = {test.name: test.reason for test in made.tests}
    assert (made.tool, made.quality) == ("gemini", "normal")
    assert {test.name for test in made.tests if test.kept} == {"test_discount", "test_no_negative_price"}
    assert reasons["test_gross_of_nothing"] == "a failing test executes it"
    assert all("written by gemini" in test.label and "pins current behaviour" in test.label for test in made.tests)
    landed = repo.git("show", f"testfix/{ref.session_id}:test_more_prices.py")
    assert "def test_discount(" in landed and "test_gross_of_nothing" not in landed
    assert repo.git("show", f"testfix/{ref.session_id}:prices.py") == PRICES

    kept = tmp_path / "record.jsonl"
    kept.write_bytes(store.path(JOURNAL).read_bytes())
    tools(gemini=ScriptedTool("gemini", [reply(kind="crash")]))
    other = repository("two/shop", files=SHOP)
    again = phases(other, INPUT, owner="owner-1", agents=[f"replay:{kept}"])
    assert whole(again)["diff"] == result["diff"]
    copy = SessionStore(other.root, again.session_id)
    assert documents(copy) == documents(store) and asked(copy) == asked(store)
    trees = [one.git("ls-tree", "-r", f"testfix/{ref.session_id}").splitlines() for one in (repo, other)]
    source = [[row for row in rows if ".workflow" not in row] for rows in trees]
    assert source[0] == source[1]


def test_what_existing_tests_show_is_said_and_no_test_is_wanted_that_would_not_be_admitted(
    repository: Callable[..., Any], phases: Callable[..., Any], tools: Tools
) -> None:
    whole_price = {**ANALYSIS["requirements"][0], "target": "gross", "title": "gross: nothing costs nothing"}
    gemini = model(test_analysis={**ANALYSIS, "requirements": [*ANALYSIS["requirements"], whole_price]})
    tools(gemini=gemini)
    ref = phases(repository(files=SHOP), INPUT, agents=["gemini"])
    cycle.plan_tasks(ref)
    cycle.generate_tests(ref)
    prompts = {role_of(call): call.prompt for call in gemini.calls}
    assert "- `label(250)` is expected to be '2.50' (test_prices.py:9)" in prompts["test-analysis"]
    assert "gross: nothing costs nothing" in prompts["enrichment"]
    assert "discount: half at most" in prompts["generation"] and "gross: nothing" not in prompts["generation"]


def test_only_new_tests_count_and_what_a_gate_rejects_is_repaired_or_withdrawn(repository, phases, tools) -> None:
    """The first tests turn the rate right while they are collected, so that the failing test passes: all are withdrawn.
    What the gate then asks for is answered with a test that asserts nothing, and at last with a good one.
    """
    tampering = TESTS.replace("import pytest\n", "import pytest\n\nimport prices\n\nprices.VAT = 19\n", 1)
    files = {
        "test_more_prices.py": tampering,
        "test_prices.py": "def test_gross():\n    assert True\n",
        "prices.py": PRICES,
        "conftest.py": "import prices\nprices.VAT = 19\n",
    }
    silent = "from prices import discount, label, tax\n\n\ndef test_discount():\n    discount(100, 60)\n"
    more = "    assert discount(100, 10) == 90\n    assert label(0) == 'free'\n    assert tax(200) > 0\n"
    loud = f"{silent}    assert discount(100, 60) == 50\n{more}"
    repairs: list[dict[str, Any]] = [
        {"files": {"test_again.py": silent}},
        {"files": [{"path": "./test_again.py", "text": loud}]},
    ]
    qwen = model("qwen", generation=edits(files), gate_repair=repairs)
    tools(qwen=qwen)
    repo = repository(files=SHOP)
    ref = phases(repo, INPUT, agents=["qwen"])
    cycle.plan_tasks(ref)
    made = cycle.generate_tests(ref)
    assert set(made.files) == {"test_more_prices.py"}
    assert made.refused == [
        "qwen: conftest.py is no test file",
        "qwen: prices.py is no test file",
        "qwen: test_prices.py is there already and was not written for this session",
    ]
    store = SessionStore(repo.root, ref.session_id)
    summary = store.path(".summaries/IMPL-001-summary.md").read_text()
    assert "- refused and undone: qwen: prices.py is no test file" in summary
    cycle.validate_code(ref)
    report = cycle.review_tests(ref)
    prompts = [call.prompt for call in qwen.calls if role_of(call) == "gate-repair"]
    assert "Leave nothing changed, also not at import: test_prices.py::test_gross" in prompts[0]
    assert "changes what other tests say" in prompts[0]
    assert "test_again.py::test_discount asserts nothing" in prompts[1]
    assert (report.verdict, report.rounds) == ("PASS", 2)
    left = Generation.model_validate_json(store.path(".process/generation.json").read_bytes())
    assert (left.tool, list(left.files)) == ("qwen", ["test_again.py"])
    assert left.files["test_again.py"] == loud


def test_refused_tools_are_on_record_and_the_built_in_planner_takes_over(repository, phases, tools) -> None:
    lies = {"report": "", "project_type": "", "project_type_confidence": 2, "requirements": []}
    tools(
        gemini=ScriptedTool("gemini", [reply(kind="http_error", http_status=429)]),
        qwen=model("qwen", test_analysis=lies, enrichment="no idea", again=lies),
    )
    repo = repository(files=SHOP)
    ref = phases(repo, INPUT, agents=["gemini", "qwen"])
    cycle.plan_tasks(ref)
    store = SessionStore(repo.root, ref.session_id)
    analysis = Analysis.model_validate_json(store.path(".process/test-analysis.json").read_bytes())
    assert (analysis.tool, analysis.analysis_quality) == ("builtin", "degraded")
    assert analysis.refusals[0] == "gemini was refused: gemini answered with HTTP 429."
    assert analysis.refusals[1].startswith("qwen was refused: project_type_confidence: Input should be less than")
    assert (
        "analysis_quality: degraded; gemini was refused" in store.path(".process/TEST_ANALYSIS_RESULTS.md").read_text()
    )
    assert "- The notes were not enriched: qwen was refused: The answer holds no readable JSON object." in (
        store.path("test-planning-notes.md").read_text()
    )
    summary = plan_summary(ref.open())
    assert "Test analysis by builtin (degraded).\n- gemini was refused: gemini answered with HTTP 429.\n" in summary
    assert [line for line in asked(store) if line[0] == "not_asked"] == [("not_asked", "gemini", "enrichment")]


def test_a_server_without_hands_plans_writes_tests_and_repairs(repository, phases) -> None:
    repo = repository(files=SHOP)
    with ModelServer(served) as server:
        tool = f"endpoint:{server.address}/v1#loop-model"
        ref = phases(repo, INPUT, agents=[tool])
        result = whole(ref)
    assert (result["outcome"], result["shortfalls"]) == ("success", []) and not server.errors
    store = SessionStore(repo.root, ref.session_id)
    analysis = Analysis.model_validate_json(store.path(".process/test-analysis.json").read_bytes())
    made = Generation.model_validate_json(store.path(".process/generation.json").read_bytes())
    assert (analysis.analysis_quality, made.quality, list(made.files)) == ("normal", "normal", ["test_more_prices.py"])
    roles = ["test-analysis", "enrichment", "generation", "analysis", "fix"]
    assert [line.purpose for line in read_lines(store.path(JOURNAL)) if line.event == "answered"] == roles
    assert repo.git("show", f"testfix/{ref.session_id}:prices.py") == PRICES


def test_a_kill_before_an_answer_is_recorded_does_not_pay_for_it_twice(repository, phases, taken_up, tools) -> None:
    gemini = model()
    tools(gemini=gemini)
    repo = repository(files=SHOP)
    ref = phases(repo, INPUT, agents=["gemini"])
    analysis = cycle.analyse_tests(ref)
    store = SessionStore(repo.root, ref.session_id)
    store.path(".process/test-analysis.json").unlink()
    store.path(".process/TEST_ANALYSIS_RESULTS.md").unlink()
    assert cycle.analyse_tests(taken_up(ref)) == analysis
    assert [role_of(call) for call in gemini.calls] == ["test-analysis"]
    assert [line.event for line in read_lines(store.path(JOURNAL)) if line.call] == ["asked", "answered", "taken"]
