"""Any agent that speaks the Agent Client Protocol, named by its command line: `acp:gemini --acp`."""

from __future__ import annotations

import json
import re
import shlex
import shutil
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import Any

from testfix_pipeline.agents.calls import Probe, ToolCall, ToolReply
from testfix_pipeline.agents.clis.acp_conversation import hold
from testfix_pipeline.agents.clis.caller import CliCaller
from testfix_pipeline.agents.clis.cli_run import CallSetup, CliRunResult, Command
from testfix_pipeline.agents.clis.command_line import ParsedOutput, as_object
from testfix_pipeline.agents.clis.credentials import KeyPair, ToolAccess, find_upstream, how_to_log_in
from testfix_pipeline.agents.clis.gateway import Upstream
from testfix_pipeline.agents.clis.probing import path_of
from testfix_pipeline.core.agent_protocol.answer_reading import as_text
from testfix_pipeline.core.errors import InvalidConfig, PipelineError
from testfix_pipeline.workspace.files.redaction import redacted
from testfix_pipeline.workspace.files.secret_scan import is_random

PROBE_SECONDS = 30.0
_CHECK = "Check the agent's command line, and whether it is one for this protocol."
_KEY = re.compile(r"[A-Z][A-Z0-9_]*")
_NOWHERE = Upstream("http://127.0.0.1:9", "")
"""Where nobody listens: for an agent that has no key, and needs none or fails."""


@dataclass(frozen=True)
class AgentKey:
    """A key for an agent, and the header in which its server expects it."""

    pair: KeyPair
    header: str

    def upstream(self, environ: Mapping[str, str]) -> Upstream | None:
        return find_upstream([self.pair], self.header, environ)


@dataclass(frozen=True)
class AcpAgent:
    """An agent by its command line. text: as in the settings; access: the key that it gets, None for none."""

    text: str
    words: tuple[str, ...]
    access: AgentKey | None = None
    package: str = ""
    node: int = 0
    default_model: str = ""

    @classmethod
    def of(cls, line: str, keys: Sequence[AgentKey], environ: Mapping[str, str]) -> AcpAgent:
        """Return the agent of a command line, with the first of the keys that is set.

        A first word in capitals names the key's variable instead. Raises InvalidConfig for an invalid command line, a
        missing key, or a line that contains a key: lines are written to journals and shown.
        """
        try:
            words = shlex.split(line)
        except ValueError as error:
            raise InvalidConfig(f"`acp:{line}` is no command line: {error}.", "Write it as in a shell.") from error
        if words and _KEY.fullmatch(words[0]):
            keys = [one for one in keys if one.pair.key == words[0]]
            if not keys:
                raise InvalidConfig(f"{words[0]} is no key that an agent can be given.", "See docs/models.md.")
            words = words[1:]
        if _holds_key(words):
            raise InvalidConfig(
                "The command line after `acp:` holds what looks like a key.",
                "Name the variable that holds the key instead: `acp:OPENAI_API_KEY my-agent`.",
            )
        if not words:
            raise InvalidConfig(f"`acp:{line}` lacks the agent's command line.", "For example `acp:gemini --acp`.")
        return cls(f"acp:{line}", tuple(words), next((one for one in keys if one.upstream(environ)), None))

    @property
    def name(self) -> str:
        return self.text

    @property
    def program(self) -> str:
        return self.words[0]

    @property
    def header(self) -> str:
        return self.access.header if self.access else ""

    @property
    def keys(self) -> tuple[KeyPair, ...]:
        return (self.access.pair,) if self.access else ()

    @property
    def login(self) -> None:
        """None: an account's login is not known for any agent."""

    @property
    def files(self) -> tuple[Path, ...]:
        """The files and folders in its command line."""
        return tuple(place for place in map(Path, self.words[1:]) if place.is_absolute() and place.exists())

    def command(self, program: Path, setup: CallSetup, call: ToolCall, model: str) -> Command:
        env = {name: value for one in self.keys for name, value in ((one.key, setup.key), (one.address, setup.address))}
        talk = partial(hold, tree=call.tree, mode=call.mode, prompt=call.prompt)
        return Command([str(program), *self.words[1:]], "", env, talk)

    def read(self, ended: CliRunResult, setup: CallSetup) -> ParsedOutput:
        """Parse its output, which counts only if its last model call succeeded: some report an error as text."""
        found = transcript(ended)
        text, error = as_text(found.get("text")), as_text(found.get("error"))
        if not error and ended.exchanges and ended.exchanges[-1].trouble:
            error = text or "Its last question to the model failed."
        return ParsedOutput(error=error) if error else ParsedOutput(text=text)

    def conversation(self, home: Path, session: str) -> list[Path]:
        return []  # each prompt holds all that is needed


def _holds_key(words: Sequence[str]) -> bool:
    """Whether a word of a command line looks like a key: by its form, by the option before it, or as random text."""
    parts = [part for word in words for part in re.split(r"[\s=]+", word)]
    named = [{name.lstrip("-").replace("-", "_"): value} for name, value in pairwise(parts) if value[:1] not in "-./~"]
    return any(map(is_random, parts)) or redacted(named)[1] > 0


def transcript(ended: CliRunResult) -> dict[str, Any]:
    """What `hold` returned."""
    return as_object(json.loads(ended.stdout or "{}"))


@dataclass(frozen=True)
class AcpCaller(CliCaller):
    """An agent ready to be called. An agent without a key may need none, but reaches no server.

    keys: the keys that it may get.
    """

    tool: AcpAgent
    keys: tuple[KeyPair, ...] = ()

    def access(self) -> ToolAccess:
        found = super().access()
        return found if found.upstream is not None else ToolAccess(_NOWHERE)

    def call(self, call: ToolCall) -> ToolReply:
        return super().call(replace(call, readable=(*call.readable, *self.tool.files)))

    def probe(self) -> Probe:
        """Whether the agent responds and opens a session; no model is called."""
        found = shutil.which(self.tool.program, path=path_of(self.environ))
        if found is None:
            return Probe(False, why=f"{self.tool.program} is not on the PATH", next_step="Install it.")
        try:
            ended = self._opened(Path(found))
        except (PipelineError, OSError) as error:
            return Probe(True, why=str(error), next_step=_CHECK)
        said = transcript(ended)
        version = as_text(said.get("agent"))
        if ended.timed_out:
            return Probe(True, version, why=f"no answer within {PROBE_SECONDS:.0f} s", next_step=_CHECK)
        if why := as_text(said.get("error")):
            next_step = how_to_log_in(self.keys) if said.get("login") else _CHECK
            return Probe(True, version, why=why, next_step=next_step)
        return Probe(True, version, True)

    def glance(self) -> Probe:
        return self.probe()

    def _opened(self, program: Path) -> CliRunResult:
        runner = self.runner(program, self.access().upstream or _NOWHERE)
        with runner.setup() as (setup, gateway):
            call = ToolCall("", setup.temporary, seconds=PROBE_SECONDS, readable=self.tool.files)
            return runner.run(self.tool.command(program, setup, call, ""), setup, gateway, call)
