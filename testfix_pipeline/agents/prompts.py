"""Puts prompts together: who you are, what to do, the rules, the situation, the evidence, and the form of the answer.

What never changes is in role files; what changes is fitted into a budget of tokens, failures by signature first.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from testfix_pipeline.agents.failure_digest import digest, excerpts, frames_of
from testfix_pipeline.agents.knowledge import is_for
from testfix_pipeline.agents.role_files import Roles
from testfix_pipeline.agents.token_budget import PromptSection, fit_sections, shorten
from testfix_pipeline.core.agent_protocol.protocol import AnalysisRequest, FixRequest
from testfix_pipeline.core.cycle_rules.results import format_rate
from testfix_pipeline.core.cycle_rules.strategy import REQUIREMENTS
from testfix_pipeline.core.records import Attempt, Cluster, Failure, Strategy, SuiteResults
from testfix_pipeline.core.signatures import source_frames
from testfix_pipeline.core.task_records import FixStrategy
from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.workspace.files.redaction import redacted_text

MOST_OTHERS, MOST_LANDED = 12, 6
_PATCH_TOKENS = 300
_FIRST = ("analysis", "log")
"""The files of a session that say most beside the prompt; the others mostly repeat it for programs."""


def other_failing(groups: Sequence[Cluster], results: SuiteResults, points: Iterable[str] = ()) -> str:
    """Return the failing tests outside of the groups whose code is the same, one a line with its error.

    points: `file:function:lines` of a task, which count as its code.
    """
    mine = {test for group in groups for test in group.tests}
    code = {place for one in results.failures if one.test in mine for place in _code_of(one)}
    code |= {(file, rest.partition(":")[0]) for file, _, rest in (point.partition(":") for point in points)}
    others = [one for one in results.failures if one.test not in mine and not code.isdisjoint(_code_of(one))]
    lines = [f"- {one.test}: {next(iter(one.error.strip().splitlines()), one.error_type)}" for one in others]
    more = [f"- and {len(lines) - MOST_OTHERS} more"] if lines[MOST_OTHERS:] else []
    return "\n".join([*lines[:MOST_OTHERS], *more])


def _code_of(failure: Failure) -> set[tuple[str, str]]:
    """Return file and function of the program's frames of a failure."""
    return {(frame.file, frame.function) for frame in source_frames(failure.frames)}


def landed(attempts: Sequence[Attempt]) -> str:
    """Return the last fixes of the session that landed and stand, the latest first, each with its patch."""
    standing = [one for one in attempts if one.stands]
    return "\n\n".join(
        f"{one.task_id} ({one.tool}): {'; '.join(one.root_causes) or one.note}\n{shorten(one.patch, _PATCH_TOKENS)}"
        for one in reversed(standing[-MOST_LANDED:])
    )


def file_texts(paths: Mapping[str, str], most: int) -> str:
    """Return the session's files for a tool that reads none, in at most about `most` tokens, the report first."""
    names = sorted(paths, key=lambda name: (name not in _FIRST, list(paths).index(name)))
    texts = {name: _text(Path(paths[name])) for name in names}
    sections = [PromptSection(name, text, 2.0 if name in _FIRST else 1.0) for name, text in texts.items() if text]
    return "\n\n".join(f"{name}:\n{text}" for name, text in fit_sections(sections, most))


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8", errors="replace").strip()
    except OSError:
        return ""


PROMPT_TOKENS = 24_000
"""Of a whole prompt: enough for a few failures with their code, and a small part of any model's window."""
FAILURES, CODE, TRIED, KNOWN, MATERIAL = 0.4, 0.35, 0.1, 0.15, 1.0
OTHERS, LANDED, SESSION = 0.05, 0.1, 0.3
"""How the room that the fixed parts leave is shared."""
MOST_TRIED = 6
OTHER_FAILING = "Other failing tests of the same code"

