"""Sends notifications over several channels at once."""

import asyncio
from dataclasses import dataclass, field


class ChannelError(Exception):
    pass


@dataclass
class Message:
    subject: str
    text: str
    level: str = "info"


@dataclass
class Receipt:
    sent: list = field(default_factory=list)
    failed: dict = field(default_factory=dict)


LEVELS = ["debug", "info", "warning", "alarm"]


class Notifier:
    """channels: name -> async function(message); rules: channel -> the lowest level it wants."""

    def __init__(self, channels, rules=None, timeout=1.0):
        self.channels = dict(channels)
        self.rules = rules or {}
        self.timeout = timeout

    def wants(self, channel, message):
        lowest = self.rules.get(channel, "info")
        return LEVELS.index(message.level) >= LEVELS.index(lowest)

    async def _send(self, channel, message):
        try:
            await asyncio.wait_for(self.channels[channel](message), self.timeout)
        except TimeoutError:
            return channel, "timeout"
        except ChannelError as error:
            return channel, str(error)
        return channel, None

    async def notify(self, message):
        """Send to all channels that want the message, at the same time."""
        receipt = Receipt()
        names = sorted(name for name in self.channels if self.wants(name, message))
        if not names:
            return receipt
        results = await asyncio.gather([self._send(name, message) for name in names])
        for name, problem in results:
            if problem is None:
                receipt.sent.append(name)
            else:
                receipt.failed[name] = problem
        return receipt

    async def escalate(self, message):
        """Raise the level until somebody got the message; the level that did it, or None."""
        for level in LEVELS[LEVELS.index(message.level):]:
            raised = Message(message.subject, message.text, level)
            receipt = await self.notify(raised)
            if receipt.sent:
                return level
        return None


def describe(receipt):
    parts = []
    if receipt.sent:
        parts.append(f"sent by {', '.join(receipt.sent)}")
    parts += [f"{name} failed: {why}" for name, why in sorted(receipt.failed.items())]
    return "; ".join(parts) or "nobody wanted it"
