"""A chat channel in which members can mention and mute each other."""
import re
from dataclasses import dataclass

MENTION = re.compile(r"(?<!\w)@(\w+)")


@dataclass
class Message:
    number: int
    author: str
    text: str
    mentions: tuple


class Channel:
    def __init__(self, topic=""):
        self.topic = topic
        self._names = {}
        self._messages = []
        self._muted = {}
        self._seen = {}

    def join(self, name):
        key = name.lower()
        if key in self._names:
            raise ValueError(f"{name} is taken")
        if key == "all":
            raise ValueError("all is reserved")
        self._names[key] = name
        self._muted[key] = set()
        self._seen[key] = len(self._messages)

    def leave(self, name):
        key = self._key(name)
        del self._names[key]
        del self._muted[key]
        del self._seen[key]
        for muted in self._muted.values():
            muted.discard(key)

    def rename(self, name, new_name):
        """Give a member another name; nothing else about them changes."""
        old, new = self._key(name), new_name.lower()
        if new != old and (new in self._names or new == "all"):
            raise ValueError(f"{new_name} is taken")
        del self._names[old]
        self._names[new] = new_name
        self._muted[new] = self._muted.pop(old)
        self._seen[new] = self._seen.pop(old)
        for message in self._messages:
            if message.author == old:
                message.author = new
            message.mentions = tuple(new if m == old else m for m in message.mentions)

    def members(self):
        return sorted(self._names.values(), key=str.lower)

    def mute(self, name, other):
        """`name` no longer wants to hear from `other`."""
        key, target = self._key(name), self._key(other)
        if key == target:
            raise ValueError("nobody can mute themselves")
        self._muted[key].add(target)

    def unmute(self, name, other):
        self._muted[self._key(name)].discard(self._key(other))

    def post(self, author, text):
        """Post a message and return the names of those who are notified."""
        key = self._key(author)
        mentions = self._mentions(text, key)
        self._messages.append(Message(len(self._messages), key, text, mentions))
        return [self._names[m] for m in mentions if key not in self._muted[m]]

    def _mentions(self, text, author):
        found = []
        for word in MENTION.findall(text):
            wanted = self._names if word.lower() == "all" else [word.lower()]
            for key in wanted:
                if key in self._names and key != author and key not in found:
                    found.append(key)
        return tuple(found)

    def read(self, name):
        """The new messages for a member, as lines; then they are not new."""
        lines = [f"{self._label(m.author)}: {m.text}" for m in self._unread(self._key(name))]
        self._seen[self._key(name)] = len(self._messages)
        return lines

    def unread(self, name):
        """(new messages, new messages that mention the member)"""
        key = self._key(name)
        new = self._unread(key)
        return len(new), sum(key in m.mentions for m in new)

    def _unread(self, key):
        return [
            message
            for message in self._messages[self._seen[key]:]
            if message.author != key and message.author not in self._muted[key]
        ]

    def _label(self, key):
        return self._names.get(key, key)

    def _key(self, name):
        key = name.lower()
        if key not in self._names:
            raise KeyError(name)
        return key