STRATEGY_ROLE: dict[Strategy, str] = {
    "conservative": "bug-diagnosis",
    "aggressive": "aggressive-batch",
    "exploratory": "alternative-hypotheses",
    "surgical": "surgical",
}


@dataclass(frozen=True)
class Prompter:
    """Writes the prompts of one tool.

    reads: whether the tool reads files; prompts then name paths, otherwise they show code. known: the project's
    documents (`knowledge`). rules: the text of its rules file. most: tokens of a whole prompt.
    """

    roles: Roles = field(default_factory=Roles)
    reads: bool = True
    known: Sequence[tuple[str, str]] = ()
    rules: str = ""
    most: int = PROMPT_TOKENS

    def analysis(self, request: AnalysisRequest, root: Path, places: Sequence[str] = ()) -> str:
        """Return a planner's prompt. `root`: the project's folder; `places`: suspicious `file:function:line`."""
        layers = _layers(request.clusters, {f.test: f.test_type for f in request.results.failures})
        code = [(frame.file, frame.line) for frame in frames_of(request.clusters, request.results)]
        return self._prompt(
            "cli-planning-agent",
            [STRATEGY_ROLE[request.strategy]],
            [*_RULES, *layers],
            "answer-analysis",
            [
                PromptSection("Situation", _situation(request) + _where(request.tree, root)),
                PromptSection("Failures", partial(digest, request.clusters, request.results, root), FAILURES),
                PromptSection(OTHER_FAILING, other_failing(request.clusters, request.results), OTHERS),
                PromptSection("Suspicious places, measured by which tests run them", _bullets(places)),
                PromptSection("Code", self._code(root, [*_points(places), *code]), CODE),
                PromptSection("Tried before", _tried(request.history.attempts, _tests(request.clusters)), TRIED),
                PromptSection("Landed before", landed(request.history.attempts), LANDED),
                PromptSection("The project about itself", self._known(root, "cli-planning-agent"), KNOWN),
                self._files(request.paths),
            ],
        )

    def fix(self, request: FixRequest, root: Path, *, edits: bool) -> str:
        """Return a worker's prompt. `edits`: it edits the checkout; otherwise it answers with a patch."""
        task, context = request.task, request.task.context
        strategy = context.fix_strategy
        group = Cluster(signature=task.title, title=task.title, tests=context.failure_context.failed_tests)
        layers = _layers([group], {f.test: f.test_type for f in request.results.failures})
        how = task.meta.strategy or "conservative"
        frames = [(frame.file, frame.line) for frame in frames_of([group], request.results)]
        others = context.other_hypotheses
        return self._prompt(
            "test-fix-agent",
            ["carry-out", *(["surgical"] if how == "surgical" else []), *(["other-hypotheses"] if others else [])],
            [*_RULES, *layers],
            "answer-edits" if edits else "answer-patch",
            [
                PromptSection("Task", _task(request, strategy, how) + _where(request.tree, root)),
                PromptSection("Hypotheses of others", _bullets(others)),
                PromptSection("Failures", partial(digest, [group], request.results, root), FAILURES),
                PromptSection(
                    OTHER_FAILING, other_failing([group], request.results, strategy.modification_points), OTHERS
                ),
                PromptSection("Code", self._code(root, [*_points(strategy.modification_points), *frames]), CODE),
                PromptSection("Tried before", _tried(request.history.attempts, set(group.tests)), TRIED),
                PromptSection("Landed before", landed(request.history.attempts), LANDED),
                PromptSection("The project about itself", self._known(root, "test-fix-agent"), KNOWN),
                self._files(request.paths),
            ],
        )

    def planning(
        self,
        role: str,
        material: Mapping[str, str],
        *,
        places: Sequence[tuple[str, int]] = (),
        root: Path = Path(),
        edits: bool = False,
    ) -> str:
        """Return a prompt before the cycle: `role` is test-analysis, enrichment, generation or gate-repair.

        `places`: files below `root` that matter, each with a line; `edits`: what is asked for is written into the
        checkout.
        """
        files = dict.fromkeys(file for file, _ in places)
        who, form = _PLANNING[role]
        rules = ["untrusted"] if who == "test-planner" else ["untrusted", "syntax-first"]
        parts = [
            *(PromptSection(title, text, MATERIAL) for title, text in material.items()),
            PromptSection("Files", _bullets(f"`{file}`" for file in files) if self.reads else "", KNOWN),
            PromptSection("Code", "" if self.reads else excerpts(root, places), MATERIAL),
            PromptSection("The project about itself", self._known(root, who), KNOWN),
        ]
        return self._prompt(who, [role], rules, "answer-test-files" if edits else form, parts)

    def again(self, problems: Sequence[str], whole: str = "") -> str:
        """Return the one question after an unusable answer; with the `whole` prompt if the tool has forgotten it."""
        asked = f"# Again\n\n{self.roles.get('ask-again').text}\n\n{_bullets(problems)}"
        return f"{whole}\n\n{asked}" if whole else asked

    def finish(self) -> str:
        """Return the prompt for a tool whose time is nearly over."""
        return f"# Finish\n\n{self.roles.get('finish').text}"

    def different(self, taken: Sequence[str], whole: str) -> str:
        """Return the question for a hypothesis that differs from the given ones."""
        return f"{whole}\n\n# Taken\n\n{self.roles.get('other-hypotheses').text}\n\n{_bullets(taken)}"

    def marks(self, names: Iterable[str]) -> list[str]:
        """Return the version of each role in use, for records."""
        return [self.roles.get(name).mark for name in names]

    def _known(self, root: Path, role: str) -> str:
        """Return the documents for a role: paths if the tool can read them in its checkout, else the texts."""
        named, texts = [], []
        for path, text in self.known:
            if not is_for(role, path):
                continue
            if self.reads and (root / path).is_file():
                named.append(f"Read `{path}` first.")
            else:
                texts.append(f"`{path}`:\n{text}")
        return "\n\n".join([*named, *texts])

    def _files(self, paths: Mapping[str, str]) -> PromptSection:
        """Return the session's files: by path for a tool that reads files, for others with their texts."""
        if self.reads:
            return PromptSection("Files of the session", _bullets(f"{what}: `{path}`" for what, path in paths.items()))
        return PromptSection("Files of the session", partial(file_texts, paths), SESSION)

    def _code(self, root: Path, places: Sequence[tuple[str, int]]) -> str:
        return "" if self.reads else excerpts(root, places)

    def _prompt(
        self, who: str, task: Sequence[str], rules: Sequence[str], form: str, sections: Sequence[PromptSection]
    ) -> str:
        rules = [*rules, *(["project-rules"] if self.rules else [])]
        heads = [
            PromptSection("You", self.roles.get(who).text),
            PromptSection("Your task", self.roles.text(task)),
            PromptSection("Rules", self.roles.text(rules)),
        ]
        answer = PromptSection("Your answer", self.roles.get(form).text)
        theirs = PromptSection("The project's rules", shorten(self.rules, 1_500))
        parts = fit_sections([*heads, theirs, *sections, answer], self.most)
        marks = ", ".join(self.marks([who, *task, *rules, form]))
        ours = {section.title for section in (*heads, answer)}
        body = "\n\n".join(f"# {title}\n\n{text if title in ours else _material(text)}" for title, text in parts)
        return f"{body}\n\n[prompt: {marks}]\n"


