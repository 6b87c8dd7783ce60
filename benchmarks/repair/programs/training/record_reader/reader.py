"""Reads messages from a mailbox-like text.

A message has header lines `Name: value`, an empty line, and a body that ends before a line `----` or at the end of the
text. Header lines that begin with a blank continue the one above.
"""

from dataclasses import dataclass, field

from line_source import LineSource

SEPARATOR = "----"


class ReadError(ValueError):
    """A text that isn't made of messages."""


@dataclass
class Message:
    headers: dict = field(default_factory=dict)
    body: list = field(default_factory=list)

    def get(self, name, default=None):
        return self.headers.get(name.lower(), default)

    @property
    def text(self):
        return "\n".join(self.body)

    def paragraphs(self):
        """The body's paragraphs, each as one line."""
        result = [[]]
        for line in self.body:
            if line.strip():
                result[-1].append(line.strip())
            elif result[-1]:
                result.append([])
        return [" ".join(lines) for lines in result if lines]


def read_header(source):
    """One header with the lines that continue it, as (name, value); None where the headers end."""
    line = source.next()
    if line is None or line == SEPARATOR or not line.strip():
        source.give_back(line)
        return None
    name, colon, value = line.partition(":")
    if not colon or not name.strip():
        raise ReadError(f"line {source.number}: not a header: {line!r}")
    parts = [value.strip()]
    while True:
        line = source.next()
        if line is None or not line.startswith((" ", "\t")) or not line.strip():
            source.give_back(line)
            break
        parts.append(line.strip())
    return name.strip().lower(), " ".join(part for part in parts if part)


def read_body(source):
    """The lines until a separator, which is used up; empty lines at the end don't count."""
    lines = []
    while True:
        line = source.next()
        if line is None or line == SEPARATOR:
            break
        lines.append(line)
    while lines and not lines[-1].strip():
        lines.pop()
    return lines


def read_message(source):
    message = Message()
    while (header := read_header(source)) is not None:
        name, value = header
        if name in message.headers:
            value = f"{message.headers[name]}, {value}"
        message.headers[name] = value
    line = source.next()
    if line is None or line == SEPARATOR:
        return message
    message.body = read_body(source)
    return message


def read_messages(text):
    source = LineSource(text)
    messages = []
    while source.peek() is not None:
        messages.append(read_message(source))
    return messages


def index(text, name):
    """Messages by the value of a header, those without it left out."""
    result = {}
    for message in read_messages(text):
        value = message.get(name)
        if value is not None:
            result.setdefault(value, []).append(message)
    return result
