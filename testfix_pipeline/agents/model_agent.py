"""A planner and worker over a model's tool: prompts from role files, one more question if a result is malformed.

A tool's claims are not trusted: an analysis is what can be parsed from its output, a fix is what differs on disk.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from testfix_pipeline.agents import answer_forms
from testfix_pipeline.agents.calls import Caller, ToolReply
from testfix_pipeline.agents.hypotheses import describe, without_repetitions
from testfix_pipeline.agents.prompts import Prompter
from testfix_pipeline.agents.tool_conversation import Talk
from testfix_pipeline.core.agent_protocol.answer_reading import extract_json, raw_strategies
from testfix_pipeline.core.agent_protocol.planner_answer import planner_fields
from testfix_pipeline.core.agent_protocol.protocol import AgentAnswer, AnalysisRequest, FixAnswer, FixRequest
from testfix_pipeline.core.python_code import parse_or_none
from testfix_pipeline.repair.patches import patch_application
from testfix_pipeline.repair.patches.diff_text import UnreadablePatch

ANALYSIS_SECONDS, FIX_SECONDS = 2400.0, 1800.0


def _same(tree: Path) -> Path:
    return tree


def _nowhere(request: AnalysisRequest) -> Sequence[str]:
    return ()


@dataclass(frozen=True)
class ModelAgent:
    """Planner and worker.

    writes: fixes are edits on disk; otherwise they are patches, which we apply. root: the project's folder in a
    worktree. places: measured suspicious places, for the planner. analysis_seconds, fix_seconds: for a whole
    conversation, or the request's time if that is less.
    """

    caller: Caller
    prompter: Prompter = field(default_factory=Prompter)
    writes: bool = True
    root: Callable[[Path], Path] = _same
    places: Callable[[AnalysisRequest], Sequence[str]] = _nowhere
    analysis_seconds: float = ANALYSIS_SECONDS
    fix_seconds: float = FIX_SECONDS
    cancel: Callable[[], bool] | None = None

    @property
    def name(self) -> str:
        return self.caller.name

    @property
    def model(self) -> str:
        return self.caller.model

    # -- planner -------------------------------------------------------------------------------------------------------

    def analyse(self, request: AnalysisRequest) -> AgentAnswer:
        """Return the tool's analysis, asked once more if malformed; for several hypotheses, until they differ."""
        root = self.root(request.tree)
        prompt = self.prompter.analysis(request, root, self.places(request))
        talk = self._talk(request, request.seconds or self.analysis_seconds, schema=answer_forms.ANALYSIS_SCHEMA)
        answer = self._answered(talk.ask(prompt))
        broken = answer_forms.problems(answer, root)
        if broken and talk.may_go_on:
            answer = self._answered(talk.ask(self._again(talk, broken, prompt), go_on=True))
        if request.alternatives > 1 and answer.payload is not None and not answer_forms.problems(answer, root):
            answer = self._differing(talk, answer, request, prompt)
        return self._final_answer(talk, answer, root)

    def _talk(self, request: AnalysisRequest | FixRequest, seconds: float, **more: Any) -> Talk:
        most = self.fix_seconds if more.get("mode") == "write" else self.analysis_seconds
        folders = {Path(path).parent for path in request.paths.values()} if self.prompter.reads else set()
        return Talk(
            self.caller,
            request.tree,
            min(seconds, most),
            cancel=self.cancel,
            finish=self.prompter.finish(),
            readable=tuple(sorted(folders)),
            **more,
        )

    def _again(self, talk: Talk, broken: Sequence[str], prompt: str) -> str:
        return self.prompter.again(broken, "" if talk.session else prompt)

    def _answered(self, reply: ToolReply) -> AgentAnswer:
        payload = reply.payload if reply.payload is not None else extract_json(reply.text)
        return AgentAnswer(
            tool=self.name,
            model=reply.model or self.model,
            kind=reply.kind,
            http_status=reply.http_status,
            text=answer_forms.report_of(payload, reply.text),
            payload=payload if reply.kind == "ok" else None,
            raw=reply.raw or reply.text,
            seconds=reply.seconds,
        )

    def _differing(self, talk: Talk, answer: AgentAnswer, request: AnalysisRequest, prompt: str) -> AgentAnswer:
        """Return the wanted number of different hypotheses; each further question names the previous ones."""
        found = without_repetitions(raw_strategies(answer.payload or {}))
        for _ in range(request.alternatives - 1):
            if len(found) >= request.alternatives or not talk.may_go_on:
                break
            asked = self.prompter.different([describe(one) for one in found], "" if talk.session else prompt)
            more = self._answered(talk.ask(asked, go_on=True))
            if more.kind != "ok":
                break
            found = without_repetitions([*found, *(raw_strategies(more.payload) if more.payload is not None else [])])
        return answer.model_copy(update={"payload": {"hypotheses": found[: request.alternatives]}})

    def _final_answer(self, talk: Talk, answer: AgentAnswer, root: Path) -> AgentAnswer:
        """Return the final answer, without missing places and patches that may not be tried."""
        fields: dict[str, Any] = {"raw": talk.raw, "seconds": sum(reply.seconds for reply in talk.replies)}
        if answer.payload is not None:
            payload, refused = _without_refused_patches(answer_forms.without_missing_places(answer.payload, root), root)
            payload |= _opinions(talk) | _planner_fields(talk)
            fields |= {"payload": payload, "raw": "\n\n".join([talk.raw, *refused])}
        return answer.model_copy(update=fields)

    # -- worker --------------------------------------------------------------------------------------------------------

    def fix(self, request: FixRequest) -> FixAnswer:
        """Carry out a task, by edits of the tool or by its patch."""
        return self._fix_by_edits(request) if self.writes else self._fix_by_patch(request)

    def _fix_by_edits(self, request: FixRequest) -> FixAnswer:
        prompt = self.prompter.fix(request, self.root(request.tree), edits=True)
        talk = self._talk(request, request.seconds or self.fix_seconds, mode="write")
        reply = talk.ask(prompt)
        broken = _unparsable(request.tree, talk.changed)
        if broken and reply.kind == "ok" and talk.may_go_on:
            reply = talk.ask(self._again(talk, broken, prompt), go_on=True)
        changed = talk.changed
        note = _note(reply)
        if not changed:
            return FixAnswer("blocked", note=note or f"{self.name} changed nothing", details=_details(talk))
        contents = {path: _content(request.tree / path) for path in changed}
        return FixAnswer(
            "complete",
            deliverables=changed,
            note=note,
            confidence=request.task.context.fix_strategy.confidence_score,
            proposal=_fingerprint(contents),
            details=_details(talk),
        )

    def _fix_by_patch(self, request: FixRequest) -> FixAnswer:
        root = self.root(request.tree)
        prompt = self.prompter.fix(request, root, edits=False)
        talk = self._talk(request, request.seconds or self.fix_seconds, schema=answer_forms.PATCH_SCHEMA)
        reply = talk.ask(prompt)
        contents, broken = _contents(reply, root)
        if broken and reply.kind == "ok" and talk.may_go_on:
            reply = talk.ask(self._again(talk, broken, prompt), go_on=True)
            contents, broken = _contents(reply, root)
        if broken or not contents:
            why = " ".join(broken) or _note(reply) or f"{self.name} gave no patch"
            return FixAnswer("blocked", note=why, patch=_patch_of(reply), details=_details(talk))
        return FixAnswer(
            "complete",
            deliverables=patch_application.write_files(root, contents),
            note=_note(reply),
            confidence=request.task.context.fix_strategy.confidence_score,
            proposal=_fingerprint(contents),
            details=_details(talk),
        )


