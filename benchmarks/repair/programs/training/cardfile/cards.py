"""Reading and writing of contacts in a small card format, similar to vCard."""
from contacts import Contact

WIDTH = 40

_ESCAPES = (
    (",", "\\,"),
    (";", "\\;"),
    ("\n", "\\n"),
    ("\\", "\\\\"),
)


def escape(text):
    for plain, code in _ESCAPES:
        text = text.replace(plain, code)
    return text


def split_escaped(text, separator):
    """Unescape the text and split it at the separators that aren't escaped."""
    parts, current = [], []
    chars = iter(text)
    for ch in chars:
        if ch == "\\":
            ch = next(chars, "\\")
            current.append("\n" if ch == "n" else ch)
        elif ch == separator:
            parts.append("".join(current))
            current = []
        else:
            current.append(ch)
    parts.append("".join(current))
    return parts


def fold(line):
    """Break a long line; the further lines start with a blank."""
    pieces = [line[:WIDTH]]
    rest = line[WIDTH:]
    while rest:
        pieces.append(" " + rest[: WIDTH - 1])
        rest = rest[WIDTH - 1 :]
    return pieces


def unfold(lines):
    result = []
    for line in lines:
        if line.startswith(" ") and result:
            result[-1] += line[1:]
        else:
            result.append(line)
    return result


def write_card(contact):
    lines = ["BEGIN:CARD", f"N:{escape(contact.family)};{escape(contact.given)}"]
    for kind, number in sorted(contact.phones.items()):
        lines.append(f"TEL/{kind.upper()}:{escape(number)}")
    if contact.tags:
        lines.append("TAGS:" + ",".join(escape(tag) for tag in sorted(contact.tags)))
    if contact.note:
        lines.append("NOTE:" + escape(contact.note))
    lines.append("END:CARD")
    return "\n".join(piece for line in lines for piece in fold(line)) + "\n"


def write_book(book):
    return "".join(write_card(contact) for contact in book)


def read_cards(text):
    contacts, contact = [], None
    for line in unfold(text.split("\n")):
        name, _, value = line.partition(":")
        if line == "BEGIN:CARD":
            contact = Contact("", "")
        elif line == "END:CARD":
            contacts.append(contact)
            contact = None
        elif contact is None:
            continue
        elif name == "N":
            contact.family, contact.given = split_escaped(value, ";")
        elif name.startswith("TEL/"):
            kind = name.partition("/")[2].lower()
            contact.phones[kind] = split_escaped(value, None)[0]
        elif name == "TAGS":
            contact.tags.update(split_escaped(value, ","))
        elif name == "NOTE":
            contact.note = split_escaped(value, None)[0]
    return contacts
