"""Reads contacts from lines such as `Ada Berg <ada@example.org>, +49 30 123; friends, work`."""

import re

from book import Book, ContactError

MAIL = re.compile(r"<([^<>]*)>")


def read_line(book, line):
    """Add the contact of one line to a book."""
    head, _, tags = line.partition(";")
    mails = MAIL.findall(head)
    rest = [part.strip() for part in MAIL.sub("", head).split(",")]
    name, phones = rest[0], [part for part in rest[1:] if part]
    if not mails:
        raise ContactError(f"no address in {line!r}")
    return book.add(name, mails, phones, [tag.strip() for tag in tags.split(",") if tag.strip()])


def read(text):
    """The book of a text, and the numbers of the lines that can't be used."""
    book = Book()
    bad = []
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip():
            continue
        try:
            read_line(book, line)
        except ContactError:
            bad.append(number)
    return book, bad
