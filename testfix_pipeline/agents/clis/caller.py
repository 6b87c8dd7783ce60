"""A coding command line as a caller: found, called, judged, and its conversations stored."""

from __future__ import annotations

import hashlib
import os
import shutil
import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from email.utils import parsedate_to_datetime
from pathlib import Path

from testfix_pipeline.agents.calls import Probe, ToolCall, ToolReply
from testfix_pipeline.agents.clis.cli_run import CliRunResult, Runner
from testfix_pipeline.agents.clis.command_line import CommandLine, ParsedOutput
from testfix_pipeline.agents.clis.credentials import ToolAccess, find_access
from testfix_pipeline.agents.clis.exchanges import Exchange
from testfix_pipeline.agents.clis.gateway import Upstream
from testfix_pipeline.agents.clis.logins import LoginCopy
from testfix_pipeline.agents.clis.probing import glance, path_of, probe
from testfix_pipeline.core.agent_protocol.answer_reading import extract_json
from testfix_pipeline.core.agent_protocol.protocol import ReplyKind
from testfix_pipeline.core.errors import PipelineError
from testfix_pipeline.execution.project import SandboxPolicy
from testfix_pipeline.workspace.git.observed_changes import ObservedCheckout

_UNAUTHORISED = 401
_SHOWN = 400


@dataclass(frozen=True)
class CliCaller:
    """A command line tool that can be called.

    keep: the folder of conversations for `resume`, None = none. environ: the environment with its key and PATH. policy:
    `strict` refuses without a full sandbox. silence: seconds without a byte from the model's server after which a call
    has failed. turns: how often it may ask its model in one call. logins: whether it may use an account's login.
    """

    tool: CommandLine
    wanted_model: str = ""
    keep: Path | None = None
    environ: Mapping[str, str] = field(default_factory=lambda: os.environ, repr=False)
    policy: SandboxPolicy = field(default_factory=SandboxPolicy)
    silence: float = 300.0
    turns: int = 100
    logins: bool = False

    @property
    def name(self) -> str:
        return self.tool.name

    @property
    def model(self) -> str:
        return self.wanted_model or self.tool.default_model

    def probe(self) -> Probe:
        return probe(self.tool, self.environ, self.policy, self.access())

    def glance(self) -> Probe:
        """Whether the tool seems usable, without starting it."""
        return glance(self.tool, self.environ, self.policy, self.access())

    def access(self) -> ToolAccess:
        """The model's server, where there is a key or a login for it."""
        login = getattr(self.tool, "login", None)  # tools of other packages may know none
        return find_access(self.tool.keys, self.tool.header, login, self.environ, self.logins)

    def runner(self, program: Path, upstream: Upstream) -> Runner:
        """What starts the tool."""
        return Runner(program, path_of(self.environ), upstream, self.policy, self.silence, self.turns)

    def call(self, call: ToolCall) -> ToolReply:
        """Call the tool; a failure of the tool, its server or the sandbox is a reply."""
        model = call.model or self.model
        program = shutil.which(self.tool.program, path=path_of(self.environ))
        if program is None:
            return ToolReply(tool=self.name, model=model, kind="crash", why=f"{self.tool.program} is not installed.")
        access = self.access()
        if access.upstream is None:
            why = f"{access.why}. {access.next_step}"
            return ToolReply(tool=self.name, model=model, kind="not_logged_in", why=why)
        began = time.monotonic()
        try:
            return self._called(call, model, Path(program), access, access.upstream)
        except (PipelineError, OSError) as error:
            seconds = time.monotonic() - began
            return ToolReply(tool=self.name, model=model, kind="crash", why=str(error), seconds=seconds)

    def _called(self, call: ToolCall, model: str, program: Path, access: ToolAccess, upstream: Upstream) -> ToolReply:
        runner = self.runner(program, upstream)
        observed = ObservedCheckout(call.tree)
        with runner.setup() as (setup, gateway):
            login = LoginCopy(access.login, setup.home)
            if call.resume and not _restore_conversation(self.keep, self.name, call.resume, setup.home):
                why = f"The conversation {call.resume!r} is not kept."
                return ToolReply(tool=self.name, model=model, kind="crash", why=why)
            command = self.tool.command(program, setup, call, model)
            with login.written_back():
                ended = runner.run(command, setup, gateway, replace(call, cancel=login.watching(call.cancel)))
            said = self.tool.read(ended, setup)
            session = said.session or call.resume or setup.session
            files = login.scrub_files(self.tool.conversation(setup.home, session))
            session = said.session or (session if files else "")  # a tool that was ended may not have reported its id
            if self.keep and session:
                _keep_conversation(self.keep, self.name, session, setup.home, files)
        changed = observed.changed()
        login.scrub_files(call.tree / path for path in changed)
        outcome = judge(ended, said, changed)
        reply = ToolReply(
            tool=self.name,
            model=model,
            kind=outcome.kind,
            http_status=outcome.http_status,
            retry_after=outcome.retry_after,
            why=outcome.why,
            text=said.text,
            payload=said.payload or extract_json(said.text),
            raw=ended.stdout + ended.stderr,
            seconds=round(ended.seconds, 3),
            session=session,
            usage=ended.usage,
            changed=changed,
            containment=ended.containment,
            network="limited" if ended.containment == "bubblewrap" else "open",
        )
        return ToolReply.model_validate(login.scrub_value(reply.model_dump()))


