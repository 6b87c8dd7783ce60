"""An agent that replaces lines which it knows to be wrong: the least that a package needs to register one."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from testfix_pipeline.agents.registration import AgentContext, RegisteredAgent
from testfix_pipeline.core.agent_protocol.protocol import AgentAnswer, AnalysisRequest, FixAnswer, FixRequest

REPLACEMENTS = {"return n * 2": "return n // 2"}
# A report of fewer than 100 words is refused: it tells reviewers what a fix is based on.
REPORT = """\
The line {place} is one of a short list of lines that are known to be wrong, and the failing tests are taken to fail
because of it. Nothing was searched and no model was asked: this agent compares each line of every Python file of the
project, in the order of their paths and without the tests, with its list, and stops at the first that is on it. The
proposed fix replaces the text `{wrong}` by `{right}` in that line and leaves everything else as it is. Whether this
makes the failing tests pass, and whether it breaks any other, is not known to the agent; the pipeline runs the failing
tests, the affected ones and the whole suite before anything lands. If the line is not the cause, the next tool is asked.
"""


@dataclass(frozen=True)
class Known:
    """A line on the list: its file below the project, its function, its number from 1, and the wrong text in it."""

    path: str
    function: str
    line: int
    wrong: str


def first_known(root: Path) -> Known | None:
    for file in sorted(root.rglob("*.py")):
        function = "<module>"
        for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
            if begun := re.match(r"\s*def (\w+)", line):
                function = begun[1]
            wrong = next((text for text in REPLACEMENTS if text in line), "")
            if wrong and not file.name.startswith("test_"):
                return Known(file.relative_to(root).as_posix(), function, number, wrong)
    return None


class ScriptedAgent:
    def __init__(self, context: AgentContext) -> None:
        self.name = context.name
        self._target = context.target

    def analyse(self, request: AnalysisRequest) -> AgentAnswer:
        known = first_known(self._target.root(request.tree))
        if known is None:
            return AgentAnswer(tool=self.name, text="No line of the project is on the list.")
        place = f"{known.path}:{known.function}:{known.line}"
        payload = {
            "approach": "replace a line that is known to be wrong",
            "root_causes": [f"{place} holds `{known.wrong}`"],
            "modification_points": [place],
            "affected_tests": sorted({failure.test for failure in request.results.failures}),
            "confidence_score": 0.9,
        }
        text = REPORT.format(place=place, wrong=known.wrong, right=REPLACEMENTS[known.wrong])
        return AgentAnswer(tool=self.name, text=text, payload=payload)

    def fix(self, request: FixRequest) -> FixAnswer:
        root = self._target.root(request.tree)
        known = first_known(root)
        if known is None:
            return FixAnswer("blocked", note="no line of the project is on the list")
        file = root / known.path
        text = file.read_text(encoding="utf-8")
        file.write_text(text.replace(known.wrong, REPLACEMENTS[known.wrong], 1), encoding="utf-8")
        return FixAnswer("complete", deliverables=[known.path], note=f"replaced `{known.wrong}`", confidence=0.9)


AGENT = RegisteredAgent(open=ScriptedAgent)