_RULES = ("untrusted", "never-touch-tests", "syntax-first")
_PLANNING = {
    "test-analysis": ("test-planner", "answer-test-analysis"),
    "enrichment": ("test-planner", "answer-enrichment"),
    "generation": ("code-developer", "answer-tests"),
    "gate-repair": ("code-developer", "answer-tests"),
}


def _material(text: str) -> str:
    """Return text between its marks, without secrets and such marks inside."""
    inner = redacted_text(text).replace("\n>>>", "\n >>>").replace("\n<<<", "\n <<<").strip("\n")
    return f"<<<\n{inner}\n>>>"


def _situation(request: AnalysisRequest) -> str:
    stuck_tests = [f"{test} ({kind})" for test, kind in sorted(request.stuck_tests.items())]
    lines = [
        f"Session {request.session_id}, iteration {request.iteration} of at most {request.max_iterations}, "
        f"task IMPL-fix-{request.iteration}.",
        f"Pass rate: {format_rate(request.pass_rate)} %.",
        f"Strategy: {request.strategy}. {request.strategy_requirement or REQUIREMENTS[request.strategy]}",
        *([f"Stuck, for three measurements: {', '.join(stuck_tests[:20])}."] if stuck_tests else []),
        *([f"{request.alternatives} hypotheses are wanted."] if request.alternatives > 1 else []),
    ]
    regressed = [one for one in request.history.attempts if one.rolled_back and one.iteration == request.iteration - 1]
    lines += [f"Taken back: {one.task_id}: {one.reason}. Its patch:\n{one.patch}" for one in regressed]
    return shorten("\n".join(lines), 2000)


