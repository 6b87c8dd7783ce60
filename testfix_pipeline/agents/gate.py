"""Checks and records every call of a model: whether it may start, and its outcome.

A call does not start if the tool's circuit breaker is open or the rest of a budget is too small; the reply is then
`not_called` and the next tool is asked. A call's expected cost is reserved while it runs, so that concurrent calls,
also of other processes, don't spend the same money twice. An answer that a killed run has paid for is used by the next
run.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from testfix_pipeline.agents.calls import Caller, Probe, ToolCall, ToolReply
from testfix_pipeline.agents.circuit_breaker import breaker
from testfix_pipeline.agents.journal_writer import Journal
from testfix_pipeline.agents.recorded_answers import reply_of, unused_reply
from testfix_pipeline.agents.tree_files import record_files
from testfix_pipeline.core.agent_protocol.call_journal import JournalLine
from testfix_pipeline.core.agent_protocol.call_ledger import expected_tokens, usage_of
from testfix_pipeline.core.agent_protocol.prices import FREE, Price, price_of, tokens_in
from testfix_pipeline.core.configuration.agent_roles import Role
from testfix_pipeline.core.cycle_rules.budget import Budget, Usage, lacking

# A call with less time is not started.
LEAST_SECONDS = 5.0
# The share of the remaining wall time for one call, so that later tools can be asked, too.
SHARE = 0.5
# Outcomes without a request or response, which cost nothing.
_UNBILLED = ("connection_error", "not_logged_in", "http_error")


@dataclass(frozen=True)
class CallPurpose:
    """The purpose of a call: `analysis` or `fix`, its iteration and task; before the cycle a question, in iteration 0.

    role: whose tools are asked, and whose budget it is on.
    """

    purpose: str
    iteration: int = 0
    task: str = ""
    role: Role | Literal[""] = field(default="", compare=False)

    @classmethod
    def of(cls, line: JournalLine) -> CallPurpose:
        """Return the purpose in a line of the journal."""
        return cls(line.purpose, line.iteration, line.task, line.role)

    @property
    def described(self) -> str:
        """Return the purpose in words."""
        if not self.iteration:
            return f"{self.purpose} ({self.task})" if self.task else self.purpose
        return self.task or f"the {self.purpose} of iteration {self.iteration}"


@dataclass(frozen=True)
class CallLimits:
    """The limits of calls. `seconds_left`: the wall time left to the session; `free`: the tool costs nothing.

    role_money: US dollars by role.
    """

    session: Budget
    iteration: Budget
    seconds_left: Callable[[], float]
    prices: Mapping[str, Sequence[float]]
    free: bool = False
    role_money: Mapping[str, float] = field(default_factory=dict)

    def price(self, model: str) -> Price:
        return FREE if self.free and model not in self.prices else price_of(model, self.prices)


def silent(_text: str) -> None:
    """Ignore a progress report."""


@dataclass(frozen=True)
class GatedCaller:
    """A caller with limits and records. `clock`: seconds since the epoch; `on_progress`: receives the tool's name.

    label: the tool's name in the settings, if it differs. owner: the run that owns the session.
    """

    inner: Caller
    journal: Journal
    limits: CallLimits
    where: CallPurpose
    on_progress: Callable[[str], None] = silent
    clock: Callable[[], float] = time.time
    label: str = ""
    owner: str = ""

    @property
    def name(self) -> str:
        return self.label or self.inner.name

    @property
    def model(self) -> str:
        return self.inner.model

    def probe(self) -> Probe:
        return self.inner.probe()

    def call(self, call: ToolCall) -> ToolReply:
        """Return the tool's reply, or one of kind `not_called` with the reason. Never raises for a tool's error."""
        model = call.model or self.model
        call = replace(call, seconds=min(call.seconds, SHARE * self.limits.seconds_left()))
        with self.journal.alone():
            lines = self.journal.lines()
            asked = self._asked(lines, call, model)
            before = unused_reply(lines, asked)
            if before is not None:
                self.journal.write(self._line("taken", call=before.call, model=model))
                self.on_progress(f"{self.name} had answered before the run was ended: {self.where.described}")
                return reply_of(before, call.tree)
            why = self._why_not_allowed(lines, asked)
            self.journal.write(self._line("not_asked", model=model, why=why) if why else asked)
        if why:
            self.on_progress(f"{self.name} is not asked: {why}")
            return ToolReply(tool=self.name, model=model, kind="not_called", why=why, raw=why)
        self.on_progress(f"asking {self.name} ({model}) for {self.where.described}{_so_far(usage_of(lines))}")
        reply = self._reply(call, model)
        with self.journal.alone():
            self.journal.write(self._answered(asked, call, reply))
        return reply

    def _line(self, event: str, **fields: object) -> JournalLine:
        about = {"tool": self.name, "owner": self.owner, **vars(self.where), "at": self.clock()}
        return JournalLine.model_validate({"event": event, **about, **fields})

    def _asked(self, lines: Sequence[JournalLine], call: ToolCall, model: str) -> JournalLine:
        expected = expected_tokens(lines, self.name, call.prompt)
        return self._line(
            "asked",
            call=secrets.token_hex(6),
            model=model,
            mode=call.mode,
            prompt=call.prompt,
            session=call.resume,
            seconds=call.seconds,
            tokens=sum(expected),
            money=self.limits.price(model).cost(*expected),
        )

    def _why_not_allowed(self, lines: Sequence[JournalLine], asked: JournalLine) -> str:
        """Return why the call may not start; "" if it may."""
        now = self.clock()
        state = breaker(lines, self.name)
        if not state.lets_through(now):
            rest = max(state.until, state.trial_ends) - now
            return f"it failed {state.failures} times in a row and is left alone for another {rest:.0f} s"
        if asked.seconds < LEAST_SECONDS:
            return f"only {max(0.0, asked.seconds):.0f} seconds of the budget are left for it"
        more = Usage(calls=1, tokens=asked.tokens, money=asked.money)
        session = lacking(self.limits.session, usage_of(lines), more)
        if session:
            return f"the budget does not fund the call: {session}"
        if why := self._lacking_for_role(lines, asked):
            return f"the budget of the role {self.where.role} does not fund the call: {why}"
        more += Usage(seconds=LEAST_SECONDS)
        iteration = lacking(self.limits.iteration, self._in_iteration(lines, now), more)
        return f"the budget of the iteration does not fund the call: {iteration}" if iteration else ""

    def _lacking_for_role(self, lines: Sequence[JournalLine], asked: JournalLine) -> str:
        money = self.limits.role_money.get(self.where.role)
        if money is None:
            return ""
        used = usage_of(line for line in lines if line.role == self.where.role)
        return lacking(Budget(money=money), Usage(money=used.money), Usage(money=asked.money))

    def _in_iteration(self, lines: Sequence[JournalLine], now: float) -> Usage:
        number = self.where.iteration
        began = min((line.at for line in lines if line.iteration == number), default=now)
        return usage_of(lines, number) + Usage(seconds=now - began)

    def _reply(self, call: ToolCall, model: str) -> ToolReply:
        try:
            return self.inner.call(call)
        except Exception as error:  # an adapter that breaks is a tool that crashed
            said = f"{type(error).__name__}: {error}"
            return ToolReply(tool=self.name, model=model, kind="crash", why=said, raw=said)

    def _answered(self, asked: JournalLine, call: ToolCall, reply: ToolReply) -> JournalLine:
        model = reply.model or asked.model
        input_tokens, output_tokens = _billed_tokens(asked, reply)
        cost = self.limits.price(model).cost(input_tokens, output_tokens, reply.usage.cached)
        unknown = not (input_tokens or output_tokens) and reply.kind not in _UNBILLED
        return self._line(
            "answered",
            call=asked.call,
            model=model,
            mode=call.mode,
            seconds=round(reply.seconds, 3),
            tokens=asked.tokens if unknown else input_tokens + output_tokens,
            money=asked.money if unknown else cost,
            input_tokens=input_tokens,
            output_tokens=output_tokens,
            cached_tokens=reply.usage.cached,
            files=record_files(call.tree, reply.changed),
            **reply.model_dump(
                include={"kind", "http_status", "retry_after", "why", "text", "payload", "raw", "session"}
            ),
            **reply.model_dump(include={"containment", "network"}),
        )


def _billed_tokens(asked: JournalLine, reply: ToolReply) -> tuple[int, int]:
    """Return (input, output) tokens: as reported by the tool, else estimated from a reply's texts, else zero."""
    if reply.usage.total:
        return reply.usage.input, reply.usage.output
    if reply.kind == "ok":
        return tokens_in(asked.prompt), tokens_in(reply.text or reply.raw)
    return 0, 0


def _so_far(usage: Usage) -> str:
    return f"; so far {usage_text(usage)}" if usage.calls else ""


def usage_text(usage: Usage) -> str:
    """Return calls, tokens and money as a phrase."""
    calls = "1 call" if usage.calls == 1 else f"{usage.calls} calls"
    return f"{calls}, {usage.tokens:,} tokens, ${usage.money:.2f}"