def _opinions(talk: Talk) -> dict[str, Any]:
    """Return the tool's opinions on single failures, from its last result that has any."""
    said = [_said(reply).get("failures") for reply in talk.replies if reply.kind == "ok"]
    return next(({"failures": one} for one in reversed(said) if isinstance(one, list) and one), {})


def _planner_fields(talk: Talk) -> dict[str, Any]:
    """Return the task and the summary of the tool's last answer that has them."""
    said = [planner_fields(_said(reply)) for reply in talk.replies if reply.kind == "ok"]
    return {name: value for one in said for name, value in one.items()}


def _without_refused_patches(payload: Mapping[str, Any], root: Path) -> tuple[dict[str, Any], list[str]]:
    """Return the hypotheses without refused patches, and the reasons. A patch that does not apply is no refusal."""
    kept, refused = [], []
    for one in raw_strategies(payload):
        why = _refusal(one.get("patch"), root)
        kept.append({**one, "patch": None} if why else dict(one))
        refused += [f"patch refused: {why}"] if why else []
    return {"hypotheses": kept}, refused


def _refusal(patch: Any, root: Path) -> str:
    if not isinstance(patch, str) or not patch.strip():
        return ""
    try:
        targets = patch_application.targets_of(patch, root)
    except UnreadablePatch as error:
        return str(error)
    try:
        contents = patch_application.apply_at_likeliest_places(targets).contents
    except UnreadablePatch:
        contents = {target.path: target.raw for target in targets}
    return patch_application.refusal_text(
        one for one in patch_application.refusals_of(root, contents) if one.rule != "syntax"
    )


