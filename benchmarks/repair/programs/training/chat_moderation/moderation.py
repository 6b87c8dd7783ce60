"""A chat room with some rules."""

from dataclasses import dataclass


@dataclass
class Message:
    author: str
    text: str
    at: int


class Room:
    def __init__(self, banned_words=(), per_minute=3):
        self.banned_words = {word.lower() for word in banned_words}
        self.per_minute = per_minute
        self.messages = []
        self.muted = {}

    def post(self, author, text, at):
        """Whether the message was taken."""
        text = text.strip()
        if not text or self.muted.get(author, -1) > at:
            return False
        if self.recent(author, at) >= self.per_minute:
            return False
        self.messages.append(Message(author, self.clean(text), at))
        return True

    def clean(self, text):
        """Banned words as stars."""
        words = []
        for word in text.split(" "):
            core = word.strip(".,!?").lower()
            words.append("*" * len(word) if core in self.banned_words else word)
        return " ".join(words)

    def recent(self, author, at):
        return sum(m.author == author and m.at > at - 60 for m in self.messages)

    def mute(self, author, at, seconds):
        self.muted[author] = at + seconds

    def kick(self, author):
        """Removes what somebody wrote; how many messages that were."""
        removed = 0
        for message in self.messages:
            if message.author == author:
                self.messages.remove(message)
                removed += 1
        return removed

    def history(self, last=None):
        lines = [f"{m.author}: {m.text}" for m in self.messages]
        return lines if last is None else lines[-last:]

    def talkers(self):
        """(author, number of messages), most first, then by name."""
        counts = {}
        for message in self.messages:
            counts[message.author] = counts.get(message.author, 0) + 1
        return sorted(counts.items(), key=lambda item: (-item[1], item[0]))