def _where(tree: Path, root: Path) -> str:
    """Return a sentence on the project's folder if it is not the whole repository."""
    if tree == root:
        return ""
    return f"\nThe project is the folder `{root.relative_to(tree).as_posix()}` of the checkout; paths start there."


def _task(request: FixRequest, strategy: FixStrategy, how: str) -> str:
    known = request.task.context.failure_context
    meta = request.task.meta
    lines = [
        f"{request.task.id}: {request.task.title}",
        f"Session {request.session_id}, iteration {meta.iteration} of at most {meta.max_iterations}.",
        *([f"Pass rate: {format_rate(known.pass_rate)} %."] if known.pass_rate is not None else []),
        f"Strategy: {how}. {REQUIREMENTS.get(how, '')}",  # type: ignore[call-overload]
        *([f"Hypothesis: {strategy.hypothesis}"] if strategy.hypothesis else []),
        f"Approach: {strategy.approach}",
        "Root causes:",
        _bullets(strategy.root_causes),
        "Modification points:",
        _bullets(strategy.modification_points),
        *([f"Expected outcome: {strategy.expected_outcome}"] if strategy.expected_outcome else []),
        *([f"What regressed, and why: {known.regression}"] if known.regression else []),
        *([f"A patch was given that can't be used as it stands:\n{strategy.patch}"] if strategy.patch else []),
    ]
    return shorten("\n".join(line for line in lines if line.strip()), 4000)


def _tried(attempts: Sequence[Attempt], tests: set[TestId]) -> str:
    """Return the last attempts at these tests, the latest first, with their results."""
    mine = [attempt for attempt in attempts if set(attempt.target_tests) & tests]
    return "\n\n".join(
        f"{one.task_id} ({one.strategy}, {one.tool}): {one.result}. {one.reason}\n"
        + _bullets(f"cause: {cause}" for cause in one.root_causes)
        + (f"\n{shorten(one.patch, 400)}" if one.patch else "")
        for one in reversed(mine[-MOST_TRIED:])
    )


def _layers(groups: Sequence[Cluster], types: Mapping[str, str]) -> list[str]:
    found = {types.get(test, "L1") for group in groups for test in group.tests}
    return [f"layer-{layer}" for layer in ("L0", "L1", "L2", "L3") if layer in found]


def _tests(groups: Sequence[Cluster]) -> set[TestId]:
    return {test for group in groups for test in group.tests}


def _points(points: Iterable[str]) -> list[tuple[str, int]]:
    """File and first line of `file:function:lines`; what is no such point is left out."""
    found = []
    for point in points:
        file, _, rest = point.partition(":")
        digits = "".join(letter if letter.isdigit() else " " for letter in rest.rpartition(":")[2]).split()
        if file and digits:
            found.append((file, int(digits[0])))
    return found


def _bullets(lines: Iterable[str]) -> str:
    return "\n".join(f"- {line}" for line in lines)
