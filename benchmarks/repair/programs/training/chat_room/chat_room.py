"""A chat room that remembers the earlier texts of edited messages."""
from dataclasses import dataclass, field

MAX_PINS = 3


@dataclass
class Message:
    id: int
    author: str
    sent: int
    text: str
    revisions: list = field(default_factory=list)
    reactions: dict = field(default_factory=dict)
    deleted: bool = False

    @property
    def edited(self):
        return bool(self.revisions)

    def text_at(self, time):
        """The text that was shown at `time`."""
        for until, text in self.revisions:
            if time < until:
                return text
        return self.text


class Room:
    def __init__(self, moderators=()):
        self.moderators = set(moderators)
        self._messages = {}
        self._pins = []
        self._last_read = {}

    def post(self, author, text, time):
        text = text.strip()
        if not text:
            raise ValueError("empty message")
        message = Message(len(self._messages) + 1, author, time, text)
        self._messages[message.id] = message
        self._last_read[author] = message.id
        return message.id

    def edit(self, user, message_id, text, time):
        message = self._live(message_id)
        if user != message.author:
            raise PermissionError(user)
        text = text.strip()
        if not text:
            raise ValueError("empty message")
        if text != message.text:
            message.revisions.append((time, message.text))
            message.text = text

    def delete(self, user, message_id):
        message = self._live(message_id)
        if user != message.author and user not in self.moderators:
            raise PermissionError(user)
        message.text = ""
        message.revisions.clear()
        message.reactions.clear()
        message.deleted = True

    def react(self, user, message_id, emoji):
        """Reacting again with the same emoji takes the reaction back."""
        users = self._live(message_id).reactions.setdefault(emoji, [])
        if user in users:
            users.remove(user)
        else:
            users.append(user)

    def reactions(self, message_id):
        return {emoji: len(users)
                for emoji, users in self._live(message_id).reactions.items() if users}

    def pin(self, message_id):
        self._live(message_id)
        if message_id in self._pins:
            return
        if len(self._pins) >= MAX_PINS:
            raise ValueError("too many pins")
        self._pins.append(message_id)

    def unpin(self, message_id):
        if message_id in self._pins:
            self._pins.remove(message_id)

    def pinned(self):
        """Ids of the pinned messages, the latest pin first."""
        return self._pins[::-1]

    def mark_read(self, user):
        self._last_read[user] = max(self._messages, default=0)

    def unread(self, user):
        last = self._last_read.get(user, 0)
        return sum(1 for m in self._messages.values() if m.id > last and not m.deleted)

    def search(self, words):
        """Ids of the messages with all the words, the newest first."""
        wanted = words.casefold().split()
        return [m.id for m in reversed(self._messages.values())
                if not m.deleted and all(word in m.text.casefold() for word in wanted)]

    def transcript(self):
        lines = []
        for message in self._messages.values():
            if message.deleted:
                lines.append(f"{message.author}: (deleted)")
            else:
                mark = " *" if message.edited else ""
                pin = "! " if message.id in self._pins else ""
                lines.append(f"{pin}{message.author}: {message.text}{mark}")
        return lines

    def get(self, message_id):
        return self._live(message_id)

    def _live(self, message_id):
        message = self._messages.get(message_id)
        if message is None or message.deleted:
            raise LookupError(f"no message {message_id}")
        return message
