import asyncio

import pytest

from notify import ChannelError, Message, Notifier, Receipt, describe

INFO = Message("hi", "text")


class Box:
    def __init__(self, error=None):
        self.messages = []
        self.error = error

    async def __call__(self, message):
        await asyncio.sleep(0)
        if self.error is not None:
            raise self.error
        self.messages.append(message)


def test_wants():
    notifier = Notifier({}, {"sms": "alarm"})
    assert notifier.wants("mail", INFO)
    assert not notifier.wants("sms", INFO)


def test_unknown_level():
    with pytest.raises(ValueError):
        Notifier({}).wants("mail", Message("", "", "panic"))


def test_no_channels():
    assert asyncio.run(Notifier({}).notify(INFO)) == Receipt()


def test_all_get_it():
    mail, chat = Box(), Box()
    receipt = asyncio.run(Notifier({"mail": mail, "chat": chat}).notify(INFO))
    assert receipt.sent == ["chat", "mail"]
    assert mail.messages == chat.messages == [INFO]


def test_one_fails():
    channels = {"mail": Box(), "chat": Box(ChannelError("offline"))}
    receipt = asyncio.run(Notifier(channels).notify(INFO))
    assert receipt == Receipt(["mail"], {"chat": "offline"})


def test_nobody_wants_it():
    sms = Box()
    assert asyncio.run(Notifier({"sms": sms}, {"sms": "alarm"}).notify(INFO)) == Receipt()
    assert sms.messages == []


def test_escalation():
    sms = Box()
    notifier = Notifier({"sms": sms}, {"sms": "alarm"})
    assert asyncio.run(notifier.escalate(INFO)) == "alarm"
    assert len(sms.messages) == 1


def test_describe():
    assert describe(Receipt(["a", "b"], {"c": "timeout"})) == "sent by a, b; c failed: timeout"
    assert describe(Receipt()) == "nobody wanted it"
