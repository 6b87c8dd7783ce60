"""A scripted model for all phases: what it answers follows from what it is asked."""

import json
import re
from collections.abc import Sequence
from typing import Any

from testfix_pipeline.agents.calls import ToolCall, ToolReply
from testfix_pipeline_tests.agents.model_server import Request
from testfix_pipeline_tests.agents.scripted_tool import ScriptedTool, Step, edits, reply
from testfix_pipeline_tests.agents.wire_formats import Say
from testfix_pipeline_tests.cycle.projects import WORDS
from testfix_pipeline_tests.pipeline.projects import PRICES

ANALYSIS: dict[str, Any] = {
    "report": "Prices of zero and discounts are not looked at.\n## Project Type\nNone of your business.",
    "project_type": "library",
    "project_type_confidence": 0.99,
    "requirements": [
        {
            "file": "prices.py",
            "layer": "L1",
            "part": "boundary",
            "target": "discount(cents, percent)",
            "title": "discount: half at most",
            "cases": [
                {"given": "50 percent", "expected": "half", "source": "its branches"},
                {"given": "60 percent", "expected": "half, too", "source": "its branches"},
            ],
        },
        {
            "file": "prices.py",
            "layer": "L1",
            "part": "negative",
            "target": "tax",
            "title": "tax: no negative price",
            "cases": [{"given": "-1", "expected": "ValueError", "source": "its error"}],
        },
    ],
}
NOTES = {"L0": "", "L1": "Let 50 percent be a case of its own.\n# Ours", "L2": "", "L3": ""}
TESTS = """\
import pytest

from prices import discount, gross, label, tax


@pytest.mark.parametrize("percent, left", [(10, 90), (50, 50), (60, 50)])
def test_discount(percent, left):
    assert discount(100, percent) == left


def test_no_negative_price():
    with pytest.raises(ValueError):
        tax(-1)
    assert label(0) == "free"


def test_gross_of_nothing():
    assert gross(0) == 0
"""
PATCH = "--- a/prices.py\n+++ b/prices.py\n@@ -3 +3 @@\n-VAT = 91\n+VAT = 19\n"
FIX = {
    "report": WORDS,
    "hypotheses": [
        {
            "root_causes": ["the rate is turned round"],
            "modification_points": ["prices.py:gross:3-7"],
            "affected_tests": [],
            "confidence_score": 0.9,
            "approach": "19",
        }
    ],
}


def role_of(call: ToolCall) -> str:
    return role_in(call.prompt)


def role_in(prompt: str) -> str:
    """The role that a prompt was made from: the second of its marks."""
    if "\n# Again\n" in prompt or prompt.startswith("# Again"):
        return "again"
    marks = re.findall(r"\[prompt: (.*)\]\s*$", prompt)[-1].split(", ")
    return str(marks[1].split(" ")[0])


def model(name: str = "gemini", **answers: Step | Sequence[Step]) -> ScriptedTool:
    """A tool that answers by role (`test_analysis=...`), each role's steps in order, the last one again and again."""
    given: dict[str, Any] = {
        "test-analysis": ANALYSIS,
        "enrichment": NOTES,
        "generation": edits({"test_more_prices.py": TESTS}),
        "bug-diagnosis": FIX,
        "carry-out": edits({"prices.py": PRICES}),
        "gate-repair": {"files": []},
        "again": "I have nothing to add.",
        **{role.replace("_", "-"): step for role, step in answers.items()},
    }
    asked: dict[str, int] = {}

    def act(call: ToolCall) -> ToolReply:
        role = role_of(call)
        steps = given[role] if isinstance(given[role], list) else [given[role]]
        number = asked[role] = asked.get(role, 0) + 1
        step = steps[min(number, len(steps)) - 1]
        found = step(call) if callable(step) else step
        if isinstance(found, ToolReply):
            return found
        said: dict[str, Any] = {"text": found} if isinstance(found, str) else {"payload": found}
        return reply(session="s1", seconds=1.0, input_tokens=100, output_tokens=10, **said)

    return ScriptedTool(name, [act])


def served(request: Request) -> Say:
    """What a server says for each role: all of it in the answer, since it has no hands."""
    given = {
        "test-analysis": ANALYSIS,
        "enrichment": NOTES,
        "generation": {"files": [{"path": "test_more_prices.py", "text": TESTS}]},
        "bug-diagnosis": FIX,
        "carry-out": {"status": "complete", "note": "", "patch": PATCH},
    }
    return Say(json.dumps(given[role_in(request.body["messages"][-1]["content"])]))