def _contents(reply: ToolReply, root: Path) -> tuple[dict[str, bytes | None], list[str]]:
    """Return the files after a reply's patch, or its error; neither if the reply says that it is blocked."""
    patch = _patch_of(reply)
    if patch is None:
        return {}, [] if reply.kind != "ok" or _said(reply).get("status") == "blocked" else ["There is no patch in it."]
    try:
        contents = dict(patch_application.apply_at_likeliest_places(patch_application.targets_of(patch, root)).contents)
    except UnreadablePatch as error:
        return {}, [str(error)]
    refused = patch_application.refusal_text(patch_application.refusals_of(root, contents))
    return ({}, [refused]) if refused else (contents, [])


def _said(reply: ToolReply) -> Mapping[str, Any]:
    return reply.payload or extract_json(reply.text) or {}


def _patch_of(reply: ToolReply) -> str | None:
    """Return the patch in the answer's JSON, else the one in its text."""
    patch = _said(reply).get("patch")
    if isinstance(patch, str) and patch.strip():
        return patch
    text = reply.text if reply.kind == "ok" and "+++ " in reply.text and "@@" in reply.text else ""
    return text or None


def _note(reply: ToolReply) -> str:
    note = _said(reply).get("note")
    said = note if isinstance(note, str) else ""
    return said if reply.kind == "ok" else reply.why or f"{reply.tool}: {reply.kind}"


def _unparsable(tree: Path, changed: Sequence[str]) -> list[str]:
    python = [path for path in changed if path.endswith(".py") and _content(tree / path) is not None]
    return [f"{path} does not parse." for path in python if parse_or_none(_content(tree / path) or b"") is None]


def _content(path: Path) -> bytes | None:
    try:
        return None if path.is_symlink() else path.read_bytes()
    except OSError:
        return None


def _fingerprint(contents: Mapping[str, bytes | None]) -> str:
    digest = hashlib.sha256()
    for path, content in sorted(contents.items()):
        digest.update(f"{path}\0".encode() + (content if content is not None else b"\0gone") + b"\0")
    return digest.hexdigest()[:20]


def _details(talk: Talk) -> dict[str, Any]:
    """Return the cost of the calls, for the history."""
    return {
        "calls": len(talk.replies),
        "seconds": round(sum(reply.seconds for reply in talk.replies), 2),
        "tokens": sum(reply.usage.total for reply in talk.replies),
    }