def _keep_conversation(keep: Path, tool: str, session: str, home: Path, files: Iterable[Path]) -> None:
    """Copy the session's files from a home, replacing the stored ones."""
    place = _place(keep, tool, session)
    shutil.rmtree(place, ignore_errors=True)
    for file in files:
        if file.is_file() and not file.is_symlink() and file.resolve().is_relative_to(home.resolve()):
            target = place / file.relative_to(home)
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(file, target)


def _restore_conversation(keep: Path | None, tool: str, session: str, home: Path) -> bool:
    """Copy the files of a session into a new home; returns whether there were any."""
    if keep is None or not _place(keep, tool, session).is_dir():
        return False
    shutil.copytree(_place(keep, tool, session), home, dirs_exist_ok=True)
    return True


def _place(keep: Path, tool: str, session: str) -> Path:
    """The folder of a session, named by a hash, as the id comes from the tool and may not be a valid file name."""
    return keep / f"{tool}-{hashlib.sha256(session.encode(errors='replace')).hexdigest()[:16]}"


@dataclass(frozen=True)
class _CliOutcome:
    """How a call ended: see `ToolReply`, which has the same fields."""

    kind: ReplyKind
    why: str = ""
    http_status: int | None = None
    retry_after: float = 0.0


def judge(ended: CliRunResult, said: ParsedOutput, changed: list[str]) -> _CliOutcome:
    """The outcome of a call, by the strongest evidence first: how we ended it, its reply, then the network exchange.

    Never by an exit code: tools exit with 0 after an empty answer, a broken stream, a failed edit or a server's error,
    and some of them when they are killed.
    """
    ours = _ended_by_us(ended)
    if ours:
        return ours
    if not said.error and (said.text or said.payload is not None or changed):
        return _CliOutcome("ok")
    last = _last_trouble(ended)
    if last:
        return _of_exchange(last)
    return _CliOutcome("crash", said.error or _nothing_said(ended))


def _ended_by_us(ended: CliRunResult) -> _CliOutcome | None:
    if ended.endless:
        return _CliOutcome("crash", f"It asked its model {len(ended.exchanges)} times and was ended.")
    last = _last_trouble(ended)
    if ended.stopped and last:
        return _of_exchange(last)
    if ended.timed_out:
        return _CliOutcome("timeout", f"It was ended after {ended.seconds:.0f} s.")
    if ended.cancelled:
        return _CliOutcome("timeout", "It was cancelled.")
    return _CliOutcome("crash", f"It broke the limit of {ended.limit}.") if ended.limit else None


def _last_trouble(ended: CliRunResult) -> Exchange | None:
    """The last exchange with the model, if it failed."""
    return ended.exchanges[-1] if ended.exchanges and ended.exchanges[-1].trouble else None


def _of_exchange(exchange: Exchange) -> _CliOutcome:
    if exchange.trouble == "status":
        kind: ReplyKind = "not_logged_in" if exchange.status == _UNAUTHORISED else "http_error"
        pause = seconds_asked_for(exchange.retry_after, time.time()) or exchange.pause_in_body()
        later = f" (try again after {pause:.0f} s)" if pause else ""
        why = f"HTTP {exchange.status}{later}: {exchange.said[:_SHOWN]}"
        return _CliOutcome(kind, why, exchange.status, pause)
    if exchange.trouble == "unreachable":
        return _CliOutcome("connection_error", exchange.said)
    if exchange.trouble == "silent":
        since = f" for {exchange.seconds:.0f} s" if exchange.settled else " until the tool gave up"
        return _CliOutcome("timeout", f"The model's server was silent{since}.")
    what = {"not_json": "no JSON", "unfinished": "an answer that broke off"}[exchange.trouble]
    return _CliOutcome("crash", f"The model's server sent {what}. {exchange.said}".strip())


def seconds_asked_for(header: str, now: float) -> float:
    """The seconds of a Retry-After header, which gives them or a date; 0 where it gives neither."""
    text = header.strip()
    if text.isdecimal():
        return float(text)
    try:
        return max(0.0, parsedate_to_datetime(text).timestamp() - now)
    except (ValueError, OverflowError):
        return 0.0


def _nothing_said(ended: CliRunResult) -> str:
    words = (ended.stderr.strip() or ended.stdout.strip()).splitlines()
    return f"It ended without an answer: {words[-1][:300]}" if words else "It ended without an answer."
